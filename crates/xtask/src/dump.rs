//! `xtask dump`: a building as its canonical JSON, its derived form, or the model in memory (03 Part A) with
//! the line and layer of every element.

use koyu_model::form::constants::CUT_HEIGHT;
use koyu_model::form::{Derivation, FormError};
use koyu_model::{Axis, Edit, LayerId, Model, Origin, Override, Value, Version};
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

mod elements;

/// The canonical JSON of a model, as the file form (03 §8).
pub fn canonical(model: &Model) -> String {
    koyu_model::canonical::file_text(model)
}

/// The derived form (04 §12) with the default cut, as JSON, two spaces a depth, with a last line
/// end.
///
/// # Errors
/// The limit that the building exceeds.
pub fn form(model: &Model) -> Result<String, FormError> {
    let form = Derivation::new(model).form(CUT_HEIGHT)?;
    let mut text = koyu_model::json::to_string(&form, "  ");
    text.push('\n');
    Ok(text)
}

/// The model in memory as JSON, two spaces a depth, with a last line end.
///
/// Element by element in the order of the model. Where an element was written is `line` and
/// `layer`, an index into `layers`; both are left out for what nobody wrote.
pub fn model(model: &Model) -> String {
    let mut text = koyu_model::json::to_string(&View::new(model), "  ");
    text.push('\n');
    text
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct View<'m> {
    version: &'static str,
    version_declared: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'m str>,
    unit: &'static str,
    layers: &'m [String],
    grid: Grid<'m>,
    levels_by_height: Vec<&'m str>,
    levels: Vec<elements::Level<'m>>,
    spaces: Vec<elements::Space<'m>>,
    zones: Vec<elements::Zone<'m>>,
    assets: Vec<elements::Asset<'m>>,
    polygons: Vec<elements::Polygon<'m>>,
    boundaries: Vec<elements::Boundary<'m>>,
    columns: Vec<elements::Column<'m>>,
    overrides: Vec<OverrideView<'m>>,
    edits: Vec<EditView<'m>>,
}

#[derive(Serialize)]
struct Grid<'m> {
    #[serde(rename = "X")]
    x: &'m [f64],
    #[serde(rename = "Y")]
    y: &'m [f64],
}

/// Where something was written.
#[derive(Serialize)]
struct Place {
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    layer: Option<u32>,
}

impl From<Origin> for Place {
    fn from(origin: Origin) -> Self {
        Self {
            line: (origin.line > 0).then_some(origin.line),
            layer: origin.layer.map(|LayerId(index)| index),
        }
    }
}

/// Attributes in bag order (03 §2.3).
struct Attributes<'m>(&'m koyu_model::Attributes);

impl Attributes<'_> {
    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Serialize for Attributes<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (key, value) in self.0.iter() {
            match value {
                Value::Number(number) => map.serialize_entry(key, number)?,
                Value::Text(text) => map.serialize_entry(key, &**text)?,
            }
        }
        map.end()
    }
}

/// A value that an `over` has set (02 §6): `kind:subject:attribute` and the line that set it.
#[derive(Serialize)]
struct OverrideView<'m> {
    kind: &'static str,
    subject: &'m str,
    attribute: &'m str,
    #[serde(flatten)]
    place: Place,
}

#[derive(Serialize)]
struct EditView<'m> {
    word: &'static str,
    subject: &'m str,
    #[serde(flatten)]
    place: Place,
}

impl<'m> View<'m> {
    fn new(model: &'m Model) -> Self {
        let override_view = |(key, origin): (&'m Override, Origin)| OverrideView {
            kind: key.kind.word(),
            subject: model.text(key.subject),
            attribute: &key.attribute,
            place: origin.into(),
        };
        let edit_view = |edit: &'m Edit| EditView {
            word: edit.word,
            subject: &edit.subject,
            place: edit.origin.into(),
        };
        Self {
            version: Version::word(model.version()),
            version_declared: model.version_declared(),
            name: model.name(),
            unit: "mm",
            layers: model.layers(),
            grid: Grid {
                x: &model.grid(Axis::X).coordinates,
                y: &model.grid(Axis::Y).coordinates,
            },
            levels_by_height: model
                .levels_by_height()
                .iter()
                .map(|id| model.text(model.level(*id).name))
                .collect(),
            levels: model
                .levels()
                .iter()
                .map(|level| elements::level(model, level))
                .collect(),
            spaces: model
                .spaces()
                .iter()
                .map(|space| elements::space(model, space))
                .collect(),
            zones: model
                .zones()
                .map(|zone| elements::zone(model, zone))
                .collect(),
            assets: model
                .assets()
                .map(|asset| elements::asset(model, asset))
                .collect(),
            polygons: model
                .polygons()
                .map(|polygon| elements::polygon(model, polygon))
                .collect(),
            boundaries: model
                .boundaries()
                .iter()
                .map(|boundary| elements::boundary(model, boundary))
                .collect(),
            columns: model
                .columns()
                .iter()
                .map(|column| elements::column(model, column))
                .collect(),
            overrides: model.overrides().map(override_view).collect(),
            edits: model.edits().iter().map(edit_view).collect(),
        }
    }
}
