//! Headers that mirror the body (11 §22): what stands between client and server may decide by
//! headers alone, so they must not say something else than the message.

use std::borrow::Cow;
use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use http::{HeaderMap, HeaderName};
use serde_json::value::RawValue;

use super::host_origin::{Single, single};
use crate::fault::RpcError;
use crate::id;
use crate::json;
use crate::params::{Member, Params};
use crate::peer::{Entry, Peer};
use crate::registry::ToolEntry;
use crate::schema::{Mirrored, MirroredKind};
use crate::server::Core;

/// The revision of a request.
pub(super) const VERSION: HeaderName = HeaderName::from_static("mcp-protocol-version");
const METHOD: HeaderName = HeaderName::from_static("mcp-method");
const NAME: HeaderName = HeaderName::from_static("mcp-name");

/// How many bytes of a value an error repeats at most (HDR-1).
const LONGEST_SHOWN: usize = 100;

/// How a text is marked that a header cannot carry as it is (HDR-6).
const ENCODED: (&str, &str) = ("=?base64?", "?=");

/// The headers that every modern request has (HDR-1…7).
pub(crate) fn check(
    headers: &HeaderMap,
    method: &str,
    version: &str,
    params: &Params,
) -> Result<(), RpcError> {
    match plain(headers, &VERSION, "MCP-Protocol-Version")? {
        Some(sent) => same("MCP-Protocol-Version", sent, "_meta", version)?,
        // The caller asks which version to write there (DISC-3).
        None if method == "server/discover" => {}
        None => return Err(missing("MCP-Protocol-Version")),
    }
    match plain(headers, &METHOD, "Mcp-Method")? {
        Some(sent) => same("Mcp-Method", sent, "the method", method)?,
        None => return Err(missing("Mcp-Method")),
    }
    let (member, shown) = match method {
        "tools/call" | "prompts/get" => (Member::Name, "name"),
        "resources/read" => (Member::Uri, "uri"),
        _ => return Ok(()),
    };
    let sent = plain(headers, &NAME, "Mcp-Name")?;
    let wanted = params.text(member);
    match (sent, wanted) {
        (None, None) => Ok(()),
        (None, Some(_)) => Err(missing("Mcp-Name")),
        (Some(_), None) => Err(RpcError::header_mismatch(format!(
            "Mcp-Name is there but params.{shown} is no string"
        ))),
        (Some(sent), Some(wanted)) => {
            let Some(decoded) = decoded(sent) else {
                return Err(RpcError::header_mismatch("Mcp-Name is wrongly encoded"));
            };
            same(
                "Mcp-Name",
                &decoded,
                format_args!("params.{shown}"),
                &wanted,
            )
        }
    }
}

/// The tool that is called, if the client may know of it.
pub(crate) fn tool<'a>(core: &'a Core, peer: &Peer, params: &Params) -> Option<&'a ToolEntry> {
    let tool = core.registry.tool(&params.text(Member::Name)?);
    tool.filter(|it| core.shows(peer, Entry::Tool(&it.name)))
}

/// The arguments that a tool wants repeated in headers (HDR-10…16). An unknown tool wants none.
pub(crate) fn check_arguments(
    tool: &ToolEntry,
    peer: &Peer,
    params: &Params,
) -> Result<(), RpcError> {
    for mirrored in &tool.mirrored {
        let value = at(params.value(Member::Arguments), &mirrored.path)
            .filter(|value| !json::is_null(value));
        check_argument(&peer.headers, mirrored, value)?;
    }
    Ok(())
}

fn check_argument(
    headers: &HeaderMap,
    mirrored: &Mirrored,
    value: Option<&RawValue>,
) -> Result<(), RpcError> {
    let name = mirrored.header.as_str();
    let fail = |why: &str| Err(RpcError::header_mismatch(format!("{name} {why}")));
    let sent = plain(headers, &mirrored.header, name)?;
    let (sent, value) = match (sent, value) {
        (None, None) => return Ok(()),
        (Some(_), None) => return fail("is there but the argument is not"),
        (None, Some(value)) if Wanted::read(mirrored.kind, value).is_none() => return Ok(()),
        (None, Some(_)) => return fail("is missing"),
        (Some(sent), Some(value)) => (sent, value),
    };
    let Some(decoded) = decoded(sent) else {
        return fail("is wrongly encoded");
    };
    match Wanted::read(mirrored.kind, value) {
        Some(wanted) if wanted.is(&decoded) => Ok(()),
        Some(_) => fail("differs from the argument"),
        None => fail("is there but the argument is of another type"),
    }
}

/// The value of an argument in the type of its schema.
enum Wanted<'a> {
    Text(Cow<'a, str>),
    /// `None` when it lies outside of what a double holds exactly: no header equals it.
    Integer(Option<i64>),
    Boolean(bool),
}

impl<'a> Wanted<'a> {
    /// `None` when it is of another type (HDR-15).
    fn read(kind: MirroredKind, value: &'a RawValue) -> Option<Self> {
        match kind {
            MirroredKind::String => json::text(value).map(Self::Text),
            MirroredKind::Boolean => match value.get() {
                "true" => Some(Self::Boolean(true)),
                "false" => Some(Self::Boolean(false)),
                _ => None,
            },
            MirroredKind::Integer => {
                let digits = value.get().strip_prefix('-').unwrap_or(value.get());
                let is_plain = digits.bytes().all(|byte| byte.is_ascii_digit());
                match id::whole(value.get()) {
                    None if !is_plain => None,
                    number => Some(Self::Integer(number)),
                }
            }
        }
    }

    fn is(&self, sent: &str) -> bool {
        match self {
            Self::Text(text) => text == sent,
            Self::Boolean(value) => sent == if *value { "true" } else { "false" },
            Self::Integer(number) => number.is_some() && *number == integer(sent),
        }
    }
}

/// HDR-13: `-?[0-9]+(\.0+)?`.
fn integer(sent: &str) -> Option<i64> {
    let (digits, zeros) = sent.split_once('.').unwrap_or((sent, "0"));
    let unsigned = digits.strip_prefix('-').unwrap_or(digits);
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|it| it.is_ascii_digit());
    let is_good = is_number(unsigned) && !zeros.is_empty() && zeros.bytes().all(|it| it == b'0');
    if is_good { id::whole(digits) } else { None }
}

/// The value at a path of properties.
fn at<'a>(value: Option<&'a RawValue>, path: &[String]) -> Option<&'a RawValue> {
    path.iter().try_fold(value?, |value, name| {
        json::members(value, [name.as_str()]).and_then(|[found]| found)
    })
}

/// A header that may be there once, without white space around it (HDR-4, HDR-5).
fn plain<'a>(
    headers: &'a HeaderMap,
    name: &HeaderName,
    shown: &str,
) -> Result<Option<&'a str>, RpcError> {
    match single(headers, name) {
        Single::Absent => Ok(None),
        Single::Repeated => Err(RpcError::header_mismatch(format!("{shown} stands twice"))),
        Single::Once(value) => match value.to_str() {
            Ok(text) => Ok(Some(trimmed(text))),
            Err(_) => Err(RpcError::header_mismatch(format!(
                "{shown} holds something else than ASCII"
            ))),
        },
    }
}

/// Without the spaces and tabs around it.
pub(super) fn trimmed(text: &str) -> &str {
    text.trim_matches([' ', '\t'])
}

fn missing(name: &str) -> RpcError {
    RpcError::header_mismatch(format!("{name} is missing"))
}

/// HDR-3.
fn same(name: &str, sent: &str, part: impl fmt::Display, wanted: &str) -> Result<(), RpcError> {
    if sent == wanted {
        return Ok(());
    }
    let is_short = sent.len().max(wanted.len()) <= LONGEST_SHOWN;
    Err(RpcError::header_mismatch(match is_short {
        true => format!("{name} is {sent:?} but {part} is {wanted:?}"),
        false => format!("{name} differs from {part}"),
    }))
}

/// The text that a header stands for; `None` when it is wrongly encoded (HDR-6). The engine is
/// strict: padding and unused bits must be right.
fn decoded(sent: &str) -> Option<Cow<'_, str>> {
    let encoded = sent
        .strip_prefix(ENCODED.0)
        .and_then(|rest| rest.strip_suffix(ENCODED.1));
    match encoded {
        None => Some(sent.into()),
        Some(encoded) => {
            let text = String::from_utf8(STANDARD.decode(encoded).ok()?);
            Some(text.ok()?.into())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hdr6_texts_that_a_header_cannot_carry_are_encoded_strictly() {
        for (text, sent) in [
            ("get_post", "get_post"),
            ("ほげ", "=?base64?44G744GS?="),
            (" padded ", "=?base64?IHBhZGRlZCA=?="),
            ("a\nb", "=?base64?YQpi?="),
            ("=?base64?x?=", "=?base64?PT9iYXNlNjQ/eD89?="),
            ("", "=?base64??="),
            // Only one of the marks, or marks of another case: a plain text.
            ("=?base64?SGVsbG8=", "=?base64?SGVsbG8="),
            ("SGVsbG8=?=", "SGVsbG8=?="),
            ("=?base64?=", "=?base64?="),
            ("=?BASE64?SGVsbG8=?=", "=?BASE64?SGVsbG8=?="),
        ] {
            assert_eq!(decoded(sent).as_deref(), Some(text), "{sent}");
        }
        for bad in [
            "=?base64?SGVsbG8?=",
            "=?base64?SGVs!!!bG8=?=",
            "=?base64?SGVsbG9=?=",
            "=?base64?SGVsbG8==?=",
            "=?base64?SGVs bG8=?=",
            "=?base64?SGVsbG8-?=",
            "=?base64?/w==?=",
            "=?base64?=?=",
        ] {
            assert_eq!(decoded(bad), None, "{bad}");
        }
    }

    #[test]
    fn hdr13_whole_numbers_in_one_form() {
        for (sent, number) in [
            ("42", Some(42)),
            ("-42", Some(-42)),
            ("042", Some(42)),
            ("42.0", Some(42)),
            ("42.000", Some(42)),
            ("-0", Some(0)),
            ("9007199254740991", Some(9_007_199_254_740_991)),
            ("9007199254740992", None),
            ("", None),
            ("-", None),
            ("+1", None),
            ("1.", None),
            ("1.5", None),
            (".0", None),
            ("1e1", None),
            ("0x1", None),
            ("1 ", None),
        ] {
            assert_eq!(integer(sent), number, "{sent}");
        }
    }
}
