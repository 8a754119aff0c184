//! The Rust client `rmcp` against the server of 250 tools, in both eras.

use std::collections::HashSet;
use std::path::Path;
use std::time::Duration;

use rmcp::ClientLifecycleMode;
use rmcp::model::{CallToolRequestParams, ProtocolVersion, SubscriptionFilter};
use rmcp::service::{RoleClient, RunningService, ServiceError, serve_client_with_lifecycle};
use rmcp::transport::TokioChildProcess;
use serde_json::{Value, json};
use tokio::process::Command;

async fn connected(
    server: &Path,
    lifecycle: ClientLifecycleMode,
) -> RunningService<RoleClient, ()> {
    let transport = TokioChildProcess::new(Command::new(server)).unwrap();
    serve_client_with_lifecycle((), transport, lifecycle)
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

async fn both_eras(client: &RunningService<RoleClient, ()>) {
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

#[tokio::test]
async fn rmcp_speaks_with_the_server_in_both_eras() {
    let server = xtask::clients::build(&xtask::repository()).unwrap();
    let legacy = connected(&server, ClientLifecycleMode::Initialize).await;
    both_eras(&legacy).await;
    legacy.cancel().await.unwrap();

    let preferred_versions = vec![ProtocolVersion::V_2026_07_28];
    let modern = connected(
        &server,
        ClientLifecycleMode::Discover { preferred_versions },
    )
    .await;
    both_eras(&modern).await;
    // Given up by the client, which cancels it and goes on.
    let waiting = modern.call_tool(call("wait", json!({})));
    assert!(
        tokio::time::timeout(Duration::from_millis(200), waiting)
            .await
            .is_err()
    );
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
