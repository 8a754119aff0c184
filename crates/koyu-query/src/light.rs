//! `light` (07 §10): the windows of the spaces that ask for daylight.

use std::collections::HashMap;

use koyu_model::form::Derivation;
use koyu_model::{OpeningKind, SpaceId};
use serde::Serialize;

use crate::types;

/// What a window toward a semi-outdoor space under a roof is worth.
const UNDER_A_ROOF: f64 = 0.7;

/// A space that asks for daylight.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DaylitSpace<'m> {
    /// The space in the model.
    #[serde(skip)]
    pub space: SpaceId,
    /// Its path.
    pub path: &'m str,
    /// Its display name.
    pub name: &'m str,
    /// The area of its windows in m², each by what lies before it; not rounded.
    #[serde(rename = "windowM2")]
    pub window_m2: f64,
    /// Its area in m², rounded to two decimals.
    #[serde(rename = "floorM2")]
    pub floor_m2: f64,
    /// Whether a window that would count has no height.
    #[serde(rename = "missingH")]
    pub missing_h: bool,
}

/// The spaces with a region whose `daylight` is the number 1, in space order.
pub fn light<'m>(derivation: &Derivation<'m>) -> Vec<DaylitSpace<'m>> {
    let model = derivation.model();
    let mut outlook = Outlook::default();
    let mut lit = Vec::new();
    for (id, space) in (0..).map(SpaceId).zip(model.spaces()) {
        let asks = space.attributes.number("daylight") == Some(1.0);
        let Some(floor_m2) = space.area_m2().filter(|_| asks) else {
            continue;
        };
        let (mut window_m2, mut missing_h) = (0.0, false);
        for &number in derivation.boundaries_of(id) {
            let boundary = &model.boundaries()[number as usize];
            let other = if boundary.a == space.path {
                boundary.b
            } else {
                boundary.a
            };
            let Some(other) = model.space_at(other) else {
                continue;
            };
            let mut windows = boundary
                .openings
                .iter()
                .filter(|opening| opening.kind == OpeningKind::Window)
                .peekable();
            if windows.peek().is_none() {
                continue;
            }
            let Some(factor) = outlook.factor(derivation, other) else {
                continue;
            };
            for window in windows {
                match window.h {
                    Some(h) => window_m2 += window.w * h * factor / 1e6,
                    None => missing_h = true,
                }
            }
        }
        lit.push(DaylitSpace {
            space: id,
            path: model.text(space.path),
            name: derivation.display_name(space),
            window_m2,
            floor_m2,
            missing_h,
        });
    }
    lit
}

/// What a window toward a space is worth, asked once a space: a gallery may lie before many
/// windows.
#[derive(Default)]
struct Outlook(HashMap<SpaceId, Option<f64>>);

impl Outlook {
    /// The factor; `None` for 0, where the boundary does not count at all.
    fn factor(&mut self, derivation: &Derivation<'_>, toward: SpaceId) -> Option<f64> {
        *self.0.entry(toward).or_insert_with(|| {
            let model = derivation.model();
            if types::is(model, model.space(toward), types::EXTERIOR) {
                Some(1.0)
            } else if !derivation.semi_outdoor(toward) {
                None
            } else if derivation.covered(toward) {
                Some(UNDER_A_ROOF)
            } else {
                Some(1.0)
            }
        })
    }
}
