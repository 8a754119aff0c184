//! Requests a second over HTTP of a tool that repeats a text: of this crate, and of the same tool
//! on rmcp's server of Streamable HTTP, in one run.
//!
//! `cargo bench -p mcp-proto --features http --bench http [-- SECONDS]`

#![allow(clippy::print_stdout, reason = "figures are what a benchmark is for")]

use std::fmt;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::ExitCode;
use std::sync::{Arc, Barrier};
use std::time::{Duration, Instant};

use mcp_proto::{
    CallContext, HttpConfig, JsonObject, JsonSchema, Log, McpServer, Tool, ToolFault, ToolOutcome,
    ToolResult, serve_listener,
};
use rmcp::model::{CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock};
use rmcp::service::{RequestContext, RoleServer};
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use rmcp::{ErrorData, ServerHandler};
use serde_json::json;
use tokio::net::TcpListener;

/// How many connections ask at once.
const CONNECTIONS: [usize; 2] = [1, 16];

/// How often both are measured, one after the other. The middle round counts.
const ROUNDS: usize = 3;

/// What the tool repeats.
const TEXT: &str = "as fast as it goes";

struct Echo;

impl Tool for Echo {
    fn description(&self) -> &str {
        "Repeats a text"
    }

    fn input_schema(&self) -> JsonSchema {
        JsonSchema::object()
            .string("text", "what to repeat")
            .required()
    }

    /// As little as theirs, which runs where sockets are served.
    fn may_block(&self) -> bool {
        false
    }

    async fn call(&self, _: &mut CallContext, args: &JsonObject) -> Result<ToolOutcome, ToolFault> {
        Ok(ToolResult::text(args.text("text").unwrap_or_default()).into())
    }
}

/// The same on rmcp, whose server checks no arguments.
#[derive(Clone)]
struct TheirEcho;

impl ServerHandler for TheirEcho {
    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let text = request.arguments.as_ref().and_then(|it| it.get("text"));
        let text = text.and_then(|it| it.as_str()).unwrap_or_default();
        Ok(CallToolResult::success(vec![ContentBlock::text(text)]).into())
    }
}

fn main() -> ExitCode {
    let seconds = std::env::args().skip(1).find_map(|it| it.parse().ok());
    let span = Duration::from_secs_f64(seconds.unwrap_or(3.0));
    let servers = [("mcp-proto", ours()), ("rmcp", theirs())];
    let mut is_ahead = true;
    for connections in CONNECTIONS {
        for (_, address) in servers {
            measure(address, connections, span / 4);
        }
        let mut figures = [Vec::new(), Vec::new()];
        for _ in 0..ROUNDS {
            for ((_, address), figures) in servers.iter().zip(&mut figures) {
                figures.push(measure(*address, connections, span));
            }
        }
        println!("{connections} connections, the middle of {ROUNDS} rounds of {span:?} each:");
        let [ours, theirs] = figures.map(middle);
        println!("  {:<10} {ours}", servers[0].0);
        println!("  {:<10} {theirs}", servers[1].0);
        is_ahead &= ours.per_second > theirs.per_second;
    }
    match is_ahead {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    }
}

/// Runs a server in threads of its own until the process ends.
fn serve<F: Future<Output = ()>>(
    run: impl FnOnce(TcpListener) -> F + Send + 'static,
) -> SocketAddr {
    let (tell, told) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .enable_all()
            .build()
            .unwrap();
        runtime.block_on(async {
            let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
            tell.send(listener.local_addr().unwrap()).unwrap();
            run(listener).await;
        });
    });
    told.recv().unwrap()
}

fn ours() -> SocketAddr {
    let server = McpServer::builder("bench", "1")
        .tool("echo", Echo)
        .build()
        .unwrap();
    serve(async move |listener| {
        let (config, log) = (HttpConfig::new(), Log::default());
        let for_ever = std::future::pending();
        let served = serve_listener(listener, &server, &config, None, &log, for_ever);
        served.await.unwrap();
    })
}

fn theirs() -> SocketAddr {
    serve(async |listener| {
        // One JSON object for an answer, as ours.
        let config = StreamableHttpServerConfig::default()
            .with_legacy_session_mode(false)
            .with_json_response(true);
        let sessions = Arc::new(NeverSessionManager::default());
        let service = StreamableHttpService::new(|| Ok(TheirEcho), sessions, config);
        let app = axum::Router::new().route_service("/mcp", service);
        axum::serve(listener, app).await.unwrap();
    })
}

/// What one measurement found.
struct Figures {
    per_second: f64,
    median: Duration,
    high: Duration,
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            per_second,
            median,
            high,
        } = self;
        write!(
            f,
            "{per_second:>8.0} requests/s, p50 {median:?}, p99 {high:?}"
        )
    }
}

fn middle(mut figures: Vec<Figures>) -> Figures {
    figures.sort_by(|a, b| a.per_second.total_cmp(&b.per_second));
    figures.swap_remove(ROUNDS / 2)
}

fn measure(address: SocketAddr, connections: usize, span: Duration) -> Figures {
    let start = Barrier::new(connections);
    let began = Instant::now();
    let mut times: Vec<Duration> = std::thread::scope(|scope| {
        let clients: Vec<_> = (0..connections)
            .map(|_| scope.spawn(|| ask(address, &start, span)))
            .collect();
        let times = clients.into_iter().map(|client| client.join().unwrap());
        times.flatten().collect()
    });
    let elapsed = began.elapsed();
    times.sort();
    Figures {
        per_second: times.len() as f64 / elapsed.as_secs_f64(),
        median: times[times.len() / 2],
        high: times[times.len() * 99 / 100],
    }
}

/// Asks one request after the other on one connection; how long each took.
fn ask(address: SocketAddr, start: &Barrier, span: Duration) -> Vec<Duration> {
    let body = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {
        "name": "echo",
        "arguments": {"text": TEXT},
        "_meta": {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": {},
            "io.modelcontextprotocol/clientInfo": {"name": "bench", "version": "1"},
        },
    }});
    let body = body.to_string();
    let request = format!(
        "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
         Accept: application/json, text/event-stream\r\nMCP-Protocol-Version: 2026-07-28\r\n\
         Mcp-Method: tools/call\r\nMcp-Name: echo\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    let stream = TcpStream::connect(address).unwrap();
    stream.set_nodelay(true).unwrap();
    let mut stream = BufReader::new(stream);
    let (mut times, mut line, mut answer) = (Vec::new(), String::new(), Vec::new());
    start.wait();
    let began = Instant::now();
    while began.elapsed() < span {
        let asked = Instant::now();
        stream.get_mut().write_all(request.as_bytes()).unwrap();
        read_answer(&mut stream, &mut line, &mut answer);
        times.push(asked.elapsed());
        let text = std::str::from_utf8(&answer).unwrap();
        assert!(text.contains(TEXT), "{text}");
    }
    times
}

/// Reads an answer of a known length, which both servers give.
fn read_answer(stream: &mut BufReader<TcpStream>, line: &mut String, answer: &mut Vec<u8>) {
    let mut length = 0;
    loop {
        line.clear();
        stream.read_line(line).unwrap();
        let text = line.trim_end();
        if text.is_empty() {
            break;
        }
        if let Some((name, value)) = text.split_once(": ")
            && name.eq_ignore_ascii_case("content-length")
        {
            length = value.parse().unwrap();
        }
    }
    answer.resize(length, 0);
    stream.read_exact(answer).unwrap();
}
