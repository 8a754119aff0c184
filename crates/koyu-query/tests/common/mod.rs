//! What the tests of several chapters need.
// Each test binary uses some of these.
#![allow(dead_code)]

use koyu_model::form::Derivation;
use koyu_model::{Model, compose_text};
use koyu_query::{Finding, Validation, validate};

/// The model of a text that must compose.
pub(crate) fn model(text: &str) -> Model {
    compose_text(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// An answer as compact JSON in one line.
pub(crate) fn compact<T: serde::Serialize>(answer: &T) -> String {
    koyu_model::json::to_string(answer, "")
        .replace('\n', "")
        .replace("\": ", "\":")
}

/// The findings on a model.
pub(crate) fn validation(model: &Model) -> Validation<'_> {
    let answer = validate(&Derivation::new(model));
    answer.unwrap_or_else(|error| panic!("{error}"))
}

fn row(finding: &Finding<'_>) -> String {
    format!("{} {}", finding.rule, finding.path.join(" "))
}

/// The findings on a text, `rule path` each.
pub(crate) fn rules(text: &str) -> Vec<String> {
    let model = model(text);
    validation(&model).findings.iter().map(row).collect()
}

/// The findings of one rule on a text, `path message` each.
pub(crate) fn of_rule(text: &str, rule: &str) -> Vec<String> {
    let model = model(text);
    let findings = validation(&model).findings;
    let of_rule = findings.iter().filter(|f| f.rule.word() == rule);
    of_rule
        .map(|f| {
            let path = f.path.join(" ");
            let start = format!("{path} ");
            let message = f.message.strip_prefix(&start).unwrap_or(&f.message);
            format!("{path}: {message}")
        })
        .collect()
}
