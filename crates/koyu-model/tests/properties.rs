//! What holds for every composition (02, 03).

use std::fmt::Write;
use std::path::Path;

use koyu_model::{Memory, canonical, compose, compose_text};
use proptest::prelude::*;

/// Statements at the margin with what is indented under them. Every order of them that keeps the
/// frame first composes to the same building.
fn blocks() -> Vec<&'static str> {
    vec![
        "zone /L1 use:own\n",
        "zone /site site:1 area:120.5\n",
        "polygon /site 0,0 9000,0 9000,9000\n",
        "space /L1/a room X1..X2 Y1..Y2 h:2300 name:A\n  area X1..X1+600 Y1..Y2 floor:oak\n  area X2-300..X2 Y1..Y2\n",
        "space /L1/b room X2..X3 Y1..Y2 + X1..X2 Y2..Y3 2:x 10:y\n",
        "space /L2/c hall X1..X3 Y1..Y3 level:L2\n",
        "space /out exterior\n",
        "boundary /L1/a /L1/b t:120 spec:PW\n  door W at:0.25 hinge:S\n  door w:900\n  seg w:300 at:Y1+100\n",
        "boundary /L1/b /out type:open\n",
        "boundary /L1/a /out air:1 edge:S\n",
        "stack st L1..L2 type:stair spec:RC\n",
        "boundary /L2/c /out\n  line X3,Y3 X1,Y1\n",
        "band X X1..X3 Y3..Y4\n  space /L1/d room w:1000\n  space /L1/e room w:rest name:E\n",
    ]
}

const FRAME: &str = "koyu 1.0\nname Shuffled\ngrid X 0 4000 8000\ngrid Y 0 3000 5000 7000\n\
                     level L1..L2 0 pitch:3000 h:2700 slab:300\nasset W door w:800 h:2000 style:sliding\n";

fn one_file(order: &[usize]) -> String {
    let blocks = blocks();
    order
        .iter()
        .fold(FRAME.to_owned(), |text, &block| text + blocks[block])
}

/// The same blocks, spread over a chain or fan of layers.
fn layers(order: &[usize], cuts: &[usize], chain: bool) -> Memory {
    let blocks = blocks();
    let mut files = Memory::new();
    let mut main = FRAME.to_owned();
    let groups: Vec<&[usize]> = order.chunks(cuts[0].max(1)).collect();
    for (index, group) in groups.iter().enumerate() {
        let mut text: String = group.iter().map(|&block| blocks[block]).collect();
        if chain && index + 1 < groups.len() {
            let _ = writeln!(text, "import ./part{}.muro", index + 1);
        }
        if !chain || index == 0 {
            let _ = writeln!(main, "import part{index}.muro");
        }
        files = files.with(&format!("part{index}.muro"), text);
    }
    files.with("main.muro", main)
}

proptest! {
    #[test]
    fn layers_compose_to_the_bytes_of_one_file(
        order in Just((0..blocks().len()).collect::<Vec<_>>()).prop_shuffle(),
        cuts in prop::collection::vec(1_usize..5, 1),
        chain in any::<bool>(),
    ) {
        let one = compose_text(&one_file(&order)).expect("one file composes");
        let split = compose(Path::new("main.muro"), &layers(&order, &cuts, chain)).expect("layers compose");
        prop_assert_eq!(canonical::file_text(&split), canonical::file_text(&one));
    }

    #[test]
    fn the_order_of_declarations_does_not_reach_the_document(
        order in Just((0..blocks().len()).collect::<Vec<_>>()).prop_shuffle(),
    ) {
        let shuffled = compose_text(&one_file(&order)).expect("it composes");
        let sorted = compose_text(&one_file(&(0..blocks().len()).collect::<Vec<_>>())).expect("it composes");
        prop_assert_eq!(canonical::file_text(&shuffled), canonical::file_text(&sorted));
    }

    /// The document is JSON, and what a reader of JSON makes of it is what the tool answers.
    #[test]
    fn the_document_survives_being_parsed(order in Just((0..blocks().len()).collect::<Vec<_>>()).prop_shuffle()) {
        let model = compose_text(&one_file(&order)).expect("it composes");
        let file: serde_json::Value = serde_json::from_str(&canonical::file_text(&model)).expect("JSON");
        let tool: serde_json::Value = serde_json::from_str(&canonical::tool_text(&model)).expect("JSON");
        prop_assert_eq!(file, tool);
    }

    #[test]
    fn arbitrary_text_composes_or_says_where_not(text in "\\PC*") {
        let _ = compose_text(&text);
    }

    #[test]
    fn almost_sound_text_composes_or_says_where_not(
        picks in prop::collection::vec((0..blocks().len(), any::<u16>(), prop::sample::select(vec![
            "", " ", "..", ":", "\"", "0", "X9", "/", "+", "w:1", "L1..L2", "\n", "\n  ", "at:X9", "over ", "drop ", "-", "=",
        ])), 1..12),
    ) {
        let blocks = blocks();
        let mut text = FRAME.to_owned();
        for (block, place, splice) in picks {
            let block = blocks[block];
            let places: Vec<usize> = block.char_indices().map(|(at, _)| at).collect();
            let at = places[usize::from(place) % places.len()];
            let _ = write!(text, "{}{splice}{}", &block[..at], &block[at..]);
        }
        match compose_text(&text) {
            Ok(model) => {
                let whole = canonical::file_text(&model).ends_with("}\n");
                prop_assert!(whole);
            }
            Err(error) => {
                prop_assert!(error.line >= 1 && error.line as usize <= text.split('\n').count());
                prop_assert!(error.file.is_none());
            }
        }
    }
}

/// Hash maps are seeded anew in every one of these, so an order that depended on them would show.
#[test]
fn a_hundred_runs_give_the_same_bytes() {
    let order: Vec<usize> = (0..blocks().len()).rev().collect();
    let text = one_file(&order);
    let first = canonical::file_text(&compose_text(&text).expect("it composes"));
    for _ in 0..100 {
        assert_eq!(
            canonical::file_text(&compose_text(&text).expect("it composes")),
            first
        );
    }
    let faulty = format!("{text}level L1 0\n");
    let first = compose_text(&faulty).expect_err("a duplicate level");
    for _ in 0..100 {
        assert_eq!(compose_text(&faulty).expect_err("a duplicate level"), first);
    }
}
