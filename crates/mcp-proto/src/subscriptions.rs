//! Telling clients of changes to resources (11 §20).
//!
//! Every subscription has a bounded queue of its own; whoever serves the connection empties it.
//! So the application never waits for a client, and no client for another.

use std::collections::{HashSet, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

use crate::era::{SERVER_INFO, SUBSCRIPTION_ID};
use crate::id::RequestId;
use crate::json::Object;
use crate::jsonrpc;

/// Something that changed.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Change {
    Updated(Arc<str>),
    ListChanged,
}

/// Tells all subscriptions of changes. Cheap to clone; works from any thread.
#[derive(Clone)]
pub struct Notifier {
    hub: Arc<Hub>,
}

impl Notifier {
    pub(crate) fn of(hub: Arc<Hub>) -> Self {
        Self { hub }
    }

    /// The resource of a URI has changed. Whoever subscribed to exactly this URI is told.
    pub fn resource_updated(&self, uri: &str) {
        self.hub.tell(&Change::Updated(uri.into()));
    }

    /// Resources have come or gone.
    pub fn resource_list_changed(&self) {
        self.hub.tell(&Change::ListChanged);
    }
}

/// All open subscriptions of a server.
pub(crate) struct Hub {
    open: Mutex<Vec<Arc<Subscription>>>,
    most: usize,
    queue: usize,
}

impl Hub {
    pub(crate) fn new(most: usize, queue: usize) -> Self {
        Self {
            open: Mutex::new(Vec::new()),
            most,
            queue,
        }
    }

    /// Opens a subscription; `None` when there are too many (SUB-14).
    pub(crate) fn open(&self, wish: Wish, wake: Arc<Notify>) -> Option<Arc<Subscription>> {
        let mut open = self.all();
        let counted = open.iter().filter(|it| it.id.is_some()).count();
        if wish.id.is_some() && counted >= self.most {
            return None;
        }
        let subscription = Arc::new(Subscription {
            id: wish.id,
            wake,
            most: self.queue,
            state: Mutex::new(State {
                wants_list: wish.list_changed,
                uris: wish.uris,
                queue: VecDeque::new(),
                end: End::Open,
            }),
        });
        open.push(Arc::clone(&subscription));
        Some(subscription)
    }

    /// Ends all subscriptions, each once everything queued was sent (HTTP-29).
    #[cfg(feature = "http")]
    pub(crate) fn end_all(&self, reason: &'static str) {
        for subscription in self.all().iter() {
            subscription.end(reason);
        }
    }

    /// Forgets a subscription.
    pub(crate) fn close(&self, subscription: &Arc<Subscription>) {
        self.all().retain(|known| !Arc::ptr_eq(known, subscription));
    }

    fn tell(&self, change: &Change) {
        // One lock for all, so that changes arrive everywhere in the order of the calls (SUB-8).
        for subscription in self.all().iter() {
            subscription.offer(change);
        }
    }

    fn all(&self) -> MutexGuard<'_, Vec<Arc<Subscription>>> {
        // Nothing that is done under the lock can panic half way.
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What a new subscription is to deliver.
pub(crate) struct Wish {
    /// `None` for the one of a legacy connection, whose messages carry no id.
    pub(crate) id: Option<RequestId>,
    pub(crate) list_changed: bool,
    pub(crate) uris: HashSet<String>,
}

/// One open subscription.
pub(crate) struct Subscription {
    id: Option<RequestId>,
    wake: Arc<Notify>,
    most: usize,
    state: Mutex<State>,
}

struct State {
    wants_list: bool,
    uris: HashSet<String>,
    queue: VecDeque<Change>,
    end: End,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Open,
    /// By the server, once the queue is empty; why.
    Ending(&'static str),
    Over,
}

/// What is to be sent next for a subscription.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Delivery {
    /// A change.
    Change(String),
    /// The last two messages (SUB-10).
    End([String; 2]),
}

impl Subscription {
    pub(crate) fn id(&self) -> Option<&RequestId> {
        self.id.as_ref()
    }

    /// Queues a change that is subscribed to. A client that does not read loses the subscription.
    fn offer(&self, change: &Change) {
        let mut state = self.state();
        let wanted = match change {
            Change::Updated(uri) => state.uris.contains(&**uri),
            Change::ListChanged => state.wants_list,
        };
        // A change that waits to be told already need not be told twice.
        if !wanted || state.end != End::Open || state.queue.back() == Some(change) {
            return;
        }
        if state.queue.len() >= self.most {
            state.end = End::Ending("the subscription is not read");
        } else {
            state.queue.push_back(change.clone());
        }
        self.wake.notify_one();
    }

    /// Ends it once everything queued was sent.
    pub(crate) fn end(&self, reason: &'static str) {
        let mut state = self.state();
        if state.end == End::Open {
            state.end = End::Ending(reason);
            self.wake.notify_one();
        }
    }

    /// Ends it at once and without a word (SUB-11).
    pub(crate) fn drop_all(&self) {
        let mut state = self.state();
        state.end = End::Over;
        state.queue.clear();
    }

    /// Whether nothing more will be sent for it.
    pub(crate) fn is_over(&self) -> bool {
        self.state().end == End::Over
    }

    /// Subscribes to one more URI, or to one less; false when there are too many.
    #[cfg(feature = "legacy")]
    pub(crate) fn change_uris(&self, uri: &str, wanted: bool, most: usize) -> bool {
        let mut state = self.state();
        if !wanted {
            state.uris.remove(uri);
            return true;
        }
        state.uris.contains(uri) || (state.uris.len() < most && state.uris.insert(uri.to_owned()))
    }

    /// What is to be sent next.
    pub(crate) fn next(&self, server_info: &str) -> Option<Delivery> {
        let mut state = self.state();
        if let Some(change) = state.queue.pop_front() {
            return Some(Delivery::Change(self.message(&change)));
        }
        let End::Ending(reason) = state.end else {
            return None;
        };
        state.end = End::Over;
        let id = self.id.as_ref().map(RequestId::json)?;
        let params = self
            .tagged()
            .raw("requestId", &id)
            .text("reason", reason)
            .finish();
        let meta = Object::new()
            .raw(SUBSCRIPTION_ID, &id)
            .raw(SERVER_INFO, server_info);
        let result = Object::new()
            .text("resultType", "complete")
            .raw("_meta", &meta.finish());
        Some(Delivery::End([
            jsonrpc::notification("notifications/cancelled", &params),
            jsonrpc::success(&id, &result.finish()),
        ]))
    }

    fn message(&self, change: &Change) -> String {
        match change {
            Change::Updated(uri) => {
                let params = self.tagged().text("uri", uri).finish();
                jsonrpc::notification("notifications/resources/updated", &params)
            }
            Change::ListChanged => {
                let params = self.tagged().finish();
                jsonrpc::notification("notifications/resources/list_changed", &params)
            }
        }
    }

    /// Params that begin with the id of the subscription, if it has one (SUB-5).
    fn tagged(&self) -> Object {
        match &self.id {
            Some(id) => {
                let meta = Object::new().raw(SUBSCRIPTION_ID, &id.json()).finish();
                Object::new().raw("_meta", &meta)
            }
            None => Object::new(),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Nothing that is done under the lock can panic half way.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
