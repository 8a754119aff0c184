//! `layers` (07 §5).

use std::path::Path;

use koyu_model::json;
use mcp_proto::{Arguments, JsonSchema, Tool, ToolFault};
use serde::Serialize;

use super::{INDENT, file_argument};
use crate::arguments::required;
use crate::workspace;

/// One element of the answer.
#[derive(Serialize)]
struct Layer<'a> {
    file: &'a str,
    source: String,
}

impl<'a> Layer<'a> {
    fn read(file: &'a str, path: &Path) -> Result<Self, ToolFault> {
        let source = workspace::layer_text(path)?;
        Ok(Self { file, source })
    }
}

/// The text of the layers, as written.
pub(crate) struct Layers;

impl Tool for Layers {
    fn description(&self) -> &str {
        "Call this to read the original text of the building before you edit it. \
         Returns a JSON list of the layers that take part, the entry first, each with \
         its file (real path) and its complete source. Later layers are stronger: they \
         may override what earlier ones say. Files that nothing imports do not appear."
    }

    fn input_schema(&self) -> JsonSchema {
        file_argument()
    }

    fn call(&self, arguments: &Arguments<'_>) -> Result<String, ToolFault> {
        let file = required(arguments, "file")?;
        let model = workspace::load(&file)?;
        let layers: Vec<Layer<'_>> = model
            .layers()
            .iter()
            .zip(model.layer_paths())
            .map(|(file, path)| Layer::read(file, path))
            .collect::<Result<_, _>>()?;
        Ok(json::to_string(&layers, INDENT))
    }
}
