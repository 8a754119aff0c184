//! `write_layer` (07 §14).

use mcp_proto::{Arguments, JsonSchema, Tool, ToolFault};

use super::{file_argument, not_yet};
use crate::arguments::required;
use crate::workspace;

/// The only tool that touches the disk.
pub(crate) struct WriteLayer;

impl Tool for WriteLayer {
    fn description(&self) -> &str {
        "Call this to edit the building: it replaces or creates one layer with the \
         complete new text. Read the layer with layers first and send all of it, \
         changed; there is no partial edit. The text is tried before it is written: if \
         the building would no longer compose, nothing is written and the answer says \
         written: false and why. Otherwise it returns JSON with the path written and \
         the errors and warnings of check, which do not stop the write. Only .muro \
         files in the entry's folder or below can be written; a layer cannot be emptied \
         or deleted."
    }

    fn input_schema(&self) -> JsonSchema {
        file_argument()
            .string(
                "layer",
                "Path of the layer to write, relative to the entry's folder (e.g. L2.muro)",
            )
            .required()
            .string("content", "The complete new text of the layer")
            .required()
    }

    fn call(&self, arguments: &Arguments<'_>) -> Result<String, ToolFault> {
        let file = required(arguments, "file")?;
        required(arguments, "content")?;
        required(arguments, "layer")?;
        workspace::load(&file)?;
        Err(not_yet("write_layer"))
    }
}
