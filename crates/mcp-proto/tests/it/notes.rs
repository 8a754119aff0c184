//! Progress and log messages of a request (11 §17).

use mcp_proto::Era;
use serde_json::{Value, json};

use crate::support::server::{builder, server};
use crate::support::{Client, meta, request};

fn call(client: &Client, tool: &str, more: Value) -> Vec<Value> {
    let params = json!({"name": tool, "_meta": meta(more)});
    client.send(Era::Modern, &request(&json!(5), "tools/call", params))
}

#[test]
fn prog1_prog2_prog4_rising_values_go_before_the_answer() {
    let client = Client::new(&server());
    for token in [json!("p"), json!(7)] {
        let messages = call(&client, "progress", json!({"progressToken": token}));
        let values: Vec<_> = messages
            .iter()
            .filter(|it| it["method"] == "notifications/progress")
            .map(|it| it["params"].to_string())
            .collect();
        assert_eq!(
            values,
            ["0.0", "0.5", "2.0"].map(|value| format!(
                r#"{{"progressToken":{token},"progress":{value},"total":2.0,"message":"going"}}"#
            ))
        );
        assert_eq!(messages.len(), 4);
        assert_eq!(messages[3]["id"], 5);
    }
}

#[test]
fn prog1_without_a_token_nothing_is_sent() {
    let client = Client::new(&server());
    assert_eq!(call(&client, "progress", json!({})).len(), 1);
}

#[test]
fn log1_log2_log4_only_what_the_request_asks_for_and_only_if_it_is_on() {
    let level = |level: &str| json!({"io.modelcontextprotocol/logLevel": level});
    let on = Client::new(&builder().logging(true).build().unwrap());
    let said = |client: &Client, more: Value| {
        let messages = call(client, "log", more);
        let logs = messages
            .iter()
            .filter(|it| it["method"] == "notifications/message");
        logs.map(|it| it["params"].to_string()).collect::<Vec<_>>()
    };
    let warning = r#"{"level":"warning","logger":"db","data":{"rows":1}}"#;
    let loud = r#"{"level":"emergency","data":"loud"}"#;
    assert_eq!(said(&on, level("warning")), [warning, loud]);
    assert_eq!(said(&on, level("info")), [warning, loud]);
    assert_eq!(said(&on, level("error")), [loud]);
    assert_eq!(said(&on, level("debug")).len(), 3);
    assert_eq!(said(&on, json!({})), Vec::<String>::new());
    let off = Client::new(&server());
    assert_eq!(said(&off, level("debug")), Vec::<String>::new());
}

#[test]
fn log3_too_many_a_second_are_dropped() {
    let client = Client::new(&builder().logging(true).log_rate(10).build().unwrap());
    let more = json!({"io.modelcontextprotocol/logLevel": "debug"});
    let sent = call(&client, "log-much", more).len() - 1;
    // A slow machine may need more than one second, and then may send ten more.
    assert!((10..1000).contains(&sent), "{sent}");
}
