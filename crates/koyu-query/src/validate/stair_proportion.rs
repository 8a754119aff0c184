//! `stair.proportion` (08 §5): risers and treads that suit the human step.

use koyu_model::form::{Device, Run};
use koyu_model::geometry::round;

use super::finding::{Findings, Rule};
use crate::numbers::{fixed, whole};

/// The least depth of a tread, mm (08 §2).
const SMALLEST_TREAD: f64 = 240.0;

/// The step rule: twice the riser and the tread together, mm, both ends allowed (08 §2).
const STEP_RULE: std::ops::RangeInclusive<f64> = 550.0..=700.0;

pub(super) fn judge(run: &Run<'_>, findings: &mut Findings<'_>) {
    if run.device != Device::Stair {
        return;
    }
    // The rounded numbers are judged, not the exact ones.
    let (riser, tread) = (round(run.riser), round(run.tread));
    let step = 2.0 * riser + tread;
    if tread < SMALLEST_TREAD || step < *STEP_RULE.start() || step > *STEP_RULE.end() {
        let sentence = format!(
            "has {} risers of {} mm and treads of {} mm: 2R+T is {} mm, the rule is {} to {} \
             with treads of at least {SMALLEST_TREAD}",
            fixed(run.risers, 0),
            whole(riser),
            whole(tread),
            whole(step),
            STEP_RULE.start(),
            STEP_RULE.end()
        );
        findings.on_space(Rule::StairProportion, run.space, sentence);
    }
}
