//! Tools: listed, called, answered (11 §10).

use serde_json::{Value, json};

use crate::support::server::{builder, server};
use crate::support::{Client, meta};

fn client() -> Client {
    Client::new(&server())
}

/// What a call with no arguments is answered with, `_meta` left out, as text.
fn answered(tool: &str) -> String {
    let mut result = client().call(tool, json!({}));
    result.as_object_mut().unwrap().shift_remove("_meta");
    result.to_string()
}

#[test]
fn tool1_tool2_tool4_tool5_the_entry_of_a_tool_with_everything() {
    let listed = client().result("tools/list", json!({}));
    let full = listed["tools"]
        .as_array()
        .unwrap()
        .iter()
        .find(|it| it["name"] == "full");
    assert_eq!(
        full.unwrap().to_string(),
        concat!(
            r#"{"name":"full","title":"Full","description":"Does what its name says","#,
            r#""inputSchema":{"type":"object","additionalProperties":false},"#,
            r#""outputSchema":{"type":"object","properties":{"sum":{"type":"integer","description":"the sum"}},"required":["sum"]},"#,
            r#""annotations":{"title":"Short","readOnlyHint":true,"destructiveHint":false,"idempotentHint":true,"openWorldHint":false},"#,
            r#""icons":[{"src":"https://example.com/a.png","mimeType":"image/png","sizes":["48x48","any"],"theme":"dark"},{"src":"data:image/png;base64,AA==","theme":"light"}],"#,
            r#""_meta":{"com.example/kind":"full"}}"#
        )
    );
}

#[test]
fn tool3_the_list_is_the_same_for_every_connection() {
    let server = server();
    let list = || Client::new(&server).result("tools/list", json!({}));
    assert_eq!(list(), list());
}

#[test]
fn tool6_tool10_names_are_exact_and_an_unknown_one_is_named() {
    let client = client();
    for bad in [
        json!({}),
        json!({"name": 1}),
        json!({"name": null}),
        json!({"name": ["echo"]}),
    ] {
        assert_eq!(client.code("tools/call", bad), -32602);
    }
    for unknown in ["ECHO", "echo ", "", "wether"] {
        let error = client.error("tools/call", json!({"name": unknown}));
        assert_eq!(error["code"], -32602);
        assert_eq!(error["message"], format!("Unknown tool: {unknown}"));
    }
}

#[test]
fn tool11_arguments_are_an_object_or_absent() {
    let client = client();
    for bad in [json!(null), json!([]), json!("x"), json!(1)] {
        let params = json!({"name": "loose", "arguments": bad});
        assert_eq!(client.code("tools/call", params), -32602);
    }
    let absent = client.result("tools/call", json!({"name": "loose"}));
    assert_eq!(absent["content"][0]["text"], "{}");
}

#[test]
fn tool12_err2_all_missing_capabilities_are_named_before_the_handler_runs() {
    let client = client();
    let error = client.error("tools/call", json!({"name": "needs"}));
    assert_eq!(error["code"], -32021);
    let all = json!({"requiredCapabilities": {"elicitation": {"url": {}}, "sampling": {}}});
    assert_eq!(error["data"], all);
    let call = |declared: Value| {
        let more = json!({"io.modelcontextprotocol/clientCapabilities": declared});
        client.ask("tools/call", json!({"name": "needs", "_meta": meta(more)}))
    };
    let rest = call(json!({"sampling": {}}))["error"]["data"].clone();
    assert_eq!(
        rest,
        json!({"requiredCapabilities": {"elicitation": {"url": {}}}})
    );
    let enough = call(json!({"sampling": {}, "elicitation": {"url": {}}}));
    assert_eq!(enough["result"]["content"][0]["text"], "done");
}

#[test]
fn tool13_a_violation_is_a_result_that_names_path_and_expectation() {
    let client = client();
    for (tool, arguments, path) in [
        ("echo", json!({}), "(root): \"text\" "),
        ("echo", json!({"text": 1}), "/text: "),
        ("page", json!({"page": 0}), "/page: "),
        (
            "empty",
            json!({"x": 1, "y": 2}),
            "(root): nothing is expected here but \"x\", \"y\" came (additionalProperties)",
        ),
    ] {
        let result = client.call(tool, arguments);
        assert_eq!(result["isError"], true);
        let text = result["content"][0]["text"].as_str().unwrap();
        assert!(text.contains(&format!("\n  {path}")), "{text}");
    }
}

#[test]
fn tool14_tool15_checking_can_be_left_to_the_tools_and_defaults_are_not_filled_in() {
    let lax = Client::new(&builder().validate_input(false).build().unwrap());
    assert_eq!(
        lax.call("page", json!({"page": "x"}))["content"][0]["text"],
        r#"{"page":"x"}"#
    );
    assert_eq!(client().call("page", json!({}))["content"][0]["text"], "{}");
}

#[test]
fn tool16_a_result_has_no_metadata_of_other_requests() {
    let client = client();
    client.call("marked", json!({}));
    let keys = client.call("empty", json!({}))["_meta"]
        .as_object()
        .unwrap()
        .len();
    assert_eq!(keys, 1);
}

#[test]
fn tool20_tool21_tool23_res5_members_in_their_order() {
    for (tool, expected) in [
        ("empty", r#"{"resultType":"complete","content":[]}"#),
        (
            "full",
            r#"{"resultType":"complete","content":[{"type":"text","text":"{\"sum\":3,\"a\":[1.5,null]}"}],"structuredContent":{"sum":3,"a":[1.5,null]}}"#,
        ),
        (
            "list",
            r#"{"resultType":"complete","content":[{"type":"text","text":"[\"a\",\"b\"]"}],"structuredContent":["a","b"]}"#,
        ),
        (
            "null",
            r#"{"resultType":"complete","content":[{"type":"text","text":"null"}],"structuredContent":null}"#,
        ),
        (
            "scalar",
            r#"{"resultType":"complete","content":[{"type":"text","text":"1.5"}],"structuredContent":1.5}"#,
        ),
        (
            "own-text",
            r#"{"resultType":"complete","content":[{"type":"text","text":"one"}],"structuredContent":{"a":1}}"#,
        ),
        (
            "refuse",
            r#"{"resultType":"complete","content":[{"type":"text","text":"Atlantis is not a city this server knows"}],"isError":true}"#,
        ),
    ] {
        assert_eq!(answered(tool), expected);
    }
}

#[test]
fn tool22_err3_err4_err6_what_nobody_could_repair_is_an_internal_error_without_details() {
    let client = client();
    for tool in [
        "broken",
        "promised",
        "fail",
        "panic",
        "their-code",
        "mark-reserved",
        "deep",
    ] {
        let error = client.error("tools/call", json!({"name": tool}));
        assert_eq!(
            error,
            json!({"code": -32603, "message": "Internal error"}),
            "{tool}"
        );
    }
    // A result that says what went wrong need not keep the promise.
    assert_eq!(client.call("excused", json!({}))["isError"], true);
    // A panic ended nothing.
    assert_eq!(client.call("empty", json!({}))["content"], json!([]));
    let own = client.error("tools/call", json!({"name": "own-code"}));
    assert_eq!(own, json!({"code": 17, "message": "no more paper"}));
    // Nested, but not too deeply to be sent.
    assert!(
        client
            .call("nested-100", json!({}))
            .get("structuredContent")
            .is_some()
    );
}

#[test]
fn tool_content_blocks_of_every_kind() {
    assert_eq!(
        answered("blocks"),
        concat!(
            r#"{"resultType":"complete","content":["#,
            r#"{"type":"text","text":"one","annotations":{"audience":["user","assistant"],"priority":0.5,"lastModified":"2026-07-28T00:00:00Z"}},"#,
            r#"{"type":"image","data":"AQIDBA==","mimeType":"image/png"},"#,
            r#"{"type":"audio","data":"","mimeType":"audio/wav"},"#,
            r#"{"type":"resource_link","uri":"t://a","name":"a","title":"A","description":"The first","mimeType":"text/plain","size":7,"icons":[{"src":"https://example.com/a.png"}]},"#,
            r#"{"type":"resource","resource":{"uri":"t://b","mimeType":"text/plain","text":"two"}},"#,
            r#"{"type":"resource","resource":{"uri":"t://c","blob":"/w=="},"_meta":{"com.example/x":1}}]}"#
        )
    );
}
