//! `daylight.unknown` (08 §4): a window whose area nobody knows.

use super::finding::{Findings, Rule};
use crate::light::DaylitSpace;

pub(super) fn judge(daylit: &DaylitSpace<'_>, findings: &mut Findings<'_>) {
    if daylit.missing_h {
        let sentence = "has a window without a height; it is not counted as daylight";
        findings.on_space(Rule::DaylightUnknown, daylit.space, sentence);
    }
}
