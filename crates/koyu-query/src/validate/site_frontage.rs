//! `site.frontage` (08 §8.1): roads that hardly touch the site.

use super::context::Context;
use super::finding::{Findings, Rule};
use crate::numbers::whole;
use crate::site::roads;
use crate::site_zone::site_zone;

/// The least frontage on a road, mm (08 §2).
const FRONTAGE: f64 = 2000.0;

pub(super) fn judge(context: &Context<'_, '_>, findings: &mut Findings<'_>) {
    let Some(zone) = site_zone(context.model) else {
        return;
    };
    let site = context.model.text(zone.path);
    for road in roads(context.derivation, Some(site)) {
        if road.frontage_mm < FRONTAGE {
            let frontage = whole(road.frontage_mm);
            let sentence =
                format!("touches the site {site} over {frontage} mm, less than {FRONTAGE} mm");
            findings.on_space(Rule::SiteFrontage, road.space, sentence);
        }
    }
}
