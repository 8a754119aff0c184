//! The MCP server of koyu.
fn main() {}
