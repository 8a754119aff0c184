//! Older clients that are asked by requests of the server (LEG-20…22).

use mcp_proto::{
    CallContext, Elicited, HttpConfig, Input, InputRequest, InputRequired, JsonObject, JsonSchema,
    Sampled, Sampling, Tool, ToolFault, ToolOutcome, ToolResult,
};
use serde_json::{Value, json};

use crate::support::http::{Line, Port, Post};
use crate::support::server::builder;

/// Asks as its name says.
struct Asks(&'static str);

fn form(message: &str) -> InputRequest {
    InputRequest::form(message, JsonSchema::object().string("name", "a name"))
}

impl Tool for Asks {
    fn description(&self) -> &str {
        "Asks the client"
    }

    async fn call(&self, cx: &mut CallContext, _: &JsonObject) -> Result<ToolOutcome, ToolFault> {
        let round = cx.state::<u32>()?.unwrap_or(0);
        let state = cx.seal(&(round + 1))?;
        let needed = InputRequired::new().state(state);
        Ok(match (self.0, round) {
            ("ever", _) => needed.ask("x", form("Again?")).into(),
            ("page", 0) => needed
                .ask("x", InputRequest::url("Go", "https://example.com"))
                .into(),
            ("two", 0) => {
                let question = Sampling::new(10).user(mcp_proto::Content::text("Hi"));
                needed
                    .ask("a", form("First?"))
                    .ask("b", InputRequest::sampling(question))
                    .into()
            }
            ("two", 1) => needed.ask("roots", InputRequest::roots()).into(),
            _ => {
                let given = matches!(cx.input::<Elicited>("a"), Ok(Input::Given(_)))
                    || matches!(cx.input::<Sampled>("b"), Ok(Input::Given(_)));
                // Only the answers of the last round come along, as with newer clients.
                ToolResult::text(format!("round {round}, earlier answers: {given}")).into()
            }
        })
    }
}

fn port() -> Port {
    let mut builder = builder();
    for name in ["ever", "page", "two"] {
        builder.tool(format!("ask_{name}"), Asks(name));
    }
    Port::with(
        &builder.build().unwrap(),
        HttpConfig::new().legacy_bridge(true),
    )
}

fn call(port: &Port, method: &str, params: Value) -> Line {
    let mut line = port.connect();
    line.send(&Post::legacy(&json!("c"), method, params).bytes());
    assert_eq!(
        line.head().unwrap().header("content-type"),
        Some("text/event-stream")
    );
    line
}

/// Answers a request of the server; the status of the POST.
fn answer(port: &Port, asked: &Value, what: &str, value: Value) -> u16 {
    let mut response = json!({"jsonrpc": "2.0", "id": asked["id"]});
    response[what] = value;
    port.send(&Post::new(response.to_string())).status
}

#[test]
fn leg20_needs_are_asked_one_after_the_other_and_the_handler_called_again() {
    let port = port();
    let mut line = call(&port, "tools/call", json!({"name": "ask_two"}));
    let mut ids = Vec::new();
    for (method, result) in [
        (
            "elicitation/create",
            json!({"action": "accept", "content": {"name": "Ann"}}),
        ),
        (
            "sampling/createMessage",
            json!({"role": "assistant", "content": {"type": "text", "text": "Hi"}, "model": "m"}),
        ),
        ("roots/list", json!({"roots": []})),
    ] {
        let asked = line.message().unwrap();
        assert_eq!(
            (&asked["jsonrpc"], &asked["method"]),
            (&json!("2.0"), &json!(method))
        );
        let id = asked["id"].as_str().unwrap().to_owned();
        // A random UUID.
        let parts: Vec<_> = id.split('-').map(str::len).collect();
        assert_eq!((parts, &id[14..15]), (vec![8, 4, 4, 4, 12], "4"));
        assert!(!ids.contains(&id));
        ids.push(id);
        assert_eq!(answer(&port, &asked, "result", result.clone()), 202);
        // Once.
        assert_eq!(answer(&port, &asked, "result", result), 400);
    }
    let last = line.message().unwrap();
    assert_eq!(last["id"], "c");
    assert_eq!(
        last["result"]["content"][0]["text"],
        "round 2, earlier answers: false"
    );
    assert_eq!(line.message(), None);
}

// LEG-20: prompts and resources too.
#[test]
fn leg20_prompts_and_resources_can_ask_as_well() {
    let port = port();
    let filled_in = json!({"action": "accept", "content": {"name": "Ann"}});
    for (method, params, result, key) in [
        ("prompts/get", json!({"name": "ask"}), filled_in, "messages"),
        (
            "resources/read",
            json!({"uri": "t://ask"}),
            json!({"roots": []}),
            "contents",
        ),
    ] {
        let mut line = call(&port, method, params);
        let asked = line.message().unwrap();
        assert_eq!(answer(&port, &asked, "result", result), 202);
        let last = line.message().unwrap();
        assert!(last["result"][key].is_array(), "{last}");
    }
}

#[test]
fn leg21_an_error_is_told_to_the_tool_s_caller() {
    let port = port();
    for (what, value) in [
        ("error", json!({"code": -1, "message": "no"})),
        ("result", json!("no object")),
        ("result", json!(null)),
    ] {
        let mut line = call(&port, "tools/call", json!({"name": "ask_two"}));
        let asked = line.message().unwrap();
        assert_eq!(answer(&port, &asked, what, value), 202);
        let result = line.message().unwrap()["result"].clone();
        assert_eq!(result["isError"], true);
        let text = result["content"][0]["text"].as_str().unwrap();
        assert!(text.contains("elicitation/create"), "{text}");
    }
    // What such clients are not taken to serve is not asked.
    let page = port.send(&Post::legacy(
        &json!(1),
        "tools/call",
        json!({"name": "ask_page"}),
    ));
    assert_eq!(page.json()["result"]["isError"], true);
    assert!(page.body.contains("elicitation/create"), "{page:?}");
}

// LEG-20: at most eight rounds.
#[test]
fn leg20_a_handler_that_never_has_enough_comes_to_an_end() {
    let port = port();
    let mut line = call(&port, "tools/call", json!({"name": "ask_ever"}));
    let mut rounds = 0;
    let last = loop {
        let message = line.message().unwrap();
        if message.get("method").is_none() {
            break message;
        }
        rounds += 1;
        assert_eq!(
            answer(&port, &message, "result", json!({"action": "decline"})),
            202
        );
    };
    assert_eq!((rounds, &last["result"]["isError"]), (8, &json!(true)));
}

// LEG-21, LEG-22: a client that is gone is not waited for, and its question is gone too.
#[test]
fn leg21_leg22_a_disconnect_ends_the_question() {
    let port = port();
    let mut line = call(&port, "tools/call", json!({"name": "ask_two"}));
    let asked = line.message().unwrap();
    drop(line);
    crate::support::http::eventually(|| {
        // An answer that comes after the end is refused like any unknown one.
        let id = json!({"id": asked["id"]});
        let mut other = call(&port, "tools/call", json!({"name": "ask_two"}));
        let fresh = other.message().unwrap();
        assert_ne!(fresh["id"], id["id"]);
        answer(&port, &asked, "result", json!({"action": "cancel"})) == 400
    });
    for bad in [
        json!({"jsonrpc": "2.0", "id": "x"}),
        json!({"jsonrpc": "2.0", "id": 1, "result": {}}),
        json!({"jsonrpc": "2.0", "result": {}}),
        json!({"jsonrpc": "2.0", "id": "x", "result": {}, "error": {}}),
    ] {
        assert_eq!(
            port.send(&Post::new(bad.to_string())).refusal(),
            (400, -32600)
        );
    }
}

// BASE-3: newer clients are never asked by requests.
#[test]
fn base3_the_current_revision_has_no_requests_of_the_server() {
    let port = port();
    let capabilities = json!({"io.modelcontextprotocol/clientCapabilities": {"elicitation": {}}});
    let params = json!({"name": "ask", "_meta": crate::support::meta(capabilities)});
    let answer = port.ask("tools/call", params);
    assert_eq!(answer.header("content-type"), Some("application/json"));
    assert_eq!(answer.json()["result"]["resultType"], "input_required");
}
