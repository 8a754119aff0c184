//! The message in a body, and which era answers (11 §1, §2, §21.2).

use mcp_proto::{Era, HttpConfig};
use serde_json::{Value, json};

use crate::support::http::{Port, Post};
use crate::support::server::{builder, server};
use crate::support::{meta, request};

// HTTP-13, BASE-10, BASE-11, BASE-12: the table of 11 §1.
#[test]
fn http13_what_is_no_request_and_no_notification() {
    let port = Port::of(&server());
    let deep = format!(
        r#"{{"id":1,"method":"ping","params":{}{}}}"#,
        "[".repeat(200),
        "]".repeat(200)
    );
    for (body, code) in [
        ("", -32700),
        (" \n ", -32700),
        ("{", -32700),
        ("{} {}", -32700),
        (r#"{"id":1,"method":"\ud800"}"#, -32700),
        (&deep, -32700),
        ("[]", -32600),
        (r#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#, -32600),
        ("1", -32600),
        ("\"ping\"", -32600),
        ("null", -32600),
        ("{}", -32600),
        (r#"{"jsonrpc":"2.0","id":1}"#, -32600),
        (r#"{"jsonrpc":"2.0","id":1,"result":{}}"#, -32600),
        (
            r#"{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":""}}"#,
            -32600,
        ),
    ] {
        let answer = port.send(&Post::new(body)).judged(Era::Modern, "");
        assert_eq!(answer.refusal(), (400, code), "{body}");
        assert!(answer.json().get("id").is_none(), "{body}");
    }
    let answer = port.send(&Post::new(b"{\"id\":1,\"method\":\"\xff\"}"));
    assert_eq!(answer.refusal(), (400, -32700));
}

#[test]
fn http13_base6_a_request_whose_id_cannot_be_read() {
    let port = Port::of(&server());
    for id in ["null", "true", "1.5", "[]", "{}", "9007199254740992"] {
        let message = request(&json!(0), "tools/list", json!({}));
        let body = message
            .to_string()
            .replace("\"id\":0", &format!("\"id\":{id}"));
        let mut post = Post::modern(&json!(0), "tools/list", json!({}));
        post.body = body.into();
        let answer = port.send(&post).judged(Era::Modern, "");
        assert_eq!(answer.refusal(), (400, -32600), "{id}");
        assert!(answer.json().get("id").is_none(), "{id}");
    }
}

#[test]
fn http14_era6_a_notification_is_accepted_whatever_it_holds() {
    let port = Port::of(&server());
    for body in [
        r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#,
        r#"{"jsonrpc":"2.0","method":"tools/call","params":{"name":"panic"}}"#,
        r#"{"method":7,"params":[]}"#,
    ] {
        // Neither the headers nor anything else is looked at.
        let post = Post::new(body)
            .with("Mcp-Method", "x")
            .with("MCP-Protocol-Version", "v9");
        let answer = port.send(&post);
        assert_eq!((answer.status, answer.body.as_str()), (202, ""), "{body}");
        assert_eq!(answer.header("content-type"), None);
    }
}

// HTTP-15, LEG-22
#[test]
fn http15_leg22_a_response_that_answers_nothing_is_refused() {
    let config = HttpConfig::new().legacy_bridge(true);
    for port in [Port::of(&server()), Port::with(&server(), config)] {
        for id in [
            json!("00000000-0000-4000-8000-000000000000"),
            json!(1),
            Value::Null,
        ] {
            let body = json!({"jsonrpc": "2.0", "id": id, "result": {}}).to_string();
            assert_eq!(port.send(&Post::new(body)).refusal(), (400, -32600), "{id}");
        }
    }
}

fn bare(id: u32, method: &str) -> String {
    json!({"jsonrpc": "2.0", "id": id, "method": method, "params": {}}).to_string()
}

// ERA-3, HTTP-16
#[test]
fn era3_http16_which_era_answers() {
    let port = Port::of(&server());
    // (a) One of the four keys.
    let key = json!({"_meta": {"io.modelcontextprotocol/logLevel": "info"}});
    let body = json!({"jsonrpc": "2.0", "id": 1, "method": "ping", "params": key}).to_string();
    let post = Post::new(body).with("MCP-Protocol-Version", "2025-11-25");
    assert_eq!(port.send(&post).refusal(), (400, -32602));
    // (b) A version that is none of the older ones.
    for version in ["2026-07-28", "v9", "", "2025-11-2"] {
        let post = Post::new(bare(1, "ping")).with("MCP-Protocol-Version", version);
        assert_eq!(port.send(&post).refusal(), (400, -32602), "{version:?}");
    }
    let twice = Post::new(bare(1, "ping"))
        .with("MCP-Protocol-Version", "2025-11-25")
        .with("MCP-Protocol-Version", "2025-11-25");
    assert_eq!(port.send(&twice).refusal(), (400, -32602));
    // (c) The two methods that older revisions do not have.
    for method in ["server/discover", "subscriptions/listen"] {
        assert_eq!(
            port.send(&Post::new(bare(1, method))).refusal(),
            (400, -32602)
        );
    }
    // (d) Everything else.
    for version in [
        "2024-11-05",
        "2025-03-26",
        "2025-06-18",
        "2025-11-25",
        " 2025-06-18\t",
    ] {
        let post = Post::new(bare(1, "ping")).with("MCP-Protocol-Version", version);
        let answer = port.send(&post);
        assert_eq!((answer.status, &answer.json()["result"]), (200, &json!({})));
    }
    let old = Post::new(bare(1, "server/discover")).with("MCP-Protocol-Version", "2025-11-25");
    assert_eq!(port.send(&old).refusal(), (200, -32601));
    let none = port.send(&Post::new(bare(1, "ping")));
    assert_eq!((none.status, &none.json()["result"]), (200, &json!({})));
}

#[test]
fn era1_both_eras_on_one_connection() {
    let port = Port::of(&server());
    let mut line = port.connect();
    for round in 0..3 {
        line.send(&Post::modern(&json!(round), "ping", json!({})).bytes());
        assert_eq!(line.answer().unwrap().refusal(), (404, -32601));
        line.send(&Post::legacy(&json!(round), "ping", json!({})).bytes());
        assert_eq!(line.answer().unwrap().json()["result"], json!({}));
    }
}

// ERA-5
#[test]
fn era5_older_clients_can_be_refused() {
    let port = Port::of(&builder().legacy(false).build().unwrap());
    let initialize = |params| {
        port.send(&Post::legacy(&json!(1), "initialize", params))
            .judged(Era::Modern, "")
    };
    let answer = initialize(json!({"protocolVersion": "2025-06-18"}));
    assert_eq!(answer.refusal(), (400, -32022));
    let data = json!({"supported": ["2026-07-28"], "requested": "2025-06-18"});
    assert_eq!(answer.json()["error"]["data"], data);
    assert_eq!(
        initialize(json!({})).json()["error"]["data"]["requested"],
        ""
    );
    for post in [
        Post::new(bare(1, "ping")),
        Post::legacy(&json!(1), "tools/list", json!({})),
    ] {
        assert_eq!(
            port.send(&post).judged(Era::Modern, "").refusal(),
            (400, -32020)
        );
    }
}

// ERA-4
#[test]
fn era4_methods_of_older_revisions_are_unknown_to_the_current_one() {
    let port = Port::of(&server());
    for method in [
        "initialize",
        "ping",
        "logging/setLevel",
        "resources/subscribe",
        "resources/unsubscribe",
        "tasks/get",
        "unknown/method",
    ] {
        assert_eq!(
            port.ask(method, json!({})).refusal(),
            (404, -32601),
            "{method}"
        );
    }
}

// META-1, VER-2, VER-4, VER-5
#[test]
fn meta1_ver2_metadata_and_version_are_refused_with_400() {
    let port = Port::of(&server());
    let with = |meta: Value| port.ask("tools/list", json!({"_meta": meta})).refusal();
    assert_eq!(with(json!({})), (400, -32602));
    assert_eq!(with(json!(null)), (400, -32602));
    assert_eq!(
        with(meta(json!({"io.modelcontextprotocol/clientInfo": 1}))),
        (400, -32602)
    );
    assert_eq!(with(meta(json!({"progressToken": {}}))), (400, -32602));
    let message = json!({"jsonrpc": "2.0", "id": 1, "method": "x", "params": []}).to_string();
    let post = Post::new(message).with("MCP-Protocol-Version", "2026-07-28");
    assert_eq!(port.send(&post).refusal(), (400, -32602));
    for version in ["v9", "2025-11-25"] {
        let meta = meta(json!({"io.modelcontextprotocol/protocolVersion": version}));
        for method in ["server/discover", "tools/list", "unknown"] {
            let params = json!({"_meta": meta, "name": "none"});
            let post = Post::modern(&json!(1), method, params);
            let answer = port.send(&post.set("MCP-Protocol-Version", version));
            let answer = answer.judged(Era::Modern, method);
            assert_eq!(answer.refusal(), (400, -32022), "{method}");
            let data = json!({"supported": ["2026-07-28"], "requested": version});
            assert_eq!(answer.json()["error"]["data"], data);
        }
    }
}
