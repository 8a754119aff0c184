//! `site.escape` (08 §8.3): spaces that leave the site. The site shape tolerance of 1 mm is that
//! of [`escape`].

use koyu_model::Polygon;
use koyu_model::geometry::{Escape, escape};

use super::context::Context;
use super::finding::{Findings, Rule};
use crate::numbers::whole;
use crate::site_zone::is_below;
use crate::types;

pub(super) fn judge(context: &Context<'_, '_>, polygon: &Polygon, findings: &mut Findings<'_>) {
    let model = context.model;
    let site = model.text(polygon.path);
    for (id, space) in context.spaces() {
        if types::is(model, space, types::EXTERIOR) || is_below(model.text(space.path), site) {
            continue;
        }
        let mut escapes = space
            .region()
            .filter_map(|piece| escape(&piece, &polygon.points));
        if let Some(at) = escapes.next().map(Escape::point) {
            let (x, y) = (whole(at.x), whole(at.y));
            findings.on_space(
                Rule::SiteEscape,
                id,
                format!("leaves the site {site} near {x},{y}"),
            );
        }
    }
}
