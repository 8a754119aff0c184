//! What messages help with: the nearest word, the sides to choose from, the missing millimetres.

#[path = "check_common/mod.rs"]
mod common;

use common::model_of;
use expect_test::{Expect, expect};
use koyu_model::form::Derivation;
use koyu_model::near::MAX_COMPARISONS;
use koyu_query::check;
use koyu_query::check::Code;

const ROOMS: &str = "\
grid X 0 4000 8000
grid Y 0 5000
level L1 0 h:2500 slab:200
space /L1/kitchen room X1..X2 Y1..Y2
space /L1/hall room X2..X3 Y1..Y2
space /yard exterior
";

fn messages(text: &str, expected: &Expect) {
    let found = check(&Derivation::new(&model_of(&format!("{ROOMS}{text}"))));
    let lines: Vec<String> = found
        .iter()
        .map(|diagnostic| format!("{}: {}\n", diagnostic.code, diagnostic.message))
        .collect();
    expected.assert_eq(&lines.concat());
}

#[test]
fn a_misspelt_path_is_told_from_its_neighbours() {
    messages(
        "boundary /L1/kitchn /yard\nboundary /l1/hall /yard\nboundary /L1/cellar /yard\n",
        &expect![[r#"
            REF01: /L1/kitchn is not the path of a space; declare it or correct the path; did you mean /L1/kitchen?
            REF01: /l1/hall is not the path of a space; declare it or correct the path; did you mean /L1/hall?
            REF01: /L1/cellar is not the path of a space; declare it or correct the path
        "#]],
    );
}

#[test]
fn a_misspelt_attribute_is_told_from_the_ledger() {
    messages(
        "space /den room heigth:3 celing:1 Name:x hinge:N\n",
        &expect![[r#"
            ATT03: /den: heigth is no attribute known here; put one of your own into a namespace, such as acme.heigth
            ATT03: /den: celing is no attribute known here; put one of your own into a namespace, such as acme.celing; did you mean ceiling?
            ATT03: /den: Name is no attribute known here; put one of your own into a namespace, such as acme.name; did you mean name?
            ATT03: /den: hinge is no attribute known here; doors and windows have it; put one of your own into a namespace, such as acme.hinge
        "#]],
    );
}

#[test]
fn an_opening_that_must_pick_a_side_is_told_the_sides() {
    messages(
        "boundary /L1/kitchen /yard\n  window w:4500\nboundary /L1/hall /L1/kitchen edge:N\n  door w:900\n",
        &expect![[r#"
            OPN05: Between /L1/kitchen and /yard several stretches could hold the window: N (4000 mm), S (4000 mm), W (5000 mm); write edge:W
            BND04: /L1/hall and /L1/kitchen do not touch on side N of /L1/hall; they touch on W (5000 mm): write that edge
            OPN04: The boundary between /L1/hall and /L1/kitchen has no wall to hold the door; without its own edge it would stand on W (5000 mm)
        "#]],
    );
}

#[test]
fn what_does_not_fit_is_told_by_how_much() {
    messages(
        "boundary /L1/kitchen /yard edge:N\n  window w:4000.25\n  window w:1000 at:X2\n  \
         window w:1000 at:X1+1000\n  window w:1000 at:X1+1500\n",
        &expect![[r#"
            OPN06: The window is 4000.25 mm wide and its wall only 4000 mm long, 0.25 mm too short; make it narrower or the wall longer
            OPN08: The window, 1000 mm wide, reaches past its wall with at:X2: the wall runs from 0 to 4000, so its centre must lie from 500 to 3500
            OPN02: The window and the window overlap: their centres are 500 mm apart and need 1000 mm; the widest free stretch of the wall is 2000 mm, from 2000 to 4000 mm along it
        "#]],
    );
}

#[test]
fn help_with_words_comes_to_an_end() {
    let mut text = ROOMS.to_owned();
    for n in 0..MAX_COMPARISONS {
        text += &format!("space /r{n} room colors:1\n");
    }
    let found = check(&Derivation::new(&model_of(&text)));
    let helped = found.iter().filter(|d| d.message.contains("did you mean"));
    let unknown = found.iter().filter(|d| d.code == Code::Att03).count();
    assert_eq!(unknown, MAX_COMPARISONS);
    assert_eq!(helped.count(), 0);
    // Help that is there at first is not there for ever.
    let text = text.replace("colors", "nmae");
    let found = check(&Derivation::new(&model_of(&text)));
    let helped = found
        .iter()
        .filter(|d| d.message.contains("did you mean name?"));
    let helped = helped.count();
    assert!(0 < helped && helped < MAX_COMPARISONS, "{helped}");
}
