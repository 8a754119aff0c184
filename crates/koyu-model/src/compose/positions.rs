//! Positions resolved against the grid and the levels (01 §5).

use koyu_syntax::{
    Axis, GridReference, GridTarget, LevelSpan, Part as Parsed, Path, PointReference, Range,
    Region, Value,
    lift::{self, WrittenAt},
};

use super::{Composer, MAX_EXPANDED_BYTES};
use crate::elements::{At, LevelId, Part, Point, Rect, SpelledPoint};
use crate::fault::Fault;
use crate::names::Name;

/// A range with both ends resolved, low end first.
#[derive(Clone, Copy)]
pub(super) struct Resolved {
    pub(super) axis: Axis,
    pub(super) from: Name,
    pub(super) to: Name,
    pub(super) low: f64,
    pub(super) high: f64,
}

impl Composer<'_> {
    /// The coordinates of an axis; none until it is declared.
    pub(super) fn coordinates(&self, axis: Axis) -> &[f64] {
        let grid = match axis {
            Axis::X => &self.grid_x,
            Axis::Y => &self.grid_y,
        };
        grid.as_ref().map_or(&[], |grid| &grid.coordinates)
    }

    /// The axis and coordinate of a reference (01 §5.1).
    pub(super) fn locate(
        &self,
        text: &str,
        target: Option<GridTarget>,
    ) -> Result<(Axis, f64), Fault> {
        let located = target.and_then(|target| {
            let line = self
                .coordinates(target.axis)
                .get(target.line as usize - 1)?;
            Some((target.axis, line + target.offset))
        });
        // Two infinities may cancel; no position results.
        located
            .filter(|(_, coordinate)| !coordinate.is_nan())
            .ok_or_else(|| {
                let axis = text.get(..1).and_then(Axis::from_word);
                let lines = axis.map_or(0, |axis| self.coordinates(axis).len());
                Fault::UndefinedGridLine {
                    reference: text.to_owned(),
                    axis,
                    lines,
                    near: self.near_line(text),
                }
            })
    }

    fn reference(&self, reference: &GridReference<'_>) -> Result<(Axis, f64), Fault> {
        self.locate(&reference.text, reference.target)
    }

    /// A range (01 §5.2): both ends, one axis, low end first.
    pub(super) fn range(&mut self, range: &Parsed<Range<'_>>) -> Result<Resolved, Fault> {
        let range = range.as_ref().map_err(Clone::clone)?;
        let (axis, first) = self.reference(&range.from)?;
        let (_, second) = self.reference(&range.to)?;
        range.axis()?;
        let from = self.names.intern(&range.from.text);
        let to = self.names.intern(&range.to.text);
        Ok(if first > second {
            Resolved {
                axis,
                from: to,
                to: from,
                low: second,
                high: first,
            }
        } else {
            Resolved {
                axis,
                from,
                to,
                low: first,
                high: second,
            }
        })
    }

    /// A region (01 §5.3): one X and one Y range with extent.
    pub(super) fn region(&mut self, region: &Region<'_>) -> Result<Part, Fault> {
        let [first, second] = region.pair()?;
        let first = self.range(first)?;
        let second = self.range(second)?;
        region.distinct_axes(first.axis, second.axis)?;
        rectangle(first, second)
    }

    /// A point (01 §5.4).
    pub(super) fn point(
        &mut self,
        point: &Parsed<PointReference<'_>>,
    ) -> Result<SpelledPoint, Fault> {
        let point = point.as_ref().map_err(Clone::clone)?;
        let (_, x) = self.reference(&point.x)?;
        let (_, y) = self.reference(&point.y)?;
        point.axes()?;
        Ok(SpelledPoint {
            spelling: self.names.intern(&point.text),
            point: Point { x, y },
        })
    }

    /// A position along a boundary (01 §5.5).
    pub(super) fn at(&mut self, value: Option<&Value>) -> Result<At, Fault> {
        match lift::at(value)? {
            WrittenAt::Ratio(ratio) => Ok(At::Ratio(ratio)),
            WrittenAt::Reference(text) => {
                let (axis, coordinate) = self.locate(text, GridTarget::from_text(text))?;
                Ok(At::Reference {
                    spelling: self.names.intern(text),
                    axis,
                    coordinate,
                })
            }
        }
    }

    /// The level of a name.
    pub(super) fn level_named(&self, name: &str) -> Option<LevelId> {
        self.names
            .find(name)
            .and_then(|name| self.level_ids.get(&name).copied())
    }

    /// The level of a name, which must be declared by now.
    pub(super) fn declared_level(&self, name: &str) -> Result<LevelId, Fault> {
        self.level_named(name)
            .ok_or_else(|| Fault::UndeclaredLevel {
                name: name.to_owned(),
                near: self.near_level(name),
            })
    }

    /// The levels of a span (01 §5.6): all declared ones between the two ends, ascending in z.
    pub(super) fn span(&self, span: &LevelSpan<'_>) -> Result<Vec<LevelId>, Fault> {
        let end = |name: &str| {
            self.level_named(name)
                .map(|id| self.levels[id.0 as usize].z)
                .ok_or_else(|| Fault::UndeclaredSpanEnd {
                    span: span.text.to_string(),
                    name: name.to_owned(),
                    near: self.near_level(name),
                })
        };
        let (from, to) = (end(span.from())?, end(span.to())?);
        if from >= to {
            return Err(Fault::SpanBackwards {
                span: span.text.to_string(),
            });
        }
        Ok(self.level_order.between(from, to))
    }

    /// The readings of the paths of a statement (01 §5.6): one per level of their common span,
    /// each the text of every path with the level's name in place of the span; or one as written.
    pub(super) fn expand<'t, 'a>(&mut self, paths: &'a [Path<'t>]) -> Result<Vec<Vec<Name>>, Fault>
    where
        't: 'a,
    {
        let Some(span) = koyu_syntax::common_span(paths)? else {
            return Ok(vec![
                paths
                    .iter()
                    .map(|path| self.names.intern(&path.text))
                    .collect(),
            ]);
        };
        let levels = self.span(&span)?;
        let bytes: usize = paths.iter().map(|path| path.text.len()).sum();
        self.expanded_bytes = self
            .expanded_bytes
            .saturating_add(bytes.saturating_mul(levels.len()));
        if self.expanded_bytes > MAX_EXPANDED_BYTES {
            return Err(Fault::TooMuchText {
                limit: MAX_EXPANDED_BYTES,
            });
        }
        Ok(levels
            .into_iter()
            .map(|level| {
                let level = self
                    .names
                    .text(self.levels[level.0 as usize].name)
                    .to_owned();
                paths
                    .iter()
                    .map(|path| self.names.intern(&path.at_level(&level)))
                    .collect()
            })
            .collect())
    }
}

/// A rectangle from its two ranges, which lie on two axes.
pub(super) fn rectangle(first: Resolved, second: Resolved) -> Result<Part, Fault> {
    if first.low == first.high || second.low == second.high {
        return Err(Fault::ZeroWidth);
    }
    let (x, y) = if first.axis == Axis::X {
        (first, second)
    } else {
        (second, first)
    };
    let rect = Rect {
        x1: x.low,
        y1: y.low,
        x2: x.high,
        y2: y.high,
    };
    Ok(Part {
        xa: x.from,
        xb: x.to,
        ya: y.from,
        yb: y.to,
        rect,
    })
}
