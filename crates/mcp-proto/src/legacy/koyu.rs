//! The profile of chapter 10 (10 §2–§7). It keeps no state, echoes any id and any revision, and
//! sends nothing but answers.

use std::sync::Arc;

use serde_json::value::RawValue;

use super::shown;
use crate::connection::Shared;
use crate::dispatch::{call_tool, context, permitted};
use crate::era::Era;
use crate::exchange::Exchange;
use crate::fault::{INVALID_PARAMS, METHOD_NOT_FOUND, RpcError};
use crate::json::{self, Object};
use crate::jsonrpc::{self, Request};
use crate::meta::RequestMeta;
use crate::object::JsonObject;
use crate::peer::Entry;
use crate::server::Core;
use crate::tool::{ToolOutcome, ToolResult};

/// The revision named to a client that names none.
const DEFAULT_VERSION: &str = "\"2025-06-18\"";

/// The line that answers a request; an error when the token does not allow it (AUTH-7).
pub(super) async fn answer(shared: &Shared, request: &Request) -> Result<String, RpcError> {
    let id = request.id.value().get();
    let params = request.raw_params();
    Ok(match json::text(&request.method).as_deref() {
        Some("initialize") => jsonrpc::success(id, &initialize(&shared.core, params)),
        Some("ping") => jsonrpc::success(id, "{}"),
        Some("tools/list") => jsonrpc::success(id, &tools_list(shared)),
        Some("tools/call") => tools_call(shared, id, params).await?,
        Some("resources/list") => jsonrpc::success(id, r#"{"resources":[]}"#),
        Some("prompts/list") => jsonrpc::success(id, r#"{"prompts":[]}"#),
        _ => {
            let message = format!("Unsupported method: {}", shown(Some(&request.method)));
            jsonrpc::failure(Some(id), METHOD_NOT_FOUND, &message, None)
        }
    })
}

/// 10 §3: no negotiation; the version asked for comes back, whatever it is.
fn initialize(core: &Core, params: Option<&RawValue>) -> String {
    let asked = params
        .and_then(|params| json::members(params, ["protocolVersion"]))
        .and_then(|[version]| version)
        .filter(|version| !json::is_null(version));
    let version = asked.map_or_else(|| DEFAULT_VERSION.to_owned(), json::compact);
    let info = Object::new()
        .text("name", &core.identity.name)
        .text("version", &core.identity.version);
    Object::new()
        .raw("protocolVersion", &version)
        .raw("capabilities", r#"{"tools":{}}"#)
        .raw("serverInfo", &info.finish())
        .text_if("instructions", core.options.instructions.as_deref())
        .finish()
}

/// 10 §4: all of them; a cursor is not looked at.
fn tools_list(shared: &Shared) -> String {
    let tools = shared.core.registry.tools.iter();
    let shown = tools.filter(|it| shared.core.shows(&shared.peer, Entry::Tool(&it.name)));
    let entries = shown.map(|entry| &entry.listed_bare);
    Object::new().raw("tools", &json::list(entries)).finish()
}

/// 10 §5. The name is looked up before anything else.
async fn tools_call(
    shared: &Shared,
    id: &str,
    params: Option<&RawValue>,
) -> Result<String, RpcError> {
    let [name, arguments] = params
        .and_then(|params| json::members(params, ["name", "arguments"]))
        .unwrap_or_default();
    let wanted = name.and_then(json::text);
    let Some(entry) = wanted.and_then(|name| shared.tool(&name)) else {
        let message = format!("Unknown tool: {}", shown(name));
        return Ok(jsonrpc::failure(Some(id), INVALID_PARAMS, &message, None));
    };
    permitted(shared, entry)?;
    let arguments = arguments.and_then(JsonObject::of).unwrap_or_default();
    let target = ("tools/call", entry.name.clone());
    // Without a token for progress and a level for logs nothing but the answer is sent.
    let meta = RequestMeta::default();
    let exchange = Arc::new(Exchange::new(Arc::new(|_| {})));
    let mut cx = context(shared, &exchange, Era::Legacy, meta, target, arguments);
    let result = match call_tool(shared, entry, &mut cx).await {
        Ok(ToolOutcome::Done(result)) => result,
        Ok(ToolOutcome::NeedInput(_)) => ToolResult::error("This client cannot be asked for input"),
        // No error of the protocol is sent for what happens inside a tool (10 §7).
        Err(_) => ToolResult::error(format!(
            "An internal error occurred in the tool {}",
            entry.name
        )),
    };
    let result = result.write(Object::new(), false).finish();
    Ok(jsonrpc::success(id, &result))
}
