//! Answers that are one JSON object or nothing (HTTP-10, HTTP-21, 11 §21.4).

use axum::body::Body;
use http::header::{CACHE_CONTROL, CONTENT_LENGTH, CONTENT_TYPE, RETRY_AFTER, WWW_AUTHENTICATE};
use http::{HeaderValue, Response, StatusCode};

use super::authorize::AuthConfig;
use crate::fault::{INTERNAL, INVALID_REQUEST, PARSE_ERROR};
use crate::jsonrpc;
use crate::outgoing::Verdict;

/// What a check gives, or the answer that refuses the request.
pub(super) type Checked<T> = Result<T, Box<Response<Body>>>;

pub(super) fn empty(status: StatusCode) -> Response<Body> {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = status;
    response
}

/// HTTP-21. The text is JSON.
pub(super) fn json(status: StatusCode, text: String) -> Response<Body> {
    let length = HeaderValue::from(text.len());
    let mut response = Response::new(Body::from(text));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    let json = HeaderValue::from_static("application/json");
    headers.insert(CONTENT_TYPE, json);
    headers.insert(CONTENT_LENGTH, length);
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// An error without an id: whose it is could not be known, or does not matter (HTTP-10).
pub(super) fn refusal(status: StatusCode, text: &str) -> Response<Body> {
    json(status, jsonrpc::failure(None, INVALID_REQUEST, text, None))
}

/// A body that is not JSON.
pub(super) fn not_json(text: &str) -> Response<Body> {
    let error = jsonrpc::failure(None, PARSE_ERROR, text, None);
    json(StatusCode::BAD_REQUEST, error)
}

/// Too much is asked at once (HTTP-28).
pub(super) fn overloaded(text: &str) -> Response<Body> {
    let error = jsonrpc::failure(None, INTERNAL, text, None);
    with_retry(json(StatusCode::SERVICE_UNAVAILABLE, error))
}

/// The answer of the core with the status of 11 §5.
pub(super) fn judged(
    text: String,
    verdict: &Verdict,
    authorization: Option<&AuthConfig>,
) -> Response<Body> {
    match verdict {
        Verdict::Served => json(StatusCode::OK, text),
        Verdict::Refused => json(StatusCode::BAD_REQUEST, text),
        Verdict::Unknown => json(StatusCode::NOT_FOUND, text),
        Verdict::Busy => with_retry(json(StatusCode::SERVICE_UNAVAILABLE, text)),
        Verdict::Forbidden(scopes) => {
            let mut response = json(StatusCode::FORBIDDEN, text);
            let challenge = authorization.and_then(|it| it.insufficient(scopes));
            if let Some(challenge) = challenge {
                response.headers_mut().insert(WWW_AUTHENTICATE, challenge);
            }
            response
        }
    }
}

fn with_retry(mut response: Response<Body>) -> Response<Body> {
    let headers = response.headers_mut();
    headers.insert(RETRY_AFTER, HeaderValue::from_static("1"));
    response
}
