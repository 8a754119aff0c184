//! Calling an application from outside and in process.

use std::sync::{Arc, Mutex};

use axum::body::Body;
use axum::http::request::Builder;
use http_body_util::BodyExt;
use mcp_proto::{
    App, CallContext, CallError, CallRequest, CallResponse, JsonObject, McpServer, Method, Tool,
    ToolFault, ToolOutcome, ToolResult,
};
use serde_json::json;
use tower::ServiceExt;

use super::routes::route_tool;
use super::{Client, block_on};

/// A server of an application with nothing else.
pub(crate) fn server_of(app: &App) -> McpServer {
    let mut builder = McpServer::builder("test", "1");
    builder.dispatcher(app.clone()).build().unwrap()
}

/// Status and body of a request from outside.
pub(crate) fn outside(app: &App, server: &McpServer, request: Builder) -> (u16, String) {
    outside_with(app, server, request, "")
}

pub(crate) fn outside_with(
    app: &App,
    server: &McpServer,
    request: Builder,
    body: &'static str,
) -> (u16, String) {
    let request = request.body(Body::from(body)).unwrap();
    block_on(async {
        let response = app.router(server).oneshot(request).await.unwrap();
        let status = response.status().as_u16();
        let body = response.into_body().collect().await.unwrap().to_bytes();
        (status, String::from_utf8(body.to_vec()).unwrap())
    })
}

pub(crate) fn status((status, _): (u16, String)) -> u16 {
    status
}

/// A client of a server whose tool `route` is a route of an application.
pub(crate) fn client(app: &App, method: Method, pattern: &str) -> Client {
    let mut builder = McpServer::builder("test", "1");
    builder
        .dispatcher(app.clone())
        .tool("route", route_tool(method, pattern));
    Client::new(&builder.build().unwrap())
}

type Kept = Arc<Mutex<Option<Result<CallResponse, CallError>>>>;

/// A tool that makes one call and keeps what came of it.
struct Once(CallRequest, Kept);

impl Tool for Once {
    fn description(&self) -> &str {
        "Makes one call"
    }

    async fn call(&self, cx: &mut CallContext, _: &JsonObject) -> Result<ToolOutcome, ToolFault> {
        let answered = cx.dispatcher().call(cx, self.0.clone()).await;
        *self.1.lock().unwrap() = Some(answered);
        Ok(ToolResult::empty().into())
    }
}

/// What a call in process comes to.
pub(crate) fn inside(app: &App, method: Method, path: &str) -> Result<CallResponse, CallError> {
    called(app, CallRequest::new(method, path))
}

pub(crate) fn called(app: &App, request: CallRequest) -> Result<CallResponse, CallError> {
    let kept = Kept::default();
    let mut builder = McpServer::builder("test", "1");
    builder
        .dispatcher(app.clone())
        .tool("once", Once(request, Arc::clone(&kept)));
    Client::new(&builder.build().unwrap()).call("once", json!({}));
    let answered = kept.lock().unwrap().take();
    answered.unwrap()
}
