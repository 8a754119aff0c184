//! Canonical orders (03 §6.1, 04 §4.3): boundaries, openings and segs by their sort text.
//!
//! The sort text is the compact JSON of the record with every non-empty bag of attributes as
//! `{}`: the presence of attributes orders, their content never does. Texts are compared by code
//! point, which for UTF-8 is the order of the bytes; equal ones keep their order.

use std::sync::OnceLock;

use serde::Serialize;

use crate::elements::{Boundary, Opening, Seg};
use crate::json;
use crate::model::Model;
use crate::names::Name;
use crate::records::{BoundaryRecord, KeyOrder, OpeningRecord, SegRecord};

/// The sort text of a boundary.
pub(crate) fn boundary_key(model: &Model, boundary: &Boundary) -> String {
    json::to_compact_string(&BoundaryRecord {
        model,
        boundary,
        order: KeyOrder::Hidden,
    })
}

/// The canonical order of the boundaries of a model, found when first asked for.
#[derive(Clone, Debug, Default)]
pub(crate) struct CanonicalOrder(OnceLock<Order>);

#[derive(Clone, Debug)]
struct Order {
    /// In canonical order the positions in [`Model::boundaries`].
    positions: Vec<u32>,
    /// By position the place in canonical order.
    index: Vec<u32>,
}

impl CanonicalOrder {
    pub(crate) fn positions(&self, model: &Model) -> &[u32] {
        &self.of(model).positions
    }

    pub(crate) fn index(&self, model: &Model, position: u32) -> u32 {
        self.of(model).index[position as usize]
    }

    fn of(&self, model: &Model) -> &Order {
        self.0.get_or_init(|| {
            let positions: Vec<u32> = (0..model.boundaries().len() as u32).collect();
            let positions = in_canonical_order(model, &positions);
            let mut index = vec![0; positions.len()];
            for (place, &position) in (0..).zip(&positions) {
                index[position as usize] = place;
            }
            Order { positions, index }
        })
    }
}

/// Boundaries, given by their positions in [`Model::boundaries`], in canonical order. It reads
/// these boundaries alone.
pub(crate) fn in_canonical_order(model: &Model, positions: &[u32]) -> Vec<u32> {
    // A key begins with the two paths in order, each followed by its quote mark, and few
    // boundaries share both: only those are compared by their whole keys.
    let boundaries = model.boundaries();
    let rank = path_ranks(model, positions);
    let mut order: Vec<([u32; 2], u32)> = positions
        .iter()
        .map(|&position| {
            let boundary = &boundaries[position as usize];
            let (a, b) = (boundary.a, boundary.b);
            let in_order = model.text(a) <= model.text(b);
            let (first, second) = if in_order { (a, b) } else { (b, a) };
            ([rank(first), rank(second)], position)
        })
        .collect();
    order.sort_unstable();
    for pair in order.chunk_by_mut(|a, b| a.0 == b.0) {
        if pair.len() > 1 {
            pair.sort_by_cached_key(|&(_, position)| {
                boundary_key(model, &boundaries[position as usize])
            });
        }
    }
    order.into_iter().map(|(_, position)| position).collect()
}

/// Every name that is an end of these boundaries and its place in the order of JSON texts.
fn path_ranks(model: &Model, positions: &[u32]) -> impl Fn(Name) -> u32 {
    let boundaries = positions.iter().map(|&at| &model.boundaries()[at as usize]);
    let mut ends: Vec<Name> = boundaries.flat_map(|b| [b.a, b.b]).collect();
    ends.sort_unstable();
    ends.dedup();
    // By index, as far as the names reach: those of one storey were mostly made together.
    let first = ends.first().map_or(0, |name| name.index());
    let end = ends.last().map_or(0, |name| name.index() + 1);
    ends.sort_by_cached_key(|&name| json::to_compact_string(model.text(name)));
    let mut rank = vec![u32::MAX; end - first];
    for (place, name) in (0..).zip(ends) {
        rank[name.index() - first] = place;
    }
    move |name| rank[name.index() - first]
}

/// The positions of the openings of a boundary, in canonical order.
pub(crate) fn opening_order(model: &Model, openings: &[Opening]) -> Vec<u32> {
    let order = KeyOrder::Hidden;
    order_of(openings, |opening| OpeningRecord {
        model,
        opening,
        order,
    })
}

/// The positions of the segs of a boundary, in canonical order.
pub(crate) fn seg_order(model: &Model, segs: &[Seg]) -> Vec<u32> {
    let order = KeyOrder::Hidden;
    order_of(segs, |seg| SegRecord { model, seg, order })
}

fn order_of<'m, T, R: Serialize>(items: &'m [T], record: impl Fn(&'m T) -> R) -> Vec<u32> {
    if items.len() < 2 {
        return (0..items.len() as u32).collect();
    }
    let keys: Vec<String> = items
        .iter()
        .map(|item| json::to_compact_string(&record(item)))
        .collect();
    by_key(&keys)
}

/// The stable order of texts.
fn by_key(keys: &[String]) -> Vec<u32> {
    let mut order: Vec<u32> = (0..keys.len() as u32).collect();
    order.sort_by(|&a, &b| keys[a as usize].cmp(&keys[b as usize]));
    order
}
