//! `column.blocksdoor` (08 §7): columns in doorways.

use std::collections::HashMap;

use koyu_model::form::{Derivation, FormColumn, FormError, Placement, Segment};
use koyu_model::geometry::{Bounds, PlanIndex};
use koyu_model::{Boundary, LevelId, OpeningKind, Rect};

use super::context::Context;
use super::finding::{Findings, Rule};
use crate::numbers::whole;

pub(super) fn judge(
    context: &Context<'_, '_>,
    findings: &mut Findings<'_>,
) -> Result<(), FormError> {
    let model = context.model;
    if model.columns().is_empty() {
        return Ok(());
    }
    let mut levels: HashMap<LevelId, Columns<'_>> = HashMap::new();
    for boundary in model.boundaries() {
        let doors = || {
            let openings = boundary.openings.iter();
            openings.filter(|opening| opening.kind == OpeningKind::Door)
        };
        if doors().next().is_none() {
            continue;
        }
        let Some(level) = level_of(context, boundary) else {
            continue;
        };
        let columns = match levels.entry(level) {
            std::collections::hash_map::Entry::Occupied(known) => known.into_mut(),
            std::collections::hash_map::Entry::Vacant(new) => {
                new.insert(Columns::new(context.derivation, level)?)
            }
        };
        if columns.all.is_empty() {
            continue;
        }
        let segments = context.derivation.segments(boundary);
        let placement = Placement::new(&segments);
        for door in doors() {
            let Ok(placed) = placement.opening(door) else {
                continue;
            };
            let doorway = Doorway {
                segment: &segments[placed.segment],
                centre: (placed.cx, placed.cy),
                half: door.w / 2.0,
            };
            if let Some(column) = columns.first_in(&doorway) {
                let message = format!(
                    "The column at {} stands in the {} mm door between {} and {}",
                    column.grid,
                    whole(door.w),
                    model.text(boundary.a),
                    model.text(boundary.b)
                );
                let ends = [boundary.a, boundary.b];
                findings.add(Rule::ColumnBlocksDoor, boundary.origin, &ends, message);
            }
        }
    }
    Ok(())
}

/// The level of the first end that has one.
fn level_of(context: &Context<'_, '_>, boundary: &Boundary) -> Option<LevelId> {
    let ends = context.derivation.ends(boundary).into_iter().flatten();
    let mut levels = ends.filter_map(|end| context.model.space(end).level);
    levels.next()
}

/// A door where it stands, mm.
struct Doorway<'s> {
    segment: &'s Segment,
    centre: (f64, f64),
    half: f64,
}

impl Doorway<'_> {
    /// The line on which the door lies: knowingly coarse on a diagonal, where it is upright
    /// through the start of the segment.
    fn line(&self) -> Bounds {
        let ((cx, cy), half) = (self.centre, self.half);
        if self.segment.horizontal {
            let y = self.segment.y1;
            Bounds {
                x1: cx - half,
                y1: y,
                x2: cx + half,
                y2: y,
            }
        } else {
            let x = self.segment.x1;
            Bounds {
                x1: x,
                y1: cy - half,
                x2: x,
                y2: cy + half,
            }
        }
    }

    /// Whether a column stands in it; touching is not standing.
    fn holds(&self, column: &Rect) -> bool {
        let line = self.line();
        if self.segment.horizontal {
            let along = line.x1.max(column.x1) < line.x2.min(column.x2);
            along && column.y1 < line.y1 && line.y1 < column.y2
        } else {
            let along = line.y1.max(column.y1) < line.y2.min(column.y2);
            along && column.x1 < line.x1 && line.x1 < column.x2
        }
    }
}

/// The columns of a level, in derived order, and where they are.
struct Columns<'m> {
    all: Vec<(FormColumn<'m>, Rect)>,
    index: PlanIndex,
}

impl<'m> Columns<'m> {
    fn new(derivation: &Derivation<'m>, level: LevelId) -> Result<Self, FormError> {
        let footprint = |column: FormColumn<'m>| {
            let rect = Rect {
                x1: column.x - column.w / 2.0,
                y1: column.y - column.d / 2.0,
                x2: column.x + column.w / 2.0,
                y2: column.y + column.d / 2.0,
            };
            (column, rect)
        };
        let columns = derivation.columns_on(level)?;
        let all: Vec<_> = columns.into_iter().map(footprint).collect();
        let boxes: Vec<Bounds> = all.iter().map(|&(_, rect)| rect.into()).collect();
        Ok(Self {
            all,
            index: PlanIndex::new(&boxes),
        })
    }

    fn first_in(&self, doorway: &Doorway<'_>) -> Option<&FormColumn<'m>> {
        let mut near = Vec::new();
        self.index.meeting(&doorway.line(), &mut near);
        let blocking = near
            .into_iter()
            .filter(|&at| doorway.holds(&self.all[at as usize].1));
        blocking.min().map(|at| &self.all[at as usize].0)
    }
}
