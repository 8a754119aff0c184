//! An axum application called in process: layers, headers, nesting, limits (11 §11).

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::Poll;

use axum::Extension;
use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{Path, Request, State};
use axum::http::header::SET_COOKIE;
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::{Next, from_fn};
use axum::response::{IntoResponse, Response};
use http_body::Frame;
use mcp_proto::{App, AppRoutes, CallContext, CallError, CallRequest, McpServer, Method};
use serde_json::json;
use tower::ServiceExt;

use crate::support::app::{called, client, inside, outside, server_of};
use crate::support::routes::ask;
use crate::support::{Client, block_on};

#[test]
fn layers_run_for_both_the_one_added_last_is_outermost() {
    async fn mark(name: &'static str, request: Request, next: Next) -> Response {
        let mut response = next.run(request).await;
        let headers = response.headers_mut();
        headers.append("x-layer", name.parse().unwrap());
        response
    }
    let app = AppRoutes::new()
        .route(Method::Get, "/a", || async { "ok" })
        .layer(from_fn(|request, next| mark("first", request, next)))
        .layer(from_fn(|request, next| mark("last", request, next)))
        .build()
        .unwrap();
    let layers: Vec<_> = inside(&app, Method::Get, "/a")
        .unwrap()
        .headers
        .get_all("x-layer")
        .iter()
        .map(|name| name.to_str().unwrap().to_owned())
        .collect();
    assert_eq!(layers, ["first", "last"]);
}

/// An application with a route that calls itself and counts its runs.
fn loops(runs: &Arc<AtomicUsize>) -> App {
    async fn again(State(runs): State<Arc<AtomicUsize>>, cx: CallContext) -> Response {
        runs.fetch_add(1, Ordering::SeqCst);
        // Lets others run in between.
        tokio::task::yield_now().await;
        let request = CallRequest::new(Method::Get, "/again");
        match cx.dispatcher().call(&cx, request).await {
            Ok(answered) => answered.body.into_response(),
            Err(error) => {
                assert_eq!(error, CallError::TooDeep);
                format!("refused at {}", cx.nesting()).into_response()
            }
        }
    }
    AppRoutes::new()
        .route(Method::Get, "/again", again)
        .with_state(Arc::clone(runs))
        .build()
        .unwrap()
}

#[test]
fn call3_a_route_that_calls_itself_stops_after_eight_rounds() {
    let runs = Arc::new(AtomicUsize::new(0));
    let app = loops(&runs);
    // From a tool: eight inner runs, the ninth is refused.
    let (_, text) = ask(&client(&app, Method::Get, "/again"), json!({}));
    assert_eq!(text, "refused at 8");
    assert_eq!(runs.swap(0, Ordering::SeqCst), 8);
    // From outside: the route itself, and eight inner runs.
    let (_, body) = outside(&app, &server_of(&app), axum::http::Request::get("/again"));
    assert_eq!(body, "refused at 8");
    assert_eq!(runs.load(Ordering::SeqCst), 1 + 8);
}

#[test]
fn call3_requests_at_the_same_time_do_not_count_each_other() {
    let runs = Arc::new(AtomicUsize::new(0));
    let app = loops(&runs);
    let server = server_of(&app);
    block_on(async {
        let all = (0..20).map(|_| {
            let request = axum::http::Request::get("/again").body(Body::empty());
            tokio::spawn(app.router(&server).oneshot(request.unwrap()))
        });
        for one in all.collect::<Vec<_>>() {
            let body = one.await.unwrap().unwrap().into_body();
            let body = axum::body::to_bytes(body, 99).await.unwrap();
            assert_eq!(body, "refused at 8");
        }
    });
    assert_eq!(runs.load(Ordering::SeqCst), 20 * 9);
}

#[test]
fn call3_passing_the_refusal_on_withholds_its_text() {
    async fn again(cx: CallContext) -> Result<String, CallError> {
        let request = CallRequest::new(Method::Get, "/again");
        let answered = cx.dispatcher().call(&cx, request).await?;
        match answered.status {
            200 => Ok(answered.text()?.to_owned()),
            _ => Err(CallError::Failed(answered.text()?.to_owned())),
        }
    }
    let app = AppRoutes::new()
        .route(Method::Get, "/again", again)
        .build()
        .unwrap();
    let (result, text) = ask(&client(&app, Method::Get, "/again"), json!({}));
    assert_eq!(result["isError"], true);
    assert_eq!(text, "The route failed: 500 Internal Server Error");
}

#[test]
fn call4_when_the_client_goes_away_the_calls_made_for_it_end() {
    let (sender, told) = std::sync::mpsc::channel::<&'static str>();
    struct Ends(std::sync::mpsc::Sender<&'static str>);
    impl Drop for Ends {
        fn drop(&mut self) {
            self.0.send("inner dropped").unwrap();
        }
    }
    async fn stuck(State(sender): State<std::sync::mpsc::Sender<&'static str>>) {
        let _ends = Ends(sender.clone());
        sender.send("inner runs").unwrap();
        std::future::pending().await
    }
    async fn outer(
        State(sender): State<std::sync::mpsc::Sender<&'static str>>,
        cx: CallContext,
    ) -> Result<(), CallError> {
        // A task that nobody drops learns it by the token.
        let cancelled = cx.cancelled();
        tokio::spawn(async move {
            cancelled.await;
            sender.send("token set").unwrap();
        });
        let request = CallRequest::new(Method::Get, "/stuck");
        cx.dispatcher().call(&cx, request).await.map(drop)
    }
    let app = AppRoutes::new()
        .route(Method::Get, "/outer", outer)
        .route(Method::Get, "/stuck", stuck)
        .with_state(sender)
        .build()
        .unwrap();
    let router = app.router(&server_of(&app));
    block_on(async {
        let request = axum::http::Request::get("/outer").body(Body::empty());
        let served = tokio::spawn(router.oneshot(request.unwrap()));
        let wait = |expected: &[&str]| {
            let mut heard: Vec<_> = expected.iter().map(|_| told.recv().unwrap()).collect();
            heard.sort_unstable();
            assert_eq!(heard, expected);
        };
        tokio::task::block_in_place(|| wait(&["inner runs"]));
        served.abort();
        tokio::task::block_in_place(|| wait(&["inner dropped", "token set"]));
    });
}

#[test]
fn rt15_a_route_that_expects_files_sees_none() {
    let app = AppRoutes::new()
        .route(Method::Post, "/upload", |headers: HeaderMap| async move {
            let kind = headers["content-type"].to_str().unwrap().to_owned();
            match kind.starts_with("multipart/form-data") {
                true => "a file".into_response(),
                false => (StatusCode::UNSUPPORTED_MEDIA_TYPE, kind).into_response(),
            }
        })
        .build()
        .unwrap();
    let (result, text) = ask(
        &client(&app, Method::Post, "/upload"),
        json!({"file": "aGVsbG8="}),
    );
    assert_eq!(result["isError"], true);
    assert_eq!(text, "application/json");
}

#[test]
fn rt16_a_cookie_that_the_route_sets_reaches_nobody() {
    let app = AppRoutes::new()
        .route(Method::Get, "/", || async {
            (
                [
                    (SET_COOKIE, "session=secret"),
                    ("x-trace".parse().unwrap(), "secret"),
                ],
                "ok",
            )
        })
        .build()
        .unwrap();
    let (result, _) = ask(&client(&app, Method::Get, "/"), json!({}));
    assert!(!result.to_string().contains("secret"), "{result}");
    // A handler that calls the route itself sees it.
    let response = inside(&app, Method::Get, "/").unwrap();
    assert_eq!(response.headers[SET_COOKIE], "session=secret");
}

#[test]
fn rt17_the_inner_call_is_outside_the_transaction_of_the_outer_one() {
    #[derive(Clone)]
    struct Transaction(usize);
    async fn begin(
        State(count): State<Arc<AtomicUsize>>,
        mut request: Request,
        next: Next,
    ) -> Response {
        assert!(request.extensions().get::<Transaction>().is_none());
        let number = count.fetch_add(1, Ordering::SeqCst);
        request.extensions_mut().insert(Transaction(number));
        next.run(request).await
    }
    let layer = axum::middleware::from_fn_with_state(Arc::new(AtomicUsize::new(1)), begin);
    let app = AppRoutes::new()
        .route(
            Method::Get,
            "/outer",
            |Extension(Transaction(own)): Extension<Transaction>, cx: CallContext| async move {
                let request = CallRequest::new(Method::Get, "/inner");
                let inner: usize = cx.dispatcher().call(&cx, request).await?.json()?;
                Ok::<_, CallError>(format!("{own} {inner}"))
            },
        )
        .route(
            Method::Get,
            "/inner",
            |Extension(Transaction(own)): Extension<Transaction>| async move { own.to_string() },
        )
        .layer(layer)
        .build()
        .unwrap();
    let (_, body) = outside(&app, &server_of(&app), axum::http::Request::get("/outer"));
    assert_eq!(body, "1 2");
}

#[test]
fn limits_of_bodies_hold_in_both_directions() {
    let endless = || async { Body::new(Chunks(std::iter::repeat(Ok(&[b'x'; 1024][..])))) };
    let broken = || async { Body::new(Chunks([Ok(&b"half"[..]), Err("gone")].into_iter())) };
    let app = AppRoutes::new()
        .route(Method::Get, "/endless", endless)
        .route(Method::Get, "/broken", broken)
        .route(Method::Post, "/small", |_: Bytes| async { "taken" })
        .layer(axum::extract::DefaultBodyLimit::max(100))
        .build()
        .unwrap();
    assert_eq!(
        inside(&app, Method::Get, "/endless"),
        Err(CallError::TooLarge {
            status: 200,
            limit: 8 << 20
        })
    );
    let (result, text) = ask(&client(&app, Method::Get, "/endless"), json!({}));
    assert_eq!(result["isError"], true);
    assert!(text.contains("8388608"), "{text}");
    assert!(matches!(
        inside(&app, Method::Get, "/broken"),
        Err(CallError::Failed(_))
    ));
    let small = client(&app, Method::Post, "/small");
    assert_eq!(ask(&small, json!({"a": "x"})).1, "taken");
    assert_eq!(
        ask(&small, json!({"a": "x".repeat(100)})).0["isError"],
        true
    );
}

/// A body that comes piece by piece.
struct Chunks<I>(I);

impl<I> HttpBody for Chunks<I>
where
    I: Iterator<Item = Result<&'static [u8], &'static str>> + Unpin,
{
    type Data = Bytes;
    type Error = std::io::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        _: &mut std::task::Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, std::io::Error>>> {
        let next = self.0.next().map(|chunk| match chunk {
            Ok(chunk) => Ok(Frame::data(Bytes::from_static(chunk))),
            Err(fault) => Err(std::io::Error::other(fault)),
        });
        Poll::Ready(next)
    }
}

#[test]
fn a_route_that_is_not_there_is_no_response() {
    let app = AppRoutes::new()
        .route(Method::Get, "/posts/{id}", || async {
            (StatusCode::NOT_FOUND, "no such article: 999")
        })
        .layer(from_fn(|request: Request, next: Next| async {
            let mut response = next.run(request).await;
            response
                .headers_mut()
                .insert("x-seen", "1".parse().unwrap());
            response
        }))
        .build()
        .unwrap();
    let answered = inside(&app, Method::Get, "/posts/999").unwrap();
    assert_eq!(answered.status, 404);
    assert_eq!(answered.text().unwrap(), "no such article: 999");
    assert_eq!(
        inside(&app, Method::Get, "/psots/1"),
        Err(CallError::NoRoute {
            method: Method::Get,
            path: "/psots/1".to_owned()
        })
    );
    for path in ["", "posts", "/posts/1?x=1", "/posts/1#a", "/posts/a b"] {
        let answered = inside(&app, Method::Get, path);
        assert!(
            matches!(answered, Err(CallError::Invalid(_))),
            "{path}: {answered:?}"
        );
    }
    let long = CallRequest::new(Method::Get, "/posts/1").query("q", "x".repeat(1 << 20));
    assert!(matches!(called(&app, long), Err(CallError::Invalid(_))));
}

#[test]
fn a_panic_in_a_route_is_an_internal_error_and_ends_nothing() {
    async fn bad(Path(id): Path<String>) -> String {
        assert!(id != "13", "secret");
        id
    }
    let app = AppRoutes::new()
        .route(Method::Get, "/{id}", bad)
        .build()
        .unwrap();
    let client = client(&app, Method::Get, "/{id}");
    let call = json!({"name": "route", "arguments": {"id": 13}});
    let error = client.error("tools/call", call);
    assert_eq!(error, json!({"code": -32603, "message": "Internal error"}));
    assert_eq!(ask(&client, json!({"id": 14})).1, "14");
}

#[test]
fn without_a_context_the_extractor_says_what_to_do() {
    let app: axum::Router = axum::Router::new().route(
        "/",
        axum::routing::get(|cx: CallContext| async move { cx.nesting().to_string() }),
    );
    let request = axum::http::Request::get("/").body(Body::empty()).unwrap();
    let response = block_on(app.oneshot(request)).unwrap();
    assert_eq!(response.status(), 500);
}

#[test]
fn a_handler_tells_subscribers_through_its_context() {
    let app = AppRoutes::new()
        .route(Method::Put, "/{id}", |cx: CallContext| async move {
            cx.notifier().resource_updated("blog://latest");
        })
        .build()
        .unwrap();
    let mut builder = McpServer::builder("test", "1");
    let server = builder
        .dispatcher(app.clone())
        .dynamic_resources(true)
        .build()
        .unwrap();
    let client = Client::new(&server);
    let asked = json!({"notifications": {"resourceSubscriptions": ["blog://latest"]}});
    let listen = crate::support::request(&json!("s"), "subscriptions/listen", asked);
    block_on(client.receive(&listen).unwrap().run());
    outside(&app, &server, axum::http::Request::put("/7"));
    client.connection.deliver();
    let heard = client.taken(mcp_proto::Era::Modern, "subscriptions/listen");
    assert_eq!(heard[1]["method"], "notifications/resources/updated");
    assert_eq!(heard[1]["params"]["uri"], "blog://latest");
}
