//! Requests per second of a trivial tool over standard input and output: `mcp-proto` beside the
//! Rust library `rmcp`.
//!
//! The same tool stands on both, each in a child process, driven by the same client, which only
//! writes and reads lines. *One at a time* waits for each answer; *pipelined* writes all requests
//! while it reads the answers. The rounds take turns, so that whatever else the machine does meets
//! both alike; the best round of each counts. `rmcp` stands there twice: with the transport and the
//! runtime of its documentation, and with those that are fastest here.

use std::error::Error;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::Instant;

use mcp_proto::{
    CallContext, JsonObject, JsonSchema, McpServer, Tool, ToolFault, ToolOutcome, ToolResult,
};
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, Implementation,
    ListToolsResult, PaginatedRequestParams, ServerCapabilities, ServerConfig,
};
use rmcp::service::{RequestContext, RoleServer, ServiceExt};
use rmcp::{ErrorData, ServerHandler};
use serde_json::{Value, json};

/// Requests of a round with `cargo bench`; elsewhere a few, to see that it works.
const REQUESTS: usize = 20_000;
const FEW: usize = 100;
const ROUNDS: usize = 5;

const SERVERS: [&str; 3] = ["mcp-proto", "rmcp", "rmcp-fastest"];

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let first = arguments.next().unwrap_or_default();
    match first.as_str() {
        "serve-mcp-proto" => serve_ours(),
        "serve-rmcp" => serve_theirs(false),
        "serve-rmcp-fastest" => serve_theirs(true),
        _ => {
            let measured = first == "--bench" || arguments.any(|it| it == "--bench");
            compare(if measured { REQUESTS } else { FEW })
        }
    }
}

/// The tool: it gives its argument back.
struct Echo;

const DESCRIPTION: &str = "Gives the text back";

impl Tool for Echo {
    fn description(&self) -> &str {
        DESCRIPTION
    }

    fn input_schema(&self) -> JsonSchema {
        JsonSchema::object().string("text", "the text").required()
    }

    async fn call(
        &self,
        _: &mut CallContext,
        arguments: &JsonObject,
    ) -> Result<ToolOutcome, ToolFault> {
        Ok(ToolResult::text(arguments.text("text").unwrap_or_default()).into())
    }
}

fn serve_ours() -> Result<(), Box<dyn Error>> {
    let server = McpServer::builder("bench", "1")
        .tool("echo", Echo)
        .build()?;
    Ok(mcp_proto::serve_stdio(&server)?)
}

/// The same on `rmcp`, without its macros, which would read the arguments into a type first.
struct Theirs;

impl ServerHandler for Theirs {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder().enable_tools().build();
        ServerConfig::new(capabilities).with_server_info(Implementation::new("bench", "1"))
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let schema = json!({
            "type": "object",
            "properties": {"text": {"type": "string", "description": "the text"}},
            "required": ["text"],
        });
        let schema = schema.as_object().cloned().unwrap_or_default();
        let tool = rmcp::model::Tool::new("echo", DESCRIPTION, Arc::new(schema));
        Ok(ListToolsResult::with_all_items(vec![tool]))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let arguments = request.arguments.unwrap_or_default();
        match (&*request.name, arguments.get("text")) {
            ("echo", Some(Value::String(text))) => {
                Ok(CallToolResult::success(vec![ContentBlock::text(text)]).into())
            }
            _ => Err(ErrorData::invalid_params("no such tool or argument", None)),
        }
    }
}

fn serve_theirs(fastest: bool) -> Result<(), Box<dyn Error>> {
    let mut runtime = if fastest {
        tokio::runtime::Builder::new_current_thread()
    } else {
        tokio::runtime::Builder::new_multi_thread()
    };
    runtime.enable_all().build()?.block_on(async {
        if fastest {
            let service = Theirs.serve(rmcp::transport::io::stdio_pipes()).await?;
            service.waiting().await?;
        } else {
            let service = Theirs.serve(rmcp::transport::stdio()).await?;
            service.waiting().await?;
        }
        Ok(())
    })
}

/// A server as a child process.
struct Server {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Server {
    /// Starts one and greets it in the way of older clients, which every server understands.
    fn start(name: &str) -> Result<Self, Box<dyn Error>> {
        let mut child = Command::new(std::env::current_exe()?)
            .arg(format!("serve-{name}"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let input = child.stdin.take().ok_or("no standard input")?;
        let output = child.stdout.take().ok_or("no standard output")?;
        let mut server = Self {
            child,
            input,
            output: BufReader::new(output),
        };
        let greeting = json!({
            "jsonrpc": "2.0", "id": 0, "method": "initialize",
            "params": {
                "protocolVersion": "2025-06-18", "capabilities": {},
                "clientInfo": {"name": "bench", "version": "1"},
            },
        });
        server.input.write_all(format!("{greeting}\n").as_bytes())?;
        server.read()?;
        let done = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
        server.input.write_all(format!("{done}\n").as_bytes())?;
        Ok(server)
    }

    fn read(&mut self) -> Result<String, Box<dyn Error>> {
        let mut line = String::new();
        self.output.read_line(&mut line)?;
        // A wrong answer is no answer, however fast it comes.
        if line.contains("\"result\"") {
            Ok(line)
        } else {
            Err(format!("the server answers {line}").into())
        }
    }

    fn one_at_a_time(&mut self, requests: &[String]) -> Result<(), Box<dyn Error>> {
        for request in requests {
            self.input.write_all(request.as_bytes())?;
            self.read()?;
        }
        Ok(())
    }

    fn pipelined(&mut self, requests: &[String]) -> Result<(), Box<dyn Error>> {
        let (input, output) = (&mut self.input, &mut self.output);
        let mut line = String::new();
        thread::scope(|scope| {
            let writing = scope.spawn(move || {
                // Not one system call a request: the client must not be what is measured.
                let mut input = std::io::BufWriter::with_capacity(64 << 10, input);
                for request in requests {
                    input.write_all(request.as_bytes())?;
                }
                input.flush()
            });
            for _ in requests {
                line.clear();
                output.read_line(&mut line)?;
                if !line.contains("\"result\"") {
                    return Err(format!("the server answers {line}").into());
                }
            }
            match writing.join() {
                Ok(written) => Ok(written?),
                Err(_) => Err("the writer panicked".into()),
            }
        })
    }

    fn end(self) -> Result<(), Box<dyn Error>> {
        let Self {
            mut child, input, ..
        } = self;
        drop(input);
        child.wait()?;
        Ok(())
    }
}

/// The requests of a round, of either era.
fn requests(count: usize, modern: bool) -> Vec<String> {
    let request = |id: usize| {
        let mut params = json!({"name": "echo", "arguments": {"text": "hello, world"}});
        if modern {
            params["_meta"] = json!({
                "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                "io.modelcontextprotocol/clientCapabilities": {},
            });
        }
        let request = json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params});
        format!("{request}\n")
    };
    (1..=count).map(request).collect()
}

fn compare(count: usize) -> Result<(), Box<dyn Error>> {
    let mut out = std::io::stdout().lock();
    writeln!(
        out,
        "requests per second, best of {ROUNDS} rounds of {count}"
    )?;
    for modern in [false, true] {
        let requests = requests(count, modern);
        let mut best = [[0.0_f64; 2]; SERVERS.len()];
        for _ in 0..ROUNDS {
            for (name, best) in SERVERS.iter().zip(&mut best) {
                let mut server = Server::start(name)?;
                server.one_at_a_time(&requests[..count / 10])?;
                for (way, best) in best.iter_mut().enumerate() {
                    let start = Instant::now();
                    match way {
                        0 => server.one_at_a_time(&requests)?,
                        _ => server.pipelined(&requests)?,
                    }
                    *best = best.max(count as f64 / start.elapsed().as_secs_f64());
                }
                server.end()?;
            }
        }
        let era = if modern { "2026-07-28" } else { "2025-06-18" };
        for (name, [alone, pipelined]) in SERVERS.iter().zip(best) {
            writeln!(
                out,
                "{era}  {name:<13} one at a time {alone:>8.0}   pipelined {pipelined:>8.0}"
            )?;
        }
    }
    Ok(())
}
