//! Envelope gaps (04 §14): stretches of a space's outline where nothing stands.

use super::derivation::Derivation;
use super::segments::Segment;
use crate::Side;
use crate::elements::SpaceId;
use crate::geometry::tolerance::{EPS, SPAN_EPS};
use crate::geometry::{Interval, cut_out};

/// A stretch of outline without a boundary.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gap {
    /// The face of the space on which it lies.
    pub face: Side,
    /// Its y on a northern or southern face, else its x.
    pub fixed: f64,
    /// Where it starts along the face.
    pub lo: f64,
    /// Where it ends.
    pub hi: f64,
}

impl Derivation<'_> {
    /// The gaps of a space, in the order of its outline; none without a region or level.
    pub fn gaps(&self, space: SpaceId) -> Vec<Gap> {
        let it = self.model.space(space);
        if !it.has_region() || it.level.is_none() {
            return Vec::new();
        }
        let outline = self.outline(space, space, None);
        if outline.is_empty() {
            return Vec::new();
        }
        // What stands here, by direction and fixed coordinate; the last member keeps the order.
        let mut standing: Vec<(Segment, usize)> = self
            .boundaries_of(space)
            .iter()
            .flat_map(|&boundary| self.segments(&self.model.boundaries()[boundary as usize]))
            .filter(|segment| !segment.diagonal)
            .enumerate()
            .map(|(order, segment)| (segment, order))
            .collect();
        standing.sort_by(|(a, _), (b, _)| {
            (a.horizontal.cmp(&b.horizontal)).then(a.fixed().total_cmp(&b.fixed()))
        });
        let mut gaps = Vec::new();
        for stretch in outline {
            let Some(face) = stretch.edge_of_a else {
                continue;
            };
            let before = |(segment, _): &(Segment, usize)| {
                (segment.horizontal, segment.fixed())
                    < (stretch.horizontal, stretch.fixed() - 2.0 * EPS)
            };
            let from = standing.partition_point(before);
            let mut near: Vec<&(Segment, usize)> = standing[from..]
                .iter()
                .take_while(|(segment, _)| {
                    segment.horizontal == stretch.horizontal
                        && segment.fixed() <= stretch.fixed() + 2.0 * EPS
                })
                .filter(|(segment, _)| (segment.fixed() - stretch.fixed()).abs() <= EPS)
                .collect();
            near.sort_by_key(|(_, order)| *order);
            let mut left = vec![stretch.span()];
            for (segment, _) in near {
                cut_out(&mut left, ascending(segment.span()));
            }
            let long = left.into_iter().filter(|gap| gap.hi - gap.lo > SPAN_EPS);
            gaps.extend(long.map(|Interval { lo, hi }| Gap {
                face,
                fixed: stretch.fixed(),
                lo,
                hi,
            }));
        }
        gaps
    }
}

/// A drawn segment runs upward in x, but may run downward in y by less than a tolerance.
fn ascending(span: Interval) -> Interval {
    if span.lo <= span.hi {
        span
    } else {
        Interval {
            lo: span.hi,
            hi: span.lo,
        }
    }
}
