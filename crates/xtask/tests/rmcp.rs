//! The Rust client `rmcp` against the server of 250 tools, in both eras.

use std::collections::HashSet;
use std::path::Path;
use std::time::Duration;

use rmcp::model::{
    CallToolRequestParams, ProtocolVersion, ResourceUpdatedNotificationParam,
    SubscribeRequestParams, SubscriptionFilter,
};
use rmcp::service::{
    NotificationContext, RoleClient, RunningService, ServiceError, serve_client_with_lifecycle,
};
use rmcp::transport::TokioChildProcess;
use rmcp::{ClientHandler, ClientLifecycleMode};
use serde_json::{Value, json};
use tokio::process::Command;
use tokio::sync::mpsc;

/// A client that passes on which resources changed.
struct Listens(mpsc::UnboundedSender<String>);

impl ClientHandler for Listens {
    async fn on_resource_updated(
        &self,
        params: ResourceUpdatedNotificationParam,
        _: NotificationContext<RoleClient>,
    ) {
        // The test may have ended.
        let _ = self.0.send(params.uri);
    }
}

async fn connected(
    server: &Path,
    lifecycle: ClientLifecycleMode,
    changed: mpsc::UnboundedSender<String>,
) -> RunningService<RoleClient, Listens> {
    let transport = TokioChildProcess::new(Command::new(server)).unwrap();
    serve_client_with_lifecycle(Listens(changed), transport, lifecycle)
        .await
        .unwrap()
}

fn call(name: &'static str, arguments: Value) -> CallToolRequestParams {
    let mut params = CallToolRequestParams::new(name);
    params.arguments = arguments.as_object().cloned();
    params
}

fn code(error: ServiceError) -> i32 {
    match error {
        ServiceError::McpError(error) => error.code.0,
        other => panic!("{other}"),
    }
}

async fn both_eras(client: &RunningService<RoleClient, Listens>) {
    let tools = client.list_all_tools().await.unwrap();
    let names: HashSet<_> = tools.iter().map(|tool| tool.name.to_string()).collect();
    assert_eq!(names.len(), 250);
    let said = client
        .call_tool(call("echo", json!({"text": "hé"})))
        .await
        .unwrap();
    assert_eq!(
        serde_json::to_value(&said).unwrap()["content"][0]["text"],
        "hé"
    );
    let summed = client.call_tool(call("sum", json!({}))).await.unwrap();
    assert_eq!(summed.structured_content, Some(json!({"sum": 3})));
    let refused = client.call_tool(call("refuse", json!({}))).await.unwrap();
    assert_eq!(refused.is_error, Some(true));
    for (name, expected) in [("fail", -32603), ("none", -32602)] {
        let error = client.call_tool(call(name, json!({}))).await.unwrap_err();
        assert_eq!(code(error), expected);
    }
}

/// Calls a tool without waiting for its end, and another one after it.
async fn given_up(client: &RunningService<RoleClient, Listens>, tool: &'static str) {
    let waiting = client.call_tool(call(tool, json!({})));
    assert!(
        tokio::time::timeout(Duration::from_millis(100), waiting)
            .await
            .is_err()
    );
    let after = client.call_tool(call("echo", json!({"text": "after"})));
    let after = serde_json::to_value(after.await.unwrap()).unwrap();
    assert_eq!(after["content"][0]["text"], "after");
}

#[tokio::test]
async fn rmcp_speaks_with_the_server_in_both_eras() {
    let server = xtask::clients::build(&xtask::repository()).unwrap();
    let (sender, mut changed) = mpsc::unbounded_channel();
    let legacy = connected(&server, ClientLifecycleMode::Initialize, sender.clone()).await;
    both_eras(&legacy).await;
    // Given up by the client; the server ends the call all the same, and the next is answered.
    given_up(&legacy, "slow").await;
    #[allow(deprecated, reason = "older revisions have no other way")]
    let subscribed = legacy.subscribe(SubscribeRequestParams::new("many://clock"));
    subscribed.await.unwrap();
    legacy.call_tool(call("touch", json!({}))).await.unwrap();
    let heard = tokio::time::timeout(Duration::from_secs(60), changed.recv()).await;
    assert_eq!(heard.unwrap().as_deref(), Some("many://clock"));
    legacy.cancel().await.unwrap();

    let preferred_versions = vec![ProtocolVersion::V_2026_07_28];
    let modern = connected(
        &server,
        ClientLifecycleMode::Discover { preferred_versions },
        sender,
    )
    .await;
    both_eras(&modern).await;
    // Given up by the client, which cancels it: without that it would never end.
    given_up(&modern, "wait").await;
    let mut filter = SubscriptionFilter::new();
    filter.resource_subscriptions = Some(vec!["many://clock".to_owned()]);
    let mut subscription = modern.listen(filter).await.unwrap();
    modern.call_tool(call("touch", json!({}))).await.unwrap();
    let heard = tokio::time::timeout(Duration::from_secs(60), subscription.next()).await;
    let heard = serde_json::to_value(heard.unwrap().unwrap().unwrap()).unwrap();
    assert_eq!(heard["params"]["uri"], "many://clock");
    subscription.cancel().await.unwrap();
    modern.cancel().await.unwrap();
}
