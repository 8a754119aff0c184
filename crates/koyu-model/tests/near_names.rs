//! Errors that stop reading name what was probably meant.

use koyu_model::compose_text;

const BASE: &str = "\
grid X 0 4000 8000
grid Y 0 5000
level Ground 0
level Base1 -6000
level Base2 -3000
asset Front door w:900
zone /Ground/flat
space /Ground/kitchen room X1..X2 Y1..Y2
space /Ground/hall room X2..X3 Y1..Y2
boundary /Ground/kitchen /Ground/hall
column 300 Ground name:corner
";

#[test]
fn a_near_name_is_offered_and_a_far_one_is_not() {
    for (line, near) in [
        ("space /a room x1..X2 Y1..Y2", Some("X1")),
        ("space /a room X9..X2 Y1..Y2", None),
        ("space /a room level:Gruond", Some("Ground")),
        ("space /a room level:Attic", None),
        ("space /Bsae1..Base2/a room", Some("Base1")),
        ("column 300 ground", Some("Ground")),
        ("boundary /Ground/hall /x\n  door Frnt", Some("Front")),
        ("boundary /Ground/hall /x\n  door Back", None),
        ("over /Ground/kichen spec:oak", Some("/Ground/kitchen")),
        ("over /Ground/flats spec:oak", Some("/Ground/flat")),
        ("over /Ground/cellar spec:oak", None),
        ("over asset front w:800", Some("Front")),
        ("over level ground h:2400", Some("Ground")),
        (
            "over /Ground/kitchne /Ground/hall t:100",
            Some("/Ground/kitchen"),
        ),
        ("drop /ground/hall", Some("/Ground/hall")),
        (
            "drop /Ground/hall /Ground/kitchens",
            Some("/Ground/kitchen"),
        ),
        ("drop /x", None),
        ("drop column korner", Some("corner")),
    ] {
        let error = compose_text(&format!("{BASE}{line}\n"))
            .unwrap_err()
            .to_string();
        match near {
            Some(near) => {
                let hint = format!("; did you mean {near}?");
                assert!(error.ends_with(&hint), "{line}: {error}");
            }
            None => assert!(!error.contains("did you mean"), "{line}: {error}"),
        }
    }
}
