//! Canonical JSON, `koyu-canonical/1.0` (03 Part B): a contract by the byte.
//!
//! Two descriptions of one building, however they are split into layers, have the same canonical
//! document.

use koyu_syntax::Axis;
use serde::ser::{Serialize, Serializer};

use crate::elements::{Area, Asset, Column, GridAxis, Level, Space, Zone};
use crate::json;
use crate::model::Model;
use crate::records::{Attrs, BoundaryRecord, KeyOrder, Members, references};

/// The document in its file form: two spaces a level, one final newline (03 §5).
pub fn file_text(model: &Model) -> String {
    let mut text = json::to_string(
        &Document {
            model,
            order: KeyOrder::Collated,
        },
        "  ",
    );
    text.push('\n');
    text
}

/// The document as the tool `canonical_json` writes it: parsed and written again with one space a
/// level and no final newline, so that names that are array indices come first (03 §8).
pub fn tool_text(model: &Model) -> String {
    json::to_string(
        &Document {
            model,
            order: KeyOrder::Parsed,
        },
        " ",
    )
}

struct Document<'m> {
    model: &'m Model,
    order: KeyOrder,
}

impl Serialize for Document<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { model, order } = *self;
        let mut members = Members(serializer.serialize_map(None)?);
        members.put("format", "koyu-canonical/1.0")?;
        members.put_some(
            "koyu",
            model.version_declared().then(|| model.version().word()),
        )?;
        members.put_some("name", model.name())?;
        members.put("unit", "mm")?;
        members.put("grid", &Grid(model))?;
        members.put(
            "levels",
            &self.named(model.levels(), |level| model.text(level.name)),
        )?;
        let assets = self.named(model.assets(), |asset| model.text(asset.name));
        members.put_some("assets", assets.unless_empty())?;
        let polygons = model
            .polygons()
            .map(|polygon| (&polygon.path, &polygon.points));
        let polygons = self.named(polygons, |(path, _)| model.text(**path));
        members.put_some("polygons", polygons.unless_empty())?;
        let columns: Vec<_> = model
            .columns()
            .iter()
            .map(|column| Record {
                item: column,
                model,
                order,
            })
            .collect();
        members.put_list("columns", &columns)?;
        let zones = self.named(model.zones(), |zone| model.text(zone.path));
        members.put_some("zones", zones.unless_empty())?;
        members.put(
            "spaces",
            &self.named(model.spaces(), |space| model.text(space.path)),
        )?;
        let boundaries: Vec<_> = model
            .canonical_boundaries()
            .iter()
            .map(|&position| &model.boundaries()[position as usize])
            .filter(|boundary| !boundary.derived)
            .map(|boundary| BoundaryRecord {
                model,
                boundary,
                order,
            })
            .collect();
        members.put("boundaries", &boundaries)?;
        members.end()
    }
}

impl<'m> Document<'m> {
    /// An object of elements keyed by name.
    fn named<T>(
        &self,
        items: impl IntoIterator<Item = T>,
        name: impl Fn(&T) -> &'m str,
    ) -> Named<'m, T> {
        let Self { model, order } = *self;
        let mut items: Vec<_> = items
            .into_iter()
            .map(|item| (name(&item), Record { item, model, order }))
            .collect();
        order.sort(&mut items, |(name, _)| name);
        Named(items)
    }
}

/// An object whose keys are names.
struct Named<'m, T>(Vec<(&'m str, Record<'m, T>)>);

impl<T> Named<'_, T> {
    fn unless_empty(self) -> Option<Self> {
        (!self.0.is_empty()).then_some(self)
    }
}

impl<'m, T> Serialize for Named<'m, T>
where
    Record<'m, T>: Serialize,
{
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, record)| (name, record)))
    }
}

/// One element of the document.
struct Record<'m, T> {
    item: T,
    model: &'m Model,
    order: KeyOrder,
}

struct Grid<'m>(&'m Model);

impl Serialize for Grid<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = Members(serializer.serialize_map(None)?);
        let axis = |axis| -> &GridAxis { self.0.grid(axis) };
        members.put("X", &axis(Axis::X).coordinates)?;
        members.put("Y", &axis(Axis::Y).coordinates)?;
        members.end()
    }
}

impl Serialize for Record<'_, &Level> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = Members(serializer.serialize_map(None)?);
        members.put("z", &self.item.z)?;
        members.put_some("h", self.item.h)?;
        members.put_some("slab", self.item.slab)?;
        members.put_some("underground", self.item.underground.then_some(1))?;
        members.end()
    }
}

impl Serialize for Record<'_, &Asset> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = Members(serializer.serialize_map(None)?);
        members.put("kind", self.item.kind.word())?;
        members.put_some("attrs", Attrs::of(&self.item.attributes, self.order))?;
        members.end()
    }
}

impl Serialize for Record<'_, (&crate::Name, &Vec<crate::Point>)> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.item.1.iter().map(|point| [point.x, point.y]))
    }
}

impl Serialize for Record<'_, &Column> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self {
            item: column,
            model,
            order,
        } = self;
        let level = |id: &crate::LevelId| model.text(model.level(*id).name);
        // The restriction is sorted by position on its axis, duplicates kept.
        let lines = |axis: Axis, lines: &Option<Vec<u32>>| {
            let mut lines = lines.clone()?;
            lines.sort_unstable();
            Some(
                lines
                    .into_iter()
                    .map(|line| format!("{axis}{}", line + 1))
                    .collect::<Vec<_>>(),
            )
        };
        let mut members = Members(serializer.serialize_map(None)?);
        members.put("size", &column.size)?;
        members.put_some("d", column.depth)?;
        members.put(
            "levels",
            &column.levels.iter().map(level).collect::<Vec<_>>(),
        )?;
        members.put_some("x", lines(Axis::X, &column.x_lines))?;
        members.put_some("y", lines(Axis::Y, &column.y_lines))?;
        members.put_some("attrs", Attrs::of(&column.attributes, *order))?;
        members.end()
    }
}

impl Serialize for Record<'_, &Zone> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = Members(serializer.serialize_map(None)?);
        members.put_some("attrs", Attrs::of(&self.item.attributes, self.order))?;
        members.end()
    }
}

impl Serialize for Record<'_, &Space> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self {
            item: space,
            model,
            order,
        } = self;
        let path = model.text(space.path);
        let mut members = Members(serializer.serialize_map(None)?);
        members.put("type", model.text(space.kind))?;
        let level = space.level.map(|id| model.text(model.level(id).name));
        members.put_some(
            "level",
            level.filter(|level| path.split('/').nth(1) != Some(level)),
        )?;
        match space.parts.as_slice() {
            [] => {}
            [part] => members.put("at", &references(model, part))?,
            parts => {
                let parts: Vec<_> = parts.iter().map(|part| references(model, part)).collect();
                members.put("at", &parts)?;
            }
        }
        members.put_some("attrs", Attrs::of(&space.attributes, *order))?;
        let mut areas: Vec<_> = space
            .areas
            .iter()
            .map(|area| Record {
                item: area,
                model,
                order: *order,
            })
            .collect();
        areas.sort_by_cached_key(|area| {
            json::to_compact_string(&Record {
                item: area.item,
                model,
                order: KeyOrder::Hidden,
            })
        });
        members.put_list("areas", &areas)?;
        members.end()
    }
}

impl Serialize for Record<'_, &Area> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = Members(serializer.serialize_map(None)?);
        members.put("at", &references(self.model, &self.item.part))?;
        members.put_some("attrs", Attrs::of(&self.item.attributes, self.order))?;
        members.end()
    }
}
