//! Which headers of a request go along with a call in process (RT-14).

use http::HeaderMap;
use http::header::{ACCEPT, HeaderName, HeaderValue};

/// The headers of an inner request, before its own are set.
pub(crate) fn inherited(outer: &HeaderMap) -> HeaderMap {
    let mut headers = HeaderMap::with_capacity(outer.keys_len() + 3);
    for (name, value) in outer {
        if goes_along(name) {
            headers.append(name, value.clone());
        }
    }
    headers.insert(ACCEPT, HeaderValue::from_static("application/json"));
    headers
}

/// Whether a header says something of who sent the outer request, and not of its message or its
/// connection.
fn goes_along(name: &HeaderName) -> bool {
    match name.as_str() {
        "accept"
        | "accept-encoding"
        | "connection"
        | "content-encoding"
        | "content-length"
        | "content-type"
        | "expect"
        | "keep-alive"
        | "last-event-id"
        | "mcp-method"
        | "mcp-name"
        | "mcp-protocol-version"
        | "mcp-session-id"
        | "range"
        | "te"
        | "trailer"
        | "transfer-encoding"
        | "upgrade" => false,
        name => !name.starts_with("if-") && !name.starts_with("mcp-param-"),
    }
}
