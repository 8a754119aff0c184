//! The worked examples of `doors` (07 §9).

mod common;

use common::{compact, model};
use koyu_model::form::Derivation;
use koyu_query::doors;

/// Spaces of the names of all ends, boundaries as `a-b kind`.
fn route(boundaries: &[&str], from: &str, to: &str) -> String {
    let mut text = String::new();
    let mut names: Vec<&str> = Vec::new();
    for boundary in boundaries {
        let (a, rest) = boundary.split_once('-').unwrap();
        let (b, kind) = rest.split_once(' ').unwrap();
        for name in [a, b] {
            if !names.contains(&name) && name != "ghost" {
                names.push(name);
                text += &format!("space /{name} room\n");
            }
        }
        text += &match kind {
            "door" => format!("boundary /{a} /{b}\n  door w:900\n  door w:800\n"),
            kind => format!("boundary /{a} /{b} type:{kind}\n"),
        };
    }
    let model = model(&text);
    let answer = doors(&Derivation::new(&model), from, to);
    compact(&answer)
}

#[test]
fn equal_routes_are_told_apart_as_in_07_9_3() {
    let first = ["s-x open", "s-y open", "y-t door", "x-t door"];
    assert_eq!(
        route(&first, "/s", "/t"),
        r#"{"doors":1,"path":["/s","/x","/t"]}"#
    );
    assert_eq!(
        route(&first, "/t", "/s"),
        r#"{"doors":1,"path":["/t","/y","/s"]}"#
    );
    assert_eq!(
        route(
            &["p-s open", "t-p open", "s-q open", "q-t open"],
            "/s",
            "/t"
        ),
        r#"{"doors":0,"path":["/s","/p","/t"]}"#
    );
    assert_eq!(
        route(
            &[
                "s-x door",
                "s-y open",
                "s-x open edge:N",
                "y-t open",
                "x-t open"
            ],
            "/s",
            "/t"
        ),
        r#"{"doors":0,"path":["/s","/x","/t"]}"#
    );
    assert_eq!(
        route(
            &[
                "s-a door", "b-s open", "b-c open", "a-b open", "c-t door", "a-t door"
            ],
            "/s",
            "/t"
        ),
        r#"{"doors":1,"path":["/s","/b","/a","/t"]}"#
    );
}

#[test]
fn what_can_be_passed() {
    let unreachable = r#"{"unreachable":true}"#;
    assert_eq!(route(&["a-b shaft"], "/a", "/b"), unreachable);
    assert_eq!(route(&["a-b void"], "/a", "/b"), unreachable);
    assert_eq!(route(&["a-b wall"], "/a", "/b"), unreachable);
    assert_eq!(route(&["a-b wall air:1"], "/a", "/b"), unreachable);
    assert_eq!(
        route(&["a-b stair"], "/a", "/b"),
        r#"{"doors":0,"path":["/a","/b"]}"#
    );
    let ghost = ["out-ghost door", "ghost-far door"];
    assert_eq!(
        route(&ghost, "/out", "/far"),
        r#"{"doors":2,"path":["/out","/ghost","/far"]}"#
    );
    for (from, to) in [
        ("/out", "/ghost"),
        ("/ghost", "/ghost"),
        ("/none", "/none"),
        ("/out", "/far/"),
        (" /out", "/far"),
        ("", "/far"),
    ] {
        assert_eq!(route(&ghost, from, to), unreachable, "{from:?} {to:?}");
    }
    assert_eq!(
        route(&ghost, "/far", "/far"),
        r#"{"doors":0,"path":["/far"]}"#
    );
}

#[test]
fn shafts_with_doors_are_no_way_and_paths_are_not_normalised() {
    let one = model(
        "space /a room\nspace /b room\nspace /é room\nboundary /a /b type:void\n  door w:900\n\
         boundary /a /é type:open\n",
    );
    let derivation = Derivation::new(&one);
    assert_eq!(
        compact(&doors(&derivation, "/a", "/b")),
        r#"{"unreachable":true}"#
    );
    assert_eq!(
        compact(&doors(&derivation, "/a", "/é")),
        r#"{"doors":0,"path":["/a","/é"]}"#
    );
    assert_eq!(
        compact(&doors(&derivation, "/a", "/e\u{301}")),
        r#"{"unreachable":true}"#
    );
}

#[test]
fn down_the_stairs() {
    let model = model(
        "grid X 0 3000 6000\ngrid Y 0 6000\nlevel L1 0\nlevel L2 3000\nlevel L3 6000\nspace /out \
         exterior\nspace /L1/st stair X1..X2 Y1..Y2\nspace /L2/st stair X1..X2 Y1..Y2\nspace \
         /L3/st stair X1..X2 Y1..Y2\nstack st L1..L3 type:stair\nboundary /L1/st /out\n  door \
         w:900 edge:S\n  door w:900 edge:N\n",
    );
    assert_eq!(
        compact(&doors(&Derivation::new(&model), "/L3/st", "/out")),
        r#"{"doors":1,"path":["/L3/st","/L2/st","/L1/st","/out"]}"#
    );
}
