//! No text makes the derivation panic or run without end.

mod common;

use std::fmt::Write;

use koyu_model::compose_text;
use koyu_model::form::{Derivation, FormError, Limit};
use koyu_model::geometry::{inside, self_intersection};
use proptest::prelude::*;

/// Derives everything that can be asked of a text; what does not compose is fine.
fn everything(text: &str) -> Result<(), FormError> {
    let Ok(model) = compose_text(text) else {
        return Ok(());
    };
    let derivation = Derivation::new(&model);
    for &level in model.levels_by_height() {
        for &space in derivation.spaces_on(Some(level)) {
            derivation.gaps(space);
            derivation.neighbours(space);
        }
        for column in model.columns() {
            derivation.column_sites(column, level)?;
        }
        derivation.storey(level, 1200.0)?;
    }
    for polygon in model.polygons() {
        self_intersection(&polygon.points);
        inside(polygon.points[0], &polygon.points, 1.0);
    }
    let form = derivation.form(1200.0)?;
    serde_json::to_string(&form).unwrap();
    Ok(())
}

fn limit_of(text: &str) -> Option<(Limit, u32)> {
    match everything(text) {
        Err(FormError::Limit { limit, line, .. }) => Some((limit, line)),
        Err(_) | Ok(()) => None,
    }
}

const SHAFT: &str = "grid X 0 3000\ngrid Y 0 7500\nlevel L1 0\nlevel L2 3000\n";

fn huge() -> String {
    "9".repeat(400)
}

#[test]
fn what_text_multiplies_is_limited_and_names_its_line() {
    let run =
        |attributes: &str| limit_of(&format!("{SHAFT}space /L1/s x X1..X2 Y1..Y2 {attributes}"));
    assert_eq!(run("stair:N riser:0.000001"), Some((Limit::Risers, 5)));
    assert_eq!(
        run("stair:N form:return riser:0.0000000000000000000001"),
        Some((Limit::Risers, 5))
    );
    assert_eq!(run("stair:N riser:0"), None);
    assert_eq!(run("stair:N riser:1"), None);
    let wide = format!(
        "grid X 0 100000000\ngrid Y 0 {}\nlevel L1 0\nlevel L2 3000\n",
        1e20
    );
    let run =
        |attributes: &str| limit_of(&format!("{wide}space /L1/s x X1..X2 Y1..Y2 {attributes}"));
    assert_eq!(run("escalator:N lane:0"), Some((Limit::Lanes, 5)));
    assert_eq!(
        run("escalator:N lane:99999999"),
        Some((Limit::StepMarks, 5))
    );
    let mut grid = String::from("level L1 0 h:2400\ngrid X");
    (0..1100).for_each(|i| write!(grid, " {i}").unwrap());
    grid += "\ngrid Y";
    (0..1100).for_each(|i| write!(grid, " {i}").unwrap());
    grid += "\nspace /L1/a room X1..X1100 Y1..Y1100\n\ncolumn 10 L1\n";
    assert_eq!(limit_of(&grid), Some((Limit::Columns, 6)));
}

#[test]
fn steps_that_do_not_advance_are_an_error() {
    let text = "grid X 0 3000\ngrid Y 0 200000000000000065536\nlevel L1 0\nlevel L2 3000\n\
                space /L1/s x X1..X2 Y1..Y2 escalator:N entry:100000000000000000000";
    let model = common::model(text);
    let error = Derivation::new(&model).form(99_999.0).unwrap_err();
    assert!(
        matches!(&error, FormError::Stalled { line: 5, .. }),
        "{error}"
    );
    assert_eq!(
        error.to_string(),
        "line 5: /L1/s: the steps are too small to tell apart"
    );
}

#[test]
fn drawn_lines_cannot_cut_without_end() {
    let (parts, lines) = (4000, koyu_model::form::MAX_PIECES / 4000 + 1);
    let mut text = String::from("level L1 0\ngrid Y 0 5000 9000\ngrid X");
    (0..=parts).for_each(|i| write!(text, " {}", i * 100).unwrap());
    text += "\nspace /L1/a room X1..X2 Y1..Y2";
    (2..=parts).for_each(|i| write!(text, " + X{i}..X{} Y1..Y2", i + 1).unwrap());
    text += "\nspace /L1/b room X1..X2 Y2..Y3\n";
    // Undetermined, so that the test does not wait for cutting.
    for t in 1..=lines {
        writeln!(
            text,
            "boundary /L1/a /L1/b t:{}\n  line X1+50,Y1 X1+50,Y2",
            1000 + t
        )
        .unwrap();
    }
    let error = compose_text(&text).unwrap_err();
    assert_eq!(error.line as usize, 5 + 2 * (lines - 1), "{error}");
    assert!(error.to_string().contains("1000000 pieces"), "{error}");
}

#[test]
fn many_lines_through_one_region() {
    let mut text = String::from(
        "grid X 0 100000 200000\ngrid Y 0 100000\nlevel L1 0\nspace /L1/a room X1..X2 Y1..Y2\n\
         space /L1/b room X2..X3 Y1..Y2\n",
    );
    for i in 0..60 {
        let (from, to) = (i * 7919 % 90_000, i * 104_729 % 90_000);
        writeln!(
            text,
            "boundary /L1/a /L1/b t:{}\n  line X1+{from},Y1 X2+{to},Y2",
            i + 1
        )
        .unwrap();
    }
    let model = common::model(&text);
    let areas: f64 = common::form(&model)
        .spaces
        .iter()
        .map(|space| space.area_m2)
        .sum();
    assert!(
        (areas - 20_000.0).abs() < 0.1,
        "what one loses the other gains: {areas}"
    );
}

#[test]
fn numbers_beyond_the_finite() {
    let inf = huge();
    for text in [
        format!("level L1 {inf}\nlevel L2 0 h:{inf} slab:{inf}\nlevel L3 -{inf}\n"),
        format!("level L1 0 h:2400\nlevel L2 {inf}\n"),
        String::from("level L1 0\nlevel L2 3000 h:2400\n"),
    ] {
        for grid in [
            format!("grid X -{inf} 0 3000 {inf}\ngrid Y 0 7500 {inf}\n"),
            String::from("grid X 0 0.001 1 2\ngrid Y 0 0.4 0.5\n"),
            format!(
                "grid X 0 1 {} {}\ngrid Y 0 {} {}\n",
                1e300, 1.7e308, 1e200, 1.6e308
            ),
        ] {
            for attributes in [
                "stair:N",
                "stair:E form:return",
                "ramp:S form:return",
                "escalator:W",
                "escalator:N lane:1",
                "lift:1",
            ] {
                let more = format!("entry:{inf} landing:{inf} riser:{inf} tread:-{inf} lane:{inf}");
                for more in [
                    "",
                    more.as_str(),
                    "entry:0 riser:0 tread:0 lane:0 landing:0",
                ] {
                    let text = format!(
                        "{text}{grid}space /L1/a room X1..X3 Y1..Y3 {attributes} {more}\nspace \
                         /L2/b room X2..X4 Y1..Y2 h:{inf}\nspace /L2/c room X1..X2 Y1..Y3 \
                         h:-{inf}\nspace /out exterior\nboundary /L1/a /out t:{inf}\n  door w:{inf} \
                         edge:E\n  window w:1 h:{inf} edge:N at:X2\nboundary /L2/b /out air:1 \
                         h:{inf}\n  line X2,Y1 X4,Y2\nboundary /L2/c /L2/b\n  line X1,Y1 X3,Y3\n\
                         column {inf} L2 d:{inf}\npolygon /p 0,0 {inf},0 0,-{inf} 1,1\n"
                    );
                    // An error names a limit; everything else is fine.
                    drop(everything(&text));
                }
            }
        }
    }
}

#[test]
fn heights_that_are_no_numbers() {
    // Zero storeys of an infinite pitch: the first level of a range lies at NaN.
    let inf = huge();
    for seed in 1..20_u64 {
        let mut text = format!(
            "grid X 0 3000 6000\ngrid Y 0 7500\nlevel L1..L3 0 pitch:{inf}\nspace /L1/s room X1..X2 \
             Y1..Y2 stair:N\nspace /L2/b room X2..X3 Y1..Y2\ncolumn 30 L1\n"
        );
        let mut z = seed;
        for i in 0..100 {
            z = z * 48_271 % 2_147_483_647;
            writeln!(text, "level M{i} {}", z % 100).unwrap();
            if z / 100 % 10 == 0 {
                writeln!(text, "level N{i}1..N{i}2 0 pitch:{inf}").unwrap();
            }
        }
        let model = common::model(&text);
        assert!(model.levels()[0].z.is_nan());
        assert_eq!(everything(&text), Ok(()));
    }
}

#[test]
fn outlines_that_touch_themselves_and_thousands_of_points_on_a_line() {
    let mut text = String::from("polygon /p");
    (0..5000).for_each(|i| write!(text, " {i},0").unwrap());
    text += " 0,10 10,0 20,10 0,10\npolygon /q 0,0 10,10 20,0 10,10 0,20 10,10\n";
    assert_eq!(everything(&text), Ok(()));
}

#[test]
fn ten_thousand_rooms_around_one_corridor() {
    let count = 5000;
    let mut text = String::from("level L1 0 h:2400 slab:150\ngrid Y 0 5000 7000 12000\ngrid X");
    (0..=count).for_each(|i| write!(text, " {}", i * 3000).unwrap());
    writeln!(text, "\nspace /L1/corridor hall X1..X{} Y2..Y3", count + 1).unwrap();
    text += "space /out exterior\nboundary /L1/corridor /out\n";
    for i in 1..=count {
        writeln!(text, "space /L1/s{i} room X{i}..X{} Y1..Y2", i + 1).unwrap();
        if i % 2 == 0 {
            writeln!(text, "space /L1/n{i} room X{i}..X{} Y3..Y4", i + 1).unwrap();
        }
    }
    let model = common::model(&text);
    let form = common::form(&model);
    // Each southern room: the corridor and its neighbour; each northern one: the corridor.
    let derived = form.boundaries.iter().filter(|b| b.derived).count();
    assert_eq!(derived, count + (count - 1) + count / 2);
    // Outside the corridor: east, west, and the north between its rooms.
    assert_eq!(form.boundaries.len() - derived, 2 + count / 2);
}

#[test]
fn a_region_of_many_parts_against_many_rooms() {
    let count = 1500;
    let mut text = String::from("level L1 0 h:2400\ngrid Y 0 1000 2000\ngrid X");
    (0..=count).for_each(|i| write!(text, " {}", i * 1000).unwrap());
    text += "\nspace /L1/comb hall X1..X2 Y1..Y2";
    (2..=count).for_each(|i| write!(text, " + X{i}..X{} Y1..Y2", i + 1).unwrap());
    text += "\n";
    for i in 1..=count {
        writeln!(text, "space /L1/r{i} room X{i}..X{} Y2..Y3", i + 1).unwrap();
    }
    text += "space /out exterior\nboundary /L1/comb /out\nboundary /L1/comb /L1/comb\n";
    let model = common::model(&text);
    let form = common::form(&model);
    let of = |a: &str, b: &str| {
        let entries = form.boundaries.iter();
        entries.filter(|entry| (entry.a, entry.b) == (a, b)).count()
    };
    assert_eq!(of("/L1/comb", "/out"), 3, "south, east, west");
    assert_eq!(
        of("/L1/comb", "/L1/comb"),
        2 * (count - 1),
        "each seam from both sides"
    );
    assert_eq!(of("/L1/comb", "/L1/r7"), 1);
}

/// Some attributes, each with a value out of those given for it.
fn bag(of: &'static [(&'static str, &'static [&'static str])]) -> impl Strategy<Value = String> {
    let one = move |&(key, values): &(&'static str, &'static [&'static str])| {
        let value = prop::sample::select(values);
        prop::option::weighted(0.3, value).prop_map(move |value| match value {
            // The marks stand for numbers that are awkward to write here.
            Some("∞") => format!(" {key}:{}", huge()),
            Some("-∞") => format!(" {key}:-{}", huge()),
            Some(value) => format!(" {key}:{value}"),
            None => String::new(),
        })
    };
    of.iter()
        .map(one)
        .collect::<Vec<_>>()
        .prop_map(|parts| parts.concat())
}

const SIDES: &[&str] = &["N", "E", "S", "W"];
const DEVICE: &[&str] = &["N", "E", "S", "W", "up", "1"];
const ANY: &[&str] = &[
    "0",
    "-7",
    "0.0001",
    "1",
    "180",
    "1100",
    "99999999999",
    "abc",
    "∞",
    "-∞",
];
const POSITIVE: &[&str] = &["0.0001", "1", "180", "99999999999", "∞"];

const SPACE: &[(&str, &[&str])] = &[
    ("stair", DEVICE),
    ("ramp", DEVICE),
    ("escalator", DEVICE),
    ("form", &["straight", "return", "return", "spiral"]),
    ("turn", &["L", "R", "l"]),
    ("entry", ANY),
    ("landing", ANY),
    ("riser", ANY),
    ("tread", ANY),
    ("lane", ANY),
    ("h", ANY),
];
const BOUNDARY: &[(&str, &[&str])] = &[
    ("t", POSITIVE),
    ("air", &["0", "1"]),
    ("edge", SIDES),
    ("h", ANY),
];
const OPENING: &[(&str, &[&str])] = &[
    ("h", POSITIVE),
    ("at", &["0", "0.3", "1", "X2+5", "Y1+600"]),
    ("edge", SIDES),
    ("hinge", SIDES),
    ("style", &["sliding", "7"]),
    ("swing", &["a", "b"]),
];
const LEVEL: &[(&str, &[&str])] = &[("h", POSITIVE), ("slab", POSITIVE)];

proptest! {
    #![proptest_config(common::cases(256))]

    #[test]
    fn no_attribute_makes_it_panic(
        space in bag(SPACE),
        boundary in bag(BOUNDARY),
        opening in bag(OPENING),
        level in bag(LEVEL),
        offsets in prop::collection::vec(-4000..4000i32, 4),
        xs in prop::collection::btree_set(-50..50i32, 3),
        scale in prop::sample::select(vec![0.01, 0.7, 100.0, 1e9]),
        z in prop::sample::select(vec!["0.0001", "3000", "99999999999"]),
    ) {
        let grid: String = xs.iter().map(|x| format!(" {}", f64::from(*x) * scale)).collect();
        let [a, b, c, d] = [offsets[0], offsets[1], offsets[2], offsets[3]]
            .map(|offset| format!("{offset:+}"));
        let text = format!(
            "grid X{grid}\ngrid Y 0 2500 6000\nlevel L1 0{level}\nlevel L2 {z}\nspace /L1/a room \
             X1..X2 Y1..Y3{space}\nspace /L1/b room X2..X3 Y1..Y2\nspace /L2/c room X1..X3 \
             Y1..Y2{space}\nspace /out exterior\nboundary /L1/a /L1/b{boundary}\n  door \
             w:5{opening}\n  line X2{a},Y1{b} X2{c},Y2{d}\nboundary /L1/a /out{boundary}\n  window \
             w:3{opening}\ncolumn 3 L1..L2\n"
        );
        let composed = compose_text(&text);
        prop_assert!(composed.is_ok(), "{:?}", composed.err());
        // An error names a limit; everything else is fine.
        drop(everything(&text));
    }
}
