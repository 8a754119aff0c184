//! Many clients at once: 10,000 that never finish their request, and 1,000 subscribers beside 64
//! callers (SUB-8, SUB-9, HTTP-28, HTTP-30).
//!
//! Client and server are two processes, since each has a limit of descriptors; so this test brings
//! its own `main` and starts itself as the server.

#![allow(clippy::print_stdout, reason = "it speaks to whoever started it")]

#[path = "it/support/mod.rs"]
#[allow(dead_code, unused_imports, reason = "the other tests use all of it")]
mod support;

use std::alloc::System;
use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Command, Stdio};
use std::sync::Barrier;
use std::thread;
use std::time::Duration;

use cap::Cap;
use mcp_proto::{
    CallContext, HttpConfig, JsonObject, JsonSchema, Log, McpServer, Tool, ToolFault, ToolOutcome,
    ToolResult, serve_listener,
};
use rustix::process::{Resource, getrlimit, setrlimit};
use serde_json::{Value, json};
use support::http::{Line, Post, eventually};

/// Counts what is in use, whatever the system's allocator keeps back.
#[global_allocator]
static ALLOCATOR: Cap<System> = Cap::new(System, usize::MAX);

/// Half-open connections, where the system allows so many.
const HALF_OPEN: u64 = 10_000;
/// Descriptors that are not half-open connections.
const OTHERS: u64 = 500;
/// How long the server waits for a head.
const PATIENCE: Duration = Duration::from_secs(8);

/// What one half-open connection may take, in bytes.
const MOST_BYTES: u64 = 32 << 10;

/// How many connections wait to be accepted.
const BACKLOG: u32 = 16_384;

const SUBSCRIBERS: usize = 1_000;
const CALLERS: usize = 64;
const CALLS: usize = 40;
const CHANGES: usize = 100;

fn main() {
    let descriptors = raised();
    if std::env::args().any(|argument| argument == "--serve") {
        return serve(descriptors);
    }
    // The harness of other tests would be told these; here only a filter by name matters.
    let half_open = HALF_OPEN.min(descriptors.saturating_sub(OTHERS));
    half_open_connections(usize::try_from(half_open).unwrap());
    subscribers_and_callers();
}

/// As many descriptors as are allowed.
fn raised() -> u64 {
    let mut limit = getrlimit(Resource::Nofile);
    limit.current = limit.maximum;
    // What cannot be raised is asked for once more below.
    let _ = setrlimit(Resource::Nofile, limit);
    getrlimit(Resource::Nofile).current.unwrap_or(u64::MAX)
}

struct Echo;

impl Tool for Echo {
    fn description(&self) -> &str {
        "Says what it was told"
    }

    fn input_schema(&self) -> JsonSchema {
        JsonSchema::object()
            .string("text", "what to say")
            .required()
    }

    async fn call(&self, _: &mut CallContext, args: &JsonObject) -> Result<ToolOutcome, ToolFault> {
        Ok(ToolResult::text(args.text("text").unwrap_or_default()).into())
    }
}

/// Changes a resource.
struct Touch;

impl Tool for Touch {
    fn description(&self) -> &str {
        "Changes a resource"
    }

    fn input_schema(&self) -> JsonSchema {
        JsonSchema::object().string("uri", "which one").required()
    }

    async fn call(
        &self,
        cx: &mut CallContext,
        args: &JsonObject,
    ) -> Result<ToolOutcome, ToolFault> {
        cx.notifier()
            .resource_updated(&args.text("uri").unwrap_or_default());
        Ok(ToolResult::empty().into())
    }
}

/// Says how many bytes the server has in use.
struct InUse;

impl Tool for InUse {
    fn description(&self) -> &str {
        "Says how many bytes are in use"
    }

    async fn call(&self, _: &mut CallContext, _: &JsonObject) -> Result<ToolOutcome, ToolFault> {
        Ok(ToolResult::structured(json!({"bytes": ALLOCATOR.allocated()})).into())
    }
}

/// Serves until standard input ends; the port is the first line of standard output.
fn serve(descriptors: u64) {
    let server = McpServer::builder("load", "1")
        .tool("echo", Echo)
        .tool("touch", Touch)
        .tool("in_use", InUse)
        .dynamic_resources(true)
        .max_subscriptions(1_100)
        .build()
        .unwrap();
    let most = descriptors.saturating_sub(100).min(HALF_OPEN + 100);
    let config = HttpConfig::new()
        .max_concurrent(128)
        .max_connections(usize::try_from(most).unwrap())
        .read_timeout(PATIENCE);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(async {
        // Clients that come faster than they are accepted wait here and not for a second try.
        let socket = tokio::net::TcpSocket::new_v4().unwrap();
        socket.bind("127.0.0.1:0".parse().unwrap()).unwrap();
        let listener = socket.listen(BACKLOG).unwrap();
        let address = listener.local_addr().unwrap();
        println!("{address}");
        let ended = tokio::task::spawn_blocking(|| {
            let _ = std::io::stdin().read_to_end(&mut Vec::new());
        });
        let ended = async { drop(ended.await) };
        let log = Log::default();
        serve_listener(listener, &server, &config, None, &log, ended)
            .await
            .unwrap();
    });
}

/// The server in a process of its own.
struct Server {
    child: Child,
    address: SocketAddr,
}

impl Server {
    fn start() -> Self {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .arg("--serve")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let stdout = child.stdout.take().unwrap();
        BufReader::new(stdout).read_line(&mut line).unwrap();
        Self {
            child,
            address: line.trim().parse().unwrap(),
        }
    }

    /// A call on a connection of its own; `None` when there is no place for it.
    fn echo(&self, text: &str) -> Option<Value> {
        let mut line = Line::to(self.address);
        line.try_send(&Post::call("echo", json!({"text": text})).bytes())
            .ok()?;
        let answer = line.answer()?;
        (answer.status == 200).then(|| answer.json()["result"]["content"][0]["text"].clone())
    }

    /// Memory of the process that is in use, in KiB.
    fn memory(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status
            .lines()
            .find_map(|line| line.strip_prefix("VmRSS:"))
            .unwrap();
        line.trim().trim_end_matches(" kB").parse().unwrap()
    }

    /// Bytes that the server has in use.
    fn in_use(&self) -> u64 {
        let mut line = Line::to(self.address);
        line.send(&Post::call("in_use", json!({})).bytes());
        let result = line.answer().unwrap().json()["result"].clone();
        result["structuredContent"]["bytes"].as_u64().unwrap()
    }

    fn connections(&self) -> usize {
        let descriptors = std::fs::read_dir(format!("/proc/{}/fd", self.child.id()));
        descriptors.unwrap().count()
    }

    /// Waits until no more bytes are in use than a number: a descriptor is closed a moment before
    /// the memory of its connection is free. Returns how many are.
    fn given_back(&self, most: u64) -> u64 {
        let mut now = u64::MAX;
        eventually(|| {
            now = self.in_use();
            now < most
        });
        now
    }

    /// Ends it in order.
    fn end(mut self) {
        drop(self.child.stdin.take());
        assert!(self.child.wait().unwrap().success());
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn say(text: &str) {
    println!("{text}");
}

// HTTP-30
fn half_open_connections(count: usize) {
    let server = Server::start();
    assert_eq!(server.echo("before").unwrap(), "before");
    let (idle, at_rest) = (server.connections(), server.in_use());
    for round in 0..2 {
        let open: Vec<TcpStream> = (0..count)
            .map(|_| {
                let mut stream = TcpStream::connect(server.address).unwrap();
                stream
                    .write_all(b"POST /mcp HTTP/1.1\r\nHost: loc")
                    .unwrap();
                stream
            })
            .collect();
        // Others are served all the time.
        assert_eq!(server.echo("meanwhile").unwrap(), "meanwhile");
        let (held, resident) = (server.in_use(), server.memory());
        // All of them are closed in time, without a word, and their places are free again.
        for mut stream in open {
            stream.set_read_timeout(Some(PATIENCE * 4)).unwrap();
            let mut answer = Vec::new();
            let _ = stream.read_to_end(&mut answer);
            assert_eq!(answer, b"");
        }
        eventually(|| server.connections() <= idle + 1);
        let after = server.given_back(at_rest + (1 << 20));
        say(&format!(
            "round {round}: {count} half-open connections, {at_rest} bytes in use before, {held} \
             with them, {after} after; {resident} KiB resident"
        ));
        assert!(held < at_rest + MOST_BYTES * count as u64);
    }
    assert_eq!(server.echo("after").unwrap(), "after");
    server.end();
    say("half-open connections: ok");
}

// SUB-8, SUB-9, HTTP-27, HTTP-28
fn subscribers_and_callers() {
    let server = Server::start();
    assert_eq!(server.echo("before").unwrap(), "before");
    let at_rest = server.in_use();
    let address = server.address;
    let uris: Vec<String> = (0..CHANGES)
        .map(|number| format!("load:{number}"))
        .collect();
    for round in 0..2 {
        let all_listen = Barrier::new(SUBSCRIBERS + CALLERS + 1);
        thread::scope(|scope| {
            for number in 0..SUBSCRIBERS {
                let (uris, all_listen) = (&uris, &all_listen);
                let subscriber = move || subscribe(address, number, uris, all_listen);
                let thread = thread::Builder::new().stack_size(256 << 10);
                thread.spawn_scoped(scope, subscriber).unwrap();
            }
            for caller in 0..CALLERS {
                let all_listen = &all_listen;
                scope.spawn(move || call(address, caller, all_listen));
            }
            all_listen.wait();
            let mut line = Line::to(address);
            for uri in &uris {
                line.send(&Post::call("touch", json!({"uri": uri})).bytes());
                assert_eq!(line.answer().unwrap().status, 200);
            }
        });
        // All are gone again: as many fit a second time.
        eventually(|| server.connections() < 100);
        let after = server.given_back(at_rest + (2 << 20));
        say(&format!(
            "round {round}: {SUBSCRIBERS} subscribers, {CHANGES} changes, {CALLERS} callers, \
             {at_rest} bytes in use before, {after} after; {} KiB resident",
            server.memory()
        ));
    }
    server.end();
    say("subscribers and callers: ok");
}

fn subscribe(address: SocketAddr, number: usize, uris: &[String], all_listen: &Barrier) {
    let mut line = Line::to(address);
    let params = json!({"notifications": {"resourceSubscriptions": uris}});
    line.send(&Post::modern(&json!(number), "subscriptions/listen", params).bytes());
    assert_eq!(line.head().unwrap().status, 200);
    let acknowledged = line.message().unwrap();
    assert_eq!(
        acknowledged["method"],
        "notifications/subscriptions/acknowledged"
    );
    all_listen.wait();
    for uri in uris {
        let message = line.message().unwrap();
        let params = &message["params"];
        // Each once, in order, and tagged as its own.
        assert_eq!(params["uri"], json!(uri));
        let tag = &params["_meta"]["io.modelcontextprotocol/subscriptionId"];
        assert_eq!(*tag, json!(number));
    }
}

fn call(address: SocketAddr, caller: usize, all_listen: &Barrier) {
    all_listen.wait();
    let mut line = Line::to(address);
    let mut seen = BTreeSet::new();
    for number in 0..CALLS {
        let text = format!("{caller}/{number}");
        line.send(&Post::call("echo", json!({"text": text})).bytes());
        let answer = line.answer().unwrap();
        assert_eq!(answer.status, 200, "{answer:?}");
        let said = answer.json()["result"]["content"][0]["text"].clone();
        assert_eq!(said, json!(text));
        assert!(seen.insert(text));
    }
}
