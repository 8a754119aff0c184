//! Title and footer (09 §5.13).

use koyu_model::Point;
use koyu_model::geometry::{Bounds, rect_polygon};
use svg::node::element::Group;

use crate::bidi::closed;
use crate::clearance::Clearance;
use crate::drawing::Drawing;
use crate::element::{Anchor, kind};
use crate::label::Label;
use crate::lettering::{ASCENT, width};
use crate::style::{FOOTER, TITLE};

/// From the sides of the sheet, px.
const SIDE: f64 = 22.0;
/// The baseline of both, from the lower edge.
const BASELINE: f64 = 18.0;
/// The baseline of a footer that finds no room beside the title.
const LOW_BASELINE: f64 = 6.0;
/// The title is never taller than this, px.
const TALLEST: f64 = 16.0;
/// Between title and footer, px.
const BETWEEN: f64 = 16.0;

/// The credit.
const CREDIT: &str = "koyu · dimensions at wall centre lines, mm";

/// The words of the title.
pub(crate) fn words(drawing: &Drawing<'_, '_>) -> String {
    let model = drawing.model();
    let name = closed(model.name().unwrap_or("Untitled"));
    let level = closed(model.text(model.level(drawing.level).name));
    format!("{name} — {level} plan")
}

/// Title and footer, before all other texts take their places. Door leaves may reach this far.
pub(crate) fn draw(drawing: &Drawing<'_, '_>, clearance: &mut Clearance) -> Group {
    let mut group = kind("title");
    let (right, bottom) = (drawing.sheet.width(), drawing.sheet.height());
    let words = words(drawing);
    let free = right - 2.0 * SIDE;
    let taken = width(&words) * TITLE.size + BETWEEN + width(CREDIT) * FOOTER.size;
    let origin = Point {
        x: SIDE,
        y: bottom - BASELINE,
    };
    let title = Label::new([(&*words, TITLE)], &[], origin, Anchor::Start);
    let strip = |top: f64, bottom: f64| {
        let strip = Bounds {
            x1: SIDE,
            y1: top,
            x2: right - SIDE,
            y2: bottom,
        };
        rect_polygon(strip.into())
    };
    let top = bottom - BASELINE - ASCENT * TITLE.size;
    let placed = title.fit_or_cut(&strip(top, top + TALLEST), clearance);
    placed.draw(&mut group);
    let baseline = if taken <= free {
        BASELINE
    } else {
        LOW_BASELINE
    };
    let origin = Point {
        x: right - SIDE,
        y: bottom - baseline,
    };
    let footer = Label::new([(CREDIT, FOOTER)], &[], origin, Anchor::End);
    let top = bottom - baseline - ASCENT * FOOTER.size;
    let placed = footer.fit(&strip(top, bottom), clearance);
    placed.draw(&mut group);
    group
}
