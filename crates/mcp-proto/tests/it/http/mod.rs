//! Streamable HTTP over real sockets, byte by byte (11 §21, §22, §24, §26, §27).

mod answers;
mod gate;
mod headers;
mod message;
