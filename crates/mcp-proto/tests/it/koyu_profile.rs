//! The legacy dialect over a stream of bytes, without a process (10 §1–§7, STDIO-13).

use std::io::{self, Cursor, ErrorKind, Read, Write};
use std::sync::{Arc, Mutex};

use mcp_proto::{
    CallContext, Dropped, JsonObject, JsonSchema, LegacyProfile, Log, McpBuilder, McpServer, Tool,
    ToolFault, ToolOutcome, ToolResult, json, serve_stream,
};
use proptest::prelude::*;

use crate::support::block_on;

/// Says its argument `text` back, and fails or panics when told to.
struct Echo;

impl Tool for Echo {
    fn description(&self) -> &str {
        "Says it back"
    }

    fn input_schema(&self) -> JsonSchema {
        JsonSchema::object()
            .string("text", "what to say")
            .required()
    }

    async fn call(&self, _: &mut CallContext, args: &JsonObject) -> Result<ToolOutcome, ToolFault> {
        match args.text("text") {
            Some(text) if text == "panic" => panic!("as told"),
            Some(text) if text == "fault" => Err(ToolFault::new("as told")),
            Some(text) => Ok(ToolResult::text(text).into()),
            None => Ok(ToolResult::error("nothing to say").into()),
        }
    }
}

/// Counts its calls.
struct Count(Mutex<u32>);

impl Tool for Count {
    fn description(&self) -> &str {
        "Counts"
    }

    fn input_schema(&self) -> JsonSchema {
        JsonSchema::object()
    }

    async fn call(&self, _: &mut CallContext, _: &JsonObject) -> Result<ToolOutcome, ToolFault> {
        let mut count = self.0.lock().unwrap();
        *count += 1;
        Ok(ToolResult::text(count.to_string()).into())
    }
}

fn builder() -> McpBuilder {
    let mut builder = McpServer::builder("echo", "1.2");
    builder
        .tool("echo", Echo)
        .tool("count", Count(Mutex::new(0)))
        .validate_input(false)
        .legacy_profile(LegacyProfile::Koyu);
    builder
}

fn server() -> McpServer {
    builder().build().unwrap()
}

/// Keeps what is written.
#[derive(Clone, Default)]
pub(crate) struct Kept(Arc<Mutex<Vec<u8>>>);

impl Kept {
    pub(crate) fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }
}

impl Write for Kept {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The lines that a whole input is answered with.
fn served(input: &str) -> Vec<String> {
    let output = Kept::default();
    serve_stream(
        &server(),
        Cursor::new(input.to_owned()),
        output.clone(),
        &Log::default(),
    )
    .unwrap();
    let output = output.text();
    assert!(output.is_empty() || output.ends_with('\n'));
    output.lines().map(str::to_owned).collect()
}

/// What follows `"jsonrpc":"2.0","id":1,` in the answer to a request.
fn answered(method_and_params: &str) -> String {
    let line = format!(r#"{{"jsonrpc":"2.0","id":1,{method_and_params}}}"#);
    let mut answers = block_on(server().answer(line.as_bytes())).unwrap();
    assert_eq!(answers.len(), 1, "{answers:?}");
    let answer = answers.remove(0);
    let body = answer.strip_prefix(r#"{"jsonrpc":"2.0","id":1,"#).unwrap();
    body.strip_suffix('}').unwrap().to_owned()
}

fn text(text: &str) -> String {
    format!(r#""result":{{"content":[{{"type":"text","text":"{text}"}}]}}"#)
}

fn fault(text: &str) -> String {
    format!(r#""result":{{"content":[{{"type":"text","text":"{text}"}}],"isError":true}}"#)
}

fn error(code: i32, message: &str) -> String {
    format!(r#""error":{{"code":{code},"message":"{message}"}}"#)
}

#[test]
fn f2_f10_f11_lines_are_answered_in_order_the_last_without_its_lf() {
    let input = "\u{feff}\u{a0}{\"id\":1,\"method\":\"ping\"}\r\n\n \r\n\
                 {\"id\":2,\"method\":\"nope\"}\nbroken\n[]\n{\"method\":\"ping\"}\n{\"id\":3,\"result\":1}\n\
                 {\"id\":\"x\",\"method\":\"ping\"}";
    assert_eq!(
        served(input),
        [
            r#"{"jsonrpc":"2.0","id":1,"result":{}}"#,
            r#"{"jsonrpc":"2.0","id":2,"error":{"code":-32601,"message":"Unsupported method: nope"}}"#,
            r#"{"jsonrpc":"2.0","id":"x","result":{}}"#,
        ]
    );
}

#[test]
fn f6_a_call_without_id_is_not_executed() {
    let call = r#""method":"tools/call","params":{"name":"count"}"#;
    let answers = served(&format!("{{{call}}}\n{{{call}}}\n{{\"id\":1,{call}}}\n"));
    assert_eq!(answers.len(), 1);
    assert!(answers[0].contains(r#""text":"1""#), "{}", answers[0]);
}

#[test]
fn f8_jsonrpc_is_not_looked_at() {
    for line in [
        r#"{"id":1,"method":"ping"}"#,
        r#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#,
        r#"{"jsonrpc":null,"id":1,"method":"ping"}"#,
    ] {
        assert_eq!(served(line), [r#"{"jsonrpc":"2.0","id":1,"result":{}}"#]);
    }
}

#[test]
fn s2_the_methods_and_their_constant_answers() {
    assert_eq!(answered(r#""method":"ping""#), r#""result":{}"#);
    assert_eq!(
        answered(r#""method":"resources/list""#),
        r#""result":{"resources":[]}"#
    );
    assert_eq!(
        answered(r#""method":"prompts/list""#),
        r#""result":{"prompts":[]}"#
    );
    let tools = r#""result":{"tools":[{"name":"echo","description":"Says it back","inputSchema":{"type":"object","properties":{"text":{"type":"string","description":"what to say"}},"required":["text"]}},{"name":"count","description":"Counts","inputSchema":{"type":"object","properties":{}}}]}"#;
    assert_eq!(answered(r#""method":"tools/list""#), tools);
    assert_eq!(
        answered(r#""method":"tools/list","params":{"cursor":"x"}"#),
        tools
    );
    // A key may be written with escapes, and its last value counts.
    assert_eq!(
        answered(r#""method":"nope","me\u0074hod":"\u0070ing""#),
        r#""result":{}"#
    );
}

#[test]
fn s3_the_version_asked_for_comes_back_whatever_it_is() {
    let version = |params: &str| {
        let answer = answered(&format!(r#""method":"initialize"{params}"#));
        answer
            .strip_prefix(r#""result":{"protocolVersion":"#)
            .and_then(|rest| {
                rest.strip_suffix(
                    r#","capabilities":{"tools":{}},"serverInfo":{"name":"echo","version":"1.2"}}"#,
                )
            })
            .unwrap()
            .to_owned()
    };
    for default in [
        "",
        r#","params":null"#,
        r#","params":[{"protocolVersion":"x"}]"#,
        r#","params":{}"#,
        r#","params":{"protocolVersion":null}"#,
        r#","params":{"protocolVersion":"x","protocolVersion":null}"#,
    ] {
        assert_eq!(version(default), r#""2025-06-18""#, "{default}");
    }
    for (asked, back) in [
        (r#""2024-11-05""#, r#""2024-11-05""#),
        (r#""""#, r#""""#),
        ("false", "false"),
        ("1.50", "1.50"),
        (r#"{ "a" : [ "\u00e9" ] }"#, r#"{"a":["é"]}"#),
    ] {
        assert_eq!(
            version(&format!(r#","params":{{"protocolVersion":{asked}}}"#)),
            back
        );
    }
}

#[test]
fn s3_instructions_follow_when_there_are_some() {
    let server = builder().instructions("Read me.").build().unwrap();
    let answer = block_on(server.answer(br#"{"id":1,"method":"initialize"}"#)).unwrap();
    let end = r#""serverInfo":{"name":"echo","version":"1.2"},"instructions":"Read me."}}"#;
    assert!(answer[0].ends_with(end), "{answer:?}");
}

#[test]
fn s5_arguments_that_are_no_object_have_no_members() {
    for arguments in [
        "",
        r#","arguments":null"#,
        r#","arguments":["text"]"#,
        r#","arguments":"text""#,
    ] {
        let call = format!(r#""method":"tools/call","params":{{"name":"echo"{arguments}}}"#);
        assert_eq!(answered(&call), fault("nothing to say"), "{arguments}");
    }
}

#[test]
fn f3_of_a_repeated_key_the_last_counts_at_every_depth() {
    assert_eq!(
        answered(
            r#""method":"tools/call","params":{"name":"x"},"params":{"name":"y","arguments":1,"name":"echo","arguments":{"text":"a","te\u0078t":"b","more":1e400}}"#
        ),
        text("b")
    );
}

#[test]
fn s6_unknown_methods_and_tools_are_named_as_they_were_sent() {
    for (method, shown) in [
        (r#""completion/complete""#, "completion/complete"),
        (r#""server/discover""#, "server/discover"),
        (r#""PING""#, "PING"),
        (r#""ping ""#, "ping "),
        (r#""""#, ""),
        (r#""\u00e9\n""#, r"é\n"),
        ("5", "5"),
        ("1.0", "1.0"),
        ("null", "null"),
        (r#"[ "ping" ]"#, r#"[\"ping\"]"#),
    ] {
        assert_eq!(
            answered(&format!(r#""method":{method}"#)),
            error(-32601, &format!("Unsupported method: {shown}"))
        );
    }
    for (params, shown) in [
        ("", "undefined"),
        (r#","params":null"#, "undefined"),
        (r#","params":["echo"]"#, "undefined"),
        (r#","params":{}"#, "undefined"),
        (r#","params":{"name":null}"#, "null"),
        (r#","params":{"name":""}"#, ""),
        (
            r#","params":{"name":"blueprint","arguments":7}"#,
            "blueprint",
        ),
        (r#","params":{"name":"echo "}"#, "echo "),
        (r#","params":{"name":["echo"]}"#, r#"[\"echo\"]"#),
        (r#","params":{"name":{"a":1}}"#, r#"{\"a\":1}"#),
    ] {
        assert_eq!(
            answered(&format!(r#""method":"tools/call"{params}"#)),
            error(-32602, &format!("Unknown tool: {shown}"))
        );
    }
}

#[test]
fn s7_a_panic_in_a_tool_is_its_answer_and_ends_nothing() {
    let call = |id: u8, said: &str| {
        format!(
            r#"{{"id":{id},"method":"tools/call","params":{{"name":"echo","arguments":{{"text":"{said}"}}}}}}"#
        )
    };
    let answers = served(&format!(
        "{}\n{}\n{}\n",
        call(1, "panic"),
        call(2, "hello"),
        call(3, "fault")
    ));
    let internal = fault("An internal error occurred in the tool echo");
    assert_eq!(
        answers[2],
        format!(r#"{{"jsonrpc":"2.0","id":3,{internal}}}"#)
    );
    assert_eq!(
        answers[0],
        format!(
            r#"{{"jsonrpc":"2.0","id":1,{}}}"#,
            fault("An internal error occurred in the tool echo")
        )
    );
    assert_eq!(
        answers[1],
        format!(r#"{{"jsonrpc":"2.0","id":2,{}}}"#, text("hello"))
    );
}

#[test]
fn f3_128_levels_are_answered_and_129_dropped() {
    // The list of the id stands one level deep.
    let message = |depth: usize| {
        let id = format!("{}{}", "[".repeat(depth - 1), "]".repeat(depth - 1));
        format!(r#"{{"id":{id},"method":"ping"}}"#)
    };
    let answer = |depth| block_on(server().answer(message(depth).as_bytes()));
    assert_eq!(answer(128).map(|answers| answers.len()), Ok(1));
    assert_eq!(answer(129), Err(Dropped::NotJson(json::Fault::TooDeep)));
}

#[test]
fn f3_half_a_surrogate_pair_anywhere_drops_the_line() {
    for line in [
        r#"{"id":"\ud800","method":"ping"}"#,
        r#"{"id":1,"method":"ping","x":{"\udc00":1}}"#,
        r#"{"id":1,"method":"ping","params":{"a":[["\ude00\ud83d"]]}}"#,
    ] {
        assert_eq!(
            block_on(server().answer(line.as_bytes())),
            Err(Dropped::NotJson(json::Fault::UnpairedSurrogate))
        );
    }
}

/// A peer that takes a few bytes and goes away.
struct Leaving(usize);

impl Write for Leaving {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let taken = bytes.len().min(self.0);
        self.0 -= taken;
        if taken == 0 {
            Err(ErrorKind::BrokenPipe.into())
        } else {
            Ok(taken)
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A stream that breaks.
struct Broken(ErrorKind);

impl Read for Broken {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Err(self.0.into())
    }
}

#[test]
fn f12_a_peer_that_goes_away_is_an_ordinary_end_and_other_failures_are_told() {
    fn serve(
        reader: impl Read + Send + 'static,
        writer: impl Write + Send + 'static,
    ) -> Result<(), ErrorKind> {
        serve_stream(&server(), reader, writer, &Log::default()).map_err(|fault| fault.kind())
    }
    let ping = br#"{"id":1,"method":"ping"}"#;
    assert_eq!(serve(&ping[..], Leaving(10)), Ok(()));
    assert_eq!(serve(Broken(ErrorKind::BrokenPipe), io::sink()), Ok(()));
    assert_eq!(
        serve(Broken(ErrorKind::PermissionDenied), io::sink()),
        Err(ErrorKind::PermissionDenied)
    );
}

/// Lines that are often almost messages.
fn almost_messages() -> impl Strategy<Value = Vec<u8>> {
    const PIECES: &[&[u8]] = &[
        br#"{"id":1,"method":"ping"}"#,
        br#"{"id":1,"method":"tools/call","params":{"name":"echo","arguments":{"text":"\u00e9"}}}"#,
        br#""method":"#,
        br#""id":"#,
        br#""initialize""#,
        b"{",
        b"}",
        b"[",
        b"]",
        b",",
        b":",
        b"\"",
        b"\\",
        br"\ud83d",
        br"\ude00",
        b"\n",
        b"\r",
        b"\xff",
        b"\0",
        b"1e400",
        b"null",
        b" ",
    ];
    let piece = prop::sample::select(PIECES);
    prop::collection::vec(piece, 0..12).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn no_bytes_break_the_core(bytes in prop_oneof![
        prop::collection::vec(any::<u8>(), 0..200),
        almost_messages(),
    ]) {
        let server = builder().max_line(150).build().unwrap();
        let output = Kept::default();
        serve_stream(&server, Cursor::new(bytes), output.clone(), &Log::default()).unwrap();
        let output = output.text();
        prop_assert!(output.is_empty() || output.ends_with('\n'));
        for line in output.lines() {
            let answer = json::parse(line).unwrap();
            let [jsonrpc, id] = json::members(answer, ["jsonrpc", "id"]).unwrap();
            prop_assert_eq!(jsonrpc.map(|value| value.get()), Some("\"2.0\""));
            prop_assert!(id.is_some());
        }
    }

    #[test]
    fn every_text_comes_back(said in ".*") {
        prop_assume!(said != "panic" && said != "fault");
        let quoted = serde_json::to_string(&said).unwrap();
        let call = format!(r#""method":"tools/call","params":{{"arguments":{{"text":{quoted}}},"name":"echo"}}"#);
        let answer = answered(&call);
        let expected = format!(r#""result":{{"content":[{{"type":"text","text":{quoted}}}]}}"#);
        prop_assert_eq!(answer, expected);
    }
}
