//! Who may knock, and how (11 §21.1).

use mcp_proto::{AppRoutes, HttpConfig, Log, McpServer, Method, serve_listener};
use serde_json::json;
use tokio::net::TcpListener;

use crate::support::http::{Answer, Port, Post};
use crate::support::server::{Does, server};

fn good() -> Post {
    Post::call("echo", json!({"text": "hi"}))
}

/// A refusal of HTTP-10: its body is one error without an id.
fn refused(answer: &Answer, status: u16) {
    assert_eq!(answer.refusal(), (status, -32600), "{answer:?}");
    assert_eq!(answer.header("content-type"), Some("application/json"));
    assert!(answer.json().get("id").is_none(), "{answer:?}");
}

#[test]
fn http1_http2_a_page_of_another_site_reaches_nothing() {
    let port = Port::of(&server());
    assert_eq!(port.send(&good()).status, 200);
    let foreign = good().set("Host", "evil.example.com:80");
    refused(&port.send(&foreign), 403);
    // DNS rebinding: the name leads here, and the browser tells of it in both headers.
    refused(
        &port.send(&foreign.with("Origin", "http://evil.example.com")),
        403,
    );
    refused(
        &port.send(&good().with("Origin", "http://evil.example.com")),
        403,
    );
    refused(&port.send(&good().with("Origin", "null")), 403);
    let own = good().with("Origin", "http://localhost:9000");
    assert_eq!(port.send(&own).status, 200);
    // Missing or repeated.
    assert_eq!(port.send(&good().without("Host")).status, 400);
    assert_eq!(port.send(&good().with("Host", "localhost")).status, 400);
    let absolute = good().to("POST", "http://evil.example/mcp");
    refused(&port.send(&absolute), 403);
}

#[test]
fn http1_http2_off_loopback_any_host_but_no_page() {
    let address = "192.0.2.1:9000".parse().unwrap();
    let port = Port::with(&server(), HttpConfig::new().listen(address));
    assert_eq!(port.send(&good().set("Host", "anything")).status, 200);
    refused(&port.send(&good().with("Origin", "http://localhost")), 403);
    let config = HttpConfig::new()
        .listen(address)
        .allowed_hosts(["api.example"])
        .allowed_origins(["https://app.example"]);
    let port = Port::with(&server(), config);
    refused(&port.send(&good()), 403);
    let host = good().set("Host", "API.example");
    assert_eq!(port.send(&host).status, 200);
    let page = host.clone().with("Origin", "https://APP.example:443");
    assert_eq!(port.send(&page).status, 200);
    refused(&port.send(&host.with("Origin", "http://app.example")), 403);
}

// HTTP-3, HTTP-1
#[test]
fn http3_only_the_endpoint_itself() {
    let port = Port::of(&server());
    assert_eq!(port.send(&good().to("POST", "/mcp?x=1&y")).status, 200);
    for path in [
        "/",
        "/mcp/",
        "/MCP",
        "//mcp",
        "/mcp/x",
        "/%6dcp",
        "/.well-known/x",
    ] {
        let answer = port.send(&good().to("POST", path));
        assert_eq!((answer.status, answer.body.as_str()), (404, ""), "{path}");
        // The host comes first, wherever a request goes.
        let foreign = good().to("POST", path).set("Host", "evil.example");
        refused(&port.send(&foreign), 403);
    }
    let elsewhere = Port::with(&server(), HttpConfig::new().path("/a/b"));
    assert_eq!(elsewhere.send(&good().to("POST", "/a/b")).status, 200);
    assert_eq!(elsewhere.send(&good()).status, 404);
}

// HTTP-3
#[test]
fn http3_the_routes_of_an_application_are_served_beside_the_endpoint() {
    let app = axum::Router::new().route("/hello", axum::routing::get(|| async { "hello" }));
    let port = Port::beside(&server(), HttpConfig::new(), Some(app));
    assert_eq!(port.send(&good()).status, 200);
    let hello = Post::new("").to("GET", "/hello");
    assert_eq!(port.send(&hello).body, "hello");
    assert_eq!(port.send(&good().to("POST", "/other")).status, 404);
    // HTTP-1 holds for all that the listener serves, HTTP-2 for the endpoint only.
    refused(&port.send(&hello.clone().set("Host", "evil.example")), 403);
    let page = hello.with("Origin", "http://evil.example");
    assert_eq!(port.send(&page).status, 200);
}

// CFG, HTTP-3
#[tokio::test]
async fn an_endpoint_that_would_hide_a_route_of_the_application_is_refused() {
    let app = AppRoutes::new()
        .route(Method::Get, "/api/posts", async || "posts")
        .route(Method::Get, "/api/{name}", async || "named")
        .build()
        .unwrap();
    let server = McpServer::builder("api", "1")
        .dispatcher(app.clone())
        .build()
        .unwrap();
    let serve = async |path: &str| {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let config = HttpConfig::new().path(path);
        let app = Some(app.router(&server));
        serve_listener(listener, &server, &config, app, &Log::default(), async {}).await
    };
    let fault = serve("/api/posts").await.unwrap_err().to_string();
    assert!(fault.contains("GET /api/posts"), "{fault}");
    // A pattern holds other paths too, and a literal one goes before it (11 §11.1).
    assert!(serve("/api/mcp").await.is_ok());
}

#[test]
fn http4_http9_only_post() {
    let port = Port::of(&server());
    for method in [
        "GET", "DELETE", "PUT", "PATCH", "HEAD", "OPTIONS", "PROPFIND",
    ] {
        let mut line = port.connect();
        line.send(&good().to(method, "/mcp").bytes());
        let answer = line.head().unwrap();
        assert_eq!(answer.status, 405, "{method}");
        assert_eq!(answer.header("allow"), Some("POST"), "{method}");
        assert_eq!(
            answer.header("content-length").unwrap_or("0"),
            "0",
            "{method}"
        );
    }
}

#[test]
fn http6_http7_http10_forms_that_are_not_spoken() {
    let port = Port::of(&server());
    for bad in ["text/plain", "application/json; charset=latin1", ""] {
        refused(&port.send(&good().set("Content-Type", bad)), 415);
    }
    refused(&port.send(&good().without("Content-Type")), 415);
    refused(&port.send(&good().with("Content-Encoding", "gzip")), 415);
    let plain = good().with("Content-Encoding", "identity");
    assert_eq!(port.send(&plain).status, 200);
    for bad in ["application/json", "text/event-stream", "text/html"] {
        refused(&port.send(&good().set("Accept", bad)), 406);
    }
    assert_eq!(port.send(&good().without("Accept")).status, 200);
    assert_eq!(port.send(&good().set("Accept", "*/*")).status, 200);
}

#[test]
fn http8_http10_a_body_of_the_limit_passes_and_a_larger_one_does_not() {
    let port = Port::with(&server(), HttpConfig::new().max_body(2000));
    let body = |length: usize| {
        let mut post = good();
        let spaces = length - post.body.len();
        post.body.extend(std::iter::repeat_n(b' ', spaces));
        post
    };
    assert_eq!(port.send(&body(2000)).status, 200);
    refused(&port.send(&body(2001)), 413);
    // Its length alone says so: nothing of the body is waited for.
    let mut line = port.connect();
    line.send(&good().with("Content-Length", "999999999999").head());
    refused(&line.answer().unwrap(), 413);
    // Without a length it is counted on the way.
    let mut line = port.connect();
    line.send(&good().with("Transfer-Encoding", "chunked").head());
    for _ in 0..3 {
        let _ = line.try_send(format!("3e8\r\n{}\r\n", " ".repeat(1000)).as_bytes());
    }
    refused(&line.answer().unwrap(), 413);
    // A client that sends everything before it reads gets its answer all the same.
    refused(&port.send(&body(4 << 20)), 413);
}

// 11 §21.1: the first failure answers.
#[test]
fn the_checks_stand_in_their_order() {
    let port = Port::with(&server(), HttpConfig::new().max_body(10));
    let steps: [(&dyn Fn(Post) -> Post, u16); 7] = [
        (&|post| post, 413),
        (&|post| post.set("Accept", "text/html"), 406),
        (&|post| post.set("Content-Type", "text/html"), 415),
        (&|post| post.to("GET", "/mcp"), 405),
        (&|post| post.with("Origin", "http://evil.example"), 403),
        (&|post| post.with("Host", "localhost"), 400),
        (&|post| post.set("Host", "evil.example"), 403),
    ];
    let mut post = good();
    for (spoil, status) in steps {
        post = spoil(post);
        assert_eq!(port.send(&post).status, status, "{post:?}");
    }
}

#[test]
fn http9_browsers_of_the_allowed_origins_are_told_so() {
    let config = HttpConfig::new().allowed_origins(["https://app.example", "null"]);
    let port = Port::with(&server(), config);
    let page = good().with("Origin", "https://app.example");
    let preflight = page
        .clone()
        .to("OPTIONS", "/mcp")
        .with("Access-Control-Request-Method", "POST")
        .with("Access-Control-Request-Headers", "content-type, mcp-method");
    let answer = port.send(&preflight);
    assert_eq!((answer.status, answer.body.as_str()), (204, ""));
    for (name, value) in [
        ("Access-Control-Allow-Origin", "https://app.example"),
        ("Vary", "Origin"),
        ("Access-Control-Allow-Methods", "POST"),
        ("Access-Control-Allow-Headers", "content-type, mcp-method"),
        ("Access-Control-Max-Age", "600"),
    ] {
        assert_eq!(answer.header(name), Some(value), "{name}");
    }
    // Every answer to a POST, good or bad.
    for (post, status) in [
        (page.clone(), 200),
        (page.clone().set("Content-Type", "x/y"), 415),
        (page.clone().set("Mcp-Method", "x"), 400),
    ] {
        let answer = port.send(&post);
        assert_eq!(answer.status, status);
        let origin = answer.header("access-control-allow-origin");
        assert_eq!(origin, Some("https://app.example"));
        assert_eq!(answer.header("vary"), Some("Origin"));
    }
    let null = good().with("Origin", "null");
    let answer = port.send(&null);
    assert_eq!(answer.header("access-control-allow-origin"), Some("null"));
    // No page, another page, another method: no word of CORS.
    assert_eq!(
        port.send(&good()).header("access-control-allow-origin"),
        None
    );
    let other = preflight.clone().set("Origin", "https://other.example");
    let answer = port.send(&other);
    assert_eq!(
        (answer.status, answer.header("access-control-allow-origin")),
        (403, None)
    );
    let delete = preflight
        .clone()
        .set("Access-Control-Request-Method", "DELETE");
    assert_eq!(port.send(&delete).status, 405);
    assert_eq!(port.send(&preflight.clone().without("Origin")).status, 405);
    // Without the setting a preflight is any other method.
    let closed = Port::of(&server());
    let local = preflight.set("Origin", "http://localhost");
    assert_eq!(closed.send(&local).status, 405);
    let answer = closed.send(&good().with("Origin", "http://localhost"));
    assert_eq!(
        (answer.status, answer.header("access-control-allow-origin")),
        (200, None)
    );
}

#[test]
fn http11_there_are_no_sessions_and_no_redelivery() {
    let port = Port::of(&server());
    let post = good()
        .with("Mcp-Session-Id", "abc")
        .with("Last-Event-ID", "7");
    let answer = port.send(&post);
    assert_eq!(answer.status, 200);
    assert_eq!(answer.header("mcp-session-id"), None);
    assert!(!answer.body.contains("abc"), "{answer:?}");
}

#[test]
fn http12_a_setting_that_cannot_be_right_serves_nothing() {
    let server = McpServer::builder("x", "1")
        .tool("echo", Does("echo"))
        .build()
        .unwrap();
    for (config, key) in [
        (HttpConfig::new().allowed_origins(["*"]), "allowed_origins"),
        (HttpConfig::new().path("mcp"), "path"),
        (HttpConfig::new().max_body(0), "max_body"),
    ] {
        let error = mcp_proto::serve_http(&server, &config).unwrap_err();
        assert!(error.to_string().starts_with(key), "{error}");
    }
    // By default it listens on the loopback address alone.
    assert!(format!("{:?}", HttpConfig::new()).contains("listen: 127.0.0.1:9000"));
}
