//! The document that says where tokens come from (AUTH-8).

use axum::body::Body;
use http::header::{ACCESS_CONTROL_ALLOW_ORIGIN, ALLOW};
use http::{HeaderValue, Method, Response, StatusCode};

use super::answer;
use super::authorize::{AuthConfig, WELL_KNOWN};

/// The two paths of the document, for an endpoint.
pub(super) fn paths(endpoint: &str) -> [String; 2] {
    [format!("{WELL_KNOWN}{endpoint}"), WELL_KNOWN.to_owned()]
}

/// Anybody may read it, pages of any origin too.
pub(super) fn respond(method: &Method, config: &AuthConfig) -> Response<Body> {
    if *method != Method::GET && *method != Method::HEAD {
        let mut response = answer::empty(StatusCode::METHOD_NOT_ALLOWED);
        let allowed = HeaderValue::from_static("GET, HEAD");
        response.headers_mut().insert(ALLOW, allowed);
        return response;
    }
    let mut response = answer::json(StatusCode::OK, config.metadata());
    let headers = response.headers_mut();
    headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    if *method == Method::HEAD {
        *response.body_mut() = Body::empty();
    }
    response
}
