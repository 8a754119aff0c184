//! An open port: connections in, requests to the endpoint or the application, until it is over
//! (HTTP-12, HTTP-29, HTTP-30).

use std::convert::Infallible;
use std::future::Future;
use std::io;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use http::{Request, Response, StatusCode};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;
use tower::Service as _;
use tower_http::timeout::TimeoutBody;

use super::config::HttpConfig;
use super::endpoint::McpEndpoint;
use super::lines::{Line, left};
use super::{answer, gate};
use crate::erased::{BoxFuture, until};
use crate::server::McpServer;
use crate::stdio::Log;

/// How much of a request's head is read, and of an answer is kept for a slow reader, in bytes.
const BUFFER: usize = 64 << 10;

/// How long nothing is accepted after the system had no descriptor left.
const EXHAUSTED: Duration = Duration::from_millis(50);

/// Serves a listener until `shutdown` ends, then as HTTP-29 says: nothing more is accepted,
/// subscriptions are closed with their last messages, and running requests get `shutdown_grace`.
/// The server's hooks run last.
///
/// Requests that are not for the endpoint go to `app`; without one they are answered 404.
///
/// # Errors
/// A setting that cannot be served; the path of the endpoint is none if the application has a
/// route of the same path.
pub async fn serve_listener(
    listener: TcpListener,
    server: &McpServer,
    config: &HttpConfig,
    app: Option<Router>,
    log: &Log,
    shutdown: impl Future<Output = ()>,
) -> Result<(), super::HttpConfigError> {
    let endpoint = McpEndpoint::new(server, config, log)?;
    if app.is_some() {
        config.hides_no_route(server)?;
    }
    if endpoint.rules().origins.refuses_browsers() {
        log.line("allowed_origins is not set: every browser will be refused");
    }
    let port = Port {
        front: Front {
            endpoint,
            app,
            read_timeout: config.read_timeout,
        },
        config: config.clone(),
        places: Arc::new(Semaphore::new(config.max_connections)),
        stopping: CancellationToken::new(),
        dropping: CancellationToken::new(),
    };
    until(port.accept(&listener, log), shutdown).await;
    drop(listener);
    port.end(server).await;
    Ok(())
}

struct Port {
    front: Front,
    config: HttpConfig,
    places: Arc<Semaphore>,
    /// Set: connections end after the request they are at.
    stopping: CancellationToken,
    /// Set: connections end.
    dropping: CancellationToken,
}

impl Port {
    async fn accept(&self, listener: &TcpListener, log: &Log) {
        loop {
            match listener.accept().await {
                Ok((stream, _)) => self.connect(stream),
                // A client that was gone at once, or no descriptor left: both pass.
                Err(fault) if is_of_one_client(&fault) => {}
                Err(fault) => {
                    log.line(&format!("a connection could not be accepted: {fault}"));
                    tokio::time::sleep(EXHAUSTED).await;
                }
            }
        }
    }

    fn connect(&self, stream: TcpStream) {
        // Beyond the limit a connection is closed at once.
        let Ok(place) = Arc::clone(&self.places).try_acquire_owned() else {
            return;
        };
        // Small events must not wait for more of them.
        let _ = stream.set_nodelay(true);
        let stream = Arc::new(stream);
        let timeout = self.config.read_timeout;
        let front = self.front.clone();
        let service = service_fn(move |request: Request<Incoming>| {
            let front = front.clone();
            // On the heap: a connection without a request should not hold room for one.
            let answer: BoxFuture<'static, _> = Box::pin(async move {
                Ok::<_, Infallible>(front.respond(request.map(Body::new)).await)
            });
            answer
        });
        // The builder of hyper itself: this one can limit the time for a head, and it does so
        // from the first byte on, before there is any.
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(timeout)
            .max_buf_size(BUFFER)
            .serve_connection(
                TokioIo::new(Line::new(Arc::clone(&stream), timeout)),
                service,
            );
        let keep_alive = self.config.keep_alive;
        let (stopping, dropping) = (self.stopping.clone(), self.dropping.clone());
        tokio::spawn(async move {
            let _place = place;
            let served = async {
                let mut connection = pin!(connection);
                if until(connection.as_mut(), stopping.cancelled())
                    .await
                    .is_none()
                {
                    connection.as_mut().graceful_shutdown();
                    // How a connection ends is the client's affair.
                    let _ = connection.await;
                }
            };
            let over = async {
                until(left(&stream, keep_alive), dropping.cancelled()).await;
            };
            until(served, over).await;
        });
    }

    /// HTTP-29.
    async fn end(self, server: &McpServer) {
        let core = server.core();
        self.stopping.cancel();
        core.hub.end_all("shutdown");
        let all = u32::try_from(self.config.max_connections).unwrap_or(u32::MAX);
        let closed = self.places.acquire_many(all);
        if tokio::time::timeout(core.options.shutdown_grace, closed)
            .await
            .is_err()
        {
            self.dropping.cancel();
            // Dropping them takes no time but a turn of the runtime.
            let _ = self.places.acquire_many(all).await;
        }
        for hook in core.hooks.iter().rev() {
            hook();
        }
    }
}

fn is_of_one_client(fault: &io::Error) -> bool {
    matches!(
        fault.kind(),
        io::ErrorKind::ConnectionAborted
            | io::ErrorKind::ConnectionReset
            | io::ErrorKind::ConnectionRefused
            | io::ErrorKind::Interrupted
    )
}

/// Who answers which path.
#[derive(Clone)]
struct Front {
    endpoint: McpEndpoint,
    app: Option<Router>,
    read_timeout: Duration,
}

impl Front {
    async fn respond(&self, request: Request<Body>) -> Response<Body> {
        let (parts, body) = request.into_parts();
        if let Err(refusal) = gate::framing(&parts) {
            return *refusal;
        }
        if self.endpoint.owns(parts.uri.path()) {
            let request = Request::from_parts(parts, body);
            return self.endpoint.respond(request).await;
        }
        if let Err(refusal) = gate::host(self.endpoint.rules(), &parts) {
            return *refusal;
        }
        match self.app.clone() {
            None => answer::empty(StatusCode::NOT_FOUND),
            Some(mut app) => {
                // A body without progress must not hold its connection for ever (HTTP-30).
                let body = Body::new(TimeoutBody::new(self.read_timeout, body));
                match app.call(Request::from_parts(parts, body)).await {
                    Ok(response) => response,
                    Err(never) => match never {},
                }
            }
        }
    }
}
