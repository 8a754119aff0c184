//! `resources/read` (11 §12).

use std::borrow::Cow;
use std::sync::Arc;

use super::Call;
use super::rounds::{ask, context, failed, resume, told};
use crate::cache::Cached;
use crate::connection::Shared;
use crate::context::CallContext;
use crate::era::Era;
use crate::erased::{Panicked, caught};
use crate::exchange::Exchange;
use crate::fault::RpcError;
use crate::json::{Object, list};
use crate::object::JsonObject;
use crate::params::{Member, Params};
use crate::peer::Entry;
use crate::resource::{ResourceOutcome, ResourceRead};

/// RSC-3.
pub(crate) fn resource_uri(params: &Params) -> Result<String, RpcError> {
    let uri = params.text(Member::Uri).map(Cow::into_owned);
    uri.ok_or_else(|| RpcError::invalid_params("uri is not a string"))
}

pub(super) async fn serve(
    shared: &Arc<Shared>,
    call: Call,
    exchange: &Arc<Exchange>,
) -> Result<String, RpcError> {
    let uri = resource_uri(&call.params)?;
    let target = ("resources/read", uri);
    let arguments = JsonObject::default();
    let mut cx = context(shared, exchange, Era::Modern, call.meta, target, arguments);
    resume(&mut cx, &call.params)?;
    match read_resource(shared, &mut cx).await? {
        ResourceOutcome::NotFound => Err(RpcError::no_resource(cx.name())),
        ResourceOutcome::NeedInput(needed) => ask(shared, &cx, &needed),
        ResourceOutcome::Contents(read) => {
            let result = Object::new().text("resultType", "complete");
            let result = write_contents(&read, cx.name(), result);
            let hint = read
                .cache
                .unwrap_or_else(|| shared.core.caches.of(Cached::Read));
            let meta = read.meta.with_server_info(&shared.core.server_info);
            Ok(hint.write(result).raw("_meta", &meta).finish())
        }
    }
}

pub(crate) fn write_contents(read: &ResourceRead, uri: &str, before: Object) -> Object {
    let contents = read.contents.iter().map(|contents| contents.json(uri));
    before.raw("contents", &list(contents))
}

/// Finds and reads a resource: exactly its URI first, then templates in their order (RSC-4).
pub(crate) async fn read_resource(
    shared: &Shared,
    cx: &mut CallContext,
) -> Result<ResourceOutcome, RpcError> {
    let registry = &shared.core.registry;
    let shows = |entry| shared.core.shows(&shared.peer, entry);
    let mut exact = registry.resources.iter();
    let exact = exact.find(|it| *it.uri == *cx.name && shows(Entry::Resource(&it.uri)));
    let outcome = if let Some(entry) = exact {
        caught(entry.resource.read(cx)).await
    } else {
        let mut fitting = registry
            .templates
            .iter()
            .filter(|entry| shows(Entry::ResourceTemplate(&entry.text)))
            .filter_map(|entry| Some((entry, entry.template.fit(&cx.name)?)));
        match fitting.next() {
            Some((entry, variables)) => caught(entry.resource.read(cx, &variables)).await,
            None => return Ok(ResourceOutcome::NotFound),
        }
    };
    match outcome {
        Err(Panicked) => Err(failed(shared, cx, "the resource panicked")),
        Ok(Err(fault)) => Err(told(shared, cx, fault)),
        Ok(Ok(ResourceOutcome::Contents(read))) if read.contents.is_empty() => {
            Ok(ResourceOutcome::NotFound)
        }
        Ok(Ok(outcome)) => Ok(outcome),
    }
}
