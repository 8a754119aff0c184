//! Subscriptions (11 §20).

use mcp_proto::{Era, McpServer};
use serde_json::{Value, json};

use crate::support::server::{Does, builder, server};
use crate::support::{Client, block_on, request};

/// Opens a subscription and gives what came.
fn listen(client: &Client, id: Value, notifications: Value) -> Vec<Value> {
    let params = json!({"notifications": notifications});
    client.send(Era::Modern, &request(&id, "subscriptions/listen", params))
}

fn delivered(client: &Client) -> Vec<Value> {
    client.connection.deliver();
    client.taken(Era::Modern, "subscriptions/listen")
}

/// The subscription and the method, or the URI where there is one.
fn said(messages: &[Value]) -> Vec<(Value, String)> {
    let key = "io.modelcontextprotocol/subscriptionId";
    let what = |it: &Value| {
        let text = it["params"].get("uri").or(it.get("method"));
        text.and_then(Value::as_str)
            .unwrap_or("response")
            .to_owned()
    };
    messages
        .iter()
        .map(|it| {
            let meta = it
                .pointer("/params/_meta")
                .or(it.pointer("/result/_meta"))
                .unwrap();
            (meta[key].clone(), what(it))
        })
        .collect()
}

#[test]
fn sub1_wrong_shapes_are_refused() {
    let client = Client::new(&server());
    for params in [
        json!({}),
        json!({"notifications": null}),
        json!({"notifications": []}),
        json!({"notifications": {"toolsListChanged": 1}}),
        json!({"notifications": {"promptsListChanged": null}}),
        json!({"notifications": {"resourcesListChanged": "true"}}),
        json!({"notifications": {"resourceSubscriptions": "t://a"}}),
        json!({"notifications": {"resourceSubscriptions": [1]}}),
    ] {
        assert_eq!(
            client.code("subscriptions/listen", params.clone()),
            -32602,
            "{params}"
        );
    }
}

#[test]
fn sub3_sub4_sub5_the_acknowledgement_comes_first_and_holds_what_will_be_delivered() {
    let client = Client::new(&server());
    for (id, asked, accepted) in [
        (
            json!(7),
            json!({
                "toolsListChanged": true, "promptsListChanged": true, "resourcesListChanged": true,
                "resourceSubscriptions": ["t://b", "t://a", "t://b"], "unknown": 1,
            }),
            r#"{"resourcesListChanged":true,"resourceSubscriptions":["t://b","t://a"]}"#,
        ),
        (
            json!("x"),
            json!({"resourcesListChanged": false, "resourceSubscriptions": []}),
            "{}",
        ),
        (json!("y"), json!({"toolsListChanged": true}), "{}"),
    ] {
        let messages = listen(&client, id.clone(), asked);
        assert_eq!(messages.len(), 1);
        assert_eq!(
            messages[0].to_string(),
            format!(
                r#"{{"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{{"_meta":{{"io.modelcontextprotocol/subscriptionId":{id}}},"notifications":{accepted}}}}}"#
            )
        );
    }
    let no_resources = McpServer::builder("n", "1")
        .tool("z", Does("z"))
        .build()
        .unwrap();
    let client = Client::new(&no_resources);
    let asked = json!({"resourcesListChanged": true, "resourceSubscriptions": ["t://a"]});
    let messages = listen(&client, json!(1), asked);
    assert_eq!(messages[0]["params"]["notifications"], json!({}));
}

#[test]
fn sub2_sub6_sub7_sub8_sub9_changes_reach_every_subscription_that_asked_in_order() {
    let server = server();
    let client = Client::new(&server);
    let notifier = server.notifier();
    // Nobody listens: nothing is kept.
    notifier.resource_updated("t://a");
    listen(
        &client,
        json!(41),
        json!({"resourceSubscriptions": ["t://a", "t://b"]}),
    );
    listen(
        &client,
        json!("1"),
        json!({"resourcesListChanged": true, "resourceSubscriptions": ["t://a"]}),
    );
    assert_eq!(delivered(&client), Vec::<Value>::new());
    let elsewhere = notifier.clone();
    std::thread::spawn(move || {
        elsewhere.resource_updated("t://b");
        elsewhere.resource_list_changed();
        elsewhere.resource_updated("t://a");
        elsewhere.resource_updated("t://a/sub");
        elsewhere.resource_updated("T://a");
    })
    .join()
    .unwrap();
    let messages = delivered(&client);
    assert_eq!(
        said(&messages),
        [
            (json!(41), "t://b".to_owned()),
            (json!(41), "t://a".to_owned()),
            (
                json!("1"),
                "notifications/resources/list_changed".to_owned()
            ),
            (json!("1"), "t://a".to_owned()),
        ]
    );
    assert_eq!(
        messages[0].to_string(),
        r#"{"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":41},"uri":"t://b"}}"#
    );
    // SUB-12: the request of another tool says nothing on them.
    client.call("progress", json!({}));
    assert_eq!(delivered(&client), Vec::<Value>::new());
}

#[test]
fn sub5_base13_the_id_is_taken_while_the_subscription_is_open() {
    let client = Client::new(&server());
    listen(&client, json!(1), json!({}));
    assert_eq!(client.code("tools/list", json!({})), -32600);
    client.connection.close_subscriptions("shutdown");
    client.taken(Era::Modern, "subscriptions/listen");
    assert!(
        client
            .result("tools/list", json!({}))
            .get("tools")
            .is_some()
    );
}

#[test]
fn sub8_a_client_that_does_not_read_loses_the_subscription_and_nobody_else_does() {
    let server = builder().subscription_queue(4).build().unwrap();
    let (slow, quick) = (Client::new(&server), Client::new(&server));
    let all = json!({"resourceSubscriptions": ["t://a", "t://b"]});
    listen(&slow, json!("slow"), all.clone());
    listen(&quick, json!("quick"), all);
    let notifier = server.notifier();
    // Equal ones that follow each other are one.
    for _ in 0..100 {
        notifier.resource_updated("t://a");
    }
    assert_eq!(delivered(&quick).len(), 1);
    for round in 0..10 {
        notifier.resource_updated(["t://b", "t://a"][round % 2]);
        assert_eq!(delivered(&quick).len(), 1);
    }
    let messages = delivered(&slow);
    let methods: Vec<_> = said(&messages).into_iter().map(|(_, what)| what).collect();
    assert_eq!(
        methods,
        [
            "t://a",
            "t://b",
            "t://a",
            "t://b",
            "notifications/cancelled",
            "response"
        ]
    );
    notifier.resource_updated("t://a");
    assert_eq!(delivered(&slow), Vec::<Value>::new());
}

#[test]
fn sub10_can6_the_server_ends_with_two_messages() {
    let server = server();
    let client = Client::new(&server);
    listen(
        &client,
        json!(7),
        json!({"resourceSubscriptions": ["t://a"]}),
    );
    server.notifier().resource_updated("t://a");
    client.connection.close_subscriptions("shutdown");
    let messages = client.taken(Era::Modern, "subscriptions/listen");
    assert_eq!(messages.len(), 3);
    assert_eq!(
        messages[1].to_string(),
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":7},"requestId":7,"reason":"shutdown"}}"#
    );
    assert_eq!(
        messages[2].to_string(),
        r#"{"jsonrpc":"2.0","id":7,"result":{"resultType":"complete","_meta":{"io.modelcontextprotocol/subscriptionId":7,"io.modelcontextprotocol/serverInfo":{"name":"test","version":"1.2"}}}}"#
    );
}

#[test]
fn sub11_sub13_the_client_ends_without_a_word_and_nothing_survives() {
    let server = server();
    let client = Client::new(&server);
    let wish = json!({"resourceSubscriptions": ["t://a"]});
    listen(&client, json!(7), wish.clone());
    server.notifier().resource_updated("t://a");
    let params = json!({"requestId": 7});
    client
        .receive(&json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params}));
    assert_eq!(delivered(&client), Vec::<Value>::new());
    client.connection.close_subscriptions("shutdown");
    assert_eq!(delivered(&client), Vec::<Value>::new());
    // The same id may listen again, and hears what comes from now on.
    assert_eq!(listen(&client, json!(7), wish).len(), 1);
    assert_eq!(delivered(&client), Vec::<Value>::new());
}

#[test]
fn sub14_there_may_be_too_many() {
    let server = builder().max_subscriptions(2).build().unwrap();
    let first = Client::new(&server);
    listen(&first, json!(1), json!({}));
    let second = Client::new(&server);
    listen(&second, json!(1), json!({}));
    assert_eq!(
        listen(&second, json!(2), json!({}))[0]["error"]["code"],
        -32603
    );
    // A client that goes away leaves room.
    drop(first);
    assert_eq!(listen(&second, json!(3), json!({}))[0].get("error"), None);
}

#[test]
fn sub_whoever_serves_is_woken() {
    let server = server();
    let client = Client::new(&server);
    listen(&client, json!(1), json!({"resourcesListChanged": true}));
    block_on(async {
        client.connection.changed().await;
        server.notifier().resource_list_changed();
        client.connection.changed().await;
    });
    assert_eq!(delivered(&client).len(), 1);
}
