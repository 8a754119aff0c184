//! The modern methods: a request becomes a result or an error (11 §5, §6).

mod call;
mod complete;
mod discover;
mod get;
mod listen;
mod lists;
mod read;
mod rounds;

use std::sync::Arc;

use crate::connection::{Shared, is_not_object, modern_id};
use crate::era::{Era, REVISION};
use crate::erased::until;
use crate::exchange::Exchange;
use crate::fault::RpcError;
use crate::id::RequestId;
use crate::json;
use crate::jsonrpc::Request;
use crate::meta::RequestMeta;
use crate::params::Params;
use crate::peer::Peer;
use crate::server::Core;

#[cfg(feature = "legacy")]
pub(crate) use call::{CallParams, call_tool, kept, permitted};
#[cfg(feature = "legacy")]
pub(crate) use complete::completion;
#[cfg(feature = "legacy")]
pub(crate) use get::{GetParams, get_prompt};
pub(crate) use lists::{List, list};
#[cfg(feature = "legacy")]
pub(crate) use read::{read_resource, resource_uri};
#[cfg(feature = "legacy")]
pub(crate) use rounds::context;

/// A method of the modern era.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Method {
    Discover,
    List(List),
    CallTool,
    ReadResource,
    GetPrompt,
    Complete,
    Listen,
}

impl Method {
    /// The method of a name, if the server opens it (DISC-4).
    fn of(core: &Core, name: &str) -> Option<Self> {
        let (method, is_open) = match name {
            "server/discover" => (Self::Discover, true),
            "subscriptions/listen" => (Self::Listen, true),
            "tools/call" => (Self::CallTool, core.offers_tools()),
            "resources/read" => (Self::ReadResource, core.offers_resources()),
            "prompts/get" => (Self::GetPrompt, core.offers_prompts()),
            "completion/complete" => (Self::Complete, core.offers_completions()),
            other => {
                let list = List::of(other)?;
                (Self::List(list), list.is_offered(core))
            }
        };
        is_open.then_some(method)
    }

    /// Whether code of the application runs, which may take its time.
    pub(crate) fn needs_handler(self) -> bool {
        !matches!(self, Self::Discover | Self::List(_) | Self::Listen)
    }

    #[cfg(feature = "http")]
    pub(crate) fn is_listen(self) -> bool {
        self == Self::Listen
    }

    fn name(self) -> &'static str {
        match self {
            Self::Discover => "server/discover",
            Self::List(list) => list.method(),
            Self::CallTool => "tools/call",
            Self::ReadResource => "resources/read",
            Self::GetPrompt => "prompts/get",
            Self::Complete => "completion/complete",
            Self::Listen => "subscriptions/listen",
        }
    }
}

/// A modern request whose envelope, metadata, version and method are good.
pub(crate) struct Call {
    pub(crate) id: RequestId,
    pub(crate) method: Method,
    pub(crate) params: Arc<Params>,
    pub(crate) meta: RequestMeta,
    /// Whether code runs that may hold its thread.
    #[cfg(feature = "http")]
    pub(crate) may_block: bool,
}

/// Judges a modern request in the order of ERR-5. An error comes with the id, if that is one.
pub(crate) fn accept(
    core: &Core,
    peer: &Peer,
    request: &Request,
) -> Result<Call, (Option<RequestId>, RpcError)> {
    let id = modern_id(&request.id).map_err(|error| (None, error))?;
    judged(core, peer, request, &id).map_err(|error| (Some(id), error))
}

#[cfg_attr(
    not(feature = "http"),
    allow(unused_variables, reason = "streams have no headers to judge")
)]
fn judged(core: &Core, peer: &Peer, request: &Request, id: &RequestId) -> Result<Call, RpcError> {
    if !request.is_version_2 {
        return Err(RpcError::invalid_request("jsonrpc is not \"2.0\""));
    }
    let Some(method) = json::text(&request.method) else {
        return Err(RpcError::invalid_request("method is not a string"));
    };
    let params = match &request.params {
        Some(params) if is_not_object(params) => {
            return Err(RpcError::invalid_params("params is not an object"));
        }
        Some(params) => Arc::clone(params),
        None => return Err(RpcError::invalid_params("params lacks _meta, an object")),
    };
    let (meta, version) = RequestMeta::read(&params)?;
    #[cfg(feature = "http")]
    if peer.is_http() {
        crate::http::mirror::check(&peer.headers, &method, &version, &params)?;
    }
    if version != REVISION {
        return Err(RpcError::unsupported_version(&version));
    }
    let Some(method) = Method::of(core, &method) else {
        return Err(RpcError::method_not_found(&method));
    };
    #[cfg(feature = "http")]
    let mut may_block = true;
    #[cfg(feature = "http")]
    if peer.is_http()
        && method == Method::CallTool
        && let Some(tool) = crate::http::mirror::tool(core, peer, &params)
    {
        crate::http::mirror::check_arguments(tool, peer, &params)?;
        may_block = tool.may_block;
    }
    Ok(Call {
        id: id.clone(),
        method,
        params,
        meta,
        #[cfg(feature = "http")]
        may_block,
    })
}

/// Serves a request and sends its answer. A handler that was cancelled or took too long gets a
/// grace to end by itself and is dropped then; one that never yields runs to its end, and its
/// result is thrown away (CAN-4).
pub(crate) async fn run(shared: &Arc<Shared>, call: Call, exchange: &Arc<Exchange>) {
    let id = call.id.clone();
    if call.method == Method::Listen {
        return listen::listen(shared, &call, exchange);
    }
    if !call.method.needs_handler() {
        let result = at_once(shared, &call);
        return shared.finish(&id, exchange, result);
    }
    let timer = shared.core.options.call_timeout.map(|limit| {
        let (shared, exchange, id) = (Arc::clone(shared), Arc::clone(exchange), id.clone());
        // A task of its own: the handler may hold its thread.
        tokio::spawn(async move {
            tokio::time::sleep(limit).await;
            shared.log.line("a request took longer than call_timeout");
            shared.finish(&id, &exchange, Err(RpcError::internal()));
            exchange.cancel();
        })
    });
    let method = call.method.name();
    let served = until(
        serve(shared, call, exchange),
        grace_after_end(shared, exchange),
    )
    .await;
    if let Some(timer) = timer {
        timer.abort();
    }
    match exchange.dropped_logs() {
        0 => {}
        dropped => shared
            .log
            .line(&format!("{method}: {dropped} log messages were dropped")),
    }
    // Of one that was dropped there is nothing to send: it was over before.
    if let Some(result) = served {
        shared.finish(&id, exchange, result);
    }
}

async fn grace_after_end(shared: &Shared, exchange: &Exchange) {
    exchange.token().cancelled().await;
    tokio::time::sleep(shared.core.options.shutdown_grace).await;
}

/// What needs no handler.
fn at_once(shared: &Shared, call: &Call) -> Result<String, RpcError> {
    match call.method {
        Method::List(what) => list(shared, what, Era::Modern, &call.params),
        _ => Ok(discover::discover(&shared.core)),
    }
}

async fn serve(
    shared: &Arc<Shared>,
    call: Call,
    exchange: &Arc<Exchange>,
) -> Result<String, RpcError> {
    match call.method {
        Method::CallTool => call::serve(shared, call, exchange).await,
        Method::ReadResource => read::serve(shared, call, exchange).await,
        Method::GetPrompt => get::serve(shared, call, exchange).await,
        _ => complete::serve(shared, &call),
    }
}
