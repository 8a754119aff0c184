//! The context of a handler, with what came back from earlier rounds (MRTR-8, MRTR-22).

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::value::RawValue;

use crate::connection::Shared;
use crate::context::CallContext;
use crate::era::Era;
use crate::exchange::Exchange;
use crate::fault::{RpcError, ToolFault};
use crate::input::{InputRequired, Unsendable};
use crate::meta::RequestMeta;
use crate::object::JsonObject;
use crate::params::{Member, Params};
#[cfg(feature = "routes")]
use crate::route::InProcess;
use crate::state::{self, Binding};

/// A context without rounds before it.
pub(crate) fn context(
    shared: &Shared,
    exchange: &Arc<Exchange>,
    era: Era,
    meta: RequestMeta,
    (method, name): (&'static str, String),
    arguments: JsonObject,
) -> CallContext {
    CallContext {
        core: Arc::clone(&shared.core),
        exchange: Arc::clone(exchange),
        peer: Arc::clone(&shared.peer),
        era,
        meta: Arc::new(meta),
        method,
        name: name.into(),
        arguments,
        answers: JsonObject::default(),
        state: None,
        #[cfg(feature = "routes")]
        in_process: InProcess::outside(&shared.dispatcher),
        #[cfg(feature = "routes")]
        log: shared.log.clone(),
    }
}

/// Takes answers and state of earlier rounds into a context. Both are hostile until verified.
pub(super) fn resume(cx: &mut CallContext, params: &Params) -> Result<(), RpcError> {
    if let Some(answers) = params.value(Member::InputResponses) {
        let values: Option<BTreeMap<String, &RawValue>> = serde_json::from_str(answers.get()).ok();
        let objects = values.filter(|values| {
            let mut values = values.values();
            values.all(|value| value.get().starts_with('{'))
        });
        match JsonObject::of(answers) {
            Some(answers) if objects.is_some() => cx.answers = answers,
            _ => {
                return Err(RpcError::invalid_params(
                    "inputResponses is not an object of objects",
                ));
            }
        }
    }
    if let Some(sent) = params.value(Member::RequestState) {
        let binding = Binding {
            method: cx.method,
            name: &cx.name,
            arguments: &cx.arguments,
            subject: cx.peer.subject(),
        };
        cx.state = Some(state::open(&cx.core.seal, binding, sent)?);
    }
    Ok(())
}

/// The result that asks the client for something.
pub(super) fn ask(
    shared: &Shared,
    cx: &CallContext,
    needed: &InputRequired,
) -> Result<String, RpcError> {
    let declared = &cx.meta.capabilities;
    match needed.json(declared, &shared.core.server_info) {
        Ok(result) => Ok(result),
        Err(Unsendable::Missing(missing)) => Err(RpcError::missing(&missing)),
        Err(Unsendable::Fault(cause)) => Err(failed(shared, cx, &cause)),
    }
}

/// An internal error: its cause goes to the log, never to the client (ERR-4).
pub(super) fn failed(shared: &Shared, cx: &CallContext, cause: &str) -> RpcError {
    shared
        .log
        .line(&format!("{} {}: {cause}", cx.method, cx.name));
    RpcError::internal()
}

/// What a fault of a handler becomes.
pub(super) fn told(shared: &Shared, cx: &CallContext, fault: ToolFault) -> RpcError {
    fault
        .told()
        .unwrap_or_else(|cause| failed(shared, cx, &cause))
}
