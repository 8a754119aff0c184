//! The Model Context Protocol for any program.
//!
//! **In:** the bytes of messages. **Out:** the bytes of messages. A program lists its tools,
//! resources and prompts in an [`McpServer`], top to bottom, and serves it with [`serve_stdio`] on
//! its own standard input and output or with [`serve_stream`] on any stream of bytes.
//! [`McpServer::connect`] is the core: one message in, messages out, without any transport.
//!
//! | cargo feature | what it adds |
//! |---|---|
//! | `legacy`, by default | the revisions before 2026-07-28 |
//! | `routes`, by default | routes of an existing HTTP API as tools, called in process |
//! | `http` | Streamable HTTP, and routes of `axum` applications |
//! | `config` | settings from the table `[mcp]` of a TOML file |
//!
//! **Must never know:** buildings, or any other subject of the program that uses it.
//!
//! Two eras are spoken in one process, decided per message ([`Era`]): revision 2026-07-28, and the
//! revisions before it (cargo feature `legacy`, on by default). Rules are cited by the ids of
//! chapters 10 and 11 of the specification (F-7, STDIO-3); `docs/requirements.md` says which test
//! holds each.
//!
//! A whole server (`examples/notes.rs`):
//!
//! ```no_run
#![doc = include_str!("../examples/notes.rs")]
//! ```
//!
//! Messages are never turned into a tree. They stay the text that the client sent, checked once
//! as a whole (see [`json`]), and are read member by member as [`RawValue`]s: so no number loses
//! its spelling, and time and memory grow with the length of the line only.

#[cfg(feature = "http")]
mod app;
mod builder;
mod cache;
mod capability;
mod complete;
#[cfg(feature = "config")]
mod config;
mod connection;
mod content;
mod context;
mod dispatch;
mod era;
mod erased;
mod exchange;
mod fault;
#[cfg(feature = "http")]
mod http;
mod id;
mod input;
pub mod json;
mod jsonrpc;
#[cfg(feature = "legacy")]
mod legacy;
mod meta;
mod object;
mod outgoing;
mod page;
mod params;
mod path;
mod peer;
mod prompt;
mod registration;
mod registry;
mod resource;
#[cfg(feature = "routes")]
mod route;
mod schema;
mod seal;
mod server;
mod state;
mod stdio;
mod subscriptions;
mod template;
mod tool;

#[cfg(feature = "routes")]
pub use ::http::{HeaderMap, HeaderName, HeaderValue};
#[cfg(feature = "http")]
pub use app::{App, AppRoutes, NoCallContext};
#[cfg(feature = "legacy")]
pub use builder::LegacyProfile;
pub use builder::{McpBuilder, McpModule};
pub use cache::{CacheScope, Cached};
pub use capability::{Capability, ClientCapabilities};
pub use complete::{CompletionRequest, Completions};
#[cfg(feature = "config")]
pub use config::{ConfigError, ConfigProblem, McpConfig};
pub use connection::{Connection, Job, Place};
pub use content::{Annotations, Content, Icon, ResourceLink, Role};
pub use context::CallContext;
pub use era::{
    CLIENT_CAPABILITIES, CLIENT_INFO, Era, LEGACY_REVISIONS, LOG_LEVEL, PROTOCOL_VERSION, REVISION,
    SERVER_INFO, SUBSCRIPTION_ID,
};
pub use fault::ToolFault;
#[cfg(feature = "http")]
pub use http::{
    AuthConfig, HttpConfig, HttpConfigError, HttpError, McpEndpoint, TokenError, TokenVerifier,
    serve_http, serve_http_with, serve_listener,
};
pub use id::RequestId;
pub use input::{
    ElicitAction, Elicited, Input, InputAnswer, InputRequest, InputRequired, Root, Roots, Sampled,
    Sampling,
};
pub use jsonrpc::{Dropped, is_white_space};
pub use meta::{LogLevel, Meta, MetaError, RequestMeta};
pub use object::JsonObject;
pub use path::safe_join;
pub use peer::{Entry, Principal};
pub use prompt::{Prompt, PromptArgument, PromptArguments, PromptOutcome, PromptResult};
pub use registration::{RegistrationError, RegistrationErrors};
pub use resource::{Resource, ResourceContents, ResourceOutcome, ResourceRead, ResourceTemplate};
#[cfg(feature = "routes")]
pub use route::{
    AppDispatcher, CallError, CallRequest, CallResponse, DEFAULT_ROUTE_BODY_LIMIT, Dispatcher,
    MAX_NESTING, Method, RouteTool, serve_stdio_with,
};
pub use schema::JsonSchema;
pub use serde_json;
pub use serde_json::value::RawValue;
pub use server::McpServer;
pub use state::SealedState;
pub use stdio::{
    DEFAULT_MAX_LINE, Input as StdioInput, Log, Output as StdioOutput, StdioGuard, serve_stdio,
    serve_stream, stdio_guard,
};
pub use subscriptions::Notifier;
pub use template::Variables;
pub use tool::{Tool, ToolAnnotations, ToolOutcome, ToolResult};
