//! Older clients on the same endpoint (11 §26).

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use mcp_proto::{
    CallContext, Era, JsonObject, LegacyProfile, LogLevel, Tool, ToolFault, ToolOutcome, ToolResult,
};
use serde_json::{Value, json};

use crate::support::Gate;
use crate::support::http::{Answer, Port, Post, eventually};
use crate::support::server::{builder, server};

fn ask(port: &Port, method: &str, params: Value) -> Answer {
    port.send(&Post::legacy(&json!(1), method, params))
        .judged(Era::Legacy, method)
}

fn koyu() -> Port {
    Port::of(
        &builder()
            .legacy_profile(LegacyProfile::Koyu)
            .build()
            .unwrap(),
    )
}

#[test]
fn leg1_leg2_the_same_gate_without_the_headers_of_the_current_revision() {
    for port in [Port::of(&server()), koyu()] {
        let ping = Post::legacy(&json!(1), "ping", json!({}));
        assert_eq!(port.send(&ping).status, 200);
        assert_eq!(
            port.send(&ping.clone().without("MCP-Protocol-Version"))
                .status,
            200
        );
        // They may be there and wrong.
        let with = ping
            .clone()
            .with("Mcp-Method", "x")
            .with("Mcp-Name", "=?base64?!?=");
        assert_eq!(port.send(&with).status, 200);
        for (spoilt, status) in [
            (ping.clone().set("Host", "evil.example"), 403),
            (ping.clone().with("Origin", "http://evil.example"), 403),
            (ping.clone().to("GET", "/mcp"), 405),
            (ping.clone().to("DELETE", "/mcp"), 405),
            (ping.clone().set("Content-Type", "text/plain"), 415),
            (ping.clone().set("Accept", "application/json"), 406),
        ] {
            assert_eq!(port.send(&spoilt).status, status);
        }
        let answer = port.send(&Post::legacy(&json!(1), "initialize", json!({})));
        assert_eq!(
            (answer.status, answer.header("mcp-session-id")),
            (200, None)
        );
        let done = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;
        assert_eq!(port.send(&Post::new(done)).status, 202);
    }
}

#[test]
fn leg3_leg4_leg8_every_well_formed_request_is_200() {
    let port = Port::of(&server());
    for (method, params, code) in [
        ("unknown", json!({}), -32601),
        ("tools/call", json!({"name": "unknown"}), -32602),
        ("tools/call", json!({"name": "fail"}), -32603),
        ("resources/read", json!({"uri": "t://gone"}), -32002),
        ("subscriptions/listen", json!({}), -32601),
    ] {
        assert_eq!(
            ask(&port, method, params).refusal(),
            (200, code),
            "{method}"
        );
    }
    let answer = ask(&port, "ping", json!({}));
    assert_eq!(answer.body, r#"{"jsonrpc":"2.0","id":1,"result":{}}"#);
    let list = ask(&port, "tools/list", json!({})).json();
    let members: Vec<_> = list["result"]
        .as_object()
        .unwrap()
        .keys()
        .cloned()
        .collect();
    assert_eq!(members, ["tools"]);
}

#[test]
fn leg5_leg10_what_cannot_be_delivered_is_not_declared() {
    let port = Port::of(&server());
    let answer = ask(
        &port,
        "initialize",
        json!({"protocolVersion": "2025-06-18"}),
    )
    .json();
    assert_eq!(answer["result"]["protocolVersion"], "2025-06-18");
    assert_eq!(answer["result"]["capabilities"]["resources"], json!({}));
    let unknown = ask(
        &port,
        "initialize",
        json!({"protocolVersion": "2030-01-01"}),
    )
    .json();
    assert_eq!(unknown["result"]["protocolVersion"], "2025-11-25");
    for method in ["resources/subscribe", "resources/unsubscribe"] {
        let answer = ask(&port, method, json!({"uri": "blog://latest"})).json();
        assert_eq!(answer["result"], json!({}));
        assert_eq!(ask(&port, method, json!({})).refusal(), (200, -32602));
    }
}

/// Reports and logs.
struct Tells;

impl Tool for Tells {
    fn description(&self) -> &str {
        "Tells on the way"
    }

    async fn call(&self, cx: &mut CallContext, _: &JsonObject) -> Result<ToolOutcome, ToolFault> {
        cx.log(LogLevel::Debug, None, "quiet").await;
        cx.log(LogLevel::Info, None, "loud").await;
        cx.progress(1.0, None, None).await;
        Ok(ToolResult::text("done").into())
    }
}

#[test]
fn leg9_leg11_progress_and_logs_travel_on_their_own_answer() {
    let server = builder().logging(true).tool("tell", Tells).build().unwrap();
    let port = Port::of(&server);
    assert_eq!(
        ask(&port, "logging/setLevel", json!({"level": "error"})).json()["result"],
        json!({})
    );
    assert_eq!(
        ask(&port, "logging/setLevel", json!({"level": "loud"})).refusal(),
        (200, -32602)
    );
    // There is nothing to keep a level in: it is always this one.
    let params = json!({"name": "tell", "_meta": {"progressToken": 5}});
    let answer = ask(&port, "tools/call", params);
    assert_eq!(answer.header("content-type"), Some("text/event-stream"));
    let messages = answer.messages();
    assert_eq!(messages.len(), 3, "{messages:?}");
    assert!(
        messages[0].contains(r#""level":"info","data":"loud""#),
        "{messages:?}"
    );
    assert!(messages[1].contains(r#""progressToken":5"#), "{messages:?}");
    let quiet = Port::of(
        &crate::support::server::builder()
            .tool("tell", Tells)
            .build()
            .unwrap(),
    );
    assert_eq!(
        ask(&quiet, "logging/setLevel", json!({"level": "info"})).refusal(),
        (200, -32601)
    );
    let answer = ask(&quiet, "tools/call", json!({"name": "tell"}));
    assert_eq!(answer.header("content-type"), Some("application/json"));
}

/// Runs on whatever happens, and counts.
struct RunsOn(Gate, Arc<AtomicU32>);

impl Tool for RunsOn {
    fn description(&self) -> &str {
        "Runs to its end"
    }

    async fn call(&self, cx: &mut CallContext, _: &JsonObject) -> Result<ToolOutcome, ToolFault> {
        self.0.pass();
        cx.progress(1.0, None, None).await;
        if !cx.is_cancelled() {
            self.1.fetch_add(1, Ordering::SeqCst);
        }
        Ok(ToolResult::text("done").into())
    }
}

#[test]
fn leg12_a_disconnect_is_no_cancellation() {
    let (gate, ended) = (Gate::default(), Arc::new(AtomicU32::new(0)));
    let tool = RunsOn(gate.clone(), Arc::clone(&ended));
    let port = Port::of(&builder().tool("run", tool).build().unwrap());
    let params = json!({"name": "run", "_meta": {"progressToken": 1}});
    let mut line = port.connect();
    line.send(&Post::legacy(&json!(1), "tools/call", params).bytes());
    gate.wait_for(1);
    drop(line);
    let note = r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#;
    assert_eq!(port.send(&Post::new(note)).status, 202);
    gate.open();
    eventually(|| ended.load(Ordering::SeqCst) == 1);
}

#[test]
fn leg13_a_client_that_cannot_be_asked_is_told_so() {
    let port = Port::of(&server());
    let tool = ask(&port, "tools/call", json!({"name": "ask"}));
    assert_eq!(tool.json()["result"]["isError"], true);
    assert_eq!(
        ask(&port, "prompts/get", json!({"name": "ask"})).refusal(),
        (200, -32603)
    );
    assert_eq!(
        ask(&port, "resources/read", json!({"uri": "t://ask"})).refusal(),
        (200, -32603)
    );
}

#[test]
fn leg23_ids_and_versions_by_profile() {
    let (standard, koyu) = (Port::of(&server()), koyu());
    for id in ["null", "true", "1.5", "[1]"] {
        let body = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"ping"}}"#);
        let answer = standard
            .send(&Post::new(body.clone()))
            .judged(Era::Modern, "");
        assert_eq!(answer.refusal(), (400, -32600), "{id}");
        assert!(answer.json().get("id").is_none());
        let answer = koyu.send(&Post::new(body));
        assert_eq!(answer.status, 200);
        assert_eq!(
            answer.body,
            format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{}}}}"#)
        );
    }
    for body in [
        r#"{"id":1,"method":"ping"}"#,
        r#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#,
        r#"{"jsonrpc":"2.0","id":1,"method":5}"#,
    ] {
        assert_eq!(
            standard.send(&Post::new(body)).refusal(),
            (400, -32600),
            "{body}"
        );
        assert_eq!(koyu.send(&Post::new(body)).status, 200, "{body}");
    }
    let unknown = koyu.send(&Post::legacy(&json!(1), "unknown", json!({})));
    let text = "Unsupported method: unknown";
    assert_eq!(
        (unknown.refusal(), &unknown.json()["error"]["message"]),
        ((200, -32601), &json!(text))
    );
}

#[test]
fn leg24_params_that_are_no_object_count_as_an_empty_one() {
    for port in [Port::of(&server()), koyu()] {
        for params in [json!(null), json!([]), json!("x"), json!(1)] {
            assert_eq!(
                port.send(&Post::legacy(&json!(1), "ping", params.clone()))
                    .status,
                200
            );
            let call = port.send(&Post::legacy(&json!(1), "tools/call", params));
            assert_eq!(call.refusal(), (200, -32602));
        }
    }
}
