//! A plan as one sees it: shapes and texts with their coordinates, read from its text.

use roxmltree::{Document, Node};

/// A point of the sheet, px.
pub(crate) type Point = (f64, f64);

/// A text with the box that the written rule gives it: full-width characters 1 em, others
/// 0.6 em.
#[derive(Clone, Debug)]
pub(crate) struct Text {
    pub(crate) class: String,
    pub(crate) content: String,
    /// The space or boundary of its group.
    pub(crate) path: Option<String>,
    pub(crate) size: f64,
    pub(crate) x1: f64,
    pub(crate) y1: f64,
    pub(crate) x2: f64,
    pub(crate) y2: f64,
}

impl Text {
    pub(crate) fn corners(&self) -> [Point; 4] {
        let Self { x1, y1, x2, y2, .. } = *self;
        [(x1, y1), (x2, y1), (x2, y2), (x1, y2)]
    }
}

fn full_width(c: char) -> bool {
    matches!(u32::from(c),
        0x1100..=0x115f | 0x2e80..=0xa4cf | 0xac00..=0xd7a3 | 0xf900..=0xfaff
        | 0xfe30..=0xfe6f | 0xff00..=0xff60 | 0xffe0..=0xffe6 | 0x20000..=0x3fffd)
}

pub(crate) fn width(text: &str) -> f64 {
    text.chars()
        .map(|c| if full_width(c) { 1.0 } else { 0.6 })
        .sum()
}

/// A number of an attribute, which must be there and plain.
pub(crate) fn number(node: Node<'_, '_>, name: &str) -> f64 {
    let text = node.attribute(name);
    let text = text.unwrap_or_else(|| panic!("{node:?} has no {name}"));
    assert!(!text.contains(['e', 'E']), "{name}={text}");
    let value: f64 = text.parse().unwrap_or_else(|_| panic!("{name}={text}"));
    assert!(value.is_finite(), "{name}={text}");
    value
}

/// The nearest `data-path` of an element or its groups.
pub(crate) fn path_of(node: Node<'_, '_>) -> Option<String> {
    let mut all = node.ancestors();
    all.find_map(|node| node.attribute("data-path"))
        .map(str::to_owned)
}

/// All elements of a class, in order.
pub(crate) fn of_class<'a, 'i>(
    document: &'a Document<'i>,
    class: &'a str,
) -> impl Iterator<Item = Node<'a, 'i>> {
    let all = document.descendants();
    all.filter(move |node| node.attribute("class") == Some(class))
}

/// The ends of a line.
pub(crate) fn ends(line: Node<'_, '_>) -> [Point; 2] {
    [("x1", "y1"), ("x2", "y2")].map(|(x, y)| (number(line, x), number(line, y)))
}

/// The corners of a closed path.
pub(crate) fn corners(path: Node<'_, '_>) -> Vec<Point> {
    let data = path.attribute("d").unwrap();
    let data = data
        .strip_suffix(" Z")
        .unwrap_or_else(|| panic!("{data} is not closed"));
    let points = data.strip_prefix("M ").unwrap().split(" L ");
    points
        .map(|point| {
            let (x, y) = point.split_once(' ').unwrap();
            (x.parse().unwrap(), y.parse().unwrap())
        })
        .collect()
}

/// All texts.
pub(crate) fn texts(document: &Document<'_>) -> Vec<Text> {
    let texts = document
        .descendants()
        .filter(|node| node.tag_name().name() == "text");
    texts
        .map(|node| {
            let content = node.text().unwrap_or_default().to_owned();
            let size = number(node, "font-size");
            let (x, y) = (number(node, "x"), number(node, "y"));
            let wide = width(&content) * size;
            let x1 = match node.attribute("text-anchor") {
                Some("start") => x,
                Some("middle") => x - wide / 2.0,
                Some("end") => x - wide,
                other => panic!("text-anchor={other:?}"),
            };
            Text {
                class: node.attribute("class").unwrap_or_default().to_owned(),
                content,
                path: path_of(node),
                size,
                x1,
                // Letters rise 0.75 em above their baseline and reach 0.2 em below.
                y1: y - 0.75 * size,
                x2: x1 + wide,
                y2: y + 0.2 * size,
            }
        })
        .collect()
}

/// The area of a polygon, px².
pub(crate) fn area(polygon: &[Point]) -> f64 {
    let next = polygon.iter().cycle().skip(1);
    let pairs = polygon.iter().zip(next);
    pairs.map(|(p, q)| p.0 * q.1 - q.0 * p.1).sum::<f64>().abs() / 2.0
}

/// How deep two convex polygons overlap, px: 0 when they are apart or touch.
pub(crate) fn depth(a: &[Point], b: &[Point]) -> f64 {
    let mut depth = f64::INFINITY;
    for polygon in [a, b] {
        for (i, p) in polygon.iter().enumerate() {
            let q = polygon[(i + 1) % polygon.len()];
            let (nx, ny) = (q.1 - p.1, p.0 - q.0);
            let length = nx.hypot(ny);
            if length < 1e-9 {
                continue;
            }
            let span = |points: &[Point]| {
                let along = points.iter().map(|c| (c.0 * nx + c.1 * ny) / length);
                along.fold((f64::INFINITY, f64::NEG_INFINITY), |(lo, hi), v| {
                    (lo.min(v), hi.max(v))
                })
            };
            let (a, b) = (span(a), span(b));
            depth = depth.min((a.1.min(b.1) - a.0.max(b.0)).max(0.0));
        }
    }
    depth
}

/// How far a point lies outside a convex polygon, px: 0 within.
pub(crate) fn outside(point: Point, polygon: &[Point]) -> f64 {
    let signed: f64 = polygon
        .iter()
        .zip(polygon.iter().cycle().skip(1))
        .map(|(p, q)| p.0 * q.1 - q.0 * p.1)
        .sum();
    let turn = signed.signum();
    let mut worst: f64 = 0.0;
    for (i, p) in polygon.iter().enumerate() {
        let q = polygon[(i + 1) % polygon.len()];
        let length = (q.0 - p.0).hypot(q.1 - p.1);
        if length > 1e-9 {
            let side = (q.0 - p.0) * (point.1 - p.1) - (q.1 - p.1) * (point.0 - p.0);
            worst = worst.max(-turn * side / length);
        }
    }
    worst
}
