//! `site.area` (08 §8.2): a declared area that is not that of the polygon.

use koyu_model::geometry::area;
use koyu_model::{Polygon, Zone};

use super::finding::{Findings, Rule};
use crate::numbers::fixed;

/// How far the declared area may be from that of the polygon, m² (08 §2).
const SITE_AREA_TOLERANCE: f64 = 0.05;

pub(super) fn judge(polygon: &Polygon, zone: &Zone, findings: &mut Findings<'_>) {
    let attributes = &zone.attributes;
    let (Some(declared), Some(written)) = (attributes.number("area"), attributes.to_text("area"))
    else {
        return;
    };
    let area = area(&polygon.points) / 1e6;
    if (declared - area).abs() >= SITE_AREA_TOLERANCE {
        let area = fixed(area, 2);
        let message = format!("The site declares {written} m², its polygon has {area} m²");
        findings.add(Rule::SiteArea, zone.origin, &[zone.path], message);
    }
}
