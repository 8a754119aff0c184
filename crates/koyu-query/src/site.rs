//! `site` (07 §11): areas, ratios and roads.

use std::collections::HashSet;

use koyu_model::form::{Derivation, Piece};
use koyu_model::geometry::{area, round, round2, union_area, union_area_m2};
use koyu_model::{Rect, SpaceId};
use serde::Serialize;

use crate::numbers::percent;
use crate::site_zone::{is_below, site_zone};
use crate::types;

/// How far the declared area may be from the derived one, m².
const AREA_TOLERANCE: f64 = 0.05;

/// The site. Areas are square metres, ratios percent.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Site<'m> {
    /// The path of the site zone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub site_zone: Option<&'m str>,
    /// The number of vertices of its polygon.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub polygon_vertices: Option<usize>,
    /// Its area as written.
    #[serde(rename = "declaredAreaM2", skip_serializing_if = "Option::is_none")]
    pub declared_area_m2: Option<f64>,
    /// The area of its polygon; without one, of what the tiles and the building cover.
    #[serde(rename = "derivedAreaM2")]
    pub derived_area_m2: f64,
    /// Whether both agree.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub area_match: Option<bool>,
    /// What the indoor spaces of all levels cover together.
    #[serde(rename = "footprintM2")]
    pub footprint_m2: f64,
    /// The sum of the areas of the indoor spaces.
    #[serde(rename = "totalFloorM2")]
    pub total_floor_m2: f64,
    /// Footprint by site area; none for a site of no area.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub coverage_ratio: Option<f64>,
    /// Total floor by site area; none for a site of no area.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub floor_area_ratio: Option<f64>,
    /// The roads in space order.
    pub roads: Vec<Road<'m>>,
}

/// A road: an exterior with a width.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Road<'m> {
    /// The space in the model.
    #[serde(skip)]
    pub space: SpaceId,
    /// Its path.
    pub path: &'m str,
    /// Its display name.
    pub name: &'m str,
    /// Its width as written, mm.
    pub width_mm: f64,
    /// The length along which it touches the site, whole mm.
    pub frontage_mm: f64,
}

/// The site, whether or not there is a site zone.
pub fn site<'m>(derivation: &Derivation<'m>) -> Site<'m> {
    let model = derivation.model();
    let zone = site_zone(model);
    let path = zone.map(|zone| model.text(zone.path));
    let polygon = zone.and_then(|zone| model.polygon_at(zone.path));
    let declared = zone.and_then(|zone| zone.attributes.number("area"));
    let indoor: Vec<SpaceId> = (0..model.spaces().len() as u32)
        .map(SpaceId)
        .filter(|&id| model.space(id).level.is_some() && derivation.indoor(id))
        .collect();
    let derived = match polygon {
        Some(polygon) => round2(area(&polygon.points) / 1e6),
        None => covered_by_rectangles(derivation, path, &indoor),
    };
    let footprint = round2(union_area(&distinct_pieces(derivation, &indoor)) / 1e6);
    let total_floor = round2(indoor.iter().fold(0.0, |sum, &id| {
        sum + model.space(id).area_m2().unwrap_or_default()
    }));
    let whole = declared.unwrap_or(derived);
    let ratio = |part| (whole != 0.0).then(|| percent(part, whole));
    Site {
        site_zone: path,
        polygon_vertices: polygon.map(|polygon| polygon.points.len()),
        declared_area_m2: declared,
        derived_area_m2: derived,
        area_match: declared.map(|declared| (declared - derived).abs() < AREA_TOLERANCE),
        footprint_m2: footprint,
        total_floor_m2: total_floor,
        coverage_ratio: ratio(footprint),
        floor_area_ratio: ratio(total_floor),
        roads: roads(derivation, path),
    }
}

/// The union of the written rectangles of the site tiles and the indoor spaces, m².
fn covered_by_rectangles(
    derivation: &Derivation<'_>,
    site: Option<&str>,
    indoor: &[SpaceId],
) -> f64 {
    let model = derivation.model();
    let tiles = model.spaces().iter().filter(|space| {
        let path = model.text(space.path);
        site.is_some_and(|site| is_below(path, site))
    });
    let rects: Vec<Rect> = tiles
        .chain(indoor.iter().map(|&id| model.space(id)))
        .flat_map(|space| &space.parts)
        .map(|part| part.rect)
        .collect();
    union_area_m2(&rects)
}

/// The pieces of some spaces, each outline only where it occurs first. What an earlier copy
/// covers adds nothing to a union, and storeys are often alike.
fn distinct_pieces<'m>(derivation: &Derivation<'m>, spaces: &[SpaceId]) -> Vec<Piece<'m>> {
    let mut known = HashSet::new();
    spaces
        .iter()
        .flat_map(|&id| derivation.model().space(id).region())
        .filter(|piece| {
            let points = piece.iter().flat_map(|p| [p.x.to_bits(), p.y.to_bits()]);
            known.insert(points.collect::<Vec<u64>>())
        })
        .collect()
}

/// The roads, each with its frontage on what lies below the site's path.
pub(crate) fn roads<'m>(derivation: &Derivation<'m>, site: Option<&str>) -> Vec<Road<'m>> {
    let model = derivation.model();
    let mut roads = Vec::new();
    for (id, space) in (0..).map(SpaceId).zip(model.spaces()) {
        let width = space.attributes.number("road");
        let Some(width) = width.filter(|_| types::is(model, space, types::EXTERIOR)) else {
            continue;
        };
        let mut frontage = 0.0;
        for &number in derivation.boundaries_of(id) {
            let boundary = &model.boundaries()[number as usize];
            let other = if boundary.a == space.path {
                boundary.b
            } else {
                boundary.a
            };
            if site.is_some_and(|site| is_below(model.text(other), site)) {
                for segment in derivation.segments(boundary) {
                    frontage += segment.length();
                }
            }
        }
        roads.push(Road {
            space: id,
            path: model.text(space.path),
            name: derivation.display_name(space),
            width_mm: width,
            frontage_mm: round(frontage),
        });
    }
    roads
}
