//! The legacy dialect: what is answered to a client without per-request metadata (10 §2–§7).
//!
//! It keeps no state. Every method works whether or not `initialize` was sent.

use std::borrow::Cow;
use std::panic::{AssertUnwindSafe, catch_unwind};

use serde::Serialize;
use serde_json::value::RawValue;

use crate::json;
use crate::jsonrpc::{self, INVALID_PARAMS, METHOD_NOT_FOUND, Request};
use crate::schema::JsonSchema;
use crate::server::McpServer;
use crate::tool::{Arguments, Tool, ToolFault};

/// The revision named to a client that names none.
const DEFAULT_VERSION: &str = "2025-06-18";

/// The line that answers a request.
pub(crate) fn answer(server: &McpServer, request: &Request<'_>) -> String {
    let id = &request.id;
    match json::text(request.method).as_deref() {
        Some("initialize") => jsonrpc::success(id, &initialize(server, request.params)),
        Some("ping") => jsonrpc::success(id, &Empty {}),
        Some("tools/list") => jsonrpc::success(id, &tools_list(server)),
        Some("tools/call") => tools_call(server, request),
        Some("resources/list") => jsonrpc::success(id, &Resources { resources: [] }),
        Some("prompts/list") => jsonrpc::success(id, &Prompts { prompts: [] }),
        _ => {
            let message = format!("Unsupported method: {}", shown(Some(request.method)));
            jsonrpc::failure(id, METHOD_NOT_FOUND, &message)
        }
    }
}

/// A method or a name in an error (10 §6): a string as itself, anything else as its JSON.
fn shown(value: Option<&RawValue>) -> Cow<'_, str> {
    match value {
        None => Cow::Borrowed("undefined"),
        Some(value) => json::text(value).unwrap_or_else(|| json::compact(value).into()),
    }
}

#[derive(Serialize)]
struct Empty {}

#[derive(Serialize)]
struct Resources {
    resources: [Empty; 0],
}

#[derive(Serialize)]
struct Prompts {
    prompts: [Empty; 0],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Initialize<'a> {
    protocol_version: Box<RawValue>,
    capabilities: Capabilities,
    server_info: ServerInfo<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    instructions: Option<&'a str>,
}

#[derive(Serialize)]
struct Capabilities {
    tools: Empty,
}

#[derive(Serialize)]
struct ServerInfo<'a> {
    name: &'a str,
    version: &'a str,
}

/// 10 §3: no negotiation; the version asked for comes back, whatever it is.
fn initialize<'a>(server: &'a McpServer, params: Option<&RawValue>) -> Initialize<'a> {
    let asked = params
        .and_then(|params| json::members(params, ["protocolVersion"]))
        .and_then(|[version]| version)
        .filter(|version| !json::is_null(version));
    let version = match asked {
        Some(version) => json::compact(version),
        None => format!("\"{DEFAULT_VERSION}\""),
    };
    Initialize {
        // What was read once is JSON still; the fallback only spares a panic.
        protocol_version: RawValue::from_string(version).unwrap_or_default(),
        capabilities: Capabilities { tools: Empty {} },
        server_info: ServerInfo {
            name: &server.name,
            version: &server.version,
        },
        instructions: server.instructions.as_deref(),
    }
}

#[derive(Serialize)]
struct ToolsList<'a> {
    tools: Vec<ToolEntry<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ToolEntry<'a> {
    name: &'a str,
    description: &'a str,
    input_schema: JsonSchema,
}

fn tools_list(server: &McpServer) -> ToolsList<'_> {
    let entries = server.tools.iter().map(|(name, tool)| ToolEntry {
        name,
        description: tool.description(),
        input_schema: tool.input_schema(),
    });
    ToolsList {
        tools: entries.collect(),
    }
}

/// 10 §5. The name is looked up before anything else.
fn tools_call(server: &McpServer, request: &Request<'_>) -> String {
    let [name, arguments] = request
        .params
        .and_then(|params| json::members(params, ["name", "arguments"]))
        .unwrap_or_default();
    let wanted = name.and_then(json::text);
    let found = server
        .tools
        .iter()
        .find(|(name, _)| wanted.as_deref() == Some(name));
    match found {
        Some((name, tool)) => {
            let outcome = call(name, tool.as_ref(), &Arguments::new(arguments));
            jsonrpc::success(&request.id, &CallResult::from(outcome))
        }
        None => {
            let message = format!("Unknown tool: {}", shown(name));
            jsonrpc::failure(&request.id, INVALID_PARAMS, &message)
        }
    }
}

/// Calls a tool; its panic becomes a fault (10 §7). The details went to standard error when the
/// panic was raised, by the panic hook.
fn call(name: &str, tool: &dyn Tool, arguments: &Arguments<'_>) -> Result<String, ToolFault> {
    // Nothing that the closure touched is looked at again except the tool, and a tool is shared
    // between calls: it keeps what it must protect behind locks of its own.
    catch_unwind(AssertUnwindSafe(|| tool.call(arguments))).unwrap_or_else(|_| {
        Err(ToolFault::new(format!(
            "An internal error occurred in the tool {name}"
        )))
    })
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct CallResult {
    content: [TextContent; 1],
    #[serde(skip_serializing_if = "Option::is_none")]
    is_error: Option<bool>,
}

#[derive(Serialize)]
struct TextContent {
    r#type: &'static str,
    text: String,
}

impl From<Result<String, ToolFault>> for CallResult {
    fn from(outcome: Result<String, ToolFault>) -> Self {
        let (text, is_error) = match outcome {
            Ok(text) => (text, None),
            Err(fault) => (fault.to_string(), Some(true)),
        };
        Self {
            content: [TextContent {
                r#type: "text",
                text,
            }],
            is_error,
        }
    }
}
