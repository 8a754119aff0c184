//! `model_summary` (07 §3): the building at a glance.

use indexmap::IndexMap;
use koyu_model::form::Derivation;
use koyu_model::geometry::{area, round2};
use koyu_model::{Attributes, Level, SpaceId, Zone};
use serde::Serialize;

use crate::check::{Diagnostic, Severity};
use crate::keyed::Keyed;
use crate::site_zone::is_site;
use crate::types;

/// The use under which areas without any are summed up.
const NO_USE: &str = "(unspecified)";

/// Tells an agent what to call next.
const HINT: &str = "Read the original text with layers, change it with write_layer and verify it \
    with check; ask validate for architectural verdicts, and doors, spaces, light, site or \
    plan_svg for particulars.";

/// The building at a glance. Areas are square metres.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Summary<'m> {
    /// Its name, if one was written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<&'m str>,
    /// The unit of lengths.
    pub unit: &'static str,
    /// Its layers, the entry first.
    pub layers: &'m [String],
    /// Its levels, ascending.
    pub levels: Vec<LevelRow<'m>>,
    /// The number of spaces.
    pub spaces: usize,
    /// The number of boundaries, default walls included.
    pub boundaries: usize,
    /// Its zones in zone order.
    pub zones: Vec<ZoneRow<'m>>,
    /// Its assets in asset order.
    pub assets: Vec<AssetRow<'m>>,
    /// The paths of its polygons in polygon order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub site_polygons: Vec<&'m str>,
    /// The area of the indoor rooms on all levels.
    #[serde(rename = "totalFloorM2")]
    pub total_floor_m2: f64,
    /// The area of the rooms that are open to an exterior.
    #[serde(rename = "semiOutdoorM2")]
    pub semi_outdoor_m2: f64,
    /// The indoor rooms of each level that has some.
    #[serde(rename = "floorsM2")]
    pub floors_m2: Keyed<'m, Rooms>,
    /// The area of the indoor rooms by effective use.
    #[serde(rename = "byUseM2")]
    pub by_use_m2: Keyed<'m, f64>,
    /// What `check` found.
    pub check: CheckCounts,
    /// What to call next.
    pub hint: &'static str,
}

/// A level.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct LevelRow<'m> {
    /// Its name.
    pub name: &'m str,
    /// Height of its floor, mm.
    pub z: f64,
    /// Its ceiling height, mm.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub h: Option<f64>,
    /// Its slab thickness, mm.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub slab: Option<f64>,
}

/// A zone.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ZoneRow<'m> {
    /// Its path.
    pub path: &'m str,
    /// Its name, if that is text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<&'m str>,
    /// `true` on a site, absent elsewhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub site: Option<bool>,
    /// The area of a site's polygon, not rounded; otherwise of the indoor spaces below it.
    #[serde(rename = "areaM2")]
    pub area_m2: f64,
}

/// An asset.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct AssetRow<'m> {
    /// Its name.
    pub name: &'m str,
    /// `door` or `window`.
    pub kind: &'static str,
    /// All its attributes as written.
    pub attrs: &'m Attributes,
}

/// The indoor rooms of a level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Rooms {
    /// How many they are.
    pub rooms: usize,
    /// Their area in m².
    #[serde(rename = "subtotalM2")]
    pub subtotal_m2: f64,
}

/// How many diagnostics `check` has of each severity (06).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct CheckCounts {
    /// Errors.
    pub errors: usize,
    /// Warnings.
    pub warnings: usize,
}

impl CheckCounts {
    /// Counts diagnostics.
    pub fn of(diagnostics: &[Diagnostic]) -> Self {
        let is_error = |found: &&Diagnostic| found.severity == Severity::Error;
        let errors = diagnostics.iter().filter(is_error).count();
        Self {
            errors,
            warnings: diagnostics.len() - errors,
        }
    }
}

/// The building at a glance; `check` is counted elsewhere.
pub fn model_summary<'m>(derivation: &Derivation<'m>, check: CheckCounts) -> Summary<'m> {
    let model = derivation.model();
    let areas = Areas::of(derivation);
    Summary {
        name: model.name(),
        unit: "mm",
        layers: model.layers(),
        levels: model
            .levels_by_height()
            .iter()
            .map(|&level| level_row(derivation, model.level(level)))
            .collect(),
        spaces: model.spaces().len(),
        boundaries: model.boundaries().len(),
        zones: model
            .zones()
            .map(|zone| zone_row(derivation, zone))
            .collect(),
        assets: model
            .assets()
            .map(|asset| AssetRow {
                name: model.text(asset.name),
                kind: asset.kind.word(),
                attrs: &asset.attributes,
            })
            .collect(),
        site_polygons: model.polygons().map(|p| model.text(p.path)).collect(),
        total_floor_m2: round2(areas.indoor),
        semi_outdoor_m2: round2(areas.semi_outdoor),
        floors_m2: areas.floors,
        by_use_m2: areas.by_use,
        check,
        hint: HINT,
    }
}

fn level_row<'m>(derivation: &Derivation<'m>, level: &'m Level) -> LevelRow<'m> {
    LevelRow {
        name: derivation.model().text(level.name),
        z: level.z,
        h: level.h,
        slab: level.slab,
    }
}

fn zone_row<'m>(derivation: &Derivation<'m>, zone: &'m Zone) -> ZoneRow<'m> {
    let model = derivation.model();
    let site = is_site(zone);
    let polygon = model.polygon_at(zone.path).filter(|_| site);
    ZoneRow {
        path: model.text(zone.path),
        name: zone.attributes.text("name"),
        site: site.then_some(true),
        area_m2: polygon.map_or_else(
            || derivation.zone_area_m2(zone.path),
            |polygon| area(&polygon.points) / 1e6,
        ),
    }
}

/// The sums over the counted rooms: spaces with a region and a level.
struct Areas<'m> {
    indoor: f64,
    semi_outdoor: f64,
    floors: Keyed<'m, Rooms>,
    by_use: Keyed<'m, f64>,
}

impl<'m> Areas<'m> {
    fn of(derivation: &Derivation<'m>) -> Self {
        let model = derivation.model();
        let (mut indoor, mut semi_outdoor) = (0.0, 0.0);
        let mut floors = vec![Rooms::default(); model.levels().len()];
        let mut by_use: IndexMap<&str, f64> = IndexMap::new();
        for (id, space) in (0..).map(SpaceId).zip(model.spaces()) {
            let (Some(level), Some(area)) = (space.level, space.area_m2()) else {
                continue;
            };
            if derivation.semi_outdoor(id) && !types::is(model, space, types::VOID) {
                semi_outdoor += area;
            }
            if derivation.indoor(id) {
                indoor += area;
                let floor = &mut floors[level.0 as usize];
                floor.rooms += 1;
                floor.subtotal_m2 += area;
                // Rounded at every step, so that the order of the sum shows (07 §3).
                let of_use = by_use
                    .entry(derivation.effective_use(space).unwrap_or(NO_USE))
                    .or_default();
                *of_use = round2(*of_use + area);
            }
        }
        let floors = model.levels_by_height().iter().filter_map(|&level| {
            let Rooms { rooms, subtotal_m2 } = floors[level.0 as usize];
            let subtotal_m2 = round2(subtotal_m2);
            let name = model.text(model.level(level).name);
            (rooms > 0).then_some((name, Rooms { rooms, subtotal_m2 }))
        });
        Self {
            indoor,
            semi_outdoor,
            floors: Keyed::new(floors),
            by_use: Keyed::new(by_use),
        }
    }
}
