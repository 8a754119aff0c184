//! Older revisions, with everything that is registered (11 §26).

use mcp_proto::Era;
use serde_json::{Value, json};

use crate::support::Client;
use crate::support::server::{builder, server};

fn result(method: &str, params: Value) -> Value {
    let answer = Client::new(&server()).ask_legacy(method, params);
    assert!(answer.get("error").is_none(), "{answer}");
    answer["result"].clone()
}

fn error(method: &str, params: Value) -> Value {
    Client::new(&server()).ask_legacy(method, params)["error"].clone()
}

#[test]
fn leg4_results_have_nothing_of_the_modern_era() {
    for (method, params) in [
        ("tools/list", json!({})),
        ("resources/list", json!({})),
        ("resources/templates/list", json!({})),
        ("prompts/list", json!({})),
        ("tools/call", json!({"name": "full"})),
        ("resources/read", json!({"uri": "t://kept"})),
        (
            "prompts/get",
            json!({"name": "summarize", "arguments": {"text": "x"}}),
        ),
    ] {
        let text = result(method, params).to_string();
        for key in [
            "resultType",
            "ttlMs",
            "cacheScope",
            "io.modelcontextprotocol/",
        ] {
            assert!(!text.contains(key), "{method}: {text}");
        }
    }
    // The handler's own keys stay.
    assert_eq!(
        result("tools/call", json!({"name": "marked"}))["_meta"],
        json!({"com.example/mark": 1})
    );
}

#[test]
fn leg5_the_handshake_knows_the_older_revisions() {
    for (asked, answered) in [
        (json!("2024-11-05"), "2024-11-05"),
        (json!("2025-03-26"), "2025-03-26"),
        (json!("2025-06-18"), "2025-06-18"),
        (json!("2025-11-25"), "2025-11-25"),
        (json!("2026-07-28"), "2025-11-25"),
        (json!("x"), "2025-11-25"),
        (json!(null), "2025-11-25"),
    ] {
        let result = result("initialize", json!({"protocolVersion": asked}));
        assert_eq!(result["protocolVersion"], answered);
        assert_eq!(
            result["serverInfo"],
            json!({"name": "test", "version": "1.2"})
        );
        assert_eq!(result["instructions"], "Read me.");
        assert_eq!(
            result["capabilities"]["resources"],
            json!({"subscribe": true, "listChanged": true})
        );
        assert_eq!(result["capabilities"]["tools"], json!({}));
    }
}

#[test]
fn leg6_leg24_ping_is_empty_and_params_that_are_no_object_count_as_one() {
    for params in [json!({}), json!(null), json!([1]), json!("x")] {
        assert_eq!(result("ping", params.clone()).to_string(), "{}");
        assert!(result("tools/list", params.clone()).get("tools").is_some());
        assert_eq!(error("tools/call", params)["code"], -32602);
    }
    let client = Client::new(&server());
    let initialized = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
    assert_eq!(client.send(Era::Legacy, &initialized), Vec::<Value>::new());
}

#[test]
fn leg7_only_objects_are_structured() {
    let listed = result("tools/list", json!({}));
    let entry = |name: &str| {
        let tools = listed["tools"].as_array().unwrap();
        tools.iter().find(|it| it["name"] == name).unwrap().clone()
    };
    assert!(entry("full").get("outputSchema").is_some());
    assert!(entry("list").get("outputSchema").is_none());
    let full = result("tools/call", json!({"name": "full"}));
    assert_eq!(
        full["structuredContent"],
        json!({"sum": 3, "a": [1.5, null]})
    );
    for tool in ["list", "null", "scalar"] {
        let result = result("tools/call", json!({"name": tool}));
        assert!(result.get("structuredContent").is_none());
        assert_eq!(result["content"].as_array().unwrap().len(), 1);
    }
    let completion = result(
        "completion/complete",
        json!({
            "ref": {"type": "ref/resource", "uri": "blog://posts/{id}"},
            "argument": {"name": "id", "value": "249"},
        }),
    );
    assert_eq!(completion["completion"]["values"], json!(["249"]));
    let broken = json!({"cursor": "x"});
    assert_eq!(error("tools/list", broken)["message"], "Unreadable cursor");
}

#[test]
fn leg8_codes_of_the_older_revisions() {
    let missing = error("resources/read", json!({"uri": "t://none"}));
    assert_eq!(missing["code"], -32002);
    assert_eq!(missing["data"], json!({"uri": "t://none"}));
    assert_eq!(error("tools/call", json!({"name": "none"}))["code"], -32602);
    assert_eq!(error("tools/call", json!({"name": "fail"}))["code"], -32603);
    assert_eq!(
        error("tools/call", json!({"name": "broken"}))["code"],
        -32603
    );
    assert_eq!(error("server/discover", json!({}))["code"], -32601);
    // Modern codes are never sent: this tool runs, whatever it requires.
    assert_eq!(
        result("tools/call", json!({"name": "needs"}))["content"][0]["text"],
        "done"
    );
}

#[test]
fn leg9_a_level_is_kept_for_the_connection() {
    let server = builder().logging(true).build().unwrap();
    let client = Client::new(&server);
    let call =
        json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "log"}});
    assert_eq!(client.send(Era::Legacy, &call).len(), 1);
    assert_eq!(
        client.ask_legacy("logging/setLevel", json!({"level": "loud"}))["error"]["code"],
        -32602
    );
    assert_eq!(
        client.ask_legacy("logging/setLevel", json!({"level": "error"}))["result"],
        json!({})
    );
    let messages = client.send(Era::Legacy, &call);
    assert_eq!(messages.len(), 2);
    assert_eq!(messages[0]["params"]["data"], "loud");
    assert_eq!(
        error("logging/setLevel", json!({"level": "error"}))["code"],
        -32601
    );
}

#[test]
fn leg10_subscriptions_without_metadata() {
    let server = server();
    let client = Client::new(&server);
    let told = || {
        client.connection.deliver();
        client
            .taken(Era::Legacy, "")
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>()
    };
    let uri = json!({"uri": "t://a"});
    assert_eq!(
        client.ask_legacy("resources/unsubscribe", uri.clone())["result"],
        json!({})
    );
    assert_eq!(
        client.ask_legacy("resources/subscribe", json!({}))["error"]["code"],
        -32602
    );
    server.notifier().resource_updated("t://a");
    assert_eq!(told(), Vec::<String>::new());
    assert_eq!(
        client.ask_legacy("resources/subscribe", uri.clone())["result"],
        json!({})
    );
    server.notifier().resource_updated("t://a");
    server.notifier().resource_updated("t://b");
    server.notifier().resource_list_changed();
    assert_eq!(
        told(),
        [
            r#"{"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"uri":"t://a"}}"#,
            r#"{"jsonrpc":"2.0","method":"notifications/resources/list_changed","params":{}}"#,
        ]
    );
    assert_eq!(
        client.ask_legacy("resources/unsubscribe", uri)["result"],
        json!({})
    );
    server.notifier().resource_updated("t://a");
    client.connection.close_subscriptions("shutdown");
    assert_eq!(told(), Vec::<String>::new());
}

#[test]
fn leg11_progress_of_a_legacy_request_goes_before_its_answer() {
    let client = Client::new(&server());
    let params = json!({"name": "progress", "_meta": {"progressToken": "p"}});
    let call = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params});
    let messages = client.send(Era::Legacy, &call);
    assert_eq!(messages.len(), 4);
    assert_eq!(messages[0]["params"]["progressToken"], "p");
}

#[test]
fn leg13_a_client_that_cannot_be_asked_is_told_so() {
    let asked = result("tools/call", json!({"name": "ask"}));
    assert_eq!(asked["isError"], true);
    assert_eq!(error("prompts/get", json!({"name": "ask"}))["code"], -32603);
    let read = error("resources/read", json!({"uri": "t://ask"}));
    assert_eq!(read["code"], -32603);
    assert!(
        read["message"]
            .as_str()
            .unwrap()
            .contains("cannot be asked")
    );
}

#[test]
fn leg23_ids_are_those_of_the_modern_era() {
    let client = Client::new(&server());
    for bad in [json!(null), json!(1.5), json!([]), json!(true)] {
        let message = json!({"jsonrpc": "2.0", "id": bad, "method": "ping"});
        let answers = client.send(Era::Legacy, &message);
        assert_eq!(answers[0]["error"]["code"], -32600);
        assert!(answers[0].get("id").is_none());
    }
    for message in [
        json!({"id": 1, "method": "ping"}),
        json!({"jsonrpc": "2.0", "id": 1, "method": 5}),
    ] {
        let answers = client.send(Era::Legacy, &message);
        assert_eq!(answers[0]["error"]["code"], -32600);
    }
}

#[test]
fn leg_refusals_have_the_words_of_the_older_chapter() {
    // 10 §6, where 11 §26 has none of its own.
    let unknown = error("unknown", json!({}));
    assert_eq!(unknown["message"], "Unsupported method: unknown");
    for (params, shown) in [
        (json!({}), "undefined"),
        (json!({"name": null}), "null"),
        (json!({"name": 5}), "5"),
        (json!({"name": "none"}), "none"),
    ] {
        let refused = error("tools/call", params);
        assert_eq!(refused["code"], -32602);
        assert_eq!(refused["message"], format!("Unknown tool: {shown}"));
    }
}
