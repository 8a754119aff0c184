//! What lies on the sheet already, so that text can keep clear of it.

use std::collections::HashMap;

use koyu_model::geometry::{Bounds, PlanIndex};

use crate::shape::Shape;

/// How far text keeps from marks, px.
pub(crate) const GAP: f64 = 1.5;

/// Edge of a cell in which texts are looked up, px.
const CELL: f64 = 64.0;

/// Marks that text must not touch, and marks it may lie on.
#[derive(Debug, Default)]
pub(crate) struct Marks {
    /// Walls, swings, arrows, columns.
    pub(crate) hard: Vec<Shape>,
    /// Outlines and breaks of runs: text lies on them only rather than become small.
    pub(crate) firm: Vec<Shape>,
    /// Thin lines: treads, grid lines, diagonals. Text on them gets a patch behind it.
    pub(crate) soft: Vec<Shape>,
}

/// What a text keeps clear of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Care {
    /// Hard and firm marks, and other texts.
    Great,
    /// Hard marks and other texts.
    Due,
}

/// Everything that text keeps clear of, and the texts that have their place.
#[derive(Debug)]
pub(crate) struct Clearance {
    marks: Marks,
    hard: PlanIndex,
    firm: PlanIndex,
    soft: PlanIndex,
    texts: HashMap<(i64, i64), Vec<Bounds>>,
}

/// The hard marks of a part of the sheet.
#[derive(Debug)]
pub(crate) enum Near<'c> {
    /// So few that each is asked.
    Few(Vec<&'c Shape>),
    /// The index is asked.
    Many,
}

/// Up to this many marks are asked one by one.
const FEW: usize = 64;

impl Clearance {
    pub(crate) fn new(marks: Marks) -> Self {
        let index = |shapes: &[Shape]| {
            let boxes: Vec<Bounds> = shapes.iter().map(|shape| shape.bounds).collect();
            PlanIndex::new(&boxes)
        };
        Self {
            hard: index(&marks.hard),
            firm: index(&marks.firm),
            soft: index(&marks.soft),
            texts: HashMap::new(),
            marks,
        }
    }

    /// The hard marks in a part of the sheet, for many questions about it.
    pub(crate) fn near(&self, part: &Bounds) -> Near<'_> {
        let mut found = Vec::new();
        self.hard.meeting(&part.grown(GAP), &mut found);
        if found.len() > FEW {
            return Near::Many;
        }
        let shapes = found.iter().map(|&i| &self.marks.hard[i as usize]);
        Near::Few(shapes.collect())
    }

    /// Whether text may stand in a box.
    pub(crate) fn is_free(&self, area: &Bounds, near: &Near<'_>, care: Care) -> bool {
        let area = area.grown(GAP);
        let clear = match near {
            Near::Few(shapes) => !shapes.iter().any(|shape| shape.meets(&area)),
            Near::Many => !any(&self.hard, &self.marks.hard, &area),
        };
        let firm = care == Care::Great && any(&self.firm, &self.marks.firm, &area);
        clear && !firm && !self.on_text(&area)
    }

    /// Whether thin lines run through a box.
    pub(crate) fn on_lines(&self, area: &Bounds) -> bool {
        any(&self.soft, &self.marks.soft, area) || any(&self.firm, &self.marks.firm, area)
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

fn any(index: &PlanIndex, shapes: &[Shape], area: &Bounds) -> bool {
    let mut found = Vec::new();
    index.meeting(area, &mut found);
    found.iter().any(|&i| shapes[i as usize].meets(area))
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
