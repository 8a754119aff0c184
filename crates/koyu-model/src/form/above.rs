//! What lies above a piece: roofs are what nothing covers (04 §12.6), `covered` asks whether
//! anything does (04 §10).
//!
//! The levels next above that reach over the piece nearly always decide. Only what they leave open
//! is asked of the whole building, in an index where the same piece on many storeys stands once.

use std::collections::HashMap;

use super::derivation::Derivation;
use crate::elements::{LevelId, Point, SpaceId};
use crate::geometry::tolerance::AREA_EPS;
use crate::geometry::{Bounds, Cover, Pieces, PlanIndex, area, cover_box, overlap, subtract_all};

/// How many levels that reach over a piece are asked one by one before the whole building is.
const NEAR_LEVELS: usize = 2;

/// Where a piece stands: place of its level by height, place of its space by path, its number.
/// This is the order in which covers are taken away.
type Place = (u32, u32, u32);

/// Every distinct piece of the building.
#[derive(Debug)]
pub(super) struct Above {
    tree: PlanIndex,
    pieces: Vec<Stack>,
}

/// One outline and where it occurs.
#[derive(Debug)]
struct Stack {
    space: SpaceId,
    piece: u32,
    /// The greatest z at which it occurs, whatever the type of the space.
    top: f64,
    /// Where it occurs in spaces that cover, ascending.
    covers: Vec<Place>,
}

/// The box in which a piece can have an effect as a cover.
pub(super) fn box_of_cover(piece: &[Point]) -> Bounds {
    let nowhere = Bounds {
        x1: f64::INFINITY,
        y1: f64::INFINITY,
        x2: f64::NEG_INFINITY,
        y2: f64::NEG_INFINITY,
    };
    cover_box(piece).unwrap_or(nowhere)
}

impl<'m> Derivation<'m> {
    fn above(&self) -> &Above {
        self.above.get_or_init(|| {
            let mut known: HashMap<Vec<u64>, usize> = HashMap::new();
            let mut pieces: Vec<Stack> = Vec::new();
            let mut boxes = Vec::new();
            for (height, &level) in (0..).zip(self.model.levels_by_height()) {
                let z = self.model.level(level).z;
                for id in self.spaces_on_by_path(Some(level)) {
                    let space = self.model.space(id);
                    for (number, piece) in (0..).zip(space.region()) {
                        let key = piece
                            .iter()
                            .flat_map(|p| [p.x.to_bits(), p.y.to_bits()])
                            .collect();
                        let stack = *known.entry(key).or_insert_with(|| {
                            boxes.push(box_of_cover(&piece));
                            pieces.push(Stack {
                                space: id,
                                piece: number,
                                top: z,
                                covers: Vec::new(),
                            });
                            pieces.len() - 1
                        });
                        // Levels ascend, so the last z is the greatest.
                        pieces[stack].top = z;
                        if !self.is_exterior(space) {
                            pieces[stack].covers.push((height, self.rank(id), number));
                        }
                    }
                }
            }
            Above {
                tree: PlanIndex::new(&boxes),
                pieces,
            }
        })
    }

    /// The place of a level by height.
    pub(super) fn height_of(&self, level: LevelId) -> Option<usize> {
        let order = self.model.levels_by_height();
        let z = self.model.level(level).z;
        // Levels of equal z stand together.
        let first = order.partition_point(|&other| self.model.level(other).z < z);
        (first..order.len()).find(|&height| order[height] == level)
    }

    /// The tiles of a piece of the level at `height` that no later level covers (04 §12.6).
    pub(super) fn uncovered(&self, piece: &[Point], height: usize) -> Pieces {
        let mut rest = vec![piece.to_vec()];
        let order = self.model.levels_by_height();
        let mut found = Vec::new();
        let mut asked = 0;
        let mut near_end = order.len();
        for (height, &level) in order.iter().enumerate().skip(height + 1) {
            let Some(bounds) = Bounds::of_all(rest.iter().map(Vec::as_slice)) else {
                break;
            };
            if !self.storeys().reaches(level, &bounds) {
                continue;
            }
            if asked == NEAR_LEVELS {
                near_end = height;
                break;
            }
            asked += 1;
            let index = self.pieces_on(level);
            index.tree.meeting(&bounds, &mut found);
            found.sort_unstable();
            let covers: Vec<Cover<_>> = found
                .iter()
                .map(|&position| index.pieces[position as usize])
                .map(|(id, number)| (self.model.space(id), number as usize))
                .filter(|(space, _)| !self.is_exterior(space))
                .filter_map(|(space, number)| Cover::new(space.piece(number)))
                .collect();
            rest = subtract_all(rest, &covers);
        }
        if near_end < order.len()
            && let Some(bounds) = Bounds::of_all(rest.iter().map(Vec::as_slice))
        {
            let above = self.above();
            above.tree.meeting(&bounds, &mut found);
            let from = (near_end as u32, 0, 0);
            let mut covers: Vec<(Place, u32)> = found
                .iter()
                .filter_map(|&stack| {
                    let covers = &above.pieces[stack as usize].covers;
                    let first = covers.partition_point(|place| *place < from);
                    covers.get(first).map(|place| (*place, stack))
                })
                .collect();
            covers.sort_unstable();
            let covers: Vec<Cover<_>> = covers
                .into_iter()
                .map(|(_, stack)| &above.pieces[stack as usize])
                .filter_map(|stack| {
                    Cover::new(self.model.space(stack.space).piece(stack.piece as usize))
                })
                .collect();
            rest = subtract_all(rest, &covers);
        }
        rest.retain(|tile| area(tile) >= AREA_EPS);
        rest
    }

    /// Whether some space on a strictly higher level, of any type, overlaps this one (04 §10).
    /// `false` without a region or level.
    pub fn covered(&self, space: SpaceId) -> bool {
        let space = self.model.space(space);
        let (Some(level), Some(bounds)) = (space.level, space.bounds()) else {
            return false;
        };
        let z = self.model.level(level).z;
        let order = self.model.levels_by_height();
        let higher = order.partition_point(|&other| self.model.level(other).z <= z);
        let pieces: Vec<_> = space.region().collect();
        let mut found = Vec::new();
        let above = order[higher..].iter();
        let mut above = above.filter(|&&level| self.storeys().reaches(level, &bounds));
        for &level in above.by_ref().take(NEAR_LEVELS) {
            let index = self.pieces_on(level);
            index.tree.meeting(&bounds, &mut found);
            let hit = found.iter().any(|&position| {
                let (id, number) = index.pieces[position as usize];
                overlap(&pieces, &[self.model.space(id).piece(number as usize)])
            });
            if hit {
                return true;
            }
        }
        if above.next().is_none() {
            return false;
        }
        let above = self.above();
        above.tree.meeting(&bounds, &mut found);
        found.iter().any(|&stack| {
            let stack = &above.pieces[stack as usize];
            let cover = self.model.space(stack.space).piece(stack.piece as usize);
            stack.top > z && overlap(&pieces, &[cover])
        })
    }
}
