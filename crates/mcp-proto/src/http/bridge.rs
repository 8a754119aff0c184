//! Older clients are asked for input by requests of the server (LEG-20…22): the one place where
//! the server sends requests, off unless asked for.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde_json::value::RawValue;
use tokio::sync::oneshot;

use crate::capability::{Capability, ClientCapabilities};
use crate::connection::Shared;
use crate::erased::until;
use crate::input::InputRequired;
use crate::json::{self, Object, quoted};
use crate::object::JsonObject;
use crate::outgoing::Outgoing;
use crate::seal::hex;

/// How long a client may take for an answer.
const PATIENCE: Duration = Duration::from_secs(5 * 60);

/// How often a handler may ask for one request.
pub(crate) const MOST_ROUNDS: usize = 8;

/// The requests of the server that are not answered yet, of all clients.
#[derive(Default)]
pub(crate) struct Bridge {
    waiting: Mutex<HashMap<String, Waiting>>,
}

struct Waiting {
    /// Nobody else may answer.
    subject: Option<String>,
    /// The result; `None` for an error.
    answer: oneshot::Sender<Option<Box<RawValue>>>,
}

impl Bridge {
    /// What every older client is taken to be able to do (LEG-21): there is no handshake kept.
    pub(crate) fn assumed() -> ClientCapabilities {
        ClientCapabilities::none()
            .with(Capability::ElicitationForm)
            .with(Capability::Sampling)
            .with(Capability::Roots)
    }

    /// Takes a posted response; false when it answers nothing.
    pub(super) fn answered(&self, body: &[u8], subject: Option<&str>) -> bool {
        let members = std::str::from_utf8(body).ok().and_then(|text| {
            let value = json::parse(text.trim_matches(crate::jsonrpc::is_white_space)).ok()?;
            json::members(value, ["id", "result", "error"])
        });
        let Some([Some(id), result, error]) = members else {
            return false;
        };
        let Some(id) = json::text(id) else {
            return false;
        };
        if result.is_some() == error.is_some() {
            return false;
        }
        let mut waiting = self.waiting();
        let is_own = waiting
            .get(&*id)
            .is_some_and(|waiting| waiting.subject.as_deref() == subject);
        let Some(waiting) = is_own.then(|| waiting.remove(&*id)).flatten() else {
            return false;
        };
        let result = result.filter(|it| it.get().starts_with('{'));
        // Who waited may have gone this very moment.
        let _ = waiting.answer.send(result.map(RawValue::to_owned));
        true
    }

    fn waiting(&self) -> MutexGuard<'_, HashMap<String, Waiting>> {
        // Nothing that is done under the lock can panic half way.
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Removes a question that nobody waits for any more.
struct Asked<'a> {
    bridge: &'a Bridge,
    id: String,
}

impl Drop for Asked<'_> {
    fn drop(&mut self) {
        self.bridge.waiting().remove(&self.id);
    }
}

/// Asks the client for all that is needed, one after the other, in order.
///
/// Gives the answers by key. `Err` names the method that was not answered with a result.
pub(crate) async fn ask(
    shared: &Shared,
    bridge: &Arc<Bridge>,
    needed: &InputRequired,
) -> Result<JsonObject, String> {
    let mut responses = Object::new();
    for (key, method, params) in needed.questions(&Bridge::assumed())? {
        match ask_one(shared, bridge, method, &params).await {
            Some(result) => responses = responses.raw(&key, result.get()),
            None => return Err(method.to_owned()),
        }
    }
    let responses = RawValue::from_string(responses.finish()).unwrap_or_default();
    Ok(JsonObject::of(&responses).unwrap_or_default())
}

async fn ask_one(
    shared: &Shared,
    bridge: &Arc<Bridge>,
    method: &str,
    params: &str,
) -> Option<Box<RawValue>> {
    let outbox = &shared.peer.http.as_ref()?.outbox;
    let id = fresh_id()?;
    let (sender, receiver) = oneshot::channel();
    let waiting = Waiting {
        subject: shared.peer.subject().map(ToOwned::to_owned),
        answer: sender,
    };
    bridge.waiting().insert(id.clone(), waiting);
    let asked = Asked { bridge, id };
    let request = Object::new()
        .text("jsonrpc", "2.0")
        .raw("id", &quoted(&asked.id))
        .text("method", method)
        .raw("params", params);
    shared.send(Outgoing::Before(request.finish()));
    let answered = tokio::time::timeout(PATIENCE, receiver);
    match until(answered, outbox.gone()).await {
        Some(Ok(Ok(result))) => result,
        _ => None,
    }
}

/// A random UUID (version 4); `None` when the system has no randomness.
fn fresh_id() -> Option<String> {
    let mut bytes = [0_u8; 16];
    getrandom::fill(&mut bytes).ok()?;
    bytes[6] = bytes[6] & 0x0f | 0x40;
    bytes[8] = bytes[8] & 0x3f | 0x80;
    let parts = [
        &bytes[..4],
        &bytes[4..6],
        &bytes[6..8],
        &bytes[8..10],
        &bytes[10..],
    ];
    Some(parts.map(hex).join("-"))
}

#[cfg(test)]
mod tests {
    use tokio::sync::Notify;

    use super::*;
    use crate::connection::Connection;
    use crate::context::CallContext;
    use crate::fault::ToolFault;
    use crate::http::HttpPeer;
    use crate::http::outbox::{Next, Outbox};
    use crate::input::InputRequest;
    use crate::jsonrpc::{self, Message};
    use crate::peer::Peer;
    use crate::schema::JsonSchema;
    use crate::server::McpServer;
    use crate::stdio::Log;
    use crate::tool::{Tool, ToolOutcome};

    struct Asks;

    impl Tool for Asks {
        fn description(&self) -> &str {
            "Asks"
        }

        async fn call(
            &self,
            _: &mut CallContext,
            _: &JsonObject,
        ) -> Result<ToolOutcome, ToolFault> {
            let form = InputRequest::form("?", JsonSchema::object().bool("x", "whether"));
            Ok(InputRequired::new().ask("x", form).into())
        }
    }

    // On a clock that jumps to where something happens.
    #[test]
    fn leg21_a_client_that_does_not_answer_is_waited_for_five_minutes() {
        let server = McpServer::builder("test", "1")
            .tool("ask", Asks)
            .build()
            .unwrap();
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_time()
            .start_paused(true)
            .build();
        runtime.unwrap().block_on(async {
            let wake = Arc::new(Notify::new());
            let outbox = Arc::new(Outbox::new(Arc::clone(&wake)));
            let bridge = Arc::new(Bridge::default());
            let peer = Peer {
                http: Some(HttpPeer {
                    outbox: Arc::clone(&outbox),
                    bridge: Some(Arc::clone(&bridge)),
                }),
                ..Peer::default()
            };
            let sink = {
                let outbox = Arc::clone(&outbox);
                Arc::new(move |message: Outgoing| outbox.push(message))
            };
            let connection = Connection::new(&server, Log::default(), sink, peer, wake);
            let message =
                br#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"ask"}}"#;
            let Ok(Some(Message::Request(request))) = jsonrpc::read(message) else {
                panic!("it is a request");
            };
            let began = tokio::time::Instant::now();
            connection.job(request).run().await;
            assert_eq!(began.elapsed().as_secs(), 300);
            let mut sent = std::iter::from_fn(|| match outbox.take() {
                Next::Message(message) => Some(message.into_text()),
                _ => None,
            });
            assert!(sent.next().unwrap().contains("elicitation/create"));
            let answer = sent.next().unwrap();
            assert!(answer.contains("elicitation/create"), "{answer}");
            assert!(answer.contains(r#""isError":true"#), "{answer}");
            // Nobody waits any more.
            assert!(bridge.waiting().is_empty());
        });
    }
}
