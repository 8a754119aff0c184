//! The server and its twelve tools (07 §1.1, 10 §3, §4). One file a tool.

mod canonical_json;
mod check;
mod doors;
mod layers;
mod light;
mod model_summary;
mod new_uids;
mod plan_svg;
mod question;
mod site;
mod spaces;
mod validate;
mod write_layer;

use std::sync::Arc;

use mcp_proto::{JsonSchema, LegacyProfile, McpBuilder, McpServer};

pub(crate) use self::question::Answer;
use self::question::Asked;

/// Contract (10 §3).
const INSTRUCTIONS: &str = "Server for koyu, a space-first architectural description. Grasp the \
    building with model_summary, read the original layers with layers, and edit with \
    write_layer. check is the gatekeeper of the build and returns errors tagged layer:line — it \
    guarantees structural consistency only. validate delivers the architectural verdicts, which \
    are a separate and unfrozen surface. doors/light/site/spaces are different questions put to \
    the same description. Form (plan_svg) is generated, never written.";

/// The server. What is not in this list is not served.
pub(crate) fn server() -> McpBuilder {
    let workspace = Arc::default();
    let mut server = McpServer::builder("koyu", env!("CARGO_PKG_VERSION"));
    server
        .instructions(INSTRUCTIONS)
        .tool(
            "model_summary",
            Asked::of(model_summary::ModelSummary, &workspace),
        )
        .tool("check", Asked::of(check::Check, &workspace))
        .tool("layers", Asked::of(layers::Layers, &workspace))
        .tool(
            "write_layer",
            Asked::of(write_layer::WriteLayer, &workspace),
        )
        .tool("new_uids", Asked::of(new_uids::NewUids, &workspace))
        .tool("doors", Asked::of(doors::Doors, &workspace))
        .tool("spaces", Asked::of(spaces::Spaces, &workspace))
        .tool("light", Asked::of(light::Light, &workspace))
        .tool("validate", Asked::of(validate::Validate, &workspace))
        .tool("site", Asked::of(site::Site, &workspace))
        .tool("plan_svg", Asked::of(plan_svg::PlanSvg, &workspace))
        .tool(
            "canonical_json",
            Asked::of(canonical_json::CanonicalJson, &workspace),
        )
        // Each tool checks its own arguments, in the exact words of 10 §7 (TOOL-14).
        .validate_input(false)
        // A write is done before the question that was sent after it begins (STDIO-6).
        .stdio_concurrency(1)
        .legacy_profile(LegacyProfile::Koyu);
    server
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

/// What `check` found, as the two lists of texts that two tools answer with (07 §4).
fn check_texts(schema: JsonSchema) -> JsonSchema {
    let text = || JsonSchema::of_string("layer:line and what was found");
    schema
        .array("errors", "Errors as texts", text())
        .required()
        .array("warnings", "Warnings as texts", text())
        .required()
}

/// A number of the building: null beyond the doubles (03 §5).
fn number(description: &str) -> JsonSchema {
    JsonSchema::of_types(&["number", "null"], description)
}

/// A bag of attributes (03 §2.1).
fn attributes() -> JsonSchema {
    JsonSchema::map(JsonSchema::of_types(
        &["number", "string", "null"],
        "A number or a text as written; null for a number beyond the doubles",
    ))
}
