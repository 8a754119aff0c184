//! The envelope of JSON-RPC: a line becomes a message, a result becomes a line (10 §1, §6;
//! 11 §1).

use std::sync::Arc;

use serde_json::value::RawValue;

use crate::era::{self, Era};
use crate::json::{self, Object};
use crate::params::Params;

/// Why a line was dropped without an answer (10 F-3, F-4, F-13). The text is made for a log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Dropped {
    /// The bytes are not UTF-8.
    #[error("it is not UTF-8")]
    NotUtf8,
    /// The text is not taken as JSON.
    #[error(transparent)]
    NotJson(#[from] json::Fault),
    /// JSON, but not an object: so every batch.
    #[error("it is not a JSON object")]
    NotAnObject,
}

/// One message of a client.
#[derive(Debug)]
pub(crate) enum Message {
    /// Wants an answer.
    Request(Request),
    /// Wants none (F-6, BASE-9): a method without an id.
    Notification(Notification),
    /// A response (F-5): the server asks nothing, so it answers nothing.
    Response,
}

/// A message with a method and an id, nothing of it judged yet.
#[derive(Debug)]
pub(crate) struct Request {
    /// Who answers (ERA-2).
    pub(crate) era: Era,
    /// What the answer carries back.
    pub(crate) id: RawId,
    /// Whether `jsonrpc` is what it should be (BASE-12).
    pub(crate) is_version_2: bool,
    /// Any value (F-5); only a string can name a method.
    pub(crate) method: Box<RawValue>,
    /// The member as sent, whatever it is.
    pub(crate) params: Option<Arc<Params>>,
}

impl Request {
    /// The parameters as a value.
    pub(crate) fn raw_params(&self) -> Option<&RawValue> {
        self.params.as_deref().map(|params| &**params)
    }
}

/// A message with a method and without an id.
#[derive(Debug)]
pub(crate) struct Notification {
    /// `None` when it is not a string: such a notification means nothing.
    pub(crate) method: Option<String>,
    /// The member as sent, whatever it is.
    pub(crate) params: Option<Box<RawValue>>,
}

/// The id of a request: any value, numbers in their spelling, strings by value (F-7).
#[derive(Clone, Debug)]
pub(crate) struct RawId(Box<RawValue>);

impl RawId {
    pub(crate) fn of(value: &RawValue) -> Self {
        // Nothing to respell in what nearly every client sends.
        if json::is_compact(value) {
            return Self(value.to_owned());
        }
        let written = RawValue::from_string(json::compact(value));
        // What was read once is JSON still; the fallback only spares a panic.
        Self(written.unwrap_or_else(|_| value.to_owned()))
    }

    pub(crate) fn value(&self) -> &RawValue {
        &self.0
    }
}

/// Reads a line without its LF. `Ok(None)` for a blank one (F-2).
pub(crate) fn read(line: &[u8]) -> Result<Option<Message>, Dropped> {
    let text = std::str::from_utf8(line).map_err(|_| Dropped::NotUtf8)?;
    let text = text.trim_matches(is_white_space);
    if text.is_empty() {
        return Ok(None);
    }
    let names = ["jsonrpc", "id", "method", "params"];
    let [jsonrpc, id, method, params] =
        json::parse_members(text, names)?.ok_or(Dropped::NotAnObject)?;
    let Some(method) = method else {
        return Ok(Some(Message::Response));
    };
    Ok(Some(match id {
        Some(id) => {
            let params = params.map(|params| Arc::new(Params::of(params)));
            Message::Request(Request {
                era: era::of(params.as_deref()),
                id: RawId::of(id),
                is_version_2: jsonrpc.and_then(json::text).as_deref() == Some("2.0"),
                method: method.to_owned(),
                params,
            })
        }
        None => Message::Notification(Notification {
            method: json::text(method).map(std::borrow::Cow::into_owned),
            params: params.map(RawValue::to_owned),
        }),
    }))
}

/// Whether a character is white space around a message (F-2): a set of its own, which is not that
/// of Unicode. It holds the byte-order mark and leaves out U+0085.
pub fn is_white_space(c: char) -> bool {
    matches!(c,
        '\u{9}'..='\u{d}' | ' ' | '\u{a0}' | '\u{1680}' | '\u{2000}'..='\u{200a}'
        | '\u{2028}' | '\u{2029}' | '\u{202f}' | '\u{205f}' | '\u{3000}' | '\u{feff}')
}

/// The line of a success, without its LF (F-8). Id and result are JSON.
pub(crate) fn success(id: &str, result: &str) -> String {
    let parts = [
        r#"{"jsonrpc":"2.0","id":"#,
        id,
        r#","result":"#,
        result,
        "}",
    ];
    one_line(parts.concat())
}

/// The line of an error, without its LF (10 §6). An id that could not be read is left out and
/// never `null` (BASE-6).
pub(crate) fn failure(id: Option<&str>, code: i64, message: &str, data: Option<&str>) -> String {
    let error = Object::new()
        .plain("code", &code)
        .text("message", message)
        .raw_if("data", data);
    let message = Object::new()
        .text("jsonrpc", "2.0")
        .raw_if("id", id)
        .raw("error", &error.finish());
    one_line(message.finish())
}

/// The line of a notification, without its LF. The params are JSON.
pub(crate) fn notification(method: &str, params: &str) -> String {
    let method = json::quoted(method);
    one_line(format!(
        r#"{{"jsonrpc":"2.0","method":{method},"params":{params}}}"#
    ))
}

/// A handler may pass on JSON that it found as it was written, on many lines. Between tokens a
/// line break is white space, and in a string there is none: so the message stays one line.
fn one_line(message: String) -> String {
    if json::any_byte(&message, |byte| matches!(byte, b'\n' | b'\r')) {
        message.replace(['\n', '\r'], " ")
    } else {
        message
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stdio2_json_that_was_found_on_many_lines_is_sent_on_one() {
        let many = "{\n \"a\":\r\n\"b\\n\"}";
        let one = r#"{  "a":  "b\n"}"#;
        for line in [
            success("1", many),
            notification("n", many),
            failure(None, 1, "m", Some(many)),
        ] {
            assert!(line.contains(one) && !line.contains(['\n', '\r']), "{line}");
        }
    }

    fn kind(line: &str) -> &'static str {
        match read(line.as_bytes()) {
            Ok(None) => "blank",
            Ok(Some(Message::Request(_))) => "request",
            Ok(Some(Message::Notification(_) | Message::Response)) => "other",
            Err(_) => "dropped",
        }
    }

    fn echoed(id: &str) -> String {
        let line = format!(r#"{{"method":"m","id":{id}}}"#);
        match read(line.as_bytes()) {
            Ok(Some(Message::Request(request))) => {
                failure(Some(request.id.value().get()), 1, "", None)
            }
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn f2_lines_are_trimmed_of_a_set_of_white_space_of_their_own() {
        let request = r#"{"id":1,"method":"m"}"#;
        assert_eq!(
            kind(&format!("\u{feff}\u{a0}\u{3000} {request}\t\u{2028}\r")),
            "request"
        );
        for blank in ["", " ", "\r", "\u{feff}", "\u{a0}\u{2003}\u{b}"] {
            assert_eq!(kind(blank), "blank", "{blank:?}");
        }
        for kept in ["\u{85}", "\u{200b}", "\u{180e}", "\0"] {
            assert_eq!(kind(&format!("{kept}{request}")), "dropped", "{kept:?}");
        }
    }

    #[test]
    fn f3_f4_f13_what_is_dropped_and_why() {
        let why = |line: &[u8]| read(line).unwrap_err().to_string();
        assert_eq!(why(b"{\"id\":1,\"method\":\"\xff\"}"), "it is not UTF-8");
        assert_eq!(why(b"{\"id\":1,\"method\":"), "it is not JSON");
        assert_eq!(
            why(&b"[".repeat(200)),
            "it is nested deeper than 128 levels"
        );
        assert_eq!(
            why(br#"{"id":1,"method":"\ud800"}"#),
            "it holds an escape of an unpaired surrogate"
        );
        for other in ["1", "\"a\"", "null", "[]", r#"[{"id":1,"method":"m"}]"#] {
            assert_eq!(why(other.as_bytes()), "it is not a JSON object");
        }
    }

    #[test]
    fn f5_f6_only_a_method_with_an_id_is_a_request() {
        for (line, expected) in [
            (r#"{"id":1,"result":{}}"#, "other"),
            (r#"{"id":1,"error":{}}"#, "other"),
            (r#"{"id":1}"#, "other"),
            ("{}", "other"),
            (r#"{"method":"ping"}"#, "other"),
            (r#"{"id":1,"method":null}"#, "request"),
            (r#"{"id":1,"method":"","result":{},"error":{}}"#, "request"),
            (r#"{"id":null,"method":"m"}"#, "request"),
        ] {
            assert_eq!(kind(line), expected, "{line}");
        }
    }

    #[test]
    fn f7_ids_come_back_as_they_were_sent() {
        for (id, back) in [
            ("1", "1"),
            ("1.0", "1.0"),
            ("-0", "-0"),
            ("1e400", "1e400"),
            ("12345678901234567890", "12345678901234567890"),
            ("null", "null"),
            ("false", "false"),
            ("\"\"", "\"\""),
            (r#""\u00e9""#, "\"é\""),
            ("[1, \"\\u0041\" , {\"k\" : 1.50}]", r#"[1,"A",{"k":1.50}]"#),
            ("{ }", "{}"),
        ] {
            assert_eq!(
                echoed(id),
                format!(r#"{{"jsonrpc":"2.0","id":{back},"error":{{"code":1,"message":""}}}}"#)
            );
        }
    }

    #[test]
    fn f8_text_is_escaped_only_where_json_asks_for_it() {
        let all: String = (0..=0x20_u8)
            .map(char::from)
            .chain("\"\\/\u{7f}é\u{2028}😀".chars())
            .collect();
        assert_eq!(
            success("1", &json::quoted(&all)),
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":\"\
             \\u0000\\u0001\\u0002\\u0003\\u0004\\u0005\\u0006\\u0007\\b\\t\\n\\u000b\\f\\r\\u000e\\u000f\
             \\u0010\\u0011\\u0012\\u0013\\u0014\\u0015\\u0016\\u0017\\u0018\\u0019\\u001a\\u001b\\u001c\\u001d\\u001e\\u001f \
             \\\"\\\\/\u{7f}é\u{2028}😀\"}"
        );
    }

    #[test]
    fn base6_an_error_without_a_readable_id_has_no_id_member() {
        assert_eq!(
            failure(None, -32600, "m", Some("{}")),
            r#"{"jsonrpc":"2.0","error":{"code":-32600,"message":"m","data":{}}}"#
        );
    }
}
