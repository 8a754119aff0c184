//! The revisions up to 2025-11-25 with everything that is registered (LEG-4…13, LEG-23, LEG-24).

use std::collections::HashSet;
use std::sync::{Arc, PoisonError};

use serde_json::value::RawValue;

use crate::connection::{Shared, is_not_object, modern_id};
use crate::dispatch::{
    CallParams, GetParams, List, call_tool, completion, context, get_prompt, kept, list,
    read_resource, resource_uri,
};
use crate::era::{Era, LEGACY_REVISIONS};
use crate::exchange::Exchange;
use crate::fault::RpcError;
use crate::id::RequestId;
use crate::json::{self, Object};
use crate::jsonrpc::{self, Request};
use crate::meta::{LogLevel, RequestMeta};
use crate::object::JsonObject;
use crate::prompt::PromptOutcome;
use crate::registry::text_member;
use crate::resource::ResourceOutcome;
use crate::server::Core;
use crate::subscriptions::Wish;
use crate::tool::{ToolOutcome, ToolResult};

/// The revision offered to a client that asks for one nobody knows.
const NEWEST: &str = "2025-11-25";

/// The code of the older revisions for a resource that is not there (LEG-8).
const RESOURCE_NOT_FOUND: i64 = -32002;

/// How many URIs one connection may subscribe to.
const MOST_URIS: usize = 65_536;

/// What is told to a client that would have to be asked for something (LEG-13).
const CANNOT_ASK: &str = "This needs input that this client cannot be asked for";

pub(super) async fn run(shared: &Arc<Shared>, request: &Request) {
    let id = match modern_id(&request.id) {
        Ok(_) if !request.is_version_2 || json::text(&request.method).is_none() => {
            let error = RpcError::invalid_request("jsonrpc is not \"2.0\", or method no string");
            return send(shared, None, Err(error));
        }
        Ok(id) => id,
        Err(error) => return send(shared, None, Err(error)),
    };
    let method = json::text(&request.method).unwrap_or_default();
    let answer = answer(shared, &method, request.params.as_deref()).await;
    send(shared, Some(&id), answer);
}

fn send(shared: &Shared, id: Option<&RequestId>, answer: Result<String, RpcError>) {
    let id = id.map(RequestId::json);
    shared.send(match (id.as_deref(), answer) {
        (Some(id), Ok(result)) => jsonrpc::success(id, &result),
        (None, Ok(_)) => return,
        (id, Err(error)) => jsonrpc::failure(id, error.code, &error.message, error.data.as_deref()),
    });
}

/// The result of a method.
async fn answer(
    shared: &Arc<Shared>,
    method: &str,
    params: Option<&RawValue>,
) -> Result<String, RpcError> {
    let core = &shared.core;
    let empty = JsonObject::default();
    let meta = RequestMeta::of_legacy(params, level(shared));
    // Whatever is no object counts as an empty one (LEG-24).
    let params = params
        .filter(|it| !is_not_object(it))
        .unwrap_or(empty.as_raw());
    let unknown = || Err(RpcError::method_not_found(method));
    match method {
        "initialize" => Ok(initialize(core, params)),
        "ping" => Ok("{}".to_owned()),
        "tools/call" if core.offers_tools() => tools_call(shared, params, meta).await,
        "resources/read" if core.offers_resources() => read(shared, params, meta).await,
        "prompts/get" if core.offers_prompts() => get(shared, params, meta).await,
        "completion/complete" if core.offers_completions() => {
            let completion = completion(shared, params)?;
            Ok(Object::new().raw("completion", &completion).finish())
        }
        "logging/setLevel" if core.options.logging => set_level(shared, params),
        "resources/subscribe" if core.offers_resources() => subscribe(shared, params, true),
        "resources/unsubscribe" if core.offers_resources() => subscribe(shared, params, false),
        other => match List::of(other) {
            Some(what) if what.is_offered(core) => list(core, what, Era::Legacy, params),
            _ => unknown(),
        },
    }
}

/// LEG-5.
fn initialize(core: &Core, params: &RawValue) -> String {
    let asked = text_member(params, "protocolVersion");
    let known = asked.as_deref().filter(|it| LEGACY_REVISIONS.contains(it));
    Object::new()
        .text("protocolVersion", known.unwrap_or(NEWEST))
        .raw("capabilities", &core.capabilities())
        .raw("serverInfo", &core.server_info)
        .text_if("instructions", core.options.instructions.as_deref())
        .finish()
}

async fn tools_call(
    shared: &Arc<Shared>,
    params: &RawValue,
    meta: RequestMeta,
) -> Result<String, RpcError> {
    let CallParams { entry, arguments } = CallParams::read(shared, params)?;
    let target = ("tools/call", entry.name.clone());
    let exchange = exchange(shared);
    let mut cx = context(shared, &exchange, Era::Legacy, meta, target, arguments);
    let result = match call_tool(shared, entry, &mut cx).await? {
        ToolOutcome::Done(result) => kept(shared, entry, &cx, result)?,
        ToolOutcome::NeedInput(_) => ToolResult::error(CANNOT_ASK),
    };
    // Only objects are structured content there (LEG-7).
    let is_object = matches!(result.structured_json(), Some(Ok(json)) if json.starts_with('{'));
    Ok(result
        .write(Object::new(), is_object)
        .raw_if("_meta", result.result_meta().json().as_deref())
        .finish())
}

async fn read(
    shared: &Arc<Shared>,
    params: &RawValue,
    meta: RequestMeta,
) -> Result<String, RpcError> {
    let uri = resource_uri(params)?;
    let target = ("resources/read", uri);
    let exchange = exchange(shared);
    let none = JsonObject::default();
    let mut cx = context(shared, &exchange, Era::Legacy, meta, target, none);
    match read_resource(shared, &mut cx).await? {
        ResourceOutcome::NotFound => Err(RpcError {
            code: RESOURCE_NOT_FOUND,
            ..RpcError::no_resource(cx.name())
        }),
        ResourceOutcome::NeedInput(_) => Err(cannot_ask()),
        ResourceOutcome::Contents(read) => {
            let contents = read.contents.iter().map(|it| it.json(cx.name()));
            Ok(Object::new()
                .raw("contents", &json::list(contents))
                .raw_if("_meta", read.meta.json().as_deref())
                .finish())
        }
    }
}

async fn get(
    shared: &Arc<Shared>,
    params: &RawValue,
    meta: RequestMeta,
) -> Result<String, RpcError> {
    let asked = GetParams::read(shared, params)?;
    let target = ("prompts/get", asked.entry.name.clone());
    let exchange = exchange(shared);
    let arguments = asked.arguments.clone();
    let mut cx = context(shared, &exchange, Era::Legacy, meta, target, arguments);
    match get_prompt(shared, &asked, &mut cx).await? {
        PromptOutcome::Done(result) => Ok(result
            .write(Object::new())
            .raw_if("_meta", result.meta.json().as_deref())
            .finish()),
        PromptOutcome::NeedInput(_) => Err(cannot_ask()),
    }
}

fn cannot_ask() -> RpcError {
    RpcError {
        message: CANNOT_ASK.to_owned(),
        ..RpcError::internal()
    }
}

/// Progress and log messages go to the client; a cancellation never comes (CAN-2).
fn exchange(shared: &Shared) -> Arc<Exchange> {
    Arc::new(Exchange::new(Arc::clone(&shared.sink)))
}

fn level(shared: &Shared) -> Option<LogLevel> {
    let level = shared.legacy.level.lock();
    *level.unwrap_or_else(PoisonError::into_inner)
}

/// LEG-9.
fn set_level(shared: &Shared, params: &RawValue) -> Result<String, RpcError> {
    let [level] = json::members(params, ["level"]).unwrap_or_default();
    let Some(level) = level.and_then(LogLevel::read) else {
        return Err(RpcError::invalid_params("level is no log level"));
    };
    let mut kept = shared
        .legacy
        .level
        .lock()
        .unwrap_or_else(PoisonError::into_inner);
    *kept = Some(level);
    Ok("{}".to_owned())
}

/// LEG-10. From the first subscription on the client is told of changes to the list too.
fn subscribe(shared: &Arc<Shared>, params: &RawValue, wanted: bool) -> Result<String, RpcError> {
    let uri = resource_uri(params)?;
    let done = Ok("{}".to_owned());
    let mut kept = shared
        .legacy
        .subscription
        .lock()
        .unwrap_or_else(PoisonError::into_inner);
    let subscription = match (&*kept, wanted) {
        (Some(subscription), _) if !subscription.is_over() => Arc::clone(subscription),
        (_, false) => return done,
        (_, true) => {
            let wish = Wish {
                id: None,
                list_changed: true,
                uris: HashSet::new(),
            };
            let opened = shared.core.hub.open(wish, Arc::clone(&shared.wake));
            let Some(subscription) = opened else {
                return Err(RpcError::internal());
            };
            shared.attach(&subscription);
            *kept = Some(Arc::clone(&subscription));
            subscription
        }
    };
    if subscription.change_uris(&uri, wanted, MOST_URIS) {
        done
    } else {
        shared.log.line("a client subscribes to too many resources");
        Err(RpcError::internal())
    }
}
