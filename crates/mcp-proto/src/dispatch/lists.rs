//! The four lists, in pages, for both eras (TOOL-1, RSC-1, RSC-2, PRM-1, 11 §15).

use serde_json::value::RawValue;

use crate::cache::Cached;
use crate::era::Era;
use crate::fault::RpcError;
use crate::json::{self, Object};
use crate::meta::Meta;
use crate::page::page;
use crate::registry::entries;
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
    core: &Core,
    what: List,
    era: Era,
    params: &RawValue,
) -> Result<String, RpcError> {
    let registry = &core.registry;
    let length = match what {
        List::Tools => registry.tools.len(),
        List::Resources => registry.resources.len(),
        List::Templates => registry.templates.len(),
        List::Prompts => registry.prompts.len(),
    };
    let [cursor] = json::members(params, ["cursor"]).unwrap_or_default();
    let page = page(
        &core.seal,
        what.method(),
        core.options.page_size,
        length,
        cursor,
    )?;
    let is_modern = era == Era::Modern;
    let entries = match what {
        List::Tools => entries(&registry.tools, page.entries, |it| match era {
            Era::Modern => &it.listed,
            Era::Legacy => &it.listed_legacy,
        }),
        List::Resources => entries(&registry.resources, page.entries, |it| &it.listed),
        List::Templates => entries(&registry.templates, page.entries, |it| &it.listed),
        List::Prompts => entries(&registry.prompts, page.entries, |it| &it.listed),
    };
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
