//! Generated buildings.

use koyu_model::Model;
use proptest::prelude::*;

/// One room of a generated storey.
#[derive(Clone, Debug)]
struct Room {
    kind: &'static str,
    attributes: &'static str,
    /// Takes the cell east of it as a second part, if that is free.
    wide: bool,
    /// Keeps away from the edges of its cell.
    inset: bool,
    /// To the outside: text of the boundary and its openings, if there is one.
    outside: Option<(&'static str, &'static str)>,
    /// A drawn line to the outside: offsets from the south-west corner.
    line: Option<(i32, i32)>,
    /// A boundary to the room north of it.
    north: Option<(&'static str, &'static str)>,
}

fn room() -> impl Strategy<Value = Room> {
    let kind = prop::sample::select(vec!["room", "room", "room", "void", "exterior", "terrace"]);
    let attributes = prop::sample::select(vec![
        "",
        "",
        "h:2200",
        "ceiling:0",
        "stair:N",
        "stair:E form:return",
        "ramp:S entry:500",
        "escalator:W lane:700",
        "lift:1",
    ]);
    let boundary =
        prop::sample::select(vec!["", "t:150", "air:1", "type:open", "edge:S", "edge:E"]);
    let bands = prop::sample::select(vec![
        "",
        "\n  door w:800",
        "\n  window w:1500 h:900 at:0.2\n  door w:700 at:0.9 hinge:E",
        "\n  door w:900 edge:S swing:b\n  seg w:400 at:0.1\n  window w:99999",
    ]);
    let wall = (boundary, bands);
    (
        kind,
        attributes,
        any::<bool>(),
        prop::bool::weighted(0.2),
        prop::option::of(wall.clone()),
        prop::option::weighted(0.2, (200..2500i32, 200..2500i32)),
        prop::option::of(wall),
    )
        .prop_map(
            |(kind, attributes, wide, inset, outside, line, north)| Room {
                kind,
                attributes,
                wide,
                inset,
                outside,
                line,
                north,
            },
        )
}

/// A building: what must come first, then elements in any order, each with its indented lines.
#[derive(Clone, Debug)]
pub(crate) struct Building {
    pub(crate) xs: Vec<i32>,
    pub(crate) ys: Vec<i32>,
    pub(crate) head: String,
    pub(crate) elements: Vec<String>,
}

impl Building {
    pub(crate) fn text(&self, dx: i32, dy: i32) -> String {
        let axis = |values: &[i32], by: i32| {
            values
                .iter()
                .map(|v| format!(" {}", v + by))
                .collect::<String>()
        };
        let (xs, ys) = (axis(&self.xs, dx), axis(&self.ys, dy));
        format!(
            "grid X{xs}\ngrid Y{ys}\n{}{}",
            self.head,
            self.elements.concat()
        )
    }

    pub(crate) fn model(&self) -> Model {
        super::model(&self.text(0, 0))
    }
}

const COLUMNS: usize = 4;
const ROWS: usize = 3;

fn steps(count: usize) -> impl Strategy<Value = Vec<i32>> {
    prop::collection::vec(2600..6000i32, count).prop_map(|steps| {
        let mut at = 0;
        std::iter::once(0)
            .chain(steps.into_iter().map(move |step| {
                at += step;
                at
            }))
            .collect()
    })
}

prop_compose! {
    pub(crate) fn building()(
        xs in steps(COLUMNS),
        ys in steps(ROWS),
        storeys in prop::collection::vec(
            prop::collection::vec(prop::option::weighted(0.8, room()), COLUMNS * ROWS),
            1..6,
        ),
    ) -> Building {
        let mut elements = vec!["space /out exterior\n".to_owned()];
        let mut head = String::new();
        for (level, rooms) in (1..).zip(&storeys) {
            head += &format!("level L{level} {} h:2400 slab:180\n", 3000 * (level - 1));
            storey(level, rooms, &mut elements);
        }
        elements.push("column 300 L1\n".to_owned());
        Building { xs, ys, head, elements }
    }
}

fn storey(level: usize, rooms: &[Option<Room>], elements: &mut Vec<String>) {
    let path = |i: usize| format!("/L{level}/r{i}");
    for (i, room) in rooms.iter().enumerate() {
        let Some(room) = room else { continue };
        let (x, y) = (i % COLUMNS + 1, i / COLUMNS + 1);
        let cell = |x: usize| {
            if room.inset {
                format!("X{x}+300..X{}-500 Y{y}+400..Y{}-200", x + 1, y + 1)
            } else {
                format!("X{x}..X{} Y{y}..Y{}", x + 1, y + 1)
            }
        };
        let wide = room.wide && x < COLUMNS && rooms[i + 1].is_none();
        let second = if wide {
            format!(" + {}", cell(x + 1))
        } else {
            String::new()
        };
        let (kind, attributes) = (room.kind, room.attributes);
        elements.push(format!(
            "space {} {kind} {}{second} {attributes}\n",
            path(i),
            cell(x)
        ));
        if let Some((of, bands)) = room.outside {
            elements.push(format!("boundary {} /out {of}{bands}\n", path(i)));
        }
        // The line ends on the edges of its room. Of one that crosses them the last bits decide
        // where it ends: 04 §8.3 holds raw cross products against its tolerance.
        if let Some((dx, dy)) = room.line.filter(|_| !room.inset) {
            let line = format!("line X{x}+{dx},Y{y} X{x},Y{y}+{dy}");
            elements.push(format!("boundary /out {} t:77\n  {line}\n", path(i)));
        }
        let above = rooms.get(i + COLUMNS).is_some_and(Option::is_some);
        if let (Some((of, bands)), true) = (room.north, above) {
            elements.push(format!(
                "boundary {} {} {of}{bands}\n",
                path(i),
                path(i + COLUMNS)
            ));
        }
    }
}
