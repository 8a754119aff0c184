//! What is placed in a request, axum's own extractors read as the same (11 §11.3).

use axum::Json;
use axum::extract::{Path, Query, Request};
use mcp_proto::{App, AppRoutes, McpServer, Method, RouteTool};
use proptest::prelude::*;
use serde_json::{Map, Value, json};

use crate::support::Client;
use crate::support::app::{client, inside};
use crate::support::routes::ask;

/// Returns what axum's own extractors read.
fn mirror() -> App {
    async fn read(
        Path(id): Path<String>,
        Query(query): Query<Vec<(String, String)>>,
    ) -> Json<Value> {
        Json(json!({"id": id, "query": query}))
    }
    async fn write(Path(id): Path<String>, Json(body): Json<Value>) -> Json<Value> {
        Json(json!({"id": id, "body": body}))
    }
    AppRoutes::new()
        .route(Method::Get, "/read/{id}", read)
        .route(Method::Post, "/write/{id}", write)
        .build()
        .unwrap()
}

fn json_value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<String>().prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 12, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::vec((any::<String>(), inner), 0..4)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    /// What RT-10 and RT-12 write, axum reads as the same.
    #[test]
    fn rt10_rt12_axum_reads_what_was_placed(
        id in any::<String>().prop_filter("a segment", |id| !matches!(&**id, "" | "." | "..")),
        others in prop::collection::btree_map(any::<String>(), any::<String>(), 0..5)
    ) {
        let client = client(&mirror(), Method::Get, "/read/{id}");
        let mut arguments = Map::new();
        for (name, value) in others.iter().filter(|(name, _)| *name != "id") {
            arguments.insert(name.clone(), json!(value));
        }
        let query: Vec<_> = arguments.iter().map(|(name, value)| json!([name, value])).collect();
        arguments.insert("id".to_owned(), json!(id));
        let (result, text) = ask(&client, Value::Object(arguments));
        prop_assert_eq!(&result["structuredContent"], &json!({"id": id, "query": query}), "{}", text);
    }

    /// What RT-13 writes, axum reads as the same.
    #[test]
    fn rt13_axum_reads_the_body_that_was_placed(
        id in any::<i64>(),
        others in prop::collection::btree_map("[a-z]{3,5}", json_value(), 0..5)
    ) {
        let client = client(&mirror(), Method::Post, "/write/{id}");
        let mut arguments: Map<_, _> = others.clone().into_iter().collect();
        arguments.insert("id".to_owned(), json!(id));
        let (result, text) = ask(&client, Value::Object(arguments));
        let expected = json!({"id": id.to_string(), "body": others});
        prop_assert_eq!(&result["structuredContent"], &expected, "{}", text);
    }
}

#[test]
fn rt12_axum_reads_lists_and_objects_of_the_query() {
    let client = client(&mirror(), Method::Get, "/read/{id}");
    let (result, _) = ask(
        &client,
        json!({"id": 7, "tag": ["a", "b c", 1, null], "o": {"k": "é"}, "n": null, "t": true}),
    );
    assert_eq!(
        result["structuredContent"]["query"],
        json!([
            ["tag", "a"],
            ["tag", "b c"],
            ["tag", "1"],
            ["o", r#"{"k":"é"}"#],
            ["t", "true"]
        ])
    );
}

#[test]
fn rt1_every_method_reaches_its_route() {
    for method in [
        Method::Get,
        Method::Head,
        Method::Post,
        Method::Put,
        Method::Patch,
        Method::Delete,
    ] {
        let app = AppRoutes::new()
            .route(method, "/", |request: Request| async move {
                [("x-method", request.method().to_string())]
            })
            .build()
            .unwrap();
        let response = inside(&app, method, "/").unwrap();
        assert_eq!(response.headers["x-method"], method.name());
        let tool = RouteTool::of(method, "/").description("Asks");
        let mut builder = McpServer::builder("test", "1");
        let server = builder.dispatcher(app).tool("route", tool).build().unwrap();
        assert_eq!(ask(&Client::new(&server), json!({})).1, "");
    }
}
