//! `spaces` (07 §6): the spaces one by one.

use koyu_model::SpaceId;
use koyu_model::form::Derivation;
use serde::Serialize;

/// A space.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SpaceRow<'m> {
    /// Its path.
    pub path: &'m str,
    /// Its type as written.
    #[serde(rename = "type")]
    pub kind: &'m str,
    /// Its display name.
    pub name: &'m str,
    /// Its level, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<&'m str>,
    /// Its area in m², rounded to two decimals; none without a region.
    #[serde(rename = "areaM2", skip_serializing_if = "Option::is_none")]
    pub area_m2: Option<f64>,
    /// Whether it is open to an exterior.
    pub semi_outdoor: bool,
    /// The layer that declares it; none only where a single text was composed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub layer: Option<&'m str>,
}

/// All spaces in space order, or those of the level that is named exactly so. A name that no
/// level has gives none.
pub fn spaces<'m>(derivation: &Derivation<'m>, level: Option<&str>) -> Vec<SpaceRow<'m>> {
    let model = derivation.model();
    let mut rows = Vec::new();
    for (id, space) in (0..).map(SpaceId).zip(model.spaces()) {
        let its_level = space.level.map(|level| model.text(model.level(level).name));
        if level.is_some() && level != its_level {
            continue;
        }
        rows.push(SpaceRow {
            path: model.text(space.path),
            kind: model.text(space.kind),
            name: derivation.display_name(space),
            level: its_level,
            area_m2: space.area_m2(),
            semi_outdoor: derivation.semi_outdoor(id),
            layer: model.file(space.origin),
        });
    }
    rows
}
