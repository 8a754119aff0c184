//! Tasks of the koyu workspace.
fn main() {}
