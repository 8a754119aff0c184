//! Starting the server and talking to it.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Output, Stdio};
use std::thread;

use serde_json::Value;

/// The server, not started yet, with all three streams as pipes.
pub(crate) fn koyu_mcp(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_koyu-mcp"));
    command
        .args(arguments)
        .env_remove("RUST_BACKTRACE")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// Sends the whole input, closes it, and gives what came until the server ended.
pub(crate) fn run(mut command: Command, input: impl Into<Vec<u8>>) -> Output {
    let input = input.into();
    let mut server = command.spawn().unwrap();
    let mut stdin = server.stdin.take().unwrap();
    // A thread of its own: the server may fill its output before it has read everything.
    let sending = thread::spawn(move || stdin.write_all(&input));
    let output = server.wait_with_output().unwrap();
    sending.join().unwrap().unwrap();
    output
}

/// The answers to a whole input, which must end the server with status 0.
pub(crate) fn answers(input: impl Into<Vec<u8>>) -> Vec<String> {
    let output = run(koyu_mcp(&[]), input);
    assert_eq!(output.status.code(), Some(0));
    lines(&output.stdout)
}

/// Complete lines only.
pub(crate) fn lines(output: &[u8]) -> Vec<String> {
    let text = std::str::from_utf8(output).unwrap();
    assert!(text.is_empty() || text.ends_with('\n'));
    text.split_terminator('\n').map(str::to_owned).collect()
}

/// A request of an empty answer, and that answer.
pub(crate) fn ping(id: &str) -> (String, String) {
    (
        format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"ping"}}"#),
        format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{}}}}"#),
    )
}

/// A conversation in which answers are awaited.
pub(crate) struct Client {
    pub(crate) server: Child,
    pub(crate) input: ChildStdin,
    pub(crate) output: BufReader<ChildStdout>,
}

impl Client {
    /// Starts the server in a folder.
    pub(crate) fn start(folder: &Path) -> Self {
        let mut server = koyu_mcp(&[]).current_dir(folder).spawn().unwrap();
        Self {
            input: server.stdin.take().unwrap(),
            output: BufReader::new(server.stdout.take().unwrap()),
            server,
        }
    }

    /// Sends a line and waits for one.
    pub(crate) fn ask(&mut self, line: &str) -> String {
        writeln!(self.input, "{line}").unwrap();
        let mut answer = String::new();
        self.output.read_line(&mut answer).unwrap();
        assert_eq!(answer.pop(), Some('\n'));
        answer
    }

    /// Calls a tool: its text, as an error if it says so.
    pub(crate) fn call(&mut self, tool: &str, arguments: &str) -> Result<String, String> {
        let answer = self.ask(&format!(
            r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"{tool}","arguments":{arguments}}}}}"#
        ));
        let answer: Value = serde_json::from_str(&answer).unwrap();
        let result = &answer["result"];
        let text = result["content"][0]["text"].as_str().unwrap().to_owned();
        match result.get("isError") {
            None => Ok(text),
            Some(Value::Bool(true)) => Err(text),
            Some(other) => panic!("isError is {other}"),
        }
    }

    /// Closes the input and waits for the end.
    pub(crate) fn end(mut self) {
        drop(self.input);
        assert_eq!(self.server.wait().unwrap().code(), Some(0));
    }
}
