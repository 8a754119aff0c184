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

use std::fmt::{self, Write as _};

/// The most storeys: one `level` range declares no more (01 §6.2).
pub const MAX_STOREYS: u32 = 10_000;
/// The most rooms of one storey, which keeps every coordinate far inside exact doubles.
pub const MAX_ROOMS: u32 = 1_000_000;

/// Rooms that share one corridor, at most.
const ROOMS_OF_A_BLOCK: u32 = 40;
/// A stair stands at every block whose number is a multiple of this.
const BLOCKS_OF_A_STAIR: u32 = 4;

// Plan dimensions, in millimetres.
const STAIR_WIDTH: u32 = 3_000;
const SPINE_WIDTH: u32 = 2_400;
const BAY: u32 = 3_600;
const ROOM_DEPTH: u32 = 4_000;
const CORRIDOR_WIDTH: u32 = 2_000;
const COURT_WIDTH: u32 = 6_000;
const LIFT_DEPTH: u32 = 2_500;
const PITCH: u32 = 3_200;
/// By how much a room may be wider or narrower than its bay, in steps.
const WIDTH_STEPS: u64 = 6;
const WIDTH_STEP: u32 = 100;

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
        let mut writer = Writer {
            order: self,
            blocks: self.blocks(),
            random: SplitMix64(self.seed),
            out: String::new(),
        };
        // A String takes everything that is written to it.
        let _ = writer.building();
        writer.out
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

/// Steele, Lea and Flood's SplitMix64: a fixed algorithm, so that a seed means the same building
/// in every version.
struct SplitMix64(u64);

impl SplitMix64 {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number from 0 to `limit − 1`. The bias of the remainder does not matter here.
    fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit
    }

    fn pick<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len() as u64) as usize]
    }
}

struct Writer {
    order: Order,
    blocks: Vec<Block>,
    random: SplitMix64,
    out: String,
}

impl Writer {
    fn building(&mut self) -> fmt::Result {
        self.head()?;
        self.grids()?;
        self.levels()?;
        self.core()?;
        for storey in 1..=self.order.storeys {
            for index in 0..self.blocks.len() {
                self.rooms(storey, self.blocks[index])?;
            }
        }
        Ok(())
    }

    fn head(&mut self) -> fmt::Result {
        let Order {
            storeys,
            rooms,
            seed,
        } = self.order;
        writeln!(
            self.out,
            "# A regular building: {storeys} storeys of {rooms} rooms, seed {seed}."
        )?;
        writeln!(self.out, "koyu 1.0")?;
        writeln!(self.out, "name \"{storeys} storeys of {rooms} rooms\"")?;
        writeln!(self.out, "unit mm")
    }

    fn grids(&mut self) -> fmt::Result {
        write!(self.out, "grid X 0 {STAIR_WIDTH}")?;
        let bays = self.blocks.iter().map(|block| block.south).max();
        for bay in 0..=u64::from(bays.unwrap_or(0)) {
            let x = u64::from(STAIR_WIDTH + SPINE_WIDTH) + bay * u64::from(BAY);
            write!(self.out, " {x}")?;
        }
        write!(self.out, "\ngrid Y")?;
        let mut y = 0_u64;
        for _ in &self.blocks {
            for depth in [ROOM_DEPTH, CORRIDOR_WIDTH, ROOM_DEPTH, COURT_WIDTH] {
                write!(self.out, " {y}")?;
                y += u64::from(depth);
            }
        }
        writeln!(self.out)
    }

    fn levels(&mut self) -> fmt::Result {
        if self.order.storeys == 1 {
            return writeln!(self.out, "level L1 0 h:2600 slab:300");
        }
        let top = self.order.storeys;
        writeln!(self.out, "level L1..L{top} 0 pitch:{PITCH} h:2600 slab:300")
    }

    /// Levels `from` to `to` as the first segment of a path.
    fn span(from: u32, to: u32) -> String {
        if from == to {
            format!("L{from}")
        } else {
            format!("L{from}..L{to}")
        }
    }

    /// Everything that is alike on all storeys: corridors, spine, stairs, lift.
    fn core(&mut self) -> fmt::Result {
        let top = self.order.storeys;
        let all = Self::span(1, top);
        writeln!(
            self.out,
            "\nasset FD door w:1000 h:2100 style:hinged fire:60 name:\"Fire door\""
        )?;
        writeln!(self.out, "space /out exterior name:Outside road:6000")?;
        for index in 0..self.blocks.len() {
            let block = self.blocks[index];
            self.circulation(&all, block)?;
            if block.has_stair() {
                self.stair(&all, block)?;
            }
        }
        let first = self.blocks[0];
        let south = first.y(2);
        writeln!(
            self.out,
            "\nspace /{all}/lift lift X1..X2 {south}..{south}+{LIFT_DEPTH} name:Lift lift:1"
        )?;
        writeln!(
            self.out,
            "boundary /{all}/lift /{all}/b1/spine t:200 spec:RC"
        )?;
        writeln!(
            self.out,
            "  door w:1100 h:2100 style:auto name:\"Lift door\""
        )?;
        writeln!(self.out, "boundary /{all}/lift /out t:200 spec:RC")?;
        if top > 1 {
            writeln!(self.out, "stack lift {all} type:shaft")?;
        }
        Ok(())
    }

    fn circulation(&mut self, all: &str, block: Block) -> fmt::Result {
        let name = block.name();
        let number = block.index + 1;
        let last = number as usize == self.blocks.len();
        let north = block.y(if last { 3 } else { 4 });
        let east = block.south + 3;
        let (y0, y1, y2) = (block.y(0), block.y(1), block.y(2));
        writeln!(
            self.out,
            "\nzone /{all}/{name} name:\"Block {number}\" use:office"
        )?;
        writeln!(
            self.out,
            "space /{all}/{name}/spine hall X2..X3 {y0}..{north} name:\"Hall {number}\" use:common"
        )?;
        writeln!(
            self.out,
            "space /{all}/{name}/corridor corridor X3..X{east} {y1}..{y2} name:\"Corridor {number}\" use:common"
        )?;
        writeln!(
            self.out,
            "boundary /{all}/{name}/spine /{all}/{name}/corridor type:open"
        )?;
        if !last {
            writeln!(
                self.out,
                "boundary /{all}/{name}/spine /{all}/b{}/spine type:open",
                number + 1
            )?;
        }
        if block.index == 0 {
            self.entrance()?;
        } else {
            writeln!(self.out, "boundary /{all}/{name}/spine /out t:200 spec:RC")?;
        }
        writeln!(
            self.out,
            "boundary /{all}/{name}/corridor /out t:200 spec:RC"
        )?;
        writeln!(
            self.out,
            "  window w:1200 h:1400 edge:E name:\"Corridor window\""
        )
    }

    /// The outside walls of the first section: the ground floor has the entrance in its south
    /// wall, and a pair of spaces must not be declared both with and without a side.
    fn entrance(&mut self) -> fmt::Result {
        for side in entrance_walls(&self.blocks) {
            writeln!(
                self.out,
                "boundary /L1/b1/spine /out edge:{side} t:200 spec:RC"
            )?;
            if side == "S" {
                writeln!(self.out, "  door w:1600 h:2100 style:auto name:Entrance")?;
            }
        }
        let top = self.order.storeys;
        if top > 1 {
            let upper = Self::span(2, top);
            writeln!(self.out, "boundary /{upper}/b1/spine /out t:200 spec:RC")?;
        }
        Ok(())
    }

    fn stair(&mut self, all: &str, block: Block) -> fmt::Result {
        let top = self.order.storeys;
        let name = block.name();
        let region = format!("X1..X2 {}..{}", block.y(0), block.y(2));
        if top > 1 {
            let rising = Self::span(1, top - 1);
            writeln!(
                self.out,
                "space /{rising}/{name}/stair stair {region} name:Stair use:common stair:N form:return"
            )?;
        }
        // Nothing rises from the top storey: it has the landing only.
        writeln!(
            self.out,
            "space /L{top}/{name}/stair stair {region} name:Stair use:common"
        )?;
        writeln!(
            self.out,
            "boundary /{all}/{name}/stair /{all}/{name}/spine t:200 spec:RC"
        )?;
        writeln!(self.out, "  door FD")?;
        writeln!(self.out, "boundary /{all}/{name}/stair /out t:200 spec:RC")?;
        if top > 1 {
            writeln!(self.out, "stack {name}/stair {all} type:stair")?;
        }
        Ok(())
    }

    fn rooms(&mut self, storey: u32, block: Block) -> fmt::Result {
        self.row(storey, block, "s", block.south, (block.y(0), block.y(1)))?;
        if block.north > 0 {
            self.row(storey, block, "n", block.north, (block.y(2), block.y(3)))?;
        }
        Ok(())
    }

    /// One row of rooms as a band from west to east, then their doors and windows.
    fn row(
        &mut self,
        storey: u32,
        block: Block,
        row: &str,
        count: u32,
        (south, north): (String, String),
    ) -> fmt::Result {
        let place = format!("/L{storey}/{}", block.name());
        let side = if row == "s" { "S" } else { "N" };
        writeln!(self.out, "\nband X X3..X{} {south}..{north}", count + 3)?;
        let mut shift = 0;
        for number in 1..=count {
            // Rooms come in pairs: what one has more, the next has less.
            let width = if number % 2 == 1 {
                let steps = self.random.below(2 * WIDTH_STEPS + 1) as u32;
                shift = steps * WIDTH_STEP;
                BAY + shift - WIDTH_STEPS as u32 * WIDTH_STEP
            } else {
                BAY + WIDTH_STEPS as u32 * WIDTH_STEP - shift
            };
            let kind = self.random.pick(&["office", "office", "meeting", "studio"]);
            let floor = self.random.pick(&["carpet", "oak", "tile"]);
            let width = if number == count {
                "rest".to_owned()
            } else {
                width.to_string()
            };
            writeln!(
                self.out,
                "  space {place}/{row}{number} {kind} w:{width} name:\"Room {storey}-{}{row}{number}\" floor:{floor}",
                block.index + 1
            )?;
        }
        for number in 1..=count {
            let room = format!("{place}/{row}{number}");
            let door = self.random.pick(&[800, 900]);
            let hinge = self.random.pick(&["W", "E"]);
            writeln!(self.out, "boundary {room} {place}/corridor t:120 spec:LGS")?;
            writeln!(self.out, "  door w:{door} h:2000 hinge:{hinge} swing:a")?;
            let window = self.random.pick(&[1500, 1800, 2100]);
            // The last room of a row has a second outside wall, to the east.
            let last = number == count;
            let edge = if last {
                format!(" edge:{side}")
            } else {
                String::new()
            };
            writeln!(self.out, "boundary {room} /out{edge} t:200 spec:RC")?;
            writeln!(self.out, "  window w:{window} h:1400")?;
            if last {
                writeln!(self.out, "boundary {room} /out edge:E t:200 spec:RC")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
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
