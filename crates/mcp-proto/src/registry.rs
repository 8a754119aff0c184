//! What was registered, checked and ready to be listed and called (11 §8).

use serde_json::value::RawValue;

use crate::capability::ClientCapabilities;
use crate::complete::Completions;
use crate::content::{Icon, icons_json};
use crate::json::{self, Object, list};
use crate::peer::is_scope;
use crate::prompt::{AnyPrompt, Prompt, PromptArgument};
use crate::resource::{AnyResource, AnyTemplate, Resource, ResourceTemplate};
#[cfg(feature = "routes")]
use crate::route::RouteOf;
use crate::schema::Schema;
use crate::template::UriTemplate;
use crate::tool::{AnyTool, Tool};

/// The longest name of a tool (REG-4).
const LONGEST_TOOL_NAME: usize = 64;
/// The longest name of a prompt.
const LONGEST_PROMPT_NAME: usize = 128;

/// All that a server offers, in the order of registration. Nothing changes after `build()`
/// (REG-5), so the entries of lists are written once.
#[derive(Default)]
pub(crate) struct Registry {
    pub(crate) tools: Vec<ToolEntry>,
    pub(crate) resources: Vec<ResourceEntry>,
    pub(crate) templates: Vec<TemplateEntry>,
    pub(crate) prompts: Vec<PromptEntry>,
}

pub(crate) struct ToolEntry {
    pub(crate) name: String,
    pub(crate) tool: Box<dyn AnyTool>,
    pub(crate) input: Schema,
    pub(crate) output: Option<Schema>,
    pub(crate) requires: ClientCapabilities,
    /// What a principal needs to call it (AUTH-7).
    pub(crate) scopes: Vec<String>,
    /// Whether a call needs a thread of its own.
    #[cfg(feature = "http")]
    pub(crate) may_block: bool,
    /// Which arguments clients repeat in headers (HDR-10).
    #[cfg(feature = "http")]
    pub(crate) mirrored: Vec<crate::schema::Mirrored>,
    /// The route that answers it.
    #[cfg(feature = "routes")]
    pub(crate) route: Option<RouteOf>,
    /// The entry of the list (TOOL-2).
    pub(crate) listed: String,
    /// The same for older revisions (LEG-7).
    pub(crate) listed_legacy: String,
    /// Name, description and input schema only (10 §4).
    #[cfg(feature = "legacy")]
    pub(crate) listed_bare: String,
}

pub(crate) struct ResourceEntry {
    pub(crate) uri: String,
    pub(crate) resource: Box<dyn AnyResource>,
    pub(crate) listed: String,
}

pub(crate) struct TemplateEntry {
    pub(crate) text: String,
    pub(crate) template: UriTemplate,
    pub(crate) resource: Box<dyn AnyTemplate>,
    pub(crate) completions: Completions,
    pub(crate) listed: String,
}

pub(crate) struct PromptEntry {
    pub(crate) name: String,
    pub(crate) prompt: Box<dyn AnyPrompt>,
    pub(crate) arguments: Vec<PromptArgument>,
    pub(crate) completions: Completions,
    pub(crate) listed: String,
}

impl ToolEntry {
    /// Checks a tool; the errors are all that is wrong with it.
    pub(crate) fn of(name: &str, tool: impl Tool) -> Result<Self, Vec<String>> {
        let mut faults = Vec::new();
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_.-".contains(&byte);
        if !(1..=LONGEST_TOOL_NAME).contains(&name.len()) || !name.bytes().all(plain) {
            faults.push(format!(
                "the name is not 1 to {LONGEST_TOOL_NAME} of A-Z a-z 0-9 _ . -"
            ));
        }
        let description = tool.description();
        if description.trim().is_empty() {
            faults.push("the description is empty".to_owned());
        }
        let icons = checked_icons(tool.icons(), &mut faults);
        let input = checked_schema("inputSchema", Some(tool.input_schema()), &mut faults);
        if input.as_ref().is_some_and(|input| !input.is_of_objects()) {
            faults.push("inputSchema: the root is not an object of \"type\":\"object\"".to_owned());
        }
        let output = checked_schema("outputSchema", tool.output_schema(), &mut faults);
        #[cfg(feature = "routes")]
        let route = match tool.route().map(RouteOf::of).transpose() {
            Ok(route) => route,
            Err(fault) => {
                faults.push(fault);
                None
            }
        };
        let (Some(input), true) = (input, faults.is_empty()) else {
            return Err(faults);
        };
        if let Some(bad) = tool.scopes().iter().find(|it| !is_scope(it)) {
            return Err(vec![format!("{bad:?} is no scope")]);
        }
        let annotations = tool.annotations().json();
        let meta = tool.meta().json();
        let listed = |title: Option<&str>, output: Option<&str>| {
            Object::new()
                .text("name", name)
                .text_if("title", title)
                .text("description", description)
                .raw("inputSchema", input.json())
                .raw_if("outputSchema", output)
                .raw_if("annotations", annotations.as_deref())
                .raw_if("icons", icons.as_deref())
                .raw_if("_meta", meta.as_deref())
                .finish()
        };
        let output_json = output.as_ref().map(Schema::json);
        let of_objects = output.as_ref().filter(|output| output.is_of_objects());
        #[cfg(feature = "legacy")]
        let bare = Object::new()
            .text("name", name)
            .text("description", description)
            .raw("inputSchema", input.json());
        Ok(Self {
            name: name.to_owned(),
            listed: listed(tool.title(), output_json),
            listed_legacy: listed(tool.title(), of_objects.map(Schema::json)),
            #[cfg(feature = "legacy")]
            listed_bare: bare.finish(),
            requires: tool.requires(),
            scopes: tool.scopes().iter().map(|&it| it.to_owned()).collect(),
            #[cfg(feature = "http")]
            may_block: tool.may_block(),
            #[cfg(feature = "http")]
            mirrored: input.mirrored(),
            #[cfg(feature = "routes")]
            route,
            input,
            output,
            tool: Box::new(tool),
        })
    }
}

impl ResourceEntry {
    pub(crate) fn of(uri: &str, resource: impl Resource) -> Result<Self, Vec<String>> {
        let mut faults = Vec::new();
        if !has_scheme(uri) {
            faults.push("the URI has no scheme".to_owned());
        }
        let icons = checked_icons(resource.icons(), &mut faults);
        if !faults.is_empty() {
            return Err(faults);
        }
        let size = resource.size().map(|size| size.to_string());
        let annotations = resource.annotations().map(|it| it.json());
        let listed = Object::new()
            .text("uri", uri)
            .text("name", resource.name().unwrap_or_else(|| last_part(uri)))
            .text_if("title", resource.title())
            .text_if("description", resource.description())
            .text_if("mimeType", resource.mime_type())
            .raw_if("size", size.as_deref())
            .raw_if("annotations", annotations.as_deref())
            .raw_if("icons", icons.as_deref())
            .raw_if("_meta", resource.meta().json().as_deref());
        Ok(Self {
            uri: uri.to_owned(),
            listed: listed.finish(),
            resource: Box::new(resource),
        })
    }
}

impl TemplateEntry {
    pub(crate) fn of(text: &str, resource: impl ResourceTemplate) -> Result<Self, Vec<String>> {
        let mut faults = Vec::new();
        if !has_scheme(text) {
            faults.push("the URI has no scheme".to_owned());
        }
        let icons = checked_icons(resource.icons(), &mut faults);
        let template = UriTemplate::read(text).map_err(|fault| faults.push(fault));
        let completions = resource.completions();
        if let Ok(template) = &template {
            check_completions(&completions, |name| template.has(name), &mut faults);
        }
        let (Ok(template), true) = (template, faults.is_empty()) else {
            return Err(faults);
        };
        let annotations = resource.annotations().map(|it| it.json());
        let listed = Object::new()
            .text("uriTemplate", text)
            .text("name", resource.name().unwrap_or_else(|| last_part(text)))
            .text_if("title", resource.title())
            .text_if("description", resource.description())
            .text_if("mimeType", resource.mime_type())
            .raw_if("annotations", annotations.as_deref())
            .raw_if("icons", icons.as_deref())
            .raw_if("_meta", resource.meta().json().as_deref());
        Ok(Self {
            text: text.to_owned(),
            template,
            completions,
            listed: listed.finish(),
            resource: Box::new(resource),
        })
    }
}

impl PromptEntry {
    pub(crate) fn of(name: &str, prompt: impl Prompt) -> Result<Self, Vec<String>> {
        let mut faults = Vec::new();
        if !(1..=LONGEST_PROMPT_NAME).contains(&name.chars().count()) {
            faults.push(format!(
                "the name is not 1 to {LONGEST_PROMPT_NAME} characters long"
            ));
        }
        if prompt.description().trim().is_empty() {
            faults.push("the description is empty".to_owned());
        }
        let icons = checked_icons(prompt.icons(), &mut faults);
        let arguments = prompt.arguments();
        for (place, argument) in arguments.iter().enumerate() {
            let earlier = arguments.iter().take(place);
            if earlier.into_iter().any(|it| it.name == argument.name) {
                faults.push(format!("the argument {} stands twice", argument.name));
            }
        }
        let completions = prompt.completions();
        let has = |name: &str| arguments.iter().any(|argument| argument.name == name);
        check_completions(&completions, has, &mut faults);
        if !faults.is_empty() {
            return Err(faults);
        }
        let listed_arguments =
            (!arguments.is_empty()).then(|| list(arguments.iter().map(PromptArgument::json)));
        let listed = Object::new()
            .text("name", name)
            .text_if("title", prompt.title())
            .text("description", prompt.description())
            .raw_if("arguments", listed_arguments.as_deref())
            .raw_if("icons", icons.as_deref())
            .raw_if("_meta", prompt.meta().json().as_deref());
        Ok(Self {
            name: name.to_owned(),
            arguments,
            completions,
            listed: listed.finish(),
            prompt: Box::new(prompt),
        })
    }
}

impl Registry {
    pub(crate) fn tool(&self, name: &str) -> Option<&ToolEntry> {
        self.tools.iter().find(|entry| entry.name == name)
    }

    /// The tools that are routes, by name.
    #[cfg(feature = "routes")]
    pub(crate) fn routes(&self) -> impl Iterator<Item = (&str, &RouteOf)> {
        let tools = self.tools.iter();
        tools.filter_map(|entry| Some((entry.name.as_str(), entry.route.as_ref()?)))
    }

    pub(crate) fn prompt(&self, name: &str) -> Option<&PromptEntry> {
        self.prompts.iter().find(|entry| entry.name == name)
    }

    /// Whether anything can complete something.
    pub(crate) fn completes(&self) -> bool {
        let prompts = self.prompts.iter().map(|entry| &entry.completions);
        let templates = self.templates.iter().map(|entry| &entry.completions);
        prompts.chain(templates).any(|it| !it.is_empty())
    }
}

/// The text after the last `/`, or all of it when that is empty (RSC-1).
fn last_part(uri: &str) -> &str {
    match uri.rsplit_once('/') {
        Some((_, last)) if !last.is_empty() => last,
        _ => uri,
    }
}

fn has_scheme(uri: &str) -> bool {
    let Some((scheme, rest)) = uri.split_once(':') else {
        return false;
    };
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte);
    scheme
        .bytes()
        .next()
        .is_some_and(|it| it.is_ascii_alphabetic())
        && scheme.bytes().all(plain)
        && !rest.is_empty()
}

fn checked_icons(icons: Vec<Icon>, faults: &mut Vec<String>) -> Option<String> {
    faults.extend(icons.iter().filter_map(Icon::fault));
    icons_json(&icons)
}

fn checked_schema(
    what: &str,
    schema: Option<crate::schema::JsonSchema>,
    faults: &mut Vec<String>,
) -> Option<Schema> {
    match Schema::of(&schema?) {
        Ok(schema) => Some(schema),
        Err(found) => {
            faults.extend(found.into_iter().map(|fault| format!("{what}: {fault}")));
            None
        }
    }
}

fn check_completions(
    completions: &Completions,
    has: impl Fn(&str) -> bool,
    faults: &mut Vec<String>,
) {
    for name in completions.names().filter(|name| !has(name)) {
        faults.push(format!("a completer is for the unknown argument {name}"));
    }
}

/// A member of params that is a string.
pub(crate) fn text_member(params: &RawValue, name: &str) -> Option<String> {
    let [found] = json::members(params, [name])?;
    json::text(found?).map(std::borrow::Cow::into_owned)
}

/// Keys of `extensions` and `experimental` need a prefix (DISC-4).
pub(crate) fn prefixed(key: &str) -> bool {
    key.contains('/') && crate::meta::key_kind(key) != crate::meta::KeyKind::IllFormed
}
