//! How much at once, for how long, and how it ends (HTTP-28…30).

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use mcp_proto::{CallContext, Era, HttpConfig, JsonObject, Tool, ToolFault, ToolOutcome};
use serde_json::{Value, json};

use super::answers::listen;
use crate::support::http::{Line, Port, Post, eventually};
use crate::support::server::{builder, server};
use crate::support::wire;
use crate::support::{Blocks, Gate};

/// Short enough for a test, long enough for what is to be in time.
const SHORT: Duration = Duration::from_millis(300);

fn impatient() -> HttpConfig {
    HttpConfig::new().read_timeout(SHORT)
}

// HTTP-28
#[test]
fn http28_beyond_the_limit_a_request_is_told_to_come_again() {
    let gate = Gate::default();
    let server = builder()
        .tool("block", Blocks(gate.clone()))
        .build()
        .unwrap();
    let port = Port::with(&server, HttpConfig::new().max_concurrent(2));
    let mut running: Vec<Line> = (0..2)
        .map(|_| {
            let mut line = port.connect();
            line.send(&Post::call("block", json!({})).bytes());
            line
        })
        .collect();
    gate.wait_for(2);
    // Subscriptions are not counted, refusals and notifications neither.
    let _open = listen(&port, &json!(1), json!({}));
    assert_eq!(port.ask("unknown", json!({})).refusal(), (404, -32601));
    let note = Post::new(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#);
    assert_eq!(port.send(&note).status, 202);
    let busy = [
        Post::modern(&json!("x"), "tools/call", json!({"name": "full"})),
        Post::legacy(&json!("x"), "ping", json!({})),
    ];
    for post in &busy {
        let answer = port.send(post).judged(Era::Modern, "");
        assert_eq!(answer.refusal(), (503, -32603));
        assert_eq!(answer.json()["id"], "x");
        assert_eq!(answer.header("retry-after"), Some("1"));
    }
    gate.open();
    for line in &mut running {
        assert_eq!(line.answer().unwrap().status, 200);
    }
    // A place is free again as soon as its request is done.
    for post in &busy {
        eventually(|| port.send(post).status == 200);
    }
}

// HTTP-28: large bodies of all requests together are bounded too.
#[test]
fn http28_bodies_share_a_bounded_memory() {
    let config = HttpConfig::new().max_concurrent(1).max_body(1 << 20);
    let port = Port::with(&server(), config);
    let head = Post::call("full", json!({}))
        .with("Content-Length", "1000000")
        .head();
    let mut large = Post::call("full", json!({}));
    large.body.extend(vec![b' '; 900_000]);
    let mut holding = None;
    eventually(|| {
        // Whichever of the two comes first holds the memory, so this may take a second try.
        let line = holding.insert(port.connect());
        line.send(&head);
        let _ = line.try_send(&vec![b' '; 900_000]);
        port.send(&large).status == 503
    });
    // Small ones pass all the time.
    assert_eq!(port.ask("tools/call", json!({"name": "full"})).status, 200);
    drop(holding);
    eventually(|| port.send(&large).status == 200);
}

// HTTP-30
#[test]
fn http30_a_head_that_does_not_come_is_not_waited_for() {
    let port = Port::with(&server(), impatient());
    for sent in ["", "P", "POST /mcp HTTP/1.1\r\nHost: localhost\r\n", "\r\n"] {
        let mut line = port.connect();
        line.send(sent.as_bytes());
        assert_eq!(line.rest(), b"", "{sent:?}");
    }
    // One byte now and then is no head either.
    let mut line = port.connect();
    let head = Post::call("full", json!({}))
        .with("Content-Length", "0")
        .head();
    for byte in head {
        if line.try_send(&[byte]).is_err() {
            break;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    assert_eq!(line.rest(), b"");
}

// HTTP-30
#[test]
fn http30_a_body_for_the_application_that_stalls_ends_too() {
    let whole = axum::routing::post(|body: String| async { body });
    let app = axum::Router::new().route("/echo", whole);
    let port = Port::beside(&server(), impatient(), Some(app));
    let echo = Post::new("all of it").to("POST", "/echo");
    assert_eq!(port.send(&echo).body, "all of it");
    let mut line = port.connect();
    line.send(&echo.with("Content-Length", "50").head());
    line.send(b"some");
    // In the words of the application.
    assert_eq!(line.answer().unwrap().status, 400);
    assert_eq!(line.rest(), b"");
}

// HTTP-30
#[test]
fn http30_a_body_that_stalls_is_408() {
    let port = Port::with(&server(), impatient());
    let post = Post::call("full", json!({}));
    let length = post.body.len().to_string();
    let mut line = port.connect();
    line.send(&post.clone().with("Content-Length", &length).head());
    line.send(&post.body[..10]);
    assert_eq!(line.answer().unwrap().refusal(), (408, -32600));
    assert_eq!(line.rest(), b"");
    // Slow, but going on, is served.
    let mut line = port.connect();
    line.send(&post.clone().with("Content-Length", length).head());
    for piece in post.body.chunks(30) {
        std::thread::sleep(SHORT / 4);
        line.send(piece);
    }
    assert_eq!(line.answer().unwrap().status, 200);
}

// HTTP-30
#[test]
fn http30_further_connections_are_closed_at_once() {
    let port = Port::with(&server(), HttpConfig::new().max_connections(3));
    let mut open: Vec<Line> = (0..3).map(|_| port.connect()).collect();
    let call = Post::call("full", json!({}));
    for line in &mut open {
        line.send(&call.bytes());
        assert_eq!(line.answer().unwrap().status, 200);
    }
    let mut further = port.connect();
    assert_eq!(further.rest(), b"");
    // The others serve on, and a place that is given back is given out again.
    open[0].send(&call.bytes());
    assert_eq!(open[0].answer().unwrap().status, 200);
    open.pop();
    eventually(|| {
        let mut line = port.connect();
        let sent = line.try_send(&call.bytes());
        sent.is_ok() && line.head().is_some_and(|answer| answer.status == 200)
    });
}

// A client that does not read its answer is not waited for either.
#[test]
fn an_answer_that_is_not_read_ends_its_connection() {
    let server = server();
    let config = impatient().keep_alive(Duration::from_millis(50));
    let port = Port::with(&server, config.max_connections(1));
    let long = format!("a:{}", "x".repeat(200_000));
    let (stalled, _) = listen(
        &port,
        &json!(1),
        json!({"resourceSubscriptions": [long, "a:1"]}),
    );
    for _ in 0..400 {
        server.notifier().resource_updated(&long);
        server.notifier().resource_updated("a:1");
    }
    // Its place is free although it never closed.
    let call = Post::call("full", json!({}));
    eventually(|| {
        let mut line = port.connect();
        let sent = line.try_send(&call.bytes());
        sent.is_ok() && line.head().is_some_and(|answer| answer.status == 200)
    });
    drop(stalled);
}

// A tool holds its own thread, and no other request waits for it.
#[test]
fn tools_that_block_hold_up_nobody() {
    let gate = Gate::default();
    let server = builder()
        .tool("block", Blocks(gate.clone()))
        .build()
        .unwrap();
    let port = Port::of(&server);
    let mut blocked: Vec<Line> = (0..32)
        .map(|_| {
            let mut line = port.connect();
            line.send(&Post::call("block", json!({})).bytes());
            line
        })
        .collect();
    gate.wait_for(32);
    assert_eq!(port.ask("tools/call", json!({"name": "full"})).status, 200);
    let _listening = listen(&port, &json!(1), json!({}));
    gate.open();
    for line in &mut blocked {
        assert_eq!(line.answer().unwrap().status, 200);
    }
}

/// Ends when the test says so, or never.
struct Lasts {
    gate: Gate,
    ended: Arc<AtomicBool>,
}

impl Tool for Lasts {
    fn description(&self) -> &str {
        "Waits without blocking"
    }

    async fn call(&self, cx: &mut CallContext, _: &JsonObject) -> Result<ToolOutcome, ToolFault> {
        let gate = self.gate.clone();
        gate.arrive();
        cx.cancelled().await;
        self.ended.store(true, Ordering::SeqCst);
        std::future::pending().await
    }
}

// HTTP-29, SUB-10, STDIO-9 (hooks)
#[test]
fn http29_shutdown_lets_running_requests_finish_and_closes_subscriptions() {
    let gate = Gate::default();
    let order = Arc::new(std::sync::Mutex::new(Vec::new()));
    let mut builder = builder();
    builder.tool("block", Blocks(gate.clone()));
    for name in ["first", "second"] {
        let order = Arc::clone(&order);
        builder.on_shutdown(move || order.lock().unwrap().push(name));
    }
    let server = builder.build().unwrap();
    let mut port = Port::of(&server);
    let mut idle = port.connect();
    idle.send(&Post::call("full", json!({})).bytes());
    assert_eq!(idle.answer().unwrap().status, 200);
    let (mut subscription, _) = listen(&port, &json!(9), json!({"resourcesListChanged": true}));
    server.notifier().resource_list_changed();
    let mut running = port.connect();
    running.send(&Post::call("block", json!({})).bytes());
    gate.wait_for(1);
    port.stop();
    // What was queued, then the end.
    let change = subscription.message().unwrap();
    assert_eq!(change["method"], "notifications/resources/list_changed");
    let cancelled = subscription.message().unwrap();
    wire::judge(Era::Modern, "", &cancelled.to_string());
    assert_eq!(cancelled["method"], "notifications/cancelled");
    assert_eq!(cancelled["params"]["requestId"], 9);
    assert_eq!(cancelled["params"]["reason"], "shutdown");
    let last = subscription.message().unwrap();
    wire::judge(Era::Modern, "subscriptions/listen", &last.to_string());
    assert_eq!(
        (&last["id"], &last["result"]["resultType"]),
        (&json!(9), &json!("complete"))
    );
    assert_eq!(subscription.message(), None::<Value>);
    // Nobody is let in any more.
    assert_eq!(idle.rest(), b"");
    eventually(|| std::net::TcpStream::connect(port.address).is_err());
    assert!(order.lock().unwrap().is_empty());
    gate.open();
    assert_eq!(running.answer().unwrap().status, 200);
    port.join();
    assert_eq!(*order.lock().unwrap(), ["second", "first"]);
}

// HTTP-29
#[test]
fn http29_what_does_not_finish_in_its_grace_is_dropped() {
    let gate = Gate::default();
    let ended = Arc::new(AtomicBool::new(false));
    let lasts = Lasts {
        gate: gate.clone(),
        ended: Arc::clone(&ended),
    };
    let grace = Duration::from_millis(100);
    let server = builder()
        .tool("last", lasts)
        .shutdown_grace(grace)
        .build()
        .unwrap();
    let mut port = Port::of(&server);
    let mut running = port.connect();
    running.send(&Post::call("last", json!({})).bytes());
    gate.wait_for(1);
    let mut half = port.connect();
    half.send(b"POST /mcp HTTP/1.1\r\n");
    port.join();
    assert_eq!(running.rest(), b"");
    assert_eq!(half.rest(), b"");
    // Dropping the connection was its cancellation.
    eventually(|| ended.load(Ordering::SeqCst));
}
