//! Every question, put to every building of the cases and examples in both eras.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use xtask::cases::{self, Eras, Server};
use xtask::{golden, repository};

/// Numbers beyond the doubles wherever a building can have some: answers say `null`.
const BEYOND: &str = "koyu 1.0
grid X 0 1000 <big>
grid Y 0 1000 <big>
level L1 0 h:<big> slab:<big>
level L2 <big>
asset W window w:<big> h:<big> x:<big>
zone /site site:1 area:<big>
polygon /site 0,0 <big>,0 <big>,<big>
column <big> L1 d:<big>
space /L1/a room X1..X3 Y1..Y3 daylight:1 use:u t:<big>
space /L1/b room X1..X2 Y1..Y2
space /out exterior road:<big>
boundary /L1/a /out t:<big>
  window W
  seg w:<big>
boundary /L1/a /L1/b
  door w:<big> h:<big>
";

fn server() -> Server {
    Server::new(|| {
        let built = golden::server::build(&repository(), golden::server::AS_TESTS);
        built.map_err(|error| error.to_string())
    })
}

/// The entries of all cases, and of the examples.
fn entries() -> Vec<PathBuf> {
    let mut folders = Vec::new();
    for root in [repository().join("cases"), repository().join("examples")]
        .into_iter()
        .chain(cases::roots_of_environment())
    {
        cases::find(&root, &mut folders).unwrap();
    }
    let mut entries: Vec<PathBuf> = folders.iter().map(|it| it.join("main.muro")).collect();
    entries.push(repository().join("examples/two-rooms.muro"));
    entries
}

/// Asks all that reads; gives the texts of what was answered.
fn ask(eras: &mut Eras, entry: &Path) -> Vec<String> {
    let file = entry.to_str().expect("a text");
    let mut answered = Vec::new();
    let mut put = |tool: &str, more: Value| {
        let mut arguments = json!({"file": file});
        if let (Some(all), Some(more)) = (arguments.as_object_mut(), more.as_object()) {
            all.extend(more.clone());
        }
        let result = eras
            .call(tool, &arguments)
            .unwrap_or_else(|told| panic!("{tool} {arguments}: {told}"));
        let text = result["content"][0]["text"].as_str().expect("a text");
        if result.get("isError").is_some() {
            return None;
        }
        answered.push(text.to_owned());
        Some(text.to_owned())
    };
    for tool in [
        "model_summary",
        "check",
        "layers",
        "light",
        "validate",
        "site",
        "canonical_json",
    ] {
        put(tool, json!({}));
    }
    put("new_uids", json!({"count": 2}));
    let spaces = put("spaces", json!({}));
    let spaces: Value = spaces.map_or(Value::Null, |it| serde_json::from_str(&it).unwrap());
    let (first, last) = (&spaces[0], spaces.as_array().and_then(|all| all.last()));
    if let (Some(from), Some(to)) = (first["path"].as_str(), last.map(|it| &it["path"])) {
        put("doors", json!({"from": from, "to": to}));
        put("doors", json!({"from": from, "to": "/nowhere"}));
        put("spaces", json!({"level": first["level"]}));
        put("plan_svg", json!({"level": first["level"]}));
    }
    answered
}

// TOOL-24
#[test]
fn both_eras_answer_alike_and_every_value_fits_its_schema() {
    let server = server();
    let folder = tempfile::tempdir().unwrap();
    let mut eras = Eras::start(server.path().unwrap(), folder.path()).unwrap();
    assert_eq!(eras.with_schema().count(), 11);
    let all = entries();
    assert!(all.len() > 100, "{}", all.len());
    let answered: usize = all.iter().map(|entry| ask(&mut eras, entry).len()).sum();
    assert!(answered > 4 * all.len(), "{answered} answers");
    eras.end().unwrap();
}

// TOOL-24
#[test]
fn numbers_beyond_the_doubles_fit_the_schemas_too() {
    let server = server();
    let folder = tempfile::tempdir().unwrap();
    let entry = folder.path().join("main.muro");
    let mut eras = Eras::start(server.path().unwrap(), folder.path()).unwrap();
    // One line at a time, because a building that is wrong answers nothing.
    let mut with_null = 0;
    let lines: Vec<&str> = BEYOND.lines().filter(|it| it.contains("<big>")).collect();
    for big in [
        "9".repeat(400),
        "9".repeat(300),
        format!("-{}", "9".repeat(400)),
    ] {
        for changed in &lines {
            let text = BEYOND.lines().map(|line| {
                let number = if line == *changed {
                    big.as_str()
                } else {
                    "5000"
                };
                line.replace("<big>", number) + "\n"
            });
            fs::write(&entry, text.collect::<String>()).unwrap();
            let answers = ask(&mut eras, &entry);
            with_null += answers.iter().filter(|it| it.contains(": null")).count();
        }
    }
    assert!(with_null > 20, "{with_null} answers hold a null");
    eras.end().unwrap();
}

// TOOL-24
#[test]
fn a_write_answers_alike_whether_it_is_done_or_refused() {
    let server = server();
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("main.muro"), "koyu 1.0\n").unwrap();
    let mut eras = Eras::start(server.path().unwrap(), folder.path()).unwrap();
    for (layer, content, written) in [
        ("main.muro", "koyu 1.0\nlevel L1 0\n", Some(true)),
        ("main.muro", "koyu 1.0\nboundary /a /b\n", Some(true)),
        ("main.muro", "nonsense\n", Some(false)),
        ("main.txt", "koyu 1.0\n", None),
    ] {
        let arguments = json!({"file": "main.muro", "layer": layer, "content": content});
        let result = eras.call("write_layer", &arguments).unwrap();
        let text = result["content"][0]["text"].as_str().unwrap();
        let answer: Option<Value> = serde_json::from_str(text).ok();
        let answered = answer.map(|answer| answer["written"] != false);
        assert_eq!(answered, written, "{text}");
    }
    eras.end().unwrap();
}
