//! The endpoint inside an application of its own (11 §21: the gate begins where it is reached).

use axum::Router;
use axum::http::{Request, StatusCode};
use axum::routing::get;
use mcp_proto::{HttpConfig, Log, McpEndpoint, serve_listener};
use serde_json::json;

use crate::support::block_on;
use crate::support::http::{Port, Post};
use crate::support::server::{builder, server};

fn app(config: &HttpConfig) -> Router {
    let endpoint = McpEndpoint::new(&server(), config, &Log::default()).unwrap();
    Router::new()
        .route("/hello", get(|| async { "hello" }))
        .merge(endpoint.router())
}

/// An application that brings a listener of its own would call the router itself.
async fn send(app: &Router, post: &Post) -> (StatusCode, String) {
    use tower::ServiceExt as _;
    let body = post.body.clone();
    let mut request = Request::post("/mcp")
        .body(axum::body::Body::from(body))
        .unwrap();
    for (name, value) in post.headers() {
        request.headers_mut().append(name, value);
    }
    let response = app.clone().oneshot(request).await.unwrap();
    let status = response.status();
    let body = axum::body::to_bytes(response.into_body(), 1 << 20)
        .await
        .unwrap();
    (status, String::from_utf8(body.to_vec()).unwrap())
}

#[test]
fn http1_http16_the_gate_stands_where_the_request_arrives() {
    block_on(async {
        let app = app(&HttpConfig::new());
        let good = Post::call("echo", json!({"text": "hi"}));
        let (status, body) = send(&app, &good).await;
        assert_eq!(status, 200);
        assert!(body.contains("hi"), "{body}");
        let foreign = good.clone().set("Host", "evil.example");
        assert_eq!(send(&app, &foreign).await.0, 403);
        let page = good.clone().with("Origin", "http://evil.example");
        assert_eq!(send(&app, &page).await.0, 403);
        assert_eq!(send(&app, &good.set("Accept", "x/y")).await.0, 406);
    });
}

#[test]
fn a_setting_that_cannot_be_served_is_refused_at_the_start() {
    let config = HttpConfig::new().allowed_origins(["*"]);
    let endpoint = McpEndpoint::new(&server(), &config, &Log::default());
    assert_eq!(endpoint.err().unwrap().key, "allowed_origins");
    block_on(async {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let server = builder().build().unwrap();
        let log = Log::default();
        let served = serve_listener(listener, &server, &config, None, &log, async {});
        assert!(served.await.is_err());
    });
}

#[test]
fn http3_the_endpoint_below_a_prefix_is_not_the_endpoint() {
    let nested = Router::new().nest("/api", app(&HttpConfig::new()));
    let port = Port::beside(&server(), HttpConfig::new().path("/other"), Some(nested));
    let good = Post::call("echo", json!({"text": "hi"}));
    assert_eq!(port.send(&good.clone().to("POST", "/api/mcp")).status, 200);
    assert_eq!(port.send(&good).status, 404);
    assert_eq!(
        port.send(&Post::new("").to("GET", "/api/hello")).body,
        "hello"
    );
}
