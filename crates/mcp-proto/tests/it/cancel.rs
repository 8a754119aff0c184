//! Cancellation (11 §18).

use std::time::Duration;

use mcp_proto::Era;
use serde_json::{Value, json};

use crate::support::server::{builder, server};
use crate::support::{Client, block_on, meta, request};

fn cancel(client: &Client, id: Value) {
    let params = json!({"requestId": id, "reason": "enough"});
    let message = json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params});
    assert!(client.receive(&message).is_none());
}

#[test]
fn can1_can4_prog3_a_cancelled_request_says_nothing_more() {
    let client = Client::new(&server());
    let params = json!({"name": "wait", "_meta": meta(json!({"progressToken": 1}))});
    let job = client
        .receive(&request(&json!("c"), "tools/call", params))
        .unwrap();
    block_on(async {
        let running = tokio::spawn(job.run());
        // It ends only because it learns of the cancellation.
        cancel(&client, json!("c"));
        running.await.unwrap();
    });
    assert_eq!(client.taken(Era::Modern, "tools/call"), Vec::<Value>::new());
    // The id is free again.
    assert!(
        client
            .result("tools/list", json!({}))
            .get("tools")
            .is_some()
    );
}

#[test]
fn can1_before_it_began_it_never_begins() {
    let client = Client::new(&server());
    let job = client
        .receive(&request(&json!(1), "tools/call", json!({"name": "panic"})))
        .unwrap();
    cancel(&client, json!(1));
    assert!(job.is_cancelled());
    block_on(job.run());
    assert_eq!(client.taken(Era::Modern, "tools/call"), Vec::<Value>::new());
}

#[test]
fn can2_what_names_no_request_in_flight_is_ignored() {
    let client = Client::new(&server());
    let echo = json!({"name": "echo", "arguments": {"text": "x"}});
    let job = client
        .receive(&request(&json!(1), "tools/call", echo))
        .unwrap();
    for id in [json!("1"), json!(2), json!(null), json!([1]), json!(1.5)] {
        cancel(&client, id);
    }
    for params in [json!({}), json!([]), json!(null), json!(1)] {
        let message =
            json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params});
        assert!(client.receive(&message).is_none());
    }
    block_on(job.run());
    assert_eq!(client.taken(Era::Modern, "tools/call").len(), 1);
    // A legacy request is not cancelled.
    let legacy =
        json!({"jsonrpc": "2.0", "id": 3, "method": "tools/call", "params": {"name": "empty"}});
    let job = client.receive(&legacy).unwrap();
    cancel(&client, json!(3));
    block_on(job.run());
    assert_eq!(client.taken(Era::Legacy, "tools/call").len(), 1);
}

#[test]
fn can5_can7_after_the_answer_nothing_changes() {
    let client = Client::new(&server());
    let messages = client.send(Era::Modern, &request(&json!(1), "tools/list", json!({})));
    cancel(&client, json!(1));
    assert_eq!(messages.len(), 1);
    assert_eq!(client.taken(Era::Modern, "tools/list"), Vec::<Value>::new());
}

#[test]
fn can8_what_takes_too_long_is_an_internal_error() {
    let server = builder()
        .call_timeout(Duration::from_millis(20))
        .shutdown_grace(Duration::from_millis(20))
        .build()
        .unwrap();
    let client = Client::new(&server);
    // Neither the one that looks at its token nor the one that does not goes on.
    for tool in ["wait", "hang"] {
        assert_eq!(
            client.code("tools/call", json!({"name": tool})),
            -32603,
            "{tool}"
        );
    }
    assert_eq!(client.call("empty", json!({}))["content"], json!([]));
}

#[test]
fn a_connection_that_is_dropped_cancels_what_is_in_flight() {
    let server = server();
    let client = Client::new(&server);
    let job = client
        .receive(&request(&json!(1), "tools/call", json!({"name": "wait"})))
        .unwrap();
    drop(client);
    block_on(job.run());
}
