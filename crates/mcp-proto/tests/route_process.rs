//! Routes as tools in a real process: this program starts itself as a server with an application
//! (STDIO-4). What must not reach the client is looked for on standard error (RT-4, RT-20).

#![allow(clippy::print_stdout, reason = "the names of the tests that passed")]

use std::io::{ErrorKind, Write};
use std::process::{Command, ExitCode, Output, Stdio};

use mcp_proto::{
    CallContext, CallError, CallRequest, CallResponse, Dispatcher, HeaderMap, JsonSchema,
    McpServer, Method, RouteTool, serve_stdio_with,
};
use serde_json::{Value, json};

/// The argument that makes this program the server.
const SERVE: &str = "serve-with-routes";
/// The argument that gives it an application without the route of its tool.
const SERVE_WITHOUT: &str = "serve-without-the-route";

/// What a route in trouble says.
const TRACE: &str = "no table posts\n  at src/db.rs:7\n\u{1b}[31m";

/// Answers with what it was asked, or with a stack trace.
struct App(&'static str);

impl Dispatcher for App {
    async fn call(&self, _: &CallContext, request: CallRequest) -> Result<CallResponse, CallError> {
        let (status, body) = match request.path.as_str() {
            "/posts/500" => (500, TRACE.to_owned()),
            "/posts/lost" => return Err(CallError::Failed("the backend is gone".to_owned())),
            path => (200, path.to_owned()),
        };
        Ok(CallResponse {
            status,
            headers: HeaderMap::new(),
            body: body.into(),
        })
    }

    fn routes(&self) -> Vec<(Method, String)> {
        vec![(Method::Get, self.0.to_owned())]
    }
}

fn serve(pattern: &'static str) -> ExitCode {
    let tool = RouteTool::of(Method::Get, "/posts/{id}")
        .description("Returns an article")
        .input(JsonSchema::object());
    let server = McpServer::builder("routes", "1")
        .tool("get_post", tool)
        .build()
        .unwrap();
    match serve_stdio_with(&server, App(pattern)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(fault) => {
            assert_eq!(fault.kind(), ErrorKind::InvalidInput);
            eprintln!("{fault}");
            ExitCode::FAILURE
        }
    }
}

/// Calls the tool once for each argument and waits for the end.
fn talk(mode: &str, ids: &[&str]) -> Output {
    let mut server = Command::new(std::env::current_exe().unwrap())
        .arg(mode)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = server.stdin.take().unwrap();
    for id in ids {
        let params = json!({
            "name": "get_post",
            "arguments": {"id": id},
            "_meta": {
                "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                "io.modelcontextprotocol/clientCapabilities": {},
            },
        });
        let call = json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params});
        writeln!(input, "{call}").unwrap();
    }
    drop(input);
    server.wait_with_output().unwrap()
}

fn stdio4_routes_exist_on_standard_input_and_output() {
    let output = talk(SERVE, &["7", "500", "lost"]);
    assert!(output.status.success());
    let (text, log) = texts(&output);
    let answers: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let answer = |id| answers.iter().find(|it| it["id"] == id).unwrap();
    assert_eq!(answer("7")["result"]["content"][0]["text"], "/posts/7");
    // RT-20: the trace is for the log, on one line, with the tool and the route.
    let refused = &answer("500")["result"];
    assert_eq!(refused["isError"], true);
    assert!(!text.contains("db.rs"), "{text}");
    let line = log.lines().find(|line| line.contains("db.rs")).unwrap();
    for part in [
        "get_post",
        "GET /posts/500",
        "500 Internal Server Error",
        "no table posts",
    ] {
        assert!(line.contains(part), "{line}");
    }
    assert!(!log.contains('\u{1b}'), "{log:?}");
    // The dispatcher had no response.
    assert_eq!(answer("lost")["error"]["code"], -32603);
    assert!(!text.contains("backend"), "{text}");
    assert!(log.contains("the backend is gone"), "{log}");
    // RT-4: the model does not know what to pass.
    let warning = log
        .lines()
        .find(|line| line.starts_with("warning: "))
        .unwrap();
    assert!(
        warning.contains("get_post") && warning.contains("id"),
        "{warning}"
    );
}

fn rt3_an_application_without_the_route_is_not_served() {
    let output = talk(SERVE_WITHOUT, &[]);
    assert!(!output.status.success());
    let (text, log) = texts(&output);
    assert_eq!(text, "");
    assert!(log.contains("there is no route GET /posts/{id}"), "{log}");
}

fn texts(output: &Output) -> (String, String) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (text(&output.stdout), text(&output.stderr))
}

fn main() -> ExitCode {
    let argument = std::env::args().nth(1).unwrap_or_default();
    match argument.as_str() {
        SERVE => return serve("/posts/{id}"),
        SERVE_WITHOUT => return serve("/articles/{id}"),
        _ => {}
    }
    let tests: [(&str, fn()); 2] = [
        (
            "stdio4_routes_exist_on_standard_input_and_output",
            stdio4_routes_exist_on_standard_input_and_output,
        ),
        (
            "rt3_an_application_without_the_route_is_not_served",
            rt3_an_application_without_the_route_is_not_served,
        ),
    ];
    // The argument filters by name, as in every other test program.
    let chosen = tests
        .into_iter()
        .filter(|(name, _)| argument.starts_with('-') || name.contains(&argument));
    for (name, test) in chosen {
        test();
        println!("test route_process::{name} ... ok");
    }
    ExitCode::SUCCESS
}
