//! The model in memory, as `xtask dump model` prints it.

use std::path::Path;

use koyu_model::{Memory, compose};
use serde_json::{Value, json};
use xtask::{building, dump, repository};

fn model(text: &str) -> Value {
    let source = Memory::new().with("main.muro", text);
    let model = compose(Path::new("main.muro"), &source).unwrap();
    serde_json::from_str(&dump::model(&model)).unwrap()
}

#[test]
fn every_element_has_its_fields_line_and_layer() {
    let view = model(concat!(
        "koyu 1.0\nname x\ngrid X 0 4000\ngrid Y 0 3000\nlevel L1 0 h:2400 underground:1\n",
        "level L2 3000 slab:150\nasset W window w:600 2:b 1:a\nzone /z use:u\n",
        "polygon /z 0,0 1,0 1,1\ncolumn 500 L1..L2 d:400 x:X2,X1\n",
        "space /L1/a room X1..X2-500 Y1..Y2 name:A\n  area X1..X1+100 Y1..Y2\n",
        "boundary /L1/a /out t:100 air:1 edge:N spec:s\n",
        "  window W h:700 at:X1+900 hinge:W swing:b\n  seg w:300 at:0.25\n  line X2,Y1 X1,Y2\n",
    ));
    let place = |line: u32, mut element: Value| {
        element["line"] = json!(line);
        element["layer"] = json!(0);
        element
    };
    assert_eq!(view["version"], "1.0");
    assert_eq!(view["versionDeclared"], true);
    assert_eq!(view["layers"], json!(["main.muro"]));
    assert_eq!(view["grid"], json!({"X": [0, 4000], "Y": [0, 3000]}));
    assert_eq!(view["levelsByHeight"], json!(["L1", "L2"]));
    assert_eq!(
        view["levels"],
        json!([
            place(
                5,
                json!({"name": "L1", "z": 0, "h": 2400, "underground": true})
            ),
            place(6, json!({"name": "L2", "z": 3000, "slab": 150})),
        ])
    );
    assert_eq!(
        view["assets"][0],
        place(
            7,
            json!({"name": "W", "kind": "window", "attributes": {"1": "a", "2": "b", "w": 600}})
        )
    );
    assert_eq!(
        view["zones"][0],
        place(8, json!({"path": "/z", "attributes": {"use": "u"}}))
    );
    assert_eq!(
        view["polygons"][0],
        place(9, json!({"path": "/z", "points": [[0, 0], [1, 0], [1, 1]]}))
    );
    assert_eq!(
        view["columns"][0],
        place(
            10,
            json!({"size": 500, "depth": 400, "levels": ["L1", "L2"], "x": ["X2", "X1"]})
        )
    );
    assert_eq!(
        view["spaces"][0]["areas"],
        json!([{"grid": ["X1", "X1+100", "Y1", "Y2"], "rect": [0, 0, 100, 3000], "line": 12}])
    );
    assert_eq!(
        view["spaces"][0]["parts"],
        json!([{"grid": ["X1", "X2-500", "Y1", "Y2"], "rect": [0, 0, 3500, 3000]}])
    );
    assert_eq!(
        view["boundaries"][0],
        place(
            13,
            json!({
                "a": "/L1/a",
                "b": "/out",
                "kind": "wall",
                "drawn": {"grid": ["X1,Y2", "X2,Y1"], "points": [[0, 3000], [4000, 0]], "line": 16},
                "t": 100,
                "air": true,
                "edge": "N",
                "attributes": {"spec": "s"},
                "openings": [{
                    "kind": "window", "ref": "W", "w": 600, "h": 700,
                    "at": 0.5, "atRef": "X1+900", "atAbs": 900, "atAxis": "X",
                    "hinge": "W", "swing": "b", "attributes": {"1": "a", "2": "b"}, "line": 14
                }],
                "segs": [{"w": 300, "at": 0.25, "line": 15}]
            })
        )
    );
}

#[test]
fn the_values_that_an_over_has_set_name_their_layer_and_line() {
    let entry = repository().join("cases/composition-worked-example/main.muro");
    let model = building::read(&entry).unwrap();
    let view: Value = serde_json::from_str(&dump::model(&model)).unwrap();
    let set = |kind: &str, subject: &str, attribute: &str, line: u32, layer: u32| {
        json!({
            "kind": kind, "subject": subject, "attribute": attribute, "line": line, "layer": layer
        })
    };
    // 02 §12, with the lines of the layers `built` and `main`.
    assert_eq!(
        view["overrides"],
        json!([
            set("space", "/L1/a", "h", 1, 2),
            set("space", "/L1/a", "level", 1, 2),
            set("boundary", "/L1/a|/L1/b", "t", 2, 2),
            set("boundary", "/L1/a|/L1/b", "type", 2, 2),
            set("level", "L1", "slab", 6, 2),
            set("space", "/L1/a", "note.x", 7, 0),
        ])
    );
    let words: Vec<_> = view["edits"]
        .as_array()
        .unwrap()
        .iter()
        .map(|edit| edit["word"].as_str().unwrap())
        .collect();
    assert_eq!(
        words,
        ["over", "over", "=", "-", "+", "over", "drop", "over"]
    );
    assert_eq!(
        view["edits"][2],
        json!({"word": "=", "subject": "window Leaf h:2100", "line": 3, "layer": 2})
    );
}
