//! The search for the place of a label within its piece.

use std::cell::OnceCell;
use std::sync::LazyLock;

use koyu_model::Point;
use koyu_model::geometry::Bounds;

use crate::block::{Block, Form, LEAST_STEP, box_at, size};
use crate::clearance::{Care, Clearance, GAP, Near};
use crate::label::{Label, TOUCH};
use crate::raster::Raster;
use crate::shape::holds;

/// The last step at which a label keeps clear of the lines of runs; smaller, it lies on them.
const CAREFUL_STEP: u32 = 3;
/// The smallest size that is tried for keeping clear of the swings of doors, and of all ink;
/// only room for less text than that lets a label lie there.
const SMALLEST_CLEAR: f64 = 0.25;
const SMALLEST_ON_FLOOR: f64 = 0.08;
/// The smallest size at all: ten thousand letters in a duct.
const SMALLEST: f64 = 1e-4;
/// Widths for wrapping, of the width of the piece.
const WIDTHS: [f64; 6] = [0.94, 0.78, 0.64, 0.5, 0.38, 0.28];
/// The share of the width of the piece that a word may need before it is torn.
const WHOLE: f64 = 0.94;
/// A place is sought on a net of this many steps to each edge of the piece.
const NET: i32 = 8;
/// Places that are asked for before a picture of what is taken is worth drawing.
const PATIENCE: usize = 32;
/// Small steps from home that come before the net, px, in eight directions each.
const NUDGES: [f64; 4] = [2.0, 4.0, 7.0, 11.0];
/// Those directions.
const EIGHT: [(f64, f64); 8] = [
    (0.0, 1.0),
    (0.0, -1.0),
    (1.0, 0.0),
    (-1.0, 0.0),
    (1.0, 1.0),
    (1.0, -1.0),
    (-1.0, 1.0),
    (-1.0, -1.0),
];

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

/// A label and the piece that it must fit into.
pub(crate) struct Room<'r, 't> {
    label: &'r Label<'t>,
    /// The label at full size.
    full: &'r Block<'t>,
    piece: &'r [Point],
    /// The box of the piece, as far as it lies on the sheet.
    around: Bounds,
    clearance: &'r Clearance,
    near: Near<'r>,
    /// What is taken, coarsely, for each care; drawn when it is first asked for.
    taken: [OnceCell<Raster>; 3],
}

/// A form of the label and its place.
type Found<'t> = Option<(Block<'t>, Bounds)>;

impl<'r, 't> Room<'r, 't> {
    /// `None` if the piece has no corners, or none of it is on the sheet.
    pub(crate) fn new(
        label: &'r Label<'t>,
        full: &'r Block<'t>,
        piece: &'r [Point],
        clearance: &'r Clearance,
    ) -> Option<Self> {
        let (around, sheet) = (Bounds::of(piece)?, &clearance.sheet);
        let around = Bounds {
            x1: around.x1.max(sheet.x1),
            y1: around.y1.max(sheet.y1),
            x2: around.x2.min(sheet.x2),
            y2: around.y2.min(sheet.y2),
        };
        (around.x1 <= around.x2 && around.y1 <= around.y2).then(|| Self {
            label,
            full,
            piece,
            around,
            near: clearance.near(&around),
            clearance,
            taken: Default::default(),
        })
    }

    /// The best form and place: of legible size and clear of everything, else clear of all but
    /// the lines of runs, else with words torn apart, else small, else within the swing of a
    /// door, else on whatever is there.
    pub(crate) fn find(&self) -> Found<'t> {
        let (due, scant) = (Some(Care::Due), Some(Care::Scant));
        self.find_legible()
            .or_else(|| self.torn(due))
            .or_else(|| self.small(LEAST_STEP + 1, SMALLEST_CLEAR, due))
            .or_else(|| self.legible(LEAST_STEP, scant))
            .or_else(|| self.torn(scant))
            .or_else(|| self.small(LEAST_STEP + 1, SMALLEST_ON_FLOOR, scant))
            .or_else(|| self.torn(None))
            .or_else(|| self.small(CAREFUL_STEP, SMALLEST, None))
    }

    /// The best form and place of legible size, clear of all but the lines of runs and with no
    /// word torn.
    pub(crate) fn find_legible(&self) -> Found<'t> {
        self.legible(CAREFUL_STEP, Some(Care::Great))
            .or_else(|| self.legible(LEAST_STEP, Some(Care::Due)))
    }

    /// The largest form down to a step in which no word is torn. Texts that are too wide wrap
    /// before they shrink, and shrink alone as far as that helps.
    fn legible(&self, least: u32, care: Option<Care>) -> Found<'t> {
        (0..=least).find_map(|last| {
            (0..=last).find_map(|first| {
                let form = Form {
                    first,
                    last,
                    ..Form::whole(last)
                };
                let whole = || (first == last).then(|| self.whole(last, care))?;
                whole().or_else(|| self.wrapped(form, care))
            })
        })
    }

    /// Legible sizes, with words torn that do not fit the piece at the smallest of them.
    fn torn(&self, care: Option<Care>) -> Found<'t> {
        let whole = self.width() * WHOLE;
        (self.label.texts.widest_word(LEAST_STEP) > whole).then_some(())?;
        (0..=LEAST_STEP).find_map(|first| {
            let form = Form {
                first,
                last: LEAST_STEP,
                most: f64::INFINITY,
                whole,
            };
            self.wrapped(form, care)
        })
    }

    /// Sizes from a step down to a size.
    fn small(&self, from: u32, least: f64, care: Option<Care>) -> Found<'t> {
        let mut steps = (from..).take_while(|&step| size(step) > least);
        steps.find_map(|step| {
            let form = Form {
                whole: self.width() * WHOLE,
                ..Form::whole(step)
            };
            let wrapped = || self.wrapped(form, care);
            self.whole(step, care).or_else(wrapped)
        })
    }

    /// The label in one line a text.
    fn whole(&self, step: u32, care: Option<Care>) -> Found<'t> {
        // Small letters are only as much smaller as the step says.
        if self.full.width * size(step) > self.width() {
            return None;
        }
        let block = self.label.texts.block(Form::whole(step))?;
        self.place(block, care)
    }

    /// The label wrapped to parts of the width of the piece.
    fn wrapped(&self, form: Form, care: Option<Care>) -> Found<'t> {
        // The letters alone are larger than the piece.
        if self.label.texts.ink(form.last) > self.width() * self.height() {
            return None;
        }
        let widths = WIDTHS.map(|part| self.width() * part);
        let narrowest = self.label.texts.widest_word(form.last);
        let mut before = f64::INFINITY;
        widths.into_iter().chain([narrowest]).find_map(|most| {
            let block = self.label.texts.block(Form { most, ..form })?;
            // A form of larger letters than the last step was tried there, and one as wide as
            // another is the same.
            if block.step < form.last || block.width >= before {
                return None;
            }
            before = block.width;
            self.place(block, care)
        })
    }

    fn width(&self) -> f64 {
        self.around.x2 - self.around.x1
    }

    fn height(&self) -> f64 {
        self.around.y2 - self.around.y1
    }

    /// The free place of a block that is nearest to its home.
    fn place(&self, block: Block<'t>, care: Option<Care>) -> Found<'t> {
        let home = self.label.home(self.full, &block);
        // Where the chapter wants it a label stays as long as it touches nothing.
        if self.is_free_at(&home, &home.grown(TOUCH - GAP), care) {
            return Some((block, home));
        }
        let way = (self.width() - block.width, self.height() - block.height);
        if way.0 < 0.0 || way.1 < 0.0 {
            return None;
        }
        // A home outside the piece is no place to seek around.
        let from = (
            home.x1.clamp(self.around.x1, self.around.x1 + way.0),
            home.y1.clamp(self.around.y1, self.around.y1 + way.1),
        );
        // A step of the net leads some of the way to the edge that it points to.
        let least = (self.around.x1 + GAP, self.around.y1 + GAP);
        let most = (least.0 + way.0 - 2.0 * GAP, least.1 + way.1 - 2.0 * GAP);
        let toward = |from: f64, least: f64, most: f64, share: f64| {
            let edge = if share < 0.0 { least } else { most };
            from + (edge - from) * share.abs()
        };
        let nudges = NUDGES
            .into_iter()
            .flat_map(|by| EIGHT.map(|(x, y)| (from.0 + x * by, from.1 + y * by)));
        let net = OFFSETS.iter().map(|&(x, y)| {
            let x = toward(from.0, least.0, most.0, x);
            (x, toward(from.1, least.1, most.1, y))
        });
        let places = nudges.chain(net).map(|(x, y)| box_at(x, y, &block));
        let found = self.seek(&block, care, places)?;
        Some((block, found))
    }

    /// The first of some places that is free for a block.
    fn seek(
        &self,
        block: &Block<'_>,
        care: Option<Care>,
        mut places: impl Iterator<Item = Bounds>,
    ) -> Option<Bounds> {
        let Some(care) = care else {
            return places.find(|area| self.is_free_at(area, area, None));
        };
        // Near the edge of its piece a label would seem to belong to the next one.
        let free = |taken: Option<&Raster>, area: &Bounds| {
            let within = area.grown(GAP);
            !taken.is_some_and(|taken| taken.is_taken(&within))
                && self.is_free_at(&within, area, Some(care))
        };
        let taken = &self.taken[care as usize];
        if taken.get().is_none() {
            let mut soon = places.by_ref().take(PATIENCE);
            if let Some(found) = soon.find(|area| free(None, area)) {
                return Some(found);
            }
        }
        let taken = taken.get_or_init(|| self.clearance.raster(self.around, &self.near, care));
        let (width, height) = (block.width + 2.0 * GAP, block.height + 2.0 * GAP);
        if !taken.may_hold(width, height) {
            return None;
        }
        places.find(|area| free(Some(taken), area))
    }

    /// Whether the label may stand in `area`, with the place around `clear` free.
    fn is_free_at(&self, area: &Bounds, clear: &Bounds, care: Option<Care>) -> bool {
        let a = &self.around;
        let inside = area.x1 >= a.x1 && area.x2 <= a.x2 && area.y1 >= a.y1 && area.y2 <= a.y2;
        let free = |care| self.clearance.is_free(clear, &self.near, care);
        inside && holds(self.piece, area) && care.is_none_or(free)
    }
}
