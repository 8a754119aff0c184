//! `subscriptions/listen` (SUB-1…4, SUB-14).

use std::collections::HashSet;
use std::sync::Arc;

use serde_json::value::RawValue;

use super::Call;
use crate::connection::{Shared, is_not_object};
use crate::era::SUBSCRIPTION_ID;
use crate::exchange::Exchange;
use crate::fault::RpcError;
use crate::json::{self, Object, list, quoted};
use crate::jsonrpc;
use crate::subscriptions::Wish;

/// Opens a subscription: the acknowledgement is the first message, and the request goes on.
pub(super) fn listen(shared: &Arc<Shared>, call: &Call, exchange: &Arc<Exchange>) {
    let wanted = match Wanted::read(&call.params) {
        Ok(wanted) => wanted,
        Err(error) => return shared.finish(&call.id, exchange, Err(error)),
    };
    let accepted = wanted.accepted(shared.core.offers_resources());
    let wish = Wish {
        id: Some(call.id.clone()),
        list_changed: accepted.list_changed,
        uris: accepted.uris.iter().cloned().collect(),
    };
    match shared.core.hub.open(wish, Arc::clone(&shared.wake)) {
        Some(subscription) => {
            let id = call.id.json();
            let meta = Object::new().raw(SUBSCRIPTION_ID, &id).finish();
            let params = Object::new()
                .raw("_meta", &meta)
                .raw("notifications", &accepted.json())
                .finish();
            let method = "notifications/subscriptions/acknowledged";
            let acknowledgement = jsonrpc::notification(method, &params);
            shared.listen(&call.id, exchange, &subscription, acknowledgement);
        }
        None => {
            shared
                .log
                .line("a subscription was refused: there are too many");
            shared.finish(&call.id, exchange, Err(RpcError::busy()));
        }
    }
}

/// What is asked for, or what of it is granted.
struct Wanted {
    list_changed: bool,
    uris: Vec<String>,
}

impl Wanted {
    /// SUB-1.
    fn read(params: &RawValue) -> Result<Self, RpcError> {
        let invalid = |text: &str| RpcError::invalid_params(text);
        let [notifications] = json::members(params, ["notifications"]).unwrap_or_default();
        let Some(notifications) = notifications.filter(|it| !is_not_object(it)) else {
            return Err(invalid("notifications is not an object"));
        };
        let names = [
            "toolsListChanged",
            "promptsListChanged",
            "resourcesListChanged",
            "resourceSubscriptions",
        ];
        let [tools, prompts, resources, uris] =
            json::members(notifications, names).unwrap_or_default();
        let flag = |value: Option<&RawValue>| match value.map(RawValue::get) {
            None | Some("false") => Ok(false),
            Some("true") => Ok(true),
            Some(_) => Err(invalid("a member of notifications is not a boolean")),
        };
        flag(tools)?;
        flag(prompts)?;
        let list_changed = flag(resources)?;
        let uris = uris.map_or(Ok(Vec::new()), |uris| {
            serde_json::from_str(uris.get())
                .map_err(|_| invalid("resourceSubscriptions is not a list of strings"))
        })?;
        Ok(Self { list_changed, uris })
    }

    /// SUB-4: only what will be delivered. Tools and prompts never change.
    fn accepted(self, offers_resources: bool) -> Self {
        if !offers_resources {
            return Self {
                list_changed: false,
                uris: Vec::new(),
            };
        }
        let mut seen = HashSet::new();
        let uris = self.uris.into_iter();
        Self {
            list_changed: self.list_changed,
            uris: uris.filter(|uri| seen.insert(uri.clone())).collect(),
        }
    }

    fn json(&self) -> String {
        let uris = list(self.uris.iter().map(|uri| quoted(uri)));
        Object::new()
            .raw_if("resourcesListChanged", self.list_changed.then_some("true"))
            .raw_if(
                "resourceSubscriptions",
                (!self.uris.is_empty()).then_some(uris.as_str()),
            )
            .finish()
    }
}
