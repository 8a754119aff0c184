//! Many requests at once (11 §18, §23): right answers, nothing from one to the other.

use serde_json::json;

use crate::stdio::Peer;
use crate::support::server::builder;

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
