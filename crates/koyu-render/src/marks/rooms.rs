//! Room labels (09 §5.11).

use koyu_model::Point;
use koyu_model::form::FormSpace;
use koyu_model::geometry::{Bounds, area};
use svg::node::Node;
use svg::node::element::Group;

use crate::bidi::closed;
use crate::clearance::Clearance;
use crate::drawing::Drawing;
use crate::element::{Anchor, kind, mark};
use crate::label::{Fitted, Label};
use crate::style::{DATA, NAME, PATH};

/// Baselines of name, data and path below the centre of the piece: −4, 13, 27.
const FIRST_BASELINE: f64 = -4.0;
const STEPS: [f64; 2] = [17.0, 14.0];

/// A space and its label.
#[derive(Debug)]
pub(crate) struct Labelled<'d, 'm> {
    space: &'d FormSpace<'m>,
    label: Fitted,
}

/// Places the label of every space in its largest piece.
pub(crate) fn labels<'d, 'm>(
    drawing: &Drawing<'d, 'm>,
    clearance: &mut Clearance,
) -> Vec<Labelled<'d, 'm>> {
    let mut labels = Vec::new();
    for space in &drawing.form.spaces {
        let Some(piece) = largest(&space.outline) else {
            continue;
        };
        let piece = drawing.sheet.all(piece);
        let Some(centre) = Bounds::of(&piece).map(|bounds| bounds.centre()) else {
            continue;
        };
        let space_of = drawing.model().space(space.id);
        let name = closed(drawing.derivation.display_name(space_of));
        let data = data(space);
        let path = closed(space.path);
        let texts = [(&*name, NAME), (&*data, DATA), (&*path, PATH)];
        let origin = Point {
            x: centre.x,
            y: centre.y + FIRST_BASELINE,
        };
        let label = Label::new(texts, &STEPS, origin, Anchor::Middle);
        let label = label.fit(&piece, clearance);
        labels.push(Labelled { space, label });
    }
    labels
}

/// The piece of largest area, the first among equals.
fn largest(pieces: &[Vec<Point>]) -> Option<&[Point]> {
    let mut best: Option<(f64, &[Point])> = None;
    for piece in pieces {
        let size = area(piece);
        if best.is_none_or(|(most, _)| size > most) {
            best = Some((size, piece));
        }
    }
    best.map(|(_, piece)| piece)
}

/// The second line: type and area.
fn data(space: &FormSpace<'_>) -> String {
    if space.kind == "void" {
        return "void".to_owned();
    }
    let semi = if space.semi_outdoor {
        " · semi-outdoor"
    } else {
        ""
    };
    format!("{} · {} m2{semi}", closed(space.kind), space.area_m2)
}

pub(crate) fn draw(labels: &[Labelled<'_, '_>]) -> Group {
    let mut group = kind("labels");
    for labelled in labels {
        let mut one = mark("label", labelled.space.path);
        labelled.label.draw(&mut one);
        group.append(one);
    }
    group
}
