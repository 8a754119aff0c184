//! `xtask generate`: big regular buildings, for benchmarks and for trying limits.
//!
//! A storey is a comb of *blocks*. A block is a corridor with a row of rooms on its south and one
//! on its north side; its west end opens onto a section of the *spine*, the corridor that joins
//! the blocks; between two blocks lies an open court, so that every room has an outside wall.
//! West of the spine stand the stairs, one at every fourth block, and one lift.
//!
//! ```text
//!  ┌──────┐   ┌──────┬────┬────┬────┐   ▲ y
//!  │ lift ├───┤      │ n1 │ n2 │ n3 │   │
//!  ├──────┤ s │      ├────┴────┴────┤   └──▶ x
//!  │stair │ p │      │  corridor    │
//!  │      │ i │      ├────┬────┬────┤
//!  └──────┘ n └──────┤ s1 │ s2 │ s3 │
//!           e        └────┴────┴────┘
//! ```
//!
//! What is written is meant to pass every rule of chapter 06.

mod writer;

use writer::Writer;

/// The most storeys: one `level` range declares no more (01 §6.2).
pub const MAX_STOREYS: u32 = 10_000;
/// The most rooms of one storey, which keeps every coordinate far inside exact doubles.
pub const MAX_ROOMS: u32 = 1_000_000;

/// Rooms that share one corridor, at most.
const ROOMS_OF_A_BLOCK: u32 = 40;
/// A stair stands at every block whose number is a multiple of this.
const BLOCKS_OF_A_STAIR: u32 = 4;

/// A building that cannot be generated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum GenerateError {
    /// The number of storeys is 0 or too large.
    #[error("the storeys must be 1 to {MAX_STOREYS}, not {0}")]
    Storeys(u32),
    /// The number of rooms of a storey is 0 or too large.
    #[error("the rooms of a storey must be 1 to {MAX_ROOMS}, not {0}")]
    Rooms(u32),
}

/// What to generate: the same order gives the same text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Order {
    storeys: u32,
    rooms: u32,
    seed: u64,
}

/// One block of every storey.
#[derive(Debug, Clone, Copy)]
struct Block {
    /// From 0, south to north.
    index: u32,
    /// Rooms south of the corridor, at least one.
    south: u32,
    /// Rooms north of the corridor: as many, or one less.
    north: u32,
}

impl Block {
    /// The name of its `n`-th grid line in Y, from 0: south wall, corridor, north rooms, north
    /// wall, and (4) the south wall of the next block.
    fn y(self, n: u32) -> String {
        format!("Y{}", self.index * 4 + n + 1)
    }

    fn has_stair(self) -> bool {
        self.index.is_multiple_of(BLOCKS_OF_A_STAIR)
    }

    fn name(self) -> String {
        format!("b{}", self.index + 1)
    }
}

impl Order {
    /// Orders a building of `storeys` levels with `rooms` rooms each.
    ///
    /// # Errors
    /// [`GenerateError`] when a number is 0 or beyond its limit.
    pub fn new(storeys: u32, rooms: u32, seed: u64) -> Result<Self, GenerateError> {
        if !(1..=MAX_STOREYS).contains(&storeys) {
            return Err(GenerateError::Storeys(storeys));
        }
        if !(1..=MAX_ROOMS).contains(&rooms) {
            return Err(GenerateError::Rooms(rooms));
        }
        Ok(Self {
            storeys,
            rooms,
            seed,
        })
    }

    /// Orders as many storeys of `rooms` rooms as come nearest to `spaces` spaces. When that is
    /// less than half a storey, there is one storey with fewer rooms.
    ///
    /// # Errors
    /// [`GenerateError`] when the storeys or rooms leave their limits.
    pub fn of_spaces(spaces: u32, rooms: u32, seed: u64) -> Result<Self, GenerateError> {
        let one = Self::new(1, rooms, seed)?;
        let storey = one.spaces() - 1;
        // At most `spaces`, so it fits.
        let storeys = ((u64::from(spaces) + storey / 2) / storey) as u32;
        if storeys == 0 {
            return Self::new(1, spaces.min(rooms), seed);
        }
        Self::new(storeys, rooms, seed)
    }

    /// The number of storeys.
    pub fn storeys(self) -> u32 {
        self.storeys
    }

    /// The number of rooms of a storey.
    pub fn rooms(self) -> u32 {
        self.rooms
    }

    /// The number of spaces of the building, the outside included.
    pub fn spaces(self) -> u64 {
        let blocks = self.blocks();
        let lift = 1;
        // A corridor and a section of the spine for every block.
        let storey = u64::from(self.rooms) + 2 * blocks.len() as u64 + stairs(&blocks) + lift;
        u64::from(self.storeys) * storey + 1
    }

    /// The number of boundaries that are written, about twice the number of spaces. The default
    /// walls between neighbouring rooms come on top: about one more for every room.
    pub fn declared_boundaries(self) -> u64 {
        let blocks = self.blocks();
        let count = blocks.len() as u64;
        let stairs = stairs(&blocks);
        // A second outside wall at the end of every row.
        let ends: u64 = blocks
            .iter()
            .map(|block| 1 + u64::from(block.north > 0))
            .sum();
        let rooms = 2 * u64::from(self.rooms) + ends;
        // To the spine and to the outside; a section of the spine also to the next one.
        let corridors = 2 * count;
        let sections = count + (count - 1);
        let vertical = 2 * (stairs + 1);
        // The section with the entrance has its outside walls written one by one.
        let walls = entrance_walls(&blocks).len() as u64 - 1;
        let stacks = u64::from(self.storeys - 1) * (stairs + 1);
        u64::from(self.storeys) * (rooms + corridors + sections + vertical) + walls + stacks
    }

    /// The text of the building, one layer.
    pub fn text(self) -> String {
        Writer::write(self, self.blocks())
    }

    fn blocks(self) -> Vec<Block> {
        let count = self.rooms.div_ceil(ROOMS_OF_A_BLOCK);
        let share = |index: u32| {
            let to = u64::from(self.rooms) * u64::from(index) / u64::from(count);
            to as u32
        };
        (0..count)
            .map(|index| {
                let rooms = share(index + 1) - share(index);
                Block {
                    index,
                    south: rooms.div_ceil(2),
                    north: rooms / 2,
                }
            })
            .collect()
    }
}

/// The number of stairs of a storey.
fn stairs(blocks: &[Block]) -> u64 {
    blocks.iter().filter(|block| block.has_stair()).count() as u64
}

/// The sides on which the first section of the spine meets the outside.
fn entrance_walls(blocks: &[Block]) -> Vec<&'static str> {
    let mut sides = vec!["S", "W"];
    if blocks.len() == 1 {
        sides.push("N");
    }
    // The first court, or the place of a northern row that a single room does not fill.
    if blocks.len() > 1 || blocks[0].north == 0 {
        sides.push("E");
    }
    sides
}

#[cfg(test)]
mod tests {
    use super::writer::BAY;
    use super::*;

    fn order(storeys: u32, rooms: u32, seed: u64) -> Order {
        Order::new(storeys, rooms, seed).unwrap()
    }

    #[test]
    fn the_same_order_gives_the_same_text_and_another_seed_another() {
        assert_eq!(order(3, 50, 7).text(), order(3, 50, 7).text());
        assert_ne!(order(3, 50, 7).text(), order(3, 50, 8).text());
    }

    #[test]
    fn the_widths_of_a_row_leave_the_last_room_its_bay() {
        for seed in 0..50 {
            let text = order(1, 39, seed).text();
            let widths: Vec<u32> = text
                .split_whitespace()
                .filter_map(|token| token.strip_prefix("w:"))
                .filter_map(|width| width.parse().ok())
                .filter(|width| *width >= 3_000)
                .collect();
            // Rows of 20 and 19 rooms, the last of each with the rest.
            assert_eq!(widths.len(), 19 + 18);
            assert!(widths.iter().all(|width| (3_000..=4_200).contains(width)));
            let sum = |row: &[u32]| row.iter().sum::<u32>();
            assert!(sum(&widths[..19]) <= 20 * BAY - 3_000);
            assert_eq!(sum(&widths[19..]), 18 * BAY);
        }
    }

    #[test]
    fn blocks_share_the_rooms_evenly_and_are_never_empty() {
        for rooms in [1, 2, 39, 40, 41, 81, 2_000] {
            let blocks = order(1, rooms, 0).blocks();
            assert!(blocks.iter().all(|block| block.south >= 1));
            assert!(blocks.iter().all(|block| block.south - block.north <= 1));
            let sum: u32 = blocks.iter().map(|block| block.south + block.north).sum();
            assert_eq!(sum, rooms);
        }
        assert_eq!(order(1, 2_000, 0).blocks().len(), 50);
    }

    #[test]
    fn an_order_by_spaces_comes_near() {
        for (spaces, rooms) in [
            (1_000_u32, 20),
            (100_000, 20),
            (10_000, 2_000),
            (100_000, 2_000),
        ] {
            let order = Order::of_spaces(spaces, rooms, 1).unwrap();
            let off = order.spaces().abs_diff(u64::from(spaces)) as f64 / f64::from(spaces);
            assert!(
                off < 0.1,
                "{spaces} spaces ordered, {} come",
                order.spaces()
            );
        }
        let small = Order::of_spaces(900, 2_000, 1).unwrap();
        assert_eq!((small.storeys, small.rooms), (1, 900));
    }

    #[test]
    fn limits_are_errors() {
        assert_eq!(Order::new(0, 1, 0), Err(GenerateError::Storeys(0)));
        assert_eq!(Order::new(1, 0, 0), Err(GenerateError::Rooms(0)));
        let over = MAX_STOREYS + 1;
        assert_eq!(Order::new(over, 1, 0), Err(GenerateError::Storeys(over)));
        assert!(
            Order::new(MAX_STOREYS + 1, 1, 0)
                .unwrap_err()
                .to_string()
                .contains("10001")
        );
    }
}
