//! The two forms of an answer, and what happens while it is open (11 §21.3, §21.4, §18, §20).

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Duration;

use mcp_proto::{
    CallContext, Era, HttpConfig, JsonObject, McpServer, Tool, ToolFault, ToolOutcome, ToolResult,
};
use serde_json::{Value, json};

use crate::support::http::{Line, Port, Post, eventually};
use crate::support::server::{builder, server};
use crate::support::{meta, wire};

// HTTP-21, ERR-1, RES-1, CACHE-3
#[test]
fn http21_err1_a_json_answer_with_the_status_of_its_error() {
    let port = Port::of(&server());
    let answer = port.ask("tools/call", json!({"name": "full"}));
    assert_eq!(answer.status, 200);
    assert_eq!(answer.header("content-type"), Some("application/json"));
    assert_eq!(answer.header("cache-control"), Some("no-store"));
    let length = answer.body.len().to_string();
    assert_eq!(answer.header("content-length"), Some(length.as_str()));
    // Everything from the method's params on is 200 (11 §5).
    let call = |name: &str| port.ask("tools/call", json!({"name": name})).refusal();
    assert_eq!(call("unknown"), (200, -32602));
    assert_eq!(call("fail"), (200, -32603));
    assert_eq!(call("panic"), (200, -32603));
    assert_eq!(call("broken"), (200, -32603));
    assert_eq!(call("own-code"), (200, 17));
    assert_eq!(call("needs"), (400, -32021));
    assert_eq!(call("ask"), (400, -32021));
    let missing = port.ask("resources/read", json!({"uri": "t://gone"}));
    assert_eq!(missing.refusal(), (200, -32602));
    assert_eq!(missing.json()["error"]["data"]["uri"], "t://gone");
    let cursor = port.ask("tools/list", json!({"cursor": "bm90IG1pbmU"}));
    assert_eq!(cursor.refusal(), (200, -32602));
    let listen = port.ask("subscriptions/listen", json!({"notifications": 1}));
    assert_eq!(listen.refusal(), (200, -32602));
    let refused = port.ask("tools/call", json!({"name": "refuse"}));
    assert_eq!(
        (refused.status, &refused.json()["result"]["isError"]),
        (200, &json!(true))
    );
}

fn with_progress(tool: &str) -> Post {
    let params = json!({"name": tool, "_meta": meta(json!({"progressToken": "p"}))});
    Post::modern(&json!("a"), "tools/call", params)
}

#[test]
fn http20_http22_http23_http24_a_stream_from_the_first_notification_on() {
    let port = Port::of(&server());
    let mut line = port.connect();
    line.send(&with_progress("progress").bytes());
    let answer = line.answer().unwrap().judged(Era::Modern, "tools/call");
    assert_eq!(answer.status, 200);
    for (name, value) in [
        ("content-type", Some("text/event-stream")),
        ("cache-control", Some("no-cache")),
        ("x-accel-buffering", Some("no")),
        ("content-length", None),
        ("content-encoding", None),
    ] {
        assert_eq!(answer.header(name), value, "{name}");
    }
    let event = |progress: &str| {
        format!(
            "event: message\ndata: {{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\
             \"params\":{{\"progressToken\":\"p\",\"progress\":{progress},\"total\":2.0,\
             \"message\":\"going\"}}}}\n\n"
        )
    };
    let before: String = ["0.0", "0.5", "2.0"].map(event).concat();
    let last = answer
        .body
        .strip_prefix(&before)
        .unwrap_or_else(|| panic!("{answer:?}"));
    let last = last.strip_prefix("event: message\ndata: ").unwrap();
    let last: Value = serde_json::from_str(last.strip_suffix("\n\n").unwrap()).unwrap();
    assert_eq!(
        (&last["id"], &last["result"]["resultType"]),
        (&json!("a"), &json!("complete"))
    );
    // The stream has ended well: the connection serves on.
    line.send(&with_progress("full").bytes());
    assert_eq!(
        line.answer().unwrap().header("content-type"),
        Some("application/json")
    );
}

// PROG-4, LOG-1, LOG-2
#[test]
fn log1_log_messages_travel_on_the_answer_of_their_request() {
    let port = Port::of(&builder().logging(true).build().unwrap());
    let level = json!({"io.modelcontextprotocol/logLevel": "warning"});
    let params = json!({"name": "log", "_meta": meta(level)});
    let answer = port.ask("tools/call", params);
    let messages = answer.messages();
    assert_eq!(messages.len(), 3, "{messages:?}");
    assert!(
        messages[..2]
            .iter()
            .all(|it| it.contains("notifications/message"))
    );
    let quiet = port.ask("tools/call", json!({"name": "log"}));
    assert_eq!(quiet.header("content-type"), Some("application/json"));
}

/// Says what it knows of its request.
struct Knows;

impl Tool for Knows {
    fn description(&self) -> &str {
        "Says what it knows of its request"
    }

    async fn call(&self, cx: &mut CallContext, _: &JsonObject) -> Result<ToolOutcome, ToolFault> {
        let header = |name: &str| cx.headers().get(name).and_then(|it| it.to_str().ok());
        let known = json!({
            "language": header("accept-language"),
            "session": cx.cookie("session"),
            "theme": cx.cookie("theme"),
            "none": cx.cookie("sess"),
            "subject": cx.principal().map(|it| it.subject.clone()),
            "trace": cx.meta().get("traceparent").map(|it| it.get().to_owned()),
        });
        Ok(ToolResult::structured(known).into())
    }
}

#[test]
fn reg7_a_handler_knows_the_headers_and_cookies_of_its_request() {
    let server = builder().tool("knows", Knows).build().unwrap();
    let port = Port::of(&server);
    let post = Post::call("knows", json!({}))
        .with("Accept-Language", "ja")
        .with("Cookie", "session=a=b; theme=dark")
        .with("Cookie", "theme=light");
    let known = port.send(&post).json()["result"]["structuredContent"].clone();
    let expected = json!({
        "language": "ja", "session": "a=b", "theme": "dark", "none": null,
        "subject": null, "trace": null,
    });
    assert_eq!(known, expected);
    // On a stream of bytes there are none.
    let client = crate::support::Client::new(&server);
    let known = client.call("knows", json!({}))["structuredContent"].clone();
    assert_eq!(
        (&known["language"], &known["session"]),
        (&json!(null), &json!(null))
    );
}

/// Tells what becomes of its calls.
struct Watched {
    may_block: bool,
    started: Arc<AtomicU32>,
    was_cancelled: Arc<AtomicBool>,
    reports: bool,
}

impl Tool for Watched {
    fn description(&self) -> &str {
        "Waits for its cancellation"
    }

    fn may_block(&self) -> bool {
        self.may_block
    }

    async fn call(&self, cx: &mut CallContext, _: &JsonObject) -> Result<ToolOutcome, ToolFault> {
        if self.reports {
            cx.progress(1.0, None, None).await;
        }
        self.started.fetch_add(1, Ordering::SeqCst);
        cx.cancelled().await;
        assert!(cx.is_cancelled());
        self.was_cancelled.store(true, Ordering::SeqCst);
        Ok(ToolResult::text("late").into())
    }
}

// CAN-3, HTTP-26, HTTP-27
#[test]
fn can3_http26_closing_the_connection_is_the_cancellation() {
    // On a thread of its own and where sockets are served.
    let ways = [(false, false), (false, true), (true, false), (true, true)];
    // What a client sent behind its request does not hide that it has left.
    let sent_behind = ["", "G", "POST /mcp HTTP/1.1\r\n"];
    let all = ways
        .into_iter()
        .flat_map(|way| sent_behind.map(|it| (way, it)));
    for ((reports, may_block), behind) in all {
        let (started, was_cancelled) = (Arc::default(), Arc::default());
        let watched = Watched {
            may_block,
            started: Arc::clone(&started),
            was_cancelled: Arc::clone(&was_cancelled),
            reports,
        };
        let server = builder().tool("watched", watched).build().unwrap();
        let soon = HttpConfig::new().keep_alive(Duration::from_millis(100));
        let port = Port::with(&server, soon);
        let mut line = port.connect();
        line.send(&with_progress("watched").bytes());
        line.send(behind.as_bytes());
        if reports {
            assert_eq!(line.head().unwrap().status, 200);
            assert_eq!(line.message().unwrap()["method"], "notifications/progress");
        }
        eventually(|| started.load(Ordering::SeqCst) == 1);
        // A posted cancellation is accepted and does nothing.
        let cancelled = json!({
            "jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": "a"},
        });
        assert_eq!(port.send(&Post::new(cancelled.to_string())).status, 202);
        assert_eq!(
            port.result("tools/call", json!({"name": "full"}))["resultType"],
            "complete"
        );
        assert!(!was_cancelled.load(Ordering::SeqCst));
        drop(line);
        eventually(|| was_cancelled.load(Ordering::SeqCst));
    }
}

// HTTP-27, BASE-13: ids of different requests are never compared.
#[test]
fn http27_requests_at_the_same_time_have_their_own_answers() {
    let port = Port::of(&server());
    std::thread::scope(|scope| {
        for number in 0..16 {
            let port = &port;
            scope.spawn(move || {
                let mut line = port.connect();
                for round in 0..20 {
                    let text = format!("{number}-{round}");
                    let tool = if round % 2 == 0 { "echo" } else { "progress" };
                    let arguments = if round % 2 == 0 {
                        json!({"text": text})
                    } else {
                        json!({})
                    };
                    let token = json!({"progressToken": text});
                    let params =
                        json!({"name": tool, "arguments": arguments, "_meta": meta(token)});
                    line.send(&Post::modern(&json!(1), "tools/call", params).bytes());
                    let answer = line.answer().unwrap();
                    for message in answer.messages() {
                        let message: Value = serde_json::from_str(&message).unwrap();
                        match message.get("method") {
                            Some(_) => assert_eq!(message["params"]["progressToken"], text),
                            None if tool == "echo" => {
                                assert_eq!(message["result"]["content"][0]["text"], text);
                            }
                            None => assert_eq!(message["id"], 1),
                        }
                    }
                }
            });
        }
    });
}

/// Opens a subscription, and gives its id and acknowledgement.
pub(super) fn listen(port: &Port, id: &Value, wanted: Value) -> (Line, Value) {
    let mut line = port.connect();
    let params = json!({"notifications": wanted});
    line.send(&Post::modern(id, "subscriptions/listen", params).bytes());
    let head = line.head().unwrap();
    assert_eq!(head.status, 200, "{head:?}");
    assert_eq!(head.header("content-type"), Some("text/event-stream"));
    let first = line.message().unwrap();
    wire::judge(Era::Modern, "subscriptions/listen", &first.to_string());
    assert_eq!(first["method"], "notifications/subscriptions/acknowledged");
    (line, first)
}

fn tag(message: &Value) -> &Value {
    &message["params"]["_meta"]["io.modelcontextprotocol/subscriptionId"]
}

// SUB-2, SUB-3, SUB-5, SUB-7, SUB-9, SUB-11, HTTP-20
#[test]
fn sub2_sub5_sub9_subscriptions_are_streams_of_their_own() {
    let server = server();
    let port = Port::of(&server);
    let uris = json!({"resourceSubscriptions": ["blog://latest"], "resourcesListChanged": true});
    let (mut first, acknowledged) = listen(&port, &json!(7), uris.clone());
    assert_eq!(tag(&acknowledged), &json!(7));
    assert_eq!(acknowledged["params"]["notifications"], uris);
    let (mut second, _) = listen(
        &port,
        &json!("7"),
        json!({"resourceSubscriptions": ["blog://latest"]}),
    );
    let (closed, _) = listen(&port, &json!(8), uris);
    drop(closed);
    server.notifier().resource_updated("blog://latest");
    server.notifier().resource_updated("t://blob");
    server.notifier().resource_list_changed();
    for (line, id) in [(&mut first, json!(7)), (&mut second, json!("7"))] {
        let message = line.message().unwrap();
        wire::judge(Era::Modern, "", &message.to_string());
        assert_eq!(message["method"], "notifications/resources/updated");
        assert_eq!(
            (tag(&message), &message["params"]["uri"]),
            (&id, &json!("blog://latest"))
        );
    }
    let message = first.message().unwrap();
    assert_eq!(message["method"], "notifications/resources/list_changed");
    assert_eq!(tag(&message), &json!(7));
}

// HTTP-25
#[test]
fn http25_silence_is_broken_by_comments_but_not_before_the_first_message() {
    let config = HttpConfig::new().keep_alive(Duration::from_millis(20));
    let server = server();
    let port = Port::with(&server, config);
    let (mut line, _) = listen(&port, &json!(1), json!({"resourcesListChanged": true}));
    for _ in 0..3 {
        assert_eq!(line.chunk().as_deref(), Some(":\n\n"));
    }
    server.notifier().resource_list_changed();
    assert_eq!(
        line.message().unwrap()["method"],
        "notifications/resources/list_changed"
    );
    // An answer that is not a stream yet has no comments: its status is still open.
    let limited = builder()
        .call_timeout(Duration::from_millis(200))
        .build()
        .unwrap();
    let port = Port::with(
        &limited,
        HttpConfig::new().keep_alive(Duration::from_millis(20)),
    );
    let answer = port.ask("tools/call", json!({"name": "hang"}));
    assert_eq!(answer.refusal(), (200, -32603));
}

// SUB-8
#[test]
fn sub8_a_subscriber_that_does_not_read_is_torn_down_and_holds_up_nobody() {
    let server = builder().subscription_queue(16).build().unwrap();
    let port = Port::of(&server);
    let wanted = json!({"resourceSubscriptions": ["a:1", "a:2"], "resourcesListChanged": true});
    let (mut slow, _) = listen(&port, &json!(1), wanted.clone());
    // More than the buffers of both systems between them take.
    let long = format!("a:{}", "x".repeat(100_000));
    let (mut large, _) = listen(
        &port,
        &json!(2),
        json!({"resourceSubscriptions": [long, "a:3"]}),
    );
    for _ in 0..200 {
        server.notifier().resource_updated(&long);
        server.notifier().resource_updated("a:3");
        std::thread::sleep(Duration::from_millis(1));
    }
    server.notifier().resource_updated("a:1");
    assert_eq!(slow.message().unwrap()["params"]["uri"], "a:1");
    let mut methods = Vec::new();
    let mut last = Value::Null;
    while let Some(message) = large.message() {
        methods.push(message["method"].clone());
        last = message;
    }
    // What was queued comes first, then the end (SUB-10).
    assert_eq!(methods[methods.len() - 2], "notifications/cancelled");
    assert_eq!(
        (&last["id"], &last["result"]["resultType"]),
        (&json!(2), &json!("complete"))
    );
}

// SUB-14
#[test]
fn sub14_too_many_subscriptions_are_503() {
    let server = builder().max_subscriptions(1).build().unwrap();
    let port = Port::of(&server);
    let (first, _) = listen(&port, &json!(1), json!({}));
    let answer = port.ask("subscriptions/listen", json!({"notifications": {}}));
    assert_eq!(answer.refusal(), (503, -32603));
    assert_eq!(answer.json()["id"], 1);
    assert_eq!(answer.header("retry-after"), Some("1"));
    drop(first);
    eventually(|| port.ask_status() == 200);
}

impl Port {
    /// The status of one more subscription, which is closed at once.
    fn ask_status(&self) -> u16 {
        let mut line = self.connect();
        let params = json!({"notifications": {}});
        line.send(&Post::modern(&json!(1), "subscriptions/listen", params).bytes());
        line.head().unwrap().status
    }
}

/// A tool that sends more than anyone reads.
struct Floods(Arc<AtomicU32>);

impl Tool for Floods {
    fn description(&self) -> &str {
        "Reports progress without an end"
    }

    async fn call(&self, cx: &mut CallContext, _: &JsonObject) -> Result<ToolOutcome, ToolFault> {
        let text = "x".repeat(10_000);
        while !cx.is_cancelled() {
            let sent = self.0.fetch_add(1, Ordering::SeqCst);
            cx.progress(f64::from(sent), None, Some(&text)).await;
        }
        Ok(ToolResult::text("done").into())
    }
}

// HTTP-26: a handler waits for a client that does not read, and so memory stays bounded.
#[test]
fn a_handler_cannot_send_more_than_its_client_reads() {
    let sent = Arc::new(AtomicU32::new(0));
    let server = McpServer::builder("test", "1")
        .tool("flood", Floods(Arc::clone(&sent)))
        .build();
    let port = Port::of(&server.unwrap());
    let mut line = port.connect();
    line.send(&with_progress("flood").bytes());
    assert_eq!(line.head().unwrap().status, 200);
    // It comes to rest at what queue, buffers and sockets hold.
    let mut last = u32::MAX;
    eventually(|| {
        std::thread::sleep(Duration::from_millis(200));
        let now = sent.load(Ordering::SeqCst);
        std::mem::replace(&mut last, now) == now
    });
    assert!(last > 64, "{last}");
    for _ in 0..last {
        line.message().unwrap();
    }
    assert!(sent.load(Ordering::SeqCst) >= last);
}
