//! A server that can be served: nothing of it changes any more.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

#[cfg(feature = "legacy")]
use crate::builder::LegacyProfile;
use crate::builder::McpBuilder;
use crate::cache::CacheHints;
use crate::connection::Connection;
use crate::content::{Icon, icons_json};
#[cfg(feature = "http")]
use crate::http::AuthConfig;
use crate::json::Object;
use crate::jsonrpc::Dropped;
use crate::outgoing::Outgoing;
use crate::peer::{Entry, Peer, Principal, Visible};
use crate::registry::Registry;
#[cfg(feature = "routes")]
use crate::route::{AppDispatcher, DEFAULT_ROUTE_BODY_LIMIT};
use crate::seal::Seal;
use crate::stdio::{DEFAULT_MAX_LINE, Log};
use crate::subscriptions::{Hub, Notifier};

/// Does something when serving has ended.
pub(crate) type Hook = Box<dyn Fn() + Send + Sync>;

/// What a program serves. Cheap to clone.
#[derive(Clone)]
pub struct McpServer {
    pub(crate) core: Arc<Core>,
    #[cfg(feature = "routes")]
    pub(crate) dispatcher: AppDispatcher,
}

/// Everything that is known about a server.
pub(crate) struct Core {
    #[cfg(feature = "legacy")]
    pub(crate) identity: Identity,
    /// The identity as JSON (RES-2).
    pub(crate) server_info: String,
    pub(crate) options: Options,
    pub(crate) registry: Registry,
    pub(crate) caches: CacheHints,
    pub(crate) hooks: Vec<Hook>,
    pub(crate) seal: Seal,
    pub(crate) hub: Arc<Hub>,
    pub(crate) visible: Option<Visible>,
    #[cfg(feature = "http")]
    pub(crate) authorization: Option<AuthConfig>,
    /// What is no error but will not work (RT-4).
    pub(crate) warnings: Vec<String>,
}

/// Who the server is.
#[derive(Default)]
pub(crate) struct Identity {
    pub(crate) name: String,
    pub(crate) version: String,
    pub(crate) title: Option<String>,
    pub(crate) description: Option<String>,
    pub(crate) website_url: Option<String>,
    pub(crate) icons: Vec<Icon>,
}

impl Identity {
    pub(crate) fn json(&self) -> String {
        Object::new()
            .text("name", &self.name)
            .text("version", &self.version)
            .text_if("title", self.title.as_deref())
            .text_if("description", self.description.as_deref())
            .text_if("websiteUrl", self.website_url.as_deref())
            .raw_if("icons", icons_json(&self.icons).as_deref())
            .finish()
    }
}

/// What can be set (11 §25).
pub(crate) struct Options {
    pub(crate) instructions: Option<String>,
    pub(crate) extensions: Vec<(String, String)>,
    pub(crate) experimental: Vec<(String, String)>,
    pub(crate) logging: bool,
    pub(crate) log_rate: u32,
    pub(crate) completions: bool,
    pub(crate) dynamic_resources: bool,
    pub(crate) validate_input: bool,
    pub(crate) page_size: usize,
    pub(crate) state_ttl: Duration,
    pub(crate) call_timeout: Option<Duration>,
    pub(crate) shutdown_grace: Duration,
    pub(crate) max_subscriptions: usize,
    pub(crate) subscription_queue: usize,
    pub(crate) stdio_concurrency: usize,
    pub(crate) max_line: usize,
    #[cfg(feature = "routes")]
    pub(crate) route_body_limit: usize,
    #[cfg(feature = "legacy")]
    pub(crate) legacy: bool,
    #[cfg(feature = "legacy")]
    pub(crate) legacy_profile: LegacyProfile,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            instructions: None,
            extensions: Vec::new(),
            experimental: Vec::new(),
            logging: false,
            log_rate: 100,
            completions: false,
            dynamic_resources: false,
            validate_input: true,
            page_size: 100,
            state_ttl: Duration::from_secs(600),
            call_timeout: None,
            shutdown_grace: Duration::from_secs(5),
            max_subscriptions: 256,
            subscription_queue: 1024,
            stdio_concurrency: 8,
            max_line: DEFAULT_MAX_LINE,
            #[cfg(feature = "routes")]
            route_body_limit: DEFAULT_ROUTE_BODY_LIMIT,
            #[cfg(feature = "legacy")]
            legacy: true,
            #[cfg(feature = "legacy")]
            legacy_profile: LegacyProfile::default(),
        }
    }
}

impl Core {
    /// Whether a principal may know of an entry (AUTH-11). Without a principal nothing is hidden.
    pub(crate) fn shows(&self, peer: &Peer, entry: Entry<'_>) -> bool {
        match (&self.visible, &peer.principal) {
            (Some(visible), Some(principal)) => {
                // What cannot be decided is hidden; nothing of it is looked at again.
                let shown = catch_unwind(AssertUnwindSafe(|| visible(principal, entry)));
                shown.unwrap_or(false)
            }
            _ => true,
        }
    }

    /// All scopes that a tool needs, when the principal lacks one of them (AUTH-7).
    pub(crate) fn lacking_scopes(
        &self,
        principal: &Principal,
        scopes: &[String],
    ) -> Option<Vec<String>> {
        #[cfg(feature = "http")]
        let required = self.authorization.iter().flat_map(|it| &it.required_scopes);
        #[cfg(not(feature = "http"))]
        let required = std::iter::empty::<&String>();
        let mut needed: Vec<String> = Vec::new();
        for scope in required.chain(scopes) {
            if !needed.contains(scope) {
                needed.push(scope.clone());
            }
        }
        let lacks_one = needed.iter().any(|it| !principal.scopes.contains(it));
        lacks_one.then_some(needed)
    }

    pub(crate) fn offers_tools(&self) -> bool {
        !self.registry.tools.is_empty()
    }

    pub(crate) fn offers_resources(&self) -> bool {
        let registry = &self.registry;
        self.options.dynamic_resources
            || !registry.resources.is_empty()
            || !registry.templates.is_empty()
    }

    pub(crate) fn offers_prompts(&self) -> bool {
        !self.registry.prompts.is_empty()
    }

    pub(crate) fn offers_completions(&self) -> bool {
        self.options.completions || self.registry.completes()
    }

    pub(crate) fn notifier(&self) -> Notifier {
        Notifier::of(Arc::clone(&self.hub))
    }

    /// What is offered, always just what is served (DISC-4).
    pub(crate) fn capabilities(&self) -> String {
        self.capabilities_with(r#"{"subscribe":true,"listChanged":true}"#)
    }

    /// The same with another value for resources (LEG-5).
    pub(crate) fn capabilities_with(&self, resources: &str) -> String {
        let declared = |members: &[(String, String)]| {
            let all = members.iter();
            let object = all.fold(Object::new(), |object, (key, json)| object.raw(key, json));
            (!object.is_empty()).then(|| object.finish())
        };
        Object::new()
            .raw_if("tools", self.offers_tools().then_some("{}"))
            .raw_if("resources", self.offers_resources().then_some(resources))
            .raw_if("prompts", self.offers_prompts().then_some("{}"))
            .raw_if("completions", self.offers_completions().then_some("{}"))
            .raw_if("logging", self.options.logging.then_some("{}"))
            .raw_if("extensions", declared(&self.options.extensions).as_deref())
            .raw_if(
                "experimental",
                declared(&self.options.experimental).as_deref(),
            )
            .finish()
    }
}

impl McpServer {
    /// A server to be written down. The version is that of the program.
    pub fn builder(name: impl Into<String>, version: impl Into<String>) -> McpBuilder {
        McpBuilder::new(name.into(), version.into())
    }

    /// A server without an application.
    pub(crate) fn of(core: Core) -> Self {
        Self {
            core: Arc::new(core),
            #[cfg(feature = "routes")]
            dispatcher: AppDispatcher::default(),
        }
    }

    /// What was found when the server was built that is no error, but will not work: a parameter
    /// of a route that the model does not know to pass (RT-4).
    pub fn warnings(&self) -> &[String] {
        &self.core.warnings
    }

    pub(crate) fn core(&self) -> &Arc<Core> {
        &self.core
    }

    /// Tells subscribers of changes to resources.
    pub fn notifier(&self) -> Notifier {
        self.core.notifier()
    }

    /// A client without a transport: messages go in with [`Connection::receive`], and what is
    /// for the client is given to `send`, one message a call, without a LF.
    pub fn connect(&self, log: Log, send: impl Fn(String) + Send + Sync + 'static) -> Connection {
        let sink = Arc::new(move |message: Outgoing| send(message.into_text()));
        Connection::new(self, log, sink, Peer::default(), Arc::default())
    }

    /// Answers one message of a client that sends no other: all messages that go back, in order.
    ///
    /// # Errors
    /// [`Dropped`] says why a broken message has no answer (10 F-3, F-4, F-13).
    pub async fn answer(&self, message: &[u8]) -> Result<Vec<String>, Dropped> {
        let (sender, sent) = std::sync::mpsc::channel();
        let connection = self.connect(Log::default(), move |message| {
            // The other end waits until the request is done.
            let _ = sender.send(message);
        });
        if let Some(job) = connection.receive(message)? {
            job.run().await;
        }
        Ok(sent.try_iter().collect())
    }
}
