//! What can be set about HTTP (11 §25).

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::Duration;

use tokio::sync::Semaphore;

use super::host_origin::{Hosts, Origins};
use super::metadata;
use crate::server::McpServer;

/// Where and how a server is served over HTTP. The defaults are those of 11 §25.
#[derive(Clone, Debug)]
pub struct HttpConfig {
    pub(super) listen: SocketAddr,
    pub(super) path: String,
    pub(super) allowed_hosts: Vec<String>,
    pub(super) allowed_origins: Vec<String>,
    pub(super) max_body: usize,
    pub(super) max_concurrent: usize,
    pub(super) max_connections: usize,
    pub(super) keep_alive: Duration,
    pub(super) read_timeout: Duration,
    pub(super) legacy_bridge: bool,
}

/// A setting that cannot be served.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{key}: {reason}")]
pub struct HttpConfigError {
    /// The setting, as 11 §25 names it.
    pub key: &'static str,
    /// What is wrong with it.
    pub reason: String,
}

impl Default for HttpConfig {
    fn default() -> Self {
        Self {
            listen: SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 9000),
            path: "/mcp".to_owned(),
            allowed_hosts: Vec::new(),
            allowed_origins: Vec::new(),
            max_body: 4 << 20,
            max_concurrent: 64,
            max_connections: 2048,
            keep_alive: Duration::from_secs(15),
            read_timeout: Duration::from_secs(30),
            legacy_bridge: false,
        }
    }
}

impl HttpConfig {
    /// Everything by default: `127.0.0.1:9000`, path `/mcp`.
    pub fn new() -> Self {
        Self::default()
    }

    /// The address to listen on (HTTP-12). Whether it is a loopback address also decides which
    /// hosts and origins are acceptable when none are named (HTTP-1a, HTTP-2a).
    #[must_use]
    pub fn listen(mut self, address: SocketAddr) -> Self {
        self.listen = address;
        self
    }

    /// The path of the endpoint; `/mcp` by default.
    #[must_use]
    pub fn path(mut self, path: impl Into<String>) -> Self {
        self.path = path.into();
        self
    }

    /// Values of `Host` that are acceptable, port included where clients send one (HTTP-1a).
    #[must_use]
    pub fn allowed_hosts<S: Into<String>>(mut self, hosts: impl IntoIterator<Item = S>) -> Self {
        self.allowed_hosts = hosts.into_iter().map(Into::into).collect();
        self
    }

    /// Origins of the pages that may call (HTTP-2a), as `https://example.com`. With it browsers
    /// get the answers of CORS (HTTP-9).
    #[must_use]
    pub fn allowed_origins<S: Into<String>>(
        mut self,
        origins: impl IntoIterator<Item = S>,
    ) -> Self {
        self.allowed_origins = origins.into_iter().map(Into::into).collect();
        self
    }

    /// The longest body of a request, in bytes (HTTP-8); 4 MiB by default.
    #[must_use]
    pub fn max_body(mut self, bytes: usize) -> Self {
        self.max_body = bytes;
        self
    }

    /// How many requests run at once, open subscriptions not counted (HTTP-28); 64 by default.
    #[must_use]
    pub fn max_concurrent(mut self, most: usize) -> Self {
        self.max_concurrent = most;
        self
    }

    /// How many connections are open at once (HTTP-30); 2048 by default.
    #[must_use]
    pub fn max_connections(mut self, most: usize) -> Self {
        self.max_connections = most;
        self
    }

    /// After which silence a stream gets a comment (HTTP-25); 15 s by default.
    #[must_use]
    pub fn keep_alive(mut self, silence: Duration) -> Self {
        self.keep_alive = silence;
        self
    }

    /// How long a client may take for its headers, and for any progress of a body or of an answer
    /// that it does not read (HTTP-30); 30 s by default.
    #[must_use]
    pub fn read_timeout(mut self, limit: Duration) -> Self {
        self.read_timeout = limit;
        self
    }

    /// Whether older clients are asked for input by requests of the server (LEG-20). For tests
    /// of old clients; off by default.
    #[must_use]
    pub fn legacy_bridge(mut self, on: bool) -> Self {
        self.legacy_bridge = on;
        self
    }

    /// An error if the endpoint would stand before a route of the server's application.
    pub(super) fn hides_no_route(&self, server: &McpServer) -> Result<(), HttpConfigError> {
        let routes = server.dispatcher.routes();
        match routes.iter().find(|(_, it)| self.owns(server, it)) {
            None => Ok(()),
            Some((method, pattern)) => Err(HttpConfigError {
                key: "path",
                reason: format!("it would hide the route {method} {pattern} of the application"),
            }),
        }
    }

    /// Whether a path is one of the endpoint's own (HTTP-3).
    pub(super) fn owns(&self, server: &McpServer, path: &str) -> bool {
        path == self.path || self.is_metadata(server, path)
    }

    pub(super) fn is_metadata(&self, server: &McpServer, path: &str) -> bool {
        let is_protected = server.core().authorization.is_some();
        is_protected && metadata::paths(&self.path).contains(&path.to_owned())
    }

    /// Judges all settings at once; the error is the first one that is bad.
    pub(crate) fn rules(&self) -> Result<Rules, HttpConfigError> {
        let wrong = |key, reason: &str| {
            Err(HttpConfigError {
                key,
                reason: reason.to_owned(),
            })
        };
        if !is_path(&self.path) {
            return wrong("path", "it is not a plain path that starts with /");
        }
        for (key, is_zero) in [
            ("max_body", self.max_body == 0),
            ("max_concurrent", self.max_concurrent == 0),
            ("max_connections", self.max_connections == 0),
            ("keep_alive", self.keep_alive.is_zero()),
            ("read_timeout", self.read_timeout.is_zero()),
        ] {
            if is_zero {
                return wrong(key, "it is 0");
            }
        }
        for (key, many) in [
            ("max_concurrent", self.max_concurrent),
            ("max_connections", self.max_connections),
        ] {
            if many > Semaphore::MAX_PERMITS {
                return wrong(key, &format!("it is more than {}", Semaphore::MAX_PERMITS));
            }
        }
        let is_loopback = self.listen.ip().is_loopback();
        Ok(Rules {
            hosts: Hosts::new(&self.allowed_hosts, is_loopback)?,
            origins: Origins::new(&self.allowed_origins, is_loopback)?,
        })
    }
}

/// Settings in the form in which requests are judged.
#[derive(Debug)]
pub(crate) struct Rules {
    pub(super) hosts: Hosts,
    pub(super) origins: Origins,
}

/// Starts with `/`; no wildcard, no query, nothing that would be escaped.
fn is_path(path: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/-._~".contains(&byte);
    path.starts_with('/') && path.bytes().all(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(config: &HttpConfig) -> Option<&'static str> {
        config.rules().err().map(|error| error.key)
    }

    #[test]
    fn a_bad_setting_is_named() {
        let new = HttpConfig::new;
        assert_eq!(key(&new()), None);
        for path in [
            "", "mcp", "/a*", "/{x}", "/a?b", "/a#b", "/ä", "/a b", "/%41",
        ] {
            assert_eq!(key(&new().path(path)), Some("path"), "{path}");
        }
        assert_eq!(key(&new().path("/a/b-c.d_e~1")), None);
        assert_eq!(key(&new().max_body(0)), Some("max_body"));
        assert_eq!(key(&new().max_concurrent(0)), Some("max_concurrent"));
        assert_eq!(key(&new().max_connections(0)), Some("max_connections"));
        assert_eq!(key(&new().keep_alive(Duration::ZERO)), Some("keep_alive"));
        assert_eq!(
            key(&new().read_timeout(Duration::ZERO)),
            Some("read_timeout")
        );
    }
}
