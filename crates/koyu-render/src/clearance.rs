//! What lies on the sheet already, so that text can keep clear of it.

use std::collections::HashMap;

use koyu_model::geometry::{Bounds, PlanIndex};

use crate::ground::{Ground, Surface};
use crate::raster::Raster;
use crate::shape::Shape;

/// How far text keeps from marks, px.
pub(crate) const GAP: f64 = 1.5;

/// Edge of a cell in which texts are looked up, px.
const CELL: f64 = 64.0;

/// Marks that text must not touch, marks it may lie on, and what lies beneath all of them.
#[derive(Debug, Default)]
pub(crate) struct Marks {
    /// Walls, columns, leaves and arcs of doors, arrows.
    pub(crate) hard: Vec<Shape>,
    /// What doors pass over.
    pub(crate) swings: Vec<Shape>,
    /// Lines of runs: text lies on them only rather than become small.
    pub(crate) firm: Vec<Shape>,
    /// Thin lines: grid lines, diagonals. Text on them gets a patch behind it.
    pub(crate) soft: Vec<Shape>,
    /// Floors and areas, from bottom to top.
    pub(crate) surfaces: Vec<Surface>,
}

/// What a text keeps clear of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Care {
    /// Hard and firm marks, swings, and other texts.
    Great,
    /// Hard marks, swings, and other texts.
    Due,
    /// Hard marks and other texts.
    Scant,
}

/// Everything that text keeps clear of, and the texts that have their place.
#[derive(Debug)]
pub(crate) struct Clearance {
    /// The whole sheet, which no text leaves.
    pub(crate) sheet: Bounds,
    hard: Layer,
    swings: Layer,
    firm: Layer,
    soft: Layer,
    ground: Ground,
    texts: HashMap<(i64, i64), Vec<Bounds>>,
}

/// Shapes that can be asked for by place.
#[derive(Debug)]
struct Layer {
    shapes: Vec<Shape>,
    index: PlanIndex,
}

/// The marks of a part of the sheet, for many questions about it.
#[derive(Debug)]
pub(crate) struct Near<'c> {
    hard: Part<'c>,
    swings: Part<'c>,
    firm: Part<'c>,
}

/// The shapes of one layer in a part of the sheet.
#[derive(Debug)]
enum Part<'c> {
    /// So few that each is asked.
    Few(Vec<&'c Shape>),
    /// The index is asked.
    Many(&'c Layer),
}

/// Up to this many marks are asked one by one.
const FEW: usize = 64;

impl Layer {
    fn new(shapes: Vec<Shape>) -> Self {
        let boxes: Vec<Bounds> = shapes.iter().map(|shape| shape.bounds).collect();
        Self {
            index: PlanIndex::new(&boxes),
            shapes,
        }
    }

    fn meets(&self, area: &Bounds) -> bool {
        let mut found = Vec::new();
        self.index.meeting(area, &mut found);
        found.iter().any(|&i| self.shapes[i as usize].meets(area))
    }

    fn part(&self, area: &Bounds) -> Part<'_> {
        let mut found = Vec::new();
        self.index.meeting(area, &mut found);
        if found.len() > FEW {
            return Part::Many(self);
        }
        let shapes = found.iter().map(|&i| &self.shapes[i as usize]);
        Part::Few(shapes.collect())
    }
}

impl Part<'_> {
    fn meets(&self, area: &Bounds) -> bool {
        match self {
            Part::Few(shapes) => shapes.iter().any(|shape| shape.meets(area)),
            Part::Many(layer) => layer.meets(area),
        }
    }
}

impl<'c> Near<'c> {
    /// What is kept clear of.
    fn layers(&self, care: Care) -> impl Iterator<Item = &Part<'c>> {
        let swings = (care != Care::Scant).then_some(&self.swings);
        let firm = (care == Care::Great).then_some(&self.firm);
        std::iter::once(&self.hard).chain(swings).chain(firm)
    }
}

impl Clearance {
    pub(crate) fn new(marks: Marks, sheet: Bounds) -> Self {
        Self {
            sheet,
            hard: Layer::new(marks.hard),
            swings: Layer::new(marks.swings),
            firm: Layer::new(marks.firm),
            soft: Layer::new(marks.soft),
            ground: Ground::new(marks.surfaces),
            texts: HashMap::new(),
        }
    }

    /// The marks in a part of the sheet.
    pub(crate) fn near(&self, part: &Bounds) -> Near<'_> {
        let part = part.grown(GAP);
        Near {
            hard: self.hard.part(&part),
            swings: self.swings.part(&part),
            firm: self.firm.part(&part),
        }
    }

    /// A coarse picture of a part of the sheet, given its marks.
    pub(crate) fn raster(&self, part: Bounds, near: &Near<'_>, care: Care) -> Raster {
        let shapes = near.layers(care).flat_map(|layer| match layer {
            Part::Few(shapes) => shapes.as_slice(),
            Part::Many(_) => &[],
        });
        Raster::new(part, shapes.copied(), self.texts_in(&part).into_iter())
    }

    /// Whether text may stand in a box.
    pub(crate) fn is_free(&self, area: &Bounds, near: &Near<'_>, care: Care) -> bool {
        let area = area.grown(GAP);
        !near.layers(care).any(|layer| layer.meets(&area)) && !self.on_text(&area)
    }

    /// The colour of the patch behind a text; `None` where no thin lines run behind it, or where
    /// the patch would hide what the drawing says.
    pub(crate) fn patch(&self, area: &Bounds) -> Option<String> {
        let hides = || self.hard.meets(area) || self.firm.meets(area);
        (self.soft.meets(area) && !hides()).then(|| self.ground.at(area.centre()))
    }

    /// The texts in a part of the sheet, perhaps more than once.
    fn texts_in(&self, part: &Bounds) -> Vec<Bounds> {
        let across = (part.x2 - part.x1) / CELL + 1.0;
        let down = (part.y2 - part.y1) / CELL + 1.0;
        if across * down <= self.texts.len() as f64 {
            let texts = cells(part).filter_map(|cell| self.texts.get(&cell));
            texts.flatten().copied().collect()
        } else {
            self.texts.values().flatten().copied().collect()
        }
    }

    fn on_text(&self, area: &Bounds) -> bool {
        cells(area).any(|cell| {
            let texts = self.texts.get(&cell);
            texts.is_some_and(|texts| texts.iter().any(|text| overlap(text, area)))
        })
    }

    /// Gives a box to a text.
    pub(crate) fn take(&mut self, area: Bounds) {
        for cell in cells(&area) {
            self.texts.entry(cell).or_default().push(area);
        }
    }
}

fn overlap(a: &Bounds, b: &Bounds) -> bool {
    a.x1 < b.x2 && b.x1 < a.x2 && a.y1 < b.y2 && b.y1 < a.y2
}

/// The cells that a box touches. A text covers no more of them than its letters could fill.
fn cells(area: &Bounds) -> impl Iterator<Item = (i64, i64)> + use<> {
    let cell = |v: f64| (v / CELL).floor() as i64;
    let (x1, x2, y1, y2) = (cell(area.x1), cell(area.x2), cell(area.y1), cell(area.y2));
    (x1..=x2).flat_map(move |x| (y1..=y2).map(move |y| (x, y)))
}
