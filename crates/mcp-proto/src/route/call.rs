//! A request to a route, its response, and what can go wrong on the way (CALL-1).

use bytes::Bytes;
use http::header::{CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::dispatcher::MAX_NESTING;
use super::method::Method;
use crate::fault::ToolFault;

/// A request to a route of the application.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallRequest {
    /// Its method.
    pub method: Method,
    /// The path as it stands in a request: concrete, no pattern, percent-encoded, without a query.
    pub path: String,
    /// Names and values of the query in order, not encoded.
    pub query: Vec<(String, String)>,
    /// Headers of its own. They go before those that it inherits (CALL-2).
    pub headers: HeaderMap,
    /// The body; empty without one.
    pub body: Bytes,
}

impl CallRequest {
    /// A request without query, headers and body.
    pub fn new(method: Method, path: impl Into<String>) -> Self {
        Self {
            method,
            path: path.into(),
            query: Vec::new(),
            headers: HeaderMap::new(),
            body: Bytes::new(),
        }
    }

    /// Appends a pair to the query.
    #[must_use]
    pub fn query(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.query.push((name.into(), value.into()));
        self
    }

    /// Sets a header.
    #[must_use]
    pub fn header(mut self, name: HeaderName, value: HeaderValue) -> Self {
        self.headers.insert(name, value);
        self
    }

    /// Sets the body.
    #[must_use]
    pub fn body(mut self, body: impl Into<Bytes>) -> Self {
        self.body = body.into();
        self
    }

    /// Sets the body to a value as JSON, and says so in `Content-Type`.
    ///
    /// # Errors
    /// [`CallError::Invalid`]: the value is not JSON.
    pub fn json(self, value: &impl Serialize) -> Result<Self, CallError> {
        let body = serde_json::to_vec(value)
            .map_err(|error| CallError::Invalid(format!("the body: {error}")))?;
        Ok(self.json_body(body))
    }

    pub(super) fn json_body(self, body: impl Into<Bytes>) -> Self {
        let json = HeaderValue::from_static("application/json");
        self.header(CONTENT_TYPE, json).body(body)
    }

    /// Path and query as they stand in a request (RT-12).
    pub fn target(&self) -> String {
        if self.query.is_empty() {
            return self.path.clone();
        }
        let query = form_urlencoded::Serializer::new(String::new())
            .extend_pairs(&self.query)
            .finish();
        format!("{}?{query}", self.path)
    }
}

/// What a route answered. All of it is in memory (RT-21).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallResponse {
    /// The status, 100…999.
    pub status: u16,
    /// The headers.
    pub headers: HeaderMap,
    /// The body.
    pub body: Bytes,
}

impl CallResponse {
    /// The body as a value, whatever the status.
    ///
    /// # Errors
    /// [`CallError::Unreadable`]: it is not JSON of that shape.
    pub fn json<T: DeserializeOwned>(&self) -> Result<T, CallError> {
        serde_json::from_slice(&self.body).map_err(|error| CallError::Unreadable {
            status: self.status,
            reason: error.to_string(),
        })
    }

    /// The body as a text, whatever the status.
    ///
    /// # Errors
    /// [`CallError::Unreadable`]: it is not UTF-8.
    pub fn text(&self) -> Result<&str, CallError> {
        std::str::from_utf8(&self.body).map_err(|error| CallError::Unreadable {
            status: self.status,
            reason: error.to_string(),
        })
    }
}

/// Why a route could not be called, or its answer not be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CallError {
    /// The server was not given an application (RT-5).
    #[error("this server has no route table")]
    NoDispatcher,
    /// The application has no route for the request.
    #[error("there is no route {method} {path}")]
    NoRoute {
        /// The method that was asked for.
        method: Method,
        /// The path that was asked for.
        path: String,
    },
    /// Calls in process stand in each other too deeply (CALL-3).
    #[error("calls in process nest more than {MAX_NESTING} deep")]
    TooDeep,
    /// The request that the call is made for was cancelled (CALL-4).
    #[error("the request was cancelled")]
    Cancelled,
    /// The request cannot be written as one of HTTP.
    #[error("the request is no request of HTTP: {0}")]
    Invalid(String),
    /// The body of the response is larger than `route_body_limit`.
    #[error("the route answered {status} with more than {limit} bytes")]
    TooLarge {
        /// The status of the response.
        status: u16,
        /// The limit, in bytes.
        limit: usize,
    },
    /// The application failed without a response, or in the middle of one.
    #[error("the route failed: {0}")]
    Failed(String),
    /// The body is not what the caller reads it as.
    #[error("the route answered {status} with a body that cannot be read: {reason}")]
    Unreadable {
        /// The status of the response.
        status: u16,
        /// What is wrong with the body.
        reason: String,
    },
}

impl From<CallError> for ToolFault {
    fn from(error: CallError) -> Self {
        Self::new(error.to_string())
    }
}
