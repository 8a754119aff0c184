//! Placing openings and segs on a boundary (04 §9).

use super::segments::Segment;
use crate::elements::{At, Opening, Seg};
use crate::geometry::tolerance::EPS;
use crate::geometry::{max, min};
use crate::names::Name;
use crate::{Axis, Side};

/// Why an opening or seg cannot be placed; the first that holds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Refusal {
    /// No segment, or none on the band's own `edge:` (OPN04, SEG04).
    NoSegment,
    /// Several segments (OPN05, SEG05).
    SeveralSegments,
    /// Wider than its segment (OPN06, SEG06).
    TooWide {
        /// Length of the segment.
        length: f64,
    },
    /// A grid position on a diagonal segment (OPN07, SEG07).
    OnDiagonal {
        /// The position as written.
        spelling: Name,
    },
    /// A grid position on the wrong axis (OPN07, SEG07).
    WrongAxis {
        /// The position as written.
        spelling: Name,
        /// The axis that the segment wants.
        wanted: Axis,
    },
    /// A grid position that would leave the segment (OPN08, SEG08).
    Overhang {
        /// The position as written.
        spelling: Name,
        /// Where the segment starts and ends on its axis.
        segment: (f64, f64),
        /// Where the centre may lie.
        allowed: (f64, f64),
    },
}

/// Where an opening or seg stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placed {
    /// The index of its segment.
    pub segment: usize,
    /// Distance of its centre from the start of the segment.
    pub position: f64,
    /// Its centre, east.
    pub cx: f64,
    /// Its centre, north.
    pub cy: f64,
}

/// The only candidate among some segments.
#[derive(Clone, Copy)]
enum Choice {
    None,
    One(usize),
    Several,
}

impl Choice {
    fn and(self, segment: usize) -> Self {
        match self {
            Self::None => Self::One(segment),
            Self::One(_) | Self::Several => Self::Several,
        }
    }
}

/// The segments of one boundary, prepared so that placing many bands asks each segment once.
pub struct Placement<'s> {
    segments: &'s [Segment],
    any: Choice,
    by_edge: [Choice; 4],
}

impl<'s> Placement<'s> {
    /// Prepares the segments of a boundary.
    pub fn new(segments: &'s [Segment]) -> Self {
        let (mut any, mut by_edge) = (Choice::None, [Choice::None; 4]);
        for (index, segment) in segments.iter().enumerate() {
            any = any.and(index);
            if let Some(edge) = segment.edge_of_a {
                by_edge[edge as usize] = by_edge[edge as usize].and(index);
            }
        }
        Self {
            segments,
            any,
            by_edge,
        }
    }

    /// Places an opening.
    ///
    /// # Errors
    /// The first reason why it has no place.
    pub fn opening(&self, opening: &Opening) -> Result<Placed, Refusal> {
        self.band(opening.w, opening.at, opening.edge)
    }

    /// Places a seg.
    ///
    /// # Errors
    /// The first reason why it has no place.
    pub fn seg(&self, seg: &Seg) -> Result<Placed, Refusal> {
        self.band(seg.w, seg.at, seg.edge)
    }

    fn band(&self, w: f64, at: At, edge: Option<Side>) -> Result<Placed, Refusal> {
        let choice = edge.map_or(self.any, |edge| self.by_edge[edge as usize]);
        let index = match choice {
            Choice::None => return Err(Refusal::NoSegment),
            Choice::Several => return Err(Refusal::SeveralSegments),
            Choice::One(index) => index,
        };
        let segment = &self.segments[index];
        let length = segment.length();
        if w > length {
            return Err(Refusal::TooWide { length });
        }
        let position = match at {
            At::Ratio(ratio) => min(max(ratio * length, w / 2.0), length - w / 2.0),
            At::Reference {
                spelling,
                axis,
                coordinate,
            } => on_grid(segment, length, w, spelling, axis, coordinate)?,
        };
        let f = if length == 0.0 {
            0.0
        } else {
            position / length
        };
        Ok(Placed {
            segment: index,
            position,
            cx: segment.x1 + f * (segment.x2 - segment.x1),
            cy: segment.y1 + f * (segment.y2 - segment.y1),
        })
    }
}

/// The position that a grid reference means; it may overhang by [`EPS`].
fn on_grid(
    segment: &Segment,
    length: f64,
    w: f64,
    spelling: Name,
    axis: Axis,
    coordinate: f64,
) -> Result<f64, Refusal> {
    if segment.diagonal {
        return Err(Refusal::OnDiagonal { spelling });
    }
    let (wanted, start, end) = if segment.horizontal {
        (Axis::X, segment.x1, segment.x2)
    } else {
        (Axis::Y, segment.y1, segment.y2)
    };
    if axis != wanted {
        return Err(Refusal::WrongAxis { spelling, wanted });
    }
    let position = coordinate - start;
    if position < w / 2.0 - EPS || position > length - w / 2.0 + EPS {
        return Err(Refusal::Overhang {
            spelling,
            segment: (start, end),
            allowed: (start + w / 2.0, start + length - w / 2.0),
        });
    }
    Ok(position)
}
