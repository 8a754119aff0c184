//! The server and its twelve tools (07 §1.1, 10 §3, §4). One file a tool.

mod canonical_json;
mod check;
mod doors;
mod layers;
mod light;
mod model_summary;
mod new_uids;
mod plan_svg;
mod site;
mod spaces;
mod validate;
mod write_layer;

use mcp_proto::{JsonSchema, McpServer};

/// Contract (10 §3).
const INSTRUCTIONS: &str = "Server for koyu, a space-first architectural description. Grasp the \
    building with model_summary, read the original layers with layers, and edit with \
    write_layer. check is the gatekeeper of the build and returns errors tagged layer:line — it \
    guarantees structural consistency only. validate delivers the architectural verdicts, which \
    are a separate and unfrozen surface. doors/light/site/spaces are different questions put to \
    the same description. Form (plan_svg) is generated, never written.";

/// How every result but a drawing is indented (07 §1.3).
const INDENT: &str = " ";

/// The server. What is not in this list is not served.
pub(crate) fn server() -> McpServer {
    McpServer::new("koyu", env!("CARGO_PKG_VERSION"))
        .instructions(INSTRUCTIONS)
        .tool("model_summary", model_summary::ModelSummary)
        .tool("check", check::Check)
        .tool("layers", layers::Layers)
        .tool("write_layer", write_layer::WriteLayer)
        .tool("new_uids", new_uids::NewUids)
        .tool("doors", doors::Doors)
        .tool("spaces", spaces::Spaces)
        .tool("light", light::Light)
        .tool("validate", validate::Validate)
        .tool("site", site::Site)
        .tool("plan_svg", plan_svg::PlanSvg)
        .tool("canonical_json", canonical_json::CanonicalJson)
}

/// The argument that every tool takes first (10 §4: contract).
fn file_argument() -> JsonSchema {
    JsonSchema::object()
        .string(
            "file",
            "Path to the entry .muro file (imports are composed automatically)",
        )
        .required()
}
