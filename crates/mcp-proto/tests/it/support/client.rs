//! A client that keeps what it is sent.

use std::future::Future;
use std::sync::{Arc, Mutex};

use mcp_proto::{Connection, Era, Job, Log, McpServer};
use serde_json::{Map, Value, json};

use super::wire;

/// Runs a future with timers and tasks around it.
pub(crate) fn block_on<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()
        .unwrap()
        .block_on(future)
}

/// `_meta` of a modern request, with more keys.
pub(crate) fn meta(more: Value) -> Value {
    let mut meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    for (key, value) in more.as_object().unwrap() {
        meta[key] = value.clone();
    }
    meta
}

/// A modern request; `_meta` is added unless it is there.
pub(crate) fn request(id: &Value, method: &str, params: Value) -> Value {
    let mut params = params;
    if params.get("_meta").is_none() {
        params["_meta"] = meta(json!({}));
    }
    json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params})
}

/// A client without a transport.
pub(crate) struct Client {
    pub(crate) connection: Connection,
    sent: Arc<Mutex<Vec<String>>>,
}

impl Client {
    pub(crate) fn new(server: &McpServer) -> Self {
        let sent = Arc::new(Mutex::new(Vec::new()));
        let keep = Arc::clone(&sent);
        let keep = move |message| keep.lock().unwrap().push(message);
        Self {
            connection: server.connect(Log::default(), keep),
            sent,
        }
    }

    /// What came since the last look, judged as the answer to a method.
    pub(crate) fn taken(&self, era: Era, method: &str) -> Vec<Value> {
        let messages = std::mem::take(&mut *self.sent.lock().unwrap());
        let messages = messages.iter();
        messages
            .map(|message| {
                wire::judge(era, method, message);
                serde_json::from_str(message).unwrap()
            })
            .collect()
    }

    /// What came, as it was written.
    pub(crate) fn taken_text(&self) -> Vec<String> {
        std::mem::take(&mut *self.sent.lock().unwrap())
    }

    pub(crate) fn receive(&self, message: &Value) -> Option<Job> {
        self.connection
            .receive(message.to_string().as_bytes())
            .unwrap()
    }

    /// Sends one message and gives all that comes back.
    pub(crate) fn send(&self, era: Era, message: &Value) -> Vec<Value> {
        if let Some(job) = self.receive(message) {
            block_on(job.run());
        }
        let method = message["method"].as_str().unwrap_or_default();
        self.taken(era, method)
    }

    /// A modern request with the id 1: its answer, which must be the only message.
    pub(crate) fn ask(&self, method: &str, params: Value) -> Value {
        let mut messages = self.send(Era::Modern, &request(&json!(1), method, params));
        assert_eq!(messages.len(), 1, "{messages:?}");
        messages.remove(0)
    }

    /// The result of a modern request.
    pub(crate) fn result(&self, method: &str, params: Value) -> Value {
        let answer = self.ask(method, params);
        assert!(answer.get("error").is_none(), "{answer}");
        answer["result"].clone()
    }

    /// The error of a modern request.
    pub(crate) fn error(&self, method: &str, params: Value) -> Value {
        let answer = self.ask(method, params);
        assert!(answer.get("result").is_none(), "{answer}");
        answer["error"].clone()
    }

    /// The code of the error of a modern request.
    pub(crate) fn code(&self, method: &str, params: Value) -> i64 {
        self.error(method, params)["code"].as_i64().unwrap()
    }

    /// Calls a tool with arguments and nothing else.
    pub(crate) fn call(&self, tool: &str, arguments: Value) -> Value {
        self.result("tools/call", json!({"name": tool, "arguments": arguments}))
    }

    /// A legacy request with the id 1: its answer, which must be the only message.
    pub(crate) fn ask_legacy(&self, method: &str, params: Value) -> Value {
        let mut message = Map::new();
        message.insert("jsonrpc".to_owned(), json!("2.0"));
        message.insert("id".to_owned(), json!(1));
        message.insert("method".to_owned(), json!(method));
        message.insert("params".to_owned(), params);
        let mut messages = self.send(Era::Legacy, &Value::Object(message));
        assert_eq!(messages.len(), 1, "{messages:?}");
        messages.remove(0)
    }
}
