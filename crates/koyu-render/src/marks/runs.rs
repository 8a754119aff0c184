//! Vertical runs (09 §5.10).

use std::collections::HashMap;

use koyu_model::Point;
use koyu_model::form::{Device, Entity, Line, Ref, Role, Run, Subject};
use koyu_model::geometry::{hyp, rect_polygon, round};
use koyu_query::slope_text;
use svg::node::Node;
use svg::node::element::Group;

use crate::block::Block;
use crate::clearance::{Clearance, Marks};
use crate::drawing::Drawing;
use crate::element::{Anchor, filled, kind, line, mark, with_class};
use crate::label::{Beside, Fitted, Label};
use crate::lettering::{ASCENT, DESCENT};
use crate::number::short;
use crate::shape::Shape;
use crate::style::{ANNOTATION, ARROW_WORD, BREAK, INK, Pen, RUN_OUTLINE, SHAFT, TREAD};

/// Length of the head of an arrow and half of its width, mm.
const HEAD: (f64, f64) = (420.0, 200.0);
/// From the start of an arrow to its word, px.
const WORD: f64 = 4.0;
/// From a shaft to a word beside it, px.
const ASIDE: f64 = 2.0;
/// Below the seat of an annotation, px.
const BASELINE: f64 = 42.0;

/// One entity of a run and the text that goes with it.
#[derive(Debug)]
pub(crate) struct Part<'d, 'm> {
    path: &'m str,
    /// The run; known on every storey that it is drawn on.
    run: Option<&'d Run<'m>>,
    entity: &'d Entity<'m>,
    label: Option<Fitted>,
}

/// The entities of all runs, in order.
pub(crate) fn parts<'d, 'm>(drawing: &Drawing<'d, 'm>, marks: &mut Marks) -> Vec<Part<'d, 'm>> {
    let runs = drawing.form.runs.iter().map(|run| (run.run.path, &run.run));
    let runs: HashMap<&str, &Run<'m>> = runs.collect();
    let mut parts = Vec::new();
    for entity in drawing.entities().filter(|e| e.of == Subject::Run) {
        let Ref::Space(path) = entity.reference else {
            continue;
        };
        match entity.role {
            Some(Role::Outline | Role::Tread) => {
                let lines = entity.lines.iter().map(|line| ends(drawing, line));
                let shapes = lines.filter_map(|(from, to)| Shape::line(from, to));
                marks.firm.extend(shapes);
            }
            Some(Role::Break) => {
                let lines = entity.lines.iter().flat_map(|line| slanted(drawing, line));
                marks
                    .firm
                    .extend(lines.filter_map(|(from, to)| Shape::line(from, to)));
            }
            Some(Role::Arrow) => {
                for axis in &entity.lines {
                    let (from, to) = ends(drawing, axis);
                    marks.hard.extend(Shape::line(from, to));
                    marks.hard.extend(Shape::new(&head(drawing, axis)));
                }
            }
            None => {}
        }
        parts.push(Part {
            path,
            run: runs.get(path).copied(),
            entity,
            label: None,
        });
    }
    parts
}

fn ends(drawing: &Drawing<'_, '_>, line: &Line) -> (Point, Point) {
    let at = |x, y| drawing.sheet.at(Point { x, y });
    (at(line.x1, line.y1), at(line.x2, line.y2))
}

/// The two slanted lines of a break.
fn slanted(drawing: &Drawing<'_, '_>, at: &Line) -> Vec<(Point, Point)> {
    let (dx, dy) = (at.x2 - at.x1, at.y2 - at.y1);
    let b = hyp(dx, dy);
    if b == 0.0 {
        return Vec::new();
    }
    let n = (dy / b, -dx / b);
    let s = (b / 4.0).min(300.0);
    let o = s.min(220.0);
    let off = |x: f64, y: f64, by: f64| {
        drawing.sheet.at(Point {
            x: x + n.0 * by,
            y: y + n.1 * by,
        })
    };
    [-o, o]
        .map(|o| (off(at.x1, at.y1, o - s), off(at.x2, at.y2, s + o)))
        .to_vec()
}

/// The head of an arrow: its tip, then its base.
fn head(drawing: &Drawing<'_, '_>, axis: &Line) -> [Point; 3] {
    let (dx, dy) = (axis.x2 - axis.x1, axis.y2 - axis.y1);
    let length = hyp(dx, dy);
    let u = if length > 0.0 {
        (dx / length, dy / length)
    } else {
        (0.0, 0.0)
    };
    let at = |back: f64, aside: f64| {
        drawing.sheet.at(Point {
            x: axis.x2 - u.0 * back - u.1 * aside,
            y: axis.y2 - u.1 * back + u.0 * aside,
        })
    };
    [at(0.0, 0.0), at(HEAD.0, HEAD.1), at(HEAD.0, -HEAD.1)]
}

/// Places the words of the arrows: before the rooms, so that the words stay at their arrows.
pub(crate) fn label_arrows(
    drawing: &Drawing<'_, '_>,
    parts: &mut [Part<'_, '_>],
    clearance: &mut Clearance,
) {
    for part in parts.iter_mut() {
        let Some(Role::Arrow) = part.entity.role else {
            continue;
        };
        let (Some(anchor), Some(axis)) = (part.entity.anchor, part.entity.lines.first()) else {
            continue;
        };
        let word = if anchor.up == Some(true) { "UP" } else { "DN" };
        let (from, to) = ends(drawing, axis);
        let origin = Point {
            x: from.x + WORD,
            y: from.y + WORD,
        };
        let label = Label::new([(word, ARROW_WORD)], &[], origin, Anchor::Start);
        let places = Beside {
            corners: &|block| beside_shaft(from, to, block),
            widths: &[],
        };
        let piece = piece(drawing, part.run);
        let placed = label.beside(&places, &piece, clearance);
        part.label = Some(placed.unwrap_or_else(|| label.fit(&piece, clearance)));
    }
}

/// The places of the word of an arrow: where the chapter puts it, then beside the shaft and
/// behind its start, from there on along the shaft on both sides.
fn beside_shaft(from: Point, to: Point, block: &Block<'_>) -> Vec<Point> {
    let (w, h) = (block.width, block.height);
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let level = dx.abs() > dy.abs();
    let mut corners = vec![Point {
        x: from.x + WORD,
        y: from.y + WORD - h * ASCENT / (ASCENT + DESCENT),
    }];
    // Begins at a point of the shaft, on its way.
    let begin = |v: f64, way: f64, size: f64| if way > 0.0 { v } else { v - size };
    for share in [0.0, 0.15, 0.3, 0.45, 0.6] {
        let (x, y) = (from.x + dx * share, from.y + dy * share);
        let sides = if level {
            let x = begin(x, dx, w);
            [(x, y - h - ASIDE), (x, y + ASIDE)]
        } else {
            let y = begin(y, dy, h);
            [(x + ASIDE, y), (x - w - ASIDE, y)]
        };
        corners.extend(sides.map(|(x, y)| Point { x, y }));
        if share == 0.0 {
            corners.push(if level {
                let x = begin(from.x - ASIDE * dx.signum(), -dx, w);
                Point {
                    x,
                    y: from.y - h / 2.0,
                }
            } else {
                let y = begin(from.y - ASIDE * dy.signum(), -dy, h);
                Point {
                    x: from.x - w / 2.0,
                    y,
                }
            });
        }
    }
    corners
}

/// The rectangle of a run, px.
fn piece(drawing: &Drawing<'_, '_>, run: Option<&Run<'_>>) -> Vec<Point> {
    run.map_or_else(Vec::new, |run| drawing.sheet.all(&rect_polygon(run.rect)))
}

/// Places the annotations, after the rooms.
pub(crate) fn annotate(
    drawing: &Drawing<'_, '_>,
    parts: &mut [Part<'_, '_>],
    clearance: &mut Clearance,
) {
    for part in parts.iter_mut().filter(|part| part.entity.role.is_none()) {
        let (Some(seat), Some(run)) = (part.entity.anchor, part.run) else {
            continue;
        };
        let at = drawing.sheet.at(Point {
            x: seat.x,
            y: seat.y,
        });
        let words = annotation(run);
        let origin = Point {
            x: at.x,
            y: at.y + BASELINE,
        };
        let label = Label::new([(&*words, ANNOTATION)], &[], origin, Anchor::Middle);
        part.label = Some(label.fit(&piece(drawing, part.run), clearance));
    }
}

/// What is said of a run.
fn annotation(run: &Run<'_>) -> String {
    let whole = |v: f64| short(round(v));
    if run.device == Device::Stair {
        let (risers, riser, tread) = (whole(run.risers), whole(run.riser), whole(run.tread));
        return format!("{risers}段 蹴上{riser}/踏面{tread}");
    }
    let lanes = if run.lanes > 1.0 {
        format!("{}台 ", whole(run.lanes))
    } else {
        String::new()
    };
    format!("{lanes}勾配 {}", slope_text(run.slope))
}

pub(crate) fn draw(drawing: &Drawing<'_, '_>, parts: &[Part<'_, '_>]) -> Group {
    let mut group = kind("runs");
    for part in parts {
        let entity = part.entity;
        let class = match entity.role {
            Some(Role::Outline) => "run-outline",
            Some(Role::Tread) => "treads",
            Some(Role::Break) => "break",
            Some(Role::Arrow) => "arrow",
            None => "run-annotation",
        };
        let mut one = mark(class, part.path);
        match entity.role {
            Some(Role::Outline) => lines(drawing, entity, RUN_OUTLINE, &mut one),
            Some(Role::Tread) => lines(drawing, entity, TREAD, &mut one),
            Some(Role::Break) => {
                let slanted = entity.lines.iter().flat_map(|at| slanted(drawing, at));
                for (from, to) in slanted {
                    one.append(line(from, to, BREAK));
                }
            }
            Some(Role::Arrow) => {
                lines(drawing, entity, SHAFT, &mut one);
                for axis in &entity.lines {
                    one.append(with_class(filled(&head(drawing, axis), INK), "head"));
                }
            }
            None => {}
        }
        if let Some(label) = &part.label {
            label.draw(&mut one);
        }
        group.append(one);
    }
    group
}

fn lines(drawing: &Drawing<'_, '_>, entity: &Entity<'_>, pen: Pen, group: &mut Group) {
    for axis in &entity.lines {
        let (from, to) = ends(drawing, axis);
        group.append(line(from, to, pen));
    }
}
