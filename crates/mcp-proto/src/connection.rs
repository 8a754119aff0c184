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
    pub(crate) log: Log,
    pub(crate) sink: Sink,
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
    pub(crate) fn new(server: McpServer, log: Log, sink: Sink) -> Self {
        Self {
            shared: Arc::new(Shared {
                core: Arc::clone(server.core()),
                log,
                sink,
                flights: Mutex::default(),
                subscriptions: Mutex::default(),
                delivering: Mutex::default(),
                wake: Arc::default(),
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

    fn job(&self, request: Request) -> Job {
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
        let call = match dispatch::accept(&self.shared.core, request) {
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
            refused_legacy(&request)
        }
    }

    #[cfg(not(feature = "legacy"))]
    #[allow(
        clippy::unused_self,
        reason = "with the feature it looks at the options"
    )]
    fn legacy(&self, request: Request) -> Kind {
        refused_legacy(&request)
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

/// ERA-5: older revisions are not served.
fn refused_legacy(request: &Request) -> Kind {
    let id = RequestId::read(request.id.value()).map(|id| id.json());
    let is_handshake = json::text(&request.method).as_deref() == Some("initialize");
    let error = if is_handshake {
        let requested = request
            .params
            .as_deref()
            .and_then(|params| json::members(params, ["protocolVersion"]))
            .and_then(|[version]| json::text(version?));
        RpcError::unsupported_version(requested.as_deref().unwrap_or_default())
    } else {
        RpcError::invalid_params("params lacks the _meta of this revision")
    };
    Kind::Refused(id, error)
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

    /// Whether the request was cancelled before it began: running it would do nothing.
    pub fn is_cancelled(&self) -> bool {
        matches!(&self.kind, Kind::Modern(_, exchange) if exchange.is_over())
    }

    /// Serves the request. Its messages are sent before this ends, the answer last.
    pub async fn run(self) {
        let shared = &self.shared;
        match self.kind {
            Kind::Refused(id, error) => {
                let data = error.data.as_deref();
                let id = id.as_deref();
                (shared.sink)(jsonrpc::failure(id, error.code, &error.message, data));
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
            Ok(result) => jsonrpc::success(&id, &result),
            Err(error) => {
                let data = error.data.as_deref();
                jsonrpc::failure(Some(&id), error.code, &error.message, data)
            }
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
        (self.sink)(acknowledgement);
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
            while let Some(delivery) = subscription.next(&self.core.server_info) {
                match delivery {
                    Delivery::Change(message) => (self.sink)(message),
                    Delivery::End(messages) => {
                        // Its id is free before the client can know that it ended.
                        if let Some(id) = subscription.id() {
                            self.flights().remove(id);
                        }
                        messages
                            .into_iter()
                            .for_each(|message| (self.sink)(message));
                    }
                }
            }
            if subscription.is_over() {
                self.forget(subscription);
            }
        }
        drop(delivering);
    }

    /// The error of a request whose id cannot be used is told without it (BASE-6).
    #[cfg(feature = "legacy")]
    pub(crate) fn send(&self, message: String) {
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
