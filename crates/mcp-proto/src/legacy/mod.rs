//! Clients of the older revisions (10; 11 §26). What a tool answers is the same; what is around it
//! is not.

mod koyu;
mod rounds;
mod standard;

use std::borrow::Cow;
use std::sync::{Arc, Mutex};

use serde_json::value::RawValue;

use crate::builder::LegacyProfile;
use crate::connection::Shared;
use crate::json;
use crate::jsonrpc::Request;
use crate::meta::LogLevel;
use crate::outgoing::{Outgoing, Verdict};
use crate::subscriptions::Subscription;

/// What a connection keeps for older clients, which tell some things once instead of with every
/// request (LEG-9, LEG-10).
#[derive(Default)]
pub(crate) struct State {
    level: Mutex<Option<LogLevel>>,
    subscription: Mutex<Option<Arc<Subscription>>>,
}

/// Whether code of the application runs for a request, which may take its time.
pub(crate) fn needs_handler(request: &Request) -> bool {
    let method = json::text(&request.method);
    let at_once = [
        "initialize",
        "ping",
        "tools/list",
        "resources/list",
        "resources/templates/list",
        "prompts/list",
    ];
    method.is_none_or(|method| !at_once.contains(&&*method))
}

/// Serves a legacy request and sends its answer.
pub(crate) async fn run(shared: &Arc<Shared>, request: &Request) {
    match shared.core.options.legacy_profile {
        LegacyProfile::Koyu => {
            let answer = koyu::answer(shared, request).await;
            // What happens inside a tool is no error of the protocol (10 §7); a token is outside.
            shared.send(match answer {
                Ok(text) => Outgoing::Answer(text, Verdict::Served),
                Err(forbidden) => Outgoing::error(None, &forbidden),
            });
        }
        LegacyProfile::Standard => standard::run(shared, request).await,
    }
}

/// A method or a name in an error (10 §6): a string as itself, anything else as its JSON.
fn shown(value: Option<&RawValue>) -> Cow<'_, str> {
    match value {
        None => Cow::Borrowed("undefined"),
        Some(value) => json::text(value).unwrap_or_else(|| json::compact(value).into()),
    }
}
