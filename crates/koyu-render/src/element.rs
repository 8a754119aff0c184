//! The few shapes of a plan as elements, each with its paint on it (09 §3).

use std::borrow::Cow;

use koyu_model::Point;
use koyu_model::geometry::Bounds;
use svg::node::Node;
use svg::node::element::{Circle, Element, Group, Line, Path, Rectangle};

use crate::number::{push, short};
use crate::style::{Hand, Pen};

/// Where a text hangs from its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

impl Anchor {
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::Middle => "middle",
            Self::End => "end",
        }
    }
}

/// Text that XML 1.0 can hold: what it forbids becomes U+FFFD. Markup is escaped by the writer.
pub(crate) fn clean(text: &str) -> Cow<'_, str> {
    let forbidden = |c: char| matches!(c, '\0'..='\u{8}' | '\u{b}' | '\u{c}' | '\u{e}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}');
    if text.contains(forbidden) {
        Cow::Owned(text.replace(forbidden, "\u{fffd}"))
    } else {
        Cow::Borrowed(text)
    }
}

/// The group of one kind of mark: its name is id and class.
pub(crate) fn kind(name: &str) -> Group {
    Group::new().set("id", name).set("class", name)
}

/// The group of one mark, and the space or boundary it stands for.
pub(crate) fn mark(class: &str, path: &str) -> Group {
    with_path(Group::new().set("class", class), path)
}

/// Names the space or boundary that an element stands for.
pub(crate) fn with_path<N: Node>(mut element: N, path: &str) -> N {
    element.assign("data-path", &*clean(path));
    element
}

/// Gives an element a class.
pub(crate) fn with_class<N: Node>(mut element: N, class: &str) -> N {
    element.assign("class", class);
    element
}

fn inked<N: Node>(mut element: N, pen: Pen) -> N {
    element.assign("stroke", pen.colour);
    element.assign("stroke-width", short(pen.weight));
    if let Some(dash) = pen.dash {
        element.assign("stroke-dasharray", dash);
    }
    element
}

/// The data of a closed path.
fn closed(points: &[Point]) -> String {
    let mut data = String::with_capacity(16 * points.len());
    for (i, p) in points.iter().enumerate() {
        data.push_str(if i == 0 { "M " } else { " L " });
        push(&mut data, p.x);
        data.push(' ');
        push(&mut data, p.y);
    }
    data.push_str(" Z");
    data
}

/// A filled polygon.
pub(crate) fn filled(points: &[Point], fill: &str) -> Path {
    Path::new().set("d", closed(points)).set("fill", fill)
}

/// The outline of a polygon.
pub(crate) fn outlined(points: &[Point], pen: Pen) -> Path {
    inked(filled(points, "none"), pen)
}

/// A straight line.
pub(crate) fn line(from: Point, to: Point, pen: Pen) -> Line {
    let line = Line::new()
        .set("x1", short(from.x))
        .set("y1", short(from.y))
        .set("x2", short(to.x))
        .set("y2", short(to.y));
    inked(line, pen)
}

/// A quarter circle of radius `r`; `ccw` as seen on the sheet.
pub(crate) fn quarter(from: Point, to: Point, r: f64, ccw: bool, pen: Pen) -> Path {
    let mut data = String::from("M ");
    let numbers = [from.x, from.y];
    for n in numbers {
        push(&mut data, n);
        data.push(' ');
    }
    data.push_str("A ");
    for n in [r, r] {
        push(&mut data, n);
        data.push(' ');
    }
    data.push_str(if ccw { "0 0 0 " } else { "0 0 1 " });
    push(&mut data, to.x);
    data.push(' ');
    push(&mut data, to.y);
    inked(Path::new().set("d", data).set("fill", "none"), pen)
}

/// A circle without fill.
pub(crate) fn circle(centre: Point, r: f64, pen: Pen) -> Circle {
    let circle = Circle::new()
        .set("cx", short(centre.x))
        .set("cy", short(centre.y))
        .set("r", short(r))
        .set("fill", "none");
    inked(circle, pen)
}

/// A filled rectangle.
pub(crate) fn rectangle(bounds: &Bounds, fill: &str) -> Rectangle {
    Rectangle::new()
        .set("x", short(bounds.x1))
        .set("y", short(bounds.y1))
        .set("width", short(bounds.x2 - bounds.x1))
        .set("height", short(bounds.y2 - bounds.y1))
        .set("fill", fill)
}

/// One line of text in a hand, at a size of its own.
pub(crate) fn text(content: &str, at: Point, size: f64, anchor: Anchor, hand: Hand) -> Element {
    // Not `svg`'s own text element, which writes line breaks around its content.
    let mut text = Element::new("text");
    text.assign("class", hand.class);
    text.assign("x", short(at.x));
    text.assign("y", short(at.y));
    text.assign("font-size", short(size));
    text.assign("text-anchor", anchor.word());
    text.assign("fill", hand.colour);
    text.append(svg::node::Text::new(clean(content)));
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_xml_forbids_is_replaced() {
        assert_eq!(clean("a\u{0}b\u{1f}\u{fffe}"), "a\u{fffd}b\u{fffd}\u{fffd}");
        assert!(matches!(
            clean("tab\tline\nü<&\u{202e}\u{10fffe}"),
            Cow::Borrowed(_)
        ));
    }
}
