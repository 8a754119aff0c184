//! What a principal may not know of (AUTH-11).

use mcp_proto::{Entry, Era, McpServer};
use serde_json::{Value, json};

use super::authorize::{bearer, protected};
use crate::support::Client;
use crate::support::http::{Port, Post};

/// Ann sees everything, others nothing that is hers.
fn filtered() -> McpServer {
    let mut builder = protected();
    builder.page_size(5).visible(|principal, entry| {
        let is_hers = matches!(
            entry,
            Entry::Tool("echo" | "scoped")
                | Entry::Resource("blog://latest")
                | Entry::ResourceTemplate("blog://posts/{id}")
                | Entry::Prompt("summarize")
        );
        principal.subject == "ann" || !is_hers
    });
    builder.build().unwrap()
}

fn names(port: &Port, token: &str, method: &str, member: &str, key: &str) -> Vec<String> {
    let (mut names, mut cursor) = (Vec::new(), Value::Null);
    loop {
        let params = match &cursor {
            Value::Null => json!({}),
            cursor => json!({"cursor": cursor}),
        };
        let answer = port.send(&bearer(Post::modern(&json!(1), method, params), token));
        let result = answer.judged(Era::Modern, method).json()["result"].clone();
        // What is filtered is nobody else's (CACHE-2).
        assert_eq!(result["cacheScope"], "private");
        let page = result[member].as_array().unwrap();
        names.extend(page.iter().map(|it| it[key].as_str().unwrap().to_owned()));
        cursor = result["nextCursor"].clone();
        if cursor.is_null() {
            return names;
        }
    }
}

#[test]
fn auth11_tool3_what_is_hidden_is_unknown_in_lists_and_calls() {
    let server = filtered();
    let port = Port::of(&server);
    for (method, member, key, hidden) in [
        ("tools/list", "tools", "name", 2),
        ("resources/list", "resources", "uri", 1),
        (
            "resources/templates/list",
            "resourceTemplates",
            "uriTemplate",
            1,
        ),
        ("prompts/list", "prompts", "name", 1),
    ] {
        let all = names(&port, "ann.read", method, member, key);
        let some = names(&port, "bob.read", method, member, key);
        assert_eq!(all.len(), some.len() + hidden, "{method}");
        assert!(some.iter().all(|it| all.contains(it)));
    }
    let reference = |kind: &str, key: &str, value: &str| json!({"ref": {"type": kind, key: value}, "argument": {"name": "text", "value": ""}});
    for (method, params) in [
        (
            "tools/call",
            json!({"name": "echo", "arguments": {"text": "x"}}),
        ),
        ("tools/call", json!({"name": "scoped"})),
        ("resources/read", json!({"uri": "blog://latest"})),
        ("resources/read", json!({"uri": "blog://posts/7"})),
        (
            "prompts/get",
            json!({"name": "summarize", "arguments": {"text": "x"}}),
        ),
        (
            "completion/complete",
            reference("ref/prompt", "name", "summarize"),
        ),
    ] {
        let post = Post::modern(&json!(1), method, params);
        let answer = port.send(&bearer(post.clone(), "bob.read+write+delete"));
        assert_eq!(answer.refusal(), (200, -32602), "{method}");
        let answer = port.send(&bearer(post, "ann.read+write+delete"));
        assert!(
            answer.json().get("result").is_some(),
            "{method}: {answer:?}"
        );
    }
    // Older clients.
    let list = Post::legacy(&json!(1), "tools/list", json!({}));
    let first =
        |token| port.send(&bearer(list.clone(), token)).json()["result"]["tools"][0].clone();
    assert_eq!(
        (&first("ann.read")["name"], &first("bob.read")["name"]),
        (&json!("echo"), &json!("page"))
    );
    // Where no token is verified nothing is hidden.
    let client = Client::new(&server);
    assert_eq!(
        client.call("echo", json!({"text": "x"}))["content"][0]["text"],
        "x"
    );
}

// AUTH-11: what cannot be decided is hidden.
#[test]
fn auth11_a_filter_that_panics_hides() {
    let mut builder = protected();
    builder.visible(|_, entry| {
        assert!(entry != Entry::Tool("echo"), "as told");
        true
    });
    let port = Port::of(&builder.build().unwrap());
    let all = names(&port, "ann.read", "tools/list", "tools", "name");
    assert!(!all.contains(&"echo".to_owned()) && all.contains(&"page".to_owned()));
    let call = Post::call("echo", json!({"text": "x"}));
    assert_eq!(
        port.send(&bearer(call, "ann.read")).refusal(),
        (200, -32602)
    );
}
