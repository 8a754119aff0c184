//! The examples of chapter 06, the explanations of the codes and their near misses.

#[path = "check_common/mod.rs"]
mod common;

use std::collections::BTreeSet;

use common::{Example, codes, examples, model_of, records};
use koyu_model::compose_text;
use koyu_query::Diagnostic;
use koyu_query::check::{Code, TABLE, guide, guides};

#[test]
fn the_examples_of_the_chapter() {
    let all = examples(include_str!("check/examples.txt"));
    assert!(all.len() > 100, "only {} examples were read", all.len());
    let mut failures = String::new();
    for Example {
        name,
        input,
        expected,
    } in all
    {
        let actual = records(&model_of(input));
        if actual != expected {
            failures += &format!("{name}\n{input}\nexpected {expected:#?}\nactual {actual:#?}\n\n");
        }
    }
    assert!(failures.is_empty(), "{failures}");
}

#[test]
fn the_examples_of_the_chapter_have_every_code_of_the_checker() {
    let all = examples(include_str!("check/examples.txt"));
    let seen: BTreeSet<String> = all
        .iter()
        .flat_map(|example| &example.expected)
        .map(|record| record["code"].as_str().unwrap().to_owned())
        .collect();
    let missing: Vec<&str> = TABLE
        .iter()
        .map(|row| row.text)
        .filter(|code| !seen.contains(*code) && *code != "SYN01")
        .collect();
    assert_eq!(missing, Vec::<&str>::new());
}

#[test]
fn every_explanation_shows_its_code() {
    assert_eq!(guides().count(), TABLE.len());
    for row in TABLE {
        let guide = guide(row.code).unwrap_or_else(|| panic!("{} has no explanation", row.text));
        match compose_text(guide.example) {
            Ok(model) => {
                let found = codes(&model);
                assert!(
                    found.contains(&row.text),
                    "{} is not in {found:?}",
                    row.text
                );
                assert_ne!(row.code, Code::Syn01);
            }
            Err(error) => {
                assert_eq!(row.code, Code::Syn01, "{}: {error}", row.text);
                let diagnostic = Diagnostic::unread(&error);
                assert_eq!((diagnostic.code, diagnostic.line), (Code::Syn01, Some(1)));
                assert_eq!(diagnostic.text(), error.to_string());
            }
        }
    }
}

/// Each text is all but one that would bring about the code of its heading.
#[test]
fn near_misses_bring_nothing_about() {
    let misses = examples(include_str!("check/near_misses.txt"));
    let mut seen = BTreeSet::new();
    let mut failures = String::new();
    for Example { name, input, .. } in &misses {
        let code = &name[..5];
        seen.insert(code);
        let found = codes(&model_of(input)).join(" ");
        if !found.is_empty() {
            failures += &format!("{name}: {found}\n{input}\n");
        }
    }
    assert!(failures.is_empty(), "{failures}");
    let missing: Vec<&str> = TABLE
        .iter()
        .map(|row| row.text)
        .filter(|code| !seen.contains(code))
        .collect();
    assert_eq!(missing, Vec::<&str>::new());
}

#[test]
fn an_error_in_an_imported_layer_belongs_to_that_layer() {
    let files = [
        ("main.muro", "koyu 1.0\nimport rooms.muro\n"),
        ("rooms.muro", "\nspace hall\n"),
    ];
    let error = common::compose_files(&files).unwrap_err();
    let record = serde_json::to_value(Diagnostic::unread(&error)).unwrap();
    assert_eq!(record["line"], 2);
    assert_eq!(record["file"], "rooms.muro");
    let missing = common::compose_files(&[]).unwrap_err();
    let record = serde_json::to_value(Diagnostic::unread(&missing)).unwrap();
    let keys: BTreeSet<&str> = record
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect();
    assert_eq!(keys, BTreeSet::from(["code", "message", "severity"]));
}

/// More intersections than the form derives columns on: the form is refused, the check is not.
#[test]
fn a_form_past_its_limits_is_checked_all_the_same() {
    let lines = |count: u32| {
        let coordinates: Vec<String> = (0..count).map(|n| (n * 100).to_string()).collect();
        coordinates.join(" ")
    };
    let text = format!(
        "grid X {}\ngrid Y {}\nlevel L1 0 h:2400 slab:150\nlevel L2 2700 h:2400 slab:150\n\
         space /L1/hall hall X1..X1100 Y1..Y1100 colour:red\n\
         space /L1/steps stair X1100..X1101 Y1..Y1100 stair:N riser:0.0001\n\
         column 50 L1\ncolumn 60 L2\n",
        lines(1_101),
        lines(1_101),
    );
    let model = model_of(&text);
    let derivation = koyu_model::form::Derivation::new(&model);
    let form = derivation.form(koyu_model::form::constants::CUT_HEIGHT);
    assert!(
        form.is_err(),
        "the form must be refused for this test to say anything"
    );
    assert_eq!(codes(&model), ["ATT03", "COL01"]);
}
