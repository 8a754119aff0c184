//! `completion/complete` (11 §14).

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

use serde_json::value::RawValue;

use super::Call;
use crate::complete::{CompletionRequest, Completions};
use crate::connection::Shared;
use crate::fault::RpcError;
use crate::json::{self, Object};
use crate::meta::Meta;
use crate::peer::Entry;
use crate::registry::text_member;

pub(super) fn serve(shared: &Shared, call: &Call) -> Result<String, RpcError> {
    let completion = completion(shared, &call.params)?;
    let meta = Meta::new().with_server_info(&shared.core.server_info);
    Ok(Object::new()
        .text("resultType", "complete")
        .raw("completion", &completion)
        .raw("_meta", &meta)
        .finish())
}

/// The member `completion` of the result.
pub(crate) fn completion(shared: &Shared, params: &RawValue) -> Result<String, RpcError> {
    let [reference, argument, context] =
        json::members(params, ["ref", "argument", "context"]).unwrap_or_default();
    let (Some(reference), Some(argument)) = (reference, argument) else {
        return Err(RpcError::invalid_params("ref or argument is missing"));
    };
    let (Some(name), Some(value)) = (
        text_member(argument, "name"),
        text_member(argument, "value"),
    ) else {
        return Err(RpcError::invalid_params(
            "argument is not a name and a value",
        ));
    };
    let context = known_arguments(context)?;
    let completions = completers(shared, reference, &name)?;
    let request = CompletionRequest {
        value: &value,
        context: &context,
    };
    // Nothing of a completer is looked at again after its panic.
    catch_unwind(AssertUnwindSafe(|| {
        completions.map_or_else(
            || Completions::none().complete(&name, &request),
            |completions| completions.complete(&name, &request),
        )
    }))
    .map_err(|_| {
        shared.log.line(&format!(
            "completion/complete {name}: the completer panicked"
        ));
        RpcError::internal()
    })
}

/// CMP-1: texts by name, if anything.
fn known_arguments(context: Option<&RawValue>) -> Result<BTreeMap<String, String>, RpcError> {
    let wrong = || RpcError::invalid_params("context.arguments is not an object of strings");
    let Some(context) = context else {
        return Ok(BTreeMap::new());
    };
    let [arguments] = json::members(context, ["arguments"]).ok_or_else(wrong)?;
    match arguments {
        None => Ok(BTreeMap::new()),
        Some(arguments) => serde_json::from_str(arguments.get()).map_err(|_| wrong()),
    }
}

/// CMP-2: the completers of what is referred to, which must have the argument. A resource without
/// variables has no argument.
fn completers<'a>(
    shared: &'a Shared,
    reference: &RawValue,
    argument: &str,
) -> Result<Option<&'a Completions>, RpcError> {
    let registry = &shared.core.registry;
    let shows = |entry| shared.core.shows(&shared.peer, entry);
    let text = |name: &str| {
        text_member(reference, name)
            .ok_or_else(|| RpcError::invalid_params(format!("ref.{name} is not a string")))
    };
    let (found, known) = match text("type")?.as_str() {
        "ref/prompt" => {
            let name = text("name")?;
            let entry = shared
                .prompt(&name)
                .ok_or_else(|| RpcError::invalid_params(format!("Unknown prompt: {name}")))?;
            let known = entry.arguments.iter().any(|it| it.name == argument);
            (Some(&entry.completions), known)
        }
        "ref/resource" => {
            let uri = text("uri")?;
            let mut templates = registry.templates.iter();
            let template = templates
                .find(|it| it.text == uri)
                .filter(|it| shows(Entry::ResourceTemplate(&it.text)));
            let mut resources = registry.resources.iter();
            let is_resource = resources.any(|it| it.uri == uri) && shows(Entry::Resource(&uri));
            match template {
                Some(entry) => (Some(&entry.completions), entry.template.has(argument)),
                None if is_resource => (None, false),
                None => return Err(RpcError::no_resource(&uri)),
            }
        }
        other => {
            return Err(RpcError::invalid_params(format!(
                "ref.type {other} is unknown"
            )));
        }
    };
    if known {
        Ok(found)
    } else {
        Err(RpcError::invalid_params(format!(
            "Unknown argument: {argument}"
        )))
    }
}
