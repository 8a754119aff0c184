//! Many requests at once (11 §18, §23): right answers, nothing from one to the other.

use mcp_proto::Era;
use serde_json::json;

use crate::stdio::Peer;
use crate::support::server::{builder, server};
use crate::support::{Client, block_on, request};

#[test]
fn base14_can1_a_thousand_calls_in_flight_at_once_and_their_ids_again() {
    let client = Client::new(&server());
    let waits = |id: usize| id.is_multiple_of(3);
    // Whatever one round leaves behind would be in the way of the same ids in the next.
    for round in 0..3 {
        block_on(async {
            let mut running = Vec::new();
            for id in 0..1000 {
                let params = if waits(id) {
                    json!({"name": "wait"})
                } else {
                    json!({"name": "echo", "arguments": {"text": format!("{round}: {id}")}})
                };
                let job = client.receive(&request(&json!(id), "tools/call", params));
                running.push(tokio::spawn(job.unwrap().run()));
            }
            for id in (0..1000).filter(|id| waits(*id)) {
                let params = json!({"requestId": id});
                let cancelled = json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params});
                assert!(client.receive(&cancelled).is_none());
            }
            for running in running {
                running.await.unwrap();
            }
        });
        let mut answers = client.taken(Era::Modern, "tools/call");
        answers.sort_by_key(|answer| answer["id"].as_u64());
        let mut answers = answers.iter();
        for id in (0..1000).filter(|id| !waits(*id)) {
            let answer = answers.next().unwrap();
            assert_eq!(answer["id"], id);
            let text = &answer["result"]["content"][0]["text"];
            assert_eq!(text, &format!("{round}: {id}"));
        }
        assert_eq!(answers.next(), None);
    }
}

#[test]
fn base14_can1_a_thousand_concurrent_calls_with_cancellations() {
    let mut peer = Peer::start(builder().build().unwrap());
    // Some wait until they are cancelled, which all of them are; the others must all be answered
    // with their own text although half of them are cancelled too late or never.
    for id in 0..1000 {
        if id % 100 == 0 {
            peer.call(id, "wait", json!({}));
        } else {
            peer.call(id, "echo", json!({"text": format!("text of {id}")}));
        }
        if id % 100 == 50 {
            peer.cancel(id - 50);
        }
    }
    let mut answered = vec![false; 1000];
    for answer in peer.end() {
        let id = usize::try_from(answer["id"].as_u64().unwrap()).unwrap();
        assert_eq!(
            answer["result"]["content"][0]["text"],
            format!("text of {id}")
        );
        assert!(!answered[id], "{id} was answered twice");
        answered[id] = true;
    }
    for (id, answered) in answered.into_iter().enumerate() {
        assert_eq!(answered, id % 100 != 0, "{id}");
    }
}

#[test]
fn base11_deep_and_huge_messages_are_dropped_or_answered_and_end_nothing() {
    let mut peer = Peer::start(builder().max_line(1 << 20).build().unwrap());
    let deep = "[".repeat(100_000);
    peer.say(&json!({"jsonrpc": "2.0", "id": 1, "method": "ping", "params": {"huge": "x".repeat(2 << 20)}}));
    peer.call(2, "echo", json!({"text": deep}));
    let wide: Vec<_> = (0..90_000).collect();
    peer.call(3, "loose", json!({"a": wide}));
    peer.call(4, "echo", json!({"text": "still here"}));
    let mut ids: Vec<_> = peer
        .end()
        .iter()
        .map(|it| it["id"].as_u64().unwrap())
        .collect();
    ids.sort_unstable();
    assert_eq!(ids, [2, 3, 4]);
}
