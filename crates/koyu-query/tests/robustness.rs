//! Every question is answered on every building that composes, and sums are added up in the order
//! of the chapters.

mod common;

use koyu_model::form::Derivation;
use koyu_model::geometry::round2;
use koyu_model::{Model, compose_text};
use koyu_query::{CheckCounts, doors, light, model_summary, new_uids_from, site, spaces, validate};
use proptest::prelude::*;

/// Asks everything; an error names a limit of the form.
fn everything(model: &Model) {
    let derivation = Derivation::new(model);
    let summary = model_summary(&derivation, CheckCounts::default());
    let rows = spaces(&derivation, None);
    assert_eq!(rows.len(), summary.spaces);
    let sum = |chosen: &dyn Fn(&str) -> bool| {
        let of_indoor = rows.iter().filter(|row| chosen(row.path));
        of_indoor.fold(0.0, |sum, row| sum + row.area_m2.unwrap_or_default())
    };
    let ids = (0..).map(koyu_model::SpaceId).zip(model.spaces());
    let counted: Vec<&str> = ids
        .filter(|(id, space)| space.level.is_some() && derivation.indoor(*id))
        .map(|(_, space)| model.text(space.path))
        .collect();
    let total = round2(sum(&|path| counted.contains(&path)));
    assert!(total == summary.total_floor_m2 || total.is_nan());
    let answer = site(&derivation);
    assert!(answer.total_floor_m2 == total || total.is_nan());
    let lit = light(&derivation);
    let paths: Vec<&str> = rows.iter().take(6).map(|row| row.path).collect();
    for from in &paths {
        for to in &paths {
            doors(&derivation, from, to);
        }
    }
    let mut seed = 0_u64;
    let uids = new_uids_from(&derivation, 3, |bytes| {
        for byte in bytes {
            // The high bits of such a sequence do not repeat soon, its low ones do.
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            *byte = (seed >> 56) as u8;
        }
        Ok::<(), ()>(())
    });
    assert_eq!(uids.map(|all| all.uids.len()), Ok(3));
    if let Ok(validation) = validate(&derivation) {
        assert_eq!(
            validation.violations + validation.cautions,
            validation.findings.len()
        );
        for finding in &validation.findings {
            assert!(finding.line > 0 && !finding.path.is_empty(), "{finding:?}");
        }
        serde_json::to_string(&validation).unwrap();
    }
    serde_json::to_string(&(&summary, &rows, &answer, &lit)).unwrap();
}

/// Some attributes, each with a value out of those given for it.
fn bag(of: &'static [(&'static str, &'static [&'static str])]) -> impl Strategy<Value = String> {
    let one = |&(key, values): &(&'static str, &'static [&'static str])| {
        let value = prop::option::weighted(0.3, prop::sample::select(values));
        value.prop_map(move |value| match value {
            // Stands for a number beyond the finite.
            Some("∞") => format!(" {key}:{}", "9".repeat(400)),
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
const NUMBERS: &[&str] = &["0", "-7", "0.0001", "1", "180", "99999999999", "abc", "∞"];
const POSITIVE: &[&str] = &["0.0001", "1", "180", "2400", "∞"];

const SPACE: &[(&str, &[&str])] = &[
    ("use", &["common", "rentable", "parking", "5"]),
    ("daylight", &["1", "0", "yes"]),
    ("stair", &["N", "E", "up"]),
    ("ramp", &["S", "1"]),
    ("escalator", &["W", "N"]),
    ("lift", &["1"]),
    ("form", &["return", "spiral"]),
    ("riser", NUMBERS),
    ("lane", POSITIVE),
    ("slope", NUMBERS),
    ("road", NUMBERS),
    ("name", &["Alpha", "7"]),
];
const BOUNDARY: &[(&str, &[&str])] = &[
    ("type", &["open", "stair", "shaft", "void", "wall"]),
    ("air", &["0", "1"]),
    ("edge", SIDES),
    ("t", POSITIVE),
];
const OPENING: &[(&str, &[&str])] = &[
    ("h", POSITIVE),
    ("at", &["0", "0.3", "1", "X2+5", "Y1+600"]),
    ("edge", SIDES),
];
const ZONE: &[(&str, &[&str])] = &[
    ("site", &["1", "0", "yes"]),
    ("area", NUMBERS),
    ("use", &["common", "3"]),
];
const KINDS: &[&str] = &[
    "room", "exterior", "void", "shaft", "stair", "corridor", "backyard",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn no_building_makes_it_panic(
        tiles in prop::collection::vec(
            (0..3usize, 1..5u32, 1..4u32, prop::sample::select(KINDS), bag(SPACE)), 1..9),
        bare in prop::sample::select(KINDS),
        boundaries in prop::collection::vec(
            (0..11usize, 0..11usize, bag(BOUNDARY), prop::option::of((0..2usize, bag(OPENING)))),
            0..16),
        zones in prop::collection::vec(bag(ZONE), 3),
        scale in prop::sample::select(vec![0.3, 7.0, 1000.0, 1e9]),
        offsets in prop::collection::vec(-900..900i32, 4),
        z in prop::sample::select(vec!["-3000", "0", "0.0001", "3000", "99999999999"]),
    ) {
        let lines = |count: u32| -> String {
            (0..count).map(|i| format!(" {}", f64::from(i) * scale)).collect()
        };
        let mut text = format!(
            "grid X{}\ngrid Y{}\nlevel L1 0 h:2400\nlevel L2 {z}\nlevel L3 6000 h:2400\n",
            lines(6), lines(5)
        );
        for (path, attributes) in ["/L1", "/L1/s0", "/L2"].iter().zip(&zones) {
            text += &format!("zone {path}{attributes}\n");
        }
        let mut paths = Vec::new();
        for (number, (level, x, y, kind, attributes)) in tiles.iter().enumerate() {
            let path = format!("/L{}/s{number}", level + 1);
            text += &format!("space {path} {kind} X{x}..X{} Y{y}..Y{}{attributes}\n", x + 2, y + 1);
            paths.push(path);
        }
        text += &format!("space /out exterior\nspace /L1/s0/bare {bare}\n");
        paths.extend(["/out", "/L1/s0/bare", "/ghost"].map(str::to_owned));
        for (a, b, attributes, opening) in &boundaries {
            let (a, b) = (&paths[a % paths.len()], &paths[b % paths.len()]);
            text += &format!("boundary {a} {b}{attributes}\n");
            if let Some((kind, attributes)) = opening {
                text += &format!("  {} w:{}{attributes}\n", ["door", "window"][*kind], scale / 3.0);
            }
        }
        let [a, b, c, d] = [offsets[0], offsets[1], offsets[2], offsets[3]];
        text += &format!(
            "boundary {} {}\n  line X2{a:+},Y1{b:+} X3{c:+},Y3{d:+}\n  door w:{}\ncolumn {} \
             L1..L3\npolygon /L1 0,0 {s},0 {a},{b} 0,{s}\npolygon /L2 0,0 {a},{c} {b},{d} {s},{s}\n",
            paths[0], paths[paths.len() - 3], scale / 4.0, scale / 2.0, s = scale * 3.0
        );
        let composed = compose_text(&text);
        prop_assert!(composed.is_ok(), "{:?}\n{}", composed.err(), text);
        everything(&composed.unwrap());
    }
}

#[test]
fn long_chains_and_wide_hubs() {
    // Deep enough to end a recursion, wide enough to show a quadratic walk.
    let count = 20_000;
    let mut text = String::from(
        "level L1 0\ngrid X 0 1\ngrid Y 0 1\nspace /out exterior\nspace /hub room\nspace /c \
         corridor X1..X2 Y1..Y2 use:common level:L1\nboundary /out /n0 type:open\nboundary /c \
         /n0 type:open\n",
    );
    for i in 0..count {
        text += &format!("space /n{i} room\nboundary /hub /n{i} type:open\n");
        if i > 0 {
            text += &format!("boundary /n{} /n{i}\n  door w:900\n", i - 1);
        }
    }
    text += "space /L1/t room X1..X2 Y1..Y2 stair:N use:common\nboundary /L1/t /hub type:open\n";
    let model = common::model(&text);
    let derivation = Derivation::new(&model);
    let last = format!("/n{}", count - 1);
    let route = serde_json::to_string(&doors(&derivation, "/out", &last)).unwrap();
    assert_eq!(
        route,
        format!(r#"{{"doors":0,"path":["/out","/n0","/hub","{last}"]}}"#)
    );
    everything(&model);
}
