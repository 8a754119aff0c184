//! Which routes can be tools, and calls that stand in each other (RT-1…5, CALL-1…4).

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use mcp_proto::{
    CallContext, CallError, CallRequest, CallResponse, Dispatcher, Era, JsonObject, JsonSchema,
    McpServer, Method, RouteTool, Tool, ToolAnnotations, ToolFault, ToolOutcome, ToolResult,
};
use serde_json::json;

use crate::support::routes::{Told, ask, asking, response, route_tool};
use crate::support::{Client, block_on, request};

/// The problems of a server with one tool, with an application or without.
fn problems(tool: RouteTool, routes: Option<&[(Method, &str)]>) -> Vec<String> {
    let mut builder = McpServer::builder("test", "1");
    if let Some(routes) = routes {
        builder.dispatcher(Told::new(routes, |_| Ok(response(200, &[], ""))));
    }
    match builder.tool("route", tool).build() {
        Ok(_) => Vec::new(),
        Err(errors) => errors.iter().map(ToString::to_string).collect(),
    }
}

#[test]
fn rt1_everything_that_is_set_is_listed() {
    let tool = RouteTool::of(Method::Delete, "/posts/{id}")
        .description("Deletes an article")
        .title("Delete")
        .annotations(ToolAnnotations::new().destructive(true))
        .input(JsonSchema::object().string("id", "number").required())
        .output(JsonSchema::object());
    let server = McpServer::builder("test", "1")
        .tool("delete_post", tool)
        .build()
        .unwrap();
    let listed = Client::new(&server).result("tools/list", json!({}));
    assert_eq!(
        listed["tools"][0].to_string(),
        concat!(
            r#"{"name":"delete_post","title":"Delete","description":"Deletes an article","#,
            r#""inputSchema":{"type":"object","properties":{"id":{"type":"string","#,
            r#""description":"number"}},"required":["id"]},"#,
            r#""outputSchema":{"type":"object","properties":{}},"#,
            r#""annotations":{"destructiveHint":true}}"#
        )
    );
    // A tool needs its description (REG-4).
    let silent = RouteTool::of(Method::Get, "/");
    assert_eq!(problems(silent, None).len(), 1);
}

#[test]
fn rt2_a_wildcard_is_refused() {
    for routes in [None, Some(&[(Method::Get, "/files/{*path}")][..])] {
        let found = problems(route_tool(Method::Get, "/files/{*path}"), routes);
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].starts_with("tool route: "), "{found:?}");
        assert!(found[0].contains("{*path}"), "{found:?}");
    }
}

#[test]
fn rt3_the_route_must_be_there_with_the_same_parameters() {
    let routes = [
        (Method::Get, "/posts/{id}"),
        (Method::Post, "/posts"),
        (Method::Options, "/posts"),
    ];
    let checked = |method, pattern| problems(route_tool(method, pattern), Some(&routes));
    assert!(checked(Method::Get, "/posts/{id}").is_empty());
    assert!(checked(Method::Post, "/posts").is_empty());
    for (method, pattern, reason) in [
        (Method::Get, "/posts/{number}", "/posts/{id}"),
        (Method::Get, "/posts", "no route GET /posts"),
        (Method::Get, "/posts/{id}/", "no route"),
        (Method::Put, "/posts/{id}", "no route PUT /posts/{id}"),
        (Method::Head, "/posts/{id}", "no route HEAD"),
        // No method of RT-1, though it is a route.
        (Method::Options, "/posts", "OPTIONS cannot be a tool"),
        (Method::Get, "/posts/{id}/{id}", "id stands twice"),
        (Method::Get, "posts", "start with /"),
        (Method::Get, "/a b", "percent-encoded"),
    ] {
        let found = checked(method, pattern);
        assert_eq!(found.len(), 1, "{method} {pattern}: {found:?}");
        assert!(found[0].contains(reason), "{found:?}");
    }
    // Without an application only the pattern itself is judged (RT-5).
    assert!(problems(route_tool(Method::Get, "/nowhere"), None).is_empty());
    assert_eq!(problems(route_tool(Method::Trace, "/x"), None).len(), 1);
    assert_eq!(problems(route_tool(Method::Get, "/{a}/{a}"), None).len(), 1);
}

#[test]
fn rt3_an_application_that_is_given_later_is_checked_too() {
    let server = McpServer::builder("test", "1")
        .tool("route", route_tool(Method::Get, "/posts"))
        .build()
        .unwrap();
    let app = |pattern| Told::new(&[(Method::Get, pattern)], |_| Ok(response(200, &[], "x")));
    let errors = server.with_dispatcher(app("/articles")).err().unwrap();
    assert!(errors.to_string().contains("no route GET /posts"));
    let client = Client::new(&server.with_dispatcher(app("/posts")).unwrap());
    assert_eq!(ask(&client, json!({})).1, "x");
}

#[test]
fn rt4_a_parameter_that_the_model_does_not_know_is_warned_of() {
    let unknown = JsonSchema::object().string("id", "number");
    for (input, warned) in [
        (JsonSchema::object(), true),
        (unknown.clone(), true),
        (unknown.required(), false),
        (
            JsonSchema::raw(json!({"type": "object", "required": ["id"]})),
            true,
        ),
    ] {
        let tool = RouteTool::of(Method::Get, "/posts/{id}")
            .description("Returns an article")
            .input(input);
        let server = McpServer::builder("test", "1")
            .tool("get_post", tool)
            .build()
            .unwrap();
        let warnings = server.warnings();
        assert_eq!(!warnings.is_empty(), warned, "{warnings:?}");
        for warning in warnings {
            assert!(warning.contains("get_post"), "{warning}");
            assert!(warning.contains("parameter id "), "{warning}");
        }
    }
}

/// Calls itself as often as it can.
#[derive(Clone, Default)]
struct Echo(Arc<AtomicUsize>);

impl Dispatcher for Echo {
    async fn call(
        &self,
        cx: &CallContext,
        request: CallRequest,
    ) -> Result<CallResponse, CallError> {
        let runs = self.0.fetch_add(1, Ordering::SeqCst) + 1;
        assert_eq!(usize::from(cx.nesting()), runs);
        Box::pin(cx.dispatcher().call(cx, request)).await
    }

    fn routes(&self) -> Vec<(Method, String)> {
        vec![(Method::Get, "/".to_owned())]
    }
}

#[test]
fn call3_a_route_that_calls_itself_runs_eight_times() {
    let app = Echo::default();
    let mut builder = McpServer::builder("test", "1");
    builder
        .dispatcher(app.clone())
        .tool("route", route_tool(Method::Get, "/"));
    let client = Client::new(&builder.build().unwrap());
    for _ in 0..2 {
        app.0.store(0, Ordering::SeqCst);
        let error = client.error("tools/call", json!({"name": "route"}));
        assert_eq!(error["code"], -32603);
        assert_eq!(app.0.load(Ordering::SeqCst), 8);
    }
}

/// A tool that calls a route by hand.
struct Calls;

impl Tool for Calls {
    fn description(&self) -> &str {
        "Calls a route"
    }

    async fn call(&self, cx: &mut CallContext, _: &JsonObject) -> Result<ToolOutcome, ToolFault> {
        assert_eq!(cx.nesting(), 0);
        assert!(cx.dispatcher().is_present());
        let request = CallRequest::new(Method::Get, "/api/posts").query("page", "2");
        let numbers: Vec<u32> = cx.dispatcher().call(cx, request).await?.json()?;
        let unreadable = response(404, &[], [0xff]);
        assert!(matches!(
            unreadable.text(),
            Err(CallError::Unreadable { status: 404, .. })
        ));
        assert!(matches!(
            unreadable.json::<u32>(),
            Err(CallError::Unreadable { .. })
        ));
        let request = CallRequest::new(Method::Post, "/api/posts").json(&numbers)?;
        let answered = cx.dispatcher().call(cx, request).await?;
        Ok(ToolResult::text(answered.text()?).into())
    }
}

#[test]
fn call1_a_handler_calls_a_route() {
    let routes = [(Method::Get, "/api/posts"), (Method::Post, "/api/posts")];
    let app = Told::new(&routes, |request| {
        Ok(match request.method {
            Method::Get => {
                assert_eq!(request.query, [("page".to_owned(), "2".to_owned())]);
                response(200, &[], "[1, 2]")
            }
            _ => response(201, &[], request.body.to_vec()),
        })
    });
    let mut builder = McpServer::builder("test", "1");
    builder.dispatcher(app.clone()).tool("route", Calls);
    let client = Client::new(&builder.build().unwrap());
    assert_eq!(ask(&client, json!({})).1, "[1,2]");
    let posted = app.asked.lock().unwrap()[1].clone();
    assert_eq!(posted.headers["content-type"], "application/json");
    assert_eq!(posted.headers["content-length"], "5");
}

/// Never answers; tells when it begins and when it is dropped.
struct Stuck(std::sync::mpsc::Sender<&'static str>);

impl Dispatcher for Stuck {
    async fn call(&self, _: &CallContext, _: CallRequest) -> Result<CallResponse, CallError> {
        struct Ends<'a>(&'a std::sync::mpsc::Sender<&'static str>);
        impl Drop for Ends<'_> {
            fn drop(&mut self) {
                self.0.send("dropped").unwrap();
            }
        }
        let _ends = Ends(&self.0);
        self.0.send("runs").unwrap();
        std::future::pending().await
    }

    fn routes(&self) -> Vec<(Method, String)> {
        vec![(Method::Get, "/".to_owned())]
    }
}

#[test]
fn call4_a_cancellation_ends_the_inner_call() {
    let (sender, told) = std::sync::mpsc::channel();
    let mut builder = McpServer::builder("test", "1");
    builder
        .dispatcher(Stuck(sender))
        .tool("route", route_tool(Method::Get, "/"))
        // Far longer than the test: it is not the grace that ends the call.
        .shutdown_grace(std::time::Duration::from_secs(3600));
    let client = Client::new(&builder.build().unwrap());
    let call = request(&json!(1), "tools/call", json!({"name": "route"}));
    let job = client.receive(&call).unwrap();
    std::thread::scope(|scope| {
        let served = scope.spawn(|| block_on(job.run()));
        assert_eq!(told.recv().unwrap(), "runs");
        let params = json!({"requestId": 1});
        client.receive(
            &json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params}),
        );
        served.join().unwrap();
        assert_eq!(told.recv().unwrap(), "dropped");
    });
    assert!(client.taken(Era::Modern, "tools/call").is_empty());
}

#[test]
fn reg7_rt14_on_a_transport_without_headers_there_are_none() {
    let (client, app) = asking(Method::Get, "/");
    ask(&client, json!({}));
    assert_eq!(app.only().headers.len(), 1);
}
