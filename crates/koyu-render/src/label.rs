//! Fitting labels (09 §5.11, §9): a text that does not fit where the chapter puts it moves,
//! shrinks or wraps, but stays inside its piece and clear of walls, swings and arrows.

use std::sync::LazyLock;

use koyu_model::Point;
use koyu_model::geometry::Bounds;
use svg::node::Node;
use svg::node::element::Group;

use crate::clearance::{Care, Clearance, GAP, Near};
use crate::element::{Anchor, rectangle, text, with_class};
use crate::lettering::{ASCENT, Breaks, DESCENT, LEADING, width, wrap};
use crate::shape::holds;
use crate::style::{HALO_OPACITY, Hand};

/// What a label says and where the chapter wants it.
#[derive(Debug)]
pub(crate) struct Label<'t> {
    /// The texts from top to bottom, each in its hand; at least one.
    pub(crate) texts: Vec<(&'t str, Hand)>,
    /// From the baseline of each text to that of the next, px at full size.
    pub(crate) steps: &'t [f64],
    /// Where the first baseline hangs.
    pub(crate) origin: Point,
    /// How it hangs there.
    pub(crate) anchor: Anchor,
}

/// One line of a label that has its place.
#[derive(Clone, Debug)]
struct Line {
    text: String,
    hand: Hand,
    size: f64,
    /// From the top of the block to the baseline.
    down: f64,
}

/// A label as a block of lines, not placed yet.
#[derive(Debug)]
struct Block {
    lines: Vec<Line>,
    width: f64,
    height: f64,
}

/// A label that has its place.
#[derive(Debug)]
pub(crate) struct Fitted {
    lines: Vec<Line>,
    anchor: Anchor,
    /// The box of all its lines.
    pub(crate) bounds: Bounds,
    /// Whether thin lines run behind it.
    on_lines: bool,
}

/// How near a mark may come to a label at home, px.
const TOUCH: f64 = 0.25;
/// One size below another.
const SMALLER: f64 = 0.86;
/// Sizes at which a label is tried in one line a text before it wraps.
const BEFORE_WRAPPING: u32 = 3;
/// The smallest size that is tried for keeping clear of everything; only room for less text
/// than that lets a label lie on a mark.
const SMALLEST_CLEAR: f64 = 0.08;
/// The smallest size at all: ten thousand letters in a duct.
const SMALLEST: f64 = 1e-4;
/// Widths for wrapping, of the width of the piece.
const WIDTHS: [f64; 3] = [0.92, 0.6, 0.4];
/// A place is sought on a net of this many steps of the free way to each side.
const NET: i32 = 8;

/// Small steps from home that come before the net, px, in eight directions each.
const NUDGES: [f64; 4] = [2.0, 4.0, 7.0, 11.0];
/// How much smaller than the first text of a label the others may become to fit a width.
const SQUEEZE: f64 = 0.5;

/// How the texts of a label are fitted into a width, px.
#[derive(Clone, Copy, Debug)]
enum Fit {
    /// Not at all.
    Whole,
    /// By smaller texts below the first.
    Squeezed(f64),
    /// By breaks.
    Wrapped(f64, Breaks),
}

/// The steps of the net from near to far.
static OFFSETS: LazyLock<Vec<(f64, f64)>> = LazyLock::new(|| {
    let side = -NET..=NET;
    let mut all: Vec<(i32, i32)> = side
        .clone()
        .flat_map(|x| side.clone().map(move |y| (x, y)))
        .collect();
    all.sort_by_key(|(x, y)| (x * x + y * y, *y, *x));
    let step = |n: i32| f64::from(n) / f64::from(NET);
    all.into_iter().map(|(x, y)| (step(x), step(y))).collect()
});

impl Label<'_> {
    /// The label at a size, 1 being that of the chapter; `None` if it cannot be fitted so.
    fn block(&self, size: f64, fit: Fit) -> Option<Block> {
        let mut lines: Vec<Line> = Vec::new();
        let mut widest: f64 = 0.0;
        let mut baseline = 0.0;
        let squeezed = match fit {
            Fit::Squeezed(most) => self.squeezed(most / size)?,
            _ => 1.0,
        };
        for (i, &(content, hand)) in self.texts.iter().enumerate() {
            let em = hand.size * size * if i == 0 { 1.0 } else { squeezed };
            let parts = match fit {
                Fit::Whole | Fit::Squeezed(_) => vec![content],
                Fit::Wrapped(most, breaks) => wrap(content, most / em, breaks)?,
            };
            for (n, part) in parts.into_iter().enumerate() {
                baseline += match (lines.is_empty(), n) {
                    (true, _) => ASCENT * em,
                    (false, 0) => self.steps[i - 1] * size,
                    (false, _) => LEADING * em,
                };
                widest = widest.max(width(part) * em);
                lines.push(Line {
                    text: part.to_owned(),
                    hand,
                    size: em,
                    down: baseline,
                });
            }
        }
        let last = lines.last()?;
        let height = last.down + DESCENT * last.size;
        Some(Block {
            width: widest,
            height,
            lines,
        })
    }

    /// How much smaller the texts below the first are where all fit into a width in px, at full
    /// size; `None` if the first does not fit or the others would be too small.
    fn squeezed(&self, most: f64) -> Option<f64> {
        let mut widths = self
            .texts
            .iter()
            .map(|(text, hand)| width(text) * hand.size);
        if widths.next()? > most + 1e-9 {
            return None;
        }
        let share = widths.fold(1.0, |share: f64, wide| share.min(most / wide));
        (share >= SQUEEZE).then_some(share)
    }

    /// The box of a block where the chapter wants the label: hung from the origin if it is of
    /// full size, else held at the corner or middle that the anchor names.
    fn home(&self, full: (f64, f64), block: &Block) -> Bounds {
        let top = self.origin.y - ASCENT * self.texts[0].1.size;
        let (x, y) = match self.anchor {
            Anchor::Start => (self.origin.x, top),
            Anchor::Middle => (
                self.origin.x - block.width / 2.0,
                top + (full.1 - block.height) / 2.0,
            ),
            Anchor::End => (self.origin.x - block.width, top),
        };
        box_at(x, y, block)
    }

    /// Places the label within a convex polygon, as near as possible to where the chapter wants
    /// it, and takes its place.
    pub(crate) fn fit(&self, piece: &[Point], clearance: &mut Clearance) -> Fitted {
        let (full, found) = self.search(piece, clearance);
        let (block, bounds) = found.unwrap_or_else(|| self.last_resort(full));
        self.settle(block, bounds, clearance)
    }

    /// Places the label in the first of some boxes that is free, given the size of the label:
    /// the first of them as soon as it touches nothing that it must not. Else it goes where
    /// [`fit`](Self::fit) finds room.
    pub(crate) fn first_of(
        &self,
        corners: impl Fn(f64, f64) -> Vec<Point>,
        piece: &[Point],
        clearance: &mut Clearance,
    ) -> Fitted {
        let near = near(piece, clearance);
        for step in 0..BEFORE_WRAPPING {
            let Some(block) = self.block(SMALLER.powi(step as i32), Fit::Whole) else {
                break;
            };
            let boxes = corners(block.width, block.height);
            let boxes = boxes.into_iter().map(|p| box_at(p.x, p.y, &block));
            let free = |(i, area): &(usize, Bounds)| {
                let (care, clear) = match i {
                    0 => (Care::Due, area.grown(TOUCH - GAP)),
                    _ => (Care::Great, *area),
                };
                holds(piece, area) && clearance.is_free(&clear, &near, care)
            };
            if let Some((_, bounds)) = boxes.enumerate().find(free) {
                return self.settle(block, bounds, clearance);
            }
        }
        self.fit(piece, clearance)
    }

    fn settle(&self, block: Block, bounds: Bounds, clearance: &mut Clearance) -> Fitted {
        clearance.take(bounds);
        Fitted {
            on_lines: clearance.on_lines(&bounds),
            lines: block.lines,
            anchor: self.anchor,
            bounds,
        }
    }

    /// Width and height at full size, and the best place, if there is any.
    fn search(
        &self,
        piece: &[Point],
        clearance: &Clearance,
    ) -> ((f64, f64), Option<(Block, Bounds)>) {
        let natural = self.block(1.0, Fit::Whole);
        let full = natural.as_ref().map_or((0.0, 0.0), |b| (b.width, b.height));
        let (Some(around), Some(_)) = (Bounds::of(piece), natural) else {
            return (full, None);
        };
        let near = near(piece, clearance);
        let room = Room {
            label: self,
            piece,
            around,
            full,
            obstacles: Some((clearance, &near, Care::Due)),
        };
        let found = room.clear().or_else(|| {
            let alone = Room {
                obstacles: None,
                ..room
            };
            alone.at_all()
        });
        (full, found)
    }

    /// Where nothing fits: a piece without area, or coordinates beyond telling apart.
    fn last_resort(&self, full: (f64, f64)) -> (Block, Bounds) {
        let block = self.block(SMALLEST, Fit::Whole).unwrap_or(Block {
            lines: Vec::new(),
            width: 0.0,
            height: 0.0,
        });
        let bounds = self.home(full, &block);
        (block, bounds)
    }
}

fn near<'c>(piece: &[Point], clearance: &'c Clearance) -> Near<'c> {
    match Bounds::of(piece) {
        Some(around) => clearance.near(&around),
        None => Near::Many,
    }
}

fn box_at(x: f64, y: f64, block: &Block) -> Bounds {
    Bounds {
        x1: x,
        y1: y,
        x2: x + block.width,
        y2: y + block.height,
    }
}

/// A label and the piece that it must fit into.
#[derive(Clone, Copy)]
struct Room<'r> {
    label: &'r Label<'r>,
    piece: &'r [Point],
    around: Bounds,
    /// Width and height of the label at full size.
    full: (f64, f64),
    obstacles: Option<(&'r Clearance, &'r Near<'r>, Care)>,
}

impl Room<'_> {
    /// The largest form of the label that keeps clear of everything.
    fn clear(&self) -> Option<(Block, Bounds)> {
        let careful = Room {
            obstacles: self
                .obstacles
                .map(|(all, near, _)| (all, near, Care::Great)),
            ..*self
        };
        let size = |step: u32| SMALLER.powi(step as i32);
        let whole = |room: &Self| (0..BEFORE_WRAPPING).find_map(|step| room.whole(size(step)));
        let squeezed = || (0..BEFORE_WRAPPING).find_map(|step| self.squeezed(size(step)));
        let early = whole(&careful).or_else(|| whole(self)).or_else(squeezed);
        early.or_else(|| {
            let sizes = (0..).map(size).take_while(|&size| size > SMALLEST_CLEAR);
            sizes.enumerate().find_map(|(step, size)| {
                let late = step >= BEFORE_WRAPPING as usize;
                let one_line = || late.then(|| self.whole(size).or_else(|| self.squeezed(size)))?;
                // Words are torn only where the alternative is smaller still.
                let torn = || (size < 0.4).then(|| self.wrapped(size, Breaks::Letters))?;
                one_line()
                    .or_else(|| self.wrapped(size, Breaks::Words))
                    .or_else(torn)
            })
        })
    }

    /// The largest form of the label that lies within the piece.
    fn at_all(&self) -> Option<(Block, Bounds)> {
        let sizes = (0..).map(|step| SMALLER.powi(step));
        let mut sizes = sizes.take_while(|&size| size > SMALLEST);
        sizes.find_map(|size| {
            self.whole(size)
                .or_else(|| self.wrapped(size, Breaks::Letters))
        })
    }

    /// The label in one line a text.
    fn whole(&self, size: f64) -> Option<(Block, Bounds)> {
        let free = (self.free_width(), self.free_height());
        if self.full.0 * size > free.0 || self.full.1 * size > free.1 {
            return None;
        }
        let block = self.label.block(size, Fit::Whole)?;
        self.place(block)
    }

    /// The label with its first text at a size, the others small enough for the same width.
    fn squeezed(&self, size: f64) -> Option<(Block, Bounds)> {
        let widths = WIDTHS.map(|part| self.free_width() * part);
        let first = self.label.texts.first()?;
        let own = width(first.0) * first.1.size * size;
        // As wide as the first text is the narrowest that can be.
        let mut widths = widths.into_iter().chain([own]);
        widths.find_map(|most| {
            if most >= self.full.0 * size || self.label.texts.len() < 2 {
                return None;
            }
            let block = self.label.block(size, Fit::Squeezed(most))?;
            self.place(block)
        })
    }

    /// The label wrapped to parts of the width of the piece.
    fn wrapped(&self, size: f64, breaks: Breaks) -> Option<(Block, Bounds)> {
        // The text alone, without leading, is larger than the piece.
        let ink: f64 = self
            .label
            .texts
            .iter()
            .map(|(text, hand)| width(text) * (hand.size * size).powi(2))
            .sum();
        if ink > self.free_width() * self.free_height() {
            return None;
        }
        WIDTHS.iter().find_map(|part| {
            let most = self.free_width() * part;
            if most > self.full.0 * size {
                return None;
            }
            let block = self.label.block(size, Fit::Wrapped(most, breaks))?;
            self.place(block)
        })
    }

    fn free_width(&self) -> f64 {
        self.around.x2 - self.around.x1
    }

    fn free_height(&self) -> f64 {
        self.around.y2 - self.around.y1
    }

    /// The free place of a block that is nearest to its home.
    fn place(&self, block: Block) -> Option<(Block, Bounds)> {
        let home = self.label.home(self.full, &block);
        // Where the chapter wants it a label stays as long as it touches nothing.
        if self.is_free_at(&home, &home.grown(TOUCH - GAP)) {
            return Some((block, home));
        }
        let way = (
            self.free_width() - block.width,
            self.free_height() - block.height,
        );
        if way.0 < 0.0 || way.1 < 0.0 {
            return None;
        }
        // A home outside the piece is no place to seek around.
        let from = (
            home.x1.clamp(self.around.x1, self.around.x1 + way.0),
            home.y1.clamp(self.around.y1, self.around.y1 + way.1),
        );
        let eight = [
            (0, 1),
            (0, -1),
            (1, 0),
            (-1, 0),
            (1, 1),
            (1, -1),
            (-1, 1),
            (-1, -1),
        ];
        let nudges = NUDGES.into_iter().flat_map(|by| {
            let step = move |n: i32| f64::from(n) * by;
            eight.map(|(x, y)| (step(x), step(y)))
        });
        let net = OFFSETS.iter().map(|(x, y)| (x * way.0, y * way.1));
        let mut places = nudges
            .chain(net)
            .map(|(x, y)| box_at(from.0 + x, from.1 + y, &block));
        let found = places.find(|area| self.is_free(area))?;
        Some((block, found))
    }

    fn is_free(&self, area: &Bounds) -> bool {
        self.is_free_at(area, area)
    }

    /// Whether the label may stand in `area`, with the place around `clear` free.
    fn is_free_at(&self, area: &Bounds, clear: &Bounds) -> bool {
        let a = &self.around;
        let inside = area.x1 >= a.x1 && area.x2 <= a.x2 && area.y1 >= a.y1 && area.y2 <= a.y2;
        let free = |(clearance, near, care): (&Clearance, &Near<'_>, Care)| {
            clearance.is_free(clear, near, care)
        };
        inside && holds(self.piece, area) && self.obstacles.is_none_or(free)
    }
}

impl Fitted {
    /// Adds the lines to a group, on a patch of `floor` where thin lines run behind them.
    pub(crate) fn draw(&self, group: &mut Group, floor: &str) {
        if self.on_lines {
            let mut patch = with_class(rectangle(&self.bounds.grown(1.0), floor), "halo");
            patch.assign("fill-opacity", HALO_OPACITY);
            group.append(patch);
        }
        let b = &self.bounds;
        let x = match self.anchor {
            Anchor::Start => b.x1,
            Anchor::Middle => (b.x1 + b.x2) / 2.0,
            Anchor::End => b.x2,
        };
        for line in &self.lines {
            let at = Point {
                x,
                y: b.y1 + line.down,
            };
            group.append(text(&line.text, at, line.size, self.anchor, line.hand));
        }
    }
}
