//! `validate` (08): architectural verdicts. Each rule has a file of its own; here is the order in
//! which they are asked.

mod access_backofhouse;
mod access_parking;
mod access_throughtenant;
mod access_unreachable;
mod access_voidonly;
mod column_blocksdoor;
mod context;
mod daylight_ratio;
mod daylight_unknown;
mod envelope_gap;
mod finding;
mod flood;
mod run_disconnected;
mod run_slope;
mod separation;
mod site_area;
mod site_escape;
mod site_frontage;
mod stair_proportion;

use koyu_model::form::{Derivation, FormError};
use serde::Serialize;

use context::Context;
use finding::Findings;
pub use finding::{Finding, FindingLevel, Rule};

/// Reminds the reader what a finding is.
const NOTE: &str = "These are architectural verdicts, a matter of judgement; they are not the \
    guarantee of structural consistency that check gives.";

/// The findings on a building.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Validation<'m> {
    /// In the order of 08 §2.
    pub findings: Vec<Finding<'m>>,
    /// How many of them are violations.
    pub violations: usize,
    /// How many of them are cautions.
    pub cautions: usize,
    /// What a finding is.
    pub note: &'static str,
}

/// Judges a building by all rules, whether or not `check` is green.
///
/// # Errors
/// [`FormError`] where a declaration asks for more columns than are derived.
pub fn validate<'m>(derivation: &Derivation<'m>) -> Result<Validation<'m>, FormError> {
    let context = Context::new(derivation);
    let mut findings = Findings::new(context.model);
    envelope_gap::judge(&context, &mut findings);
    for daylit in &context.daylit {
        daylight_ratio::judge(daylit, &mut findings);
        daylight_unknown::judge(daylit, &mut findings);
    }
    for run in derivation.runs() {
        run_disconnected::judge(&context, run, &mut findings);
        stair_proportion::judge(run, &mut findings);
        run_slope::judge(&context, run, &mut findings);
    }
    access_unreachable::judge(&context, &mut findings);
    access_voidonly::judge(&context, &mut findings);
    access_throughtenant::judge(&context, &mut findings);
    access_parking::judge(&context, &mut findings);
    access_backofhouse::judge(&context, &mut findings);
    column_blocksdoor::judge(&context, &mut findings)?;
    site_frontage::judge(&context, &mut findings);
    for polygon in context.model.polygons() {
        let Some(zone) = context.site_of(polygon) else {
            continue;
        };
        site_area::judge(polygon, zone, &mut findings);
        site_escape::judge(&context, polygon, &mut findings);
    }
    let findings = findings.into_list();
    let of = |level| findings.iter().filter(|f| f.level == level).count();
    Ok(Validation {
        violations: of(FindingLevel::Violation),
        cautions: of(FindingLevel::Caution),
        findings,
        note: NOTE,
    })
}
