//! The command line: help, version, and the refusal of everything unknown.

use std::io::Read;

use crate::client::{koyu_mcp, run};

#[test]
fn help_and_version_are_printed_and_end_with_status_0() {
    let help = run(koyu_mcp(&["--help"]), "");
    assert_eq!(help.status.code(), Some(0));
    let text = String::from_utf8(help.stdout).unwrap();
    for option in ["--help", "--version", "--max-line <BYTES>"] {
        assert!(text.contains(option), "{option} is not in {text}");
    }
    let version = run(koyu_mcp(&["--version"]), "");
    assert_eq!(version.status.code(), Some(0));
    assert_eq!(
        String::from_utf8(version.stdout).unwrap(),
        concat!("koyu-mcp ", env!("CARGO_PKG_VERSION"), "\n")
    );
}

#[test]
fn an_unknown_argument_is_status_2_and_never_a_wait_for_input() {
    for bad in [
        &["--unknown"][..],
        &["main.muro"],
        &["--max-line", "many"],
        &["--max-line", "0"],
        &["--max-line"],
    ] {
        let mut server = koyu_mcp(bad).spawn().unwrap();
        // The input stays open.
        let _input = server.stdin.take();
        assert_eq!(server.wait().unwrap().code(), Some(2), "{bad:?}");
        let (mut output, mut told) = (String::new(), String::new());
        server.stdout.unwrap().read_to_string(&mut output).unwrap();
        server.stderr.unwrap().read_to_string(&mut told).unwrap();
        assert_eq!(output, "", "{bad:?}");
        assert!(told.contains("--help"), "{told}");
    }
}
