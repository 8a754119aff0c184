//! A client that sends and does not read (11 STDIO-2, SUB-8): memory stays bounded, and nothing
//! that was sent goes unanswered.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use crate::client::koyu_mcp;

/// How many requests are sent.
const REQUESTS: usize = 15_000;

/// The most memory that a process has held, in KiB.
fn most_memory(process: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let line = status.lines().find(|line| line.starts_with("VmHWM:"));
    let number = line.unwrap().split_whitespace().nth(1);
    number.unwrap().parse().unwrap()
}

/// Waits until a number no longer grows: the server takes no more.
fn settled(sent: &AtomicUsize) {
    let (mut last, mut alike) = (0, 0);
    while alike < 10 {
        thread::sleep(Duration::from_millis(50));
        let now = sent.load(Ordering::Relaxed);
        alike = if now == last { alike + 1 } else { 0 };
        last = now;
    }
}

#[test]
fn a_client_that_does_not_read_costs_bounded_memory_and_misses_nothing() {
    let mut server = koyu_mcp(&["--max-line", "65536"]).spawn().unwrap();
    let mut input = server.stdin.take().unwrap();
    let sent = Arc::new(AtomicUsize::new(0));
    let sending = thread::spawn({
        let sent = Arc::clone(&sent);
        move || {
            for id in 0..REQUESTS {
                let mut params = json!({"name": "check"});
                // Both eras in turn.
                if id.is_multiple_of(2) {
                    params["_meta"] = json!({
                        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                        "io.modelcontextprotocol/clientCapabilities": {},
                    });
                }
                let request =
                    json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params});
                writeln!(input, "{request}").unwrap();
                sent.fetch_add(1, Ordering::Relaxed);
            }
        }
    });
    settled(&sent);
    let taken = sent.load(Ordering::Relaxed);
    assert!(taken < REQUESTS, "all {taken} requests were taken unread");
    let memory = most_memory(server.id());
    assert!(memory < 64 << 10, "{memory} KiB");
    let output = BufReader::new(server.stdout.take().unwrap());
    let mut answered = 0;
    for line in output.lines() {
        let answer: Value = serde_json::from_str(&line.unwrap()).unwrap();
        // Requests run one after the other, in both eras.
        assert_eq!(answer["id"], answered);
        answered += 1;
    }
    sending.join().unwrap();
    assert_eq!(answered, REQUESTS);
    assert_eq!(server.wait().unwrap().code(), Some(0));
}
