//! The envelope, the era, the metadata and the version of requests (11 §1–§5).

use mcp_proto::{Dropped, Era, LegacyProfile};
use serde_json::{Value, json};

use crate::support::server::{builder, server};
use crate::support::{Client, block_on, meta, request};

fn raw(text: &str) -> Result<Vec<String>, Dropped> {
    block_on(server().answer(text.as_bytes()))
}

/// The only answer to a text.
fn answer(text: &str) -> Value {
    let answers = raw(text).unwrap();
    assert_eq!(answers.len(), 1, "{text}: {answers:?}");
    crate::support::wire::judge(Era::Modern, "tools/list", &answers[0]);
    serde_json::from_str(&answers[0]).unwrap()
}

/// A `tools/list` whose members are given as text, with good params.
fn with(members: &str) -> String {
    let params = json!({"_meta": meta(json!({}))});
    format!(r#"{{{members},"params":{params}}}"#)
}

#[test]
fn base1_base2_base3_one_object_is_one_message_and_only_requests_are_answered() {
    let good = with(r#""jsonrpc":"2.0","id":1,"method":"tools/list""#);
    assert_eq!(answer(&good)["id"], 1);
    // BASE-3: a client's response and everything else without a method is none of a request.
    for silent in [
        r#"{"jsonrpc":"2.0","id":1,"result":{}}"#,
        r#"{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":""}}"#,
        r#"{"jsonrpc":"2.0"}"#,
        "{}",
    ] {
        assert_eq!(raw(silent), Ok(Vec::new()), "{silent}");
    }
}

#[test]
fn base4_base5_ids_come_back_in_their_type() {
    for (sent, back) in [
        ("7", json!(7)),
        ("\"7\"", json!("7")),
        ("\"\"", json!("")),
        ("1.0", json!(1)),
        ("1e2", json!(100)),
        ("-9007199254740991", json!(-9_007_199_254_740_991_i64)),
    ] {
        let members = format!(r#""jsonrpc":"2.0","id":{sent},"method":"tools/list""#);
        assert_eq!(answer(&with(&members))["id"], back);
    }
}

#[test]
fn base4_base6_a_bad_id_is_an_invalid_request_without_id() {
    for bad in [
        "null",
        "true",
        "[]",
        "{}",
        "1.5",
        "9007199254740992",
        "1e400",
    ] {
        let members = format!(r#""jsonrpc":"2.0","id":{bad},"method":"tools/list""#);
        let answer = answer(&with(&members));
        assert_eq!(answer["error"]["code"], -32600, "{bad}");
        assert!(answer.get("id").is_none(), "{answer}");
    }
}

#[test]
fn base7_params_without_metadata_is_legacy_here_and_never_modern() {
    // On HTTP the header decides; without one, params that are no object cannot be modern.
    let strict = builder().legacy(false).build().unwrap();
    for params in ["[]", "\"x\"", "1", "true", "null"] {
        let text = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{params}}}"#);
        let answers = block_on(strict.answer(text.as_bytes())).unwrap();
        assert!(answers[0].contains(r#""code":-32602"#), "{answers:?}");
    }
}

#[test]
fn base8_unknown_members_are_passed_over() {
    let client = Client::new(&server());
    let mut message = request(&json!(1), "tools/list", json!({"other": [1]}));
    message["more"] = json!({"x": 1});
    assert!(
        client.send(Era::Modern, &message)[0]
            .get("result")
            .is_some()
    );
}

#[test]
fn base9_era6_notifications_are_never_answered() {
    let client = Client::new(&server());
    for method in [
        "notifications/initialized",
        "tools/list",
        "what",
        "notifications/cancelled",
    ] {
        for params in [json!({"_meta": meta(json!({}))}), json!([]), json!(null)] {
            let message = json!({"jsonrpc": "2.0", "method": method, "params": params});
            assert_eq!(client.send(Era::Modern, &message), Vec::<Value>::new());
        }
    }
    assert_eq!(raw(r#"{"method":5}"#), Ok(Vec::new()));
}

#[test]
fn base10_base11_what_is_dropped_has_no_answer() {
    let good = with(r#""jsonrpc":"2.0","id":1,"method":"tools/list""#);
    assert_eq!(raw(&format!("[{good}]")), Err(Dropped::NotAnObject));
    for other in ["1", "\"x\"", "null", "[]"] {
        assert_eq!(raw(other), Err(Dropped::NotAnObject));
    }
    let deep = format!(r#"{{"x":{}{}}}"#, "[".repeat(128), "]".repeat(128));
    assert!(matches!(raw(&deep), Err(Dropped::NotJson(_))));
    assert!(matches!(raw("{"), Err(Dropped::NotJson(_))));
    // The last of a key given twice counts.
    let twice = with(r#""jsonrpc":"1","id":1,"jsonrpc":"2.0","id":2,"method":"tools/list""#);
    assert_eq!(answer(&twice)["id"], 2);
}

#[test]
fn base12_a_wrong_version_of_json_rpc_or_a_method_that_is_no_text_is_an_invalid_request() {
    for members in [
        r#""id":1,"method":"tools/list""#,
        r#""jsonrpc":"1.0","id":1,"method":"tools/list""#,
        r#""jsonrpc":2.0,"id":1,"method":"tools/list""#,
        r#""jsonrpc":"2.0","id":1,"method":5"#,
        r#""jsonrpc":"2.0","id":1,"method":null"#,
    ] {
        let answer = answer(&with(members));
        assert_eq!(answer["error"]["code"], -32600, "{members}");
        assert_eq!(answer["id"], 1);
    }
}

#[test]
fn base13_two_requests_in_flight_under_one_id_and_the_first_goes_on() {
    let client = Client::new(&server());
    let echo = |text: &str| json!({"name": "echo", "arguments": {"text": text}});
    let first = client
        .receive(&request(&json!(7), "tools/call", echo("first")))
        .unwrap();
    let second = client
        .receive(&request(&json!(7), "tools/call", echo("second")))
        .unwrap();
    let other_type = client
        .receive(&request(&json!("7"), "tools/call", echo("text")))
        .unwrap();
    block_on(async {
        second.run().await;
        other_type.run().await;
        first.run().await;
    });
    let answers = client.taken(Era::Modern, "tools/call");
    assert_eq!(answers[0]["error"]["code"], -32600);
    assert_eq!(answers[0]["id"], 7);
    assert_eq!(answers[1]["id"], "7");
    assert_eq!(answers[2]["result"]["content"][0]["text"], "first");
    // Answered, its id is free.
    assert_eq!(
        client.call("echo", json!({"text": "again"}))["content"][0]["text"],
        "again"
    );
}

#[test]
fn base14_era1_nothing_is_remembered_and_the_eras_alternate() {
    let client = Client::new(&server());
    let capable = json!({"io.modelcontextprotocol/clientCapabilities": {"roots": {}}});
    let can = |more: Value| {
        let params = json!({"name": "can", "_meta": meta(more)});
        client.result("tools/call", params)["structuredContent"]["roots"].clone()
    };
    for _ in 0..2 {
        assert_eq!(can(capable.clone()), true);
        assert_eq!(can(json!({})), false);
        let answer = client.ask_legacy("initialize", json!({"protocolVersion": "2025-06-18"}));
        assert_eq!(answer["result"]["protocolVersion"], "2025-06-18");
        assert_eq!(client.code("initialize", json!({})), -32601);
        assert_eq!(client.ask_legacy("ping", json!({}))["result"], json!({}));
    }
}

#[test]
fn era2_one_request_key_is_enough_to_be_modern() {
    let client = Client::new(&server());
    let partial = json!({"_meta": {"io.modelcontextprotocol/clientCapabilities": {}}});
    let error = client.error("server/discover", partial);
    assert_eq!(error["code"], -32602);
    assert_eq!(
        error["message"],
        "_meta lacks io.modelcontextprotocol/protocolVersion"
    );
    let bare = client.ask_legacy("server/discover", json!({}));
    assert_eq!(bare["error"]["code"], -32601);
}

#[test]
fn era4_methods_of_the_other_era_are_unknown() {
    let client = Client::new(&server());
    for method in [
        "initialize",
        "ping",
        "logging/setLevel",
        "resources/subscribe",
        "resources/unsubscribe",
        "tasks/get",
        "unknown/method",
        "TOOLS/LIST",
        "",
    ] {
        let error = client.error(method, json!({}));
        assert_eq!(error["code"], -32601);
        assert_eq!(error["message"], format!("Method not found: {method}"));
    }
    assert_eq!(
        client.ask_legacy("subscriptions/listen", json!({}))["error"]["code"],
        -32601
    );
}

#[test]
fn era5_without_legacy_service_the_handshake_names_what_is_served() {
    let server = builder().legacy(false).build().unwrap();
    let client = Client::new(&server);
    for (params, requested) in [
        (json!({"protocolVersion": "2025-06-18"}), "2025-06-18"),
        (json!({"protocolVersion": 5}), ""),
        (json!({}), ""),
    ] {
        let error = client.ask_legacy("initialize", params)["error"].clone();
        assert_eq!(error["code"], -32022);
        assert_eq!(
            error["data"],
            json!({"supported": ["2026-07-28"], "requested": requested})
        );
    }
    // The envelope comes first (ERR-5).
    let bad = client.send(
        Era::Legacy,
        &json!({"jsonrpc": "2.0", "id": null, "method": "ping"}),
    );
    assert_eq!(bad[0]["error"]["code"], -32600);
    assert_eq!(bad[0].get("id"), None);
    assert_eq!(
        client.ask_legacy("ping", json!({}))["error"]["code"],
        -32602
    );
    assert!(
        client
            .result("tools/list", json!({}))
            .get("tools")
            .is_some()
    );
}

#[test]
fn meta1_both_required_keys_of_their_types_and_the_message_names_the_key() {
    let client = Client::new(&server());
    let version = "io.modelcontextprotocol/protocolVersion";
    let capabilities = "io.modelcontextprotocol/clientCapabilities";
    for (meta, named) in [
        (json!({capabilities: {}}), version),
        (json!({version: "2026-07-28"}), capabilities),
        (json!({version: 1, capabilities: {}}), version),
        (json!({version: null, capabilities: {}}), version),
        (
            json!({version: "2026-07-28", capabilities: []}),
            capabilities,
        ),
        (
            json!({version: "2026-07-28", capabilities: null}),
            capabilities,
        ),
    ] {
        for method in ["server/discover", "tools/list", "tools/call"] {
            let error = client.error(method, json!({"_meta": meta}));
            assert_eq!(error["code"], -32602);
            assert!(
                error["message"].as_str().unwrap().contains(named),
                "{error}"
            );
        }
    }
}

#[test]
fn meta2_meta3_optional_keys_may_be_absent_and_not_wrong() {
    let client = Client::new(&server());
    let info = "io.modelcontextprotocol/clientInfo";
    let level = "io.modelcontextprotocol/logLevel";
    let ask = |more: Value| client.ask("tools/list", json!({"_meta": meta(more)}));
    for good in [
        json!({}),
        json!({info: {"name": "n", "version": "1"}}),
        json!({info: {"name": "n", "version": "1", "title": "t", "icons": [], "x": 1}}),
        json!({level: "debug"}),
        json!({level: "emergency"}),
        json!({"progressToken": "p"}),
        json!({"progressToken": 1.0}),
        json!({"x": null, "traceparent": "00-1"}),
    ] {
        assert!(ask(good.clone()).get("result").is_some(), "{good}");
    }
    for bad in [
        json!({info: null}),
        json!({info: "n"}),
        json!({info: {"name": "n"}}),
        json!({info: {"name": 1, "version": "1"}}),
        json!({info: {"name": "n", "version": "1", "title": 1}}),
        json!({level: "INFO"}),
        json!({level: "loud"}),
        json!({level: 1}),
        json!({level: null}),
        json!({"progressToken": 1.5}),
        json!({"progressToken": null}),
        json!({"progressToken": []}),
    ] {
        assert_eq!(ask(bad.clone())["error"]["code"], -32602, "{bad}");
    }
}

#[test]
fn meta4_who_the_client_is_changes_nothing() {
    let client = Client::new(&server());
    let listed = |more: Value| client.result("tools/list", json!({"_meta": meta(more)}));
    let info = "io.modelcontextprotocol/clientInfo";
    let plain = listed(json!({}));
    assert_eq!(
        listed(json!({info: {"name": "admin", "version": "9"}})),
        plain
    );
}

#[test]
fn meta5_capabilities_reach_the_handler_as_they_are_declared() {
    let client = Client::new(&server());
    let can = |declared: Value| {
        let more = json!({"io.modelcontextprotocol/clientCapabilities": declared});
        let params = json!({"name": "can", "_meta": meta(more)});
        client.result("tools/call", params)["structuredContent"].clone()
    };
    let all = can(json!({
        "elicitation": {"form": {}, "url": {}}, "roots": {"listChanged": true},
        "sampling": {"tools": {}, "context": {}}, "unknown": {},
    }));
    assert!(
        all.as_object().unwrap().values().all(|it| it == true),
        "{all}"
    );
    let none = can(json!({"elicitation": 1, "roots": null, "sampling": true}));
    assert!(
        none.as_object().unwrap().values().all(|it| it == false),
        "{none}"
    );
}

#[test]
fn meta_other_keys_pass_to_the_handler_untouched() {
    let client = Client::new(&server());
    let params = json!({"name": "trace", "_meta": meta(json!({"traceparent": "00-ab-cd-01"}))});
    let result = client.result("tools/call", params);
    assert_eq!(result["content"][0]["text"], "\"00-ab-cd-01\"");
}

#[test]
fn ver1_ver2_ver5_only_this_revision_is_served_whatever_the_method() {
    let client = Client::new(&server());
    let supported = client.result("server/discover", json!({}))["supportedVersions"].clone();
    for version in ["2025-11-25", "2026-07-29", "2026-07-28 ", "", "v999.0.0"] {
        let meta = meta(json!({"io.modelcontextprotocol/protocolVersion": version}));
        for method in ["server/discover", "tools/list", "initialize", "unknown"] {
            let error = client.error(method, json!({"_meta": meta}));
            assert_eq!(error["code"], -32022);
            assert_eq!(
                error["data"],
                json!({"supported": supported, "requested": version})
            );
        }
    }
}

#[test]
fn ver4_err5_the_first_failing_check_answers() {
    let client = Client::new(&server());
    let bad_version = json!({"io.modelcontextprotocol/protocolVersion": "v9"});
    let code = |method: &str, params: Value| client.code(method, params);
    // Metadata before version.
    let bad_both = json!({
        "io.modelcontextprotocol/protocolVersion": "v9", "progressToken": [],
    });
    assert_eq!(code("unknown", json!({"_meta": meta(bad_both)})), -32602);
    // Version before method, tool and params.
    let old = meta(bad_version);
    assert_eq!(code("unknown", json!({"_meta": old})), -32022);
    assert_eq!(
        code("tools/call", json!({"_meta": old, "name": "none"})),
        -32022
    );
    assert_eq!(code("tools/call", json!({"_meta": old, "name": 5})), -32022);
    // Envelope before metadata.
    let mut message = request(&json!(1), "tools/list", json!({"_meta": old}));
    message["jsonrpc"] = json!("1.0");
    assert_eq!(
        client.send(Era::Modern, &message)[0]["error"]["code"],
        -32600
    );
    // Params before capabilities.
    assert_eq!(
        code("tools/call", json!({"name": "needs", "arguments": []})),
        -32602
    );
    assert_eq!(code("tools/call", json!({"name": "needs"})), -32021);
}

#[test]
fn the_profile_of_chapter_10_and_modern_requests_share_a_connection() {
    let server = builder()
        .legacy_profile(LegacyProfile::Koyu)
        .build()
        .unwrap();
    let client = Client::new(&server);
    assert_eq!(client.ask_legacy("ping", json!({}))["result"], json!({}));
    assert_eq!(client.code("ping", json!({})), -32601);
}
