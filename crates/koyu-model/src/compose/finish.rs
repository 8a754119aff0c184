//! What happens once, after the last line (02 §1 step 3, 01 §16).

use super::Composer;
use super::roll::ListOf;
use crate::canonical_order::CanonicalOrder;
use crate::elements::{DrawnLine, Part, Space, SpaceId};
use crate::form::Storeys;
use crate::model::Model;
use crate::names::{Names, OrderedMap};

impl Composer<'_> {
    /// The model of everything that was composed.
    pub(super) fn finish(mut self) -> Model {
        self.sweep();
        let names = self.names;
        let mut spaces: Vec<Space> = self.spaces.into_items().collect();
        for space in &mut spaces {
            order_parts(&mut space.parts, &names);
        }
        let mut boundaries: Vec<_> = self.boundaries.into_iter().flatten().collect();
        for line in boundaries
            .iter_mut()
            .filter_map(|boundary| boundary.drawn.as_mut())
        {
            orient(line);
        }
        let space_ids = spaces
            .iter()
            .zip(0..)
            .map(|(space, id)| (space.path, SpaceId(id)))
            .collect();
        let zones: OrderedMap<_, _> = self
            .zones
            .into_items()
            .map(|zone| (zone.path, zone))
            .collect();
        Model {
            version: self.version,
            name: self.name,
            grid_x: self.grid_x.unwrap_or_default(),
            grid_y: self.grid_y.unwrap_or_default(),
            level_order: self.level_order.all().collect(),
            levels: self.levels,
            level_ids: self.level_ids,
            spaces,
            space_ids,
            zones,
            assets: self.assets,
            polygons: self.polygons,
            boundaries,
            columns: self.columns.into_iter().flatten().collect(),
            layers: self.layers,
            layer_paths: self.layer_paths,
            overrides: self.overrides,
            edits: self.edits,
            names,
            // Found once the boundaries are complete.
            storeys: Storeys::default(),
            canonical_order: CanonicalOrder::default(),
        }
    }
}

impl Composer<'_> {
    /// Takes what set edits removed out of the lists.
    fn sweep(&mut self) {
        for (of, roll) in std::mem::take(&mut self.rolls) {
            match of {
                ListOf::Areas(slot) => {
                    if let Some(space) = self.spaces.get_mut(slot) {
                        roll.sweep(&mut space.areas);
                    }
                }
                ListOf::Openings(slot) => {
                    if let Some(boundary) = self.boundaries[slot as usize].as_mut() {
                        roll.sweep(&mut boundary.openings);
                    }
                }
                ListOf::Segs(slot) => {
                    if let Some(boundary) = self.boundaries[slot as usize].as_mut() {
                        roll.sweep(&mut boundary.segs);
                    }
                }
            }
        }
    }
}

/// Orders the rectangles of a union by the compact JSON text of their references (03 §2.4). What
/// stands in a reference needs no escaping, so the closing quote mark is all that JSON adds.
fn order_parts(parts: &mut [Part], names: &Names) {
    if parts.len() < 2 {
        return;
    }
    parts.sort_by_cached_key(|part| {
        [part.xa, part.ya, part.xb, part.yb].map(|name| format!("{}\"", names.text(name)))
    });
}

/// Puts a drawn line into canonical direction (03 §1.10).
fn orient(line: &mut DrawnLine) {
    let (from, to) = (line.from.point, line.to.point);
    let ascending = from.x < to.x || (from.x == to.x && from.y <= to.y);
    if !ascending {
        std::mem::swap(&mut line.from, &mut line.to);
    }
}
