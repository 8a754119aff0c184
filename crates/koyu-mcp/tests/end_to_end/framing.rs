//! 10 §1: lines in, lines out.

use std::io::{Read, Write};
use std::thread;
use std::time::Duration;

use crate::client::{Client, answers, koyu_mcp, lines, ping, run};

/// The lines with requests around them, one before and one after each; only those are answered.
fn dropped<L: AsRef<[u8]>>(broken: &[L]) -> String {
    let mut input = Vec::new();
    let mut expected = Vec::new();
    for (place, line) in broken.iter().enumerate() {
        let (request, answer) = ping(&place.to_string());
        input.extend_from_slice(line.as_ref());
        input.push(b'\n');
        input.extend_from_slice(request.as_bytes());
        input.push(b'\n');
        expected.push(answer);
    }
    let output = run(koyu_mcp(&[]), input);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(lines(&output.stdout), expected);
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn f1_only_lf_ends_a_line() {
    let id = "\"a\u{85}b\u{2028}c\u{2029}d\"";
    let (request, answer) = ping(id);
    let spread = request.replace(',', "\r,\r");
    assert_eq!(
        answers(format!("{request}\n{spread}\n")),
        [answer.clone(), answer]
    );
}

#[test]
fn f2_byte_order_mark_no_break_space_and_crlf_are_trimmed_and_empty_lines_skipped() {
    let (request, answer) = ping("1");
    let input = format!(
        "\u{feff}\u{a0} {request}\t\u{3000}\r\n\r\n\n \u{feff}\n\u{2028}{request}\u{202f}\r\n"
    );
    let output = run(koyu_mcp(&[]), input);
    assert_eq!(lines(&output.stdout), [answer.clone(), answer]);
    assert_eq!(output.stderr, b"", "blank lines are not complained of");
}

#[test]
fn f3_lines_that_are_not_json_are_dropped_and_disturb_nothing() {
    let told = dropped(&[
        "{",
        "nonsense",
        "\0",
        "\0{\"id\":9,\"method\":\"ping\"}",
        "{\"id\":9,\"method\":\"pi\0ng\"}",
        "{\"id\":9,\"method\":\"ping\"}}",
        "{\"id\":9,\"method\":\"ping\",}",
        "{\"id\":9,\"method\":\"ping\"} {\"id\":9,\"method\":\"ping\"}",
        "{\"id\":09,\"method\":\"ping\"}",
        "Content-Length: 20",
        "\u{85}{\"id\":9,\"method\":\"ping\"}",
    ]);
    assert_eq!(told, "dropped a line: it is not JSON\n".repeat(11));
}

#[test]
fn f3_nesting_of_128_is_answered_and_of_129_dropped() {
    // The list stands in two objects.
    let call = |depth: usize| {
        let list = format!("{}{}", "[".repeat(depth - 2), "]".repeat(depth - 2));
        format!(r#"{{"id":7,"method":"ping","params":{{"x":{list}}}}}"#)
    };
    assert_eq!(answers(call(128)), [ping("7").1]);
    let told = dropped(&[
        call(129),
        "[".repeat(1_000_000),
        "{\"a\":".repeat(1_000_000),
    ]);
    assert_eq!(
        told,
        "dropped a line: it is nested deeper than 128 levels\n".repeat(3)
    );
}

#[test]
fn f3_an_escape_of_half_a_surrogate_pair_drops_the_line_wherever_it_stands() {
    let told = dropped(&[
        r#"{"id":"\ud800","method":"ping"}"#,
        r#"{"id":9,"method":"ping","x":"\udc00"}"#,
        r#"{"id":9,"method":"ping","\uDEAD":1}"#,
        r#"{"id":9,"method":"tools/call","params":{"name":"check","arguments":{"file":"\ud83d\ud83d"}}}"#,
        r#"{"id":9,"method":"ping","params":[{"\ude00\ud83d":0}]}"#,
    ]);
    assert_eq!(told.lines().count(), 5);
    let (request, answer) = (r#"{"id":"\ud83d\ude00","method":"ping"}"#, ping("\"😀\"").1);
    assert_eq!(answers(request), [answer]);
}

#[test]
fn f3_of_a_repeated_key_the_last_counts() {
    assert_eq!(
        answers(r#"{"id":1,"method":"nope","me\u0074hod":"ping","id":2}"#),
        [ping("2").1]
    );
}

#[test]
fn f4_f5_f6_values_responses_and_notifications_have_no_answer() {
    dropped(&[
        "5",
        "\"text\"",
        "null",
        "[]",
        r#"[{"id":9,"method":"ping"}]"#,
    ]);
    let told = dropped(&[
        "{}",
        r#"{"id":9}"#,
        r#"{"id":9,"result":{}}"#,
        r#"{"id":9,"error":{"code":1,"message":""}}"#,
        r#"{"method":"ping"}"#,
        r#"{"method":"notifications/initialized"}"#,
        r#"{"method":"no/such"}"#,
        r#"{"method":null}"#,
        r#"{"method":"tools/call","params":{"name":"check"}}"#,
    ]);
    assert_eq!(told, "", "these are no broken lines");
    assert_eq!(
        answers(r#"{"id":1,"method":"ping","result":1,"error":1}"#),
        [ping("1").1]
    );
}

#[test]
fn f7_the_id_comes_back_as_it_was_sent() {
    for id in [
        "null",
        "0",
        "-0",
        "1.0",
        "1e400",
        "1E-7",
        "12345678901234567890",
        "true",
        "\"\"",
        "\"7\"",
        "\"é\"",
        "[1,\"a\"]",
        "{\"b\":1,\"a\":[]}",
    ] {
        assert_eq!(answers(ping(id).0), [ping(id).1]);
    }
    assert_eq!(answers(ping(r#""\u00e9\/""#).0), [ping("\"é/\"").1]);
    assert_eq!(answers(ping("[ 1 , { } ]").0), [ping("[1,{}]").1]);
}

#[test]
fn f8_answers_escape_only_what_they_must() {
    let id =
        r#""\u0000\u0008\u0009\u000A\u000B\u000C\u000D\u001F\u0022\u005C\/\u007F\u00e9\u2028""#;
    let back = "\"\\u0000\\b\\t\\n\\u000b\\f\\r\\u001f\\\"\\\\/\u{7f}é\u{2028}\"";
    assert_eq!(answers(ping(id).0), [ping(back).1]);
    for jsonrpc in ["", r#""jsonrpc":"1.0","#, r#""jsonrpc":2,"#] {
        assert_eq!(
            answers(format!(r#"{{{jsonrpc}"id":1,"method":"ping"}}"#)),
            [ping("1").1]
        );
    }
}

#[test]
fn f9_f13_what_is_said_about_broken_lines_goes_to_standard_error_alone() {
    let mut input = b"{\"id\":1,\"method\":\"\xff\"}\n[1]\n".to_vec();
    input.extend_from_slice(ping("1").0.as_bytes());
    let output = run(koyu_mcp(&[]), input);
    assert_eq!(lines(&output.stdout), [ping("1").1]);
    assert_eq!(
        String::from_utf8(output.stderr).unwrap(),
        "dropped a line: it is not UTF-8\ndropped a line: it is not a JSON object\n"
    );
}

#[test]
fn f10_f11_everything_read_is_answered_in_order_and_then_the_server_ends() {
    let (requests, expected): (Vec<_>, Vec<_>) = (0..2000)
        .map(|number| {
            if number % 3 == 0 {
                let request = format!(r#"{{"id":{number},"method":"x"}}"#);
                let answer = format!(
                    r#"{{"jsonrpc":"2.0","id":{number},"error":{{"code":-32601,"message":"Unsupported method: x"}}}}"#
                );
                (request, answer)
            } else {
                ping(&number.to_string())
            }
        })
        .unzip();
    // No LF after the last one.
    assert_eq!(answers(requests.join("\n")), expected);
    assert_eq!(answers(""), [""; 0]);
}

#[test]
fn f10_an_answer_of_50_mb_through_a_slow_reader_arrives_whole() {
    let (request, answer) = ping(&format!("\"{}\"", "é".repeat(25_000_000)));
    let last = ping("2");
    let mut server = koyu_mcp(&[]).spawn().unwrap();
    let mut stdin = server.stdin.take().unwrap();
    write!(stdin, "{request}\n{}", last.0).unwrap();
    drop(stdin);
    // By now the server waits for its reader, and its input has ended.
    thread::sleep(Duration::from_millis(200));
    let mut stdout = server.stdout.take().unwrap();
    let (mut received, mut chunk) = (Vec::new(), vec![0; 100_000]);
    loop {
        let length = stdout.read(&mut chunk).unwrap();
        if length == 0 {
            break;
        }
        received.extend_from_slice(&chunk[..length]);
        thread::sleep(Duration::from_micros(200));
    }
    assert_eq!(server.wait().unwrap().code(), Some(0));
    let received = lines(&received);
    // Not by assert_eq, which would print them.
    assert!(received == [answer, last.1], "{} lines", received.len());
}

#[test]
fn f12_output_that_the_client_closes_is_a_quiet_end() {
    let folder = tempfile::tempdir().unwrap();
    let mut told = String::new();
    // While the server waits for input.
    let mut idle = Client::start(folder.path());
    assert_eq!(idle.ask(&ping("1").0), ping("1").1);
    drop(idle.output);
    assert_eq!(idle.server.wait().unwrap().code(), Some(0));
    idle.server
        .stderr
        .take()
        .unwrap()
        .read_to_string(&mut told)
        .unwrap();
    // While it writes.
    let mut busy = Client::start(folder.path());
    writeln!(
        busy.input,
        "{}",
        ping(&format!("\"{}\"", "x".repeat(1_000_000))).0
    )
    .unwrap();
    let mut first = [0];
    busy.output.read_exact(&mut first).unwrap();
    drop(busy.output);
    assert_eq!(busy.server.wait().unwrap().code(), Some(0));
    busy.server
        .stderr
        .take()
        .unwrap()
        .read_to_string(&mut told)
        .unwrap();
    assert_eq!(told, "");
}

#[test]
fn f13_a_line_beyond_the_limit_is_dropped_and_told() {
    let (long, answer) = ping(&format!("\"{}\"", "x".repeat(1000)));
    let limit = long.len().to_string();
    let over = ping(&format!("\"{}\"", "x".repeat(1001))).0;
    let endless = "y".repeat(3_000_000);
    let input = format!(
        "{over}\n{long}\n{endless}\n{long}\r\n{}\n{endless}",
        ping("1").0
    );
    let output = run(koyu_mcp(&["--max-line", &limit]), input);
    assert_eq!(output.status.code(), Some(0));
    // The CR counts: it is a byte of the line.
    assert_eq!(lines(&output.stdout), [answer, ping("1").1]);
    assert_eq!(
        String::from_utf8(output.stderr).unwrap(),
        format!("dropped a line: it is longer than {limit} bytes\n").repeat(4)
    );
}

#[test]
fn f13_the_limit_is_64_mib_unless_set() {
    let around = ping("\"\"").0.len();
    let line = |length: usize| ping(&format!("\"{}\"", "x".repeat(length - around)));
    let (fits, answer) = line(64 << 20);
    let output = run(
        koyu_mcp(&[]),
        format!("{}\n{fits}\n", line((64 << 20) + 1).0),
    );
    assert!(lines(&output.stdout) == [answer]);
    assert_eq!(
        String::from_utf8(output.stderr).unwrap(),
        "dropped a line: it is longer than 67108864 bytes\n"
    );
}

#[test]
fn f9_standard_error_that_is_closed_or_unread_disturbs_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let mut closed = Client::start(folder.path());
    drop(closed.server.stderr.take());
    let mut unread = Client::start(folder.path());
    // More complaints than a pipe and the queue hold.
    let broken = "broken\n".repeat(20_000);
    for client in [&mut closed, &mut unread] {
        assert_eq!(client.ask(&format!("{broken}{}", ping("1").0)), ping("1").1);
        assert_eq!(client.ask(&ping("2").0), ping("2").1);
    }
    closed.end();
    unread.end();
}
