//! The context in the request: put there for requests from outside, and taken out by handlers.

use std::sync::Arc;

use axum::Router;
use axum::extract::{FromRequestParts, Request};
use axum::middleware::{Next, from_fn};
use axum::response::{IntoResponse, Response};
use http::StatusCode;
use http::request::Parts;

use crate::context::CallContext;
use crate::era::Era;
use crate::exchange::{Exchange, Sink};
use crate::object::JsonObject;
use crate::peer::Peer;
use crate::route::InProcess;
use crate::server::McpServer;
use crate::stdio::Log;

/// A handler wants a [`CallContext`] and there is none: the routes are served without
/// [`App::router`](super::App::router).
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the request has no CallContext: serve the routes with App::router")]
pub struct NoCallContext;

impl IntoResponse for NoCallContext {
    fn into_response(self) -> Response {
        (StatusCode::INTERNAL_SERVER_ERROR, self.to_string()).into_response()
    }
}

impl<S: Send + Sync> FromRequestParts<S> for CallContext {
    type Rejection = NoCallContext;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, NoCallContext> {
        parts.extensions.get().cloned().ok_or(NoCallContext)
    }
}

/// Gives every request of a router the context of a request from outside.
pub(super) fn outside(router: Router, server: &McpServer) -> Router {
    let server = server.clone();
    let nothing: Sink = Arc::new(drop);
    router.layer(from_fn(move |mut request: Request, next: Next| {
        let exchange = Arc::new(Exchange::new(Arc::clone(&nothing)));
        let cx = of(&server, Arc::clone(&exchange), &request);
        request.extensions_mut().insert(cx);
        async move {
            let mut unfinished = Unfinished(Some(exchange));
            let response = next.run(request).await;
            unfinished.0 = None;
            response
        }
    }))
}

/// A request that is not answered yet. When it is dropped before, its client went away, and the
/// calls that were made for it end too (CALL-4).
struct Unfinished(Option<Arc<Exchange>>);

impl Drop for Unfinished {
    fn drop(&mut self) {
        if let Some(exchange) = &self.0 {
            exchange.cancel();
        }
    }
}

fn of(server: &McpServer, exchange: Arc<Exchange>, request: &Request) -> CallContext {
    let peer = Peer {
        headers: request.headers().clone(),
        ..Peer::default()
    };
    CallContext {
        core: Arc::clone(server.core()),
        exchange,
        peer: Arc::new(peer),
        era: Era::Modern,
        meta: Arc::default(),
        method: "",
        name: request.uri().path().into(),
        arguments: JsonObject::default(),
        answers: JsonObject::default(),
        state: None,
        in_process: InProcess::outside(&server.dispatcher),
        log: Log::default(),
    }
}
