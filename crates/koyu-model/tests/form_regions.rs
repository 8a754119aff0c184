//! The worked examples of chapter 04: regions under drawn lines, and the walls nobody wrote.

mod common;

use common::{form, json, model, outlines};
use expect_test::{Expect, expect};
use koyu_model::form::Effect;

const GRID: &str = "grid X 0 3000 6000 9000\ngrid Y 0 3000 6000\nlevel L1 0 h:2400\n";

fn on_grid(text: &str) -> koyu_model::Model {
    model(&format!("{GRID}{text}"))
}

fn cut(text: &str, effect: Option<Effect>, pieces: Expect) {
    let model = on_grid(text);
    let lines: Vec<_> = model.boundaries().iter().filter_map(|b| b.drawn).collect();
    assert_eq!(lines.last().and_then(|line| line.effect), effect, "{text}");
    pieces.assert_eq(&outlines(&form(&model)));
}

#[test]
fn a_line_to_the_outside_cuts_off_a_corner() {
    // 04 §6.2, first example; the area is 8.5.
    let text = "space /L1/a room X1..X2 Y1..Y2\nspace /out exterior\nboundary /L1/a /out\n  \
                line X2,Y2-1000 X2-1000,Y2\n";
    cut(
        text,
        Some(Effect::Cut),
        expect![[r#"
            /L1/a (0,0)(3000,0)(3000,2000)(0,2000) + (3000,2000)(2000,3000)(0,3000)(0,2000)
        "#]],
    );
    assert_eq!(json(&format!("{GRID}{text}"))["spaces"][0]["areaM2"], 8.5);
}

#[test]
fn a_line_between_two_rooms_shares_the_pool() {
    cut(
        "space /L1/a room X1..X2 Y1..Y2\nspace /L1/b room X2..X3 Y1..Y2\nboundary /L1/b /L1/a\n  \
         line X2+500,Y2 X2-500,Y1\n",
        Some(Effect::Cut),
        expect![[r#"
            /L1/a (3500,3000)(3000,3000)(3000,1500) + (0,0)(2500,0)(3000,1500)(3000,3000)(0,3000)
            /L1/b (3000,0)(6000,0)(6000,3000)(3500,3000)(3000,1500) + (2500,0)(3000,0)(3000,1500)
        "#]],
    );
}

#[test]
fn an_upright_line_moves_a_strip_without_fusing_pieces() {
    let spaces = "space /L1/a room X1..X2 Y1..Y2\nspace /L1/b room X2..X3 Y1..Y2\n";
    cut(
        &format!("{spaces}boundary /L1/a /L1/b\n  line X2+700,Y1 X2+700,Y2\n"),
        Some(Effect::Cut),
        expect![[r#"
            /L1/a (0,0)(3000,0)(3000,3000)(0,3000) + (3000,0)(3700,0)(3700,3000)(3000,3000)
            /L1/b (3700,0)(6000,0)(6000,3000)(3700,3000)
        "#]],
    );
    cut(
        &format!("{spaces}boundary /L1/b /L1/a\n  line X2+700,Y1 X2+700,Y2\n"),
        Some(Effect::Cut),
        expect![[r#"
            /L1/a (3000,0)(3700,0)(3700,3000)(3000,3000) + (0,0)(3000,0)(3000,3000)(0,3000)
            /L1/b (3700,0)(6000,0)(6000,3000)(3700,3000)
        "#]],
    );
}

#[test]
fn a_short_line_affects_its_own_extent_only() {
    cut(
        "space /L1/a room X1..X3 Y1..Y2\nspace /out exterior\nboundary /L1/a /out\n  \
         line X1+1000,Y2-500 X1+2500,Y2-500\n",
        Some(Effect::Cut),
        expect![[r#"
            /L1/a (2500,0)(6000,0)(6000,3000)(2500,3000) + (0,0)(1000,0)(1000,3000)(0,3000) + (1000,0)(2500,0)(2500,2500)(1000,2500)
        "#]],
    );
}

#[test]
fn an_exact_bisection_is_undetermined_and_draws_nothing() {
    let text = "space /L1/a room X1..X2 Y1..Y2\nspace /out exterior\nboundary /L1/a /out\n  \
                line X1+1500,Y1 X1+1500,Y2\n";
    cut(
        text,
        Some(Effect::Undetermined),
        expect![[r#"
            /L1/a (0,0)(3000,0)(3000,3000)(0,3000)
        "#]],
    );
    assert!(form(&on_grid(text)).boundaries.is_empty());
}

#[test]
fn of_equal_lines_the_first_in_canonical_order_cuts() {
    // 06, LIN03: "t":100 sorts before "t":20.
    let model = on_grid(
        "space /L1/a room X1..X2 Y1..Y2\nspace /out exterior\nboundary /L1/a /out t:20\n  line \
         X1,Y1+1000 X1+1000,Y1\nboundary /L1/a /out t:100\n  line X1,Y1+1000 X1+1000,Y1\n",
    );
    let effects: Vec<_> = model
        .boundaries()
        .iter()
        .map(|b| b.drawn.and_then(|line| line.effect))
        .collect();
    assert_eq!(effects, [Some(Effect::Nothing), Some(Effect::Cut)]);
}

#[test]
fn between_a_space_and_itself_no_side_can_be_told() {
    cut(
        "space /L1/a room X1..X2 Y1..Y2\nspace /out exterior\nboundary /L1/a /out\n  line \
         X1,Y1+1000 X1+1000,Y1\nboundary /L1/a /L1/a t:1\n  line X1,Y1+2000 X1+2000,Y1\n",
        Some(Effect::Undetermined),
        expect![[r#"
            /L1/a (3000,1000)(3000,3000)(0,3000)(0,1000) + (1000,0)(3000,0)(3000,1000)(0,1000)
        "#]],
    );
}

#[test]
fn a_line_of_a_missing_space_has_no_effect() {
    cut(
        "space /L1/a room X1..X2 Y1..Y2\nboundary /L1/a /none\n  line X1,Y1+1000 X1+1000,Y1\n",
        None,
        expect![[r#"
            /L1/a (0,0)(3000,0)(3000,3000)(0,3000)
        "#]],
    );
}

#[test]
fn a_room_cut_away_keeps_its_rectangles_as_region() {
    // Split at its middle, a room of 2 mm² falls into pieces of 1 mm², which vanish.
    let model = model(
        "grid X 0 2\ngrid Y 0 0.2 1\nlevel L1 0 h:2400\nspace /L1/a room X1..X2 Y1..Y3\nspace /out \
         exterior\nboundary /L1/a /out\n  line X1,Y2 X1+1,Y2\n",
    );
    assert_eq!(model.spaces()[0].cut, Some(Vec::new()));
    assert_eq!(outlines(&form(&model)), "/L1/a (0,0)(2,0)(2,1)(0,1)\n");
}

#[test]
fn default_walls_name_the_first_path_first_and_need_no_declared_boundary() {
    // 04 §7
    let walls = |text: &str| {
        let model = on_grid(text);
        let derived = model.boundaries().iter().filter(|b| b.derived);
        let pairs = derived.map(|b| format!("{} {}", model.text(b.a), model.text(b.b)));
        pairs.collect::<Vec<String>>()
    };
    let three = "space /L1/b room X2..X3 Y1..Y2\nspace /L1/a room X1..X2 Y1..Y2\n\
                 space /L1/c exterior X3..X4 Y1..Y2\nspace /out exterior\n";
    assert_eq!(walls(three), ["/L1/a /L1/b", "/L1/b /L1/c"]);
    for kind in ["wall edge:N", "open", "void", "stair", "shaft"] {
        let kind = kind.replace("wall ", "");
        let of = if kind.contains(':') {
            kind
        } else {
            format!("type:{kind}")
        };
        let declared = format!("{three}boundary /L1/b /L1/a {of}\n");
        assert_eq!(walls(&declared), ["/L1/b /L1/c"], "{of}");
    }
    let corners = "space /L1/a room X1..X2 Y1..Y2\nspace /L1/b room X2..X3 Y2..Y3\n";
    assert!(
        walls(corners).is_empty(),
        "corners do not touch along an edge"
    );
    let nowhere = "space /a room X1..X2 Y1..Y2\nspace /b room X2..X3 Y1..Y2\n";
    assert_eq!(walls(nowhere), ["/a /b"], "on no level alike");
    let bars = "space /L1/a|/L1/b room X1..X2 Y1..Y2\nspace /L1/c room X2..X3 Y1..Y2\n";
    assert_eq!(walls(bars), ["/L1/a|/L1/b /L1/c"]);
    let suppressed = format!("{bars}boundary /L1/a /L1/b|/L1/c\n");
    assert!(
        walls(&suppressed).is_empty(),
        "pairs are told apart by their text"
    );
}
