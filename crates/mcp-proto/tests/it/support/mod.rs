//! What the tests share: a client without a transport, and the judge of every message.

#[cfg(feature = "http")]
pub(crate) mod app;
mod client;
mod gate;
#[cfg(feature = "http")]
pub(crate) mod http;
pub(crate) mod routes;
pub(crate) mod server;
pub(crate) mod wire;

pub(crate) use client::{Client, block_on, meta, request};
pub(crate) use gate::{Blocks, Gate};
