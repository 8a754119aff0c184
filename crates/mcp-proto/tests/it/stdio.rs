//! Streams of lines (11 §23). The guard and signals are tested on processes of their own.

use std::io::{self, Cursor, Write};
use std::os::unix::net::UnixStream;
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};

use mcp_proto::{Era, Log, McpBuilder, McpServer, serve_stream};
use serde_json::{Value, json};

use crate::koyu_profile::Kept;
use crate::support::server::builder;
use crate::support::{Blocks, Gate};
use crate::support::{request, wire};

/// A client at the other end of a socket.
pub(crate) struct Peer {
    stream: UnixStream,
    lines: io::Lines<io::BufReader<UnixStream>>,
    served: JoinHandle<io::Result<()>>,
}

impl Peer {
    pub(crate) fn start(server: McpServer) -> Self {
        let (here, there) = UnixStream::pair().unwrap();
        // A test that waits for what never comes fails instead of hanging.
        here.set_read_timeout(Some(std::time::Duration::from_secs(60)))
            .unwrap();
        let served = thread::spawn(move || {
            let reader = there.try_clone()?;
            serve_stream(&server, reader, there, &Log::default())
        });
        Self {
            lines: io::BufRead::lines(io::BufReader::new(here.try_clone().unwrap())),
            stream: here,
            served,
        }
    }

    pub(crate) fn say(&mut self, message: &Value) {
        writeln!(self.stream, "{message}").unwrap();
    }

    pub(crate) fn ask(&mut self, id: u64, method: &str, params: Value) {
        self.say(&request(&json!(id), method, params));
    }

    pub(crate) fn call(&mut self, id: u64, tool: &str, arguments: Value) {
        self.ask(
            id,
            "tools/call",
            json!({"name": tool, "arguments": arguments}),
        );
    }

    /// The next message, a modern answer to a method or a notification.
    pub(crate) fn hear(&mut self, method: &str) -> Value {
        let line = self.lines.next().unwrap().unwrap();
        wire::judge(Era::Modern, method, &line);
        serde_json::from_str(&line).unwrap()
    }

    pub(crate) fn cancel(&mut self, id: u64) {
        let params = json!({"requestId": id});
        self.say(&json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params}));
    }

    /// Says nothing more and gives what still comes.
    pub(crate) fn end(mut self) -> Vec<Value> {
        self.stream.shutdown(std::net::Shutdown::Write).unwrap();
        let rest = self
            .lines
            .by_ref()
            .map(|line| serde_json::from_str(&line.unwrap()).unwrap());
        let rest = rest.collect();
        self.served.join().unwrap().unwrap();
        rest
    }
}

/// The server of the tests with a tool that blocks until the gate opens.
fn gated(gate: &Gate, more: impl FnOnce(&mut McpBuilder) -> &mut McpBuilder) -> McpServer {
    let mut builder = builder();
    builder.tool("block", Blocks(gate.clone()));
    more(&mut builder).build().unwrap()
}

#[test]
fn stdio1_stdio13_lines_over_any_stream_and_broken_ones_are_silent() {
    let server = builder().build().unwrap();
    let output = Kept::default();
    let list = request(&json!(1), "tools/list", json!({}));
    let input = format!("\n  \r\nbroken\n[1]\n{{\"id\":1}}\n\u{feff}{list}\r");
    serve_stream(&server, Cursor::new(input), output.clone(), &Log::default()).unwrap();
    assert_eq!(output.text().lines().count(), 1);
    wire::judge(Era::Modern, "tools/list", output.text().trim_end());
}

#[test]
fn stdio5_stdio6_a_cancellation_is_seen_while_every_thread_is_blocked() {
    let gate = Gate::default();
    let mut peer = Peer::start(gated(&gate, |it| it.stdio_concurrency(2)));
    for id in 1..=4 {
        peer.call(id, "block", json!({}));
    }
    gate.wait_for(2);
    // Lists and discovery take no slot.
    peer.ask(10, "tools/list", json!({}));
    assert_eq!(peer.hear("tools/list")["id"], 10);
    peer.ask(11, "server/discover", json!({}));
    assert_eq!(peer.hear("server/discover")["id"], 11);
    // One that runs and one that waits.
    peer.cancel(1);
    peer.cancel(3);
    // Answered after both were read.
    peer.ask(12, "tools/list", json!({}));
    assert_eq!(peer.hear("tools/list")["id"], 12);
    gate.open();
    let mut ids: Vec<_> = peer
        .end()
        .iter()
        .map(|it| it["id"].as_u64().unwrap())
        .collect();
    ids.sort_unstable();
    assert_eq!(ids, [2, 4]);
}

#[test]
fn stdio5_a_slow_call_after_quick_ones_does_not_hold_up_reading() {
    let gate = Gate::default();
    let mut peer = Peer::start(gated(&gate, |it| it.stdio_concurrency(1)));
    // Awaited one by one, they are served by the thread that reads.
    for id in 1..=50 {
        peer.call(id, "echo", json!({"text": "quick"}));
        assert_eq!(peer.hear("tools/call")["id"], id);
    }
    peer.call(51, "block", json!({}));
    gate.wait_for(1);
    peer.ask(52, "tools/list", json!({}));
    assert_eq!(peer.hear("tools/list")["id"], 52);
    // Waits for the only slot, and is cancelled there.
    peer.call(53, "echo", json!({"text": "waits"}));
    peer.call(54, "echo", json!({"text": "waits"}));
    peer.cancel(53);
    peer.ask(55, "tools/list", json!({}));
    assert_eq!(peer.hear("tools/list")["id"], 55);
    gate.open();
    assert_eq!(peer.hear("tools/call")["id"], 51);
    assert_eq!(peer.hear("tools/call")["id"], 54);
    assert!(peer.end().is_empty());
}

#[test]
fn stdio6_with_one_slot_requests_run_in_the_order_read() {
    let gate = Gate::default();
    let mut peer = Peer::start(gated(&gate, |it| it.stdio_concurrency(1)));
    peer.call(1, "block", json!({}));
    for id in 2..=50 {
        peer.call(id, "echo", json!({"text": "x"}));
    }
    gate.open();
    let ids: Vec<_> = peer
        .end()
        .iter()
        .map(|it| it["id"].as_u64().unwrap())
        .collect();
    assert_eq!(ids, (1..=50).collect::<Vec<_>>());
}

#[test]
fn stdio7_a_legacy_request_waits_and_is_waited_for() {
    let gate = Gate::default();
    let mut peer = Peer::start(gated(&gate, |it| it));
    peer.call(1, "block", json!({}));
    peer.say(&json!({"jsonrpc": "2.0", "id": 2, "method": "ping"}));
    peer.ask(3, "tools/list", json!({}));
    peer.call(4, "echo", json!({"text": "x"}));
    peer.say(
        &json!({"jsonrpc": "2.0", "id": 5, "method": "tools/call", "params": {"name": "empty"}}),
    );
    peer.ask(6, "server/discover", json!({}));
    // While it is blocked nothing later may be answered; the gate opens only now.
    gate.wait_for(1);
    gate.open();
    let ids: Vec<_> = peer
        .end()
        .iter()
        .map(|it| it["id"].as_u64().unwrap())
        .collect();
    assert_eq!(ids[..2], [1, 2]);
    let mut between = ids[2..4].to_vec();
    between.sort_unstable();
    assert_eq!(between, [3, 4]);
    assert_eq!(ids[4..], [5, 6]);
}

#[test]
fn stdio8_stdio2_notifications_stand_before_their_answer() {
    let mut peer = Peer::start(builder().build().unwrap());
    let meta = crate::support::meta(json!({"progressToken": "p"}));
    peer.ask(1, "tools/call", json!({"name": "progress", "_meta": meta}));
    let methods: Vec<_> = (0..4)
        .map(|_| peer.hear("tools/call").get("id").cloned())
        .collect();
    assert_eq!(methods, [None, None, None, Some(json!(1))]);
    assert_eq!(peer.end(), Vec::<Value>::new());
}

#[test]
fn stdio9_sub10_the_end_of_input_finishes_everything_then_subscriptions_then_hooks() {
    let gate = Gate::default();
    let said = Arc::new(Mutex::new(Vec::new()));
    let hook = |name: &'static str| {
        let said = Arc::clone(&said);
        move || said.lock().unwrap().push(name)
    };
    let server = gated(&gate, |it| {
        it.stdio_concurrency(1)
            .on_shutdown(hook("first"))
            .on_shutdown(hook("second"))
    });
    let mut peer = Peer::start(server);
    peer.ask(1, "subscriptions/listen", json!({"notifications": {}}));
    assert!(peer.hear("subscriptions/listen").get("method").is_some());
    for id in 2..10 {
        peer.call(id, "block", json!({}));
    }
    gate.wait_for(1);
    gate.open();
    let rest = peer.end();
    let ids: Vec<_> = rest.iter().map(|it| it["id"].as_u64()).collect();
    let mut expected: Vec<_> = (2..10).map(Some).collect();
    // The notification that ends the subscription, then its response.
    expected.extend([None, Some(1)]);
    assert_eq!(ids, expected);
    assert_eq!(*said.lock().unwrap(), ["second", "first"]);
}

#[test]
fn sub7_changes_are_written_while_a_handler_blocks() {
    let gate = Gate::default();
    let server = gated(&gate, |it| it.stdio_concurrency(1));
    let notifier = server.notifier();
    let mut peer = Peer::start(server);
    let wish = json!({"notifications": {"resourceSubscriptions": ["t://a"]}});
    peer.ask(1, "subscriptions/listen", wish);
    peer.hear("subscriptions/listen");
    peer.call(2, "block", json!({}));
    gate.wait_for(1);
    notifier.resource_updated("t://a");
    assert_eq!(peer.hear("subscriptions/listen")["params"]["uri"], "t://a");
    peer.cancel(1);
    gate.open();
    let ids: Vec<_> = peer.end().iter().map(|it| it["id"].clone()).collect();
    assert_eq!(ids, [2]);
}

/// A client that has gone: nothing can be written to it.
struct Gone;

impl Write for Gone {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(io::ErrorKind::BrokenPipe.into())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn stdio11_a_client_that_goes_away_is_an_ordinary_end_and_cancels_what_runs() {
    let (mut here, there) = UnixStream::pair().unwrap();
    let server = builder().build().unwrap();
    let served = thread::spawn(move || serve_stream(&server, there, Gone, &Log::default()));
    // The first waits for its cancellation, the second finds out that nobody is there.
    for message in [
        request(&json!(1), "tools/call", json!({"name": "wait"})),
        request(&json!(2), "tools/list", json!({})),
    ] {
        writeln!(here, "{message}").unwrap();
    }
    served.join().unwrap().unwrap();
}
