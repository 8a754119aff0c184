//! `prompts/get` (11 §13).

use std::sync::Arc;

use super::Call;
use super::rounds::{ask, context, failed, resume, told};
use crate::connection::{Shared, is_not_object};
use crate::context::CallContext;
use crate::era::Era;
use crate::erased::{Panicked, caught};
use crate::exchange::Exchange;
use crate::fault::RpcError;
use crate::json::{self, Object};
use crate::object::JsonObject;
use crate::params::{Member, Params};
use crate::prompt::{PromptArguments, PromptOutcome};
use crate::registry::PromptEntry;

/// Which prompt, with which arguments.
pub(crate) struct GetParams<'a> {
    pub(crate) entry: &'a PromptEntry,
    pub(crate) arguments: JsonObject,
    values: PromptArguments,
}

impl<'a> GetParams<'a> {
    /// PRM-2, PRM-3.
    pub(crate) fn read(shared: &'a Shared, params: &Params) -> Result<Self, RpcError> {
        let invalid = |text: String| Err(RpcError::invalid_params(text));
        let Some(name) = params.text(Member::Name) else {
            return invalid("name is not a string".to_owned());
        };
        let Some(entry) = shared.prompt(&name) else {
            return invalid(format!("Unknown prompt: {name}"));
        };
        let arguments = params.value(Member::Arguments);
        if arguments.is_some_and(is_not_object) {
            return invalid("arguments is not an object".to_owned());
        }
        let arguments = arguments.and_then(JsonObject::of).unwrap_or_default();
        let mut values = PromptArguments::default();
        for argument in &entry.arguments {
            match arguments.get(&argument.name).map(json::text) {
                Some(Some(value)) => {
                    values
                        .values
                        .push((argument.name.clone(), value.into_owned()));
                }
                Some(None) => return invalid(format!("{} is not a string", argument.name)),
                None if argument.required => {
                    return invalid(format!("{} is required", argument.name));
                }
                None => {}
            }
        }
        Ok(Self {
            entry,
            arguments,
            values,
        })
    }
}

pub(super) async fn serve(
    shared: &Arc<Shared>,
    call: Call,
    exchange: &Arc<Exchange>,
) -> Result<String, RpcError> {
    let asked = GetParams::read(shared, &call.params)?;
    let target = ("prompts/get", asked.entry.name.clone());
    let arguments = asked.arguments.clone();
    let mut cx = context(shared, exchange, Era::Modern, call.meta, target, arguments);
    resume(&mut cx, &call.params)?;
    match get_prompt(shared, &asked, &mut cx).await? {
        PromptOutcome::NeedInput(needed) => ask(shared, &cx, &needed),
        PromptOutcome::Done(result) => {
            let written = result.write(Object::new().text("resultType", "complete"));
            let meta = result.meta.with_server_info(&shared.core.server_info);
            Ok(written.raw("_meta", &meta).finish())
        }
    }
}

pub(crate) async fn get_prompt(
    shared: &Shared,
    asked: &GetParams<'_>,
    cx: &mut CallContext,
) -> Result<PromptOutcome, RpcError> {
    match caught(asked.entry.prompt.get(cx, &asked.values)).await {
        Err(Panicked) => Err(failed(shared, cx, "the prompt panicked")),
        Ok(Err(fault)) => Err(told(shared, cx, fault)),
        Ok(Ok(outcome)) => Ok(outcome),
    }
}
