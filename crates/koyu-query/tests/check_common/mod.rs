//! Texts made into models, and findings made into records that can be compared.
// Each test binary uses some of these.
#![allow(dead_code)]

use std::path::Path;

use koyu_model::form::Derivation;
use koyu_model::{ComposeError, Memory, Model, compose, compose_text};
use koyu_query::check;
use serde_json::Value;

/// One example of a file: its heading, its input, and the records expected of it.
pub(crate) struct Example<'t> {
    pub(crate) name: &'t str,
    pub(crate) input: &'t str,
    pub(crate) expected: Vec<Value>,
}

/// The examples of a file: `### heading`, the input, `=>`, one record a line.
pub(crate) fn examples(text: &str) -> Vec<Example<'_>> {
    text.split("\n### ")
        .skip(1)
        .map(|example| {
            let (name, rest) = example.split_once('\n').unwrap_or((example, ""));
            let (input, records) = match rest.strip_prefix("=>") {
                Some(records) => ("", records),
                None => rest.split_once("\n=>").unwrap_or((rest, "")),
            };
            let records = records.lines().filter(|line| !line.is_empty());
            let expected = records.map(|line| serde_json::from_str(line).unwrap());
            Example {
                name,
                input,
                expected: expected.collect(),
            }
        })
        .collect()
}

/// The model of one text, or of several files that begin with `--- name`; the first is the entry.
pub(crate) fn model_of(input: &str) -> Model {
    let composed = match input.strip_prefix("--- ") {
        Some(files) => {
            let files: Vec<_> = files
                .split("\n--- ")
                .map(|file| file.split_once('\n').unwrap_or((file, "")))
                .collect();
            compose_files(&files)
        }
        None => compose_text(input),
    };
    composed.unwrap_or_else(|error| panic!("{error}\n{input}"))
}

/// Composes files held in memory; `main.muro` is the entry.
pub(crate) fn compose_files(files: &[(&str, &str)]) -> Result<Model, ComposeError> {
    let source = files.iter().fold(Memory::new(), |source, (name, text)| {
        source.with(name, *text)
    });
    compose(Path::new("main.muro"), &source)
}

/// The findings without what examples leave out.
pub(crate) fn records(model: &Model) -> Vec<Value> {
    check(&Derivation::new(model))
        .iter()
        .map(|diagnostic| {
            let mut record = serde_json::to_value(diagnostic).unwrap();
            let members = record.as_object_mut().unwrap();
            assert!(members.remove("message").is_some_and(|m| m != ""));
            members.remove("severity").unwrap();
            record
        })
        .collect()
}

/// The codes that are found, in order.
pub(crate) fn codes(model: &Model) -> Vec<&'static str> {
    let found = check(&Derivation::new(model));
    found
        .iter()
        .map(|diagnostic| diagnostic.code.text())
        .collect()
}
