//! What a request is answered with: its messages one by one, as a stream of events where there
//! is more than the answer (HTTP-20…25).

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody};
use http::header::{CACHE_CONTROL, CONTENT_TYPE};
use http::{HeaderName, HeaderValue, Response, StatusCode};
use hyper::body::Frame;
use tokio::sync::Notify;
use tokio::time::Instant;

use super::answer;
use super::outbox::{Next, Outbox};
use crate::connection::Connection;
use crate::outgoing::Outgoing;
use crate::server::Core;

/// What tells a proxy not to hold events back.
const NO_BUFFERING: HeaderName = HeaderName::from_static("x-accel-buffering");

/// A comment, which is no message.
const COMMENT: &[u8] = b":\n\n";

/// The messages of one request. Dropping it is what a disconnect comes to (CAN-3).
pub(super) struct Messages {
    pub(super) core: Arc<Core>,
    pub(super) connection: Connection,
    pub(super) outbox: Arc<Outbox>,
    pub(super) wake: Arc<Notify>,
    pub(super) keep_alive: Duration,
}

impl Drop for Messages {
    fn drop(&mut self) {
        self.outbox.abandon();
    }
}

impl Messages {
    /// The next message; `None` when there is none any more.
    async fn next(&self) -> Option<Outgoing> {
        loop {
            match self.outbox.take() {
                Next::Message(message) => return Some(message),
                Next::Done => return None,
                // Changes wait in their bounded queue until the client takes them (SUB-8).
                Next::Nothing if self.connection.deliver_next() => {}
                Next::Nothing => self.wake.notified().await,
            }
        }
    }

    /// Waits for the first message, and so knows in which form to answer.
    pub(super) async fn respond(self) -> Response<Body> {
        match self.next().await {
            Some(Outgoing::Answer(text, verdict)) => {
                let authorization = self.core.authorization.as_ref();
                answer::judged(text, &verdict, authorization)
            }
            Some(Outgoing::Before(text)) => stream(self, &text),
            // The server itself failed; the log has it.
            None => answer::empty(StatusCode::INTERNAL_SERVER_ERROR),
        }
    }
}

fn stream(messages: Messages, first: &str) -> Response<Body> {
    let state = State {
        messages,
        first: Some(event(first)),
    };
    let mut response = Response::new(Body::new(Events {
        step: Some(Box::pin(state.step())),
    }));
    let headers = response.headers_mut();
    let events = HeaderValue::from_static("text/event-stream");
    headers.insert(CONTENT_TYPE, events);
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    headers.insert(NO_BUFFERING, HeaderValue::from_static("no"));
    response
}

/// HTTP-23. JSON holds no raw line break.
fn event(json: &str) -> Bytes {
    format!("event: message\ndata: {json}\n\n").into()
}

struct State {
    messages: Messages,
    first: Option<Bytes>,
}

/// What comes next, and the state after it; no state after the last.
type Step = Pin<Box<dyn Future<Output = Option<(Bytes, Option<State>)>> + Send>>;

impl State {
    async fn step(mut self) -> Option<(Bytes, Option<Self>)> {
        if let Some(first) = self.first.take() {
            return Some((first, Some(self)));
        }
        let silent_until = Instant::now() + self.messages.keep_alive;
        match tokio::time::timeout_at(silent_until, self.messages.next()).await {
            Err(_) => Some((Bytes::from_static(COMMENT), Some(self))),
            Ok(None) => None,
            Ok(Some(Outgoing::Before(text))) => Some((event(&text), Some(self))),
            // Nothing follows the answer (HTTP-24).
            Ok(Some(Outgoing::Answer(text, _))) => Some((event(&text), None)),
        }
    }
}

/// The body of a stream of events.
struct Events {
    step: Option<Step>,
}

impl HttpBody for Events {
    type Data = Bytes;
    type Error = std::convert::Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        let Some(step) = &mut self.step else {
            return Poll::Ready(None);
        };
        let Poll::Ready(next) = step.as_mut().poll(cx) else {
            return Poll::Pending;
        };
        self.step = None;
        Poll::Ready(next.map(|(bytes, state)| {
            self.step = state.map(|state| Box::pin(state.step()) as Step);
            Ok(Frame::data(bytes))
        }))
    }

    fn is_end_stream(&self) -> bool {
        self.step.is_none()
    }
}
