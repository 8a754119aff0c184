//! 10 §5 and §7, 07 §1: calls, their arguments, and the buildings that they load.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::PathBuf;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::client::Client;

const ALL: [&str; 12] = [
    "model_summary",
    "check",
    "layers",
    "write_layer",
    "new_uids",
    "doors",
    "spaces",
    "light",
    "validate",
    "site",
    "plan_svg",
    "canonical_json",
];

/// Arguments that every tool takes.
const ENOUGH: &str =
    r#""layer":"x.muro","content":"koyu 1.0\n","from":"/a","to":"/b","level":"L1","more":[1e400]"#;

/// The tools that read: what is wrong with a building is an error in all of them.
fn reading() -> impl Iterator<Item = &'static str> {
    ALL.into_iter().filter(|tool| *tool != "write_layer")
}

/// A folder of layers, by its real path.
pub(crate) struct Site {
    _folder: TempDir,
    pub(crate) root: PathBuf,
}

impl Site {
    pub(crate) fn with(files: &[(&str, &[u8])]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let root = fs::canonicalize(folder.path()).unwrap();
        for (name, content) in files {
            let path = root.join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, content).unwrap();
        }
        Self {
            _folder: folder,
            root,
        }
    }

    pub(crate) fn path(&self, name: &str) -> String {
        self.root.join(name).to_str().unwrap().to_owned()
    }

    pub(crate) fn client(&self) -> Client {
        Client::start(&self.root)
    }
}

fn error(text: impl Into<String>) -> Result<String, String> {
    Err(text.into())
}

#[test]
fn s7_every_tool_wants_its_file_as_a_string_with_something_in_it() {
    let site = Site::with(&[]);
    let mut client = site.client();
    for tool in ALL {
        for arguments in [
            "null",
            "[]",
            "\"main.muro\"",
            "5",
            "{}",
            r#"{"file":null}"#,
            r#"{"file":5}"#,
            r#"{"file":["main.muro"]}"#,
            r#"{"file":""}"#,
            r#"{"file":"main.muro","file":""}"#,
        ] {
            assert_eq!(
                client.call(tool, arguments),
                error("file (a string) is required")
            );
        }
    }
    client.end();
}

#[test]
fn s7_the_answer_to_a_call_without_arguments_to_the_byte() {
    let site = Site::with(&[]);
    let mut client = site.client();
    assert_eq!(
        client.ask(r#"{"jsonrpc":"2.0","id":6,"method":"tools/call","params":{"name":"check"}}"#),
        r#"{"jsonrpc":"2.0","id":6,"result":{"content":[{"type":"text","text":"file (a string) is required"}],"isError":true}}"#
    );
    client.end();
}

#[test]
fn s7_arguments_are_looked_at_in_the_order_of_the_table() {
    let site = Site::with(&[
        ("main.muro", b"koyu 1.0\n"),
        ("bad.muro", b"koyu 1.0\nnonsense\n"),
    ]);
    let mut client = site.client();
    let cannot_read = error(format!(
        "line 0: Cannot read file: {}",
        site.path("none.muro")
    ));
    let count = error("count must be a whole number from 1 to 1000");
    let wanted = |name: &str| error(format!("{name} (a string) is required"));
    for (tool, arguments, expected) in [
        ("write_layer", r#"{"file":"none.muro"}"#, wanted("content")),
        (
            "write_layer",
            r#"{"file":"main.muro","layer":"x.muro","content":""}"#,
            wanted("content"),
        ),
        (
            "write_layer",
            r#"{"file":"main.muro","content":"x"}"#,
            wanted("layer"),
        ),
        (
            "write_layer",
            r#"{"file":"main.muro","content":"x","layer":5}"#,
            wanted("layer"),
        ),
        ("new_uids", r#"{"count":0}"#, count.clone()),
        (
            "new_uids",
            r#"{"count":"many","file":"none.muro"}"#,
            count.clone(),
        ),
        (
            "new_uids",
            r#"{"count":2,"count":null,"file":"main.muro"}"#,
            count,
        ),
        ("new_uids", r#"{"count":" 0x2 "}"#, wanted("file")),
        (
            "new_uids",
            r#"{"count":[[1.0]],"file":"none.muro"}"#,
            cannot_read.clone(),
        ),
        ("doors", r#"{"file":"none.muro"}"#, cannot_read.clone()),
        (
            "doors",
            r#"{"file":"main.muro","from":5,"to":""}"#,
            wanted("from"),
        ),
        (
            "doors",
            r#"{"file":"main.muro","from":"/a","to":""}"#,
            wanted("to"),
        ),
        ("plan_svg", r#"{"file":"none.muro"}"#, cannot_read),
        (
            "plan_svg",
            r#"{"file":"main.muro","level":7}"#,
            wanted("level"),
        ),
    ] {
        assert_eq!(client.call(tool, arguments), expected, "{tool} {arguments}");
    }
    for (tool, arguments) in [
        ("doors", r#"{"file":"bad.muro"}"#),
        ("plan_svg", r#"{"file":"bad.muro"}"#),
    ] {
        let told = client.call(tool, arguments).unwrap_err();
        assert!(
            told.starts_with(&format!("{}:line 2: ", site.path("bad.muro"))),
            "{told}"
        );
    }
    client.end();
}

#[test]
fn s7_an_entry_that_cannot_be_read_is_named_by_its_lexical_path() {
    let site = Site::with(&[("folder/main.muro", b"koyu 1.0\n")]);
    symlink("nowhere.muro", site.root.join("dangling.muro")).unwrap();
    let mut client = site.client();
    for tool in reading() {
        for (file, path) in [
            ("none.muro", "none.muro"),
            ("./folder/../none//x.muro/", "none/x.muro"),
            ("folder", "folder"),
            ("folder/", "folder"),
            (".", ""),
            (" folder/main.muro", " folder/main.muro"),
            ("~/main.muro", "~/main.muro"),
            ("dangling.muro", "dangling.muro"),
            (r"nul\u0000.muro", "nul\0.muro"),
        ] {
            let named = site.path(path);
            let named = named.strip_suffix('/').unwrap_or(&named);
            assert_eq!(
                client.call(tool, &format!(r#"{{"file":"{file}",{ENOUGH}}}"#)),
                error(format!("line 0: Cannot read file: {named}")),
                "{tool} {file}"
            );
        }
    }
    client.end();
}

#[test]
fn s7_what_does_not_compose_is_named_by_the_real_path_of_its_layer() {
    let site = Site::with(&[
        ("bad.muro", b"koyu 1.0\nnonsense\n"),
        ("open.muro", b"koyu 1.0\n\nimport ./none.muro\n"),
    ]);
    symlink("bad.muro", site.root.join("link.muro")).unwrap();
    let mut client = site.client();
    for tool in reading() {
        for file in ["bad.muro", "link.muro"] {
            let told = client
                .call(tool, &format!(r#"{{"file":"{file}",{ENOUGH}}}"#))
                .unwrap_err();
            let place = format!("{}:line 2: ", site.path("bad.muro"));
            assert!(
                told.starts_with(&place) && told.len() > place.len(),
                "{tool}: {told}"
            );
        }
        assert_eq!(
            client.call(tool, &format!(r#"{{"file":"open.muro",{ENOUGH}}}"#)),
            error(format!(
                "{}:line 3: Cannot read file: ./none.muro",
                site.path("open.muro")
            ))
        );
    }
    client.end();
}

#[test]
fn layers_gives_the_text_of_each_layer_as_it_stands_on_disk() {
    let main = "koyu 1.0\r\nimport ./sub/b.muro\r\nimport ./c.muro\r\nname e\u{301}";
    let b = b"\xef\xbb\xbf# mark, \xff and \xe2\x82\n";
    let site = Site::with(&[
        ("main.muro", main.as_bytes()),
        ("sub/b.muro", b),
        ("c.muro", b"import sub/b.muro\n"),
        ("unused.muro", b"koyu 1.0\n"),
    ]);
    symlink("main.muro", site.root.join("link.muro")).unwrap();
    let mut client = site.client();
    let expected = json!([
        {"file": site.path("main.muro"), "source": main},
        {"file": site.path("sub/b.muro"), "source": "\u{feff}# mark, \u{fffd} and \u{fffd}\n"},
        {"file": site.path("c.muro"), "source": "import sub/b.muro\n"},
    ]);
    for file in [
        "main.muro".to_owned(),
        "link.muro".to_owned(),
        site.path("main.muro"),
    ] {
        let text = client
            .call("layers", &format!(r#"{{"file":"{file}"}}"#))
            .unwrap();
        assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), expected);
    }
    client.end();
}

#[test]
fn layers_is_laid_out_with_one_space_a_level() {
    let site = Site::with(&[("empty.muro", b"")]);
    let mut client = site.client();
    assert_eq!(
        client.call("layers", r#"{"file":"empty.muro"}"#),
        Ok(format!(
            "[\n {{\n  \"file\": \"{}\",\n  \"source\": \"\"\n }}\n]",
            site.path("empty.muro")
        ))
    );
    client.end();
}

#[test]
fn canonical_json_gives_the_document_of_the_building() {
    let site = Site::with(&[("main.muro", b"koyu 1.0\n")]);
    let mut client = site.client();
    assert_eq!(
        client.call("canonical_json", r#"{"file":"main.muro","unknown":null}"#),
        Ok(
            "{\n \"format\": \"koyu-canonical/1.0\",\n \"koyu\": \"1.0\",\n \"unit\": \"mm\",\n \
            \"grid\": {\n  \"X\": [],\n  \"Y\": []\n },\n \"levels\": {},\n \"spaces\": {},\n \
            \"boundaries\": []\n}"
                .to_owned()
        )
    );
    client.end();
}

#[test]
fn every_call_sees_the_files_as_they_are_then() {
    let site = Site::with(&[("main.muro", b"koyu 1.0\n")]);
    let mut client = site.client();
    let arguments = r#"{"file":"main.muro"}"#;
    let sources = |text: Result<String, String>| {
        let layers: Value = serde_json::from_str(&text.unwrap()).unwrap();
        let layers = layers.as_array().unwrap().iter();
        layers
            .map(|layer| layer["source"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(sources(client.call("layers", arguments)), ["koyu 1.0\n"]);
    fs::write(site.root.join("more.muro"), "# more\n").unwrap();
    fs::write(site.root.join("main.muro"), "import ./more.muro\n").unwrap();
    assert_eq!(
        sources(client.call("layers", arguments)),
        ["import ./more.muro\n", "# more\n"]
    );
    fs::remove_file(site.root.join("main.muro")).unwrap();
    assert_eq!(
        client.call("layers", arguments),
        error(format!(
            "line 0: Cannot read file: {}",
            site.path("main.muro")
        ))
    );
    client.end();
}

// 07 §1.4: what the server remembers is never visible in an answer.
#[test]
fn s1_4_every_call_is_answered_from_the_files_as_they_are_then() {
    let site = Site::with(&[
        ("main.muro", b"koyu 1.0\nimport ./part.muro\n"),
        ("part.muro", b"level L1 0\n"),
        ("other.muro", b"level L1 0\nspace /b room\nspace /c room\n"),
    ]);
    let mut client = site.client();
    let mut spaces = |entry: &str| {
        let arguments = json!({"file": entry}).to_string();
        let text = client.call("check", &arguments)?;
        // Asked twice, so that whatever is kept is used.
        assert_eq!(client.call("check", &arguments), Ok(text.clone()));
        let answer: Value = serde_json::from_str(&text).unwrap();
        Ok::<_, String>(answer["spaces"].clone())
    };
    assert_eq!(spaces("main.muro"), Ok(json!(0)));
    fs::write(site.path("part.muro"), "level L1 0\nspace /a room\n").unwrap();
    assert_eq!(spaces("main.muro"), Ok(json!(1)));
    assert_eq!(spaces("other.muro"), Ok(json!(2)));
    assert_eq!(spaces("main.muro"), Ok(json!(1)));
    fs::remove_file(site.path("part.muro")).unwrap();
    assert!(spaces("main.muro").is_err());
    symlink("other.muro", site.path("part.muro")).unwrap();
    assert_eq!(spaces("main.muro"), Ok(json!(2)));
    client.end();
}
