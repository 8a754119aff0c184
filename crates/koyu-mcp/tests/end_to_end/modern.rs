//! The current revision: what koyu adds to the protocol (11 DISC-6, TOOL-14, TOOL-24), and the
//! signals that end the process.

use std::fs;
use std::io::{BufRead, Read};
use std::process::Command;

use serde_json::{Value, json};

use crate::client::{Client, answers};

fn request(id: u32, method: &str, params: Value) -> String {
    let mut params = params;
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}).to_string()
}

fn result(client: &mut Client, method: &str, params: Value) -> Value {
    let answer: Value = serde_json::from_str(&client.ask(&request(1, method, params))).unwrap();
    assert!(answer.get("error").is_none(), "{answer}");
    answer["result"].clone()
}

#[test]
fn disc6_only_tools_are_offered_and_a_subscription_stays_silent() {
    let folder = tempfile::tempdir().unwrap();
    let mut client = Client::start(folder.path());
    let discovered = result(&mut client, "server/discover", json!({}));
    assert_eq!(discovered["capabilities"], json!({"tools": {}}));
    let wish = json!({"notifications": {"toolsListChanged": true, "resourcesListChanged": true}});
    let first: Value =
        serde_json::from_str(&client.ask(&request(2, "subscriptions/listen", wish))).unwrap();
    assert_eq!(first["params"]["notifications"], json!({}));
    for method in ["resources/list", "prompts/list"] {
        let answer: Value =
            serde_json::from_str(&client.ask(&request(3, method, json!({})))).unwrap();
        assert_eq!(answer["error"]["code"], -32601);
    }
    client.end();
}

#[test]
fn tool24_modern_entries_have_titles_schemas_and_annotations() {
    let list = answers(request(1, "tools/list", json!({})));
    let list: Value = serde_json::from_str(&list[0]).unwrap();
    let tools = list["result"]["tools"].as_array().unwrap();
    assert_eq!(tools.len(), 12);
    for tool in tools {
        let name = tool["name"].as_str().unwrap();
        assert!(
            tool["title"]
                .as_str()
                .is_some_and(|title| !title.is_empty()),
            "{name}"
        );
        assert_eq!(
            tool.get("outputSchema").is_none(),
            name == "plan_svg",
            "{name}"
        );
        let hints = if name == "write_layer" {
            json!({
                "readOnlyHint": false, "destructiveHint": true, "idempotentHint": true,
                "openWorldHint": false,
            })
        } else {
            json!({"readOnlyHint": true, "openWorldHint": false})
        };
        assert_eq!(tool["annotations"], hints, "{name}");
    }
}

#[test]
fn tool24_tool14_the_value_is_that_of_the_text_and_errors_have_the_same_words() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(
        folder.path().join("main.muro"),
        "koyu 1.0\nlevel 10 0\nlevel 2 1.5\n",
    )
    .unwrap();
    let mut client = Client::start(folder.path());
    for tool in ["layers", "canonical_json"] {
        let arguments = json!({"file": "main.muro"});
        let legacy = client.call(tool, &arguments.to_string()).unwrap();
        let params = json!({"name": tool, "arguments": arguments});
        let modern = result(&mut client, "tools/call", params);
        assert_eq!(modern["content"], json!([{"type": "text", "text": legacy}]));
        let text: Value = serde_json::from_str(&legacy).unwrap();
        // The order of members too.
        assert_eq!(modern["structuredContent"].to_string(), text.to_string());
        assert!(modern.get("isError").is_none());
    }
    for (tool, arguments) in [
        ("check", json!({})),
        ("check", json!({"file": 5})),
        ("doors", json!({"file": "main.muro"})),
        ("new_uids", json!({"count": 0})),
        ("layers", json!({"file": "none.muro"})),
    ] {
        let legacy = client.call(tool, &arguments.to_string()).unwrap_err();
        let params = json!({"name": tool, "arguments": arguments});
        let modern = result(&mut client, "tools/call", params);
        assert_eq!(modern["content"], json!([{"type": "text", "text": legacy}]));
        assert_eq!(modern["isError"], true);
    }
    client.end();
}

#[test]
fn stdio10_a_signal_closes_subscriptions_and_ends_with_0() {
    for signal in ["-TERM", "-INT"] {
        let folder = tempfile::tempdir().unwrap();
        let mut client = Client::start(folder.path());
        client.ask(&request(
            7,
            "subscriptions/listen",
            json!({"notifications": {}}),
        ));
        let id = client.server.id().to_string();
        let sent = Command::new("kill").args([signal, &id]).status().unwrap();
        assert!(sent.success());
        // The input is still open.
        let mut rest = String::new();
        client.output.read_line(&mut rest).unwrap();
        assert!(rest.contains("notifications/cancelled"), "{rest}");
        client.output.read_to_string(&mut rest).unwrap();
        assert_eq!(rest.lines().count(), 2);
        assert_eq!(client.server.wait().unwrap().code(), Some(0));
    }
}
