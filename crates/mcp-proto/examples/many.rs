//! A server for testing clients: 250 tools, one of them for each way in which a call can go, and a
//! resource that changes when it is touched. Over standard input and output, or over HTTP (with the
//! cargo feature `http`) when it is given an address.

use std::time::Duration;

use mcp_proto::serde_json::json;
use mcp_proto::{
    CallContext, JsonObject, JsonSchema, McpServer, Resource, ResourceContents, ResourceOutcome,
    Tool, ToolFault, ToolOutcome, ToolResult, serve_stdio,
};

/// The resource that changes.
const CLOCK: &str = "many://clock";

/// A tool that does what its name says.
struct Does(&'static str);

impl Tool for Does {
    fn description(&self) -> &str {
        "Is there to be called by a client under test"
    }

    fn input_schema(&self) -> JsonSchema {
        match self.0 {
            "echo" => JsonSchema::object()
                .string("text", "what to say")
                .required(),
            _ => JsonSchema::nothing(),
        }
    }

    fn output_schema(&self) -> Option<JsonSchema> {
        (self.0 == "sum").then(|| JsonSchema::object().integer("sum", "the sum").required())
    }

    async fn call(
        &self,
        cx: &mut CallContext,
        args: &JsonObject,
    ) -> Result<ToolOutcome, ToolFault> {
        Ok(match self.0 {
            "echo" => ToolResult::text(args.text("text").unwrap_or_default()).into(),
            "sum" => ToolResult::structured(json!({"sum": 3})).into(),
            "refuse" => ToolResult::error("not today").into(),
            "fail" => return Err(ToolFault::new("as told")),
            "touch" => {
                cx.notifier().resource_updated(CLOCK);
                ToolResult::text("touched").into()
            }
            "wait" => {
                cx.cancelled().await;
                ToolResult::text("cancelled").into()
            }
            "slow" => {
                tokio::time::sleep(Duration::from_millis(300)).await;
                ToolResult::text("at last").into()
            }
            _ => ToolResult::empty().into(),
        })
    }
}

struct Clock;

impl Resource for Clock {
    async fn read(&self, _: &mut CallContext) -> Result<ResourceOutcome, ToolFault> {
        Ok(ResourceContents::text("noon")
            .mime_type("text/plain")
            .into())
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut builder = McpServer::builder("many", "1.0.0");
    for name in ["echo", "sum", "refuse", "fail", "touch", "wait", "slow"] {
        builder.tool(name, Does(name));
    }
    for number in 7..250 {
        builder.tool(format!("tool_{number}"), Does("nothing"));
    }
    let server = builder.resource(CLOCK, Clock).build()?;
    #[cfg(feature = "http")]
    if let Some(address) = std::env::args().nth(1) {
        let config = mcp_proto::HttpConfig::new().listen(address.parse()?);
        return Ok(mcp_proto::serve_http(&server, &config)?);
    }
    Ok(serve_stdio(&server)?)
}
