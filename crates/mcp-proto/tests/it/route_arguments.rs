//! Where the arguments of a tool go in the request to its route (11 §11.3).

use mcp_proto::Method;
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::support::routes::{ask, asking};

const QUERIED: [Method; 3] = [Method::Get, Method::Head, Method::Delete];
const WITH_BODY: [Method; 3] = [Method::Post, Method::Put, Method::Patch];

/// The path that a value of `{id}` makes.
fn path_of(value: &Value) -> String {
    let (client, app) = asking(Method::Get, "/posts/{id}/text");
    let (result, text) = ask(&client, json!({"id": value}));
    assert_eq!(result.get("isError"), None, "{value}: {text}");
    app.only().path
}

#[test]
fn rt10_a_path_argument_is_one_segment_percent_encoded() {
    for (value, segment) in [
        (json!("7"), "7"),
        (json!("a-b.c_d~e"), "a-b.c_d~e"),
        (json!("a/b"), "a%2Fb"),
        (json!("../etc"), "..%2Fetc"),
        (json!("..."), "..."),
        (json!("%2F"), "%252F"),
        (json!("100%"), "100%25"),
        (json!("a b"), "a%20b"),
        (
            json!("a+b?c#d&e=f;g:h@i"),
            "a%2Bb%3Fc%23d%26e%3Df%3Bg%3Ah%40i",
        ),
        (json!("é"), "%C3%A9"),
        (json!("🏡"), "%F0%9F%8F%A1"),
        (json!("\u{0}\r\n"), "%00%0D%0A"),
        (json!("{id}"), "%7Bid%7D"),
        (json!(7), "7"),
        (json!(-1.5), "-1.5"),
        (json!(true), "true"),
        (json!("null"), "null"),
    ] {
        assert_eq!(path_of(&value), format!("/posts/{segment}/text"), "{value}");
    }
}

#[test]
fn rt10_a_number_keeps_its_spelling() {
    let (client, app) = asking(Method::Get, "/{n}");
    let params = r#"{"name":"route","arguments":{"n":1E+2,"q":1.0},"_meta":{
        "io.modelcontextprotocol/protocolVersion":"2026-07-28",
        "io.modelcontextprotocol/clientCapabilities":{}}}"#;
    let message = format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{}}}"#,
        params.replace('\n', "")
    );
    let job = client.connection.receive(message.as_bytes()).unwrap();
    crate::support::block_on(job.unwrap().run());
    assert_eq!(app.only().target(), "/1E%2B2?q=1.0");
}

#[test]
fn rt10_rt11_what_makes_no_segment_is_an_error_that_names_the_argument() {
    for arguments in [
        json!({"id": null}),
        json!({"id": ["7"]}),
        json!({"id": {"id": 7}}),
        json!({"id": ""}),
        json!({"id": "."}),
        json!({"id": ".."}),
        // RT-11
        json!({}),
        json!({"ID": "7"}),
    ] {
        let (client, app) = asking(Method::Get, "/posts/{id}");
        let (result, text) = ask(&client, arguments.clone());
        assert_eq!(result["isError"], true, "{arguments}");
        assert!(text.contains("argument id "), "{text}");
        assert!(!app.was_asked(), "{arguments}");
    }
}

#[test]
fn rt12_other_arguments_make_the_query_without_a_body() {
    for method in QUERIED {
        let (client, app) = asking(method, "/posts/{id}");
        let arguments = json!({
            "z": "a b&c=d+é",
            "id": "7",
            "a&": "",
            "n": 1.5,
            "b": false,
            "none": null,
            "list": ["x", 2, null, true, ["y", null], {"k": "v w"}],
            "empty": [],
            "object": {"k": [1, "😀"]},
        });
        ask(&client, arguments);
        let request = app.only();
        assert_eq!(request.method, method);
        assert_eq!(
            request.target(),
            concat!(
                "/posts/7?z=a+b%26c%3Dd%2B%C3%A9&a%26=&n=1.5&b=false",
                "&list=x&list=2&list=true&list=%5B%22y%22%2Cnull%5D&list=%7B%22k%22%3A%22v+w%22%7D",
                "&object=%7B%22k%22%3A%5B1%2C%22%F0%9F%98%80%22%5D%7D"
            )
        );
        assert!(request.body.is_empty());
        // RT-14: what a call always has, and on a transport without headers nothing else.
        let names: Vec<_> = request.headers.keys().map(|name| name.as_str()).collect();
        assert_eq!(names, ["accept"]);
        assert_eq!(request.headers["accept"], "application/json");
    }
}

#[test]
fn rt13_other_arguments_make_a_json_body() {
    for method in WITH_BODY {
        let (client, app) = asking(method, "/posts/{id}");
        for (arguments, body) in [
            (
                json!({"title": "é\n", "id": 7, "tags": ["a", null], "n": null, "o": {"a": 1.0}}),
                r#"{"title":"é\n","tags":["a",null],"n":null,"o":{"a":1.0}}"#,
            ),
            (json!({"id": "7"}), "{}"),
        ] {
            ask(&client, arguments);
            let request = app.only();
            assert_eq!(request.method, method);
            assert_eq!(request.target(), "/posts/7");
            assert_eq!(request.body, body);
            assert_eq!(request.headers["content-type"], "application/json");
            assert_eq!(request.headers["content-length"], body.len().to_string());
        }
    }
}

#[test]
fn rt12_rt13_of_a_name_given_twice_the_last_value_counts() {
    for (method, expected) in [
        (Method::Get, "/?a=3&b=2"),
        (Method::Post, r#"{"a":3,"b":2}"#),
    ] {
        let (client, app) = asking(method, "/");
        let message = concat!(
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"route","#,
            r#""arguments":{"a":1,"b":2,"\u0061":3},"_meta":{"#,
            r#""io.modelcontextprotocol/protocolVersion":"2026-07-28","#,
            r#""io.modelcontextprotocol/clientCapabilities":{}}}}"#
        );
        let job = client.connection.receive(message.as_bytes()).unwrap();
        crate::support::block_on(job.unwrap().run());
        let request = app.only();
        let seen = match method {
            Method::Get => request.target(),
            _ => String::from_utf8(request.body.to_vec()).unwrap(),
        };
        assert_eq!(seen, expected);
    }
}

#[test]
fn an_address_that_no_request_can_carry_is_told_to_the_model() {
    let (client, app) = asking(Method::Get, "/posts/{id}");
    let long = "x".repeat(65_535);
    for arguments in [json!({"id": long}), json!({"id": "7", "q": long})] {
        let (result, text) = ask(&client, arguments);
        assert_eq!(result["isError"], true);
        assert!(text.contains("65534"), "{text}");
        assert!(!app.was_asked());
    }
    // A body carries it.
    let (client, app) = asking(Method::Post, "/posts");
    ask(&client, json!({"q": long}));
    assert!(app.only().body.len() > 65_535);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// No value can add, remove or rename a segment.
    #[test]
    fn rt10_any_text_stays_inside_its_segment(value in any::<String>()) {
        let (client, app) = asking(Method::Get, "/a/{id}/b");
        ask(&client, json!({"id": value}));
        if app.was_asked() {
            let path = app.only().path;
            prop_assert!(path.starts_with("/a/") && path.ends_with("/b"));
            let segment = &path[3..path.len() - 2];
            prop_assert!(!matches!(segment, "" | "." | ".."));
            let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~%".contains(&byte);
            prop_assert!(segment.bytes().all(plain));
        } else {
            prop_assert!(matches!(&*value, "" | "." | ".."));
        }
    }
}
