//! The guard of standard output (STDIO-3, 10 F-9), on a real process: this program starts itself
//! as a server whose tools do all that they can to disturb the stream.

#![allow(
    clippy::print_stdout,
    reason = "printing where one must not is what is tested"
)]

use std::fs::OpenOptions;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitCode, Stdio};

use mcp_proto::{
    CallContext, JsonObject, LegacyProfile, McpServer, Tool, ToolFault, ToolOutcome, ToolResult,
    serve_stdio,
};

/// The argument that makes this program the server.
const SERVE: &str = "serve-with-stray-tools";

/// A tool made of a function.
struct Stray(fn());

impl Tool for Stray {
    fn description(&self) -> &str {
        "Disturbs standard output"
    }

    async fn call(&self, _: &mut CallContext, _: &JsonObject) -> Result<ToolOutcome, ToolFault> {
        (self.0)();
        Ok(ToolResult::text("done").into())
    }
}

fn shell(script: &str) {
    let status = Command::new("sh").args(["-c", script]).status();
    assert!(status.is_ok_and(|status| status.success()));
}

fn serve() -> ExitCode {
    let server = McpServer::builder("stray", "1")
        .legacy_profile(LegacyProfile::Koyu)
        .tool("println", Stray(|| println!("stray println")))
        .tool("print", Stray(|| print!("stray print without an end")))
        .tool(
            "descriptor",
            Stray(|| {
                rustix::io::write(io::stdout(), b"stray descriptor\n").unwrap();
            }),
        )
        .tool(
            "device",
            Stray(|| {
                let mut device = OpenOptions::new().write(true).open("/dev/fd/1").unwrap();
                device.write_all(b"stray device\n").unwrap();
            }),
        )
        .tool("child", Stray(|| shell("echo stray child")))
        .tool(
            "child-everywhere",
            // A shell takes one digit for a descriptor; those that are not open refuse.
            Stray(|| {
                shell("for n in 3 4 5 6 7 8 9; do (echo stray $n >&$n) 2>/dev/null; done; true")
            }),
        )
        .tool(
            "flood",
            Stray(|| (0..4000).for_each(|_| println!("{}", "stray flood ".repeat(100)))),
        )
        .tool("lock", Stray(|| std::mem::forget(io::stdout().lock())))
        .tool(
            "c-library",
            // `puts` of a C library, by a program that has one.
            Stray(|| shell("command -v printf >/dev/null && env printf 'stray puts\\n'")),
        )
        .tool("panic", Stray(|| panic!("stray panic")))
        .build()
        .unwrap();
    match serve_stdio(&server) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

/// A conversation with the server.
struct Client {
    server: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Client {
    fn start() -> Self {
        let mut server = Command::new(std::env::current_exe().unwrap())
            .arg(SERVE)
            .env_remove("RUST_BACKTRACE")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        Self {
            input: server.stdin.take().unwrap(),
            output: BufReader::new(server.stdout.take().unwrap()),
            server,
        }
    }

    fn call(&mut self, tool: &str) -> String {
        let line = format!(
            r#"{{"jsonrpc":"2.0","id":"{tool}","method":"tools/call","params":{{"name":"{tool}"}}}}"#
        );
        writeln!(self.input, "{line}").unwrap();
        let mut answer = String::new();
        self.output.read_line(&mut answer).unwrap();
        answer
    }

    fn expect_done(&mut self, tool: &str) {
        assert_eq!(
            self.call(tool),
            format!(
                r#"{{"jsonrpc":"2.0","id":"{tool}","result":{{"content":[{{"type":"text","text":"done"}}]}}}}"#
            ) + "\n"
        );
    }

    /// Closes the input; gives what else came on standard output, and standard error.
    fn end(mut self) -> (String, String) {
        drop(self.input);
        let (mut rest, mut log) = (String::new(), String::new());
        self.output.read_to_string(&mut rest).unwrap();
        if let Some(mut stderr) = self.server.stderr.take() {
            stderr.read_to_string(&mut log).unwrap();
        }
        assert_eq!(self.server.wait().unwrap().code(), Some(0));
        (rest, log)
    }
}

/// Every way of printing, one line each.
const WAYS: [&str; 7] = [
    "println",
    "print",
    "descriptor",
    "device",
    "child",
    "child-everywhere",
    "c-library",
];

fn no_way_of_printing_reaches_the_client() {
    let mut client = Client::start();
    for tool in WAYS {
        client.expect_done(tool);
    }
    let (rest, log) = client.end();
    assert_eq!(rest, "");
    for stray in [
        "stray println\n",
        "stray print without an end",
        "stray descriptor\n",
        "stray device\n",
        "stray child\n",
        "stray puts\n",
    ] {
        assert!(log.contains(stray), "{stray:?} is not in {log:?}");
    }
}

fn a_panic_is_answered_and_told_on_standard_error() {
    let mut client = Client::start();
    assert_eq!(
        client.call("panic"),
        "{\"jsonrpc\":\"2.0\",\"id\":\"panic\",\"result\":{\"content\":[{\"type\":\"text\",\
         \"text\":\"An internal error occurred in the tool panic\"}],\"isError\":true}}\n"
    );
    client.expect_done("println");
    let (rest, log) = client.end();
    assert_eq!(rest, "");
    assert!(
        log.contains("stray panic") && log.contains("guard.rs"),
        "{log:?}"
    );
}

fn standard_error_that_nobody_reads_blocks_nothing() {
    let mut client = Client::start();
    // Far more than every buffer on the way holds.
    client.expect_done("flood");
    client.expect_done("flood");
    // Each message is short, and the last page of a full pipe may still have room for some.
    for _ in 0..200 {
        client.call("panic");
    }
    for tool in WAYS {
        client.expect_done(tool);
    }
    drop(client.input);
    // Still unread.
    assert_eq!(client.server.wait().unwrap().code(), Some(0));
}

fn closed_standard_error_kills_nothing() {
    let mut client = Client::start();
    drop(client.server.stderr.take());
    client.expect_done("flood");
    client.call("panic");
    for tool in WAYS {
        client.expect_done(tool);
    }
    assert_eq!(client.end().0, "");
}

fn a_lock_on_the_librarys_standard_output_hinders_neither_answers_nor_the_end() {
    let mut client = Client::start();
    client.expect_done("lock");
    client.expect_done("descriptor");
    assert_eq!(client.end().0, "");
}

fn f12_output_closed_while_idle_is_a_quiet_end() {
    let mut client = Client::start();
    client.expect_done("println");
    drop(client.output);
    // The input is still open.
    assert_eq!(client.server.wait().unwrap().code(), Some(0));
    let mut log = String::new();
    client
        .server
        .stderr
        .take()
        .unwrap()
        .read_to_string(&mut log)
        .unwrap();
    assert_eq!(log, "stray println\n");
}

fn main() -> ExitCode {
    let argument = std::env::args().nth(1).unwrap_or_default();
    if argument == SERVE {
        return serve();
    }
    let tests: [(&str, fn()); 6] = [
        (
            "no_way_of_printing_reaches_the_client",
            no_way_of_printing_reaches_the_client,
        ),
        (
            "a_panic_is_answered_and_told_on_standard_error",
            a_panic_is_answered_and_told_on_standard_error,
        ),
        (
            "standard_error_that_nobody_reads_blocks_nothing",
            standard_error_that_nobody_reads_blocks_nothing,
        ),
        (
            "closed_standard_error_kills_nothing",
            closed_standard_error_kills_nothing,
        ),
        (
            "a_lock_on_the_librarys_standard_output_hinders_neither_answers_nor_the_end",
            a_lock_on_the_librarys_standard_output_hinders_neither_answers_nor_the_end,
        ),
        (
            "f12_output_closed_while_idle_is_a_quiet_end",
            f12_output_closed_while_idle_is_a_quiet_end,
        ),
    ];
    // The argument filters by name, as in every other test program.
    let chosen = tests
        .into_iter()
        .filter(|(name, _)| argument.starts_with('-') || name.contains(&argument));
    for (name, test) in chosen {
        test();
        println!("test guard::{name} ... ok");
    }
    ExitCode::SUCCESS
}
