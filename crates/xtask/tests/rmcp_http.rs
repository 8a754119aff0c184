//! The Rust client `rmcp` over HTTP against the server of 250 tools, in both eras.

use std::collections::HashSet;
use std::time::Duration;

use rmcp::ClientLifecycleMode;
use rmcp::model::{CallToolRequestParams, ProtocolVersion, SubscriptionFilter};
use rmcp::service::{RoleClient, RunningService, ServiceError, serve_client_with_lifecycle};
use rmcp::transport::StreamableHttpClientTransport;
use serde_json::{Value, json};
use xtask::clients::http::Server;

async fn connected(url: &str, lifecycle: ClientLifecycleMode) -> RunningService<RoleClient, ()> {
    let transport = StreamableHttpClientTransport::from_uri(url.to_owned());
    serve_client_with_lifecycle((), transport, lifecycle)
        .await
        .unwrap()
}

fn call(name: &'static str, arguments: Value) -> CallToolRequestParams {
    let mut params = CallToolRequestParams::new(name);
    params.arguments = arguments.as_object().cloned();
    params
}

async fn both_eras(client: &RunningService<RoleClient, ()>) {
    let tools = client.list_all_tools().await.unwrap();
    let names: HashSet<_> = tools.iter().map(|tool| tool.name.to_string()).collect();
    assert_eq!(names.len(), 250);
    let said = client.call_tool(call("echo", json!({"text": "hé"})));
    let said = serde_json::to_value(said.await.unwrap()).unwrap();
    assert_eq!(said["content"][0]["text"], "hé");
    let summed = client.call_tool(call("sum", json!({}))).await.unwrap();
    assert_eq!(summed.structured_content, Some(json!({"sum": 3})));
    let refused = client.call_tool(call("refuse", json!({}))).await.unwrap();
    assert_eq!(refused.is_error, Some(true));
    for (name, expected) in [("fail", -32603), ("none", -32602)] {
        match client.call_tool(call(name, json!({}))).await.unwrap_err() {
            ServiceError::McpError(error) => assert_eq!(error.code.0, expected),
            other => panic!("{other}"),
        }
    }
}

#[tokio::test]
async fn rmcp_speaks_with_the_server_over_http_in_both_eras() {
    let server = Server::start(&xtask::repository(), "many", &["127.0.0.1:0"]).unwrap();
    let legacy = connected(&server.url, ClientLifecycleMode::Initialize).await;
    both_eras(&legacy).await;
    legacy.cancel().await.unwrap();

    let preferred_versions = vec![ProtocolVersion::V_2026_07_28];
    let lifecycle = ClientLifecycleMode::Discover { preferred_versions };
    let modern = connected(&server.url, lifecycle).await;
    both_eras(&modern).await;
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
