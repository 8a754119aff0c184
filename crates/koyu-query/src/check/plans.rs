//! Written rectangles and which of them overlap in plan (06 §6). Drawn lines do not matter here.

use std::cell::OnceCell;

use koyu_model::geometry::tolerance::EPS;
use koyu_model::geometry::{Bounds, PlanIndex, overlap_in_plan};
use koyu_model::{LevelId, Model, Part, SpaceId};

/// Up to this many pairs are compared directly; more go through an index.
const DIRECT_PAIRS: usize = 256;

/// The rectangles of each storey, indexed when first asked for.
pub(super) struct Plans<'m> {
    model: &'m Model,
    /// A level's place in the model, or one past the last for "no level".
    storeys: Vec<OnceCell<Plan>>,
}

/// The rectangles of one storey.
pub(super) struct Plan {
    /// In the order of the spaces, then of their parts.
    rects: Vec<(SpaceId, u32)>,
    tree: PlanIndex,
}

impl<'m> Plans<'m> {
    pub(super) fn new(model: &'m Model) -> Self {
        let storeys = model.levels().len() + 1;
        Self {
            model,
            storeys: std::iter::repeat_with(OnceCell::new)
                .take(storeys)
                .collect(),
        }
    }

    /// The plan of a storey whose spaces with a region are `members`.
    pub(super) fn of(&self, level: Option<LevelId>, members: &[SpaceId]) -> &Plan {
        let slot = level.map_or(self.storeys.len() - 1, |level| level.0 as usize);
        self.storeys[slot].get_or_init(|| {
            let (mut rects, mut boxes) = (Vec::new(), Vec::new());
            for &id in members {
                for (number, part) in (0..).zip(&self.model.space(id).parts) {
                    rects.push((id, number));
                    boxes.push(Bounds::from(part.rect));
                }
            }
            Plan {
                rects,
                tree: PlanIndex::new(&boxes),
            }
        })
    }
}

impl Plan {
    /// Fills `found` with the spaces of the plan of which a rectangle overlaps one of `parts`,
    /// those that `wanted` admits, ascending.
    pub(super) fn overlapping(
        &self,
        model: &Model,
        parts: &[Part],
        wanted: impl Fn(SpaceId) -> bool,
        found: &mut Vec<SpaceId>,
    ) {
        found.clear();
        let mut near = Vec::new();
        for part in parts {
            // What overlaps by more than the tolerance reaches this far into the rectangle;
            // neighbours that only touch are no candidates.
            let core = Bounds::from(part.rect).grown(-EPS / 4.0);
            self.tree.meeting(&core, &mut near);
            let candidates = near.iter().map(|&place| self.rects[place as usize]);
            found.extend(candidates.filter_map(|(id, number)| {
                let other = &model.space(id).parts[number as usize].rect;
                (wanted(id) && overlap_in_plan(&part.rect, other)).then_some(id)
            }));
        }
        found.sort_unstable();
        found.dedup();
    }
}

/// The pairs of parts that overlap, ascending: the first from `these`, the second from `those`.
pub(super) fn overlapping_parts(these: &[Part], those: &[Part]) -> Vec<(usize, usize)> {
    let mut pairs = Vec::new();
    if these.len().saturating_mul(those.len()) <= DIRECT_PAIRS {
        for (i, this) in these.iter().enumerate() {
            for (j, that) in those.iter().enumerate() {
                if overlap_in_plan(&this.rect, &that.rect) {
                    pairs.push((i, j));
                }
            }
        }
        return pairs;
    }
    let boxes: Vec<Bounds> = those.iter().map(|part| part.rect.into()).collect();
    let tree = PlanIndex::new(&boxes);
    let mut near = Vec::new();
    for (i, this) in these.iter().enumerate() {
        tree.meeting(&this.rect.into(), &mut near);
        near.sort_unstable();
        let overlapping = near
            .iter()
            .map(|&j| j as usize)
            .filter(|&j| overlap_in_plan(&this.rect, &those[j].rect));
        pairs.extend(overlapping.map(|j| (i, j)));
    }
    pairs
}

#[cfg(test)]
mod tests {
    use koyu_model::compose_text;

    use super::*;

    #[test]
    fn the_index_finds_what_comparing_all_finds() {
        // Twenty strips across twenty strips: 400 pairs, more than are compared directly.
        let strip = |n: u32, axis: &str, other: &str| {
            format!(
                "{axis}1+{}..{axis}1+{} {other}1..{other}2",
                n * 100,
                n * 100 + 150
            )
        };
        let strips = |axis, other| {
            let all: Vec<String> = (0..20).map(|n| strip(n, axis, other)).collect();
            all.join(" + ")
        };
        let text = format!(
            "grid X 0 9000\ngrid Y 0 9000\nspace /a room {}\nspace /b room {}\n",
            strips("X", "Y"),
            strips("X", "Y"),
        );
        let model = compose_text(&text).unwrap();
        let [a, b] = [0, 1].map(|id| &*model.space(SpaceId(id)).parts);
        let found = overlapping_parts(a, b);
        let mut all = Vec::new();
        for (i, this) in a.iter().enumerate() {
            for (j, that) in b.iter().enumerate() {
                if overlap_in_plan(&this.rect, &that.rect) {
                    all.push((i, j));
                }
            }
        }
        assert_eq!(found, all);
        assert_eq!(found.len(), 20 + 2 * 19);
    }
}
