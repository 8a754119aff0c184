//! The segments on which a boundary stands (04 §8).

use std::collections::HashMap;

use serde::Serialize;

use super::derivation::Derivation;
use super::shown;
use super::storeys::Edge;
use crate::elements::{Boundary, DrawnLine, Point, Space, SpaceId};
use crate::geometry::tolerance::{EPS, PARALLEL_EPS, PROBE};
use crate::geometry::{Bounds, Interval, PlanIndex, ascending, common, cut_out, hyp, inside, max};
use crate::{BoundaryKind, Side};

/// A stretch of a boundary in plan. Derived ones run in ascending coordinate, drawn ones in the
/// canonical direction of their line.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Segment {
    /// Start, east.
    pub x1: f64,
    /// Start, north.
    pub y1: f64,
    /// End, east.
    pub x2: f64,
    /// End, north.
    pub y2: f64,
    /// Whether it runs along X.
    pub horizontal: bool,
    /// The face it lies on: of the end written first, or of the only end with a region. Only on
    /// derived segments.
    #[serde(
        rename = "edgeOfA",
        skip_serializing_if = "Option::is_none",
        serialize_with = "shown::side"
    )]
    pub edge_of_a: Option<Side>,
    /// Whether it runs along neither axis.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub diagonal: bool,
}

impl Segment {
    /// Its length in mm.
    pub fn length(&self) -> f64 {
        hyp(self.x2 - self.x1, self.y2 - self.y1)
    }

    /// The coordinate that its two ends have in common; meaningless on a diagonal.
    pub fn fixed(&self) -> f64 {
        if self.horizontal { self.y1 } else { self.x1 }
    }

    /// Its extent along the axis it follows; meaningless on a diagonal.
    pub fn span(&self) -> Interval {
        let (lo, hi) = if self.horizontal {
            (self.x1, self.x2)
        } else {
            (self.y1, self.y2)
        };
        Interval { lo, hi }
    }

    /// Whether two segments have the same ends; the face is not compared (04 §12.3).
    pub fn same_place(&self, other: &Self) -> bool {
        self.x1 == other.x1 && self.y1 == other.y1 && self.x2 == other.x2 && self.y2 == other.y2
    }

    pub(super) fn along(edge: &Edge, span: Interval) -> Self {
        Self::derived(edge.horizontal(), edge.fixed, span, Some(edge.face))
    }

    fn derived(horizontal: bool, fixed: f64, span: Interval, face: Option<Side>) -> Self {
        let (x1, y1, x2, y2) = if horizontal {
            (span.lo, fixed, span.hi, fixed)
        } else {
            (fixed, span.lo, fixed, span.hi)
        };
        Self {
            x1,
            y1,
            x2,
            y2,
            horizontal,
            edge_of_a: face,
            diagonal: false,
        }
    }
}

/// Up to this many pairs of edges are compared directly; more go through the storey's index.
const DIRECT_PAIRS: usize = 256;

impl Derivation<'_> {
    /// The segments of a boundary, in the specified order; none where it stands nowhere.
    pub fn segments(&self, boundary: &Boundary) -> Vec<Segment> {
        use BoundaryKind::{Shaft, Stair, Void};
        let [Some(a), Some(b)] = self.ends(boundary) else {
            return Vec::new();
        };
        if matches!(boundary.kind, Stair | Shaft | Void) {
            return Vec::new();
        }
        let (space_a, space_b) = (self.model.space(a), self.model.space(b));
        if let Some(line) = &boundary.drawn {
            return drawn(line, space_a, space_b);
        }
        let raw = match (space_a.has_region(), space_b.has_region()) {
            (true, true) if space_a.level != space_b.level => Vec::new(),
            (true, true) => self.shared_edges(a, b),
            (true, false) => self.outline(a, b, boundary.edge),
            (false, true) => self.outline(b, a, boundary.edge),
            (false, false) => Vec::new(),
        };
        let mut segments = merged(raw);
        if boundary.edge.is_some() {
            segments.retain(|segment| segment.edge_of_a == boundary.edge);
        }
        segments
    }

    /// What the edges of a have in common with those of b (04 §8.1).
    fn shared_edges(&self, a: SpaceId, b: SpaceId) -> Vec<Segment> {
        let (index, of_a) = self.edges_of(a);
        let (_, of_b) = self.edges_of(b);
        let mut shared = Vec::new();
        if of_a.len() * of_b.len() <= DIRECT_PAIRS {
            for edge in of_a {
                let facing = of_b.iter().filter(|other| edge.faces(other));
                let spans = facing.filter_map(|other| common(edge.span, other.span));
                shared.extend(spans.map(|span| Segment::along(edge, span)));
            }
            return shared;
        }
        let mut scratch = Vec::new();
        if of_a.len() <= of_b.len() {
            for edge in of_a {
                for other in index.facing(edge, &mut scratch) {
                    let span = common(edge.span, other.span).filter(|_| other.space == b);
                    shared.extend(span.map(|span| Segment::along(edge, span)));
                }
            }
            return shared;
        }
        // From the side with fewer edges, then back into the order of a's edges.
        let mut pairs = Vec::new();
        for (j, edge) in of_b.iter().enumerate() {
            for other in index.facing(edge, &mut scratch) {
                let span = common(other.span, edge.span).filter(|_| other.space == a);
                pairs.extend(span.map(|span| (std::ptr::from_ref(other), j, other, span)));
            }
        }
        pairs.sort_by_key(|&(position, j, ..)| (position, j));
        shared.extend(
            pairs
                .into_iter()
                .map(|(_, _, edge, span)| Segment::along(edge, span)),
        );
        shared
    }

    /// What of the outline of `space` no other space of its storey takes, `other` excepted, which
    /// has no region (04 §8.2). With `face` only the edges of that face, the others not being asked
    /// for.
    pub(super) fn outline(
        &self,
        space: SpaceId,
        other: SpaceId,
        face: Option<Side>,
    ) -> Vec<Segment> {
        let (index, edges) = self.edges_of(space);
        let mut outline = Vec::new();
        let mut scratch = Vec::new();
        let asked = |edge: &&Edge| face.is_none_or(|face| face == edge.face);
        for edge in edges.iter().filter(asked) {
            let mut left = vec![edge.span];
            let facing = index.facing(edge, &mut scratch);
            let of_others = facing
                .iter()
                .filter(|opponent| opponent.space != space && opponent.space != other);
            let of_own = facing
                .iter()
                .filter(|opponent| opponent.space == space && opponent.piece != edge.piece);
            for opponent in of_others.chain(of_own) {
                if left.is_empty() {
                    break;
                }
                cut_out(&mut left, opponent.span);
            }
            outline.extend(left.into_iter().map(|span| Segment::along(edge, span)));
        }
        outline
    }
}

/// The segments of a drawn line (04 §8.3).
fn drawn(line: &DrawnLine, a: &Space, b: &Space) -> Vec<Segment> {
    let (p, q) = (line.from.point, line.to.point);
    let (dx, dy) = (q.x - p.x, q.y - p.y);
    let length = hyp(dx, dy);
    if length.is_nan() || length < EPS {
        return Vec::new();
    }
    let normal = (-dy / length, dx / length);
    let mut parameters = vec![0.0, 1.0];
    for piece in a.region().chain(b.region()) {
        for (i, u) in piece.iter().enumerate() {
            let v = &piece[if i + 1 == piece.len() { 0 } else { i + 1 }];
            let (sx, sy) = (v.x - u.x, v.y - u.y);
            let d = dx * sy - dy * sx;
            if d.abs() < PARALLEL_EPS {
                continue;
            }
            let t = ((u.x - p.x) * sy - (u.y - p.y) * sx) / d;
            let w = ((u.x - p.x) * dy - (u.y - p.y) * dx) / d;
            let on_edge = (-PARALLEL_EPS..=1.0 + PARALLEL_EPS).contains(&w);
            if on_edge && t > PARALLEL_EPS && t < 1.0 - PARALLEL_EPS {
                parameters.push(t);
            }
        }
    }
    parameters.sort_by(f64::total_cmp);
    parameters.dedup();
    let (in_a, in_b) = (Region::new(a), Region::new(b));
    let mut segments: Vec<Segment> = Vec::new();
    for pair in parameters.windows(2) {
        let (t0, t1) = (pair[0], pair[1]);
        let m = (t0 + t1) / 2.0;
        let (x, y) = (p.x + m * dx, p.y + m * dy);
        let left = Point {
            x: x + PROBE * normal.0,
            y: y + PROBE * normal.1,
        };
        let right = Point {
            x: x - PROBE * normal.0,
            y: y - PROBE * normal.1,
        };
        let keep = if !b.has_region() {
            in_a.has(left) != in_a.has(right)
        } else if !a.has_region() {
            in_b.has(left) != in_b.has(right)
        } else {
            (in_a.has(left) && in_b.has(right)) || (in_a.has(right) && in_b.has(left))
        };
        if !keep {
            continue;
        }
        let (x1, y1) = (p.x + t0 * dx, p.y + t0 * dy);
        let (x2, y2) = (p.x + t1 * dx, p.y + t1 * dy);
        match segments.last_mut() {
            Some(last) if hyp(x1 - last.x2, y1 - last.y2) < EPS => {
                (last.x2, last.y2) = (x2, y2);
            }
            _ => segments.push(Segment {
                x1,
                y1,
                x2,
                y2,
                horizontal: dy.abs() < EPS,
                edge_of_a: None,
                diagonal: dy.abs() >= EPS && dx.abs() >= EPS,
            }),
        }
    }
    segments
}

/// A region asked for points.
struct Region<'m> {
    space: &'m Space,
    pieces: PlanIndex,
}

impl<'m> Region<'m> {
    fn new(space: &'m Space) -> Self {
        let boxes: Vec<Bounds> = space
            .region()
            .filter_map(|piece| Bounds::of(&piece).map(|bounds| bounds.grown(EPS)))
            .collect();
        Self {
            space,
            pieces: PlanIndex::new(&boxes),
        }
    }

    fn has(&self, point: Point) -> bool {
        let mut near = Vec::new();
        if let Some(at) = Bounds::of(&[point]) {
            self.pieces.meeting(&at, &mut near);
        }
        let mut near = near.into_iter();
        near.any(|piece| inside(point, &self.space.piece(piece as usize), 0.0))
    }
}

/// Merges derived segments (04 §8.4): by direction, exact fixed coordinate and face.
fn merged(raw: Vec<Segment>) -> Vec<Segment> {
    if raw.len() < 2 {
        return raw;
    }
    let mut groups: Vec<Vec<Segment>> = Vec::new();
    let mut known = HashMap::new();
    for segment in raw {
        // Adding zero makes both zeros one.
        let fixed = (segment.fixed() + 0.0).to_bits();
        let key = (segment.horizontal, fixed, segment.edge_of_a);
        let group = *known.entry(key).or_insert_with(|| {
            groups.push(Vec::new());
            groups.len() - 1
        });
        groups[group].push(segment);
    }
    let mut all = Vec::new();
    for mut group in groups {
        group.sort_by(|a, b| ascending(a.span().lo, b.span().lo));
        let mut current: Option<Segment> = None;
        for segment in group {
            match &mut current {
                Some(open) if segment.span().lo <= open.span().hi + EPS => {
                    let span = Interval {
                        lo: open.span().lo,
                        hi: max(open.span().hi, segment.span().hi),
                    };
                    *open = Segment::derived(open.horizontal, open.fixed(), span, open.edge_of_a);
                }
                _ => all.extend(current.replace(segment)),
            }
        }
        all.extend(current);
    }
    all
}
