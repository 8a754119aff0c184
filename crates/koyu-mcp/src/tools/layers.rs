//! `layers` (07 §5).

use std::path::Path;

use mcp_proto::{JsonObject, JsonSchema};
use serde::Serialize;

use super::question::{Answer, Question};
use crate::arguments::required;
use crate::refusal::Refusal;
use crate::workspace::{self, Workspace};

/// One element of the answer.
#[derive(Serialize)]
struct Layer<'a> {
    file: &'a str,
    source: String,
}

impl<'a> Layer<'a> {
    fn read(file: &'a str, path: &Path) -> Result<Self, Refusal> {
        let source = workspace::layer_text(path)?;
        Ok(Self { file, source })
    }
}

/// The text of the layers, as written.
pub(crate) struct Layers;

impl Question for Layers {
    fn title(&self) -> &'static str {
        "Read the layers"
    }

    fn description(&self) -> &'static str {
        "Call this to read the original text of the building before you edit it. \
         Returns a JSON list of the layers that take part, the entry first, each with \
         its file (real path) and its complete source. Later layers are stronger: they \
         may override what earlier ones say. Files that nothing imports do not appear."
    }

    fn answers(&self) -> Option<JsonSchema> {
        let layer = JsonSchema::object()
            .string("file", "Real path of the layer")
            .required()
            .string("source", "Its complete text")
            .required()
            .additional(false);
        Some(JsonSchema::list(layer))
    }

    fn ask(&self, workspace: &Workspace, arguments: &JsonObject) -> Result<Answer, Refusal> {
        let file = required(arguments, "file")?;
        let model = workspace.building(&file)?;
        let layers: Vec<Layer<'_>> = model
            .layers()
            .iter()
            .zip(model.layer_paths())
            .map(|(file, path)| Layer::read(file, path))
            .collect::<Result<_, _>>()?;
        Ok(Answer::of(&layers))
    }
}
