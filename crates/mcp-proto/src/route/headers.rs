//! Which headers of a request go along with a call in process (RT-14).

use http::HeaderMap;
use http::header::{ACCEPT, HeaderName, HeaderValue};

/// What belongs to the message or the connection of the outer request, not to who sent it.
const LEFT_OUT: [&str; 20] = [
    "accept",
    "accept-encoding",
    "connection",
    "content-encoding",
    "content-length",
    "content-type",
    "expect",
    "keep-alive",
    "last-event-id",
    "mcp-method",
    "mcp-name",
    "mcp-protocol-version",
    "mcp-session-id",
    "range",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
    // Beginnings of names.
    "if-",
    "mcp-param-",
];

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

fn goes_along(name: &HeaderName) -> bool {
    let name = name.as_str();
    !LEFT_OUT.iter().any(|left_out| match left_out {
        beginning if beginning.ends_with('-') => name.starts_with(beginning),
        whole => name == *whole,
    })
}
