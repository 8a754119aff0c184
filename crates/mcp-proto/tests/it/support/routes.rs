//! An application without a router: it keeps what it is asked, and answers as it is told.

use std::sync::{Arc, Mutex};

use mcp_proto::{
    CallContext, CallError, CallRequest, CallResponse, Dispatcher, HeaderMap, HeaderName,
    HeaderValue, JsonSchema, McpBuilder, McpServer, Method, RouteTool,
};
use serde_json::Value;

use super::Client;

type Answer = dyn Fn(&CallRequest) -> Result<CallResponse, CallError> + Send + Sync;

/// Any route that a test names.
#[derive(Clone)]
pub(crate) struct Told {
    routes: Vec<(Method, String)>,
    answer: Arc<Answer>,
    pub(crate) asked: Arc<Mutex<Vec<CallRequest>>>,
}

impl Told {
    pub(crate) fn new(
        routes: &[(Method, &str)],
        answer: impl Fn(&CallRequest) -> Result<CallResponse, CallError> + Send + Sync + 'static,
    ) -> Self {
        let routes = routes.iter();
        Self {
            routes: routes
                .map(|(method, pattern)| (*method, (*pattern).to_owned()))
                .collect(),
            answer: Arc::new(answer),
            asked: Arc::default(),
        }
    }

    /// The only request there was.
    pub(crate) fn only(&self) -> CallRequest {
        let mut asked = std::mem::take(&mut *self.asked.lock().unwrap());
        assert_eq!(asked.len(), 1, "{asked:?}");
        asked.remove(0)
    }

    pub(crate) fn was_asked(&self) -> bool {
        !self.asked.lock().unwrap().is_empty()
    }
}

impl Dispatcher for Told {
    async fn call(&self, _: &CallContext, request: CallRequest) -> Result<CallResponse, CallError> {
        let answer = (self.answer)(&request);
        self.asked.lock().unwrap().push(request);
        answer
    }

    fn routes(&self) -> Vec<(Method, String)> {
        self.routes.clone()
    }
}

/// A response.
pub(crate) fn response(
    status: u16,
    headers: &[(&str, &str)],
    body: impl Into<Vec<u8>>,
) -> CallResponse {
    let mut map = HeaderMap::new();
    for (name, value) in headers {
        let name: HeaderName = name.parse().unwrap();
        map.append(name, HeaderValue::from_bytes(value.as_bytes()).unwrap());
    }
    CallResponse {
        status,
        headers: map,
        body: body.into().into(),
    }
}

/// A tool for a route that names its parameters and takes anything.
pub(crate) fn route_tool(method: Method, pattern: &str) -> RouteTool {
    let names = pattern
        .split('/')
        .filter_map(|segment| segment.strip_prefix('{')?.strip_suffix('}'));
    let mut known: Vec<_> = names.collect();
    known.dedup();
    let input = known.iter().fold(JsonSchema::object(), |input, name| {
        input.any(name, "a part of the path").required()
    });
    RouteTool::of(method, pattern)
        .description("Asks a route")
        .input(input)
}

/// A server with the tool `route` and an application that answers 200 with an empty body.
pub(crate) fn asking(method: Method, pattern: &str) -> (Client, Told) {
    let app = Told::new(&[(method, pattern)], |_| Ok(response(200, &[], "")));
    let client = told(&app, method, pattern, |builder| builder);
    (client, app)
}

/// A server with the tool `route` and an application.
pub(crate) fn told(
    app: &Told,
    method: Method,
    pattern: &str,
    more: impl FnOnce(&mut McpBuilder) -> &mut McpBuilder,
) -> Client {
    let mut builder = McpServer::builder("test", "1");
    builder
        .dispatcher(app.clone())
        .tool("route", route_tool(method, pattern))
        // What reaches the tool is not judged before.
        .validate_input(false);
    Client::new(&more(&mut builder).build().unwrap())
}

/// The result of the tool `route`, and its text.
pub(crate) fn ask(client: &Client, arguments: Value) -> (Value, String) {
    let result = client.call("route", arguments);
    let text = result["content"][0]["text"].as_str().unwrap().to_owned();
    assert_eq!(result["content"].as_array().unwrap().len(), 1);
    (result, text)
}
