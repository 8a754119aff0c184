//! Input from the client in several rounds (11 §19).

use std::time::Duration;

use mcp_proto::McpServer;
use serde_json::{Value, json};

use crate::support::server::{builder, server};
use crate::support::{Client, meta};

fn all() -> Value {
    meta(json!({"io.modelcontextprotocol/clientCapabilities": {
        "elicitation": {"form": {}, "url": {}}, "sampling": {}, "roots": {},
    }}))
}

/// A call of a capable client with more params.
fn call(client: &Client, tool: &str, more: Value) -> Value {
    let mut params = json!({"name": tool, "_meta": all()});
    for (key, value) in more.as_object().unwrap() {
        params[key] = value.clone();
    }
    client.ask("tools/call", params)
}

fn text(answer: &Value) -> &str {
    answer["result"]["content"][0]["text"]
        .as_str()
        .unwrap_or_default()
}

#[test]
fn mrtr1_mrtr2_mrtr4_mrtr5_mrtr6_what_is_asked_for_and_how() {
    let client = Client::new(&server());
    let ask = call(&client, "ask", json!({}))["result"].clone();
    assert_eq!(
        ask["inputRequests"].to_string(),
        r#"{"name":{"method":"elicitation/create","params":{"message":"What is your name?","requestedSchema":{"type":"object","properties":{"name":{"type":"string","description":"your name","minLength":2}},"required":["name"]}}}}"#
    );
    assert!(ask.get("requestState").is_none());
    let many = call(&client, "ask-all", json!({}))["result"].clone();
    let keys: Vec<_> = many.as_object().unwrap().keys().collect();
    assert_eq!(
        keys,
        ["resultType", "inputRequests", "requestState", "_meta"]
    );
    assert_eq!(many["resultType"], "input_required");
    assert_eq!(
        many["inputRequests"].to_string(),
        concat!(
            r#"{"page":{"method":"elicitation/create","params":{"mode":"url","message":"Sign in","url":"https://example.com"}},"#,
            r#""sample":{"method":"sampling/createMessage","params":{"messages":[{"role":"user","content":{"type":"text","text":"What is the capital of France?"}},{"role":"assistant","content":{"type":"text","text":"Which one?"}}],"maxTokens":100,"systemPrompt":"Be short","modelPreferences":{"speedPriority":1},"includeContext":"none","temperature":0.5,"stopSequences":["\n"],"metadata":{"a":1}}},"#,
            r#""folders":{"method":"roots/list","params":{}}}"#
        )
    );
    // A handler that asks for nothing, or for what fits no form, is wrong.
    for tool in ["ask-nothing", "ask-badly"] {
        assert_eq!(call(&client, tool, json!({}))["error"]["code"], -32603);
    }
}

#[test]
fn mrtr3_nothing_is_asked_that_the_client_did_not_declare() {
    let client = Client::new(&server());
    let error = client.error("tools/call", json!({"name": "ask-all"}));
    assert_eq!(error["code"], -32021);
    assert_eq!(
        error["data"],
        json!({"requiredCapabilities": {"elicitation": {"url": {}}, "sampling": {}, "roots": {}}})
    );
    let only_url =
        json!({"io.modelcontextprotocol/clientCapabilities": {"elicitation": {"url": {}}}});
    let error = client.error(
        "tools/call",
        json!({"name": "ask", "_meta": meta(only_url)}),
    );
    assert_eq!(
        error["data"],
        json!({"requiredCapabilities": {"elicitation": {"form": {}}}})
    );
}

#[test]
fn mrtr7_mrtr9_mrtr10_mrtr11_answers_come_with_the_same_request() {
    let client = Client::new(&server());
    let answer = |given: Value| call(&client, "ask", json!({"inputResponses": given}));
    let accept = |content: Value| json!({"name": {"action": "accept", "content": content}});
    assert_eq!(text(&answer(accept(json!({"name": "Ada"})))), "accept: Ada");
    assert_eq!(
        text(&answer(json!({"name": {"action": "decline"}}))),
        "decline: "
    );
    assert_eq!(
        text(&answer(json!({"name": {"action": "cancel"}, "other": {}}))),
        "cancel: "
    );
    // Missing, or accepted and not fitting: asked again.
    for again in [
        json!({}),
        json!({"wrong": {}}),
        accept(json!({"name": "A"})),
        accept(json!({})),
    ] {
        assert_eq!(answer(again)["result"]["resultType"], "input_required");
    }
    assert_eq!(
        answer(json!({"name": {"action": "accept"}}))["result"]["resultType"],
        "input_required"
    );
    // Of a wrong shape.
    for bad in [
        json!({"name": {}}),
        json!({"name": {"action": "maybe"}}),
        json!({"name": {"action": "accept", "content": []}}),
        json!({"name": {"action": "accept", "content": {"name": {"a": 1}}}}),
        json!({"name": {"action": "accept", "content": {"name": null}}}),
        json!({"name": {"action": "accept", "content": {"name": [1]}}}),
    ] {
        assert_eq!(answer(bad.clone())["error"]["code"], -32602, "{bad}");
    }
}

#[test]
fn mrtr9_samples_and_folders() {
    let client = Client::new(&server());
    let sampled =
        json!({"role": "assistant", "content": {"type": "text", "text": "Paris"}, "model": "m"});
    let roots = json!({"roots": [{"uri": "file:///a", "name": "A"}, {"uri": "file:///b"}]});
    let both = |sample: Value, folders: Value| {
        call(
            &client,
            "ask-all",
            json!({"inputResponses": {"sample": sample, "folders": folders}}),
        )
    };
    assert_eq!(
        text(&both(sampled.clone(), roots.clone())),
        "Paris file:///a"
    );
    let blocks = json!({
        "role": "assistant", "content": [{"type": "text", "text": "Lyon"}], "model": "m", "stopReason": "endTurn",
    });
    assert_eq!(text(&both(blocks, json!({"roots": []}))), "Lyon ");
    for bad in [
        json!({"role": "system", "content": {}, "model": "m"}),
        json!({"role": "user", "content": "x", "model": "m"}),
        json!({"role": "user", "content": {}}),
        json!({"role": "user", "content": {}, "model": "m", "stopReason": 1}),
    ] {
        assert_eq!(both(bad, roots.clone())["error"]["code"], -32602);
    }
    for bad in [json!({}), json!({"roots": [{}]}), json!({"roots": 1})] {
        assert_eq!(both(sampled.clone(), bad)["error"]["code"], -32602);
    }
}

#[test]
fn mrtr8_answers_that_are_no_objects_are_refused_before_the_handler_runs() {
    let client = Client::new(&server());
    for bad in [
        json!(null),
        json!([]),
        json!("x"),
        json!({"name": 12345}),
        json!({"name": null}),
    ] {
        // The handler of this one panics.
        let answer = call(&client, "panic", json!({"inputResponses": bad}));
        assert_eq!(answer["error"]["code"], -32602, "{bad}");
    }
}

#[test]
fn mrtr12_other_methods_do_not_look_at_answers() {
    let client = Client::new(&server());
    let params = json!({"inputResponses": null, "requestState": 5});
    assert!(client.result("tools/list", params).get("tools").is_some());
}

#[test]
fn mrtr_prompts_and_resources_ask_too() {
    let client = Client::new(&server());
    let form = json!({"action": "accept", "content": {"name": "Ada"}});
    let get = |more: Value| {
        let mut params = json!({"name": "ask", "_meta": all()});
        params["inputResponses"] = more;
        client.result("prompts/get", params)
    };
    assert_eq!(get(json!({}))["resultType"], "input_required");
    assert_eq!(get(json!({"context": form}))["resultType"], "complete");
    let read = |more: Value| {
        let params = json!({"uri": "t://ask", "_meta": all(), "inputResponses": more});
        client.result("resources/read", params)
    };
    assert_eq!(read(json!({}))["resultType"], "input_required");
    let done = read(json!({"roots": {"roots": []}}));
    assert_eq!(done["contents"][0]["text"], "0 roots");
}

#[test]
fn mrtr13_mrtr20_mrtr24_mrtr25_rounds_with_a_state_that_is_always_new() {
    let client = Client::new(&server());
    let first = call(&client, "rounds", json!({}))["result"]["requestState"].clone();
    let again = call(&client, "rounds", json!({}))["result"]["requestState"].clone();
    assert_ne!(first, again);
    let second = |state: &Value| call(&client, "rounds", json!({"requestState": state}));
    let later = second(&first)["result"]["requestState"].clone();
    assert_ne!(later, first);
    assert_eq!(text(&second(&later)), "round 2");
    // More than once within its lifetime.
    assert_eq!(text(&second(&later)), "round 2");
}

#[test]
fn mrtr22_a_state_is_bound_to_its_request_and_verified_though_unwanted() {
    let client = Client::new(&server());
    let arguments = json!({"arguments": {"a": 1, "b": [2]}});
    let state = call(&client, "rounds", arguments)["result"]["requestState"].clone();
    let with = |tool: &str, arguments: Value, state: &Value| {
        call(
            &client,
            tool,
            json!({"arguments": arguments, "requestState": state}),
        )
    };
    let same = with("rounds", json!({"b": [2], "a": 1}), &state);
    assert_eq!(same["result"]["resultType"], "input_required");
    let tampered = json!(format!("{}-TAMPERED", state.as_str().unwrap()));
    for (tool, arguments, state) in [
        ("rounds", json!({"a": 1}), &state),
        ("rounds", json!({}), &state),
        ("loose", json!({"a": 1, "b": [2]}), &state),
        ("rounds", json!({"a": 1, "b": [2]}), &tampered),
        ("rounds", json!({}), &json!(null)),
        ("rounds", json!({}), &json!(1)),
        // Its handler would panic.
        ("panic", json!({}), &json!("x.y")),
    ] {
        let error = with(tool, arguments, state)["error"].clone();
        assert_eq!(
            error,
            json!({"code": -32602, "message": "requestState cannot be used"})
        );
    }
    let get = json!({"name": "ask", "requestState": state});
    assert_eq!(client.code("prompts/get", get), -32602);
    assert_eq!(
        client.code(
            "resources/read",
            json!({"uri": "t://ask", "requestState": state})
        ),
        -32602
    );
}

#[test]
fn mrtr22_mrtr24_an_expired_state_is_refused() {
    let server = builder().state_ttl(Duration::ZERO).build().unwrap();
    let client = Client::new(&server);
    let state = call(&client, "rounds", json!({}))["result"]["requestState"].clone();
    assert_eq!(
        call(&client, "rounds", json!({"requestState": state}))["error"]["code"],
        -32602
    );
}

#[test]
fn mrtr23_instances_with_one_key_share_states_and_others_do_not() {
    let keyed = || builder().state_key([3; 40]).build().unwrap();
    let state_of = |server: &McpServer| {
        call(&Client::new(server), "rounds", json!({}))["result"]["requestState"].clone()
    };
    let opens = |server: &McpServer, state: &Value| {
        let answer = call(
            &Client::new(server),
            "rounds",
            json!({"requestState": state}),
        );
        answer.get("result").is_some()
    };
    assert!(opens(&keyed(), &state_of(&keyed())));
    assert!(!opens(&server(), &state_of(&server())));
    assert!(!opens(&server(), &state_of(&keyed())));
}
