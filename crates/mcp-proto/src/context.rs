//! What a handler knows about its request, and what it can do meanwhile (REG-7).

use std::future::Future;
use std::sync::Arc;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;

use crate::capability::Capability;
use crate::era::Era;
use crate::exchange::Exchange;
use crate::fault::ToolFault;
use crate::input::{ElicitAction, Elicited, Input, InputAnswer};
use crate::json::Object;
use crate::jsonrpc;
use crate::meta::{LogLevel, RequestMeta};
use crate::object::JsonObject;
use crate::peer::{Peer, Principal};
#[cfg(feature = "routes")]
use crate::route::InProcess;
use crate::schema::{JsonSchema, Schema};
use crate::server::Core;
use crate::state::{self, Binding, SealedState};
#[cfg(feature = "routes")]
use crate::stdio::Log;
use crate::subscriptions::Notifier;

/// The request that a handler answers.
#[derive(Clone)]
pub struct CallContext {
    pub(crate) core: Arc<Core>,
    pub(crate) exchange: Arc<Exchange>,
    pub(crate) peer: Arc<Peer>,
    pub(crate) era: Era,
    pub(crate) meta: Arc<RequestMeta>,
    pub(crate) method: &'static str,
    /// The name of the tool or prompt, or the URI.
    pub(crate) name: Arc<str>,
    pub(crate) arguments: JsonObject,
    pub(crate) answers: JsonObject,
    pub(crate) state: Option<Box<RawValue>>,
    #[cfg(feature = "routes")]
    pub(crate) in_process: InProcess,
    #[cfg(feature = "routes")]
    pub(crate) log: Log,
}

impl CallContext {
    /// What the request says about itself.
    pub fn meta(&self) -> &RequestMeta {
        &self.meta
    }

    /// The era of the client. No behaviour should follow from it; answers fit both.
    pub fn era(&self) -> Era {
        self.era
    }

    /// The name of the tool or prompt that was called, or the URI that is read.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether the client can do something for this request.
    pub fn client_supports(&self, capability: Capability) -> bool {
        self.meta.capabilities.contains(capability)
    }

    /// On whose behalf the request comes, where the server verifies tokens (11 §24).
    pub fn principal(&self) -> Option<&Principal> {
        self.peer.principal.as_deref()
    }

    /// Tells of changes to resources.
    pub fn notifier(&self) -> Notifier {
        self.core.notifier()
    }

    /// Reads the client's answer under a key.
    ///
    /// # Errors
    /// It has the wrong shape: the client is told so (MRTR-9). Pass it on with `?`.
    pub fn input<T: InputAnswer>(&self, key: &str) -> Result<Input<T>, ToolFault> {
        match self.answers.get(key) {
            None => Ok(Input::Missing),
            Some(answer) => T::read(answer).map(Input::Given).ok_or_else(|| {
                ToolFault::invalid_params(format!("inputResponses.{key} has the wrong shape"))
            }),
        }
    }

    /// Reads the user's answer to a form. What was accepted and does not fit the schema is
    /// missing, so that the handler asks again (MRTR-11); `decline` and `cancel` are answers.
    ///
    /// # Errors
    /// It has the wrong shape, or the schema is none.
    pub fn form(&self, key: &str, schema: &JsonSchema) -> Result<Input<Elicited>, ToolFault> {
        let Input::Given(elicited) = self.input::<Elicited>(key)? else {
            return Ok(Input::Missing);
        };
        if elicited.action != ElicitAction::Accept {
            return Ok(Input::Given(elicited));
        }
        let schema = Schema::of(schema).map_err(|faults| ToolFault::new(faults.join("; ")))?;
        let empty = JsonObject::default();
        let content = elicited.content.as_ref().unwrap_or(&empty);
        Ok(match schema.judge(content.as_raw()) {
            Ok(()) => Input::Given(elicited),
            Err(_) => Input::Missing,
        })
    }

    /// The value that was sealed in the round before; `None` in the first one.
    ///
    /// # Errors
    /// The value is of another type.
    pub fn state<T: DeserializeOwned>(&self) -> Result<Option<T>, ToolFault> {
        let Some(state) = &self.state else {
            return Ok(None);
        };
        serde_json::from_str(state.get())
            .map(Some)
            .map_err(|error| ToolFault::new(format!("the request state: {error}")))
    }

    /// Seals a value for the next round: signed and bound to this request, not encrypted. Put no
    /// secrets in (MRTR-21).
    ///
    /// # Errors
    /// The value is not JSON, or the system has no randomness.
    pub fn seal(&self, value: &impl Serialize) -> Result<SealedState, ToolFault> {
        let value = serde_json::to_string(value)
            .map_err(|error| ToolFault::new(format!("the request state: {error}")))?;
        let lifetime = self.core.options.state_ttl;
        state::seal(&self.core.seal, self.binding(), lifetime, &value)
            .ok_or_else(|| ToolFault::new("the system has no randomness"))
    }

    /// The value of a state that this very request sealed.
    #[cfg(feature = "http")]
    pub(crate) fn opened(&self, sealed: &SealedState) -> Option<Box<RawValue>> {
        let sent = RawValue::from_string(crate::json::quoted(&sealed.0)).ok()?;
        state::open(&self.core.seal, self.binding(), &sent).ok()
    }

    fn binding(&self) -> Binding<'_> {
        Binding {
            method: self.method,
            name: &self.name,
            arguments: &self.arguments,
            subject: self.peer.subject(),
        }
    }

    /// Reports progress, if the client asked for it (PROG-1). A value that is not greater than
    /// the last one is dropped.
    pub async fn progress(&mut self, progress: f64, total: Option<f64>, message: Option<&str>) {
        let Some(token) = &self.meta.progress_token else {
            return;
        };
        let number = |number: f64| serde_json::Number::from_f64(number).map(|it| it.to_string());
        self.exchange.progress(progress, || {
            let params = Object::new()
                .raw("progressToken", &token.json())
                .raw_if("progress", number(progress).as_deref())
                .raw_if("total", total.and_then(number).as_deref())
                .text_if("message", message);
            jsonrpc::notification("notifications/progress", &params.finish())
        });
        self.peer.room().await;
    }

    /// Sends a log message to the client, if the server does so at all and the client asked for
    /// this level (LOG-1). Data that is not JSON is not sent.
    pub async fn log(&mut self, level: LogLevel, logger: Option<&str>, data: impl Serialize) {
        let options = &self.core.options;
        let wanted = self.meta.log_level.is_some_and(|least| level >= least);
        if !options.logging || !wanted {
            return;
        }
        let Ok(data) = serde_json::to_string(&data) else {
            return;
        };
        self.exchange.log(options.log_rate, || {
            let params = Object::new()
                .text("level", level.name())
                .text_if("logger", logger)
                .raw("data", &data);
            jsonrpc::notification("notifications/message", &params.finish())
        });
        self.peer.room().await;
    }

    /// Ends when the request was cancelled, or has taken too long.
    pub fn cancelled(&self) -> impl Future<Output = ()> + Send + 'static {
        self.exchange.token().clone().cancelled_owned()
    }

    /// Whether the request was cancelled, or has taken too long.
    pub fn is_cancelled(&self) -> bool {
        self.exchange.token().is_cancelled()
    }
}
