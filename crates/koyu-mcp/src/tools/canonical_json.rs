//! `canonical_json` (07 §7, 03 §8).

use koyu_model::canonical;
use mcp_proto::{JsonObject, JsonSchema};

use super::question::{Answer, Question, Refusal};
use crate::arguments::required;
use crate::workspace;

/// The composed building as one document.
pub(crate) struct CanonicalJson;

impl Question for CanonicalJson {
    fn title(&self) -> &'static str {
        "Whole building as canonical JSON"
    }

    fn description(&self) -> &'static str {
        "Call this for the whole composed building as one JSON document in a fixed \
         order: two descriptions of the same building give the same text, however they \
         are split into layers. Good for comparing before and after an edit. It can be \
         long: for single questions the other tools are shorter. It holds what was \
         described, not what is derived from it (areas, walls by default, drawings), \
         and cannot be written back."
    }

    fn answers(&self) -> Option<JsonSchema> {
        Some(
            JsonSchema::object()
                .string("format", "Name and version of the document's format")
                .required()
                .string("koyu", "Version of the notation, where one is written"),
        )
    }

    fn ask(&self, arguments: &JsonObject) -> Result<Answer, Refusal> {
        let file = required(arguments, "file")?;
        let model = workspace::load(&file)?;
        Answer::of_json(canonical::tool_text(&model))
    }
}
