//! Boundaries and what hangs on them: boundary, door, window, seg, line, stack (01 §9).

use super::LineOf;
use crate::attributes::{AttributeList, lift};
use crate::fault::{Fault, FaultKind, Part};
use crate::lexer::Token;
use crate::paths::{LevelSpan, Path, level_span};
use crate::positions::PointReference;
use crate::words::{BoundaryKind, OpeningKind, Side};

/// `boundary <pathA> <pathB> [attributes]`
#[derive(Clone, Debug)]
pub struct BoundaryStatement<'t> {
    /// Both paths in written order; whether they begin with `/` is asked after level spans are
    /// expanded.
    pub paths: Part<[Path<'t>; 2]>,
    /// All attributes.
    pub attributes: AttributeList<'t>,
}

impl<'t> BoundaryStatement<'t> {
    pub(super) fn read(line: &LineOf<'_, 't>) -> Self {
        let paths = match line.tokens {
            [a, b, ..] => Ok([Path::new(a), Path::new(b)]),
            _ => Err(line.form("boundary /<path> /<path> [key:value …]", None)),
        };
        Self {
            paths,
            attributes: AttributeList::read(line.from(2)),
        }
    }

    /// Thickness in millimetres, > 0.
    ///
    /// # Errors
    /// Not a number, or not positive.
    pub fn t(&self) -> Part<Option<f64>> {
        self.attributes
            .lift("t", |value| lift::positive("t", value))
    }

    /// The kind; a wall if unwritten.
    ///
    /// # Errors
    /// [`FaultKind::BoundaryType`].
    pub fn kind(&self) -> Part<BoundaryKind> {
        self.attributes.lift("type", lift::boundary_kind)
    }

    /// Whether it is open to the air.
    ///
    /// # Errors
    /// Not 0 or 1.
    pub fn air(&self) -> Part<bool> {
        self.attributes
            .lift("air", |value| lift::flag("air", value))
    }

    /// The side it is restricted to.
    ///
    /// # Errors
    /// [`FaultKind::NotASide`].
    pub fn edge(&self) -> Part<Option<Side>> {
        self.attributes
            .lift("edge", |value| lift::side("edge", value))
    }

    pub(super) fn faults(&self, faults: &mut Vec<Fault>) {
        match &self.paths {
            Err(fault) => faults.push(fault.clone()),
            Ok(paths) => {
                faults.extend(crate::paths::common_span(paths).err());
                faults.extend(paths.iter().filter_map(|path| path.rooted().err()));
            }
        }
        faults.extend(self.attributes.faults().cloned());
        faults.extend(self.t().err());
        faults.extend(self.kind().err());
        faults.extend(self.air().err());
        faults.extend(self.edge().err());
    }
}

/// `door` / `window` `[asset] [attributes]`, indented under `boundary` or `stack`
#[derive(Clone, Debug)]
pub struct OpeningStatement<'t> {
    /// Door or window.
    pub kind: OpeningKind,
    /// The asset, if the first argument names one.
    pub asset: Option<Token<'t>>,
    /// The line's own attributes; those of the asset lie under them.
    pub attributes: AttributeList<'t>,
}

impl<'t> OpeningStatement<'t> {
    pub(super) fn read(kind: OpeningKind, line: &LineOf<'_, 't>) -> Self {
        Self::read_from(kind, line.tokens)
    }

    pub(super) fn read_from(kind: OpeningKind, tokens: &[Token<'t>]) -> Self {
        let asset = tokens.first();
        let asset = asset.filter(|token| !token.text.contains(':') && !token.text.starts_with('/'));
        let own = usize::from(asset.is_some());
        Self {
            kind,
            asset: asset.cloned(),
            attributes: AttributeList::read(&tokens[own..]),
        }
    }

    pub(super) fn faults(&self, faults: &mut Vec<Fault>) {
        faults.extend(self.attributes.faults().cloned());
        let list = &self.attributes;
        // An asset may give the width; only composition can know.
        if self.asset.is_none() || list.get("w").is_some() {
            faults.extend(
                list.lift("w", |value| lift::width(self.kind.word(), value))
                    .err(),
            );
        }
        faults.extend(list.lift("h", |value| lift::positive("h", value)).err());
        faults.extend(list.lift("at", |value| lift::at(value).map(|_| ())).err());
        faults.extend(list.lift("edge", |value| lift::side("edge", value)).err());
        faults.extend(list.lift("hinge", |value| lift::side("hinge", value)).err());
        faults.extend(list.lift("swing", lift::swing).err());
    }
}

/// `seg [attributes]`, indented under `boundary` or `stack`
#[derive(Clone, Debug)]
pub struct SegStatement<'t> {
    /// All attributes.
    pub attributes: AttributeList<'t>,
}

impl<'t> SegStatement<'t> {
    pub(super) fn read(line: &LineOf<'_, 't>) -> Self {
        Self {
            attributes: AttributeList::read(line.tokens),
        }
    }

    pub(super) fn read_from(tokens: &[Token<'t>]) -> Self {
        Self {
            attributes: AttributeList::read(tokens),
        }
    }

    pub(super) fn faults(&self, faults: &mut Vec<Fault>) {
        let list = &self.attributes;
        faults.extend(list.faults().cloned());
        faults.extend(list.lift("w", |value| lift::width("seg", value)).err());
        faults.extend(list.lift("at", |value| lift::at(value).map(|_| ())).err());
        faults.extend(list.lift("edge", |value| lift::side("edge", value)).err());
    }
}

/// `line <point> <point>`, indented under `boundary` or `stack`
#[derive(Clone, Debug)]
pub struct LineStatement<'t> {
    /// Both points in written order, still to be resolved.
    pub points: Part<[Part<PointReference<'t>>; 2]>,
}

impl<'t> LineStatement<'t> {
    pub(super) fn read(line: &LineOf<'_, 't>) -> Self {
        let points = match line.tokens {
            [from, to] => Ok([PointReference::read(from), PointReference::read(to)]),
            other => Err(line.form("line <x,y> <x,y>, such as line X1,Y1 X2,Y2", other.get(2))),
        };
        Self { points }
    }

    pub(super) fn faults(&self, faults: &mut Vec<Fault>) {
        match &self.points {
            Err(fault) => faults.push(fault.clone()),
            Ok(points) => {
                for point in points {
                    match point {
                        Err(fault) => faults.push(fault.clone()),
                        Ok(point) => faults.extend(point.axes().err()),
                    }
                }
            }
        }
    }
}

/// `stack <leaf> <span> type:… [attributes]`
#[derive(Clone, Debug)]
pub struct StackStatement<'t> {
    /// The last segments of the paths it joins.
    pub leaf: Part<Token<'t>>,
    /// The levels it runs through.
    pub span: Part<LevelSpan<'t>>,
    /// All attributes; only `type` is lifted out of them.
    pub attributes: AttributeList<'t>,
}

impl<'t> StackStatement<'t> {
    pub(super) fn read(line: &LineOf<'_, 't>) -> Self {
        const FORM: &str = "stack <name> <first..last> type:stair, shaft or void";
        let (leaf, span) = match line.tokens {
            [leaf, span, ..] if !leaf.text.starts_with('/') => (Ok(leaf.clone()), level_span(span)),
            other => {
                let fault = line.form(FORM, other.first());
                (Err(fault.clone()), Err(fault))
            }
        };
        Self {
            leaf,
            span,
            attributes: AttributeList::read(line.from(2)),
        }
    }

    /// The kind: stair, shaft or void.
    ///
    /// # Errors
    /// [`FaultKind::StackType`].
    pub fn kind(&self) -> Part<BoundaryKind> {
        self.attributes.lift("type", lift::stack_kind)
    }

    pub(super) fn faults(&self, faults: &mut Vec<Fault>) {
        match &self.leaf {
            Err(fault) => faults.push(fault.clone()),
            Ok(_) => faults.extend(self.span.as_ref().err().cloned()),
        }
        faults.extend(self.attributes.faults().cloned());
        faults.extend(self.kind().err());
    }
}

/// Refuses a set edit's `w:` or `h:` that is no number greater than zero (01 §12.3).
pub(super) fn edited_size(list: &AttributeList<'_>, key: &'static str) -> Part<Option<f64>> {
    list.lift(key, |value| match lift::positive(key, value) {
        Err(FaultKind::NotANumber { key, value }) => Err(FaultKind::NotPositive { key, value }),
        lifted => lifted,
    })
}
