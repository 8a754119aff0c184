//! `run.disconnected` (08 §5): a run that leads nowhere.

use koyu_model::BoundaryKind;
use koyu_model::form::{Device, Run};

use super::context::Context;
use super::finding::{Findings, Rule};

pub(super) fn judge(context: &Context<'_, '_>, run: &Run<'_>, findings: &mut Findings<'_>) {
    // A lift is never asked.
    if run.device == Device::Lift {
        return;
    }
    let mut touching = context.derivation.boundaries_of(run.space).iter();
    let joined = touching.any(|&number| {
        let kind = context.model.boundaries()[number as usize].kind;
        matches!(kind, BoundaryKind::Stair | BoundaryKind::Shaft)
    });
    if !joined {
        let sentence = format!(
            "has a {} but no boundary of type stair or shaft joins it to another level",
            run.device.key()
        );
        findings.on_space(Rule::RunDisconnected, run.space, sentence);
    }
}
