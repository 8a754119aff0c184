//! The real server as a child process: chapter 10 rule by rule, and the tools that answer.

mod client;
mod command_line;
mod framing;
#[cfg(feature = "http")]
mod http;
#[cfg(target_os = "linux")]
mod load;
mod modern;
mod protocol;
mod tools;
mod write_layer;
