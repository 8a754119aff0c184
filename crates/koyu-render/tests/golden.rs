//! The plans of the project's own examples, by text and by picture.
//!
//! `KOYU_UPDATE_GOLDEN=1 cargo test --package koyu-render --test golden` writes both anew; look at
//! the pictures before you keep them. Pictures are drawn without fonts, so they hold no text.

mod common;

use std::path::{Path, PathBuf};

use koyu_model::{Disk, compose};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

/// A channel of a pixel that differs by more than this counts as another colour.
const OTHER_COLOUR: u8 = 24;
/// The share of pixels that may have another colour: edges, in another version of the renderer.
const TOLERANCE: f64 = 0.000_5;

fn golden() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden")
}

fn update() -> bool {
    std::env::var_os("KOYU_UPDATE_GOLDEN").is_some_and(|value| value == "1")
}

/// The levels that differ from one another.
fn plans() -> Vec<(String, String)> {
    let mut plans = Vec::new();
    for (name, entry) in common::examples() {
        let model = compose(&entry, &Disk).unwrap_or_else(|error| panic!("{error}"));
        let levels = common::levels(&model);
        let wanted: Vec<&str> = match name {
            "ten-storeys" => vec!["L1", "L2", "L10"],
            _ => levels,
        };
        for level in wanted {
            plans.push((format!("{name}-{level}"), common::svg(&model, level)));
        }
    }
    plans
}

fn picture(svg: &str) -> Pixmap {
    let tree = Tree::from_str(svg, &Options::default()).unwrap();
    let size = tree.size().to_int_size();
    let mut picture = Pixmap::new(size.width(), size.height()).unwrap();
    resvg::render(&tree, Transform::identity(), &mut picture.as_mut());
    picture
}

/// The share of pixels of another colour; all of them if the sizes differ.
fn difference(a: &Pixmap, b: &Pixmap) -> f64 {
    if (a.width(), a.height()) != (b.width(), b.height()) {
        return 1.0;
    }
    let other =
        |(a, b): (&[u8], &[u8])| a.iter().zip(b).any(|(a, b)| a.abs_diff(*b) > OTHER_COLOUR);
    let pixels = a.data().chunks(4).zip(b.data().chunks(4));
    let count = pixels.clone().count();
    pixels.filter(|pair| other(*pair)).count() as f64 / count as f64
}

#[test]
fn the_examples_have_the_stored_texts() {
    for (name, svg) in plans() {
        let file = golden().join(format!("{name}.svg"));
        if update() {
            std::fs::write(&file, &svg).unwrap();
            continue;
        }
        let stored = std::fs::read_to_string(&file).unwrap_or_default();
        if stored != svg {
            let difference = similar::TextDiff::from_lines(&stored, &svg);
            panic!("{name}.svg:\n{}", difference.unified_diff());
        }
    }
}

#[test]
fn the_examples_look_like_the_stored_pictures() {
    for (name, svg) in plans() {
        let file = golden().join(format!("{name}.png"));
        let drawn = picture(&svg);
        if update() {
            drawn.save_png(&file).unwrap();
            continue;
        }
        let stored = Pixmap::load_png(&file).unwrap_or_else(|error| panic!("{name}.png: {error}"));
        let difference = difference(&drawn, &stored);
        assert!(difference <= TOLERANCE, "{name}.png: {difference}");
    }
}

#[test]
fn a_moved_door_is_another_picture() {
    let text = |at: &str| {
        format!(
            "grid X 0 4000\ngrid Y 0 3000\nlevel L1 0 h:2500\nspace /a room X1..X2 Y1..Y2 level:L1\n\
             space /out exterior\nboundary /a /out edge:S\n  door w:900 at:{at}\n"
        )
    };
    let drawn = |at| picture(&common::svg(&common::model(&text(at)), "L1"));
    assert!(difference(&drawn("0.5"), &drawn("0.6")) > TOLERANCE);
    assert!(difference(&drawn("0.5"), &drawn("0.5")) == 0.0);
}
