//! `envelope.gap` (08 §3): where an envelope was begun and not closed.

use koyu_model::form::Gap;
use koyu_model::{BoundaryKind, LevelId, Side};

use super::context::Context;
use super::finding::{Findings, Rule};
use crate::numbers::whole;
use crate::site_zone::is_site;
use crate::types;

pub(super) fn judge(context: &Context<'_, '_>, findings: &mut Findings<'_>) {
    let begun = begun_levels(context);
    for (id, space) in context.spaces() {
        let concerned = space.has_region()
            && space.level.is_some_and(|level| begun[level.0 as usize])
            && !types::is(context.model, space, types::EXTERIOR)
            && !context.derivation.semi_outdoor(id);
        if !concerned {
            continue;
        }
        let mut zones = context.derivation.zones_above(space);
        if zones.any(|zone| context.model.zone_at(zone).is_some_and(is_site)) {
            continue;
        }
        let gaps = context.derivation.gaps(id);
        if !gaps.is_empty() {
            findings.on_space(Rule::EnvelopeGap, id, sentence(&gaps));
        }
    }
}

/// Which levels have a declared wall or open boundary to a space without a region, by
/// [`LevelId`]: those whose envelope was begun.
fn begun_levels(context: &Context<'_, '_>) -> Vec<bool> {
    let model = context.model;
    let mut begun = vec![false; model.levels().len()];
    for boundary in model.boundaries() {
        let envelope = matches!(boundary.kind, BoundaryKind::Wall | BoundaryKind::Open);
        if boundary.derived || !envelope {
            continue;
        }
        let [Some(a), Some(b)] = context.derivation.ends(boundary) else {
            continue;
        };
        let (a, b) = (model.space(a), model.space(b));
        // The end across from one without a region; it may have none itself.
        let enclosed = if !a.has_region() {
            b
        } else if !b.has_region() {
            a
        } else {
            continue;
        };
        if let Some(LevelId(level)) = enclosed.level {
            begun[level as usize] = true;
        }
    }
    begun
}

/// The length on each face in order of first occurrence, the total, the number of runs.
fn sentence(gaps: &[Gap]) -> String {
    let mut faces: Vec<(Side, f64)> = Vec::new();
    let mut total = 0.0;
    for gap in gaps {
        let length = gap.hi - gap.lo;
        total += length;
        match faces.iter_mut().find(|(face, _)| *face == gap.face) {
            Some((_, sum)) => *sum += length,
            None => faces.push((gap.face, length)),
        }
    }
    let faces: Vec<String> = faces
        .into_iter()
        .map(|(face, sum)| format!("{face} {} mm", whole(sum)))
        .collect();
    let runs = if gaps.len() == 1 { "run" } else { "runs" };
    format!(
        "has no boundary on part of its outline: {} ({} mm in {} {runs})",
        faces.join(", "),
        whole(total),
        gaps.len()
    )
}
