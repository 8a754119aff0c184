//! Boundaries and what hangs on them: boundary, stack, door, window, seg, line (01 §9).

use std::ops::Range;

use koyu_syntax::{
    BoundaryStatement, FaultKind, LineStatement, OpeningStatement, SegStatement, StackStatement,
    lift,
};

use super::Composer;
use crate::attributes::Attributes;
use crate::elements::{Boundary, DrawnLine, Opening, Origin, Seg};
use crate::fault::Fault;
use crate::names::{Map, Name};

/// Two ends of a drawn line nearer than this in both axes are one point (01 §9.4), mm.
const SAME_POINT: f64 = 0.5;

/// Declared boundaries by the paths they join.
#[derive(Debug, Default)]
pub(super) struct BoundaryIndex {
    by_pair: Map<(Name, Name), Vec<u32>>,
    by_end: Map<Name, Vec<u32>>,
}

impl BoundaryIndex {
    fn add(&mut self, slot: u32, boundary: &Boundary) {
        let (a, b) = (boundary.a, boundary.b);
        self.by_pair.entry(pair(a, b)).or_default().push(slot);
        self.by_end.entry(a).or_default().push(slot);
        if a != b {
            self.by_end.entry(b).or_default().push(slot);
        }
    }
}

/// A pair of paths in either orientation.
fn pair(a: Name, b: Name) -> (Name, Name) {
    if a <= b { (a, b) } else { (b, a) }
}

impl Composer<'_> {
    /// A `boundary`; the slots of the boundaries it made.
    pub(super) fn boundary(
        &mut self,
        boundary: &BoundaryStatement<'_>,
        origin: Origin,
    ) -> Result<Range<u32>, Fault> {
        let paths = boundary.paths.as_ref().map_err(Clone::clone)?;
        let readings = self.expand(paths)?;
        paths.iter().try_for_each(|path| path.rooted())?;
        let mut attributes = Attributes::checked(&boundary.attributes)?;
        let t = boundary.t()?;
        let kind = boundary.kind()?;
        let air = boundary.air()?;
        let edge = boundary.edge()?;
        for key in ["t", "type", "air", "edge"] {
            attributes.take(key);
        }
        let start = self.boundaries.len() as u32;
        for reading in readings {
            let [a, b] = reading[..] else { continue };
            let boundary = Boundary {
                t,
                air,
                edge,
                attributes: attributes.clone(),
                ..Boundary::bare(a, b, kind, origin)
            };
            self.add_boundary(boundary)?;
        }
        Ok(start..self.boundaries.len() as u32)
    }

    /// A `stack`; the slots of the boundaries it made. Nothing but the kind is lifted.
    pub(super) fn stack(
        &mut self,
        stack: &StackStatement<'_>,
        origin: Origin,
    ) -> Result<Range<u32>, Fault> {
        let leaf = stack.leaf.as_ref().map_err(Clone::clone)?;
        let levels = self.span(stack.span.as_ref().map_err(Clone::clone)?)?;
        let mut attributes = Attributes::checked(&stack.attributes)?;
        let kind = stack.kind()?;
        attributes.take("type");
        let paths: Vec<Name> = levels
            .into_iter()
            .map(|level| {
                let level = self.names.text(self.levels[level.0 as usize].name);
                let path = format!("/{level}/{}", leaf.text);
                self.names.intern(&path)
            })
            .collect();
        let start = self.boundaries.len() as u32;
        for pair in paths.windows(2) {
            let [lower, upper] = *pair else { continue };
            let boundary = Boundary {
                attributes: attributes.clone(),
                ..Boundary::bare(lower, upper, kind, origin)
            };
            self.add_boundary(boundary)?;
        }
        Ok(start..self.boundaries.len() as u32)
    }

    fn add_boundary(&mut self, boundary: Boundary) -> Result<(), Fault> {
        self.count(1)?;
        if let Some(index) = &mut self.boundary_index {
            index.add(self.boundaries.len() as u32, &boundary);
        }
        self.boundaries.push(Some(boundary));
        Ok(())
    }

    /// Adds something to every boundary in a range of slots.
    pub(super) fn hang(
        &mut self,
        slots: Range<u32>,
        mut add: impl FnMut(&mut Boundary),
    ) -> Result<(), Fault> {
        self.count(slots.len())?;
        self.boundaries[slots.start as usize..slots.end as usize]
            .iter_mut()
            .flatten()
            .for_each(&mut add);
        Ok(())
    }

    /// A door or window: the bag of its asset under its own attributes, then the typed fields
    /// lifted out of the two together.
    pub(super) fn opening(
        &mut self,
        opening: &OpeningStatement<'_>,
        origin: Origin,
    ) -> Result<Opening, Fault> {
        let kind = opening.kind;
        let mut asset = None;
        let mut attributes = Attributes::default();
        if let Some(token) = &opening.asset {
            let name = token.text.to_string();
            let found = self
                .names
                .find(&name)
                .and_then(|name| self.assets.get(&name));
            let Some(found) = found else {
                let near = self.near_asset(&name);
                return Err(Fault::UndefinedAsset { name, kind, near });
            };
            if found.kind != kind {
                return Err(Fault::AssetKind {
                    name,
                    kind: found.kind,
                    used_as: kind,
                });
            }
            asset = Some(found.name);
            attributes = found.attributes.clone();
        }
        attributes.lay_over(&opening.attributes)?;
        let w = lift::width(kind.word(), attributes.get("w"))?;
        let h = lift::positive("h", attributes.get("h"))?;
        let at = self.at(attributes.get("at"))?;
        let edge = lift::side("edge", attributes.get("edge"))?;
        let hinge = lift::side("hinge", attributes.get("hinge"))?;
        let swing = lift::swing(attributes.get("swing"))?;
        for key in ["w", "h", "at", "edge", "hinge", "swing"] {
            attributes.take(key);
        }
        Ok(Opening {
            kind,
            asset,
            w,
            h,
            at,
            edge,
            hinge,
            swing,
            attributes,
            line: origin.line,
        })
    }

    pub(super) fn seg(&mut self, seg: &SegStatement<'_>, origin: Origin) -> Result<Seg, Fault> {
        let mut attributes = Attributes::checked(&seg.attributes)?;
        let w = lift::width("seg", attributes.get("w"))?;
        let at = self.at(attributes.get("at"))?;
        let edge = lift::side("edge", attributes.get("edge"))?;
        for key in ["w", "at", "edge"] {
            attributes.take(key);
        }
        Ok(Seg {
            w,
            at,
            edge,
            attributes,
            line: origin.line,
        })
    }

    pub(super) fn drawn_line(
        &mut self,
        line: &LineStatement<'_>,
        origin: Origin,
        slots: Range<u32>,
    ) -> Result<(), Fault> {
        let [from, to] = line.points.as_ref().map_err(Clone::clone)?;
        let from = self.point(from)?;
        let to = self.point(to)?;
        let near = |a: f64, b: f64| (a - b).abs() < SAME_POINT;
        if near(from.point.x, to.point.x) && near(from.point.y, to.point.y) {
            let point = self.names.text(from.spelling).to_owned();
            return Err(FaultKind::LineOfOnePoint { point }.into());
        }
        let drawn = DrawnLine {
            from,
            to,
            line: origin.line,
            effect: None,
        };
        self.count(slots.len())?;
        for boundary in self.boundaries[slots.start as usize..slots.end as usize]
            .iter_mut()
            .flatten()
        {
            if boundary.drawn.is_some() {
                let a = self.names.text(boundary.a).to_owned();
                let b = self.names.text(boundary.b).to_owned();
                return Err(Fault::LineTwice { a, b });
            }
            boundary.drawn = Some(drawn);
        }
        Ok(())
    }

    /// The boundaries by the paths they join, collected when they are first asked for.
    fn index(&mut self) -> &BoundaryIndex {
        self.boundary_index.get_or_insert_with(|| {
            let mut index = BoundaryIndex::default();
            for (slot, boundary) in self.boundaries.iter().enumerate() {
                if let Some(boundary) = boundary {
                    index.add(slot as u32, boundary);
                }
            }
            index
        })
    }

    /// The slots of all boundaries between two paths, in composition order.
    pub(super) fn boundaries_between(&mut self, a: &str, b: &str) -> Vec<u32> {
        let names = self.names.find(a).zip(self.names.find(b));
        let slots = names.and_then(|(a, b)| self.index().by_pair.get(&pair(a, b)).cloned());
        let mut slots = slots.unwrap_or_default();
        slots.retain(|&slot| self.boundaries[slot as usize].is_some());
        slots
    }

    /// Removes all boundaries between two paths.
    pub(super) fn drop_boundaries_between(&mut self, a: &str, b: &str) -> Result<(), Fault> {
        let slots = self.boundaries_between(a, b);
        if slots.is_empty() {
            let near = self.near_end(a, b);
            let (a, b) = (a.to_owned(), b.to_owned());
            return Err(Fault::NoBoundary { a, b, near });
        }
        for slot in slots {
            self.boundaries[slot as usize] = None;
        }
        // The dropped slots need not be looked at again.
        if let (Some(index), Some((a, b))) = (
            &mut self.boundary_index,
            self.names.find(a).zip(self.names.find(b)),
        ) {
            index.by_pair.remove(&pair(a, b));
        }
        Ok(())
    }

    /// Removes every boundary that has a path at either end.
    pub(super) fn drop_boundaries_at(&mut self, path: Name) {
        self.index();
        let Some(index) = &mut self.boundary_index else {
            return;
        };
        for slot in index.by_end.remove(&path).unwrap_or_default() {
            self.boundaries[slot as usize] = None;
        }
    }
}
