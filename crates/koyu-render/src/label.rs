//! Fitting labels (09 §5.11, §9): a text that does not fit where the chapter puts it moves,
//! wraps or shrinks, but stays inside its piece and clear of walls, swings and arrows.

use koyu_model::Point;
use koyu_model::geometry::Bounds;
use svg::node::Node;
use svg::node::element::Group;

use crate::block::{Block, Form, LEAST_STEP, Line, Texts, box_at};
use crate::clearance::{Care, Clearance, GAP};
use crate::element::{Anchor, rectangle, text, with_class};
use crate::lettering::{ASCENT, DESCENT};
use crate::room::Room;
use crate::shape::holds;
use crate::style::{HALO_OPACITY, Hand};
use crate::wrap::Measured;

/// How near a mark may come to a label at home, px.
pub(crate) const TOUCH: f64 = 0.25;
/// The patch behind a line reaches this far beyond it, px.
const PATCH: f64 = 1.0;
/// A label beside its mark has no more lines than this, or it would cover the rooms around.
const MOST_LINES: usize = 6;
/// How near to the edge of the sheet a text is pushed back, px.
const EDGE: f64 = 2.0;

/// What a label says and where the chapter wants it.
#[derive(Debug)]
pub(crate) struct Label<'t> {
    pub(crate) texts: Texts<'t>,
    /// Where the first baseline hangs.
    pub(crate) origin: Point,
    /// How it hangs there.
    pub(crate) anchor: Anchor,
}

/// Where else than at home a label may stand, and how broad it may be there.
pub(crate) struct Beside<'p> {
    /// The upper left corners for a block, the best first; the very first is home.
    pub(crate) corners: &'p dyn Fn(&Block<'_>) -> Vec<Point>,
    /// The widths at which it wraps, px, from wide to narrow.
    pub(crate) widths: &'p [f64],
}

/// A label that has its place.
#[derive(Debug)]
pub(crate) struct Fitted {
    lines: Vec<PlacedLine>,
    anchor: Anchor,
}

/// A line, where it hangs, and the colour of the patch behind it if it needs one.
#[derive(Debug)]
struct PlacedLine {
    text: String,
    hand: Hand,
    /// px.
    size: f64,
    at: Point,
    area: Bounds,
    patch: Option<String>,
}

impl<'t> Label<'t> {
    /// A label of several texts, each in its hand, from top to bottom; at least one. `steps` are
    /// the ways from the baseline of each to that of the next, px.
    pub(crate) fn new(
        texts: impl IntoIterator<Item = (&'t str, Hand)>,
        steps: &'t [f64],
        origin: Point,
        anchor: Anchor,
    ) -> Self {
        let texts = texts.into_iter();
        let all = texts.map(|(text, hand)| (Measured::new(text), hand));
        Self {
            texts: Texts {
                all: all.collect(),
                steps,
            },
            origin,
            anchor,
        }
    }

    /// The box of a block where the chapter wants the label: hung from the origin if it is of
    /// full size, else held at the corner or middle that the anchor names.
    pub(crate) fn home(&self, full: &Block<'_>, block: &Block<'_>) -> Bounds {
        let size = self.texts.all.first().map_or(0.0, |(_, hand)| hand.size);
        let top = self.origin.y - ASCENT * size;
        let (x, y) = match self.anchor {
            Anchor::Start => (self.origin.x, top),
            Anchor::Middle => (
                self.origin.x - block.width / 2.0,
                top + (full.height - block.height) / 2.0,
            ),
            Anchor::End => (self.origin.x - block.width, top),
        };
        box_at(x, y, block)
    }

    /// Places the label within a convex polygon, as near as possible to where the chapter wants
    /// it, and takes its place.
    pub(crate) fn fit(&self, piece: &[Point], clearance: &mut Clearance) -> Fitted {
        let Some(full) = self.texts.block(Form::whole(0)) else {
            return self.nothing();
        };
        let found = Room::new(self, &full, piece, clearance).and_then(|room| room.find());
        // A piece without area, or coordinates beyond telling apart.
        let speck = || {
            let block = self.texts.block(Form::whole(SPECK))?;
            let bounds = self.home(&full, &block);
            Some((block, bounds))
        };
        match found.or_else(speck) {
            Some((block, bounds)) => self.settle(block, bounds, clearance),
            None => self.nothing(),
        }
    }

    /// Places the label within a convex polygon if it fits there in a legible size, else
    /// [cuts](Self::cut) it off at the width of the polygon.
    pub(crate) fn fit_or_cut(&self, piece: &[Point], clearance: &mut Clearance) -> Fitted {
        let full = self.texts.block(Form::whole(0));
        let room = full
            .as_ref()
            .and_then(|full| Room::new(self, full, piece, clearance));
        match room.and_then(|room| room.find_legible()) {
            Some((block, bounds)) => self.settle(block, bounds, clearance),
            None => {
                let around = Bounds::of(piece).unwrap_or(clearance.sheet);
                self.cut(around.x2 - around.x1, clearance)
            }
        }
    }

    /// Places the label in the first of some boxes that is free: the first of all as soon as it
    /// touches nothing that it must not. `None` if all are taken at every legible size.
    pub(crate) fn beside(
        &self,
        places: &Beside<'_>,
        piece: &[Point],
        clearance: &mut Clearance,
    ) -> Option<Fitted> {
        let near = clearance.near(&Bounds::of(piece)?);
        let find = |block: &Block<'_>, care| {
            let corners = (places.corners)(block).into_iter();
            let mut boxes = corners.map(|p| box_at(p.x, p.y, block)).enumerate();
            boxes.find_map(|(i, area)| {
                let (care, clear) = match i {
                    0 if block.step == 0 => (Care::Due, area.grown(TOUCH - GAP)),
                    _ => (care, area),
                };
                let free = holds(piece, &area) && clearance.is_free(&clear, &near, care);
                free.then_some(area)
            })
        };
        for care in [Care::Great, Care::Due, Care::Scant] {
            for block in self.forms(places.widths) {
                if let Some(bounds) = find(&block, care) {
                    return Some(self.settle(block, bounds, clearance));
                }
            }
        }
        None
    }

    /// The label at every legible size, in one line and wrapped to some widths, px; if it is
    /// broader than all of them even so, then cut off there.
    fn forms(&self, widths: &[f64]) -> impl Iterator<Item = Block<'t>> {
        let formed = (0..=LEAST_STEP).flat_map(move |step| {
            let widths = std::iter::once(f64::INFINITY).chain(widths.iter().copied());
            widths.filter_map(move |most| {
                let form = Form {
                    most,
                    ..Form::whole(step)
                };
                self.texts.block(form)
            })
        });
        let formed = formed.filter(|block| block.lines.len() <= MOST_LINES);
        let cut = widths.iter().filter_map(move |&most| {
            let widest = self.texts.block(Form::whole(LEAST_STEP))?;
            (widest.width > widths[0]).then(|| self.texts.cut(LEAST_STEP, most))
        });
        formed.chain(cut)
    }

    /// Places the first text at its home in its smallest legible size, whatever lies there, cut
    /// off where it becomes wider than `most` px or would leave the sheet.
    pub(crate) fn cut(&self, most: f64, clearance: &mut Clearance) -> Fitted {
        let sheet = clearance.sheet;
        let block = self
            .texts
            .cut(LEAST_STEP, most.min(sheet.x2 - sheet.x1 - 2.0 * EDGE));
        let home = self.home(&block, &block);
        let within = |v: f64, least: f64, most: f64| v.min(most).max(least);
        let bounds = box_at(
            within(home.x1, sheet.x1 + EDGE, sheet.x2 - EDGE - block.width),
            within(home.y1, sheet.y1 + EDGE, sheet.y2 - EDGE - block.height),
            &block,
        );
        self.settle(block, bounds, clearance)
    }

    fn nothing(&self) -> Fitted {
        Fitted {
            lines: Vec::new(),
            anchor: self.anchor,
        }
    }

    fn settle(&self, block: Block<'_>, bounds: Bounds, clearance: &mut Clearance) -> Fitted {
        clearance.take(bounds);
        let place = |line: Line<'_>| {
            let (x, x1) = match self.anchor {
                Anchor::Start => (bounds.x1, bounds.x1),
                Anchor::Middle => {
                    let middle = (bounds.x1 + bounds.x2) / 2.0;
                    (middle, middle - line.width / 2.0)
                }
                Anchor::End => (bounds.x2, bounds.x2 - line.width),
            };
            let y = bounds.y1 + line.down;
            let area = Bounds {
                x1,
                y1: y - ASCENT * line.size,
                x2: x1 + line.width,
                y2: y + DESCENT * line.size,
            };
            let area = area.grown(PATCH);
            PlacedLine {
                patch: clearance.patch(&area),
                area,
                at: Point { x, y },
                text: line.text.into_owned(),
                hand: line.hand,
                size: line.size,
            }
        };
        Fitted {
            lines: block.lines.into_iter().map(place).collect(),
            anchor: self.anchor,
        }
    }
}

/// The step of a size at which no letter is wider than a thousandth of a pixel.
const SPECK: u32 = 61;

impl Fitted {
    /// Adds the lines to a group, on patches of the colour beneath where thin lines run behind
    /// them.
    pub(crate) fn draw(&self, group: &mut Group) {
        for PlacedLine { area, patch, .. } in &self.lines {
            if let Some(colour) = patch {
                let mut patch = with_class(rectangle(area, colour), "halo");
                patch.assign("fill-opacity", HALO_OPACITY);
                group.append(patch);
            }
        }
        for line in &self.lines {
            group.append(text(&line.text, line.at, line.size, self.anchor, line.hand));
        }
    }
}
