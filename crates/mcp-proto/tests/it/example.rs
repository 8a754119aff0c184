//! The example of the documentation, compiled and held a conversation with.

use std::io::Write;
use std::process::{Command, Stdio};

use mcp_proto::Era;
use serde_json::{Value, json};

use crate::support::{request, wire};

#[test]
fn the_example_serves_both_eras() {
    // Beside this test lie the examples of the same profile.
    let test = std::env::current_exe().unwrap();
    let profile = test.ancestors().nth(2).unwrap();
    let mut server = Command::new(profile.join("examples/notes"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let call = |name: &str, arguments: Value| json!({"name": name, "arguments": arguments});
    let messages = [
        (
            "initialize",
            json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {}}),
        ),
        (
            "tools/call",
            json!({"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": call("add_note", json!({"text": "milk"}))}),
        ),
        (
            "tools/call",
            request(&json!(3), "tools/call", call("add_note", json!({}))),
        ),
        (
            "resources/read",
            request(&json!(4), "resources/read", json!({"uri": "notes://1"})),
        ),
    ];
    let mut input = server.stdin.take().unwrap();
    for (_, message) in &messages {
        writeln!(input, "{message}").unwrap();
    }
    drop(input);
    let output = server.wait_with_output().unwrap();
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).unwrap();
    let mut answers = vec![Value::Null; messages.len()];
    for line in text.lines() {
        let answer: Value = serde_json::from_str(line).unwrap();
        let place = usize::try_from(answer["id"].as_u64().unwrap()).unwrap() - 1;
        let era = if place < 2 { Era::Legacy } else { Era::Modern };
        wire::judge(era, messages[place].0, line);
        answers[place] = answer;
    }
    assert_eq!(answers[0]["result"]["serverInfo"]["name"], "notes");
    assert_eq!(
        answers[1]["result"]["structuredContent"],
        json!({"uri": "notes://1"})
    );
    assert_eq!(answers[2]["result"]["isError"], true);
    assert_eq!(answers[3]["result"]["contents"][0]["text"], "milk");
}
