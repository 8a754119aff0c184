//! A server on a port, and a client that sets every byte itself.

use std::fmt::Write as _;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use axum::Router;
use mcp_proto::{Era, HttpConfig, Log, McpServer, serve_listener};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::sync::oneshot;

use super::{request, wire};

/// How long a test waits for what must come.
const PATIENCE: Duration = Duration::from_secs(20);

/// A server that ends with this value.
pub(crate) struct Port {
    pub(crate) address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Port {
    pub(crate) fn of(server: &McpServer) -> Self {
        Self::with(server, HttpConfig::new())
    }

    pub(crate) fn with(server: &McpServer, config: HttpConfig) -> Self {
        Self::beside(server, config, None)
    }

    pub(crate) fn beside(server: &McpServer, config: HttpConfig, app: Option<Router>) -> Self {
        let server = server.clone();
        Self::run(async move |listener, stopped| {
            let log = Log::default();
            let stopped = async { drop(stopped.await) };
            let served = serve_listener(listener, &server, &config, app, &log, stopped);
            served.await.unwrap();
        })
    }

    /// Serves in a way of the test's own.
    pub(crate) fn run<S>(serve: S) -> Self
    where
        S: AsyncFnOnce(TcpListener, oneshot::Receiver<()>) + Send + 'static,
    {
        let (stop, stopped) = oneshot::channel();
        let (tell, told) = std::sync::mpsc::channel();
        let thread = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_multi_thread()
                .worker_threads(2)
                .enable_all()
                .build()
                .unwrap();
            runtime.block_on(async {
                let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
                tell.send(listener.local_addr().unwrap()).unwrap();
                serve(listener, stopped).await;
            });
            runtime.shutdown_background();
        });
        Self {
            address: told.recv().unwrap(),
            stop: Some(stop),
            thread: Some(thread),
        }
    }

    pub(crate) fn connect(&self) -> Line {
        Line::to(self.address)
    }

    /// Sends one request on a connection of its own.
    pub(crate) fn send(&self, post: &Post) -> Answer {
        let mut line = self.connect();
        line.send(&post.bytes());
        line.answer().expect("an answer")
    }

    /// A modern request: its answer, which was judged.
    pub(crate) fn ask(&self, method: &str, params: Value) -> Answer {
        self.send(&Post::modern(&json!(1), method, params))
            .judged(Era::Modern, method)
    }

    /// The result of a modern request that is answered with one JSON object.
    pub(crate) fn result(&self, method: &str, params: Value) -> Value {
        let answer = self.ask(method, params);
        assert_eq!(answer.status, 200, "{answer:?}");
        answer.json()["result"].clone()
    }

    /// Asks the server to end.
    pub(crate) fn stop(&mut self) {
        drop(self.stop.take());
    }

    /// Waits until the server has ended.
    pub(crate) fn join(&mut self) {
        self.stop();
        if let Some(thread) = self.thread.take() {
            thread.join().unwrap();
        }
    }
}

impl Drop for Port {
    fn drop(&mut self) {
        self.stop();
        if let Some(thread) = self.thread.take() {
            // The test failed elsewhere, perhaps.
            let _ = thread.join();
        }
    }
}

/// A request that can be bent in every place.
#[derive(Clone, Debug)]
pub(crate) struct Post {
    line: String,
    headers: Vec<(String, Vec<u8>)>,
    pub(crate) body: Vec<u8>,
}

impl Post {
    /// A good request with a body, and no headers of the protocol.
    pub(crate) fn new(body: impl Into<Vec<u8>>) -> Self {
        let headers = [
            ("Host", "localhost:9000"),
            ("Content-Type", "application/json"),
            ("Accept", "application/json, text/event-stream"),
        ];
        let headers = headers.iter();
        Self {
            line: "POST /mcp HTTP/1.1".to_owned(),
            headers: headers
                .map(|(name, value)| ((*name).to_owned(), value.as_bytes().to_vec()))
                .collect(),
            body: body.into(),
        }
    }

    /// A modern request as a good client sends it.
    pub(crate) fn modern(id: &Value, method: &str, params: Value) -> Self {
        let message = request(id, method, params);
        let name = match method {
            "tools/call" | "prompts/get" => &message["params"]["name"],
            "resources/read" => &message["params"]["uri"],
            _ => &Value::Null,
        };
        let post = Self::new(message.to_string())
            .with("MCP-Protocol-Version", "2026-07-28")
            .with("Mcp-Method", method);
        match name.as_str() {
            Some(name) => post.with("Mcp-Name", name),
            None => post,
        }
    }

    /// A call of a tool.
    pub(crate) fn call(tool: &str, arguments: Value) -> Self {
        let params = json!({"name": tool, "arguments": arguments});
        Self::modern(&json!(1), "tools/call", params)
    }

    /// A request of an older client.
    pub(crate) fn legacy(id: &Value, method: &str, params: Value) -> Self {
        let message = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
        Self::new(message.to_string()).with("MCP-Protocol-Version", "2025-11-25")
    }

    /// Adds a header, also where it is there already.
    pub(crate) fn with(mut self, name: &str, value: impl AsRef<[u8]>) -> Self {
        self.headers
            .push((name.to_owned(), value.as_ref().to_vec()));
        self
    }

    pub(crate) fn without(mut self, name: &str) -> Self {
        self.headers
            .retain(|(known, _)| !known.eq_ignore_ascii_case(name));
        self
    }

    /// Replaces a header.
    pub(crate) fn set(self, name: &str, value: impl AsRef<[u8]>) -> Self {
        self.without(name).with(name, value)
    }

    /// The headers as a server would see them.
    pub(crate) fn headers(&self) -> Vec<(axum::http::HeaderName, axum::http::HeaderValue)> {
        let headers = self.headers.iter();
        headers
            .map(|(name, value)| (name.parse().unwrap(), value.as_slice().try_into().unwrap()))
            .collect()
    }

    /// Replaces method and target.
    pub(crate) fn to(mut self, method: &str, target: &str) -> Self {
        self.line = format!("{method} {target} HTTP/1.1");
        self
    }

    /// Line and headers with the empty line after them.
    pub(crate) fn head(&self) -> Vec<u8> {
        let mut head = format!("{}\r\n", self.line).into_bytes();
        for (name, value) in &self.headers {
            head.extend_from_slice(format!("{name}: ").as_bytes());
            head.extend_from_slice(value);
            head.extend_from_slice(b"\r\n");
        }
        head.extend_from_slice(b"\r\n");
        head
    }

    pub(crate) fn bytes(&self) -> Vec<u8> {
        let length = self.body.len().to_string();
        let mut bytes = self.clone().with("Content-Length", length).head();
        bytes.extend_from_slice(&self.body);
        bytes
    }
}

/// An answer that has come whole.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: String,
}

impl Answer {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let mut headers = self.headers.iter();
        headers
            .find(|(known, _)| known.eq_ignore_ascii_case(name))
            .map(|(_, value)| value.as_str())
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|_| panic!("{self:?}"))
    }

    pub(crate) fn code(&self) -> i64 {
        self.json()["error"]["code"].as_i64().unwrap_or_default()
    }

    /// Status and code of an error.
    pub(crate) fn refusal(&self) -> (u16, i64) {
        (self.status, self.code())
    }

    /// Checks the message against the schema of its revision.
    pub(crate) fn judged(self, era: Era, method: &str) -> Self {
        for message in self.messages() {
            wire::judge(era, method, &message);
        }
        self
    }

    /// All messages in the body, whichever form it has.
    pub(crate) fn messages(&self) -> Vec<String> {
        if self.header("content-type") != Some("text/event-stream") {
            return vec![self.body.clone()];
        }
        let events = self.body.split_terminator("\n\n");
        let events = events.filter(|event| *event != ":");
        events
            .map(|event| {
                let json = event.strip_prefix("event: message\ndata: ");
                json.unwrap_or_else(|| panic!("{event:?}")).to_owned()
            })
            .collect()
    }
}

/// A connection.
pub(crate) struct Line {
    stream: BufReader<TcpStream>,
}

impl Line {
    pub(crate) fn to(address: SocketAddr) -> Self {
        let stream = TcpStream::connect(address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.set_write_timeout(Some(PATIENCE)).unwrap();
        stream.set_nodelay(true).unwrap();
        Self {
            stream: BufReader::new(stream),
        }
    }

    pub(crate) fn send(&mut self, bytes: &[u8]) {
        self.stream.get_mut().write_all(bytes).unwrap();
    }

    /// Sends what the other side may not want to take.
    pub(crate) fn try_send(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.stream.get_mut().write_all(bytes)
    }

    fn text_line(&mut self) -> Option<String> {
        let mut line = Vec::new();
        match self.stream.read_until(b'\n', &mut line) {
            Ok(0) => None,
            Ok(_) => Some(
                String::from_utf8(line)
                    .unwrap()
                    .trim_end_matches("\r\n")
                    .to_owned(),
            ),
            Err(fault) if fault.kind() == io::ErrorKind::ConnectionReset => None,
            Err(fault) => panic!("nothing came: {fault}"),
        }
    }

    /// The head of the next answer; `None` when the connection was closed without one.
    pub(crate) fn head(&mut self) -> Option<Answer> {
        let line = self.text_line()?;
        let status = line
            .split(' ')
            .nth(1)
            .and_then(|status| status.parse().ok());
        let mut answer = Answer {
            status: status.unwrap_or_else(|| panic!("{line:?}")),
            headers: Vec::new(),
            body: String::new(),
        };
        loop {
            let line = self.text_line()?;
            if line.is_empty() {
                return Some(answer);
            }
            let (name, value) = line.split_once(": ").unwrap_or((&line, ""));
            answer.headers.push((name.to_owned(), value.to_owned()));
        }
    }

    /// The next answer, with its whole body.
    pub(crate) fn answer(&mut self) -> Option<Answer> {
        let mut answer = self.head()?;
        if answer.header("transfer-encoding") == Some("chunked") {
            while let Some(chunk) = self.chunk() {
                write!(answer.body, "{chunk}").unwrap();
            }
        } else if let Some(length) = answer.header("content-length") {
            let mut body = vec![0; length.parse().unwrap()];
            self.stream.read_exact(&mut body).unwrap();
            answer.body = String::from_utf8(body).unwrap();
        }
        Some(answer)
    }

    /// The next chunk of a stream; `None` at its good end.
    pub(crate) fn chunk(&mut self) -> Option<String> {
        let length = self.text_line().expect("the stream broke off");
        let length = usize::from_str_radix(&length, 16).unwrap();
        let mut chunk = vec![0; length];
        self.stream.read_exact(&mut chunk).unwrap();
        assert_eq!(self.text_line().as_deref(), Some(""));
        (length > 0).then(|| String::from_utf8(chunk).unwrap())
    }

    /// The next message of a stream; `None` at its end. Comments are passed over.
    pub(crate) fn message(&mut self) -> Option<Value> {
        loop {
            let chunk = self.chunk()?;
            if chunk == ":\n\n" {
                continue;
            }
            let json = chunk.strip_prefix("event: message\ndata: ");
            let json = json.and_then(|it| it.strip_suffix("\n\n"));
            return Some(
                serde_json::from_str(json.unwrap_or_else(|| panic!("{chunk:?}"))).unwrap(),
            );
        }
    }

    /// Everything until the other side closes.
    pub(crate) fn rest(&mut self) -> Vec<u8> {
        let mut rest = Vec::new();
        match self.stream.read_to_end(&mut rest) {
            Ok(_) => {}
            Err(fault) if fault.kind() == io::ErrorKind::ConnectionReset => {}
            Err(fault) => panic!("it was not closed: {fault}"),
        }
        rest
    }
}

/// Waits for something that another thread does.
pub(crate) fn eventually(mut is_so: impl FnMut() -> bool) {
    let until = Instant::now() + PATIENCE;
    while !is_so() {
        assert!(Instant::now() < until, "it never came about");
        std::thread::sleep(Duration::from_millis(5));
    }
}
