//! What it costs to reach a route as a tool: requests a second over HTTP of a plain route, and of
//! the same route called through `tools/call`, in one run. One listener on one runtime serves both
//! from one router, and the same clients ask on as many connections.
//!
//! Both are measured by turns, and each turn gives a ratio of its own. The one in the middle
//! decides: it fails when a tool does not reach half of the requests of its route.
//!
//! `cargo bench -p mcp-proto --features http --bench routes [-- SECONDS]`

#![allow(clippy::print_stdout, reason = "figures are what a benchmark is for")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::ExitCode;
use std::sync::mpsc::channel;
use std::sync::{Arc, Barrier, Mutex};
use std::time::{Duration, Instant};

use axum::Json;
use axum::extract::{Path, State};
use mcp_proto::{
    AppRoutes, HttpConfig, JsonSchema, Log, McpServer, Method, RouteTool, serve_listener,
};
use rusqlite::Connection;
use serde_json::{Value, json};
use tokio::net::TcpListener;

/// Connections that ask at the same time.
const CLIENTS: usize = 8;

/// In how many pieces both are measured, by turns: whatever else the machine does then falls on
/// both alike. An odd number has one in the middle.
const TURNS: u32 = 21;

/// Which part of the requests of its route a tool has to reach.
const ENOUGH: f64 = 0.5;

fn main() -> ExitCode {
    let seconds = std::env::args().skip(1).find_map(|it| it.parse().ok());
    let span = Duration::from_secs_f64(seconds.unwrap_or(10.0));
    let address = serve();
    let fixed = compare(address, span, "a fixed answer", "/api/fixed/7", "get_fixed");
    let stored = compare(
        address,
        span,
        "an article in a database",
        "/api/posts/7",
        "get_post",
    );
    println!(
        "{CLIENTS} connections, {span:?} each in {TURNS} turns, clients and server in one process; \
         {:.0} % are enough",
        ENOUGH * 100.0
    );
    match fixed >= ENOUGH && stored >= ENOUGH {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    }
}

/// Which part of the requests of a plain route its tool reaches.
fn compare(address: SocketAddr, span: Duration, what: &str, path: &str, tool: &str) -> f64 {
    let plain = format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n");
    let tool = call(tool);
    for request in [&plain, &tool] {
        let answer = Client::new(address).ask(request.as_bytes());
        let answer = String::from_utf8(answer).unwrap();
        assert!(answer.contains("Rain"), "{answer}");
    }
    let mut ways = [(&plain, Figures::default()), (&tool, Figures::default())];
    // One turn warms up.
    for turn in 0..=TURNS {
        if turn == 1 {
            ways = ways.map(|(request, _)| (request, Figures::default()));
        }
        for (request, figures) in &mut ways {
            measure(address, request, span / TURNS, figures);
        }
    }
    let [(_, plains), (_, tools)] = ways;
    let ratios = plains.rates.iter().zip(&tools.rates);
    let mut ratios: Vec<_> = ratios.map(|(plain, tool)| tool / plain).collect();
    let part = middle(&mut ratios);
    println!("{what}");
    println!("  plain route     {plains}");
    println!("  route as a tool {tools}");
    println!(
        "  the tool reaches {:.1} % of the plain route; the turns lie between {:.1} % and {:.1} %",
        part * 100.0,
        ratios[0] * 100.0,
        ratios[ratios.len() - 1] * 100.0,
    );
    part
}

/// Sorts values; the one in the middle.
fn middle(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Serves routes and the tools for them until the process ends.
fn serve() -> SocketAddr {
    async fn fixed(Path(id): Path<String>) -> Json<Value> {
        Json(json!({"id": id, "title": "Rain", "text": "It rains and rains."}))
    }
    async fn stored(
        State(database): State<Arc<Mutex<Connection>>>,
        Path(id): Path<i64>,
    ) -> Json<Value> {
        let database = database.lock().unwrap();
        let query = "select title, text from posts where id = ?";
        let article = database.query_one(query, [id], |row| {
            let (title, text): (String, String) = (row.get(0)?, row.get(1)?);
            Ok(json!({"id": id, "title": title, "text": text}))
        });
        Json(article.unwrap())
    }
    let database = Connection::open_in_memory().unwrap();
    database
        .execute_batch(
            "create table posts (id integer primary key, title text, text text);
             insert into posts values (7, 'Rain', 'It rains and rains.')",
        )
        .unwrap();
    let app = AppRoutes::new()
        .route(Method::Get, "/api/fixed/{id}", fixed)
        .route(Method::Get, "/api/posts/{id}", stored)
        .with_state(Arc::new(Mutex::new(database)))
        .build()
        .unwrap();
    let tool = |pattern| {
        RouteTool::of(Method::Get, pattern)
            .description("Returns one article")
            .input(JsonSchema::object().string("id", "number").required())
    };
    let server = McpServer::builder("bench", "1")
        .dispatcher(app.clone())
        .tool("get_fixed", tool("/api/fixed/{id}"))
        .tool("get_post", tool("/api/posts/{id}"))
        .build()
        .unwrap();
    let (sender, address) = channel();
    std::thread::spawn(move || {
        let runtime = tokio::runtime::Runtime::new().unwrap();
        runtime.block_on(async {
            let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
            sender.send(listener.local_addr().unwrap()).unwrap();
            let config = HttpConfig::new();
            let router = Some(app.router(&server));
            let never = std::future::pending();
            serve_listener(listener, &server, &config, router, &Log::default(), never)
                .await
                .unwrap();
        });
    });
    address.recv().unwrap()
}

/// The call of the tool as a conforming client sends it.
fn call(tool: &str) -> String {
    let params = json!({
        "_meta": {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": {},
        },
        "name": tool,
        "arguments": {"id": "7"},
    });
    let body = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params});
    let body = body.to_string();
    format!(
        "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
         Accept: application/json, text/event-stream\r\nMCP-Protocol-Version: 2026-07-28\r\n\
         Mcp-Method: tools/call\r\nMcp-Name: {tool}\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    )
}

/// What came of asking for a while.
#[derive(Default)]
struct Figures {
    times: Vec<Duration>,
    /// Requests a second of each turn, by the clock on the wall.
    rates: Vec<f64>,
    processor: Duration,
}

impl std::fmt::Display for Figures {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut times = self.times.clone();
        times.sort_unstable();
        let count = u32::try_from(times.len()).unwrap();
        write!(
            f,
            "{:>8.0} requests/s, p50 {:>9.1?}, p99 {:>9.1?}, processor {:>9.1?} each",
            middle(&mut self.rates.clone()),
            times[times.len() / 2],
            times[times.len() * 99 / 100],
            self.processor / count,
        )
    }
}

/// What the whole process has used of the processors, to a hundredth of a second.
fn processor() -> Duration {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap();
    let (_, fields) = stat.rsplit_once(") ").unwrap();
    // Of the numbers after the name the twelfth and the thirteenth, in ticks.
    let ticks = fields.split(' ').skip(11).take(2);
    let ticks = ticks.map(|ticks| ticks.parse::<u64>().unwrap());
    Duration::from_millis(ticks.sum::<u64>() * 10)
}

/// Asks for one turn.
#[allow(
    clippy::cast_precision_loss,
    reason = "fewer requests than a double counts exactly"
)]
fn measure(address: SocketAddr, request: &str, span: Duration, figures: &mut Figures) {
    let ready = Barrier::new(CLIENTS);
    let used = processor();
    let before = figures.times.len();
    std::thread::scope(|scope| {
        let clients: Vec<_> = (0..CLIENTS)
            .map(|_| {
                scope.spawn(|| {
                    let mut client = Client::new(address);
                    let mut times = Vec::new();
                    ready.wait();
                    let start = Instant::now();
                    while start.elapsed() < span {
                        let before = Instant::now();
                        client.ask(request.as_bytes());
                        times.push(before.elapsed());
                    }
                    times
                })
            })
            .collect();
        for client in clients {
            figures.times.extend(client.join().unwrap());
        }
    });
    let count = figures.times.len() - before;
    figures.rates.push(count as f64 / span.as_secs_f64());
    figures.processor += processor() - used;
}

/// A connection that is kept.
struct Client {
    stream: BufReader<TcpStream>,
}

impl Client {
    fn new(address: SocketAddr) -> Self {
        let stream = TcpStream::connect(address).unwrap();
        stream.set_nodelay(true).unwrap();
        Self {
            stream: BufReader::new(stream),
        }
    }

    /// The body of the answer, which must be 200.
    fn ask(&mut self, request: &[u8]) -> Vec<u8> {
        self.stream.get_mut().write_all(request).unwrap();
        let (mut line, mut length, mut is_first) = (String::new(), 0, true);
        loop {
            line.clear();
            self.stream.read_line(&mut line).unwrap();
            let text = line.trim_end();
            if text.is_empty() {
                break;
            }
            if std::mem::take(&mut is_first) {
                assert_eq!(text, "HTTP/1.1 200 OK");
            } else if let Some((name, value)) = text.split_once(':')
                && name.eq_ignore_ascii_case("content-length")
            {
                length = value.trim().parse().unwrap();
            }
        }
        let mut body = vec![0; length];
        self.stream.read_exact(&mut body).unwrap();
        body
    }
}
