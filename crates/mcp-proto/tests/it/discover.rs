//! What a server says about itself, and results in general (11 §6, §7, §16).

use std::time::Duration;

use mcp_proto::{CacheScope, Cached, Icon, McpServer};
use serde_json::{Value, json};

use crate::support::server::{Does, Says, Summarize, builder, server};
use crate::support::{Client, meta};

#[test]
fn disc1_disc2_res1_res2_the_answer_to_the_byte() {
    let server = McpServer::builder("blog", "1.0.0")
        .instructions("Search and post articles.")
        .tool("z", Does("z"))
        .resource("blog://latest", Says("latest"))
        .build()
        .unwrap();
    let client = Client::new(&server);
    let job = client.receive(&crate::support::request(
        &json!("d2"),
        "server/discover",
        json!({}),
    ));
    crate::support::block_on(job.unwrap().run());
    assert_eq!(
        client.taken_text(),
        [
            r#"{"jsonrpc":"2.0","id":"d2","result":{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"tools":{},"resources":{"subscribe":true,"listChanged":true}},"instructions":"Search and post articles.","ttlMs":300000,"cacheScope":"public","_meta":{"io.modelcontextprotocol/serverInfo":{"name":"blog","version":"1.0.0"}}}}"#
        ]
    );
}

#[test]
fn disc4_disc5_capabilities_are_what_is_served() {
    let capabilities = |server: &McpServer| {
        Client::new(server).result("server/discover", json!({}))["capabilities"].clone()
    };
    let code = |server: &McpServer, method: &str| {
        let answer = Client::new(server).ask(method, json!({}));
        answer["error"]["code"].as_i64()
    };
    let resources = json!({"subscribe": true, "listChanged": true});
    let empty = McpServer::builder("n", "1").build().unwrap();
    assert_eq!(capabilities(&empty), json!({}));
    for method in [
        "tools/list",
        "tools/call",
        "resources/list",
        "resources/templates/list",
        "resources/read",
        "prompts/list",
        "prompts/get",
        "completion/complete",
    ] {
        assert_eq!(code(&empty, method), Some(-32601), "{method}");
        assert_ne!(code(&server(), method), Some(-32601), "{method}");
    }
    let on = McpServer::builder("n", "1")
        .dynamic_resources(true)
        .completions(true)
        .logging(true)
        .extension("com.example/x", json!({"a": 1}))
        .experimental("com.example/y", json!({}))
        .build()
        .unwrap();
    assert_eq!(
        capabilities(&on),
        json!({
            "resources": resources, "completions": {}, "logging": {},
            "extensions": {"com.example/x": {"a": 1}}, "experimental": {"com.example/y": {}},
        })
    );
    assert_eq!(code(&on, "resources/list"), None);
    let prompts = McpServer::builder("n", "1")
        .prompt("p", Summarize("fail"))
        .build()
        .unwrap();
    assert_eq!(capabilities(&prompts), json!({"prompts": {}}));
    assert_eq!(
        capabilities(&server()),
        json!({"tools": {}, "resources": resources, "prompts": {}, "completions": {}})
    );
}

#[test]
fn res2_everything_that_is_known_about_the_server_goes_with_every_result() {
    let server = builder()
        .title("Test")
        .description("For tests")
        .website_url("https://example.com")
        .icons([Icon::new("https://example.com/i.png")])
        .build()
        .unwrap();
    let client = Client::new(&server);
    let info = json!({
        "name": "test", "version": "1.2", "title": "Test", "description": "For tests",
        "websiteUrl": "https://example.com", "icons": [{"src": "https://example.com/i.png"}],
    });
    let key = "io.modelcontextprotocol/serverInfo";
    let ask = json!({"io.modelcontextprotocol/clientCapabilities": {"elicitation": {}}});
    for (method, params) in [
        ("server/discover", json!({})),
        ("tools/list", json!({})),
        ("tools/call", json!({"name": "empty"})),
        ("tools/call", json!({"name": "ask", "_meta": meta(ask)})),
        ("resources/read", json!({"uri": "blog://latest"})),
        (
            "prompts/get",
            json!({"name": "summarize", "arguments": {"text": "x"}}),
        ),
    ] {
        assert_eq!(
            client.result(method, params)["_meta"][key],
            info,
            "{method}"
        );
    }
    // The handler's own keys stay beside it.
    let marked = client.call("marked", json!({}));
    assert_eq!(marked["_meta"], json!({"com.example/mark": 1, key: info}));
}

#[test]
fn res3_cache1_cache3_hints_stand_on_lists_and_on_what_is_read_and_nowhere_else() {
    let client = Client::new(&server());
    let hints = |method: &str, params: Value| {
        let result = client.result(method, params);
        (
            result.get("ttlMs").cloned(),
            result.get("cacheScope").cloned(),
        )
    };
    let some = |ttl: u64, scope: &str| (Some(json!(ttl)), Some(json!(scope)));
    for method in [
        "server/discover",
        "tools/list",
        "prompts/list",
        "resources/templates/list",
    ] {
        assert_eq!(hints(method, json!({})), some(300_000, "public"));
    }
    assert_eq!(hints("resources/list", json!({})), some(0, "public"));
    assert_eq!(
        hints("resources/read", json!({"uri": "blog://latest"})),
        some(0, "private")
    );
    // CACHE-2: a resource may say otherwise for itself.
    assert_eq!(
        hints("resources/read", json!({"uri": "t://kept"})),
        some(60_000, "public")
    );
    let get = json!({"name": "summarize", "arguments": {"text": "x"}});
    let complete = json!({
        "ref": {"type": "ref/prompt", "name": "summarize"},
        "argument": {"name": "style", "value": ""},
    });
    assert_eq!(hints("tools/call", json!({"name": "empty"})), (None, None));
    assert_eq!(hints("prompts/get", get), (None, None));
    assert_eq!(hints("completion/complete", complete), (None, None));
    let roots = json!({"io.modelcontextprotocol/clientCapabilities": {"roots": {}}});
    let ask = json!({"uri": "t://ask", "_meta": meta(roots)});
    assert_eq!(hints("resources/read", ask), (None, None));
}

#[test]
fn cache2_the_application_may_set_both() {
    let mut builder = builder();
    let all = [
        ("server/discover", Cached::Discover),
        ("tools/list", Cached::Tools),
        ("prompts/list", Cached::Prompts),
        ("resources/list", Cached::Resources),
        ("resources/templates/list", Cached::ResourceTemplates),
    ];
    for (_, what) in all {
        builder.cache(what, Duration::from_millis(1500), CacheScope::Private);
    }
    builder.cache(Cached::Read, Duration::MAX, CacheScope::Public);
    let client = Client::new(&builder.build().unwrap());
    for (method, _) in all {
        let result = client.result(method, json!({}));
        assert_eq!(
            (&result["ttlMs"], &result["cacheScope"]),
            (&json!(1500), &json!("private"))
        );
    }
    let read = client.result("resources/read", json!({"uri": "blog://latest"}));
    assert_eq!(read["ttlMs"], (1_u64 << 53) - 1);
}

#[test]
fn res4_what_has_no_value_is_left_out() {
    let client = Client::new(&server());
    for method in [
        "tools/list",
        "resources/list",
        "resources/templates/list",
        "prompts/list",
    ] {
        let text = client.result(method, json!({})).to_string();
        assert!(!text.contains(":null"), "{text}");
    }
}
