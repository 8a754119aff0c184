//! Who may knock, and how (11 §21.1). The first check that fails answers; each failure looks the
//! same whatever stands in the body, which is not read before.

use http::header::{ALLOW, CONNECTION, TRANSFER_ENCODING};
use http::request::Parts;
use http::{HeaderValue, Method, StatusCode};

use super::answer::Checked;
use super::config::Rules;
use super::host_origin::HostVerdict;
use super::{accept, answer, cors};

/// A body whose end two readers could see in different places is read by none. The parser below
/// has refused most of them already.
pub(super) fn framing(request: &Parts) -> Checked<()> {
    let mut codings = request.headers.get_all(TRANSFER_ENCODING).iter();
    let is_plain = match (codings.next(), codings.next()) {
        (None, _) => true,
        (Some(coding), None) => coding.as_bytes().eq_ignore_ascii_case(b"chunked"),
        (Some(_), Some(_)) => false,
    };
    if is_plain {
        return Ok(());
    }
    let text = "Transfer-Encoding may be chunked and nothing else";
    let mut response = answer::refusal(StatusCode::BAD_REQUEST, text);
    let close = HeaderValue::from_static("close");
    response.headers_mut().insert(CONNECTION, close);
    Err(response.into())
}

/// HTTP-1, which holds for all that a listener serves.
pub(super) fn host(rules: &Rules, request: &Parts) -> Checked<()> {
    match rules.hosts.judge(request) {
        HostVerdict::Good => Ok(()),
        HostVerdict::Malformed => {
            let text = "Host must stand once";
            Err(answer::refusal(StatusCode::BAD_REQUEST, text).into())
        }
        HostVerdict::Foreign => {
            let text = "Host is not one of this server";
            Err(answer::refusal(StatusCode::FORBIDDEN, text).into())
        }
    }
}

/// HTTP-2: the origin that is to be told that it may read the answer, if there is one.
pub(super) fn origin(rules: &Rules, request: &Parts) -> Checked<Option<HeaderValue>> {
    match rules.origins.judge(&request.headers) {
        Ok(origin) => Ok(origin.filter(|_| rules.origins.serves_browsers()).cloned()),
        Err(()) => {
            let text = "Origin may not call this server";
            Err(answer::refusal(StatusCode::FORBIDDEN, text).into())
        }
    }
}

/// HTTP-4, HTTP-9. `is_exposed`: the origin is one that is told so.
pub(super) fn method(request: &Parts, is_exposed: bool) -> Checked<()> {
    if request.method == Method::POST {
        return Ok(());
    }
    let preflight = match request.method == Method::OPTIONS && is_exposed {
        true => cors::preflight(&request.headers),
        false => None,
    };
    let refusal = preflight.unwrap_or_else(|| {
        let mut response = answer::empty(StatusCode::METHOD_NOT_ALLOWED);
        let post = HeaderValue::from_static("POST");
        response.headers_mut().insert(ALLOW, post);
        response
    });
    Err(refusal.into())
}

/// HTTP-6, HTTP-7.
pub(super) fn forms(request: &Parts) -> Checked<()> {
    if !accept::is_json(&request.headers) {
        let text = "Content-Type must be application/json in UTF-8, without Content-Encoding";
        return Err(answer::refusal(StatusCode::UNSUPPORTED_MEDIA_TYPE, text).into());
    }
    if !accept::admits_both(&request.headers) {
        let text = "Accept must admit application/json and text/event-stream";
        return Err(answer::refusal(StatusCode::NOT_ACCEPTABLE, text).into());
    }
    Ok(())
}
