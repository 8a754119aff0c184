//! `canonical_json` (07 §7, 03 §8).

use koyu_model::canonical;
use mcp_proto::{Arguments, JsonSchema, Tool, ToolFault};

use super::file_argument;
use crate::arguments::required;
use crate::workspace;

/// The composed building as one document.
pub(crate) struct CanonicalJson;

impl Tool for CanonicalJson {
    fn description(&self) -> &str {
        "Call this for the whole composed building as one JSON document in a fixed \
         order: two descriptions of the same building give the same text, however they \
         are split into layers. Good for comparing before and after an edit. It can be \
         long: for single questions the other tools are shorter. It holds what was \
         described, not what is derived from it (areas, walls by default, drawings), \
         and cannot be written back."
    }

    fn input_schema(&self) -> JsonSchema {
        file_argument()
    }

    fn call(&self, arguments: &Arguments<'_>) -> Result<String, ToolFault> {
        let file = required(arguments, "file")?;
        let model = workspace::load(&file)?;
        Ok(canonical::tool_text(&model))
    }
}
