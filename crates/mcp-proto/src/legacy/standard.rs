//! The revisions up to 2025-11-25 with everything that is registered (LEG-4…13, LEG-23, LEG-24).

use std::collections::HashSet;
use std::sync::{Arc, PoisonError};

use serde_json::value::RawValue;

use super::rounds::{self, Rounds};
use super::shown;
use crate::connection::{Shared, is_not_object, modern_id};
use crate::dispatch::{
    CallParams, GetParams, List, call_tool, completion, context, get_prompt, kept, list,
    read_resource, resource_uri,
};
use crate::era::{Era, LEGACY_REVISIONS};
use crate::exchange::Exchange;
use crate::fault::{METHOD_NOT_FOUND, RpcError};
use crate::id::RequestId;
use crate::json::{self, Object};
use crate::jsonrpc::{self, Request};
use crate::meta::{LogLevel, RequestMeta};
use crate::object::JsonObject;
use crate::outgoing::{Outgoing, Verdict};
use crate::params::{Member, Params};
use crate::prompt::PromptOutcome;
use crate::registry::text_member;
use crate::resource::ResourceOutcome;
use crate::subscriptions::Wish;
use crate::tool::{ToolOutcome, ToolResult};

/// The revision offered to a client that asks for one nobody knows.
const NEWEST: &str = "2025-11-25";

/// The code of the older revisions for a resource that is not there (LEG-8).
const RESOURCE_NOT_FOUND: i64 = -32002;

/// How many URIs one connection may subscribe to.
const MOST_URIS: usize = 65_536;

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
    let answer = answer(shared, &method, request.params.as_ref()).await;
    send(shared, Some(&id), answer);
}

fn send(shared: &Shared, id: Option<&RequestId>, answer: Result<String, RpcError>) {
    let id = id.map(RequestId::json);
    shared.send(match (id.as_deref(), answer) {
        (Some(id), Ok(result)) => Outgoing::Answer(jsonrpc::success(id, &result), Verdict::Served),
        (None, Ok(_)) => return,
        (Some(id), Err(error)) if !matches!(error.verdict, Verdict::Forbidden(_)) => {
            // A message that is well-formed is served, whatever the error (LEG-3).
            Outgoing::error(Some(id), &error.served())
        }
        (_, Err(error)) => Outgoing::error(None, &error),
    });
}

/// The result of a method.
async fn answer(
    shared: &Arc<Shared>,
    method: &str,
    params: Option<&Arc<Params>>,
) -> Result<String, RpcError> {
    let core = &shared.core;
    let mut meta = RequestMeta::of_legacy(params, level(shared));
    meta.capabilities = rounds::assumed(shared);
    // Whatever is no object counts as an empty one (LEG-24).
    let empty = Arc::new(Params::default());
    let params = params.filter(|it| !is_not_object(it)).unwrap_or(&empty);
    // In the words of 10 §6, where 11 §26 has none of its own.
    let unknown = || {
        let text = format!("Unsupported method: {method}");
        Err(RpcError::new(METHOD_NOT_FOUND, text))
    };
    match method {
        "initialize" => Ok(initialize(shared, params)),
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
            Some(what) if what.is_offered(core) => list(shared, what, Era::Legacy, params),
            _ => unknown(),
        },
    }
}

/// LEG-5.
fn initialize(shared: &Shared, params: &RawValue) -> String {
    let core = &shared.core;
    // Without a stream there is no way to tell of changes (LEG-10).
    let capabilities = match shared.peer.is_http() {
        true => core.capabilities_with("{}"),
        false => core.capabilities(),
    };
    let asked = text_member(params, "protocolVersion");
    let known = asked.as_deref().filter(|it| LEGACY_REVISIONS.contains(it));
    Object::new()
        .text("protocolVersion", known.unwrap_or(NEWEST))
        .raw("capabilities", &capabilities)
        .raw("serverInfo", &core.server_info)
        .text_if("instructions", core.options.instructions.as_deref())
        .finish()
}

async fn tools_call(
    shared: &Arc<Shared>,
    params: &Params,
    meta: RequestMeta,
) -> Result<String, RpcError> {
    if params.text(Member::Name).is_none() {
        let text = format!("Unknown tool: {}", shown(params.value(Member::Name)));
        return Err(RpcError::invalid_params(text));
    }
    let CallParams { entry, arguments } = CallParams::read(shared, params)?;
    let target = ("tools/call", entry.name.clone());
    let exchange = exchange(shared);
    let mut cx = context(shared, &exchange, Era::Legacy, meta, target, arguments);
    let mut rounds = Rounds::default();
    let result = loop {
        match call_tool(shared, entry, &mut cx).await? {
            ToolOutcome::Done(result) => break kept(shared, entry, &cx, result)?,
            ToolOutcome::NeedInput(needed) => {
                if let Err(why) = rounds.ask(shared, &mut cx, &needed).await {
                    break ToolResult::error(why);
                }
            }
        }
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
    params: &Params,
    meta: RequestMeta,
) -> Result<String, RpcError> {
    let uri = resource_uri(params)?;
    let target = ("resources/read", uri);
    let exchange = exchange(shared);
    let none = JsonObject::default();
    let mut cx = context(shared, &exchange, Era::Legacy, meta, target, none);
    let mut rounds = Rounds::default();
    let read = loop {
        match read_resource(shared, &mut cx).await? {
            ResourceOutcome::Contents(read) => break read,
            ResourceOutcome::NeedInput(needed) => {
                let asked = rounds.ask(shared, &mut cx, &needed).await;
                asked.map_err(not_asked)?;
            }
            ResourceOutcome::NotFound => {
                return Err(RpcError {
                    code: RESOURCE_NOT_FOUND,
                    ..RpcError::no_resource(cx.name())
                });
            }
        }
    };
    let contents = read.contents.iter().map(|it| it.json(cx.name()));
    Ok(Object::new()
        .raw("contents", &json::list(contents))
        .raw_if("_meta", read.meta.json().as_deref())
        .finish())
}

async fn get(shared: &Arc<Shared>, params: &Params, meta: RequestMeta) -> Result<String, RpcError> {
    let asked = GetParams::read(shared, params)?;
    let target = ("prompts/get", asked.entry.name.clone());
    let exchange = exchange(shared);
    let arguments = asked.arguments.clone();
    let mut cx = context(shared, &exchange, Era::Legacy, meta, target, arguments);
    let mut rounds = Rounds::default();
    let result = loop {
        match get_prompt(shared, &asked, &mut cx).await? {
            PromptOutcome::Done(result) => break result,
            PromptOutcome::NeedInput(needed) => {
                let asked = rounds.ask(shared, &mut cx, &needed).await;
                asked.map_err(not_asked)?;
            }
        }
    };
    Ok(result
        .write(Object::new())
        .raw_if("_meta", result.meta.json().as_deref())
        .finish())
}

/// What a prompt or a resource says that cannot ask (LEG-13).
fn not_asked(why: String) -> RpcError {
    RpcError {
        message: why,
        ..RpcError::internal()
    }
}

/// Progress and log messages go to the client; a cancellation never comes (CAN-2).
fn exchange(shared: &Shared) -> Arc<Exchange> {
    Arc::new(Exchange::new(Arc::clone(&shared.sink)))
}

/// LEG-9: over HTTP there is nothing to keep a level in.
fn level(shared: &Shared) -> Option<LogLevel> {
    if shared.peer.is_http() {
        return Some(LogLevel::Info);
    }
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
fn subscribe(shared: &Arc<Shared>, params: &Params, wanted: bool) -> Result<String, RpcError> {
    let uri = resource_uri(params)?;
    let done = Ok("{}".to_owned());
    if shared.peer.is_http() {
        return done;
    }
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
