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
        &expect![[""]],
    );
}

#[test]
fn a_misspelt_attribute_is_told_from_the_ledger() {
    messages(
        "space /den room heigth:3 celing:1 Name:x hinge:N\n",
        &expect![[""]],
    );
}

#[test]
fn an_opening_that_must_pick_a_side_is_told_the_sides() {
    messages(
        "boundary /L1/kitchen /yard\n  window w:4500\nboundary /L1/hall /L1/kitchen edge:N\n  door w:900\n",
        &expect![[""]],
    );
}

#[test]
fn what_does_not_fit_is_told_by_how_much() {
    messages(
        "boundary /L1/kitchen /yard edge:N\n  window w:4000.25\n  window w:1000 at:X2\n  \
         window w:1000 at:X1+1000\n  window w:1000 at:X1+1500\n",
        &expect![[""]],
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
    // A word that is helped once is not helped for ever.
    let text = text.replace("colors", "heigt");
    let text = text.replace("heigt", "nmae");
    let found = check(&Derivation::new(&model_of(&text)));
    let helped = found.iter().filter(|d| d.message.contains("did you mean name?"));
    let helped = helped.count();
    assert!(0 < helped && helped < MAX_COMPARISONS, "{helped}");
}
