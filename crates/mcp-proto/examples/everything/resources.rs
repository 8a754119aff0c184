//! Resources to read and to watch.

use mcp_proto::serde_json::json;
use mcp_proto::{
    CallContext, McpBuilder, McpModule, Resource, ResourceContents, ResourceOutcome,
    ResourceTemplate, ToolFault, Variables,
};

use crate::content::PNG;

pub(crate) struct Resources;

impl McpModule for Resources {
    fn register(&self, builder: &mut McpBuilder) {
        builder
            .resource(
                "test://static-text",
                Fixed("text/plain", || {
                    ResourceContents::text("This is the content of the static text resource.")
                }),
            )
            .resource(
                "test://static-binary",
                Fixed("image/png", || ResourceContents::blob(PNG)),
            )
            .resource(
                "test://watched-resource",
                Fixed("text/plain", || {
                    ResourceContents::text("Watched resource content.")
                }),
            )
            .resource_template("test://template/{id}/data", Data);
    }
}

/// A resource that always reads the same.
struct Fixed(&'static str, fn() -> ResourceContents);

impl Resource for Fixed {
    fn description(&self) -> Option<&str> {
        Some("A resource for tests")
    }

    fn mime_type(&self) -> Option<&str> {
        Some(self.0)
    }

    async fn read(&self, _: &mut CallContext) -> Result<ResourceOutcome, ToolFault> {
        Ok((self.1)().mime_type(self.0).into())
    }
}

struct Data;

impl ResourceTemplate for Data {
    fn description(&self) -> Option<&str> {
        Some("A resource for each id")
    }

    fn mime_type(&self) -> Option<&str> {
        Some("application/json")
    }

    async fn read(
        &self,
        _: &mut CallContext,
        variables: &Variables,
    ) -> Result<ResourceOutcome, ToolFault> {
        let id = variables.get("id").unwrap_or_default();
        let data = json!({"id": id, "templateTest": true, "data": format!("Data for ID: {id}")});
        let contents = ResourceContents::text(data.to_string());
        Ok(contents.mime_type("application/json").into())
    }
}
