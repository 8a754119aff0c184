//! The text of a generated building.

use std::fmt::{self, Write as _};

use super::{Block, Order, entrance_walls};

// Plan dimensions, in millimetres.
const STAIR_WIDTH: u32 = 3_000;
const SPINE_WIDTH: u32 = 2_400;
pub(super) const BAY: u32 = 3_600;
const ROOM_DEPTH: u32 = 4_000;
const CORRIDOR_WIDTH: u32 = 2_000;
const COURT_WIDTH: u32 = 6_000;
const LIFT_DEPTH: u32 = 2_500;
const PITCH: u32 = 3_200;
/// By how much a room may be wider or narrower than its bay, in steps.
const WIDTH_STEPS: u64 = 6;
const WIDTH_STEP: u32 = 100;

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

pub(super) struct Writer {
    order: Order,
    blocks: Vec<Block>,
    random: SplitMix64,
    out: String,
}

impl Writer {
    pub(super) fn write(order: Order, blocks: Vec<Block>) -> String {
        let mut writer = Self {
            order,
            blocks,
            random: SplitMix64(order.seed),
            out: String::new(),
        };
        // A String takes everything that is written to it.
        let _ = writer.building();
        writer.out
    }

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
