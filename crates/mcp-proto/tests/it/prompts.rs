//! Prompts and completion (11 §13, §14).

use serde_json::{Value, json};

use crate::support::Client;
use crate::support::server::server;

fn client() -> Client {
    Client::new(&server())
}

#[test]
fn prm1_the_list_and_its_members() {
    let listed = client().result("prompts/list", json!({}));
    assert_eq!(
        listed["prompts"][0].to_string(),
        r#"{"name":"summarize","description":"Summarizes a text","arguments":[{"name":"text","title":"Text","description":"what","required":true},{"name":"style"}]}"#
    );
    assert!(listed["prompts"][1].get("arguments").is_none());
}

#[test]
fn prm2_prm4_the_result_and_the_order_of_its_members() {
    let params = json!({"name": "summarize", "arguments": {"text": "", "unknown": 1}});
    let mut result = client().result("prompts/get", params);
    result["_meta"]
        .as_object_mut()
        .unwrap()
        .shift_remove("io.modelcontextprotocol/serverInfo");
    assert_eq!(
        result.to_string(),
        r#"{"resultType":"complete","description":"A summary","messages":[{"role":"user","content":{"type":"text","text":""}},{"role":"assistant","content":{"type":"image","data":"AQ==","mimeType":"image/png"}}],"_meta":{"com.example/x":1}}"#
    );
}

#[test]
fn prm3_prm5_what_is_wrong_is_named() {
    let get = |params: Value| client().error("prompts/get", params);
    for (params, named) in [
        (json!({}), "name"),
        (json!({"name": 1}), "name"),
        (json!({"name": "Summarize"}), "Summarize"),
        (json!({"name": "summarize"}), "text"),
        (
            json!({"name": "summarize", "arguments": {"style": "x"}}),
            "text",
        ),
        (
            json!({"name": "summarize", "arguments": {"text": 1}}),
            "text",
        ),
        (
            json!({"name": "summarize", "arguments": {"text": "x", "style": null}}),
            "style",
        ),
        (json!({"name": "summarize", "arguments": []}), "arguments"),
        (json!({"name": "summarize", "arguments": null}), "arguments"),
    ] {
        let error = get(params);
        assert_eq!(error["code"], -32602);
        assert!(
            error["message"].as_str().unwrap().contains(named),
            "{error}"
        );
    }
    for failing in ["fail", "panic"] {
        assert_eq!(get(json!({"name": failing}))["code"], -32603);
    }
}

fn complete(reference: Value, argument: Value) -> Value {
    client().ask(
        "completion/complete",
        json!({"ref": reference, "argument": argument}),
    )
}

#[test]
fn cmp1_wrong_shapes_are_refused() {
    let prompt = json!({"type": "ref/prompt", "name": "summarize"});
    let style = json!({"name": "style", "value": ""});
    for params in [
        json!({}),
        json!({"ref": prompt}),
        json!({"argument": style}),
        json!({"ref": "x", "argument": style}),
        json!({"ref": {"type": "ref/tool", "name": "echo"}, "argument": style}),
        json!({"ref": {"type": "ref/prompt"}, "argument": style}),
        json!({"ref": {"type": "ref/resource"}, "argument": style}),
        json!({"ref": prompt, "argument": {"name": "style"}}),
        json!({"ref": prompt, "argument": {"name": "style", "value": 1}}),
        json!({"ref": prompt, "argument": style, "context": 1}),
        json!({"ref": prompt, "argument": style, "context": {"arguments": {"text": 1}}}),
        json!({"ref": prompt, "argument": style, "context": {"arguments": null}}),
    ] {
        assert_eq!(
            client().code("completion/complete", params.clone()),
            -32602,
            "{params}"
        );
    }
}

#[test]
fn cmp2_unknown_references_and_arguments_are_refused() {
    let id = json!({"name": "id", "value": ""});
    for (reference, argument) in [
        (json!({"type": "ref/prompt", "name": "none"}), id.clone()),
        (
            json!({"type": "ref/prompt", "name": "summarize"}),
            id.clone(),
        ),
        (
            json!({"type": "ref/resource", "uri": "t://none"}),
            id.clone(),
        ),
        (json!({"type": "ref/resource", "uri": "blog://latest"}), id),
        (
            json!({"type": "ref/resource", "uri": "blog://posts/{id}"}),
            json!({"name": "none", "value": ""}),
        ),
    ] {
        assert_eq!(complete(reference, argument)["error"]["code"], -32602);
    }
}

#[test]
fn cmp3_at_most_a_hundred_values_and_how_many_there_are() {
    let template = json!({"type": "ref/resource", "uri": "blog://posts/{id}"});
    let ids = |typed: &str| {
        let answer = complete(template.clone(), json!({"name": "id", "value": typed}));
        answer["result"]["completion"].clone()
    };
    let all = ids("");
    assert_eq!(all["values"].as_array().unwrap().len(), 100);
    assert_eq!(
        (&all["values"][99], &all["total"], &all["hasMore"]),
        (&json!("99"), &json!(250), &json!(true))
    );
    assert_eq!(
        ids("24").to_string(),
        r#"{"values":["24","240","241","242","243","244","245","246","247","248","249"],"total":11,"hasMore":false}"#
    );
    let prompt = json!({"type": "ref/prompt", "name": "summarize"});
    let known = complete(prompt.clone(), json!({"name": "text", "value": "x"}));
    assert_eq!(
        known["result"]["completion"],
        json!({"values": [], "total": 0, "hasMore": false})
    );
    let with_context = client().result(
        "completion/complete",
        json!({
            "ref": prompt, "argument": {"name": "style", "value": ""},
            "context": {"arguments": {"text": "long"}},
        }),
    );
    assert_eq!(
        with_context["completion"]["values"],
        json!(["long", "short"])
    );
    let panic = complete(prompt, json!({"name": "style", "value": "panic"}));
    assert_eq!(panic["error"]["code"], -32603);
}
