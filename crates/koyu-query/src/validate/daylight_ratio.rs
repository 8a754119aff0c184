//! `daylight.ratio` (08 §4): a seventh of the floor in windows.

use super::finding::{Findings, Rule};
use crate::light::DaylitSpace;
use crate::numbers::fixed;

/// The floor area is at most so many times the window area (08 §2).
const DAYLIGHT_DIVISOR: f64 = 7.0;

/// How much of the required area may be missing to floating-point noise, m².
const NOISE: f64 = 1e-9;

pub(super) fn judge(daylit: &DaylitSpace<'_>, findings: &mut Findings<'_>) {
    let (window, floor) = (daylit.window_m2, daylit.floor_m2);
    let needed = floor / DAYLIGHT_DIVISOR;
    if window + NOISE < needed {
        let sentence = format!(
            "has {} m² of window, less than {} m² (1/{DAYLIGHT_DIVISOR} of its {} m² of floor)",
            fixed(window, 2),
            fixed(needed, 2),
            fixed(floor, 2)
        );
        findings.on_space(Rule::DaylightRatio, daylit.space, sentence);
    }
}
