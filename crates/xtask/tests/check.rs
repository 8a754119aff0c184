//! What is generated, and the examples of the repository, have nothing that `check` finds.

use std::path::Path;

use koyu_model::form::Derivation;
use koyu_model::{Disk, Memory, compose};
use koyu_query::CheckAnswer;
use xtask::generate::Order;

#[test]
fn generated_buildings_are_clean() {
    for (storeys, rooms, seed) in [
        (1, 1, 1),
        (1, 2, 2),
        (2, 1, 3),
        (2, 41, 4),
        (3, 163, 5),
        (12, 20, 6),
        (40, 7, 7),
    ] {
        let text = Order::new(storeys, rooms, seed).unwrap().text();
        let source = Memory::new().with("main.muro", text);
        let model = compose(Path::new("main.muro"), &source).unwrap();
        let answer = CheckAnswer::of(&Derivation::new(&model));
        assert_eq!(answer.diagnostics, [], "{storeys} × {rooms}");
    }
}

#[test]
fn the_examples_are_clean() {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let mut checked = 0;
    let mut folders = vec![examples];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path
                .extension()
                .is_some_and(|extension| extension == "muro")
            {
                // Layers of a building are checked with their entry.
                let is_layer = path.with_file_name("main.muro").exists();
                if is_layer && path.file_name() != Some("main.muro".as_ref()) {
                    continue;
                }
                let model = compose(&path, &Disk).unwrap();
                let answer = CheckAnswer::of(&Derivation::new(&model));
                assert_eq!(answer.diagnostics, [], "{}", path.display());
                checked += 1;
            }
        }
    }
    assert!(checked >= 3, "{checked}");
}

#[test]
fn two_rooms_answer_as_the_protocol_chapter_shows() {
    let entry = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/two-rooms.muro");
    let model = compose(&entry, &Disk).unwrap();
    let answer = CheckAnswer::of(&Derivation::new(&model));
    let json = serde_json::to_string(&answer).unwrap();
    assert_eq!(
        json,
        r#"{"ok":true,"spaces":3,"boundaries":3,"errors":[],"warnings":[],"diagnostics":[]}"#
    );
}
