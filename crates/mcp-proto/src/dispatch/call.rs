//! `tools/call` (11 §10.2, §10.3).

use std::sync::Arc;

use super::Call;
use super::rounds::{ask, context, failed, resume, told};
use crate::connection::Shared;
use crate::context::CallContext;
use crate::era::Era;
use crate::erased::{Panicked, caught};
use crate::exchange::Exchange;
use crate::fault::RpcError;
use crate::json::{self, Object, quoted};
use crate::object::JsonObject;
use crate::params::{Member, Params};
use crate::registry::ToolEntry;
use crate::schema::Schema;
use crate::tool::{ToolOutcome, ToolResult};

/// Which tool, with which arguments.
pub(crate) struct CallParams<'a> {
    pub(crate) entry: &'a ToolEntry,
    pub(crate) arguments: JsonObject,
}

impl<'a> CallParams<'a> {
    /// TOOL-10, TOOL-11.
    pub(crate) fn read(shared: &'a Shared, params: &Params) -> Result<Self, RpcError> {
        let Some(name) = params.text(Member::Name) else {
            return Err(RpcError::invalid_params("name is not a string"));
        };
        let Some(entry) = shared.tool(&name) else {
            return Err(RpcError::invalid_params(format!("Unknown tool: {name}")));
        };
        permitted(shared, entry)?;
        let arguments = match params.value(Member::Arguments) {
            None => JsonObject::default(),
            Some(arguments) => JsonObject::of(arguments)
                .ok_or_else(|| RpcError::invalid_params("arguments is not an object"))?,
        };
        Ok(Self { entry, arguments })
    }
}

/// AUTH-7: a principal needs the scopes of the tool.
pub(crate) fn permitted(shared: &Shared, entry: &ToolEntry) -> Result<(), RpcError> {
    let principal = shared.peer.principal.as_deref();
    match principal.and_then(|it| shared.core.lacking_scopes(it, &entry.scopes)) {
        Some(needed) => Err(RpcError::forbidden(needed)),
        None => Ok(()),
    }
}

pub(super) async fn serve(
    shared: &Arc<Shared>,
    call: Call,
    exchange: &Arc<Exchange>,
) -> Result<String, RpcError> {
    let CallParams { entry, arguments } = CallParams::read(shared, &call.params)?;
    let target = ("tools/call", entry.name.clone());
    let mut cx = context(shared, exchange, Era::Modern, call.meta, target, arguments);
    resume(&mut cx, &call.params)?;
    let missing = entry.requires.missing_in(&cx.meta.capabilities);
    if !missing.is_empty() {
        return Err(RpcError::missing(&missing));
    }
    match call_tool(shared, entry, &mut cx).await? {
        ToolOutcome::NeedInput(needed) => ask(shared, &cx, &needed),
        ToolOutcome::Done(result) => {
            let result = kept(shared, entry, &cx, result)?;
            let written = result.write(Object::new().text("resultType", "complete"), true);
            let meta = result
                .result_meta()
                .with_server_info(&shared.core.server_info);
            Ok(written.raw("_meta", &meta).finish())
        }
    }
}

/// Runs a tool, its arguments checked against its schema.
pub(crate) async fn call_tool(
    shared: &Shared,
    entry: &ToolEntry,
    cx: &mut CallContext,
) -> Result<ToolOutcome, RpcError> {
    let arguments = cx.arguments.clone();
    if shared.core.options.validate_input
        && let Err(reasons) = entry.input.judge(arguments.as_raw())
    {
        // The model must see this to correct itself (TOOL-13).
        let reasons: Vec<_> = reasons
            .iter()
            .map(|reason| format!("\n  {reason}"))
            .collect();
        let text = format!(
            "The arguments of {} do not fit its schema:{}",
            entry.name,
            reasons.concat()
        );
        return Ok(ToolResult::error(text).into());
    }
    match caught(entry.tool.call(cx, &arguments)).await {
        Err(Panicked) => Err(failed(shared, cx, "the tool panicked")),
        Ok(Err(fault)) => Err(told(shared, cx, fault)),
        Ok(Ok(outcome)) => Ok(outcome),
    }
}

/// A result as the tool promised it; an internal error if it is not.
pub(crate) fn kept(
    shared: &Shared,
    entry: &ToolEntry,
    cx: &CallContext,
    result: ToolResult,
) -> Result<ToolResult, RpcError> {
    match broken(entry.output.as_ref(), &result) {
        None => Ok(result),
        Some(cause) => Err(failed(shared, cx, &cause)),
    }
}

/// How a result breaks what the tool promised (TOOL-22).
fn broken(schema: Option<&Schema>, result: &ToolResult) -> Option<String> {
    let structured = match result.structured_json() {
        Some(Err(error)) => return Some(format!("the result is not JSON: {error}")),
        Some(Ok(json)) => Some(json),
        None => None,
    };
    if let Some(json) = structured
        && !result.is_checked()
        && let Err(fault) = json::parse(json)
    {
        return Some(format!("the result cannot be sent: {fault}"));
    }
    let schema = schema.filter(|_| !result.is_error())?;
    let Some(json) = structured else {
        return Some("the result lacks the structured content of its schema".to_owned());
    };
    let value = json::parse(json).ok()?;
    let reasons = schema.judge_own(value).err()?;
    let reasons: Vec<_> = reasons
        .iter()
        .map(|reason| quoted(&reason.to_string()))
        .collect();
    Some(format!(
        "the result breaks its schema: {}",
        reasons.join(", ")
    ))
}
