//! What the tests share: buildings, and a plan read back from its own text.
// Each test binary uses some of these.
#![allow(dead_code)]

#[path = "../../../koyu-model/tests/common/generated.rs"]
pub(crate) mod generated;
pub(crate) mod sheet;

use std::path::{Path, PathBuf};

use koyu_model::form::Derivation;
use koyu_model::{Disk, Model, compose, compose_text};
use koyu_render::{PlanError, plan};

/// The model of a text that must compose.
pub(crate) fn model(text: &str) -> Model {
    compose_text(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// The text of the plan of a level.
pub(crate) fn svg(model: &Model, level: &str) -> String {
    try_svg(model, level).unwrap_or_else(|error| panic!("{error}"))
}

pub(crate) fn try_svg(model: &Model, level: &str) -> Result<String, PlanError> {
    let document = plan(&Derivation::new(model), level)?;
    Ok(format!("{document}\n"))
}

/// The names of the levels on which a space has a region.
pub(crate) fn levels(model: &Model) -> Vec<&str> {
    let derivation = Derivation::new(model);
    model
        .levels()
        .iter()
        .filter(|level| {
            let id = model.level_named(model.text(level.name));
            !derivation.spaces_on(id).is_empty()
        })
        .map(|level| model.text(level.name))
        .collect()
}

/// The root of the repository.
pub(crate) fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The project's own examples: a name and the entry.
pub(crate) fn examples() -> Vec<(&'static str, PathBuf)> {
    let entry = |path: &str| repository().join("examples").join(path);
    vec![
        ("two-rooms", entry("two-rooms.muro")),
        ("house", entry("house/main.muro")),
        ("ten-storeys", entry("ten-storeys.muro")),
    ]
}

/// Every building at hand that composes: examples, cases, and what `KOYU_CASES` names.
pub(crate) fn buildings() -> Vec<(PathBuf, Model)> {
    let mut roots = vec![repository().join("cases")];
    let more = std::env::var_os("KOYU_CASES").unwrap_or_default();
    roots.extend(std::env::split_paths(&more).filter(|root| !root.as_os_str().is_empty()));
    let mut entries: Vec<PathBuf> = examples().into_iter().map(|(_, entry)| entry).collect();
    for root in roots {
        let folders =
            std::fs::read_dir(&root).unwrap_or_else(|e| panic!("{}: {e}", root.display()));
        let mains = folders.map(|folder| folder.unwrap().path().join("main.muro"));
        entries.extend(mains.filter(|main| main.is_file()));
    }
    entries.sort();
    let composed = entries.into_iter().filter_map(|entry| {
        let model = compose(&entry, &Disk).ok()?;
        Some((entry, model))
    });
    composed.collect()
}
