//! How a run appears in the plan of a level (05 §7).

use super::{Device, FormRun, Part, PartKind, Run};
use crate::elements::Point;
use crate::form::constants::{ARROW_INSET, ARROW_SPAN_MIN, STEP_MARK};
use crate::form::error::{Budget, FormError, Limit};
use crate::form::plan_records::Line;
use crate::geometry::tolerance::{EPS, SPAN_EPS};
use crate::geometry::{Bounds, PlanIndex, max, min};
use crate::model::Model;

/// The symbol of a lift keeps at most this far from the edges, mm.
const LIFT_INSET: f64 = 250.0;

/// The stretch of a part that is drawn, along t.
type Visible = Option<(f64, f64)>;

/// A run as it is drawn in one plan.
pub(crate) struct Drawing<'r, 'm> {
    pub(crate) run: &'r Run<'m>,
    parts: &'r [Part],
    /// Seen from the level it starts on, or from the one it reaches.
    pub(crate) ascending: bool,
    pub(crate) outline: Vec<Line>,
    pub(crate) treads: Vec<Line>,
    pub(crate) breaks: Vec<Line>,
    /// Arrows from start to head, and whether they ascend.
    pub(crate) arrows: Vec<(Line, bool)>,
    pub(crate) seat: Option<Point>,
}

/// Draws the runs of a level at a cutting plane: those that start on it, then those that reach
/// it, lifts excepted; both in run order.
pub(crate) fn drawings<'r, 'm>(
    model: &Model,
    starting: &[&'r FormRun<'m>],
    reaching: &[&'r FormRun<'m>],
    cut_z: f64,
    budget: &mut Budget<'_>,
) -> Result<Vec<Drawing<'r, 'm>>, FormError> {
    let mut drawings = Vec::with_capacity(starting.len() + reaching.len());
    for &run in starting {
        let visible = run.parts.iter().map(|part| from_below(part, cut_z));
        drawings.push(draw(model, run, true, visible.collect(), cut_z, budget)?);
    }
    let twins = Twins::new(starting);
    for &run in reaching {
        if run.run.device == Device::Lift {
            continue;
        }
        let twin = twins.of(run);
        let visible = run.parts.iter().enumerate().map(|(i, part)| {
            let seen = twin.and_then(|twin| from_below(twin.parts.get(i)?, cut_z));
            from_above(part, seen)
        });
        drawings.push(draw(model, run, false, visible.collect(), cut_z, budget)?);
    }
    Ok(drawings)
}

/// Where the cutting plane meets a part.
fn cut_at(part: &Part, cut_z: f64) -> f64 {
    part.t0 + ((cut_z - part.z0) / (part.z1 - part.z0)) * (part.t1 - part.t0)
}

/// What is seen of a part of the run that starts here: 05 §7.1.
fn from_below(part: &Part, cut_z: f64) -> Visible {
    let (lo, hi) = (part.low(), part.high());
    if cut_z >= hi - SPAN_EPS {
        return Some((part.t0, part.t1));
    }
    if cut_z <= lo + SPAN_EPS || hi - lo < SPAN_EPS {
        return None;
    }
    let at = cut_at(part, cut_z);
    let (from, to) = if part.z0 < part.z1 {
        (part.t0, at)
    } else {
        (at, part.t1)
    };
    (to - from > SPAN_EPS).then_some((from, to))
}

/// What is seen of a part of the run that arrives here: what its twin leaves, 05 §7.2.
fn from_above(part: &Part, twin: Visible) -> Visible {
    let Some((a, b)) = twin else {
        return Some((part.t0, part.t1));
    };
    let (from, to) = if a <= part.t0 + SPAN_EPS {
        (b, part.t1)
    } else {
        (part.t0, a)
    };
    (to - from > SPAN_EPS).then_some((from, to))
}

/// The runs that start on a level, asked for one above another.
struct Twins<'r, 'm> {
    starting: &'r [&'r FormRun<'m>],
    corners: PlanIndex,
}

impl<'r, 'm> Twins<'r, 'm> {
    fn new(starting: &'r [&'r FormRun<'m>]) -> Self {
        let corners: Vec<Bounds> = starting.iter().map(|run| corner(run)).collect();
        Self {
            starting,
            corners: PlanIndex::new(&corners),
        }
    }

    fn of(&self, above: &FormRun<'_>) -> Option<&'r FormRun<'m>> {
        let run = &above.run;
        let mut near = Vec::new();
        self.corners
            .meeting(&corner(above).grown(2.0 * SPAN_EPS), &mut near);
        near.sort_unstable();
        let starting = near.iter().map(|&i| self.starting[i as usize]);
        starting.into_iter().find(|twin| {
            let other = &twin.run;
            let (r, o) = (run.rect, other.rect);
            let apart = [r.x1 - o.x1, r.x2 - o.x2, r.y1 - o.y1, r.y2 - o.y2];
            apart.iter().all(|d| d.abs() < SPAN_EPS)
                && run.up == other.up
                && run.form == other.form
                && run.device == other.device
                && above.parts.len() == twin.parts.len()
        })
    }
}

fn corner(run: &FormRun<'_>) -> Bounds {
    let rect = run.run.rect;
    Bounds {
        x1: rect.x1,
        y1: rect.y1,
        x2: rect.x1,
        y2: rect.y1,
    }
}

fn draw<'r, 'm>(
    model: &Model,
    drawn: &'r FormRun<'m>,
    ascending: bool,
    visible: Vec<Visible>,
    cut_z: f64,
    budget: &mut Budget<'_>,
) -> Result<Drawing<'r, 'm>, FormError> {
    let run = &drawn.run;
    let mut drawing = Drawing {
        run,
        parts: &drawn.parts,
        ascending,
        outline: Vec::new(),
        treads: Vec::new(),
        breaks: Vec::new(),
        arrows: Vec::new(),
        seat: None,
    };
    if run.device == Device::Lift {
        drawing.lift_symbol();
        return Ok(drawing);
    }
    for (part, visible) in drawn.parts.iter().zip(&visible) {
        let Some((lo, hi)) = *visible else { continue };
        drawing.outline.push(run.line((lo, part.s0), (hi, part.s0)));
        drawing.outline.push(run.line((lo, part.s1), (hi, part.s1)));
        if part.kind == PartKind::Flight {
            drawing.tread_lines(model, part, (lo, hi), budget)?;
        }
    }
    if ascending {
        drawing.break_lines(&visible, cut_z);
        drawing.seat = Some(Point {
            x: (run.rect.x1 + run.rect.x2) / 2.0,
            y: (run.rect.y1 + run.rect.y2) / 2.0,
        });
    }
    drawing.arrow_lines(&visible);
    Ok(drawing)
}

impl Run<'_> {
    fn line(&self, from: (f64, f64), to: (f64, f64)) -> Line {
        let frame = self.frame();
        let (from, to) = (frame.point(from.0, from.1), frame.point(to.0, to.1));
        Line {
            x1: from.x,
            y1: from.y,
            x2: to.x,
            y2: to.y,
        }
    }
}

impl Drawing<'_, '_> {
    /// Nosings of a stair, step marks of an escalator.
    fn tread_lines(
        &mut self,
        model: &Model,
        part: &Part,
        (lo, hi): (f64, f64),
        budget: &mut Budget<'_>,
    ) -> Result<(), FormError> {
        // Nosings divide the flight, marks the visible stretch of it.
        let (start, end, step) = match self.run.device {
            Device::Stair => {
                let steps = max(1.0, part.risers.unwrap_or(1.0) - 1.0);
                (part.t0, part.t1, (part.t1 - part.t0) / steps)
            }
            Device::Escalator => (lo, hi, STEP_MARK),
            Device::Ramp | Device::Lift => return Ok(()),
        };
        let origin = model.space(self.run.space).origin;
        let path = self.run.path;
        let count = (end - start) / step;
        if count > Limit::StepMarks.most() as f64 {
            return Err(FormError::limit(Limit::StepMarks, model, path, origin));
        }
        budget.take(count as usize, path, origin)?;
        let mut t = start + step;
        while t < end - SPAN_EPS {
            let drawn = self.run.device == Device::Escalator || (lo - EPS <= t && t <= hi + EPS);
            if drawn {
                let line = self.run.line((t, part.s0), (t, part.s1));
                self.treads.push(line);
            }
            if t + step <= t {
                return Err(FormError::stalled(model, path, origin));
            }
            t += step;
        }
        Ok(())
    }

    /// Where the cutting plane breaks the flights of a run that starts here.
    fn break_lines(&mut self, visible: &[Visible], cut_z: f64) {
        for (part, visible) in self.parts.iter().zip(visible) {
            let (lo, hi) = (part.low(), part.high());
            let broken = part.kind == PartKind::Flight
                && hi - lo >= SPAN_EPS
                && lo <= cut_z
                && cut_z <= hi
                && visible.is_some();
            if broken {
                let t = cut_at(part, cut_z);
                self.breaks.push(self.run.line((t, part.s0), (t, part.s1)));
            }
        }
    }

    fn arrow_lines(&mut self, visible: &[Visible]) {
        let escalator = self.run.device == Device::Escalator;
        let is_flight = |part: &Part| part.kind == PartKind::Flight;
        let parts = self.parts;
        let only = if self.ascending {
            parts.iter().position(is_flight)
        } else {
            parts.iter().rposition(is_flight)
        };
        for (i, (part, visible)) in parts.iter().zip(visible).enumerate() {
            let shown = is_flight(part) && (escalator || Some(i) == only);
            let roomy = visible.filter(|(lo, hi)| shown && hi - lo > ARROW_SPAN_MIN);
            let Some((lo, hi)) = roomy else { continue };
            let turned = !escalator && !self.ascending;
            let climbs = if part.reversed {
                part.z0 > part.z1
            } else {
                part.z1 > part.z0
            };
            let back = part.reversed != turned;
            let middle = (part.s0 + part.s1) / 2.0;
            let (near, far) = (lo + ARROW_INSET, hi - ARROW_INSET);
            let (from, to) = if back { (far, near) } else { (near, far) };
            let line = self.run.line((from, middle), (to, middle));
            self.arrows.push((line, climbs != turned));
        }
    }

    fn lift_symbol(&mut self) {
        let run = self.run;
        let inset = min(LIFT_INSET, run.width / 8.0);
        let (t0, t1) = (inset, run.length - inset);
        let (s0, s1) = (inset, run.width - inset);
        self.outline = vec![
            run.line((t0, s0), (t1, s0)),
            run.line((t0, s1), (t1, s1)),
            run.line((t0, s0), (t0, s1)),
            run.line((t1, s0), (t1, s1)),
        ];
        self.treads = vec![run.line((t0, s0), (t1, s1)), run.line((t0, s1), (t1, s0))];
    }
}
