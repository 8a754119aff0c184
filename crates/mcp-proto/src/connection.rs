//! One client: which of its requests are in flight, and who answers them (11 §1, §2, §18).

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde_json::value::RawValue;
use tokio::sync::Notify;

use crate::dispatch::{self, Call};
use crate::era::Era;
use crate::exchange::{Exchange, Sink};
use crate::fault::RpcError;
use crate::id::RequestId;
use crate::json;
use crate::jsonrpc::{self, Dropped, Message, Notification, RawId, Request};
#[cfg(feature = "legacy")]
use crate::legacy;
use crate::outgoing::{Outgoing, Verdict};
#[cfg(feature = "http")]
use crate::params::Member;
use crate::peer::{Entry, Peer};
use crate::registry::{PromptEntry, ToolEntry};
#[cfg(feature = "routes")]
use crate::route::AppDispatcher;
use crate::server::{Core, McpServer};
use crate::stdio::Log;
use crate::subscriptions::{Delivery, Subscription};

/// A client of a server. Dropping it cancels what is in flight and closes its subscriptions
/// without a word.
pub struct Connection {
    shared: Arc<Shared>,
}

/// What a connection and its jobs know together.
pub(crate) struct Shared {
    pub(crate) core: Arc<Core>,
    #[cfg(feature = "routes")]
    pub(crate) dispatcher: AppDispatcher,
    pub(crate) log: Log,
    pub(crate) sink: Sink,
    pub(crate) peer: Arc<Peer>,
    flights: Mutex<HashMap<RequestId, Flight>>,
    subscriptions: Mutex<Vec<Arc<Subscription>>>,
    delivering: Mutex<()>,
    /// Told when a subscription has something to send.
    pub(crate) wake: Arc<Notify>,
    #[cfg(feature = "legacy")]
    pub(crate) legacy: legacy::State,
}

/// A modern request that was read and not answered yet.
enum Flight {
    Call(Arc<Exchange>),
    Listening(Arc<Subscription>),
}

/// When a request may run (STDIO-6, STDIO-7).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// At any time: it needs no handler.
    Free,
    /// When fewer than the most requests run.
    Slot,
    /// When everything before it is done, and nothing after it until it is done.
    Barrier,
}

/// A request that was read and is to be run.
pub struct Job {
    shared: Arc<Shared>,
    kind: Kind,
}

enum Kind {
    /// Answered with an error whatever else happens.
    Refused(Option<String>, RpcError),
    Modern(Box<Call>, Arc<Exchange>),
    #[cfg(feature = "legacy")]
    Legacy(Request),
}

impl Connection {
    pub(crate) fn new(
        server: &McpServer,
        log: Log,
        sink: Sink,
        peer: Peer,
        wake: Arc<Notify>,
    ) -> Self {
        Self {
            shared: Arc::new(Shared {
                core: Arc::clone(server.core()),
                #[cfg(feature = "routes")]
                dispatcher: server.dispatcher.clone(),
                log,
                sink,
                peer: Arc::new(peer),
                flights: Mutex::default(),
                subscriptions: Mutex::default(),
                delivering: Mutex::default(),
                wake,
                #[cfg(feature = "legacy")]
                legacy: legacy::State::default(),
            }),
        }
    }

    /// Takes one message, a line without its LF. A request becomes a [`Job`]; there is none for a
    /// blank line, a notification or a response (10 F-2, F-5, F-6).
    ///
    /// # Errors
    /// [`Dropped`] says why a broken message has no answer (10 F-3, F-4, F-13).
    pub fn receive(&self, message: &[u8]) -> Result<Option<Job>, Dropped> {
        Ok(match jsonrpc::read(message)? {
            Some(Message::Request(request)) => Some(self.job(request)),
            Some(Message::Notification(notification)) => {
                self.notified(&notification);
                None
            }
            Some(Message::Response) | None => None,
        })
    }

    /// What a request is to do. Its era was decided by who read it.
    pub(crate) fn job(&self, request: Request) -> Job {
        let kind = match request.era {
            Era::Modern => self.modern(&request),
            Era::Legacy => self.legacy(request),
        };
        Job {
            shared: Arc::clone(&self.shared),
            kind,
        }
    }

    fn modern(&self, request: &Request) -> Kind {
        let call = match dispatch::accept(&self.shared.core, &self.shared.peer, request) {
            Ok(call) => call,
            Err((id, error)) => return Kind::Refused(id.map(|id| id.json()), error),
        };
        let exchange = Arc::new(Exchange::new(Arc::clone(&self.shared.sink)));
        let mut flights = self.shared.flights();
        if flights.contains_key(&call.id) {
            // The first goes on (BASE-13).
            let error = RpcError::invalid_request("A request with this id is in flight");
            return Kind::Refused(Some(call.id.json()), error);
        }
        flights.insert(call.id.clone(), Flight::Call(Arc::clone(&exchange)));
        Kind::Modern(Box::new(call), exchange)
    }

    #[cfg(feature = "legacy")]
    fn legacy(&self, request: Request) -> Kind {
        if self.shared.core.options.legacy {
            Kind::Legacy(request)
        } else {
            self.refused_legacy(&request)
        }
    }

    #[cfg(not(feature = "legacy"))]
    fn legacy(&self, request: Request) -> Kind {
        self.refused_legacy(&request)
    }

    /// ERA-5: older revisions are not served.
    fn refused_legacy(&self, request: &Request) -> Kind {
        let id = match modern_id(&request.id) {
            Ok(id) => id.json(),
            Err(error) => return Kind::Refused(None, error),
        };
        let is_handshake = json::text(&request.method).as_deref() == Some("initialize");
        let error = if is_handshake {
            let requested = request
                .raw_params()
                .and_then(|params| json::members(params, ["protocolVersion"]))
                .and_then(|[version]| json::text(version?));
            RpcError::unsupported_version(requested.as_deref().unwrap_or_default())
        } else if self.shared.peer.is_http() {
            RpcError::header_mismatch(
                "MCP-Protocol-Version does not name a revision that is served",
            )
        } else {
            RpcError::invalid_params("params lacks the _meta of this revision")
        };
        Kind::Refused(Some(id), error)
    }

    /// CAN-1, CAN-2, ERA-6: of all notifications only a cancellation means something.
    fn notified(&self, notification: &Notification) {
        if notification.method.as_deref() != Some("notifications/cancelled") {
            return;
        }
        let id = notification
            .params
            .as_deref()
            .and_then(|params| json::members(params, ["requestId"]))
            .and_then(|[id]| RequestId::read(id?));
        let flight = id.and_then(|id| self.shared.flights().remove(&id));
        match flight {
            Some(Flight::Call(exchange)) => exchange.cancel(),
            Some(Flight::Listening(subscription)) => {
                self.shared.forget(&subscription);
                subscription.drop_all();
            }
            None => {}
        }
    }

    /// Sends what subscriptions have to send by now.
    pub fn deliver(&self) {
        self.shared.deliver();
    }

    /// Waits until a subscription may have something to send.
    pub async fn changed(&self) {
        self.shared.wake.notified().await;
    }

    /// Sends the next message of a subscription; false when there is none yet.
    #[cfg(feature = "http")]
    pub(crate) fn deliver_next(&self) -> bool {
        self.shared.deliver_next()
    }

    /// What is told when a subscription may have something to send.
    pub(crate) fn wake(&self) -> Arc<Notify> {
        Arc::clone(&self.shared.wake)
    }

    /// Closes all subscriptions with their last messages (SUB-10).
    pub fn close_subscriptions(&self, reason: &'static str) {
        for subscription in self.shared.subscriptions().iter() {
            subscription.end(reason);
        }
        self.shared.deliver();
    }

    /// Cancels everything that is in flight, subscriptions apart.
    pub fn cancel_all(&self) {
        for flight in self.shared.flights().values() {
            if let Flight::Call(exchange) = flight {
                exchange.cancel();
            }
        }
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.cancel_all();
        let subscriptions: Vec<_> = self.shared.subscriptions().drain(..).collect();
        for subscription in subscriptions {
            subscription.drop_all();
            self.shared.core.hub.close(&subscription);
        }
    }
}

impl Job {
    /// When it may run.
    pub fn place(&self) -> Place {
        match &self.kind {
            Kind::Refused(..) => Place::Free,
            Kind::Modern(call, _) if call.method.needs_handler() => Place::Slot,
            Kind::Modern(..) => Place::Free,
            #[cfg(feature = "legacy")]
            Kind::Legacy(_) => Place::Barrier,
        }
    }

    /// Whether code of the application runs, which may take its time.
    pub(crate) fn needs_handler(&self) -> bool {
        match &self.kind {
            Kind::Refused(..) => false,
            Kind::Modern(call, _) => call.method.needs_handler(),
            #[cfg(feature = "legacy")]
            Kind::Legacy(request) => legacy::needs_handler(request),
        }
    }

    /// Whether it is one of those that are counted (HTTP-28): it was not refused, and is no
    /// subscription.
    #[cfg(feature = "http")]
    pub(crate) fn counts(&self) -> bool {
        match &self.kind {
            Kind::Refused(..) => false,
            Kind::Modern(call, _) => !call.method.is_listen(),
            #[cfg(feature = "legacy")]
            Kind::Legacy(_) => true,
        }
    }

    /// Whether code runs that may hold its thread.
    #[cfg(feature = "http")]
    pub(crate) fn may_block(&self) -> bool {
        let request = match &self.kind {
            Kind::Modern(call, _) => return call.may_block,
            Kind::Legacy(request) => request,
            Kind::Refused(..) => return true,
        };
        let is_call = json::text(&request.method).as_deref() == Some("tools/call");
        let params = request.params.as_deref().filter(|_| is_call);
        let name = params.and_then(|params| params.text(Member::Name));
        let tool = name.and_then(|name| self.shared.tool(&name));
        tool.is_none_or(|tool| tool.may_block)
    }

    /// Answers that there are too many requests already (HTTP-28).
    #[cfg(feature = "http")]
    pub(crate) fn refuse_busy(self) {
        let id = match &self.kind {
            Kind::Refused(id, _) => id.clone(),
            Kind::Modern(call, _) => Some(call.id.json()),
            #[cfg(feature = "legacy")]
            Kind::Legacy(request) => Some(request.id.value().get().to_owned()),
        };
        (self.shared.sink)(Outgoing::error(id.as_deref(), &RpcError::busy()));
    }

    /// Whether the request was cancelled before it began: running it would do nothing.
    pub fn is_cancelled(&self) -> bool {
        matches!(&self.kind, Kind::Modern(_, exchange) if exchange.is_over())
    }

    /// Serves the request. Its messages are sent before this ends, the answer last.
    pub async fn run(self) {
        let shared = &self.shared;
        match self.kind {
            Kind::Refused(id, error) => {
                (shared.sink)(Outgoing::error(id.as_deref(), &error.refused()));
            }
            Kind::Modern(call, exchange) if !exchange.is_over() => {
                dispatch::run(shared, *call, &exchange).await;
            }
            Kind::Modern(..) => {}
            #[cfg(feature = "legacy")]
            Kind::Legacy(request) => legacy::run(shared, &request).await,
        }
    }
}

impl Shared {
    /// A tool that the client may know of.
    pub(crate) fn tool(&self, name: &str) -> Option<&ToolEntry> {
        let tool = self.core.registry.tool(name);
        tool.filter(|_| self.core.shows(&self.peer, Entry::Tool(name)))
    }

    /// A prompt that the client may know of.
    pub(crate) fn prompt(&self, name: &str) -> Option<&PromptEntry> {
        let prompt = self.core.registry.prompt(name);
        prompt.filter(|_| self.core.shows(&self.peer, Entry::Prompt(name)))
    }

    fn flights(&self) -> MutexGuard<'_, HashMap<RequestId, Flight>> {
        // Nothing that is done under the lock can panic half way.
        self.flights.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn subscriptions(&self) -> MutexGuard<'_, Vec<Arc<Subscription>>> {
        self.subscriptions
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Sends the answer of a modern request, unless it was cancelled or has one. Its id is free
    /// from then on.
    pub(crate) fn finish(
        &self,
        id: &RequestId,
        exchange: &Arc<Exchange>,
        answer: Result<String, RpcError>,
    ) {
        self.land(id, exchange);
        let id = id.json();
        exchange.answer(match answer {
            Ok(result) => Outgoing::Answer(jsonrpc::success(&id, &result), Verdict::Served),
            // Without the id (AUTH-9).
            Err(error) if matches!(error.verdict, Verdict::Forbidden(_)) => {
                Outgoing::error(None, &error)
            }
            Err(error) => Outgoing::error(Some(&id), &error),
        });
    }

    /// Takes a request out of flight. Its id may belong to another one by now.
    fn land(&self, id: &RequestId, exchange: &Arc<Exchange>) {
        let mut flights = self.flights();
        let is_own = matches!(flights.get(id), Some(Flight::Call(it)) if Arc::ptr_eq(it, exchange));
        if is_own {
            flights.remove(id);
        }
    }

    /// Opens a subscription in place of the request that asked for it: sends the acknowledgement
    /// and lets changes follow. Nothing happens if the request was cancelled meanwhile.
    pub(crate) fn listen(
        &self,
        id: &RequestId,
        exchange: &Arc<Exchange>,
        subscription: &Arc<Subscription>,
        acknowledgement: String,
    ) {
        {
            let mut flights = self.flights();
            if exchange.is_over() {
                drop(flights);
                self.core.hub.close(subscription);
                return;
            }
            let listening = Flight::Listening(Arc::clone(subscription));
            flights.insert(id.clone(), listening);
        }
        // Before it is known here nothing is delivered for it (SUB-3).
        (self.sink)(Outgoing::Before(acknowledgement));
        self.attach(subscription);
    }

    /// Lets the changes of a subscription be delivered.
    pub(crate) fn attach(&self, subscription: &Arc<Subscription>) {
        self.subscriptions().push(Arc::clone(subscription));
        self.wake.notify_one();
    }

    fn forget(&self, subscription: &Arc<Subscription>) {
        self.core.hub.close(subscription);
        self.subscriptions()
            .retain(|known| !Arc::ptr_eq(known, subscription));
    }

    fn deliver(&self) {
        // Held while sending, so that two threads do not change the order. The list is not: a
        // client that does not read must not hold up its own cancellations.
        let delivering = self.delivering.lock();
        let subscriptions = self.subscriptions().clone();
        for subscription in &subscriptions {
            while self.deliver_one(subscription) {}
            if subscription.is_over() {
                self.forget(subscription);
            }
        }
        drop(delivering);
    }

    /// Sends what a subscription has to send next; false when that is nothing.
    fn deliver_one(&self, subscription: &Subscription) -> bool {
        match subscription.next(&self.core.server_info) {
            None => return false,
            Some(Delivery::Change(message)) => (self.sink)(Outgoing::Before(message)),
            Some(Delivery::End([cancelled, result])) => {
                // Its id is free before the client can know that it ended.
                if let Some(id) = subscription.id() {
                    self.flights().remove(id);
                }
                (self.sink)(Outgoing::Before(cancelled));
                (self.sink)(Outgoing::Answer(result, Verdict::Served));
            }
        }
        true
    }

    /// Sends the next message of any subscription, for a client that takes them one by one.
    #[cfg(feature = "http")]
    pub(crate) fn deliver_next(&self) -> bool {
        let subscriptions = self.subscriptions().clone();
        subscriptions
            .iter()
            .any(|subscription| self.deliver_one(subscription))
    }

    #[cfg(feature = "legacy")]
    pub(crate) fn send(&self, message: Outgoing) {
        (self.sink)(message);
    }
}

/// A modern id, or why there is none.
pub(crate) fn modern_id(id: &RawId) -> Result<RequestId, RpcError> {
    RequestId::read(id.value())
        .ok_or_else(|| RpcError::invalid_request("The id is neither a string nor a whole number"))
}

/// Whether a member of params is there and no object.
pub(crate) fn is_not_object(value: &RawValue) -> bool {
    !value.get().starts_with('{')
}
