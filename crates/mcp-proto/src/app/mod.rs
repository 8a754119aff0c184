//! The routes of an axum application, listed so that they can be tools (11 §11.1).
//!
//! [`AppRoutes`] notes method and pattern of each route, for axum cannot list its own, and hands
//! the rest on. [`App`] is what it builds: served to the outside as an ordinary [`axum::Router`],
//! and called in process through the same layers.

mod context;
mod routes;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use http::{StatusCode, Uri};
use http_body_util::{BodyExt, LengthLimitError, Limited};
use tower::ServiceExt;

use crate::context::CallContext;
use crate::route::{CallError, CallRequest, CallResponse, Dispatcher, Method};
use crate::server::McpServer;

pub use context::NoCallContext;
pub use routes::AppRoutes;

/// An application whose routes can be called in process. Cheap to clone.
#[derive(Clone)]
pub struct App {
    router: Router,
    routes: Arc<[(Method, String)]>,
}

/// Told when a request finds a route.
#[derive(Clone)]
struct Found(Arc<AtomicBool>);

impl App {
    fn new(router: Router, routes: Vec<(Method, String)>) -> Self {
        // A layer for routes panics where there are none.
        let router = if router.has_routes() {
            router.route_layer(axum::middleware::from_fn(found))
        } else {
            router
        };
        Self {
            router,
            routes: routes.into(),
        }
    }

    /// The application for requests from outside, each with a [`CallContext`] of depth 0 in its
    /// extensions (CALL-3), which knows the server: its notifier, and the application to call on.
    pub fn router(&self, server: &McpServer) -> Router {
        context::outside(self.router.clone(), server)
    }
}

/// Notes that a call in process has found its route.
async fn found(request: Request, next: Next) -> Response {
    if let Some(Found(found)) = request.extensions().get() {
        found.store(true, Ordering::Relaxed);
    }
    next.run(request).await
}

impl Dispatcher for App {
    async fn call(
        &self,
        cx: &CallContext,
        request: CallRequest,
    ) -> Result<CallResponse, CallError> {
        let method = request.method;
        let found = Found(Arc::default());
        let mut inner = written(request)?;
        let target = inner.uri().clone();
        inner.extensions_mut().insert(cx.clone());
        inner.extensions_mut().insert(found.clone());
        let response = match self.router.clone().oneshot(inner).await {
            Ok(response) => response,
            Err(never) => match never {},
        };
        if response.status() == StatusCode::NOT_FOUND && !found.0.load(Ordering::Relaxed) {
            let path = target.path().to_owned();
            return Err(CallError::NoRoute { method, path });
        }
        let (parts, body) = response.into_parts();
        let status = parts.status.as_u16();
        Ok(CallResponse {
            status,
            headers: parts.headers,
            body: whole(status, body, cx.core.options.route_body_limit).await?,
        })
    }

    fn routes(&self) -> Vec<(Method, String)> {
        self.routes.to_vec()
    }
}

/// The request as HTTP has it.
fn written(request: CallRequest) -> Result<Request, CallError> {
    // A path with a query in it would lose the rest of its pairs, one with a fragment its end.
    if !request.path.starts_with('/') || request.path.contains(['?', '#']) {
        let fault = format!("{:?} is no path", request.path);
        return Err(CallError::Invalid(fault));
    }
    let invalid = |error: &dyn std::error::Error| CallError::Invalid(error.to_string());
    let method = request.method.name().parse::<http::Method>();
    let target = Uri::try_from(request.target());
    let mut written = Request::new(Body::from(request.body));
    *written.method_mut() = method.map_err(|error| invalid(&error))?;
    *written.uri_mut() = target.map_err(|error| invalid(&error))?;
    *written.headers_mut() = request.headers;
    Ok(written)
}

/// The whole body, as far as it may be held in memory (RT-21).
async fn whole(status: u16, body: Body, limit: usize) -> Result<Bytes, CallError> {
    match Limited::new(body, limit).collect().await {
        Ok(whole) => Ok(whole.to_bytes()),
        Err(error) if error.is::<LengthLimitError>() => Err(CallError::TooLarge { status, limit }),
        Err(error) => Err(CallError::Failed(error.to_string())),
    }
}

/// So that `?` works in a handler that calls on: 500, with the facts in the body. They reach a
/// client from outside; a tool withholds them (RT-20).
impl IntoResponse for CallError {
    fn into_response(self) -> Response {
        (StatusCode::INTERNAL_SERVER_ERROR, self.to_string()).into_response()
    }
}
