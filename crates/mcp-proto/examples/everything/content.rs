//! Tools that answer at once, or tell something on the way.

use std::time::Duration;

use mcp_proto::serde_json::json;
use mcp_proto::{
    CallContext, Capability, ClientCapabilities, Content, JsonObject, JsonSchema, LogLevel,
    McpBuilder, McpModule, ResourceContents, Tool, ToolFault, ToolOutcome, ToolResult,
};

/// A red point of one pixel.
pub(crate) const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x02\0\0\0\x90wS\xde\0\0\0\x0cIDATx\xdac\xf8\xcf\xc0\0\0\x03\x01\x01\0\xf7\x03AC\0\0\0\0IEND\xaeB`\x82";

/// A sound without samples.
const WAV: &[u8] =
    b"RIFF$\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0@\x1f\0\0@\x1f\0\0\x01\0\x08\0data\0\0\0\0";

/// What lies between two messages of a tool that takes its time.
const STEP: Duration = Duration::from_millis(50);

/// The tools that come first in the list.
pub(crate) struct Tools;

impl McpModule for Tools {
    fn register(&self, builder: &mut McpBuilder) {
        builder
            .tool(
                "test_simple_text",
                Fixed("Returns a text.", || {
                    ToolResult::text("This is a simple text response for testing.")
                }),
            )
            .tool("test_image_content", Fixed("Returns an image.", image))
            .tool("test_audio_content", Fixed("Returns a sound.", audio))
            .tool(
                "test_embedded_resource",
                Fixed("Returns a resource.", embedded),
            )
            .tool(
                "test_multiple_content_types",
                Fixed("Returns three blocks.", mixed),
            )
            .tool(
                "test_error_handling",
                Fixed("Always fails.", || {
                    ToolResult::error("This tool intentionally returns an error for testing")
                }),
            )
            .tool("test_tool_with_progress", Progress)
            .tool(
                "test_tool_with_logging",
                Logs(&[
                    "Tool execution started",
                    "Tool processing data",
                    "Tool execution completed",
                ]),
            )
            .tool("test_logging_tool", Logs(&["Something happened"]))
            .tool("test_missing_capability", NeedsSampling);
    }
}

/// The tools that come last.
pub(crate) struct MoreTools;

impl McpModule for MoreTools {
    fn register(&self, builder: &mut McpBuilder) {
        builder
            .tool("json_schema_2020_12_tool", WholeSchema)
            .tool("test_header_param", Headers);
    }
}

/// A tool that always answers the same.
struct Fixed(&'static str, fn() -> ToolResult);

impl Tool for Fixed {
    fn description(&self) -> &str {
        self.0
    }

    async fn call(&self, _: &mut CallContext, _: &JsonObject) -> Result<ToolOutcome, ToolFault> {
        Ok((self.1)().into())
    }
}

fn image() -> ToolResult {
    ToolResult::empty().content(Content::image(PNG, "image/png"))
}

fn audio() -> ToolResult {
    ToolResult::empty().content(Content::audio(WAV, "audio/wav"))
}

fn embedded() -> ToolResult {
    let resource = ResourceContents::text("This is an embedded resource content.")
        .uri("test://embedded-resource")
        .mime_type("text/plain");
    ToolResult::empty().content(Content::resource(resource))
}

fn mixed() -> ToolResult {
    let resource = ResourceContents::text(r#"{"test":"data","value":123}"#)
        .uri("test://mixed-content-resource")
        .mime_type("application/json");
    ToolResult::text("Multiple content types test:")
        .content(Content::image(PNG, "image/png"))
        .content(Content::resource(resource))
}

struct Progress;

impl Tool for Progress {
    fn description(&self) -> &str {
        "Reports its progress three times."
    }

    async fn call(&self, cx: &mut CallContext, _: &JsonObject) -> Result<ToolOutcome, ToolFault> {
        for done in [0.0, 50.0, 100.0] {
            cx.progress(done, Some(100.0), None).await;
            tokio::time::sleep(STEP).await;
        }
        Ok(ToolResult::text("done").into())
    }
}

/// Logs some texts, with a pause between.
struct Logs(&'static [&'static str]);

impl Tool for Logs {
    fn description(&self) -> &str {
        "Sends log messages to a client that wants them."
    }

    async fn call(&self, cx: &mut CallContext, _: &JsonObject) -> Result<ToolOutcome, ToolFault> {
        for (number, text) in self.0.iter().enumerate() {
            if number > 0 {
                tokio::time::sleep(STEP).await;
            }
            cx.log(LogLevel::Info, None, text).await;
        }
        Ok(ToolResult::text("done").into())
    }
}

struct NeedsSampling;

impl Tool for NeedsSampling {
    fn description(&self) -> &str {
        "Only for clients that can ask a model."
    }

    fn requires(&self) -> ClientCapabilities {
        ClientCapabilities::none().with(Capability::Sampling)
    }

    async fn call(&self, _: &mut CallContext, _: &JsonObject) -> Result<ToolOutcome, ToolFault> {
        Ok(ToolResult::text("allowed").into())
    }
}

/// A tool whose schema uses what the builder of schemas does not know.
struct WholeSchema;

impl Tool for WholeSchema {
    fn description(&self) -> &str {
        "Takes a person whom one can reach by phone or by mail."
    }

    fn input_schema(&self) -> JsonSchema {
        JsonSchema::raw(json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "type": "object",
            "$defs": {
                "address": {
                    "$anchor": "addressDef",
                    "type": "object",
                    "properties": {"street": {"type": "string"}, "city": {"type": "string"}},
                },
            },
            "properties": {
                "name": {"type": "string"},
                "address": {"$ref": "#/$defs/address"},
                "contactMethod": {"type": "string", "enum": ["phone", "email"]},
                "phone": {"type": "string"},
                "email": {"type": "string"},
            },
            "allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
            "if": {
                "properties": {"contactMethod": {"const": "phone"}},
                "required": ["contactMethod"],
            },
            "then": {"required": ["phone"]},
            "else": {"required": ["email"]},
            "additionalProperties": false,
        }))
    }

    async fn call(&self, _: &mut CallContext, _: &JsonObject) -> Result<ToolOutcome, ToolFault> {
        Ok(ToolResult::text("reached").into())
    }
}

/// A tool whose arguments clients repeat in headers.
struct Headers;

impl Tool for Headers {
    fn description(&self) -> &str {
        "Takes arguments that what stands between client and server can see."
    }

    fn input_schema(&self) -> JsonSchema {
        JsonSchema::object()
            .string("region", "where to")
            .header("Region")
            .required()
            .integer("count", "how many")
            .header("Count")
    }

    async fn call(&self, _: &mut CallContext, _: &JsonObject) -> Result<ToolOutcome, ToolFault> {
        Ok(ToolResult::text("routed").into())
    }
}
