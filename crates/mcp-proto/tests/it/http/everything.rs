//! The example that the public suite is run against, as far as no suite is needed (11 §27).

use std::io::{BufRead, BufReader, Read};
use std::net::SocketAddr;
use std::process::{Child, ChildStderr, Command, Stdio};

use mcp_proto::Era;
use serde_json::{Value, json};

use crate::support::http::{Answer, Line, Post};
use crate::support::meta;

/// The example while it runs, and what it says on standard error.
struct Everything {
    child: Child,
    address: SocketAddr,
    said: String,
    stderr: BufReader<ChildStderr>,
}

impl Everything {
    fn start(listen: &str) -> Self {
        let test = std::env::current_exe().unwrap();
        let profile = test.ancestors().nth(2).unwrap();
        let mut child = Command::new(profile.join("examples/everything"))
            .args(["--listen", listen])
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stderr = BufReader::new(child.stderr.take().unwrap());
        let mut said = String::new();
        stderr.read_line(&mut said).unwrap();
        let url = said
            .trim_end()
            .strip_prefix("listening on http://")
            .unwrap();
        let address: SocketAddr = url.strip_suffix("/mcp").unwrap().parse().unwrap();
        Self {
            child,
            address: ([127, 0, 0, 1], address.port()).into(),
            said,
            stderr,
        }
    }

    fn send(&self, post: &Post) -> Answer {
        let mut line = Line::to(self.address);
        line.send(&post.bytes());
        line.answer().unwrap()
    }

    fn ask(&self, method: &str, params: Value) -> Answer {
        let post = Post::modern(&json!(1), method, params);
        self.send(&post).judged(Era::Modern, method)
    }

    /// Ends it, and gives all that it said.
    fn end(mut self) -> String {
        let pid = rustix::process::Pid::from_child(&self.child);
        rustix::process::kill_process(pid, rustix::process::Signal::TERM).unwrap();
        assert!(self.child.wait().unwrap().success());
        self.stderr.read_to_string(&mut self.said).unwrap();
        std::mem::take(&mut self.said)
    }
}

impl Drop for Everything {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

// HTTP-2b: off loopback, without origins, every browser is refused, and the log says so.
#[test]
fn http2_the_log_warns_of_a_server_that_refuses_every_browser() {
    let open = Everything::start("0.0.0.0:0");
    let post = Post::call("test_simple_text", json!({}));
    assert_eq!(open.send(&post.clone().set("Host", "anything")).status, 200);
    assert_eq!(
        open.send(&post.with("Origin", "http://localhost")).status,
        403
    );
    let said = open.end();
    assert!(said.contains("allowed_origins"), "{said}");
    let local = Everything::start("127.0.0.1:0");
    let said = local.end();
    assert!(!said.contains("allowed_origins"), "{said}");
}

// CONF-2, CONF-5: one process serves both eras, every message by its schema.
#[test]
fn conf2_conf5_both_eras_in_one_process() {
    let server = Everything::start("127.0.0.1:0");
    let discovered = server.ask("server/discover", json!({})).json();
    let capabilities = &discovered["result"]["capabilities"];
    for name in ["tools", "resources", "prompts", "completions", "logging"] {
        assert!(capabilities[name].is_object(), "{name}");
    }
    let tools = server.ask("tools/list", json!({})).json();
    let tools = tools["result"]["tools"].as_array().unwrap();
    assert_eq!(tools.len(), 25);
    assert_eq!(tools[0]["name"], "test_simple_text");
    for tool in tools {
        assert!(!tool["description"].as_str().unwrap().is_empty());
    }
    // Content that a test of bytes would see.
    for (tool, text) in [
        (
            "test_simple_text",
            "This is a simple text response for testing.",
        ),
        (
            "test_image_content",
            "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR42mP4z8AAAAMBAQD3A0FDAAAAAElFTkSuQmCC",
        ),
        (
            "test_audio_content",
            "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=",
        ),
        (
            "test_embedded_resource",
            "This is an embedded resource content.",
        ),
        (
            "test_error_handling",
            "This tool intentionally returns an error for testing",
        ),
    ] {
        let answer = server.ask("tools/call", json!({"name": tool}));
        assert!(answer.body.contains(text), "{answer:?}");
    }
    let legacy = Post::legacy(
        &json!(1),
        "initialize",
        json!({"protocolVersion": "2025-11-25"}),
    );
    let answer = server.send(&legacy).judged(Era::Legacy, "initialize");
    assert_eq!(answer.json()["result"]["serverInfo"]["name"], "everything");
}

// CONF-3, CONF-6: the name of the host, and tools that answer at once.
#[test]
fn conf3_conf6_tools_that_tell_on_the_way() {
    let server = Everything::start("127.0.0.1:0");
    let token = json!({"progressToken": "progress-test-1"});
    let params = json!({"name": "test_tool_with_progress", "_meta": meta(token)});
    let host = format!("localhost:{}", server.address.port());
    let post = Post::modern(&json!(1), "tools/call", params).set("Host", host);
    let messages = server
        .send(&post)
        .judged(Era::Modern, "tools/call")
        .messages();
    assert_eq!(messages.len(), 4, "{messages:?}");
    let level = json!({"io.modelcontextprotocol/logLevel": "info"});
    let params = json!({"name": "test_tool_with_logging", "_meta": meta(level)});
    assert_eq!(server.ask("tools/call", params).messages().len(), 4);
}

#[test]
fn a_request_for_something_else_than_an_address_is_refused() {
    let test = std::env::current_exe().unwrap();
    let program = test.ancestors().nth(2).unwrap().join("examples/everything");
    for arguments in [&["--listen"][..], &["--listen", "x"], &["--port", "1"]] {
        let output = Command::new(&program).args(arguments).output().unwrap();
        assert!(!output.status.success(), "{arguments:?}");
        assert!(!output.stderr.is_empty());
    }
}
