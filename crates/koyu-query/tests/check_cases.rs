//! Runs `expected/diagnostics.json` of every case: those of this repository, and those under the
//! roots that the environment variable `KOYU_CASES` names, separated by `:`.

use std::path::{Path, PathBuf};

use koyu_model::form::Derivation;
use koyu_model::{Disk, compose};
use koyu_query::check;
use serde_json::Value;

/// Leaves the message out and makes files relative to the case.
fn normalised(mut record: Value, case: &Path) -> Value {
    let relative = |record: &mut Value| {
        if let Some(file) = record.get_mut("file") {
            let text = file.as_str().unwrap_or_default();
            let relative = Path::new(text)
                .strip_prefix(case)
                .unwrap_or(Path::new(text));
            *file = relative.to_string_lossy().into_owned().into();
        }
    };
    if let Some(members) = record.as_object_mut() {
        members.remove("message");
    }
    relative(&mut record);
    if let Some(related) = record.get_mut("related").and_then(Value::as_array_mut) {
        related.iter_mut().for_each(relative);
    }
    record
}

fn run(case: &Path) -> Result<bool, String> {
    let Ok(text) = std::fs::read_to_string(case.join("expected/diagnostics.json")) else {
        return Ok(false);
    };
    let expected: Vec<Value> = serde_json::from_str(&text).map_err(|error| error.to_string())?;
    let model = compose(&case.join("main.muro"), &Disk).map_err(|error| error.to_string())?;
    let found = check(&Derivation::new(&model));
    let records = found.iter().map(|diagnostic| {
        let record = serde_json::to_value(diagnostic).unwrap();
        normalised(record, case)
    });
    let actual: Vec<Value> = records.collect();
    if actual == expected {
        return Ok(true);
    }
    Err(format!("expected {expected:#?}\nactual {found:#?}"))
}

#[test]
fn the_diagnostics_of_every_case_are_as_expected() {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../cases");
    let roots = std::env::var("KOYU_CASES").unwrap_or_default();
    let roots = roots.split(':').filter(|root| !root.is_empty());
    let mut cases: Vec<PathBuf> = Vec::new();
    for root in roots.map(PathBuf::from).chain([own]) {
        let entries = std::fs::read_dir(&root).unwrap();
        cases.extend(entries.map(|entry| entry.unwrap().path().canonicalize().unwrap()));
    }
    cases.sort();
    let (mut passed, mut failures) = (0, Vec::new());
    for case in &cases {
        match run(case) {
            Ok(ran) => passed += usize::from(ran),
            Err(failure) => failures.push(format!("{}\n{failure}", case.display())),
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
    assert!(
        passed >= 3,
        "only {passed} cases have expected/diagnostics.json"
    );
    eprintln!("{passed} cases passed");
}
