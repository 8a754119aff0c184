//! Pages (11 §15), as a client turns them.

use mcp_proto::McpServer;
use serde_json::{Value, json};

use crate::support::Client;
use crate::support::server::{Does, Says, Summarize};

fn many(count: usize) -> McpServer {
    let mut builder = McpServer::builder("n", "1");
    for number in 0..count {
        builder
            .tool(format!("t{number}"), Does("z"))
            .resource(format!("t://{number}"), Says("x"))
            .prompt(format!("p{number}"), Summarize("fail"));
    }
    builder.build().unwrap()
}

#[test]
fn page1_page2_page5_all_pages_hold_everything_once() {
    for (count, pages) in [(99, 1), (100, 1), (101, 2), (250, 3)] {
        let client = Client::new(&many(count));
        for (method, member) in [
            ("tools/list", "tools"),
            ("resources/list", "resources"),
            ("prompts/list", "prompts"),
        ] {
            let (mut params, mut seen, mut turned) = (json!({}), 0, 0);
            loop {
                let page = client.result(method, params);
                seen += page[member].as_array().unwrap().len();
                turned += 1;
                assert_eq!(page["cacheScope"], "public");
                match page.get("nextCursor") {
                    Some(cursor) => params = json!({"cursor": cursor}),
                    None => break,
                }
            }
            assert_eq!((seen, turned), (count, pages), "{method}");
        }
    }
}

#[test]
fn page4_page6_an_unreadable_cursor_is_never_the_first_page() {
    let client = Client::new(&many(101));
    let good = client.result("tools/list", json!({}))["nextCursor"].clone();
    let text = good.as_str().unwrap();
    for bad in [
        json!(null),
        json!(1),
        json!(""),
        json!("bm90IG1pbmU"),
        json!(format!("{text}A")),
    ] {
        let error = client.error("tools/list", json!({"cursor": bad}));
        assert_eq!(
            error,
            json!({"code": -32602, "message": "Unreadable cursor"})
        );
    }
    assert_eq!(client.code("prompts/list", json!({"cursor": good})), -32602);
    // Another process has another key.
    let other = Client::new(&many(101));
    assert_eq!(other.code("tools/list", json!({"cursor": good})), -32602);
}

#[test]
fn page1_page3_the_size_of_a_page_and_the_key_can_be_set() {
    let server = || {
        let mut builder = McpServer::builder("n", "1");
        builder.page_size(1).state_key([9; 32]);
        builder
            .tool("a", Does("z"))
            .tool("b", Does("z"))
            .build()
            .unwrap()
    };
    let first: Value = Client::new(&server()).result("tools/list", json!({}));
    assert_eq!(first["tools"].as_array().unwrap().len(), 1);
    // With the same key another instance reads it.
    let params = json!({"cursor": first["nextCursor"]});
    let second = Client::new(&server()).result("tools/list", params);
    assert_eq!(second["tools"][0]["name"], "b");
}
