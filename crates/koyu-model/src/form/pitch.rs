//! Storey pitch (04 §11).

use super::constants::ROOF_T;
use super::derivation::Derivation;
use crate::elements::LevelId;
use crate::geometry::max;

impl Derivation<'_> {
    /// The level next above: the next in the list by height, even at equal z.
    pub fn level_above(&self, level: LevelId) -> Option<LevelId> {
        let height = self.height_of(level)?;
        self.model.levels_by_height().get(height + 1).copied()
    }

    /// The level next below, in the same list.
    pub(super) fn level_below(&self, level: LevelId) -> Option<LevelId> {
        let height = self.height_of(level)?.checked_sub(1)?;
        self.model.levels_by_height().get(height).copied()
    }

    /// The height of a storey in mm: up to the next level, or on the topmost up to the roof.
    /// `None` when the topmost level has no height.
    pub fn pitch(&self, level: LevelId) -> Option<f64> {
        let pitches = self.pitches.get_or_init(|| {
            let mut pitches = vec![None; self.model.levels().len()];
            let order = self.model.levels_by_height();
            for pair in order.windows(2) {
                let rise = self.model.level(pair[1]).z - self.model.level(pair[0]).z;
                pitches[pair[0].0 as usize] = Some(rise);
            }
            if let Some(&top) = order.last() {
                let of_spaces = self
                    .spaces_on(Some(top))
                    .iter()
                    .filter_map(|&space| self.ceiling_height(self.model.space(space)));
                let heights = self.model.level(top).h.into_iter().chain(of_spaces);
                pitches[top.0 as usize] = heights.reduce(max).map(|h| h + ROOF_T);
            }
            pitches
        });
        pitches[level.0 as usize]
    }
}
