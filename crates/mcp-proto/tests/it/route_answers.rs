//! What the response of a route becomes (11 §11.4).

use mcp_proto::{CallError, CallResponse, JsonSchema, Log, McpServer, Method, RouteTool};
use serde_json::{Value, json};

use crate::support::routes::{Told, ask, response, route_tool, told};
use crate::support::{Client, block_on, request};

const JSON: (&str, &str) = ("content-type", "application/json");

/// The result for a response, `_meta` left out.
fn result_of(answer: CallResponse) -> Value {
    let app = Told::new(&[(Method::Get, "/")], move |_| Ok(answer.clone()));
    let client = told(&app, Method::Get, "/", |builder| builder);
    let (mut result, _) = ask(&client, json!({}));
    let members = result.as_object_mut().unwrap();
    members.shift_remove("_meta");
    members.shift_remove("resultType");
    result
}

fn text(text: &str) -> Value {
    json!({"content": [{"type": "text", "text": text}]})
}

fn error(text: &str) -> Value {
    json!({"content": [{"type": "text", "text": text}], "isError": true})
}

#[test]
fn a_json_object_becomes_structured_content_beside_its_text() {
    let body = " {\"b\": [1.0, null],\n  \"a\":\"\\u00e9\"}\r\n";
    for media_type in [
        "application/json",
        "Application/JSON; charset=utf-8",
        "application/problem+json",
        "application/vnd.api+json ; v=1",
    ] {
        let result = result_of(response(201, &[("content-type", media_type)], body));
        assert_eq!(result["content"][0]["text"], body, "{media_type}");
        assert_eq!(
            result["structuredContent"].to_string(),
            r#"{"b":[1.0,null],"a":"é"}"#
        );
        assert_eq!(result.get("isError"), None);
    }
}

#[test]
fn a_body_of_many_lines_stays_on_the_line_of_its_message() {
    let app = Told::new(&[(Method::Get, "/")], |_| {
        Ok(response(200, &[JSON], "{\n  \"a\": [\n    1\n  ]\n}\n"))
    });
    let client = told(&app, Method::Get, "/", |builder| builder);
    let call = request(&json!(1), "tools/call", json!({"name": "route"}));
    block_on(client.receive(&call).unwrap().run());
    let messages = client.taken_text();
    assert_eq!(messages.len(), 1);
    assert!(!messages[0].contains('\n'), "{}", messages[0]);
    assert!(messages[0].contains(r#""structuredContent":{"a":[1]}"#));
}

#[test]
fn every_other_success_becomes_its_text() {
    let html = [("content-type", "text/html")];
    for (headers, body) in [
        // A list and a scalar are no objects.
        (&[JSON][..], "[1, 2]"),
        (&[JSON][..], "7"),
        (&[JSON][..], "null"),
        (&[JSON][..], ""),
        // An object that does not say that it is one, or is none.
        (&html[..], r#"{"a":1}"#),
        (&[][..], r#"{"a":1}"#),
        (&[("content-type", "text/json")][..], r#"{"a":1}"#),
        (&[JSON][..], r#"{"a":1"#),
        (&[JSON][..], r#"{"a":"\ud800"}"#),
        (&html[..], "<p>ほげ</p>\n"),
        (&[][..], ""),
    ] {
        assert_eq!(
            result_of(response(200, headers, body)),
            text(body),
            "{body}"
        );
    }
    assert_eq!(result_of(response(204, &[], "")), text(""));
    // Deeper than any client reads.
    let deep = format!("{{\"a\":{}{}}}", "[".repeat(200), "]".repeat(200));
    assert_eq!(result_of(response(200, &[JSON], deep.clone())), text(&deep));
}

#[test]
fn rt20_a_4xx_was_written_for_a_client_and_the_model_reads_it() {
    for (status, headers, body, expected) in [
        (404, &[][..], "no such article: 999", "no such article: 999"),
        (
            422,
            &[JSON][..],
            r#"{"title":"empty"}"#,
            r#"{"title":"empty"}"#,
        ),
        (401, &[][..], "", "401 Unauthorized"),
        (404, &[][..], "", "404 Not Found"),
        (499, &[][..], "", "499"),
    ] {
        assert_eq!(result_of(response(status, headers, body)), error(expected));
    }
}

#[test]
fn rt20_a_5xx_names_its_status_and_nothing_of_its_body() {
    let trace = "panicked at 'secret', src/db.rs:7\nstack backtrace:\n  0: main";
    let gzip = ("content-encoding", "gzip");
    for (status, headers, expected) in [
        (500, &[][..], "The route failed: 500 Internal Server Error"),
        (
            503,
            &[JSON][..],
            "The route failed: 503 Service Unavailable",
        ),
        (599, &[gzip][..], "The route failed: 599"),
    ] {
        assert_eq!(result_of(response(status, headers, trace)), error(expected));
    }
    assert_eq!(
        result_of(response(500, &[], vec![0xff; 9 << 20])),
        error("The route failed: 500 Internal Server Error")
    );
}

#[test]
fn a_status_that_carries_no_answer_is_an_error_that_says_where_it_points() {
    let location = [("location", "/posts/7"), JSON];
    for (status, headers, expected) in [
        (
            303,
            &location[..],
            "303 See Other, which points to /posts/7",
        ),
        (304, &[][..], "304 Not Modified, which is no answer"),
        (102, &[][..], "102 Processing, which is no answer"),
    ] {
        let result = result_of(response(status, headers, r#"{"a":1}"#));
        assert_eq!(result["isError"], true);
        let text = result["content"][0]["text"].as_str().unwrap();
        assert!(text.contains(expected), "{text}");
        assert_eq!(result.get("structuredContent"), None);
    }
}

#[test]
fn a_body_that_cannot_be_passed_on_is_an_error_that_says_why() {
    let limit = 8 << 20;
    for status in [200, 404] {
        for (headers, body, reason) in [
            (
                &[("content-encoding", "gzip"), JSON][..],
                vec![b'x'],
                "gzip",
            ),
            (
                &[("content-encoding", "identity, br")][..],
                vec![b'x'],
                "br,",
            ),
            (&[JSON][..], vec![0xff, 0xfe], "not UTF-8"),
            (&[][..], vec![b'x'; limit + 1], "8388608"),
        ] {
            let result = result_of(response(status, headers, body));
            assert_eq!(result["isError"], true);
            let text = result["content"][0]["text"].as_str().unwrap();
            assert!(text.contains(reason), "{text}");
        }
    }
    let identity = [("content-encoding", "Identity")];
    assert_eq!(result_of(response(200, &identity, "x")), text("x"));
    // What answers HEAD names the encoding of a body that it does not have.
    let gzip = [("content-encoding", "gzip")];
    assert_eq!(result_of(response(200, &gzip, "")), text(""));
    // All of it is held in memory (RT-21), up to the limit.
    let whole = "x".repeat(limit);
    assert_eq!(result_of(response(200, &[], whole.clone())), text(&whole));
}

#[test]
fn the_limit_of_bodies_can_be_set() {
    let app = Told::new(&[(Method::Get, "/")], |_| Ok(response(200, &[], "12345")));
    for (limit, fits) in [(5, true), (4, false)] {
        let client = told(&app, Method::Get, "/", |it| it.route_body_limit(limit));
        let (result, _) = ask(&client, json!({}));
        assert_eq!(result.get("isError").is_none(), fits);
    }
    // A dispatcher that stopped reading by itself.
    for (status, expected) in [
        (200, "The route answered 200 with more than 4 bytes"),
        (500, "The route failed: 500 Internal Server Error"),
    ] {
        let app = Told::new(&[(Method::Get, "/")], move |_| {
            Err(CallError::TooLarge { status, limit: 4 })
        });
        let client = told(&app, Method::Get, "/", |builder| builder);
        let (result, text) = ask(&client, json!({}));
        assert_eq!(result["isError"], true);
        assert_eq!(text, expected);
    }
}

#[test]
fn without_a_response_the_client_is_told_of_an_internal_error() {
    for fault in [
        CallError::TooDeep,
        CallError::NoRoute {
            method: Method::Get,
            path: "/secret".to_owned(),
        },
        CallError::Failed("secret".to_owned()),
        CallError::Invalid("secret".to_owned()),
    ] {
        let app = Told::new(&[(Method::Get, "/")], move |_| Err(fault.clone()));
        let client = told(&app, Method::Get, "/", |builder| builder);
        let error = client.error("tools/call", json!({"name": "route"}));
        assert_eq!(error, json!({"code": -32603, "message": "Internal error"}));
    }
}

#[test]
fn rt5_without_an_application_the_model_is_told_so() {
    let mut builder = McpServer::builder("test", "1");
    builder.tool("route", route_tool(Method::Get, "/nowhere/{id}"));
    let client = Client::new(&builder.build().unwrap());
    let (result, text) = ask(&client, json!({"id": 7}));
    assert_eq!(result["isError"], true);
    assert_eq!(text, "This server has no route table");
}

#[test]
fn rt16_headers_of_the_response_are_dropped() {
    let headers = [
        ("set-cookie", "session=secret"),
        ("x-trace", "secret"),
        JSON,
    ];
    let app = Told::new(&[(Method::Get, "/")], move |_| {
        Ok(response(200, &headers, r#"{"a":1}"#))
    });
    let client = told(&app, Method::Get, "/", |builder| builder);
    let (result, _) = ask(&client, json!({}));
    assert!(!result.to_string().contains("secret"), "{result}");
}

#[test]
fn rt1_tool22_an_output_schema_is_a_promise_of_the_route() {
    let schema = || JsonSchema::object().integer("id", "number").required();
    let tool = || {
        RouteTool::of(Method::Get, "/")
            .description("Asks a route")
            .output(schema())
    };
    for (body, kept) in [
        (r#"{"id":7}"#, true),
        (r#"{"id":"7"}"#, false),
        ("7", false),
    ] {
        let app = Told::new(&[(Method::Get, "/")], move |_| {
            Ok(response(200, &[JSON], body))
        });
        let mut builder = McpServer::builder("test", "1");
        builder.dispatcher(app).tool("route", tool());
        let client = Client::new(&builder.build().unwrap());
        let answer = client.ask("tools/call", json!({"name": "route"}));
        assert_eq!(answer.get("error").is_none(), kept, "{answer}");
    }
}

#[test]
fn a_withheld_body_goes_to_nobody_without_a_log() {
    // The log that throws everything away must not turn into an answer either.
    let app = Told::new(&[(Method::Get, "/")], |_| Ok(response(500, &[], "secret")));
    let mut builder = McpServer::builder("test", "1");
    builder
        .dispatcher(app)
        .tool("route", route_tool(Method::Get, "/"));
    let server = builder.build().unwrap();
    let (sender, sent) = std::sync::mpsc::channel();
    let connection = server.connect(Log::default(), move |message| {
        sender.send(message).unwrap();
    });
    let call = request(&json!(1), "tools/call", json!({"name": "route"})).to_string();
    block_on(connection.receive(call.as_bytes()).unwrap().unwrap().run());
    let messages: Vec<_> = sent.try_iter().collect();
    assert_eq!(messages.len(), 1);
    assert!(!messages[0].contains("secret"));
}
