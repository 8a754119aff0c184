//! Which headers a call in process has, and who is let through with them (RT-14, CALL-2).

use axum::Json;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::header::COOKIE;
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::{Next, from_fn};
use axum::response::{IntoResponse, Response};
use mcp_proto::{
    App, AppRoutes, CallContext, CallError, CallRequest, HttpConfig, Log, McpEndpoint, McpServer,
    Method,
};
use serde_json::{Value, json};
use tower::ServiceExt;

use crate::support::app::{client, outside, outside_with, server_of};
use crate::support::routes::{ask, route_tool};
use crate::support::{block_on, request};

/// Lets only those through who know the word.
async fn authenticate(request: Request, next: Next) -> Response {
    match request.headers().get("authorization") {
        Some(word) if word == "Bearer sesame" => next.run(request).await,
        _ => (StatusCode::UNAUTHORIZED, "say the word").into_response(),
    }
}

#[test]
fn authentication_fails_inside_as_it_does_outside() {
    let app = AppRoutes::new()
        .route(Method::Get, "/secret", || async { "the secret" })
        .layer(from_fn(authenticate))
        .build()
        .unwrap();
    let server = server_of(&app);
    let get = || axum::http::Request::get("/secret");
    let refused = outside(&app, &server, get());
    assert_eq!((refused.0, &*refused.1), (401, "say the word"));
    let known = get().header("authorization", "Bearer sesame");
    assert_eq!(outside(&app, &server, known).1, "the secret");
    // A transport without headers has nobody to let through.
    let (result, text) = ask(&client(&app, Method::Get, "/secret"), json!({}));
    assert_eq!(result["isError"], true);
    assert_eq!(text, refused.1);
}

/// Calls `/headers` for the request it gets, and returns what arrived there.
fn relay() -> App {
    AppRoutes::new()
        .route(Method::Get, "/relay", |cx: CallContext| async move {
            assert_eq!(cx.nesting(), 0);
            let request = CallRequest::new(Method::Get, "/headers");
            let answered = cx.dispatcher().call(&cx, request).await?;
            Ok::<_, CallError>(Json(answered.json::<Value>()?))
        })
        .route(
            Method::Get,
            "/headers",
            |cx: CallContext, headers: HeaderMap| async move {
                assert_eq!(cx.nesting(), 1);
                // The context is that of the inner request.
                assert_eq!(cx.headers(), &headers);
                let mut all: Vec<_> = headers
                    .iter()
                    .map(|(name, value)| format!("{name}: {}", value.to_str().unwrap()))
                    .collect();
                all.sort();
                Json(all)
            },
        )
        .build()
        .unwrap()
}

#[test]
fn rt14_call2_headers_of_the_outer_request_go_along_but_for_those_of_its_message() {
    let app = relay();
    let request = [
        ("host", "example.com"),
        ("authorization", "Bearer sesame"),
        ("cookie", "a=1"),
        ("cookie", "b=2"),
        ("x-own", "kept"),
        ("accept-language", "ja"),
        ("ifx", "kept: no If- header"),
        ("origin", "http://localhost"),
        // Left out.
        ("content-type", "text/plain"),
        ("content-length", "0"),
        ("content-encoding", "gzip"),
        ("transfer-encoding", "chunked"),
        ("connection", "keep-alive"),
        ("keep-alive", "timeout=5"),
        ("te", "trailers"),
        ("trailer", "x"),
        ("upgrade", "h2c"),
        ("expect", "100-continue"),
        ("accept", "text/html"),
        ("accept-encoding", "gzip"),
        ("range", "bytes=0-1"),
        ("if-none-match", "x"),
        ("if-modified-since", "x"),
        ("if-x", "x"),
        ("last-event-id", "7"),
        ("mcp-protocol-version", "2026-07-28"),
        ("mcp-method", "tools/call"),
        ("mcp-name", "x"),
        ("mcp-param-region", "x"),
        ("Mcp-Session-Id", "x"),
    ]
    .into_iter()
    .fold(
        axum::http::Request::get("/relay"),
        |request, (name, value)| request.header(name, value),
    );
    let (status, body) = outside(&app, &server_of(&app), request);
    assert_eq!(status, 200, "{body}");
    let arrived: Vec<String> = serde_json::from_str(&body).unwrap();
    assert_eq!(
        arrived,
        [
            "accept-language: ja",
            "accept: application/json",
            "authorization: Bearer sesame",
            "cookie: a=1",
            "cookie: b=2",
            "host: example.com",
            "ifx: kept: no If- header",
            "origin: http://localhost",
            "x-own: kept",
        ]
    );
}

#[test]
fn call1_call2_headers_of_the_call_itself_go_before_inherited_ones() {
    let app = AppRoutes::new()
        .route(Method::Post, "/relay", |cx: CallContext| async move {
            let request = CallRequest::new(Method::Post, "/inner")
                .query("a b", "c&d")
                .header(COOKIE, "own=1".parse().unwrap())
                .header("content-length".parse().unwrap(), "999".parse().unwrap())
                .body("body");
            let answered = cx.dispatcher().call(&cx, request).await?;
            Ok::<_, CallError>(answered.text()?.to_owned())
        })
        .route(Method::Post, "/inner", |request: Request| async move {
            let headers = request.headers().clone();
            let target = request.uri().to_string();
            let body = axum::body::to_bytes(request.into_body(), 9).await.unwrap();
            assert_eq!(headers["content-length"], "4");
            assert_eq!(headers.get_all(COOKIE).iter().count(), 1);
            format!("{target} {} {body:?}", headers[COOKIE].to_str().unwrap())
        })
        .build()
        .unwrap();
    let request = axum::http::Request::post("/relay")
        .header("cookie", "outer=1")
        .header("content-type", "text/plain");
    let (status, body) = outside_with(&app, &server_of(&app), request, "outer");
    assert_eq!((status, &*body), (200, r#"/inner?a+b=c%26d own=1 b"body""#));
}

#[test]
fn reg7_cookies_can_be_read_one_by_one() {
    let app = AppRoutes::new()
        .route(Method::Get, "/", |cx: CallContext| async move {
            let cookie = |name| cx.cookie(name).unwrap_or("-").to_owned();
            [cookie("a"), cookie("b"), cookie("c"), cookie("")].join(" ")
        })
        .build()
        .unwrap();
    let request = axum::http::Request::get("/")
        .header("cookie", "a=1; b=x=y;d")
        .header("cookie", "c=\"3\"");
    let (_, body) = outside(&app, &server_of(&app), request);
    assert_eq!(body, r#"1 x=y "3" -"#);
}

/// A request of the tool `route` as a client sends it over HTTP.
fn call_over_http() -> axum::http::Request<Body> {
    let params = json!({"name": "route", "arguments": {}});
    let body = request(&json!(1), "tools/call", params).to_string();
    axum::http::Request::post("/mcp")
        .header("host", "localhost:9000")
        .header("content-type", "application/json")
        .header("accept", "application/json, text/event-stream")
        .header("accept-encoding", "gzip")
        .header("mcp-protocol-version", "2026-07-28")
        .header("mcp-method", "tools/call")
        .header("mcp-name", "route")
        .header("authorization", "Bearer sesame")
        .header("cookie", "a=1")
        .body(Body::from(body))
        .unwrap()
}

/// The endpoint of an application whose tool `route` is one of its routes.
fn endpoint(app: &App, pattern: &str) -> axum::Router {
    let mut builder = McpServer::builder("test", "1");
    let server = builder
        .dispatcher(app.clone())
        .tool("route", route_tool(Method::Get, pattern))
        .build()
        .unwrap();
    let endpoint = McpEndpoint::new(&server, &HttpConfig::new(), &Log::default());
    endpoint.unwrap().router()
}

#[test]
fn rt14_reg7_headers_of_the_mcp_request_go_along_but_for_those_of_its_message() {
    let app = AppRoutes::new()
        .route(Method::Get, "/", |headers: HeaderMap| async move {
            let mut all: Vec<_> = headers.keys().map(ToString::to_string).collect();
            all.sort();
            all.join(" ")
        })
        .layer(from_fn(authenticate))
        .layer(from_fn(|request: Request, next: Next| async {
            // A layer finds the context in the request.
            let cx = request.extensions().get::<CallContext>().unwrap();
            assert_eq!((cx.nesting(), cx.cookie("a")), (1, Some("1")));
            next.run(request).await
        }))
        .build()
        .unwrap();
    let answered = block_on(endpoint(&app, "/").oneshot(call_over_http())).unwrap();
    assert_eq!(answered.status(), 200);
    let body = block_on(axum::body::to_bytes(answered.into_body(), 9_999)).unwrap();
    let answer: Value = serde_json::from_slice(&body).unwrap();
    assert_eq!(
        answer["result"]["content"][0]["text"],
        "accept authorization cookie host"
    );
}

#[test]
fn call4_a_client_that_hangs_up_ends_the_inner_call() {
    let (sender, told) = std::sync::mpsc::channel::<&'static str>();
    struct Ends(std::sync::mpsc::Sender<&'static str>);
    impl Drop for Ends {
        fn drop(&mut self) {
            self.0.send("dropped").unwrap();
        }
    }
    async fn stuck(State(sender): State<std::sync::mpsc::Sender<&'static str>>) {
        let _ends = Ends(sender.clone());
        sender.send("runs").unwrap();
        std::future::pending().await
    }
    let app = AppRoutes::new()
        .route(Method::Get, "/", stuck)
        .with_state(sender)
        .build()
        .unwrap();
    block_on(async {
        let served = tokio::spawn(endpoint(&app, "/").oneshot(call_over_http()));
        tokio::task::block_in_place(|| assert_eq!(told.recv().unwrap(), "runs"));
        served.abort();
        tokio::task::block_in_place(|| assert_eq!(told.recv().unwrap(), "dropped"));
    });
}
