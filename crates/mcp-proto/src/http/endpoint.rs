//! The endpoint: from a request of HTTP to a message of the core, and back (11 §21.2, §21.3).

use std::convert::Infallible;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::Router;
use axum::body::Body;
use http::header::CONNECTION;
use http::request::Parts;
use http::{HeaderMap, HeaderValue, Request, Response, StatusCode};
use tokio::runtime::Handle;
use tokio::sync::{Notify, Semaphore};
use tower::Service;

use super::answer::Checked;
use super::body::{self, Memory, Unread};
use super::bridge::Bridge;
use super::config::{HttpConfig, HttpConfigError, Rules};
use super::events::Messages;
use super::outbox::{HttpPeer, Outbox};
use super::{answer, cors, gate, metadata, mirror};
use crate::connection::{Connection, Job};
use crate::era::{Era, LEGACY_REVISIONS};
use crate::json;
use crate::jsonrpc::{self, Dropped, Message, Request as Asked};
use crate::outgoing::Outgoing;
use crate::peer::{Peer, Principal};
use crate::server::McpServer;
use crate::stdio::Log;

/// A server as a service of HTTP, cheap to clone. [`serve_http`] makes its own; this is for
/// applications that have a listener already: the gate then begins where a request reaches it.
///
/// It needs a tokio runtime with timers around it, which is where handlers run.
///
/// [`serve_http`]: crate::serve_http
#[derive(Clone)]
pub struct McpEndpoint {
    inner: Arc<Inner>,
}

struct Inner {
    server: McpServer,
    config: HttpConfig,
    rules: Rules,
    log: Log,
    running: Arc<Semaphore>,
    memory: Memory,
    bridge: Option<Arc<Bridge>>,
}

impl McpEndpoint {
    /// The endpoint of a server. What `config` says about listening is only looked at to know
    /// which hosts and origins are acceptable.
    ///
    /// # Errors
    /// A setting that cannot be served.
    pub fn new(
        server: &McpServer,
        config: &HttpConfig,
        log: &Log,
    ) -> Result<Self, HttpConfigError> {
        let rules = config.rules()?;
        Ok(Self {
            inner: Arc::new(Inner {
                server: server.clone(),
                rules,
                log: log.clone(),
                running: Arc::new(Semaphore::new(config.max_concurrent)),
                memory: Memory::of_bodies(config.max_concurrent, config.max_body),
                bridge: config.legacy_bridge.then(Arc::default),
                config: config.clone(),
            }),
        })
    }

    /// A router of the endpoint, and of its metadata where tokens are demanded, to be merged into
    /// the application's own.
    pub fn router(&self) -> Router {
        let routes = Router::new().route_service(&self.inner.config.path, self.clone());
        if self.inner.server.core().authorization.is_none() {
            return routes;
        }
        let [with_path, alone] = metadata::paths(&self.inner.config.path);
        let routes = routes.route_service(&with_path, self.clone());
        match with_path == alone {
            true => routes,
            false => routes.route_service(&alone, self.clone()),
        }
    }

    /// Whether a path is one of its own (HTTP-3).
    pub(super) fn owns(&self, path: &str) -> bool {
        self.inner.config.owns(&self.inner.server, path)
    }

    fn is_metadata(&self, path: &str) -> bool {
        self.inner.config.is_metadata(&self.inner.server, path)
    }

    pub(super) fn rules(&self) -> &Rules {
        &self.inner.rules
    }

    /// Answers one request.
    pub(super) async fn respond(&self, request: Request<Body>) -> Response<Body> {
        let (parts, body) = request.into_parts();
        if let Err(refusal) = gate::host(&self.inner.rules, &parts) {
            return *refusal;
        }
        let authorization = self.inner.server.core().authorization.as_ref();
        if let Some(config) = authorization
            && self.is_metadata(parts.uri.path())
        {
            return metadata::respond(&parts.method, config);
        }
        let origin = match gate::origin(&self.inner.rules, &parts) {
            Ok(origin) => origin,
            Err(refusal) => return *refusal,
        };
        let passed = self.pass(parts, body, origin.is_some()).await;
        let mut response = passed.unwrap_or_else(|refusal| *refusal);
        if let Some(origin) = origin {
            cors::expose(&mut response, origin);
        }
        response
    }

    /// The checks from HTTP-4 on, and the message.
    async fn pass(&self, parts: Parts, body: Body, is_exposed: bool) -> Checked<Response<Body>> {
        let inner = &self.inner;
        gate::method(&parts, is_exposed)?;
        let principal = match &inner.server.core().authorization {
            None => None,
            Some(config) => Some(config.principal(&parts.headers, &inner.log).await?),
        };
        gate::forms(&parts)?;
        let config = &inner.config;
        let read = body::read(body, config.max_body, config.read_timeout, &inner.memory).await;
        let read = read.map_err(unread)?;
        match jsonrpc::read(&read.bytes) {
            Ok(Some(Message::Request(asked))) => {
                // From here on the request is what holds memory.
                drop(read);
                Ok(self.serve(parts.headers, principal, asked).await)
            }
            Ok(Some(Message::Notification(_))) => Ok(answer::empty(StatusCode::ACCEPTED)),
            Ok(Some(Message::Response)) => Ok(self.answered(&read.bytes, principal.as_ref())),
            Ok(None) => Ok(answer::not_json("The body is empty")),
            Err(Dropped::NotAnObject) => {
                let text = "The body is not one JSON object";
                Ok(answer::refusal(StatusCode::BAD_REQUEST, text))
            }
            Err(dropped) => Ok(answer::not_json(&format!(
                "The body cannot be read: {dropped}"
            ))),
        }
    }

    /// HTTP-15, LEG-22.
    fn answered(&self, body: &[u8], principal: Option<&Principal>) -> Response<Body> {
        let bridge = self.inner.bridge.as_ref();
        let subject = principal.map(|it| it.subject.as_str());
        match bridge.is_some_and(|bridge| bridge.answered(body, subject)) {
            true => answer::empty(StatusCode::ACCEPTED),
            false => {
                let text = "The body is no request, and answers none of this server";
                answer::refusal(StatusCode::BAD_REQUEST, text)
            }
        }
    }

    /// HTTP-16.
    async fn serve(
        &self,
        headers: HeaderMap,
        principal: Option<Principal>,
        mut asked: Asked,
    ) -> Response<Body> {
        let inner = &self.inner;
        asked.era = era(&headers, &asked);
        let wake = Arc::new(Notify::new());
        let outbox = Arc::new(Outbox::new(Arc::clone(&wake)));
        let peer = Peer {
            headers,
            principal: principal.map(Arc::new),
            http: Some(HttpPeer {
                outbox: Arc::clone(&outbox),
                bridge: inner.bridge.clone(),
            }),
        };
        let sink = {
            let outbox = Arc::clone(&outbox);
            Arc::new(move |message: Outgoing| outbox.push(message))
        };
        let log = inner.log.clone();
        let connection = Connection::new(&inner.server, log, sink, peer, Arc::clone(&wake));
        let job = connection.job(asked);
        self.start(job, &outbox).await;
        let messages = Messages {
            core: Arc::clone(inner.server.core()),
            connection,
            outbox,
            wake,
            keep_alive: inner.config.keep_alive,
        };
        messages.respond().await
    }

    /// Runs a request, or answers that there are too many (HTTP-28).
    async fn start(&self, job: Job, outbox: &Arc<Outbox>) {
        let place = match job.counts() {
            false => None,
            true => match Arc::clone(&self.inner.running).try_acquire_owned() {
                Ok(place) => Some(place),
                Err(_) => {
                    job.refuse_busy();
                    return;
                }
            },
        };
        // A subscription goes on after its first message.
        let is_listening = !job.counts();
        if !job.needs_handler() {
            job.run().await;
            if !is_listening {
                outbox.finish();
            }
            return;
        }
        let done = Done(Arc::clone(outbox));
        let may_block = job.may_block();
        // A task of its own, so that this one hears of a disconnect meanwhile.
        let run = async move {
            let _done = done;
            let _place = place;
            job.run().await;
        };
        if may_block {
            // It must not hold one of the threads that serve sockets.
            let runtime = Handle::current();
            tokio::task::spawn_blocking(move || runtime.block_on(run));
        } else {
            tokio::spawn(run);
        }
    }
}

/// Tells the response that the handler is done, also when it panicked.
struct Done(Arc<Outbox>);

impl Drop for Done {
    fn drop(&mut self) {
        self.0.finish();
    }
}

/// ERA-3. The era was read from the body alone so far.
fn era(headers: &HeaderMap, asked: &Asked) -> Era {
    if asked.era == Era::Modern {
        return Era::Modern;
    }
    let mut values = headers.get_all(mirror::VERSION).iter();
    let is_modern = match (values.next(), values.next()) {
        (None, _) => {
            let method = json::text(&asked.method).unwrap_or_default();
            matches!(&*method, "server/discover" | "subscriptions/listen")
        }
        (Some(version), None) => {
            let version = version.to_str().unwrap_or_default();
            !LEGACY_REVISIONS.contains(&mirror::trimmed(version))
        }
        // No revision is called so.
        (Some(_), Some(_)) => true,
    };
    if is_modern { Era::Modern } else { Era::Legacy }
}

fn unread(why: Unread) -> Box<Response<Body>> {
    let mut response = match why {
        Unread::TooLarge => {
            answer::refusal(StatusCode::PAYLOAD_TOO_LARGE, "Content-Length is too large")
        }
        Unread::Stalled => {
            answer::refusal(StatusCode::REQUEST_TIMEOUT, "The body did not come in time")
        }
        Unread::NoMemory => answer::overloaded("Too many large requests at once"),
        Unread::Broken => answer::refusal(StatusCode::BAD_REQUEST, "The body broke off"),
    };
    let close = HeaderValue::from_static("close");
    response.headers_mut().insert(CONNECTION, close);
    response.into()
}

impl Service<Request<Body>> for McpEndpoint {
    type Response = Response<Body>;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Self::Response, Infallible>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<Body>) -> Self::Future {
        let endpoint = self.clone();
        Box::pin(async move { Ok(endpoint.respond(request).await) })
    }
}
