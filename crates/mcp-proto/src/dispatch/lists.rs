//! The four lists, in pages, for both eras (TOOL-1, RSC-1, RSC-2, PRM-1, 11 §15).

use serde_json::value::RawValue;

use crate::cache::Cached;
use crate::connection::Shared;
use crate::era::Era;
use crate::fault::RpcError;
use crate::json::{self, Object};
use crate::meta::Meta;
use crate::page::page;
use crate::peer::Entry;
use crate::server::Core;

/// Which list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum List {
    Tools,
    Resources,
    Templates,
    Prompts,
}

impl List {
    pub(crate) fn of(method: &str) -> Option<Self> {
        Some(match method {
            "tools/list" => Self::Tools,
            "resources/list" => Self::Resources,
            "resources/templates/list" => Self::Templates,
            "prompts/list" => Self::Prompts,
            _ => return None,
        })
    }

    pub(crate) fn method(self) -> &'static str {
        match self {
            Self::Tools => "tools/list",
            Self::Resources => "resources/list",
            Self::Templates => "resources/templates/list",
            Self::Prompts => "prompts/list",
        }
    }

    pub(crate) fn is_offered(self, core: &Core) -> bool {
        match self {
            Self::Tools => core.offers_tools(),
            Self::Resources | Self::Templates => core.offers_resources(),
            Self::Prompts => core.offers_prompts(),
        }
    }

    fn member(self) -> &'static str {
        match self {
            Self::Tools => "tools",
            Self::Resources => "resources",
            Self::Templates => "resourceTemplates",
            Self::Prompts => "prompts",
        }
    }

    fn cached(self) -> Cached {
        match self {
            Self::Tools => Cached::Tools,
            Self::Resources => Cached::Resources,
            Self::Templates => Cached::ResourceTemplates,
            Self::Prompts => Cached::Prompts,
        }
    }
}

/// A page of a list as the result of its era (LEG-4, RES-3).
pub(crate) fn list(
    shared: &Shared,
    what: List,
    era: Era,
    params: &RawValue,
) -> Result<String, RpcError> {
    let core = &shared.core;
    let shown = shown(shared, what, era);
    let [cursor] = json::members(params, ["cursor"]).unwrap_or_default();
    let page = page(
        &core.seal,
        what.method(),
        core.options.page_size,
        shown.len(),
        cursor,
    )?;
    let is_modern = era == Era::Modern;
    let entries = json::list(shown.get(page.entries).unwrap_or_default());
    let mut result = Object::new()
        .text_if("resultType", is_modern.then_some("complete"))
        .raw(what.member(), &entries)
        .text_if("nextCursor", page.next.as_deref());
    if is_modern {
        let meta = Meta::new().with_server_info(&core.server_info);
        result = core
            .caches
            .of(what.cached())
            .write(result)
            .raw("_meta", &meta);
    }
    Ok(result.finish())
}

/// The entries of a list that the client may know of (TOOL-3, AUTH-11), as they are listed.
fn shown(shared: &Shared, what: List, era: Era) -> Vec<&str> {
    let registry = &shared.core.registry;
    let shows = |entry| shared.core.shows(&shared.peer, entry);
    match what {
        List::Tools => {
            let tools = registry
                .tools
                .iter()
                .filter(|it| shows(Entry::Tool(&it.name)));
            let listed = tools.map(|it| match era {
                Era::Modern => it.listed.as_str(),
                Era::Legacy => &it.listed_legacy,
            });
            listed.collect()
        }
        List::Resources => {
            let resources = registry.resources.iter();
            let shown = resources.filter(|it| shows(Entry::Resource(&it.uri)));
            shown.map(|it| it.listed.as_str()).collect()
        }
        List::Templates => {
            let templates = registry.templates.iter();
            let shown = templates.filter(|it| shows(Entry::ResourceTemplate(&it.text)));
            shown.map(|it| it.listed.as_str()).collect()
        }
        List::Prompts => {
            let prompts = registry.prompts.iter();
            let shown = prompts.filter(|it| shows(Entry::Prompt(&it.name)));
            shown.map(|it| it.listed.as_str()).collect()
        }
    }
}
