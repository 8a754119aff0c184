//! The same tools over HTTP, on request (11 §21).

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};

/// A server over HTTP in a folder, stopped when dropped.
struct Server {
    process: Child,
    address: String,
}

impl Server {
    fn start(folder: &std::path::Path) -> Self {
        let mut process = Command::new(env!("CARGO_BIN_EXE_koyu-mcp"))
            .args(["--listen", "127.0.0.1:0"])
            .current_dir(folder)
            .stdin(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut said = String::new();
        let mut errors = BufReader::new(process.stderr.take().unwrap());
        errors.read_line(&mut said).unwrap();
        let address = said
            .trim()
            .strip_prefix("listening on http://")
            .and_then(|rest| rest.strip_suffix("/mcp"))
            .unwrap_or_else(|| panic!("{said}"))
            .to_owned();
        Self { process, address }
    }

    /// Posts a message: the status line and the body of the answer.
    fn post(&self, headers: &str, message: &Value) -> (String, Value) {
        let body = message.to_string();
        let mut stream = TcpStream::connect(&self.address).unwrap();
        let request = format!(
            "POST /mcp HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\n\
             Connection: close\r\nContent-Length: {}\r\n{headers}\r\n{body}",
            self.address,
            body.len()
        );
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        let status = head.lines().next().unwrap().to_owned();
        (status, serde_json::from_str(body).unwrap())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[test]
fn http12_clients_of_both_eras_ask_over_http() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(
        folder.path().join("main.muro"),
        "koyu 1.0\nname hut\nunit mm\ngrid X 0 3000\ngrid Y 0 3000\nlevel L1 0 h:2400\n\
         space /L1/room room X1..X2 Y1..Y2\n",
    )
    .unwrap();
    let server = Server::start(folder.path());
    let arguments = json!({"file": "main.muro"});
    let call = json!({"name": "model_summary", "arguments": arguments});

    let headers = "MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: tools/call\r\n\
                   Mcp-Name: model_summary\r\n";
    let mut modern = call.clone();
    modern["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let message = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": modern});
    let (status, answer) = server.post(headers, &message);
    assert_eq!(status, "HTTP/1.1 200 OK");
    assert_eq!(answer["result"]["structuredContent"]["name"], "hut");

    let message = json!({"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": call});
    let (status, older) = server.post("", &message);
    assert_eq!(status, "HTTP/1.1 200 OK");
    assert_eq!(
        older["result"]["content"][0]["text"],
        answer["result"]["content"][0]["text"]
    );

    // A page of another place is refused.
    let (status, _) = server.post("Origin: https://example.com\r\n", &message);
    assert_eq!(status, "HTTP/1.1 403 Forbidden");
}
