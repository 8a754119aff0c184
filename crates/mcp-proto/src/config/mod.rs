//! Settings from a TOML file (11 §25).
//!
//! The file has one table for the server, `[mcp]`; other tables are the program's own. Every
//! problem names its key, and no value of a key is repeated, for one of them is a secret.

mod keys;

use std::fmt;
use std::fs;
use std::io;
use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use toml::{Table, Value};

use self::keys::Keys;
use tokio::sync::Semaphore;

use crate::builder::McpBuilder;
#[cfg(feature = "http")]
use crate::http::HttpConfig;
use crate::seal::LEAST_KEY;
use crate::server::McpServer;

/// Calls the methods of a builder that have the names of keys, as far as the keys were there.
macro_rules! set {
    ($keys:expr, $builder:ident: $($key:ident)*) => {
        $(if let Some(value) = $keys.$key.clone() {
            $builder.$key(value);
        })*
    };
    ($keys:expr, $builder:ident = $($key:ident)*) => {
        $(if let Some(value) = $keys.$key.clone() {
            $builder = $builder.$key(value);
        })*
    };
}

/// The name of the table.
const TABLE: &str = "mcp";

/// The settings of a server.
#[derive(Clone, Debug)]
pub struct McpConfig {
    server: ServerKeys,
    #[cfg_attr(
        not(feature = "http"),
        expect(dead_code, reason = "read, so that it is judged, but not served")
    )]
    http: HttpKeys,
}

/// Why settings cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// The file cannot be read.
    #[error("{path}: {error}")]
    File {
        /// The file.
        path: String,
        /// What the system says.
        error: io::Error,
    },
    /// The text is not TOML.
    #[error("the settings are not TOML: {0}")]
    NotToml(String),
    /// Everything that is wrong with the table, at least one problem.
    #[error("the settings cannot be used{}", lines(.0))]
    Problems(Vec<ConfigProblem>),
    /// One of the others, in a file.
    #[error("{path}: {error}")]
    In {
        /// The file.
        path: String,
        /// What is wrong in it.
        error: Box<ConfigError>,
    },
}

/// One problem: which key, and what is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}: {reason}", place(key))]
pub struct ConfigProblem {
    /// The key in the table `[mcp]`; empty for the table itself.
    pub key: String,
    /// What is wrong with it.
    pub reason: String,
}

fn place(key: &str) -> String {
    match key {
        "" => format!("[{TABLE}]"),
        key => format!("{TABLE}.{key}"),
    }
}

fn lines(problems: &[ConfigProblem]) -> String {
    let lines = problems.iter().map(|problem| format!("\n  {problem}"));
    lines.collect()
}

/// What both transports heed. `None` where the key is not there: the default stays.
#[derive(Clone, Debug, Default)]
struct ServerKeys {
    name: String,
    version: String,
    title: Option<String>,
    description: Option<String>,
    website_url: Option<String>,
    instructions: Option<String>,
    page_size: Option<usize>,
    max_subscriptions: Option<usize>,
    subscription_queue: Option<usize>,
    shutdown_grace: Option<Duration>,
    call_timeout: Option<Duration>,
    stdio_concurrency: Option<usize>,
    max_line: Option<usize>,
    route_body_limit: Option<usize>,
    logging: Option<bool>,
    log_rate: Option<u32>,
    completions: Option<bool>,
    dynamic_resources: Option<bool>,
    validate_input: Option<bool>,
    state_key: Option<Secret>,
    state_ttl: Option<Duration>,
    #[cfg_attr(
        not(feature = "legacy"),
        expect(
            dead_code,
            reason = "read, so that it is judged; there is nothing to switch"
        )
    )]
    legacy: Option<bool>,
}

/// A key that no text shows.
#[derive(Clone)]
struct Secret(Vec<u8>);

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("…")
    }
}

impl From<Secret> for Vec<u8> {
    fn from(Secret(key): Secret) -> Self {
        key
    }
}

/// What HTTP heeds. A server that speaks over standard input may have them in its file too.
#[derive(Clone, Debug, Default)]
#[cfg_attr(
    not(feature = "http"),
    expect(dead_code, reason = "read, so that they are judged, but not served")
)]
struct HttpKeys {
    listen: Option<SocketAddr>,
    path: Option<String>,
    allowed_origins: Option<Vec<String>>,
    allowed_hosts: Option<Vec<String>>,
    max_body: Option<usize>,
    max_concurrent: Option<usize>,
    max_connections: Option<usize>,
    keep_alive: Option<Duration>,
    read_timeout: Option<Duration>,
    legacy_bridge: Option<bool>,
}

impl McpConfig {
    /// Reads the settings of a file.
    ///
    /// # Errors
    /// See [`ConfigError`].
    pub fn read(path: impl AsRef<Path>) -> Result<Self, ConfigError> {
        let file = path.as_ref();
        let path = || file.display().to_string();
        let text = fs::read_to_string(file).map_err(|error| ConfigError::File {
            path: path(),
            error,
        })?;
        Self::parse(&text).map_err(|error| ConfigError::In {
            path: path(),
            error: Box::new(error),
        })
    }

    /// Reads settings.
    ///
    /// # Errors
    /// The text is not TOML, or [`ConfigError::Problems`] with all that is wrong.
    pub fn parse(text: &str) -> Result<Self, ConfigError> {
        let document: Table =
            toml::from_str(text).map_err(|error| ConfigError::NotToml(told(&error, text)))?;
        let empty = Table::new();
        let (table, fault) = match document.get(TABLE) {
            Some(Value::Table(table)) => (table, None),
            Some(_) => (&empty, Some("it is not a table")),
            None => (&empty, Some("there is no such table")),
        };
        let mut keys = Keys::new(table);
        if let Some(fault) = fault {
            keys.problem("", fault);
        }
        // Tables may be the program's own; what stands in none belongs to nobody.
        let outside = document.iter().filter(|(key, value)| {
            let of_tables = |items: &Vec<Value>| items.iter().all(Value::is_table);
            *key != TABLE && !value.is_table() && !value.as_array().is_some_and(of_tables)
        });
        for (key, _) in outside {
            keys.problem(key, format!("it stands outside the table [{TABLE}]"));
        }
        if fault.is_some() {
            return Err(ConfigError::Problems(keys.finish()));
        }
        let server = ServerKeys::read(&mut keys);
        let http = HttpKeys::read(&mut keys);
        #[cfg(feature = "http")]
        if let Err(error) = http.config().rules() {
            keys.problem(error.key, error.reason);
        }
        let problems = keys.finish();
        if !problems.is_empty() {
            return Err(ConfigError::Problems(problems));
        }
        Ok(Self { server, http })
    }

    /// A server to be written down, with these settings.
    pub fn builder(&self) -> McpBuilder {
        let server = &self.server;
        let mut builder = McpServer::builder(&*server.name, &*server.version);
        server.apply(&mut builder);
        builder
    }
}

#[cfg(feature = "http")]
impl McpConfig {
    /// Where and how to serve over HTTP.
    pub fn http(&self) -> HttpConfig {
        self.http.config()
    }
}

/// What is wrong with the text, with the line; without the line's text, which may be a secret.
fn told(error: &toml::de::Error, text: &str) -> String {
    let message = error.message();
    let place = error.span().and_then(|span| text.get(..span.start));
    match place {
        Some(before) => {
            let line = before.matches('\n').count() + 1;
            format!("line {line}: {message}")
        }
        None => message.to_owned(),
    }
}

impl ServerKeys {
    fn read(keys: &mut Keys<'_>) -> Self {
        Self {
            name: keys.required_text("name"),
            version: keys.required_text("version"),
            title: keys.text("title"),
            description: keys.text("description"),
            website_url: keys.text("website_url"),
            instructions: keys.text("instructions"),
            page_size: keys.count("page_size", 1),
            max_subscriptions: keys.count("max_subscriptions", 0),
            subscription_queue: keys.count("subscription_queue", 1),
            shutdown_grace: keys.seconds("shutdown_grace", true),
            call_timeout: keys.seconds("call_timeout", false),
            stdio_concurrency: keys.count("stdio_concurrency", 1),
            max_line: keys.count("max_line", 1),
            route_body_limit: keys.count("route_body_limit", 0),
            logging: keys.truth("logging"),
            log_rate: keys.whole("log_rate", 0, u32::MAX),
            completions: keys.truth("completions"),
            dynamic_resources: keys.truth("dynamic_resources"),
            validate_input: keys.truth("validate_input"),
            state_key: state_key(keys),
            state_ttl: keys.seconds("state_ttl", false),
            legacy: legacy(keys),
        }
    }

    fn apply(&self, builder: &mut McpBuilder) {
        set!(self, builder: title description website_url instructions);
        set!(self, builder: page_size max_subscriptions subscription_queue);
        set!(self, builder: shutdown_grace call_timeout stdio_concurrency);
        set!(self, builder: max_line route_body_limit);
        set!(self, builder: logging log_rate completions dynamic_resources validate_input);
        set!(self, builder: state_key state_ttl);
        #[cfg(feature = "legacy")]
        set!(self, builder: legacy);
    }
}

impl HttpKeys {
    fn read(keys: &mut Keys<'_>) -> Self {
        Self {
            listen: address(keys),
            path: keys.text("path"),
            allowed_origins: keys.texts("allowed_origins"),
            allowed_hosts: keys.texts("allowed_hosts"),
            max_body: keys.count("max_body", 1),
            max_concurrent: keys.whole("max_concurrent", 1, Semaphore::MAX_PERMITS),
            max_connections: keys.whole("max_connections", 1, Semaphore::MAX_PERMITS),
            keep_alive: keys.seconds("keep_alive", false),
            read_timeout: keys.seconds("read_timeout", false),
            legacy_bridge: keys.truth("legacy_bridge"),
        }
    }
}

#[cfg(feature = "http")]
impl HttpKeys {
    fn config(&self) -> HttpConfig {
        let mut config = HttpConfig::new();
        set!(self, config = listen path allowed_origins allowed_hosts);
        set!(self, config = max_body max_concurrent max_connections);
        set!(self, config = keep_alive read_timeout legacy_bridge);
        config
    }
}

/// MRTR-23.
fn state_key(keys: &mut Keys<'_>) -> Option<Secret> {
    let text = keys.text("state_key")?;
    match STANDARD.decode(text) {
        Ok(key) if key.len() >= LEAST_KEY => Some(Secret(key)),
        Ok(key) => {
            let length = key.len();
            keys.problem(
                "state_key",
                format!("it has {length} bytes; at least {LEAST_KEY} are needed"),
            );
            None
        }
        Err(_) => {
            keys.problem("state_key", "it is not base64");
            None
        }
    }
}

/// ERA-5. A program that is built without the older revisions cannot serve them.
fn legacy(keys: &mut Keys<'_>) -> Option<bool> {
    let on = keys.truth("legacy");
    if on == Some(true) && cfg!(not(feature = "legacy")) {
        keys.problem(
            "legacy",
            "this program is built without the older revisions",
        );
    }
    on
}

fn address(keys: &mut Keys<'_>) -> Option<SocketAddr> {
    let text = keys.text("listen")?;
    let address = text.parse().ok();
    if address.is_none() {
        keys.problem(
            "listen",
            "it is not an address with a port, such as 127.0.0.1:9000",
        );
    }
    address
}
