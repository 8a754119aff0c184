//! What browsers are told about pages of other origins (HTTP-9).

use axum::body::Body;
use http::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
    ACCESS_CONTROL_MAX_AGE, ACCESS_CONTROL_REQUEST_HEADERS, ACCESS_CONTROL_REQUEST_METHOD, VARY,
};
use http::{HeaderMap, HeaderValue, Response, StatusCode};

use super::answer;

/// The answer to the question before a call of an acceptable origin; `None` when it is no such
/// question.
pub(super) fn preflight(headers: &HeaderMap) -> Option<Response<Body>> {
    if headers.get(ACCESS_CONTROL_REQUEST_METHOD)? != "POST" {
        return None;
    }
    let mut response = answer::empty(StatusCode::NO_CONTENT);
    let answers = response.headers_mut();
    answers.insert(
        ACCESS_CONTROL_ALLOW_METHODS,
        HeaderValue::from_static("POST"),
    );
    for requested in headers.get_all(ACCESS_CONTROL_REQUEST_HEADERS) {
        answers.append(ACCESS_CONTROL_ALLOW_HEADERS, requested.clone());
    }
    answers.insert(ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static("600"));
    Some(response)
}

/// Lets the page of an acceptable origin read an answer.
pub(super) fn expose(response: &mut Response<Body>, origin: HeaderValue) {
    let headers = response.headers_mut();
    headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, origin);
    headers.append(VARY, HeaderValue::from_static("Origin"));
}
