//! The sheet and how the building lies on it (09 §2).

use koyu_model::form::Form;
use koyu_model::geometry::Bounds;
use koyu_model::{Model, Point};

/// Free space around the extent, px.
pub(crate) const MARGIN: f64 = 84.0;

/// The extent of a level in mm, and its scale.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sheet {
    /// What is shown, mm.
    pub(crate) extent: Bounds,
    /// Pixels per millimetre.
    pub(crate) scale: f64,
}

impl Sheet {
    /// The sheet of a storey: the written rectangles of its spaces, even where a drawn line has
    /// cut them back, their outlines and, on the lowest level, the polygons. `None` if there is
    /// no region.
    pub(crate) fn of(model: &Model, form: &Form<'_>, lowest: bool, scale: f64) -> Option<Self> {
        let written = form.spaces.iter().flat_map(|space| {
            let parts = &model.space(space.id).parts;
            parts.iter().map(|part| Bounds::from(part.rect))
        });
        let outlines = form
            .spaces
            .iter()
            .filter_map(|space| Bounds::of_all(space.outline.iter().map(Vec::as_slice)));
        let site = form.site.iter().filter(|_| lowest);
        let site = site.filter_map(|polygon| Bounds::of(&polygon.points));
        let extent = written
            .chain(outlines)
            .chain(site)
            .reduce(|a, b| a.with(&b))?;
        Some(Self { extent, scale })
    }

    /// Its width, px.
    pub(crate) fn width(&self) -> f64 {
        (self.extent.x2 - self.extent.x1) * self.scale + 2.0 * MARGIN
    }

    /// Its height, px.
    pub(crate) fn height(&self) -> f64 {
        (self.extent.y2 - self.extent.y1) * self.scale + 2.0 * MARGIN
    }

    /// The whole sheet, px.
    pub(crate) fn bounds(&self) -> Bounds {
        Bounds {
            x1: 0.0,
            y1: 0.0,
            x2: self.width(),
            y2: self.height(),
        }
    }

    /// The horizontal place of an east coordinate.
    pub(crate) fn x(&self, x: f64) -> f64 {
        (x - self.extent.x1) * self.scale + MARGIN
    }

    /// The vertical place of a north coordinate: north is up.
    pub(crate) fn y(&self, y: f64) -> f64 {
        (self.extent.y2 - y) * self.scale + MARGIN
    }

    /// The place of a point.
    pub(crate) fn at(&self, p: Point) -> Point {
        Point {
            x: self.x(p.x),
            y: self.y(p.y),
        }
    }

    /// The places of the points of a polygon.
    pub(crate) fn all(&self, points: &[Point]) -> Vec<Point> {
        points.iter().map(|&p| self.at(p)).collect()
    }
}
