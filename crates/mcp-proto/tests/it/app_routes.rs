//! Routes of an axum application, written down and matched (11 §11.1).

use axum::Router;
use axum::extract::Path;
use axum::http::{Request, StatusCode};
use axum::response::IntoResponse;
use axum::routing::{any, get};
use mcp_proto::{AppRoutes, Dispatcher, McpServer, Method};
use proptest::prelude::*;
use serde_json::json;

use crate::support::app::{inside, outside, server_of, status};
use crate::support::routes::{ask, route_tool};
use crate::support::{Client, block_on};

async fn ok() -> &'static str {
    "ok"
}

/// The problems of an application.
fn problems(app: AppRoutes) -> Vec<String> {
    match app.build() {
        Ok(_) => Vec::new(),
        Err(errors) => errors.iter().map(ToString::to_string).collect(),
    }
}

#[test]
fn a_pattern_that_cannot_stand_is_a_problem_and_no_panic() {
    let routes = |all: &[(Method, &str)]| {
        all.iter().fold(AppRoutes::new(), |app, (method, pattern)| {
            app.route(*method, pattern, ok)
        })
    };
    for (all, reasons) in [
        (&[(Method::Get, "posts")][..], &["start with /"][..]),
        (&[(Method::Get, "/{")], &["percent-encoded"]),
        (&[(Method::Get, "/{a}/{a}")], &["twice"]),
        (&[(Method::Get, "/{*a}/b")], &["last"]),
        (&[(Method::Get, "/a{b}")], &["whole"]),
        (
            &[(Method::Get, "/a"), (Method::Get, "/a")],
            &["route GET /a: it stands twice"],
        ),
        (
            &[(Method::Get, "/{a}/x"), (Method::Post, "/{b}/x")],
            &["/{a}/x in parameter names only"],
        ),
        (
            &[(Method::Get, "/{*a}"), (Method::Get, "/{b}/c")],
            &["same place"],
        ),
        (
            &[(Method::Get, "/x/{b}"), (Method::Get, "/x/{*a}")],
            &["same place"],
        ),
        // All of them at once, in order.
        (
            &[(Method::Get, "a"), (Method::Get, "/b"), (Method::Get, "/b")],
            &["route GET a", "route GET /b"],
        ),
    ] {
        let found = problems(routes(all));
        assert_eq!(found.len(), reasons.len(), "{all:?}: {found:?}");
        for (found, reason) in found.iter().zip(reasons) {
            assert!(found.contains(reason), "{found}");
        }
    }
    for fine in [
        &[
            (Method::Get, "/a"),
            (Method::Post, "/a"),
            (Method::Head, "/a"),
        ][..],
        &[
            (Method::Get, "/a/{x}"),
            (Method::Get, "/a/b"),
            (Method::Get, "/b/{*y}"),
        ],
        &[(Method::Get, "/{a}/x"), (Method::Get, "/{b}/y")],
        &[
            (Method::Get, "/"),
            (Method::Get, "/a/"),
            (Method::Get, "/{*y}"),
        ],
    ] {
        assert_eq!(problems(routes(fine)), Vec::<String>::new(), "{fine:?}");
    }
}

#[test]
fn what_clashes_with_unlisted_routes_is_a_problem_too() {
    let unlisted = || Router::new().route("/pages/{name}", get(ok));
    let clash = AppRoutes::new()
        .merge_unlisted(unlisted())
        .route(Method::Get, "/pages/{page}", ok);
    assert_eq!(problems(clash).len(), 1);
    let clash = AppRoutes::new()
        .route(Method::Get, "/pages/{name}", ok)
        .merge_unlisted(unlisted());
    assert_eq!(problems(clash).len(), 1);
}

#[test]
fn rt3_unlisted_routes_are_served_but_cannot_be_tools() {
    let app = AppRoutes::new()
        .route(Method::Get, "/listed", ok)
        .merge_unlisted(
            Router::new()
                .route("/unlisted", any(ok))
                .fallback(|| async { (StatusCode::NOT_FOUND, "no such page") }),
        )
        .build()
        .unwrap();
    assert_eq!(app.routes(), [(Method::Get, "/listed".to_owned())]);
    let errors = McpServer::builder("test", "1")
        .dispatcher(app.clone())
        .tool("route", route_tool(Method::Get, "/unlisted"))
        .build()
        .err()
        .unwrap();
    assert!(errors.to_string().contains("no route GET /unlisted"));
    let server = server_of(&app);
    assert_eq!(outside(&app, &server, Request::get("/unlisted")).1, "ok");
    let (status, body) = outside(&app, &server, Request::get("/nowhere"));
    assert_eq!((status, &*body), (404, "no such page"));
    assert_eq!(inside(&app, Method::Put, "/unlisted").unwrap().body, "ok");
}

#[test]
fn a_literal_goes_before_a_parameter_before_the_rest() {
    let say = |text: &'static str| move || async move { text };
    let app = AppRoutes::new()
        .route(Method::Get, "/a/b", say("/a/b"))
        .route(Method::Get, "/{x}/b", say("/{x}/b"))
        .route(Method::Get, "/{x}/{y}", say("/{x}/{y}"))
        .route(Method::Get, "/a/b/c", say("/a/b/c"))
        .route(Method::Get, "/{x}/b/d", say("/{x}/b/d"))
        .route(Method::Get, "/files/{*rest}", say("/files/{*rest}"))
        .build()
        .unwrap();
    for (path, pattern) in [
        ("/a/b", "/a/b"),
        ("/c/b", "/{x}/b"),
        ("/a/c", "/{x}/{y}"),
        ("/a/b/c", "/a/b/c"),
        // The literal leads nowhere.
        ("/a/b/d", "/{x}/b/d"),
        ("/files/x/y/z", "/files/{*rest}"),
        ("/files/x", "/files/{*rest}"),
    ] {
        let response = inside(&app, Method::Get, path).unwrap();
        assert_eq!(response.text().unwrap(), pattern, "{path}");
    }
    for (method, path) in [
        (Method::Get, "/"),
        (Method::Get, "/a"),
        (Method::Get, "/a//"),
        (Method::Get, "/files/"),
        (Method::Get, "/a/b/"),
    ] {
        assert!(inside(&app, method, path).is_err(), "{path}");
    }
    // The path is there, the method is not.
    let response = inside(&app, Method::Post, "/a/b").unwrap();
    assert_eq!(
        (response.status, &response.headers["allow"] == "GET,HEAD"),
        (405, true)
    );
}

#[test]
fn values_are_percent_decoded_and_a_slash_stays_inside() {
    let app = AppRoutes::new()
        .route(Method::Get, "/posts/{id}", |Path(id): Path<String>| async {
            id
        })
        .build()
        .unwrap();
    let server = McpServer::builder("test", "1")
        .dispatcher(app)
        .tool("route", route_tool(Method::Get, "/posts/{id}"))
        .build()
        .unwrap();
    let client = Client::new(&server);
    for id in [
        "a/b",
        "../../etc",
        "%2e%2e",
        "%",
        "a b+c",
        "🏡",
        "?#&",
        "\u{1}",
    ] {
        assert_eq!(ask(&client, json!({"id": id})).1, id);
    }
}

#[test]
fn an_application_without_routes_answers_nothing() {
    let app = AppRoutes::new().build().unwrap();
    let server = server_of(&app);
    assert_eq!(status(outside(&app, &server, Request::get("/"))), 404);
    assert!(inside(&app, Method::Get, "/").is_err());
}

#[test]
fn head_is_answered_by_a_route_of_get_and_by_its_own() {
    let app = AppRoutes::new()
        .route(Method::Get, "/a", ok)
        .route(Method::Get, "/b", ok)
        .route(Method::Head, "/b", || async {
            [("x-own", "1")].into_response()
        })
        .build()
        .unwrap();
    let head = |path| inside(&app, Method::Head, path).unwrap();
    assert_eq!(head("/a").body, "");
    assert_eq!(head("/a").headers["content-length"], "2");
    assert_eq!(head("/b").headers["x-own"], "1");
}

/// A segment of a pattern, good or bad.
fn segment() -> impl Strategy<Value = String> {
    prop_oneof![
        5 => prop::sample::select(vec!["a", "b", "a.b", "%20", "{x}", "{y}", "{*r}"])
            .prop_map(str::to_owned),
        1 => "[a{}*:/é %]{0,4}",
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    /// Whatever is written down: problems or an application, never a panic.
    #[test]
    fn writing_routes_down_never_panics(
        patterns in prop::collection::vec(prop::collection::vec(segment(), 0..4), 1..5)
    ) {
        let app = patterns.iter().fold(AppRoutes::new(), |app, segments| {
            app.route(Method::Get, &format!("/{}", segments.join("/")), ok)
        });
        let built = app.build();
        if let Err(errors) = &built {
            // All of it was found before axum could panic.
            let text = errors.to_string();
            prop_assert!(!text.contains("Invalid route") && !text.contains("verlapping"), "{}", text);
        }
        if let Ok(app) = built {
            // What was taken is found.
            block_on(async {
                for (_, pattern) in app.routes() {
                    let path = pattern.replace("{*", "{").replace("{x}", "q").replace("{y}", "q");
                    let path = path.replace("{r}", "q/q");
                    let server = server_of(&app);
                    let request = Request::get(&path).body(axum::body::Body::empty()).unwrap();
                    let answered = tower::ServiceExt::oneshot(app.router(&server), request).await;
                    assert_eq!(answered.unwrap().status(), 200, "{pattern}");
                }
            });
        }
    }
}
