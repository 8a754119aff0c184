//! Canonical orders (03 §6.1, 04 §4.3): boundaries, openings and segs by their sort text.
//!
//! The sort text is the compact JSON of the record with every non-empty bag of attributes as
//! `{}`: the presence of attributes orders, their content never does. Texts are compared by code
//! point, which for UTF-8 is the order of the bytes; equal ones keep their order.

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

/// The positions of all boundaries in [`Model::boundaries`], derived ones included, in canonical
/// order.
pub(crate) fn boundary_order(model: &Model) -> Vec<u32> {
    // A key begins with the two paths in order, each followed by its quote mark, and few
    // boundaries share both: only those are compared by their whole keys.
    let boundaries = model.boundaries();
    let rank = path_ranks(model);
    let mut order: Vec<([u32; 2], u32)> = boundaries
        .iter()
        .zip(0..)
        .map(|(boundary, position)| {
            let (a, b) = (boundary.a, boundary.b);
            let in_order = model.text(a) <= model.text(b);
            let (first, second) = if in_order { (a, b) } else { (b, a) };
            ([rank[first.index()], rank[second.index()]], position)
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

/// For every name that is an end of a boundary its place in the order of JSON texts, by the
/// index of the name.
fn path_ranks(model: &Model) -> Vec<u32> {
    let mut rank = vec![u32::MAX; model.names().len()];
    let mut ends: Vec<Name> = model.boundaries().iter().flat_map(|b| [b.a, b.b]).collect();
    ends.sort_unstable();
    ends.dedup();
    ends.sort_by_cached_key(|&name| json::to_compact_string(model.text(name)));
    for (place, name) in (0..).zip(ends) {
        rank[name.index()] = place;
    }
    rank
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
