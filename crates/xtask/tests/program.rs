//! The built program: what goes to standard output, and what its exit status says.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn xtask(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_xtask"))
        .current_dir(folder)
        .args(arguments)
        .output()
        .expect("the program starts")
}

fn said(output: &Output) -> (&str, &str) {
    let text = |bytes| std::str::from_utf8(bytes).expect("UTF-8");
    (text(&output.stdout), text(&output.stderr))
}

#[test]
fn dump_prints_the_document_alone_from_any_folder() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("below")).unwrap();
    fs::write(folder.path().join("main.muro"), "name x\n").unwrap();
    for (place, file) in [(".", "main.muro"), ("below", "../main.muro")] {
        let output = xtask(&folder.path().join(place), &["dump", "canonical", file]);
        let (out, err) = said(&output);
        assert!(output.status.success());
        assert!(out.starts_with("{\n  \"format\": \"koyu-canonical/1.0\",\n  \"name\": \"x\","));
        assert!(out.ends_with("\n}\n"));
        assert_eq!(err, "");
    }
}

#[test]
fn a_fault_goes_to_standard_error_and_fails() {
    let folder = tempfile::tempdir().unwrap();
    let output = xtask(folder.path(), &["dump", "canonical", "none.muro"]);
    assert!(!output.status.success());
    assert_eq!(said(&output), ("", "line 0: Cannot read file: none.muro\n"));
    fs::write(folder.path().join("bad.muro"), "name x\nover /a h:1\n").unwrap();
    let output = xtask(folder.path(), &["dump", "model", "bad.muro"]);
    assert!(!output.status.success());
    let (out, err) = said(&output);
    assert_eq!(out, "");
    assert!(
        err.ends_with("/bad.muro:line 2: No such target for over: /a\n"),
        "{err}"
    );
    for arguments in [
        &["generate", "--storeys", "0", "--rooms", "1", "-"][..],
        &["cases", "none"],
        &["golden", "--folder", "none", "--server", "/bin/cat"],
        &["bench", "none.muro"],
        &["what"],
    ] {
        let output = xtask(folder.path(), arguments);
        assert!(!output.status.success(), "{arguments:?}");
        let (out, err) = said(&output);
        assert_eq!(out, "", "{arguments:?}");
        assert_ne!(err, "", "{arguments:?}");
    }
}

#[test]
fn generate_writes_the_same_to_a_file_and_to_standard_output() {
    let folder = tempfile::tempdir().unwrap();
    let order = ["generate", "--storeys", "2", "--rooms", "5", "--seed", "9"];
    let to = |out: &'static str| xtask(folder.path(), &[&order[..], &[out]].concat());
    let printed = to("-");
    assert_eq!(said(&to("out.muro")), ("", ""));
    let written = fs::read_to_string(folder.path().join("out.muro")).unwrap();
    assert_eq!(said(&printed), (written.as_str(), ""));
    let output = xtask(folder.path(), &["bench", "out.muro"]);
    let (table, _) = said(&output);
    let row = table.lines().nth(1).expect("a row below the head");
    assert!(row.starts_with("out.muro "), "{table}");
    assert!(row.contains(&format!(" {} ", written.len())), "{table}");
}

#[test]
fn cases_that_fail_and_transcripts_that_differ_fail_the_program() {
    let folder = tempfile::tempdir().unwrap();
    let expected = folder.path().join("cases/one/expected");
    fs::create_dir_all(&expected).unwrap();
    fs::write(expected.join("../main.muro"), "name x\n").unwrap();
    fs::write(expected.join("parse-error.txt"), "anything\n").unwrap();
    let output = xtask(folder.path(), &["cases", "cases"]);
    assert!(!output.status.success());
    assert!(said(&output).0.contains("parse-error.txt:\n"), "{output:?}");

    let golden = folder.path().join("one.txt");
    fs::write(&golden, "> {\"id\":1,\"method\":\"a\"}\n").unwrap();
    let check = ["golden", "--folder", ".", "--server", "/bin/cat", "--check"];
    let output = xtask(folder.path(), &check);
    assert!(!output.status.success());
    assert!(said(&output).0.contains("+< {\"id\":1"), "{output:?}");
    let write = &check[..5];
    assert!(xtask(folder.path(), write).status.success());
    assert!(xtask(folder.path(), &check).status.success());
}
