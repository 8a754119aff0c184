//! Streamable HTTP (11 §21, §22, §24): one endpoint, one method, no sessions.
//!
//! **In:** requests of HTTP. **Out:** their answers, one JSON object or a stream of events. What a
//! message means is the core's; here stands what is around it: who may knock ([`gate`]), which
//! headers must mirror the body ([`mirror`]), on whose behalf ([`authorize`]), in what form the
//! answer goes back ([`answer`], [`events`]), and how a port is kept open for years ([`listen`]).

mod accept;
mod answer;
mod authorize;
mod body;
mod bridge;
mod config;
mod cors;
mod endpoint;
mod events;
mod gate;
mod host_origin;
mod lines;
mod listen;
mod metadata;
pub(crate) mod mirror;
mod outbox;
mod serve;

pub use authorize::{AuthConfig, TokenError, TokenVerifier};
pub(crate) use bridge::{Bridge, MOST_ROUNDS, ask};
pub use config::{HttpConfig, HttpConfigError};
pub use endpoint::McpEndpoint;
pub use listen::serve_listener;
pub(crate) use outbox::HttpPeer;
pub use serve::{HttpError, serve_http, serve_http_with};
