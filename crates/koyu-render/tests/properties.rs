//! Plans of generated buildings.

mod common;

use common::generated::building;
use common::sheet::{number, texts};
use koyu_model::compose_text;
use koyu_model::form::Derivation;
use koyu_render::plan;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use roxmltree::Document;

/// Attributes that hold one number or several.
const NUMBERS: [&str; 14] = [
    "x",
    "y",
    "x1",
    "y1",
    "x2",
    "y2",
    "cx",
    "cy",
    "r",
    "width",
    "height",
    "font-size",
    "stroke-width",
    "viewBox",
];

/// Reads a plan back: it must parse, and every number must be plain and short.
fn read(svg: &str) {
    let document = Document::parse(svg).unwrap();
    for node in document.descendants() {
        for name in NUMBERS.iter().filter(|name| node.has_attribute(**name)) {
            let text = node.attribute(*name).unwrap();
            for number in text.split(' ') {
                let value: f64 = number.parse().unwrap();
                assert!(value.is_finite() && !number.contains('e'), "{name}={text}");
                let decimals = number.split_once('.').map_or(0, |(_, d)| d.len());
                assert!(decimals <= 3, "{name}={text}");
            }
        }
    }
    let root = document.root_element();
    let (width, height) = (number(root, "width"), number(root, "height"));
    // Runs that arrive from below may leave the sheet (09 §2), and their words with them.
    let texts = texts(&document).into_iter();
    for text in texts.filter(|t| ["name", "data", "path", "sheet-title"].contains(&&*t.class)) {
        let inside =
            text.x1 >= -0.1 && text.x2 <= width + 0.1 && text.y1 >= -0.1 && text.y2 <= height + 0.1;
        assert!(inside, "{text:?} on {width} × {height}");
    }
}

/// Lines of the notation with numbers from nowhere.
fn odd_line() -> impl Strategy<Value = String> {
    let number = prop_oneof![
        (-9000..9000i32).prop_map(|n| n.to_string()),
        prop::sample::select(vec![
            "0", "1", "0.001", "1e12", "1e300", "-1e300", "33.33", "1e-9"
        ])
        .prop_map(str::to_owned),
    ];
    (0..8usize, number.clone(), number).prop_map(|(kind, a, b)| match kind {
        0 => format!("column {a} L1 d:{b}\n"),
        1 => format!("polygon /p{a} {a},0 {b},{a} 0,{b}\n"),
        2 => format!("boundary /L1/a /out edge:S t:{a}\n  door w:{b}\n"),
        3 => format!("boundary /L1/a /L1/b t:{b}\n  window w:{a} h:{b}\n  seg w:{a} spec:s\n"),
        4 => format!("over /L1/a stair:N riser:{a} tread:{b}\n"),
        5 => format!("over /L1/b escalator:E lane:{a}\n"),
        6 => format!("over /L1/b ramp:W entry:{a}\n"),
        _ => format!("space /L1/c{a} void X1+{a}..X2 Y1..Y1+{b}\n"),
    })
}

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        rng_seed: RngSeed::Fixed(9),
        ..ProptestConfig::with_cases(cases)
    }
}

proptest! {
    #![proptest_config(config(48))]

    #[test]
    fn every_generated_level_is_drawn(building in building()) {
        let model = building.model();
        let derivation = Derivation::new(&model);
        for level in common::levels(&model) {
            let document = plan(&derivation, level);
            prop_assert!(document.is_ok(), "{:?}", document.err());
            read(&document.unwrap().to_string());
        }
    }

    /// Whatever numbers a text holds, there is a plan or an error.
    #[test]
    fn odd_numbers_do_no_harm(
        xs in prop::collection::vec(1..9000u32, 2..4),
        lines in prop::collection::vec(odd_line(), 0..5),
    ) {
        let mut x = 0;
        let grid: Vec<String> = xs.iter().map(|step| { x += step; x.to_string() }).collect();
        let text = format!(
            "grid X 0 {}\ngrid Y 0 3000\nlevel L1 0\nlevel L2 3000\nspace /out exterior\n\
             space /L1/a room X1..X2 Y1..Y2\nspace /L1/b room X2..X3 Y1..Y2\n{}",
            grid.join(" "),
            lines.concat(),
        );
        if let Ok(model) = compose_text(&text)
            && let Ok(document) = plan(&Derivation::new(&model), "L1")
        {
            read(&document.to_string());
        }
    }
}
