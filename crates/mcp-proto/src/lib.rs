//! The Model Context Protocol for any program.
//!
//! **In:** the bytes of messages. **Out:** the bytes of answers. A program lists its tools in an
//! [`McpServer`], top to bottom, and serves it with [`serve_stdio`] on its own standard input and
//! output or with [`serve_stream`] on any stream of bytes. [`McpServer::answer`] is the core: one
//! message in, at most one answer out, without any transport.
//!
//! **Must never know:** buildings, or any other subject of the program that uses it.
//!
//! What is spoken is the legacy dialect: chapter 10 of the specification for the envelope and the
//! methods, chapter 11 §23 for standard input and output. Rules are cited by id (F-7, STDIO-3).
//!
//! Messages are never turned into a tree. They stay the text that the client sent, checked once
//! as a whole (see [`json`]), and are read member by member as [`RawValue`]s: so no number loses
//! its spelling, and time and memory grow with the length of the line only.

pub mod json;
mod jsonrpc;
mod legacy;
mod schema;
mod server;
mod stdio;
mod tool;

pub use jsonrpc::{Dropped, is_white_space};
pub use schema::JsonSchema;
pub use serde_json::value::RawValue;
pub use server::McpServer;
pub use stdio::{
    DEFAULT_MAX_LINE, Input, Log, Output, StdioGuard, StreamOptions, serve_stdio, serve_stream,
    stdio_guard,
};
pub use tool::{Arguments, Tool, ToolFault};
