//! `run.slope` (08 §5): ramps steeper than declared, escalators of an unusual slope.

use koyu_model::form::{Device, Run};

use super::context::Context;
use super::finding::{Findings, Rule};
use crate::numbers::{one_over, slope_text};

/// The usual slopes of an escalator, about 30°, both ends allowed (08 §2).
const ESCALATOR_SLOPES: std::ops::RangeInclusive<f64> = 1.0 / 2.3..=1.0 / 1.4;

/// How far the slope of a ramp may exceed its limit by floating-point noise (08 §5).
const NOISE: f64 = 1e-9;

pub(super) fn judge(context: &Context<'_, '_>, run: &Run<'_>, findings: &mut Findings<'_>) {
    let sentence = match run.device {
        Device::Ramp => {
            let limit = context.model.space(run.space).attributes.number("slope");
            limit
                .filter(|&limit| limit > 0.0 && run.slope > 1.0 / limit + NOISE)
                .map(|limit| {
                    let (slope, limit) = (slope_text(run.slope), one_over(limit));
                    format!("has a ramp of {slope}, steeper than the declared {limit}")
                })
        }
        Device::Escalator => {
            let (low, high) = (*ESCALATOR_SLOPES.start(), *ESCALATOR_SLOPES.end());
            (run.slope < low || run.slope > high).then(|| {
                let slope = slope_text(run.slope);
                format!("has an escalator of {slope}, outside the usual range of about 1/1.7 (30°)")
            })
        }
        Device::Stair | Device::Lift => None,
    };
    if let Some(sentence) = sentence {
        findings.on_space(Rule::RunSlope, run.space, sentence);
    }
}
