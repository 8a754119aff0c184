//! Positions on the grid: references, ranges, regions and points (01 §5).
//!
//! Whether a reference names a declared grid line is asked later, in `koyu-model`; here it is
//! only taken apart.

use std::borrow::Cow;

use crate::fault::{Fault, FaultKind, Part};
use crate::lexer::{Span, Token};
use crate::words::Axis;

/// A grid reference as written (01 §5.1), such as `X2+600`.
#[derive(Clone, Debug, PartialEq)]
pub struct GridReference<'t> {
    /// The spelling, which the canonical form keeps.
    pub text: Cow<'t, str>,
    /// The line and offset it names, if it has the shape of a reference at all. A text of
    /// another shape names no grid line.
    pub target: Option<GridTarget>,
    /// Where it stands.
    pub span: Span,
}

/// A grid line and an offset from it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GridTarget {
    /// The axis of the line.
    pub axis: Axis,
    /// The number of the line, from 1: `X1` is the first.
    pub line: u32,
    /// Millimetres towards the larger coordinates; a whole number, may be negative.
    pub offset: f64,
}

impl GridTarget {
    /// Takes a reference apart: `[XY]digits`, then optionally a sign and digits, in full.
    ///
    /// `None` where the text has another shape, or its name is none that a line can have
    /// (`X01`, `X0`).
    pub fn from_text(text: &str) -> Option<Self> {
        let axis = Axis::from_word(text.get(..1)?)?;
        let rest = &text[1..];
        let name_end = rest
            .bytes()
            .position(|byte| !byte.is_ascii_digit())
            .unwrap_or(rest.len());
        let (name, offset) = rest.split_at(name_end);
        if name.is_empty() || name.starts_with('0') {
            return None;
        }
        let line = name.parse().ok()?;
        let offset = match offset.as_bytes().first() {
            None => 0.0,
            Some(sign @ (b'+' | b'-')) => {
                let digits = &offset[1..];
                if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
                    return None;
                }
                let distance: f64 = digits.parse().ok()?;
                if *sign == b'-' { -distance } else { distance }
            }
            Some(_) => return None,
        };
        Some(Self { axis, line, offset })
    }
}

impl<'t> GridReference<'t> {
    pub(crate) fn new(text: Cow<'t, str>, span: Span) -> Self {
        Self {
            target: GridTarget::from_text(&text),
            text,
            span,
        }
    }
}

/// A range as written (01 §5.2), such as `X1..X2`.
#[derive(Clone, Debug, PartialEq)]
pub struct Range<'t> {
    /// The whole token.
    pub text: Cow<'t, str>,
    /// The end written first.
    pub from: GridReference<'t>,
    /// The end written second.
    pub to: GridReference<'t>,
    /// Where it stands.
    pub span: Span,
}

/// Whether a token is a range: it contains `..` anywhere.
pub(crate) fn is_range(token: &Token<'_>) -> bool {
    token.text.contains("..")
}

impl<'t> Range<'t> {
    /// Splits a token at every `..`; the first two pieces count, further ones are ignored.
    pub(crate) fn read(token: &Token<'t>) -> Part<Self> {
        let span = token.span.clone();
        let unreadable = || Fault {
            kind: FaultKind::UnreadableRange {
                token: token.text.to_string(),
            },
            span: span.clone(),
        };
        let first = token.text.find("..").ok_or_else(unreadable)?;
        let second = first + 2;
        let end = token.text[second..]
            .find("..")
            .map_or(token.text.len(), |more| second + more);
        if first == 0 || end == second {
            return Err(unreadable());
        }
        Ok(Self {
            from: GridReference::new(token.slice(0..first), span.clone()),
            to: GridReference::new(token.slice(second..end), span.clone()),
            text: token.text.clone(),
            span,
        })
    }

    /// The axis of the range. Asked after both ends are resolved.
    ///
    /// # Errors
    /// [`FaultKind::RangeAxes`] when the ends lie on two axes.
    pub fn axis(&self) -> Part<Option<Axis>> {
        let axis = |end: &GridReference<'_>| end.target.map(|target| target.axis);
        match (axis(&self.from), axis(&self.to)) {
            (Some(from), Some(to)) if from != to => Err(Fault {
                kind: FaultKind::RangeAxes {
                    token: self.text.to_string(),
                },
                span: self.span.clone(),
            }),
            (from, _) => Ok(from),
        }
    }
}

/// A region as written: one rectangle (01 §5.3).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Region<'t> {
    /// Its ranges in written order.
    pub ranges: Vec<Part<Range<'t>>>,
    /// Where it stands, from the first range to the last.
    pub span: Span,
}

impl<'t> Region<'t> {
    pub(crate) fn read<'a>(tokens: impl IntoIterator<Item = &'a Token<'t>>) -> Self
    where
        't: 'a,
    {
        let mut region = Self::default();
        for token in tokens {
            region.push(token);
        }
        region
    }

    pub(crate) fn push(&mut self, token: &Token<'t>) {
        let start = if self.ranges.is_empty() {
            token.span.start
        } else {
            self.span.start
        };
        self.span = start..token.span.end;
        self.ranges.push(Range::read(token));
    }

    /// The two ranges, still to be resolved.
    ///
    /// # Errors
    /// [`FaultKind::RegionCount`] unless there are exactly two.
    pub fn pair(&self) -> Part<[&Part<Range<'t>>; 2]> {
        match self.ranges.as_slice() {
            [first, second] => Ok([first, second]),
            other => Err(Fault {
                kind: FaultKind::RegionCount { found: other.len() },
                span: self.span.clone(),
            }),
        }
    }

    /// That a region has one X and one Y range. Asked after both are resolved.
    ///
    /// # Errors
    /// [`FaultKind::RegionAxes`].
    pub fn distinct_axes(&self, first: Axis, second: Axis) -> Part<()> {
        if first == second {
            let kind = FaultKind::RegionAxes { axis: first };
            return Err(Fault {
                kind,
                span: self.span.clone(),
            });
        }
        Ok(())
    }

    /// Every fault of form.
    pub(crate) fn faults(&self, faults: &mut Vec<Fault>) {
        faults.extend(self.pair().err());
        let mut axes = Vec::new();
        for range in &self.ranges {
            match range.as_ref().map_err(Clone::clone).and_then(Range::axis) {
                Ok(axis) => axes.extend(axis),
                Err(fault) => faults.push(fault),
            }
        }
        if let [first, second] = axes[..] {
            faults.extend(self.distinct_axes(first, second).err());
        }
    }
}

/// A point as written (01 §5.4), such as `X3+600,Y2-900`.
#[derive(Clone, Debug, PartialEq)]
pub struct PointReference<'t> {
    /// The whole token.
    pub text: Cow<'t, str>,
    /// The piece before the comma.
    pub x: GridReference<'t>,
    /// The piece after it.
    pub y: GridReference<'t>,
    /// Where it stands.
    pub span: Span,
}

impl<'t> PointReference<'t> {
    pub(crate) fn read(token: &Token<'t>) -> Part<Self> {
        let span = token.span.clone();
        let comma = token
            .text
            .find(',')
            .filter(|&at| !token.text[at + 1..].contains(','));
        let Some(comma) = comma else {
            let token = token.text.to_string();
            return Err(Fault {
                kind: FaultKind::PointShape { token },
                span,
            });
        };
        Ok(Self {
            x: GridReference::new(token.slice(0..comma), span.clone()),
            y: GridReference::new(token.slice(comma + 1..token.text.len()), span.clone()),
            text: token.text.clone(),
            span,
        })
    }

    /// That the pieces lie on X and Y. Asked after both are resolved.
    ///
    /// # Errors
    /// [`FaultKind::PointAxes`].
    pub fn axes(&self) -> Part<()> {
        let on =
            |piece: &GridReference<'_>, axis| piece.target.is_none_or(|target| target.axis == axis);
        if on(&self.x, Axis::X) && on(&self.y, Axis::Y) {
            return Ok(());
        }
        let token = self.text.to_string();
        Err(Fault {
            kind: FaultKind::PointAxes { token },
            span: self.span.clone(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lexer::scan;

    fn token(text: &str) -> Token<'_> {
        scan(text, 0).tokens.remove(0)
    }

    #[test]
    fn references_have_one_shape() {
        let target = |text: &str| GridTarget::from_text(text).map(|t| (t.axis, t.line, t.offset));
        assert_eq!(target("X1"), Some((Axis::X, 1, 0.0)));
        assert_eq!(target("Y12-900"), Some((Axis::Y, 12, -900.0)));
        assert_eq!(target("X2+0600"), Some((Axis::X, 2, 600.0)));
        assert_eq!(target("X1+0"), Some((Axis::X, 1, 0.0)));
        for bad in [
            "",
            "X",
            "x1",
            "X01",
            "X0",
            "Z1",
            "X1+",
            "X1+600.5",
            "X1+1+1",
            "X1 ",
            "1X",
            "X-1",
            "foo",
            "X1あ",
            "あ",
            "X99999999999",
            "X1*2",
        ] {
            assert_eq!(target(bad), None, "{bad}");
        }
    }

    #[test]
    fn ranges_split_at_every_pair_of_dots() {
        let ends = |text: &str| {
            Range::read(&token(text)).map(|r| (r.from.text.into_owned(), r.to.text.into_owned()))
        };
        let pair = |a: &str, b: &str| Ok((a.to_owned(), b.to_owned()));
        assert_eq!(ends("X1..X2"), pair("X1", "X2"));
        assert_eq!(ends("X1..X2..X9"), pair("X1", "X2"));
        assert_eq!(ends("X1...X2"), pair("X1", ".X2"));
        assert_eq!(ends("\"X1..X2\""), pair("X1", "X2"));
        for bad in ["..", "X1..", "..X2", "X1....X2"] {
            assert!(
                matches!(ends(bad), Err(Fault { kind: FaultKind::UnreadableRange { token }, .. }) if token == bad),
                "{bad}"
            );
        }
        let range = Range::read(&token("X1..Y2")).unwrap();
        assert_eq!(
            range.axis().unwrap_err().kind,
            FaultKind::RangeAxes {
                token: "X1..Y2".into()
            }
        );
    }

    #[test]
    fn points_are_two_pieces() {
        let point = PointReference::read(&token("X3+600,Y2-900")).unwrap();
        assert_eq!((&*point.x.text, &*point.y.text), ("X3+600", "Y2-900"));
        assert!(point.axes().is_ok());
        for bad in ["X1", "X1,Y1,Y2", "X1Y1"] {
            assert!(PointReference::read(&token(bad)).is_err(), "{bad}");
        }
        assert!(
            PointReference::read(&token("Y1,X1"))
                .unwrap()
                .axes()
                .is_err()
        );
    }
}
