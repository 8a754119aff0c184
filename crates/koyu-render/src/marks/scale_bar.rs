//! Scale bar, in the lower margin above the title.

use koyu_model::Point;
use koyu_model::geometry::Bounds;
use svg::node::Node;
use svg::node::element::Group;

use crate::clearance::Marks;
use crate::element::{Anchor, kind, line, rectangle, text};
use crate::number::short;
use crate::shape::Shape;
use crate::sheet::Sheet;
use crate::style::{INK, SCALE_LINE, SCALE_NUMBER};

/// Its left end, px.
const LEFT: f64 = 22.0;
/// Its top, from the lower edge of the sheet, and its height, px.
const TOP: f64 = 53.0;
const HEIGHT: f64 = 4.0;
/// Baseline of the numbers, from the lower edge, px.
const BASELINE: f64 = 38.0;
/// The least length, if the sheet allows, and the share of the sheet it may take.
const LEAST: f64 = 120.0;
const SHARE: f64 = 0.25;
/// Free space right of it for half of its last number, px.
const RIGHT: f64 = 34.0;

/// The greatest length of the form 1, 2 or 5 times a power of ten that is at most `most`, and
/// the number of fields it is divided into; `None` if `most` is no positive number.
fn length(most: f64) -> Option<(f64, u32)> {
    if !(most > 0.0 && most.is_finite()) {
        return None;
    }
    let unit = 10_f64.powi(most.log10().floor() as i32);
    let fits = |times: f64| times * unit <= most;
    let (times, fields) = if fits(5.0) {
        (5.0, 5)
    } else if fits(2.0) {
        (2.0, 2)
    } else {
        (1.0, 2)
    };
    Some((times * unit, fields))
}

pub(crate) fn draw(sheet: &Sheet, marks: &mut Marks) -> Group {
    let mut group = kind("scale-bar");
    let (width, height) = (sheet.width(), sheet.height());
    let most = (width * SHARE).max(LEAST).min(width - LEFT - RIGHT);
    let Some((mm, fields)) = length(most / sheet.scale) else {
        return group;
    };
    let whole = mm * sheet.scale;
    let top = height - TOP;
    marks.hard.extend(Shape::area(Bounds {
        x1: LEFT,
        y1: top,
        x2: LEFT + whole + RIGHT,
        y2: height - BASELINE,
    }));
    let field = whole / f64::from(fields);
    for n in (0..fields).step_by(2) {
        let x1 = LEFT + field * f64::from(n);
        let field = Bounds {
            x1,
            y1: top,
            x2: x1 + field,
            y2: top + HEIGHT,
        };
        group.append(rectangle(&field, INK));
    }
    for y in [top, top + HEIGHT] {
        let at = |x| Point { x, y };
        group.append(line(at(LEFT), at(LEFT + whole), SCALE_LINE));
    }
    for x in [LEFT, LEFT + whole] {
        let at = |y| Point { x, y };
        group.append(line(at(top), at(top + HEIGHT), SCALE_LINE));
    }
    let (number, unit) = if mm < 1000.0 {
        (mm, "mm")
    } else {
        (mm / 1000.0, "m")
    };
    let y = height - BASELINE;
    for (x, word, anchor) in [
        (LEFT, "0".to_owned(), Anchor::Start),
        (
            LEFT + whole,
            format!("{} {unit}", short(number)),
            Anchor::Middle,
        ),
    ] {
        let at = Point { x, y };
        group.append(text(&word, at, SCALE_NUMBER.size, anchor, SCALE_NUMBER));
    }
    group
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_round() {
        assert_eq!(length(2399.0), Some((2000.0, 2)));
        assert_eq!(length(5000.0), Some((5000.0, 5)));
        assert_eq!(length(1999.0), Some((1000.0, 2)));
        assert_eq!(length(0.0), None);
        assert_eq!(length(f64::INFINITY), None);
    }
}
