//! What the response of a route becomes (11 §11.4).

use http::HeaderMap;
use http::StatusCode;
use http::header::{CONTENT_ENCODING, CONTENT_TYPE, LOCATION};

use super::call::{CallError, CallResponse};
use crate::fault::ToolFault;
use crate::json::{self, quoted};
use crate::tool::ToolResult;

/// How much of a withheld body goes to the log, in characters.
const MOST_LOGGED: usize = 2_000;

/// The result of a call. `log` is told what the client must not see.
///
/// # Errors
/// There was no response.
pub(super) fn answer(
    answered: Result<CallResponse, CallError>,
    limit: usize,
    log: impl FnOnce(&str),
) -> Result<ToolResult, ToolFault> {
    let response = match answered {
        Ok(response) => response,
        // The model can ask for less.
        Err(error @ CallError::TooLarge { status, .. }) if status < 500 => {
            return Ok(ToolResult::error(sentence(&error)));
        }
        Err(error @ CallError::TooLarge { status, .. }) => {
            log(&error.to_string());
            return Ok(ToolResult::error(withheld(status)));
        }
        Err(error @ CallError::NoDispatcher) => return Ok(ToolResult::error(sentence(&error))),
        Err(error) => return Err(error.into()),
    };
    let CallResponse { status, .. } = response;
    match status {
        500.. => {
            log(&format!("{}: {}", named(status), logged(&response.body)));
            return Ok(ToolResult::error(withheld(status)));
        }
        200..300 | 400..500 => {}
        _ => return Ok(ToolResult::error(elsewhere(&response))),
    }
    let text = match readable(&response, limit) {
        Ok(text) => text,
        Err(why) => return Ok(ToolResult::error(why)),
    };
    if status >= 400 {
        // It was written for a client to read, so the model may read it too (RT-20).
        let text = match text {
            "" => named(status),
            text => text.to_owned(),
        };
        return Ok(ToolResult::error(text));
    }
    Ok(match structured(&response.headers, text) {
        Some(value) => ToolResult::checked_json_with_text(value, text),
        None => ToolResult::text(text),
    })
}

/// The body as a text, or why it cannot be passed on.
fn readable(response: &CallResponse, limit: usize) -> Result<&str, String> {
    let CallResponse {
        status,
        headers,
        body,
    } = response;
    // A response to HEAD names the encoding of a body that it does not have.
    if !body.is_empty()
        && let Some(encoding) = encoding(headers)
    {
        return Err(format!(
            "The route answered {status} with a body in the encoding {encoding}, which cannot be \
             passed on"
        ));
    }
    if body.len() > limit {
        return Err(sentence(&CallError::TooLarge {
            status: *status,
            limit,
        }));
    }
    std::str::from_utf8(body).map_err(|_| {
        format!("The route answered {status} with a body that is not UTF-8 and cannot be passed on")
    })
}

/// The encodings of the body other than `identity`.
fn encoding(headers: &HeaderMap) -> Option<String> {
    let all = headers.get_all(CONTENT_ENCODING).iter();
    let named: Vec<_> = all
        .flat_map(|value| value.as_bytes().split(|byte| *byte == b','))
        .map(|name| String::from_utf8_lossy(name.trim_ascii()).into_owned())
        .filter(|name| !name.is_empty() && !name.eq_ignore_ascii_case("identity"))
        .collect();
    (!named.is_empty()).then(|| named.join(", "))
}

/// The body as JSON, if it is an object and says so.
fn structured(headers: &HeaderMap, text: &str) -> Option<String> {
    if !is_json(headers.get(CONTENT_TYPE)?.to_str().ok()?) {
        return None;
    }
    let value = json::parse(text.trim_matches(['\u{20}', '\t', '\n', '\r'])).ok()?;
    value.get().starts_with('{').then(|| json::compact(value))
}

fn is_json(media_type: &str) -> bool {
    let media_type = media_type.split(';').next().unwrap_or_default().trim();
    let Some((kind, subtype)) = media_type.split_once('/') else {
        return false;
    };
    let suffix = subtype.rsplit_once('+');
    let is_suffixed = suffix
        .is_some_and(|(name, suffix)| !name.is_empty() && suffix.eq_ignore_ascii_case("json"));
    kind.eq_ignore_ascii_case("application") && subtype.eq_ignore_ascii_case("json")
        || !kind.is_empty() && is_suffixed
}

/// The status and its name.
fn named(status: u16) -> String {
    match StatusCode::from_u16(status).map(|status| status.canonical_reason()) {
        Ok(Some(name)) => format!("{status} {name}"),
        _ => status.to_string(),
    }
}

/// RT-20: a body of 5xx may hold a stack trace and was written for nobody.
fn withheld(status: u16) -> String {
    format!("The route failed: {}", named(status))
}

/// A response that has no answer in it.
fn elsewhere(response: &CallResponse) -> String {
    let status = named(response.status);
    match response.headers.get(LOCATION) {
        Some(location) => {
            let location = String::from_utf8_lossy(location.as_bytes()).into_owned();
            format!("The route answered {status}, which points to {location}")
        }
        None => format!("The route answered {status}, which is no answer to a call"),
    }
}

/// An error as a sentence of its own.
fn sentence(error: &CallError) -> String {
    let text = error.to_string();
    let mut rest = text.chars();
    match rest.next() {
        Some(first) => first.to_uppercase().chain(rest).collect(),
        None => text,
    }
}

/// A body for the log, on one line.
fn logged(body: &[u8]) -> String {
    let text = String::from_utf8_lossy(body);
    let kept: String = text.chars().take(MOST_LOGGED).collect();
    let rest = if kept.len() < text.len() { " …" } else { "" };
    format!("{}{rest}", quoted(&kept))
}
