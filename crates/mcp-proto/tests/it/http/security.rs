//! What an attacker would try (11 §21, §26): each attempt is refused or served as what it is, and
//! nothing of one request comes near another.

use std::time::Duration;

use mcp_proto::{Era, HttpConfig};
use serde_json::{Value, json};

use crate::support::http::{Port, Post, eventually};
use crate::support::meta;
use crate::support::server::server;

/// A whole request that an attacker would like to see answered.
fn smuggled() -> Vec<u8> {
    Post::call("echo", json!({"text": "smuggled"})).bytes()
}

/// A server that closes a connection on which nothing comes any more.
fn impatient() -> Port {
    let config = HttpConfig::new().read_timeout(Duration::from_millis(200));
    Port::with(&server(), config)
}

/// Sends bytes and gives all that comes back until the server closes the connection.
fn exchange(port: &Port, bytes: &[u8]) -> String {
    let mut line = port.connect();
    let _ = line.try_send(bytes);
    String::from_utf8_lossy(&line.rest()).into_owned()
}

// Two readings of one request are what smuggling lives from: no such request has a second answer.
#[test]
fn a_request_with_two_lengths_is_refused() {
    let port = impatient();
    let inner = smuggled();
    let short = Post::new("")
        .with("Content-Length", "2")
        .with("Content-Length", "400");
    for head in [
        short.head(),
        Post::new("").with("Content-Length", "2, 400").head(),
        Post::new("").with("Content-Length", "+2").head(),
        Post::new("").with("Content-Length", "-1").head(),
        Post::new("").with("Content-Length", "0x2").head(),
        Post::new("")
            .with("Content-Length", "99999999999999999999999")
            .head(),
    ] {
        let answers = exchange(&port, &[&head[..], b"{}", &inner].concat());
        assert!(answers.starts_with("HTTP/1.1 400"), "{answers}");
        assert!(!answers.contains("smuggled"), "{answers}");
        assert_eq!(answers.matches("HTTP/1.1").count(), 1, "{answers}");
    }
}

#[test]
fn a_chunked_request_with_a_length_is_the_last_on_its_connection_or_refused() {
    let port = impatient();
    let inner = smuggled();
    for (first, second) in [
        (("Content-Length", "5"), ("Transfer-Encoding", "chunked")),
        (("Transfer-Encoding", "chunked"), ("Content-Length", "5")),
    ] {
        let head = Post::new("")
            .with(first.0, first.1)
            .with(second.0, second.1)
            .head();
        let answers = exchange(&port, &[&head[..], b"0\r\n\r\n", &inner].concat());
        assert!(!answers.contains("smuggled"), "{answers}");
        assert_eq!(answers.matches("HTTP/1.1").count(), 1, "{answers}");
    }
    for coding in [
        "chunked, identity",
        "identity",
        "xchunked",
        "chunked, chunked",
        "gzip, chunked",
    ] {
        let head = Post::new("").with("Transfer-Encoding", coding).head();
        let answers = exchange(&port, &[&head[..], b"0\r\n\r\n", &inner].concat());
        assert!(answers.starts_with("HTTP/1.1 400"), "{coding}: {answers}");
        assert!(!answers.contains("smuggled"), "{coding}: {answers}");
    }
    // A chunk that lies about its length.
    let head = Post::new("").with("Transfer-Encoding", "chunked").head();
    for chunks in [
        "5\r\nabc\r\n0\r\n\r\n",
        "-1\r\n",
        "ffffffffffffffffff\r\n",
        "x\r\n",
        "3;\nabc\r\n0\r\n\r\n",
    ] {
        let answers = exchange(&port, &[&head[..], chunks.as_bytes(), &inner].concat());
        assert!(!answers.contains("smuggled"), "{chunks:?}: {answers}");
    }
}

#[test]
fn line_ends_and_names_that_only_some_would_accept_hide_nothing() {
    let port = impatient();
    let inner = smuggled();
    for head in [
        // A header that hides behind a bare line feed, a space, a fold, a null.
        "POST /mcp HTTP/1.1\r\nHost: localhost\r\nX: y\nContent-Length : 2\r\n\r\n",
        "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length : 2\r\n\r\n",
        "POST /mcp HTTP/1.1\r\nHost: localhost\r\nX: y\r\n Content-Length: 2\r\n\r\n",
        "POST /mcp HTTP/1.1\r\nHost: localhost\r\nX\0: y\r\nContent-Length: 2\r\n\r\n",
        "POST /mcp HTTP/1.1\r\nHost: localhost\r\nX: y\rContent-Length: 2\r\n\r\n",
        "POST /mcp HTTP/9.9\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n",
        "POST  /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n",
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    ] {
        let answers = exchange(&port, &[head.as_bytes(), b"{}", &inner].concat());
        assert!(
            answers.is_empty() || answers.starts_with("HTTP/1.1 400"),
            "{head:?}: {answers}"
        );
        assert!(!answers.contains("smuggled"), "{answers}");
    }
    // Bare line feeds alone are read as what they are: one request after the other, nothing between.
    let head = "POST /mcp HTTP/1.1\nHost: localhost\nContent-Length: 2\n\n{}";
    let answers = exchange(&port, head.as_bytes());
    assert_eq!(answers.matches("HTTP/1.1").count(), 1, "{answers}");
    // Too many, too long.
    let many = (0..200).fold(Post::new("{}"), |post, number| {
        post.with(&format!("X-{number}"), "y")
    });
    assert_eq!(port.send(&many).status, 431);
    let long = Post::new("{}").with("X", "y".repeat(400_000));
    let answers = exchange(&port, &long.bytes());
    assert!(answers.starts_with("HTTP/1.1 431"), "{answers}");
}

// Requests that follow each other without waiting are answered in order, each with its own.
#[test]
fn pipelined_requests_are_answered_in_order() {
    let port = Port::of(&server());
    let mut line = port.connect();
    let texts: Vec<_> = (0..20).map(|number| format!("text {number}")).collect();
    let all: Vec<u8> = texts
        .iter()
        .flat_map(|text| Post::call("echo", json!({"text": text})).bytes())
        .collect();
    line.send(&all);
    for text in &texts {
        let answer = line.answer().unwrap();
        assert_eq!(&answer.json()["result"]["content"][0]["text"], text);
    }
}

// HTTP-8, BASE-11, SCH-13
#[test]
fn deep_and_huge_json_is_refused_in_its_own_way() {
    let port = Port::of(&server());
    let call = |arguments: &str| {
        let mut post = Post::call("loose", json!("#"));
        let body = String::from_utf8(post.body)
            .unwrap()
            .replace("\"#\"", arguments);
        post.body = body.into();
        port.send(&post)
    };
    let nested = |depth: usize| format!("{{\"a\":{}{}}}", "[".repeat(depth), "]".repeat(depth));
    assert_eq!(call(&nested(1_000_000)).refusal(), (400, -32700));
    assert_eq!(call(&nested(200)).refusal(), (400, -32700));
    assert_eq!(call(&nested(100)).json()["result"]["isError"], true);
    assert_eq!(call(&nested(60)).status, 200);
    let wide = format!("{{\"a\":[{}0]}}", "0,".repeat(200_000));
    assert_eq!(call(&wide).json()["result"]["isError"], true);
    let digits = format!("{{\"a\":{}}}", "9".repeat(1_000_000));
    assert_eq!(call(&digits).status, 200);
    let escapes = format!("{{\"a\":\"{}\"}}", "\\u0041".repeat(100_000));
    assert_eq!(call(&escapes).status, 200);
    let keys: String = (0..100_000)
        .map(|number| format!("\"{number}\":0,"))
        .collect();
    assert!(call(&format!("{{{keys}\"x\":0}}")).status == 200);
}

// MRTR-22, PAGE-4, ERR-6
#[test]
fn what_comes_back_is_not_trusted() {
    let port = Port::of(&server());
    let capabilities = json!({"io.modelcontextprotocol/clientCapabilities": {
        "elicitation": {"form": {}, "url": {}}, "sampling": {}, "roots": {},
    }});
    let call = |more: Value| {
        let mut params = json!({"name": "ask-all", "_meta": meta(capabilities.clone())});
        for (key, value) in more.as_object().unwrap() {
            params[key] = value.clone();
        }
        port.ask("tools/call", params)
    };
    let asked = call(json!({})).json();
    let state = asked["result"]["requestState"].as_str().unwrap().to_owned();
    assert_eq!(call(json!({"requestState": state})).status, 200);
    for place in [0, 10, state.len() / 2, state.len() - 1] {
        let mut bytes = state.clone().into_bytes();
        bytes[place] = if bytes[place] == b'A' { b'B' } else { b'A' };
        let tampered = String::from_utf8(bytes).unwrap();
        let answer = call(json!({"requestState": tampered}));
        assert_eq!(answer.refusal(), (200, -32602), "{place}");
    }
    // Another server's state, and a cursor of another list.
    let other = Port::of(&server());
    let foreign = json!({"name": "ask-all", "_meta": meta(capabilities), "requestState": state});
    assert_eq!(other.ask("tools/call", foreign).refusal(), (200, -32602));
    for cursor in ["", "AAAA", "djE6dG9vbHMvbGlzdDoxOjAwMDAwMDAwMDAwMDAwMDA"] {
        let answer = port.ask("tools/list", json!({"cursor": cursor}));
        assert_eq!(answer.refusal(), (200, -32602));
    }
    // A panic ends one request.
    let mut line = port.connect();
    for _ in 0..3 {
        line.send(&Post::call("panic", json!({})).bytes());
        let answer = line.answer().unwrap();
        assert_eq!(answer.refusal(), (200, -32603));
        assert!(!answer.body.contains("secret"), "{answer:?}");
    }
    assert_eq!(
        port.ask("resources/read", json!({"uri": "t://panic"}))
            .refusal(),
        (200, -32603)
    );
    assert_eq!(
        port.ask("prompts/get", json!({"name": "panic"})).refusal(),
        (200, -32603)
    );
}

// HTTP-26, HTTP-30: half requests and vanished clients leave nothing behind.
#[test]
fn vanished_clients_free_their_places() {
    let config = HttpConfig::new().max_connections(20).max_concurrent(8);
    let port = Port::with(&server(), config);
    let call = Post::call("wait", json!({})).bytes();
    for round in 0..100 {
        let mut line = port.connect();
        let cut = call.len() * (round % 10 + 1) / 10;
        let _ = line.try_send(&call[..cut]);
    }
    eventually(|| {
        let mut line = port.connect();
        let sent = line.try_send(&Post::call("full", json!({})).bytes());
        sent.is_ok() && line.head().is_some_and(|answer| answer.status == 200)
    });
    let answer = port.ask("tools/call", json!({"name": "full"}));
    assert_eq!(answer.judged(Era::Modern, "tools/call").status, 200);
}
