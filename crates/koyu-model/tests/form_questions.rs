//! The worked examples of chapter 04: single questions put to a derivation.

mod common;

use common::model;
use koyu_model::form::Derivation;

const GRID: &str = "grid X 0 3000 6000 9000\ngrid Y 0 3000 6000\nlevel L1 0 h:2400\n";

fn on_grid(text: &str) -> koyu_model::Model {
    model(&format!("{GRID}{text}"))
}

#[test]
fn gaps_are_what_no_boundary_closes() {
    // 04 §14: faces S and W are closed, half of N by a neighbour, E by a rail shorter than it.
    let model = on_grid(
        "space /L1/a room X1..X2 Y1..Y2
space /L1/b room X1..X1+1500 Y2..Y3
space /out exterior
boundary /L1/a /out edge:S
boundary /L1/a /out edge:W
",
    );
    let derivation = Derivation::new(&model);
    let a = derivation.spaces_on(Some(model.levels_by_height()[0]))[0];
    let gaps: Vec<_> = derivation
        .gaps(a)
        .into_iter()
        .map(|gap| (gap.face.word(), gap.fixed, gap.lo, gap.hi))
        .collect();
    assert_eq!(
        gaps,
        [("E", 3000.0, 0.0, 3000.0), ("N", 3000.0, 1500.0, 3000.0)]
    );
}

#[test]
fn neighbours_are_joined_by_every_boundary() {
    let model = on_grid(
        "space /L1/a room X1..X2 Y1..Y2
space /L1/b room X2..X3 Y1..Y2
space /L1/c room X3..X4 Y1..Y2
boundary /L1/b /L1/a
  door w:900
  door w:99999
  window w:100
boundary /L1/a /L1/c type:shaft
boundary /L1/a /none type:open
boundary /L1/c /L1/a type:open
",
    );
    let derivation = Derivation::new(&model);
    let at = |path: &str| model.space_at(model.names().find(path).unwrap()).unwrap();
    let neighbours = |path: &str| -> Vec<(&str, u32, bool)> {
        let all = derivation.neighbours(at(path)).iter();
        all.map(|n| (model.text(model.space(n.space).path), n.doors, n.passable))
            .collect()
    };
    assert_eq!(
        neighbours("/L1/a"),
        [("/L1/b", 2, true), ("/L1/c", 0, false), ("/L1/c", 0, true)]
    );
    assert_eq!(
        neighbours("/L1/b"),
        [("/L1/a", 2, true), ("/L1/c", 0, false)]
    );
    assert_eq!(derivation.boundaries_of(at("/L1/a")), [0, 1, 2, 3]);
}

#[test]
fn names_uses_and_zone_areas() {
    // 03 §4
    let model = on_grid(
        "zone /L1 use:outer
zone /L1/A use:5
zone /L1/B use:inner
space /L1/A/x room X1..X2 Y1..Y2 name:12
space /L1/B/y room X2..X3 Y1..Y2 use:7 h:abc
space /L1/B/z room X3..X4 Y1..Y2 use:own name:nm h:2000
space /L1/B room X1..X2 Y2..Y3
space /L1/B/out exterior X2..X3 Y2..Y3
",
    );
    let derivation = Derivation::new(&model);
    let told: Vec<_> = model
        .spaces()
        .iter()
        .map(|s| {
            let height = derivation.ceiling_height(s);
            (
                derivation.display_name(s),
                derivation.effective_use(s),
                height,
            )
        })
        .collect();
    assert_eq!(
        told[..4],
        [
            ("x", Some("outer"), Some(2400.0)),
            ("y", Some("inner"), Some(2400.0)),
            ("nm", Some("own"), Some(2000.0)),
            ("B", Some("outer"), Some(2400.0)),
        ]
    );
    let zone = |path: &str| derivation.zone_area_m2(model.names().find(path).unwrap());
    assert_eq!((zone("/L1"), zone("/L1/B")), (36.0, 18.0));
}

#[test]
fn a_column_stands_on_the_very_end_of_an_edge_s_width() {
    // Exactly 1 mm south of the floor, though 1.3 less 1 is a little more than 0.3 in doubles.
    let model = model(
        "grid X 0 1000\ngrid Y 0.3 1.3 5.3\nlevel L1 0 h:2400\nspace /L1/a room X1..X2 Y2..Y3\ncolumn 400 L1\n",
    );
    let level = model.levels_by_height()[0];
    let sites = Derivation::new(&model)
        .column_sites(&model.columns()[0], level)
        .unwrap();
    assert_eq!(sites.len(), 6);
}
