//! A label as a block of lines: which sizes its texts have and where they break.

use std::borrow::Cow;

use koyu_model::geometry::Bounds;

use crate::lettering::{ASCENT, DESCENT, LEADING, LEGIBLE};
use crate::style::Hand;
use crate::wrap::Measured;

/// One size below another.
const SMALLER: f64 = 0.86;
/// The step of the smallest sizes that are read with ease; from there on nothing is smaller
/// than it is legible.
pub(crate) const LEAST_STEP: u32 = 5;

/// The size of a step, 1 being that of the chapter.
pub(crate) fn size(step: u32) -> f64 {
    SMALLER.powi(step as i32)
}

/// The size of a hand at a step, px.
fn em(hand: Hand, step: u32) -> f64 {
    let em = hand.size * size(step);
    if step <= LEAST_STEP {
        em.max(LEGIBLE.min(hand.size))
    } else {
        em
    }
}

/// How the texts of a label may be fitted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Form {
    /// The step at which each text is tried first, and the last one, which is not smaller.
    pub(crate) first: u32,
    pub(crate) last: u32,
    /// The greatest width, px.
    pub(crate) most: f64,
    /// Words that are wider than this at their smallest legible size may be torn, px.
    pub(crate) whole: f64,
}

impl Form {
    /// Each text in one line.
    pub(crate) fn whole(step: u32) -> Self {
        Self {
            first: step,
            last: step,
            most: f64::INFINITY,
            whole: f64::INFINITY,
        }
    }
}

/// One line of a block.
#[derive(Clone, Debug)]
pub(crate) struct Line<'t> {
    /// Borrowed unless it is cut off: most blocks are tried in vain.
    pub(crate) text: Cow<'t, str>,
    pub(crate) hand: Hand,
    /// px.
    pub(crate) size: f64,
    pub(crate) width: f64,
    /// From the top of the block to the baseline.
    pub(crate) down: f64,
}

/// A label that has its lines but no place.
#[derive(Debug)]
pub(crate) struct Block<'t> {
    pub(crate) lines: Vec<Line<'t>>,
    pub(crate) width: f64,
    pub(crate) height: f64,
    /// The step of its smallest text.
    pub(crate) step: u32,
}

/// The texts of a label, from top to bottom.
#[derive(Debug)]
pub(crate) struct Texts<'t> {
    pub(crate) all: Vec<(Measured<'t>, Hand)>,
    /// From the baseline of each text to that of the next, px at full size.
    pub(crate) steps: &'t [f64],
}

impl<'t> Texts<'t> {
    /// The texts in a form; `None` if they cannot have it. Each is as large as the form lets it
    /// be, whatever the others need.
    pub(crate) fn block(&self, form: Form) -> Option<Block<'t>> {
        let mut block = Block {
            lines: Vec::new(),
            width: 0.0,
            height: 0.0,
            step: form.first,
        };
        for (i, (text, hand)) in self.all.iter().enumerate() {
            let (step, parts) = fit(text, *hand, form)?;
            block.step = block.step.max(step);
            let em = em(*hand, step);
            for (n, part) in parts.into_iter().enumerate() {
                let down = match block.lines.last() {
                    None => ASCENT * em,
                    Some(above) if n > 0 => above.down + LEADING * em,
                    Some(above) => {
                        let apart = DESCENT * above.size + ASCENT * em;
                        above.down + apart.max(self.steps[i - 1] * em / hand.size)
                    }
                };
                let width = crate::lettering::width(part) * em;
                block.width = block.width.max(width);
                block.height = down + DESCENT * em;
                block.lines.push(Line {
                    text: Cow::Borrowed(part),
                    hand: *hand,
                    size: em,
                    width,
                    down,
                });
            }
        }
        (!block.lines.is_empty()).then_some(block)
    }

    /// The first text in one line, cut off where it becomes wider than `most` px.
    pub(crate) fn cut(&self, step: u32, most: f64) -> Block<'t> {
        let lines = self.all.iter().take(1).map(|(text, hand)| {
            let size = em(*hand, step);
            let text = text.cut(most / size);
            Line {
                width: crate::lettering::width(&text) * size,
                text,
                hand: *hand,
                size,
                down: ASCENT * size,
            }
        });
        let lines: Vec<Line<'t>> = lines.collect();
        Block {
            width: lines.iter().fold(0.0, |wide, line| line.width.max(wide)),
            height: lines
                .iter()
                .fold(0.0, |_, line| line.down + DESCENT * line.size),
            step,
            lines,
        }
    }

    /// The width of the widest word at a step, px.
    pub(crate) fn widest_word(&self, step: u32) -> f64 {
        let words = self.all.iter();
        words.fold(0.0, |most, (text, hand)| {
            most.max(text.widest_word() * em(*hand, step))
        })
    }

    /// What the letters alone cover in a step, px².
    pub(crate) fn ink(&self, step: u32) -> f64 {
        let texts = self.all.iter();
        texts
            .map(|(text, hand)| text.width * em(*hand, step).powi(2))
            .sum()
    }
}

/// The largest size at which a text has a form, and its lines: it breaks rather than become
/// smaller.
fn fit<'t>(text: &Measured<'t>, hand: Hand, form: Form) -> Option<(u32, Vec<&'t str>)> {
    let least = em(hand, LEAST_STEP);
    for step in form.first..=form.last {
        let most = form.most / em(hand, step) + 1e-9;
        if text.width <= most {
            return Some((step, vec![text.text]));
        }
        if let Some(lines) = text.wrap(most, f64::INFINITY) {
            return Some((step, lines));
        }
    }
    if !form.whole.is_finite() {
        return None;
    }
    let most = form.most / em(hand, form.last) + 1e-9;
    let lines = text.wrap(most, form.whole / least)?;
    Some((form.last, lines))
}

/// The box of a block whose upper left corner is given.
pub(crate) fn box_at(x: f64, y: f64, block: &Block<'_>) -> Bounds {
    Bounds {
        x1: x,
        y1: y,
        x2: x + block.width,
        y2: y + block.height,
    }
}
