//! Runs the entries of `expected/tools.json` of every case under the roots that the environment
//! variable `KOYU_CASES` names, separated by `:`, as far as a question here answers them.

mod common;

use std::path::{Path, PathBuf};

use common::json::Json;
use koyu_model::form::Derivation;
use koyu_model::{Disk, Model, compose};
use koyu_query::{CheckCounts, doors, light, model_summary, site, spaces, validate};

/// Free text, which is not compared.
const FREE: &[&str] = &["message", "hint", "note", "source"];

/// Tools that something other than a question of this crate's own answers.
const ELSEWHERE: &[&str] = &[
    "check",
    "layers",
    "write_layer",
    "plan_svg",
    "canonical_json",
    "new_uids",
];

fn answer<T: serde::Serialize>(answer: &T) -> Json {
    Json::read(&koyu_model::json::to_string(answer, " "))
}

fn count(of: Option<&Json>) -> usize {
    match of {
        Some(Json::Number(number)) => *number as usize,
        _ => 0,
    }
}

/// The answer to an entry; `None` if it is not for here.
fn ask(model: &Model, entry: &Json) -> Option<Json> {
    let tool = entry.get("tool")?.text()?;
    if ELSEWHERE.contains(&tool) || entry.get("isError").is_some() {
        return None;
    }
    let derivation = Derivation::new(model);
    let argument = |name: &str| entry.get("arguments").and_then(|all| all.get(name));
    let text = |name: &str| argument(name).and_then(Json::text).unwrap_or_default();
    Some(match tool {
        "model_summary" => {
            // The counts are another question's answer and only handed through here.
            let of = |severity| -> usize {
                let result = entry.get("result").and_then(|result| result.get("check"));
                count(result.and_then(|check| check.get(severity)))
            };
            let (errors, warnings) = (of("errors"), of("warnings"));
            answer(&model_summary(
                &derivation,
                CheckCounts { errors, warnings },
            ))
        }
        "doors" => answer(&doors(&derivation, text("from"), text("to"))),
        "spaces" => match argument("level") {
            None | Some(Json::Null | Json::Bool(false)) => answer(&spaces(&derivation, None)),
            Some(Json::Text(level)) => answer(&spaces(
                &derivation,
                Some(level.as_str()).filter(|level| !level.is_empty()),
            )),
            // What other values mean is for whoever reads arguments.
            Some(_) => return None,
        },
        "light" => answer(&light(&derivation)),
        "site" => answer(&site(&derivation)),
        "validate" => answer(&validate(&derivation).ok()?),
        other => panic!("no tool is called {other}"),
    })
}

/// How many entries of a case were compared and how many are not for here.
fn run(case: &Path, failures: &mut Vec<String>) -> (usize, usize) {
    let Ok(expected) = std::fs::read_to_string(case.join("expected/tools.json")) else {
        return (0, 0);
    };
    let Json::List(entries) = Json::read(&expected) else {
        panic!("{}: tools.json is no list", case.display());
    };
    let folder = case.canonicalize().unwrap();
    let model = compose(&folder.join("main.muro"), &Disk);
    let (mut compared, mut left) = (0, 0);
    for (number, entry) in entries.into_iter().enumerate() {
        let actual = model.as_ref().ok().and_then(|model| ask(model, &entry));
        let Some(actual) = actual else {
            left += 1;
            continue;
        };
        compared += 1;
        let folder = folder.to_string_lossy();
        let actual = actual.normalised(FREE, &folder, "<abs>");
        let Some(expected) = entry.get("result").cloned() else {
            failures.push(format!("{} entry {number}: no result", case.display()));
            continue;
        };
        let expected = expected.normalised(FREE, "<abs>", "<abs>");
        if let Some(difference) = expected.difference(&actual, "") {
            let tool = entry.get("tool").and_then(Json::text).unwrap_or_default();
            failures.push(format!("{} {tool}{difference}", case.display()));
        }
    }
    (compared, left)
}

#[test]
fn the_answers_of_every_case_are_as_expected() {
    let roots = std::env::var("KOYU_CASES").unwrap_or_default();
    let mut cases: Vec<PathBuf> = Vec::new();
    for root in roots.split(':').filter(|root| !root.is_empty()) {
        let entries = std::fs::read_dir(root).unwrap();
        cases.extend(entries.map(|entry| entry.unwrap().path()));
    }
    cases.sort();
    let mut failures = Vec::new();
    let (mut compared, mut left) = (0, 0);
    for case in &cases {
        let (here, elsewhere) = run(case, &mut failures);
        compared += here;
        left += elsewhere;
    }
    let counts = format!("{compared} answers compared, {left} not for here");
    assert!(failures.is_empty(), "{counts}\n{}", failures.join("\n"));
    assert!(roots.is_empty() || compared > 0, "{counts}");
    if !roots.is_empty() {
        eprintln!("{counts}");
    }
}

#[test]
fn differences_are_found() {
    let differ = |a: &str, b: &str| Json::read(a).difference(&Json::read(b), "").is_some();
    assert!(!differ(r#"{"a":[1,-0]}"#, r#"{"a":[1.0000000001,0.0]}"#));
    for (a, b) in [
        ("1", "1.00001"),
        ("[1]", "[1,2]"),
        (r#"{"a":1,"b":2}"#, r#"{"b":2,"a":1}"#),
        (r#"{"a":1}"#, r#"{}"#),
        ("null", "0"),
        (r#""a""#, r#""b""#),
    ] {
        assert!(differ(a, b), "{a} {b}");
    }
    let all = Json::read(r#"{"note":1,"a":[{"message":2,"b":"/x/y"}]}"#);
    let kept = all.normalised(FREE, "/x", "<abs>");
    assert_eq!(kept, Json::read(r#"{"a":[{"b":"<abs>/y"}]}"#));
}
