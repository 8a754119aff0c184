//! Streamable HTTP over real sockets, byte by byte (11 §21, §22, §24, §26, §27).

mod answers;
mod authorize;
mod bridge;
mod everything;
mod gate;
mod headers;
mod hidden;
mod legacy;
mod limits;
mod message;
mod mounted;
mod security;
