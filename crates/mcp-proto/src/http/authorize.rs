//! On whose behalf a request comes (11 §24). This is the half of the resource server only: tokens
//! are issued elsewhere, and the application says what one is worth.

use std::fmt;
use std::future::Future;
use std::sync::Arc;
use std::time::SystemTime;

use axum::body::Body;
use http::header::{AUTHORIZATION, WWW_AUTHENTICATE};
use http::{HeaderMap, HeaderValue, Response, StatusCode, Uri};

use super::answer::{self, Checked};
use super::host_origin::{Single, single};
use crate::erased::{BoxFuture, caught};
use crate::json::{Object, list, quoted};
use crate::peer::{Principal, is_scope};
use crate::stdio::Log;

/// Where clients look for the metadata of a protected resource (AUTH-8).
pub(super) const WELL_KNOWN: &str = "/.well-known/oauth-protected-resource";

/// Says what a token is worth: reads a JWT, asks the authorization server, … (AUTH-1).
pub trait TokenVerifier: Send + Sync + 'static {
    /// Who is behind a token for a resource, which is the one of [`AuthConfig::new`]. Whether the
    /// principal's time and audiences are right is checked afterwards (AUTH-4).
    ///
    /// # Errors
    /// The token is not good. `async fn verify(…)` is how to write it.
    fn verify(
        &self,
        token: &str,
        resource: &str,
    ) -> impl Future<Output = Result<Principal, TokenError>> + Send;
}

/// Why a token is not good. The text is for the log; it must not hold the token (AUTH-10).
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct TokenError(pub String);

trait AnyVerifier: Send + Sync {
    fn verify<'a>(
        &'a self,
        token: &'a str,
        resource: &'a str,
    ) -> BoxFuture<'a, Result<Principal, TokenError>>;
}

impl<T: TokenVerifier> AnyVerifier for T {
    fn verify<'a>(
        &'a self,
        token: &'a str,
        resource: &'a str,
    ) -> BoxFuture<'a, Result<Principal, TokenError>> {
        Box::pin(TokenVerifier::verify(self, token, resource))
    }
}

/// Which tokens are demanded, and where clients get them (AUTH-2).
#[derive(Clone)]
pub struct AuthConfig {
    resource: String,
    authorization_servers: Vec<String>,
    scopes_supported: Vec<String>,
    pub(crate) required_scopes: Vec<String>,
    verifier: Arc<dyn AnyVerifier>,
}

impl fmt::Debug for AuthConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AuthConfig")
            .field("resource", &self.resource)
            .field("authorization_servers", &self.authorization_servers)
            .field("scopes_supported", &self.scopes_supported)
            .field("required_scopes", &self.required_scopes)
            .finish_non_exhaustive()
    }
}

impl AuthConfig {
    /// `resource` is the canonical URI of the endpoint, as clients see it: scheme and host in
    /// lower case, no fragment, no slash at the end.
    pub fn new(resource: impl Into<String>, verifier: impl TokenVerifier) -> Self {
        Self {
            resource: resource.into(),
            authorization_servers: Vec::new(),
            scopes_supported: Vec::new(),
            required_scopes: Vec::new(),
            verifier: Arc::new(verifier),
        }
    }

    /// The issuers of tokens; at least one.
    #[must_use]
    pub fn authorization_servers<S: Into<String>>(
        mut self,
        servers: impl IntoIterator<Item = S>,
    ) -> Self {
        self.authorization_servers = servers.into_iter().map(Into::into).collect();
        self
    }

    /// The scopes that clients may ask for.
    #[must_use]
    pub fn scopes_supported<S: Into<String>>(
        mut self,
        scopes: impl IntoIterator<Item = S>,
    ) -> Self {
        self.scopes_supported = scopes.into_iter().map(Into::into).collect();
        self
    }

    /// The scopes that every request needs; a tool may need more.
    #[must_use]
    pub fn required_scopes<S: Into<String>>(mut self, scopes: impl IntoIterator<Item = S>) -> Self {
        self.required_scopes = scopes.into_iter().map(Into::into).collect();
        self
    }

    /// What is wrong with it (AUTH-2).
    pub(crate) fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        if !is_canonical(&self.resource) {
            faults.push(format!(
                "resource: {:?} is no canonical URI of an endpoint",
                self.resource
            ));
        }
        if self.authorization_servers.is_empty() {
            faults.push("authorization_servers is empty".to_owned());
        }
        for (key, scopes) in [
            ("scopes_supported", &self.scopes_supported),
            ("required_scopes", &self.required_scopes),
        ] {
            for scope in scopes {
                if scope == "offline_access" {
                    // It is a matter between client and issuer.
                    faults.push(format!("{key}: offline_access is no scope of a resource"));
                } else if !is_scope(scope) {
                    faults.push(format!("{key}: {scope:?} is no scope"));
                }
            }
        }
        faults
    }

    /// Who is behind a request (AUTH-3…7); `Err` is the answer that refuses it.
    pub(super) async fn principal(&self, headers: &HeaderMap, log: &Log) -> Checked<Principal> {
        let token = match bearer(headers) {
            Bearer::Absent => {
                let refusal = self.refused(StatusCode::UNAUTHORIZED, None, "No token");
                return Err(refusal.into());
            }
            Bearer::Malformed => {
                let text = "Authorization is malformed";
                let error = Some("invalid_request");
                return Err(self.refused(StatusCode::BAD_REQUEST, error, text).into());
            }
            Bearer::Token(token) => token,
        };
        let verified = caught(self.verifier.verify(token, &self.resource)).await;
        let cause = match verified {
            Ok(Ok(principal)) => match self.fault(&principal) {
                None => return self.with_scopes(principal),
                Some(cause) => cause.to_owned(),
            },
            Ok(Err(error)) => error.to_string(),
            Err(_) => "the verifier panicked".to_owned(),
        };
        log.line(&format!("a token was refused: {cause}"));
        let error = Some("invalid_token");
        let refusal = self.refused(StatusCode::UNAUTHORIZED, error, "The token is not good");
        Err(refusal.into())
    }

    /// AUTH-4.
    fn fault(&self, principal: &Principal) -> Option<&'static str> {
        let has_ended = |end: SystemTime| end <= SystemTime::now();
        if principal.expires_at.is_some_and(has_ended) {
            Some("it has expired")
        } else if !principal.audiences.contains(&self.resource) {
            Some("it is for another resource")
        } else {
            None
        }
    }

    fn with_scopes(&self, principal: Principal) -> Checked<Principal> {
        let mut required = self.required_scopes.iter();
        if required.all(|scope| principal.scopes.contains(scope)) {
            return Ok(principal);
        }
        let mut response = answer::refusal(StatusCode::FORBIDDEN, "The token lacks a scope");
        if let Some(challenge) = self.insufficient(&self.required_scopes) {
            response.headers_mut().insert(WWW_AUTHENTICATE, challenge);
        }
        Err(response.into())
    }

    /// AUTH-5, AUTH-6.
    fn refused(&self, status: StatusCode, error: Option<&str>, text: &str) -> Response<Body> {
        let mut challenge = format!("Bearer resource_metadata=\"{}\"", self.metadata_url());
        if !self.required_scopes.is_empty() {
            let scopes = self.required_scopes.join(" ");
            challenge.push_str(&format!(", scope=\"{scopes}\""));
        }
        if let Some(error) = error {
            challenge.push_str(&format!(", error=\"{error}\""));
        }
        let mut response = answer::refusal(status, text);
        if let Ok(challenge) = HeaderValue::try_from(challenge) {
            response.headers_mut().insert(WWW_AUTHENTICATE, challenge);
        }
        response
    }

    /// AUTH-7: what is told to whom lacks one of these scopes.
    pub(super) fn insufficient(&self, scopes: &[String]) -> Option<HeaderValue> {
        let challenge = format!(
            "Bearer error=\"insufficient_scope\", scope=\"{}\", resource_metadata=\"{}\"",
            scopes.join(" "),
            self.metadata_url()
        );
        HeaderValue::try_from(challenge).ok()
    }

    /// Where clients find the metadata: between the host and the path of the resource.
    fn metadata_url(&self) -> String {
        let after_scheme = self.resource.find("://").map_or(0, |at| at + 3);
        let path = self
            .resource
            .get(after_scheme..)
            .and_then(|it| it.find('/'));
        let path = path.map_or(self.resource.len(), |at| after_scheme + at);
        let (origin, path) = self.resource.split_at(path);
        format!("{origin}{WELL_KNOWN}{path}")
    }

    /// The metadata document (AUTH-8).
    pub(super) fn metadata(&self) -> String {
        let texts = |texts: &[String]| list(texts.iter().map(|it| quoted(it)));
        let scopes = (!self.scopes_supported.is_empty()).then(|| texts(&self.scopes_supported));
        Object::new()
            .text("resource", &self.resource)
            .raw("authorization_servers", &texts(&self.authorization_servers))
            .raw_if("scopes_supported", scopes.as_deref())
            .raw("bearer_methods_supported", &list([quoted("header")]))
            .finish()
    }
}

enum Bearer<'a> {
    Absent,
    Malformed,
    Token(&'a str),
}

/// The token of a request. Another scheme than this one brings none.
fn bearer(headers: &HeaderMap) -> Bearer<'_> {
    let value = match single(headers, &AUTHORIZATION) {
        Single::Absent => return Bearer::Absent,
        Single::Repeated => return Bearer::Malformed,
        Single::Once(value) => value,
    };
    let Ok(text) = value.to_str() else {
        return Bearer::Malformed;
    };
    let (scheme, token) = text.split_once(' ').unwrap_or((text, ""));
    if !scheme.eq_ignore_ascii_case("bearer") {
        return Bearer::Absent;
    }
    let token = token.trim_matches(' ');
    let body = token.trim_end_matches('=');
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~+/".contains(&byte);
    match !body.is_empty() && body.bytes().all(plain) {
        true => Bearer::Token(token),
        false => Bearer::Malformed,
    }
}

fn is_canonical(resource: &str) -> bool {
    let Ok(uri) = resource.parse::<Uri>() else {
        return false;
    };
    let (Some(scheme), Some(authority)) = (uri.scheme_str(), uri.authority()) else {
        return false;
    };
    let is_lower = |text: &str| !text.bytes().any(|byte| byte.is_ascii_uppercase());
    matches!(scheme, "http" | "https")
        && resource.starts_with(scheme)
        && is_lower(authority.as_str())
        && !authority.as_str().contains('@')
        && !resource.contains(['#', '"', '\\'])
        && !resource.ends_with('/')
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Nobody;

    impl TokenVerifier for Nobody {
        async fn verify(&self, _: &str, _: &str) -> Result<Principal, TokenError> {
            Err(TokenError("nobody is good".to_owned()))
        }
    }

    fn config(resource: &str) -> AuthConfig {
        AuthConfig::new(resource, Nobody).authorization_servers(["https://login.example"])
    }

    #[test]
    fn auth2_a_configuration_that_cannot_be_right_is_an_error() {
        for good in [
            "https://a.example/mcp",
            "http://localhost:9000/x",
            "https://a.example",
        ] {
            assert_eq!(config(good).faults(), Vec::<String>::new(), "{good}");
        }
        for bad in [
            "",
            "a.example/mcp",
            "HTTPS://a.example/mcp",
            "https://A.example/mcp",
            "https://a.example/mcp/",
            "https://a.example/",
            "https://a.example/mcp#x",
            "https://me@a.example/mcp",
            "ftp://a.example/mcp",
        ] {
            assert_eq!(config(bad).faults().len(), 1, "{bad}");
        }
        let nowhere = AuthConfig::new("https://a.example/mcp", Nobody);
        assert_eq!(nowhere.faults(), ["authorization_servers is empty"]);
        for scope in ["offline_access", "", "a b", "a\"b"] {
            let resource = "https://a.example/mcp";
            assert_eq!(config(resource).scopes_supported([scope]).faults().len(), 1);
            assert_eq!(config(resource).required_scopes([scope]).faults().len(), 1);
        }
    }

    #[test]
    fn auth5_the_metadata_stands_between_host_and_path() {
        for (resource, url) in [
            (
                "https://a.example/mcp",
                "https://a.example/.well-known/oauth-protected-resource/mcp",
            ),
            (
                "http://a.example:1",
                "http://a.example:1/.well-known/oauth-protected-resource",
            ),
        ] {
            assert_eq!(config(resource).metadata_url(), url);
        }
    }

    #[test]
    fn auth3_auth6_one_token_in_one_form() {
        let read = |values: &[&str]| {
            let mut headers = HeaderMap::new();
            for value in values {
                headers.append(AUTHORIZATION, value.parse().unwrap());
            }
            match bearer(&headers) {
                Bearer::Absent => "absent".to_owned(),
                Bearer::Malformed => "malformed".to_owned(),
                Bearer::Token(token) => token.to_owned(),
            }
        };
        assert_eq!(read(&["Bearer abc.d-e_f~+/=="]), "abc.d-e_f~+/==");
        assert_eq!(read(&["bEARER  abc"]), "abc");
        assert_eq!(read(&[]), "absent");
        assert_eq!(read(&["Basic YTpi"]), "absent");
        for bad in [
            "Bearer",
            "Bearer ",
            "Bearer a b",
            "Bearer =",
            "Bearer a,b",
            "Bearer \"a\"",
        ] {
            assert_eq!(read(&[bad]), "malformed", "{bad}");
        }
        assert_eq!(read(&["Bearer a", "Bearer a"]), "malformed");
    }

    #[test]
    fn auth10_the_log_says_why_but_never_which_token() {
        let mut headers = HeaderMap::new();
        let secret = "Bearer c2VjcmV0";
        headers.insert(AUTHORIZATION, HeaderValue::from_static(secret));
        let (log, kept) = Log::kept();
        let config = config("https://a.example/mcp");
        let runtime = tokio::runtime::Builder::new_current_thread().build();
        let refused = runtime.unwrap().block_on(config.principal(&headers, &log));
        let response = format!("{:?}", refused.unwrap_err());
        let said = kept.said();
        assert_eq!(said, "a token was refused: nobody is good\n");
        assert!(!response.contains("c2VjcmV0"), "{response}");
    }
}
