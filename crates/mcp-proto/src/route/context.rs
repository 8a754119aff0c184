//! What a handler knows of HTTP, and how it calls the routes of the application (REG-7, 11 §11.5).

use std::sync::Arc;

use http::HeaderMap;
use http::header::{CONTENT_LENGTH, HeaderValue};

use super::{AppDispatcher, CallError, CallRequest, MAX_NESTING, inherited};
use crate::context::CallContext;

/// How a request stands to the application.
#[derive(Clone)]
pub(crate) struct InProcess {
    dispatcher: AppDispatcher,
    /// Those of a call in process, when the context belongs to one.
    headers: Option<Arc<HeaderMap>>,
    /// How many calls in process lie between this and the request from outside (CALL-3).
    nesting: u8,
}

impl InProcess {
    /// That of a request from outside.
    pub(crate) fn outside(dispatcher: &AppDispatcher) -> Self {
        Self {
            dispatcher: dispatcher.clone(),
            headers: None,
            nesting: 0,
        }
    }
}

impl CallContext {
    /// The application, whose routes can be called without a socket (11 §11.5):
    /// `cx.dispatcher().call(cx, CallRequest::new(Method::Get, "/api/posts")).await?`.
    pub fn dispatcher(&self) -> &AppDispatcher {
        &self.in_process.dispatcher
    }

    /// How many calls in process lie between this and the request from outside: 0 there, at most
    /// [`MAX_NESTING`].
    pub fn nesting(&self) -> u8 {
        self.in_process.nesting
    }

    /// The context of a call in process that this request makes, and the request of the call with
    /// all its headers (CALL-2, CALL-3).
    pub(crate) fn enter(
        &self,
        mut request: CallRequest,
    ) -> Result<(CallContext, CallRequest), CallError> {
        if self.is_cancelled() {
            return Err(CallError::Cancelled);
        }
        if self.nesting() >= MAX_NESTING {
            return Err(CallError::TooDeep);
        }
        let mut headers = inherited(self.headers());
        let mut own: Vec<_> = request.headers.keys().cloned().collect();
        own.retain(|name| name != CONTENT_LENGTH);
        for name in own {
            headers.remove(&name);
            for value in request.headers.get_all(&name) {
                headers.append(&name, value.clone());
            }
        }
        if request.method.has_body() || !request.body.is_empty() {
            headers.insert(CONTENT_LENGTH, HeaderValue::from(request.body.len()));
        }
        request.headers = headers.clone();
        let inner = Self {
            in_process: InProcess {
                dispatcher: self.dispatcher().clone(),
                headers: Some(Arc::new(headers)),
                nesting: self.nesting() + 1,
            },
            ..self.clone()
        };
        Ok((inner, request))
    }

    /// The headers of the HTTP request; none on standard input and output. In a route that was
    /// called in process, those of that call.
    pub fn headers(&self) -> &HeaderMap {
        match &self.in_process.headers {
            Some(headers) => headers,
            None => &self.peer.headers,
        }
    }

    /// A cookie of the HTTP request, by name.
    pub fn cookie(&self, name: &str) -> Option<&str> {
        let headers = self.headers().get_all(http::header::COOKIE);
        let texts = headers.iter().filter_map(|it| it.to_str().ok());
        texts
            .flat_map(|text| text.split(';'))
            .filter_map(|pair| pair.trim_matches([' ', '\t']).split_once('='))
            .find_map(|(found, value)| (found == name).then_some(value))
    }

    /// Says something about this request in the log, which no client sees.
    pub(crate) fn diagnose(&self, text: &str) {
        self.log
            .line(&format!("{} {}: {text}", self.method, self.name));
    }
}
