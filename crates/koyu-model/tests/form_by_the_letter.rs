//! What the indices find against what the chapter says word for word: each thing held against
//! every other, in the order in which the chapter names them.

mod common;

use common::generated::building;
use koyu_model::form::{Derivation, Segment, SlabKind};
use koyu_model::geometry::{area, overlap, subtract};
use koyu_model::{BoundaryKind, Model, Point, Side, Space, SpaceId};
use proptest::prelude::*;

/// An axis-parallel edge: face, fixed coordinate, start, end.
type Edge = (Side, f64, f64, f64);

/// 04 §8, per piece.
fn edges(space: &Space) -> Vec<Vec<Edge>> {
    let of_piece = |points: &[Point]| {
        let ends = points.iter().zip(points.iter().cycle().skip(1));
        let edge = |(p, q): (&Point, &Point)| {
            let (dx, dy) = (q.x - p.x, q.y - p.y);
            if dy.abs() < 0.5 && dx.abs() > 0.5 {
                let face = if dx > 0.0 { Side::S } else { Side::N };
                Some((face, p.y, p.x.min(q.x), p.x.max(q.x)))
            } else if dx.abs() < 0.5 && dy.abs() > 0.5 {
                let face = if dy > 0.0 { Side::E } else { Side::W };
                Some((face, p.x, p.y.min(q.y), p.y.max(q.y)))
            } else {
                None
            }
        };
        ends.filter_map(edge).collect()
    };
    space.region().map(|piece| of_piece(&piece)).collect()
}

fn facing(a: &Edge, b: &Edge) -> bool {
    a.0.opposite() == b.0 && (a.1 - b.1).abs() <= 0.5
}

/// The common interval, if it is longer than the tolerance.
fn common_part(a: (f64, f64), b: (f64, f64)) -> Option<(f64, f64)> {
    let (lo, hi) = (a.0.max(b.0), a.1.min(b.1));
    (hi - lo > 0.5).then_some((lo, hi))
}

/// 04 §8.2, before merging.
fn outline(model: &Model, id: SpaceId, other: SpaceId) -> Vec<(Edge, f64, f64)> {
    let room = model.space(id);
    let mut opponents: Vec<(Option<usize>, Edge)> = Vec::new();
    for (i, space) in model.spaces().iter().enumerate() {
        if i != id.0 as usize && i != other.0 as usize && space.level == room.level {
            opponents.extend(edges(space).into_iter().flatten().map(|edge| (None, edge)));
        }
    }
    let own = edges(room);
    for (piece, of_piece) in own.iter().enumerate() {
        opponents.extend(of_piece.iter().map(|edge| (Some(piece), *edge)));
    }
    let mut outline = Vec::new();
    for (piece, of_piece) in own.iter().enumerate() {
        for edge in of_piece {
            let mut left = vec![(edge.2, edge.3)];
            for (of, opponent) in &opponents {
                if *of == Some(piece) || !facing(edge, opponent) {
                    continue;
                }
                let mut next = Vec::new();
                for (s, t) in left {
                    match common_part((s, t), (opponent.2, opponent.3)) {
                        None => next.push((s, t)),
                        Some((cs, ce)) => {
                            next.extend((cs - s > 0.5).then_some((s, cs)));
                            next.extend((t - ce > 0.5).then_some((ce, t)));
                        }
                    }
                }
                left = next;
            }
            outline.extend(left.into_iter().map(|(s, t)| (*edge, s, t)));
        }
    }
    outline
}

/// 04 §8.4.
fn merged(raw: &[(Edge, f64, f64)]) -> Vec<(Side, f64, f64, f64)> {
    let mut groups: Vec<(Side, f64)> = Vec::new();
    for ((face, fixed, ..), ..) in raw {
        if !groups.contains(&(*face, *fixed)) {
            groups.push((*face, *fixed));
        }
    }
    let mut all = Vec::new();
    for (face, fixed) in groups {
        let mut spans: Vec<(f64, f64)> = raw
            .iter()
            .filter(|((f, x, ..), ..)| (*f, *x) == (face, fixed))
            .map(|&(_, s, t)| (s, t))
            .collect();
        spans.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut walk = spans.into_iter();
        let mut current = walk.next().unwrap();
        for (s, t) in walk {
            if s <= current.1 + 0.5 {
                current.1 = current.1.max(t);
            } else {
                all.push((face, fixed, current.0, current.1));
                current = (s, t);
            }
        }
        all.push((face, fixed, current.0, current.1));
    }
    all
}

fn told(segment: &Segment) -> Option<(Side, f64, f64, f64)> {
    let span = segment.span();
    Some((segment.edge_of_a?, segment.fixed(), span.lo, span.hi))
}

proptest! {
    #![proptest_config(common::cases(48))]

    #[test]
    fn outlines(building in building()) {
        let model = building.model();
        let derivation = Derivation::new(&model);
        for boundary in model.boundaries() {
            let [Some(a), Some(b)] = derivation.ends(boundary) else { continue };
            if boundary.drawn.is_some() || model.space(a).has_region() == model.space(b).has_region()
            {
                continue;
            }
            let (room, other) = if model.space(a).has_region() { (a, b) } else { (b, a) };
            let mut expected = merged(&outline(&model, room, other));
            if let Some(edge) = boundary.edge {
                expected.retain(|segment| segment.0 == edge);
            }
            let segments = derivation.segments(boundary);
            let given: Vec<_> = segments.iter().filter_map(told).collect();
            prop_assert_eq!(given, expected);
        }
    }

    #[test]
    fn shared_edges_and_default_walls(building in building()) {
        let model = building.model();
        let derivation = Derivation::new(&model);
        let shared = |a: &Space, b: &Space| -> Vec<(Edge, f64, f64)> {
            let of_b: Vec<Edge> = edges(b).into_iter().flatten().collect();
            let mut shared = Vec::new();
            for edge in edges(a).into_iter().flatten() {
                for other in of_b.iter().filter(|other| facing(&edge, other)) {
                    let span = common_part((edge.2, edge.3), (other.2, other.3));
                    shared.extend(span.map(|(lo, hi)| (edge, lo, hi)));
                }
            }
            shared
        };
        let mut walls = Vec::new();
        for (i, a) in model.spaces().iter().enumerate() {
            for b in &model.spaces()[i + 1..] {
                let declared = model.boundaries().iter().any(|boundary| {
                    !boundary.derived
                        && [(a.path, b.path), (b.path, a.path)].contains(&(boundary.a, boundary.b))
                });
                if a.level == b.level && !declared && !shared(a, b).is_empty() {
                    let (a, b) = (model.text(a.path), model.text(b.path));
                    walls.push((a.min(b), a.max(b)));
                }
            }
        }
        let derived = model.boundaries().iter().filter(|boundary| boundary.derived);
        let derived: Vec<_> = derived.map(|b| (model.text(b.a), model.text(b.b))).collect();
        prop_assert_eq!(derived, walls);
        for boundary in model.boundaries().iter().filter(|boundary| boundary.drawn.is_none()) {
            let [Some(a), Some(b)] = derivation.ends(boundary) else { continue };
            let (a, b) = (model.space(a), model.space(b));
            let vertical = !matches!(boundary.kind, BoundaryKind::Wall | BoundaryKind::Open);
            if vertical || !a.has_region() || !b.has_region() {
                continue;
            }
            let mut expected = merged(&shared(a, b));
            expected.retain(|segment| boundary.edge.is_none_or(|edge| segment.0 == edge));
            let segments = derivation.segments(boundary);
            let given: Vec<_> = segments.iter().filter_map(told).collect();
            prop_assert_eq!(given, expected);
        }
    }

    #[test]
    fn roofs_and_cover(building in building()) {
        let model = building.model();
        let derivation = Derivation::new(&model);
        let form = common::form(&model);
        let order = model.levels_by_height();
        let kind = |space: &Space| model.text(space.kind).to_owned();
        let by_path = derivation.spaces_by_path();
        for (i, &level) in order.iter().enumerate() {
            let mut covers: Vec<Vec<Point>> = Vec::new();
            for &higher in &order[i + 1..] {
                let there = by_path.iter().map(|&id| model.space(id));
                for space in there.filter(|s| s.level == Some(higher) && kind(s) != "exterior") {
                    covers.extend(space.region().map(|piece| piece.to_vec()));
                }
            }
            for &id in derivation.spaces_on(Some(level)) {
                let space = model.space(id);
                let higher = model.spaces().iter().filter(|other| {
                    other.level.is_some_and(|other| model.level(other).z > model.level(level).z)
                });
                let region: Vec<_> = space.region().collect();
                let mut higher = higher.map(|other| other.region().collect::<Vec<_>>());
                let covered = higher.any(|other| overlap(&region, &other));
                prop_assert_eq!(derivation.covered(id), covered);

                let roofed = kind(space) != "exterior" && !derivation.semi_outdoor(id);
                let tiles = region.iter().filter(|_| roofed).flat_map(|piece| {
                    let tiles = subtract(piece, &covers);
                    tiles.into_iter().filter(|tile| area(tile) >= 1.0)
                });
                let path = model.text(space.path);
                let roofs = form.slabs.iter();
                let roofs = roofs.filter(|slab| slab.kind == SlabKind::Roof && slab.space == path);
                let given: Vec<Vec<Point>> = roofs.map(|slab| slab.outline.clone()).collect();
                prop_assert_eq!(given, tiles.collect::<Vec<_>>());
            }
        }
    }
}
