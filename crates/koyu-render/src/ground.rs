//! The tone of the sheet beneath a text.

use koyu_model::Point;
use koyu_model::geometry::{Bounds, PlanIndex};

use crate::shape::holds;
use crate::style::PAPER;

/// A surface: a convex polygon and its colour, of which some of what is beneath shows through.
#[derive(Clone, Debug)]
pub(crate) struct Surface {
    pub(crate) corners: Vec<Point>,
    pub(crate) colour: &'static str,
    pub(crate) opacity: f64,
}

/// All surfaces from bottom to top.
#[derive(Debug)]
pub(crate) struct Ground {
    surfaces: Vec<Surface>,
    index: PlanIndex,
}

impl Ground {
    pub(crate) fn new(surfaces: Vec<Surface>) -> Self {
        let with_box = |surface: Surface| Some((Bounds::of(&surface.corners)?, surface));
        let (boxes, surfaces): (Vec<Bounds>, Vec<Surface>) =
            surfaces.into_iter().filter_map(with_box).unzip();
        Self {
            index: PlanIndex::new(&boxes),
            surfaces,
        }
    }

    /// The colour at a point.
    pub(crate) fn at(&self, point: Point) -> String {
        let spot = Bounds {
            x1: point.x,
            y1: point.y,
            x2: point.x,
            y2: point.y,
        };
        let mut found = Vec::new();
        self.index.meeting(&spot.grown(0.01), &mut found);
        found.sort_unstable();
        let surfaces = found.iter().map(|&i| &self.surfaces[i as usize]);
        let here = surfaces.filter(|surface| holds(&surface.corners, &spot));
        let mixed = here.fold(channels(PAPER), |below, surface| {
            let above = channels(surface.colour);
            let share = surface.opacity;
            std::array::from_fn(|i| below[i] * (1.0 - share) + above[i] * share)
        });
        let [r, g, b] = mixed.map(|channel| channel.round() as u8);
        format!("#{r:02x}{g:02x}{b:02x}")
    }
}

/// Red, green and blue of a colour of the palette, `#rrggbb`.
fn channels(colour: &str) -> [f64; 3] {
    let part = |i: usize| colour.get(1 + 2 * i..3 + 2 * i);
    let value = |i| part(i).and_then(|hex| u8::from_str_radix(hex, 16).ok());
    std::array::from_fn(|i| f64::from(value(i).unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::style::{AREA, AREA_OPACITY, ROOM};
    use koyu_model::geometry::rect_polygon;

    #[test]
    fn what_lies_on_top_is_seen() {
        let surface = |side: f64, colour, opacity| Surface {
            corners: rect_polygon(
                Bounds {
                    x1: 0.0,
                    y1: 0.0,
                    x2: side,
                    y2: side,
                }
                .into(),
            )
            .to_vec(),
            colour,
            opacity,
        };
        let ground = Ground::new(vec![
            surface(9.0, ROOM, 1.0),
            surface(5.0, AREA, AREA_OPACITY),
        ]);
        let at = |v: f64| ground.at(Point { x: v, y: v });
        assert_eq!(at(20.0), PAPER);
        assert_eq!(at(7.0), ROOM);
        assert_eq!(at(2.0), "#ece4d4", "a patch lets its floor show");
    }
}
