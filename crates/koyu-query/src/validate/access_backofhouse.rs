//! `access.backofhouse` (08 §6.5): common stairs and escalators behind back rooms.

use koyu_model::form::Device;
use koyu_model::{BoundaryKind, Name, Space};

use super::context::Context;
use super::finding::{Findings, Rule};
use super::separation::Separation;
use crate::types::{BACKYARD, CORRIDOR, SHAFT, impassable, is};

/// The use of what everybody may use (08 §6.5).
const COMMON: &str = "common";

/// The devices that people go to of their own accord; any value of the attribute counts.
const DEVICES: [Device; 2] = [Device::Stair, Device::Escalator];

pub(super) fn judge(context: &Context<'_, '_>, findings: &mut Findings<'_>) {
    let model = context.model;
    let corridor = |space: &'_ Space| space.has_region() && is(model, space, CORRIDOR);
    let corridors: Vec<Name> = context
        .spaces()
        .filter(|(_, space)| corridor(space) && context.used_as(space, COMMON))
        .map(|(_, space)| space.path)
        .collect();
    if corridors.is_empty() {
        return;
    }
    let entered = |path| {
        let space = model.space_at(path).map(|space| model.space(space));
        space.is_some_and(|space| !impassable(model, space) && !is(model, space, BACKYARD))
    };
    let separation = Separation::new(&context.passages, &corridors, entered);
    for (id, space) in context.spaces() {
        let keyed = |device: &Device| space.attributes.contains(device.key());
        let asked = space.has_region()
            && DEVICES.iter().any(keyed)
            && !is(model, space, SHAFT)
            && context.used_as(space, COMMON);
        if !asked || separation.is_mark(space.path) {
            continue;
        }
        // Whoever comes by the stair itself is already where the stair leads.
        let ways = context.passages.of(space.path).iter();
        let mut ways = ways.filter(|way| context.boundary(way).kind != BoundaryKind::Stair);
        if !ways.any(|way| separation.finds_mark(way.to, space.path)) {
            let sentence = format!(
                "is of use {COMMON}, but no common corridor leads to it without a {BACKYARD}"
            );
            findings.on_space(Rule::AccessBackOfHouse, id, sentence);
        }
    }
}
