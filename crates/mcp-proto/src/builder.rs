//! A server, read from top to bottom (11 §8).

use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;

use crate::cache::{CacheHint, CacheHints, CacheScope, Cached};
use crate::content::Icon;
#[cfg(feature = "http")]
use crate::http::AuthConfig;
use crate::peer::{Entry, Principal, Visible};
use crate::prompt::Prompt;
use crate::registration::{RegistrationError, RegistrationErrors};
use crate::registry::{PromptEntry, Registry, ResourceEntry, TemplateEntry, ToolEntry, prefixed};
use crate::resource::{Resource, ResourceTemplate};
#[cfg(feature = "routes")]
use crate::route::{AppDispatcher, Dispatcher, missing_routes, warnings};
use crate::seal::{LEAST_KEY, Seal};
use crate::server::{Core, Hook, Identity, McpServer, Options};
use crate::stdio::say;
use crate::subscriptions::Hub;
use crate::tool::Tool;

/// A list of registrations that is used as a whole (REG-2).
pub trait McpModule {
    /// Adds everything to a server, in order.
    fn register(&self, builder: &mut McpBuilder);
}

/// What older clients are answered (11 §26).
#[cfg(feature = "legacy")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LegacyProfile {
    /// The revisions up to 2025-11-25, with everything that is registered.
    #[default]
    Standard,
    /// Chapter 10: any id and any revision is echoed, texts and nothing else are returned, and
    /// what goes wrong is always the result of a tool.
    Koyu,
}

/// A server that is being written down. What is not in the list is not served; problems are
/// gathered and reported by [`McpBuilder::build`].
#[derive(Default)]
pub struct McpBuilder {
    identity: Identity,
    options: Options,
    registry: Registry,
    #[cfg(feature = "routes")]
    dispatcher: AppDispatcher,
    caches: CacheHints,
    hooks: Vec<Hook>,
    state_key: Option<Vec<u8>>,
    visible: Option<Visible>,
    #[cfg(feature = "http")]
    authorization: Option<AuthConfig>,
    errors: Vec<RegistrationError>,
}

impl McpBuilder {
    pub(crate) fn new(name: String, version: String) -> Self {
        Self {
            identity: Identity {
                name,
                version,
                ..Identity::default()
            },
            ..Self::default()
        }
    }

    fn problem(&mut self, entry: impl Into<String>, reason: impl Into<String>) {
        self.errors.push(RegistrationError {
            entry: entry.into(),
            reason: reason.into(),
        });
    }

    /// Takes an entry, or what is wrong with it.
    fn take<T>(&mut self, entry: String, checked: Result<T, Vec<String>>) -> Option<T> {
        match checked {
            Ok(taken) => Some(taken),
            Err(faults) => {
                for fault in faults {
                    self.problem(entry.clone(), fault);
                }
                None
            }
        }
    }

    /// Adds a tool under a name.
    pub fn tool(&mut self, name: impl Into<String>, tool: impl Tool) -> &mut Self {
        let name = name.into();
        let entry = format!("tool {name}");
        if self.registry.tool(&name).is_some() {
            self.problem(entry, "the name is taken");
        } else if let Some(tool) = self.take(entry, ToolEntry::of(&name, tool)) {
            self.registry.tools.push(tool);
        }
        self
    }

    /// Adds a resource under a URI.
    pub fn resource(&mut self, uri: impl Into<String>, resource: impl Resource) -> &mut Self {
        let uri = uri.into();
        let entry = format!("resource {uri}");
        if self.registry.resources.iter().any(|it| it.uri == uri) {
            self.problem(entry, "the URI is taken");
        } else if let Some(resource) = self.take(entry, ResourceEntry::of(&uri, resource)) {
            self.registry.resources.push(resource);
        }
        self
    }

    /// Adds resources under a template of URIs.
    pub fn resource_template(
        &mut self,
        template: impl Into<String>,
        resource: impl ResourceTemplate,
    ) -> &mut Self {
        let text = template.into();
        let entry = format!("resource template {text}");
        if self.registry.templates.iter().any(|it| it.text == text) {
            self.problem(entry, "the template is taken");
        } else if let Some(template) = self.take(entry, TemplateEntry::of(&text, resource)) {
            self.registry.templates.push(template);
        }
        self
    }

    /// Adds a prompt under a name.
    pub fn prompt(&mut self, name: impl Into<String>, prompt: impl Prompt) -> &mut Self {
        let name = name.into();
        let entry = format!("prompt {name}");
        if self.registry.prompt(&name).is_some() {
            self.problem(entry, "the name is taken");
        } else if let Some(prompt) = self.take(entry, PromptEntry::of(&name, prompt)) {
            self.registry.prompts.push(prompt);
        }
        self
    }

    /// Adds everything of a module.
    pub fn install(&mut self, module: impl McpModule) -> &mut Self {
        module.register(self);
        self
    }

    /// The application whose routes tools call in process (11 §11). The tools that stand for
    /// routes are checked against it (RT-3).
    #[cfg(feature = "routes")]
    pub fn dispatcher(&mut self, app: impl Dispatcher + 'static) -> &mut Self {
        self.dispatcher = AppDispatcher::of(app);
        self
    }

    /// The largest response of a route that is taken, in bytes (11 §11.4); 8 MiB by default.
    #[cfg(feature = "routes")]
    pub fn route_body_limit(&mut self, bytes: usize) -> &mut Self {
        self.options.route_body_limit = bytes;
        self
    }

    /// A text for the model about how to use the server.
    pub fn instructions(&mut self, text: impl Into<String>) -> &mut Self {
        self.options.instructions = Some(text.into());
        self
    }

    /// A name of the server for people.
    pub fn title(&mut self, title: impl Into<String>) -> &mut Self {
        self.identity.title = Some(title.into());
        self
    }

    /// What the server is.
    pub fn description(&mut self, description: impl Into<String>) -> &mut Self {
        self.identity.description = Some(description.into());
        self
    }

    /// Where there is more about the server.
    pub fn website_url(&mut self, url: impl Into<String>) -> &mut Self {
        self.identity.website_url = Some(url.into());
        self
    }

    /// Pictures for the server.
    pub fn icons(&mut self, icons: impl IntoIterator<Item = Icon>) -> &mut Self {
        self.identity.icons = icons.into_iter().collect();
        for fault in self
            .identity
            .icons
            .iter()
            .filter_map(Icon::fault)
            .collect::<Vec<_>>()
        {
            self.problem("server", fault);
        }
        self
    }

    /// Declares an extension of the protocol (DISC-4); the key needs a prefix.
    pub fn extension(&mut self, key: &str, value: impl Serialize) -> &mut Self {
        self.declare("extension", key, value);
        self
    }

    /// Declares something experimental (DISC-4); the key needs a prefix.
    pub fn experimental(&mut self, key: &str, value: impl Serialize) -> &mut Self {
        self.declare("experimental", key, value);
        self
    }

    fn declare(&mut self, kind: &'static str, key: &str, value: impl Serialize) {
        let entry = format!("{kind} {key}");
        let json = serde_json::to_string(&value).unwrap_or_default();
        if !prefixed(key) {
            self.problem(entry, "the key has no prefix");
        } else if !json.starts_with('{') {
            self.problem(entry, "the value is no object");
        } else if kind == "extension" {
            self.options.extensions.push((key.to_owned(), json));
        } else {
            self.options.experimental.push((key.to_owned(), json));
        }
    }

    /// Lets handlers send log messages to clients that ask for them. Off by default: it is
    /// deprecated in this revision, and diagnostics belong on standard error (LOG-4).
    pub fn logging(&mut self, on: bool) -> &mut Self {
        self.options.logging = on;
        self
    }

    /// How many log messages a second one request may send (LOG-3); 100 by default.
    pub fn log_rate(&mut self, per_second: u32) -> &mut Self {
        self.options.log_rate = per_second;
        self
    }

    /// Serves `completion/complete` although nothing can be completed yet.
    pub fn completions(&mut self, on: bool) -> &mut Self {
        self.options.completions = on;
        self
    }

    /// Serves resources although none is registered.
    pub fn dynamic_resources(&mut self, on: bool) -> &mut Self {
        self.options.dynamic_resources = on;
        self
    }

    /// Whether arguments are checked against the schemas of tools (TOOL-13); on by default.
    pub fn validate_input(&mut self, on: bool) -> &mut Self {
        self.options.validate_input = on;
        self
    }

    /// How many entries a page of a list has (PAGE-1); 100 by default.
    pub fn page_size(&mut self, entries: usize) -> &mut Self {
        if entries == 0 {
            self.problem("server", "page_size is 0");
        }
        self.options.page_size = entries;
        self
    }

    /// For how long and by whom a result may be kept (CACHE-2).
    pub fn cache(&mut self, what: Cached, ttl: Duration, scope: CacheScope) -> &mut Self {
        self.caches.set(what, CacheHint::new(ttl, scope));
        self
    }

    /// With what request states and cursors are signed: 32 bytes or more. A random key by
    /// default, so that neither outlives the process (MRTR-23, PAGE-6).
    pub fn state_key(&mut self, key: impl Into<Vec<u8>>) -> &mut Self {
        self.state_key = Some(key.into());
        self
    }

    /// How long a request state can be used (MRTR-24); 600 s by default.
    pub fn state_ttl(&mut self, lifetime: Duration) -> &mut Self {
        self.options.state_ttl = lifetime;
        self
    }

    /// How long a request may take (CAN-8); for ever by default.
    pub fn call_timeout(&mut self, limit: Duration) -> &mut Self {
        self.options.call_timeout = Some(limit);
        self
    }

    /// How long handlers get to end after a cancellation or a signal; 5 s by default.
    pub fn shutdown_grace(&mut self, grace: Duration) -> &mut Self {
        self.options.shutdown_grace = grace;
        self
    }

    /// How many subscriptions may be open at once (SUB-14); 256 by default.
    pub fn max_subscriptions(&mut self, most: usize) -> &mut Self {
        self.options.max_subscriptions = most;
        self
    }

    /// How many notifications wait for a slow reader (SUB-8); 1024 by default.
    pub fn subscription_queue(&mut self, most: usize) -> &mut Self {
        self.options.subscription_queue = most;
        self
    }

    /// How many modern requests run at once on standard input and output (STDIO-6); 8 by default.
    pub fn stdio_concurrency(&mut self, most: usize) -> &mut Self {
        if most == 0 {
            self.problem("server", "stdio_concurrency is 0");
        }
        self.options.stdio_concurrency = most;
        self
    }

    /// The longest line that is read, in bytes (10 F-13); 64 MiB by default.
    pub fn max_line(&mut self, bytes: usize) -> &mut Self {
        self.options.max_line = bytes;
        self
    }

    /// Whether older revisions are served (ERA-5); on by default.
    #[cfg(feature = "legacy")]
    pub fn legacy(&mut self, on: bool) -> &mut Self {
        self.options.legacy = on;
        self
    }

    /// What older clients are answered.
    #[cfg(feature = "legacy")]
    pub fn legacy_profile(&mut self, profile: LegacyProfile) -> &mut Self {
        self.options.legacy_profile = profile;
        self
    }

    /// Demands a token with every HTTP request (11 §24).
    #[cfg(feature = "http")]
    pub fn authorize(&mut self, config: AuthConfig) -> &mut Self {
        for fault in config.faults() {
            self.problem("authorize", fault);
        }
        self.caches.of_principals();
        self.authorization = Some(config);
        self
    }

    /// Hides entries from principals: what is hidden is unknown in lists and calls alike
    /// (AUTH-11). Where no token is verified nothing is hidden.
    pub fn visible(
        &mut self,
        visible: impl Fn(&Principal, Entry<'_>) -> bool + Send + Sync + 'static,
    ) -> &mut Self {
        self.visible = Some(Box::new(visible));
        self.caches.filtered();
        self
    }

    /// Does something when serving has ended; the hook added last comes first (STDIO-9).
    pub fn on_shutdown(&mut self, hook: impl Fn() + Send + Sync + 'static) -> &mut Self {
        self.hooks.push(Box::new(hook));
        self
    }

    /// The server. Nothing can be added to it, removed or renamed afterwards (REG-5). What is no
    /// error but will not work is said on standard error (RT-4).
    ///
    /// # Errors
    /// Every problem that was found.
    pub fn build(&mut self) -> Result<McpServer, RegistrationErrors> {
        let mut taken = std::mem::take(self);
        let seal = match &taken.state_key {
            Some(key) => Seal::new(key),
            None => Seal::random(),
        };
        if seal.is_none() {
            let reason = match taken.state_key {
                Some(_) => format!("state_key has fewer than {LEAST_KEY} bytes"),
                None => "the system has no randomness".to_owned(),
            };
            taken.problem("server", reason);
        }
        #[cfg(feature = "routes")]
        if taken.dispatcher.is_present() {
            let missing = missing_routes(taken.registry.routes(), &taken.dispatcher.routes());
            taken.errors.extend(missing);
        }
        match seal {
            Some(seal) if taken.errors.is_empty() => {
                #[cfg(feature = "routes")]
                let warnings: Vec<_> = {
                    let tools = taken.registry.tools.iter();
                    tools
                        .filter_map(|tool| Some((tool, tool.route.as_ref()?)))
                        .flat_map(|(tool, route)| warnings(&tool.name, route, tool.input.json()))
                        .collect()
                };
                #[cfg(not(feature = "routes"))]
                let warnings: Vec<String> = Vec::new();
                for warning in &warnings {
                    say(&format!("warning: {warning}"));
                }
                let hub = Hub::new(
                    taken.options.max_subscriptions,
                    taken.options.subscription_queue,
                );
                let core = Core {
                    server_info: taken.identity.json(),
                    #[cfg(feature = "legacy")]
                    identity: taken.identity,
                    options: taken.options,
                    registry: taken.registry,
                    caches: taken.caches,
                    hooks: taken.hooks,
                    seal,
                    hub: Arc::new(hub),
                    visible: taken.visible,
                    #[cfg(feature = "http")]
                    authorization: taken.authorization,
                    warnings,
                };
                #[cfg_attr(
                    not(feature = "routes"),
                    allow(unused_mut, reason = "without routes there is no application")
                )]
                let mut server = McpServer::of(core);
                #[cfg(feature = "routes")]
                {
                    server.dispatcher = taken.dispatcher;
                }
                Ok(server)
            }
            _ => Err(RegistrationErrors {
                errors: taken.errors,
            }),
        }
    }
}
