//! Composition seen from outside (02): layers, provenance, faults and their places.

use std::path::Path;

use koyu_model::{
    ComposeError, Fault, LayerId, Memory, Model, Origin, Overlay, OverrideKind, canonical, compose,
    compose_text,
};

fn composed(files: &Memory) -> Result<Model, ComposeError> {
    compose(Path::new("main.muro"), files)
}

fn refused(text: &str) -> String {
    compose_text(text)
        .map(|_| ())
        .expect_err("it must not compose")
        .to_string()
}

const FRAME: &str = "grid X 0 4000 8000\ngrid Y 0 5000\nlevel L1 0 h:2700 slab:300\n";

#[test]
fn layers_stand_in_depth_first_preorder_and_each_once() {
    let files = Memory::new()
        .with(
            "main.muro",
            "import a.muro\nimport ./c.muro\nimport x/../a.muro\nimport main.muro",
        )
        .with("a.muro", "import b.muro\nimport main.muro")
        .with("b.muro", "")
        .with("c.muro", "import b.muro");
    let model = composed(&files).unwrap();
    assert_eq!(model.layers(), ["main.muro", "a.muro", "b.muro", "c.muro"]);
}

#[test]
fn every_element_knows_its_layer_and_line() {
    let files = Memory::new()
        .with("main.muro", format!("{FRAME}import plan.muro\nspace /L1/z room\n"))
        .with("plan.muro", "band X X1..X3 Y1..Y2\n  space /L1/a room w:4000\n  # nothing\n  space /L1/b room w:rest\n");
    let model = composed(&files).unwrap();
    let found: Vec<_> = model
        .spaces()
        .iter()
        .map(|space| {
            (
                model.text(space.path),
                model.file(space.origin),
                space.origin.line,
            )
        })
        .collect();
    assert_eq!(
        found,
        [
            ("/L1/a", Some("plan.muro"), 2),
            ("/L1/b", Some("plan.muro"), 4),
            ("/L1/z", Some("main.muro"), 5),
        ]
    );
    assert_eq!(
        model.levels()[0].origin,
        Origin {
            line: 3,
            layer: Some(LayerId(0))
        }
    );
}

/// The worked example of 02 §12.
#[test]
fn overrides_know_where_they_come_from() {
    let files = Memory::new()
        .with("main.muro", format!("koyu 1.0\n{FRAME}import ./plan.muro\nimport ./built.muro\nover /L1/a h:9999 note.x:late\n"))
        .with(
            "plan.muro",
            "asset D door w:800 name:Leaf\nspace /L1/a room X1..X2 Y1..Y2 h:2500\nspace /L1/b room X2..X3 Y1..Y2\n\
             space /L1/c room\nzone /L1 use:own\nboundary /L1/a /L1/b t:120\n  door D at:0.3\n  window w:600 name:W1\n\
             boundary /L1/b /L1/c\n",
        )
        .with(
            "built.muro",
            "over /L1/a h:2400 level:L1\nover /L1/b /L1/a t:150 type:open\n  = window Leaf h:2100\n  - door W1\n\
             \x20 + door D w:1000 at:Y1+900 name:D9\nover level L1 slab:250\ndrop /L1/c\n",
        );
    let model = composed(&files).unwrap();
    let overrides: Vec<_> = model
        .overrides()
        .map(|(key, origin)| {
            let subject = model.text(key.subject);
            let layer = origin.layer.unwrap().0;
            (
                format!("{}:{subject}:{}", key.kind.word(), key.attribute),
                layer,
                origin.line,
            )
        })
        .collect();
    let expected = [
        ("space:/L1/a:h", 2, 1),
        ("space:/L1/a:level", 2, 1),
        ("boundary:/L1/a|/L1/b:t", 2, 2),
        ("boundary:/L1/a|/L1/b:type", 2, 2),
        ("level:L1:slab", 2, 6),
        ("space:/L1/a:note.x", 0, 7),
    ];
    assert_eq!(
        overrides,
        expected.map(|(key, layer, line)| (key.to_owned(), layer, line))
    );
    assert_eq!(
        model.overrides().next().unwrap().0.kind,
        OverrideKind::Space
    );

    // Eight edits, recorded in scan order with the rest of their lines.
    let edits: Vec<_> = model
        .edits()
        .iter()
        .map(|edit| (edit.word, &*edit.subject, edit.origin.line))
        .collect();
    assert_eq!(edits[1], ("over", "/L1/b /L1/a t:150 type:open", 2));
    assert_eq!(edits[3], ("-", "door W1", 4));
    assert_eq!(edits.len(), 8);

    let boundary = &model.boundaries()[0];
    assert_eq!(
        (model.text(boundary.a), model.text(boundary.b)),
        ("/L1/a", "/L1/b")
    );
    let leaf = &boundary.openings[0];
    assert_eq!((leaf.w, leaf.h, leaf.line), (800.0, Some(2100.0), 7));
    // An added element has the line of its edit, the container's file.
    assert_eq!(boundary.openings[1].line, 5);
    assert_eq!(boundary.openings.len(), 2);
}

#[test]
fn a_fault_is_placed_in_the_layer_where_it_stands() {
    let files = Memory::new()
        .with("main.muro", "name a\nimport sub/b.muro")
        .with("sub/b.muro", "\n\nfrob");
    let error = composed(&files).unwrap_err();
    assert_eq!((error.line, error.file.as_deref()), (3, Some("sub/b.muro")));
    assert!(
        error
            .to_string()
            .starts_with("sub/b.muro:line 3: Unknown keyword: frob")
    );

    let files = Memory::new().with("main.muro", "name a\nimport ./none.muro extra");
    assert_eq!(
        composed(&files).unwrap_err().to_string(),
        "main.muro:line 2: Cannot read file: ./none.muro"
    );
    assert_eq!(
        compose(Path::new("x/../none.muro"), &files)
            .unwrap_err()
            .to_string(),
        "line 0: Cannot read file: x/../none.muro"
    );
    assert_eq!(
        refused("\nimport a.muro").split(": ").next(),
        Some("line 2")
    );
    assert!(matches!(
        *compose_text("import a.muro").unwrap_err().fault,
        Fault::ImportWithoutFiles
    ));
}

#[test]
fn duplicates_say_where_the_first_one_is() {
    let files = Memory::new()
        .with("main.muro", "import a.muro\nspace /x room")
        .with("a.muro", "# a\nspace /x room");
    let message = composed(&files).unwrap_err().to_string();
    assert_eq!(
        message,
        "main.muro:line 2: Duplicate space path: /x (first seen at a.muro:line 2)"
    );
    let alone = refused("zone /z\nzone /z");
    assert_eq!(
        alone,
        "line 2: Duplicate zone path: /z (first seen in the same file at line 1)"
    );
}

#[test]
fn messages_name_what_the_chapter_says() {
    let band = format!("{FRAME}band X X1..X3 Y1..Y2\n");
    for (text, line, names) in [
        (
            format!("{FRAME}space /L1/a room X1..X9 Y1..Y2"),
            4,
            vec!["X9"],
        ),
        (
            format!("{FRAME}space /L1/a room X1..X2+0.5 Y1..Y2"),
            4,
            vec!["X2+0.5"],
        ),
        (
            format!("{FRAME}space /L1..L9/a room"),
            4,
            vec!["L1..L9", "L9"],
        ),
        (format!("{FRAME}column 5 L9"), 4, vec!["L9"]),
        (format!("{FRAME}column 5 L1 x:X1,X7"), 4, vec!["X7"]),
        (format!("{FRAME}column 5 L1 x:,"), 4, vec!["x:"]),
        (format!("{FRAME}column 5 L1 y:X1"), 4, vec!["X1"]),
        (format!("{FRAME}column 5 L1 x:X1+0"), 4, vec!["X1+0"]),
        (format!("{FRAME}grid X 1 2"), 4, vec!["grid X"]),
        (format!("{FRAME}level L1 5"), 4, vec!["L1"]),
        (format!("{FRAME}space /L1/a room level:L7"), 4, vec!["L7"]),
        (format!("{FRAME}koyu 1.0\nkoyu 0.5"), 5, vec!["1.0"]),
        ("name a b\nname a  b\nname c".to_owned(), 3, vec!["a b"]),
        (
            format!("{band}  space /L1/a room w:100"),
            4,
            vec!["100", "8000", "7900", "/L1/a"],
        ),
        (
            format!("{band}  space /L1/a room w:9000"),
            4,
            vec!["9000", "8000", "1000", "/L1/a"],
        ),
        (
            format!("{band}  space /L1/a room w:8000\n  space /L1/b room w:rest"),
            6,
            vec!["8000", "/L1/b"],
        ),
        (
            format!("{band}  space /L1/a room w:rest\n  space /L1/b room w:rest"),
            6,
            vec!["/L1/a", "/L1/b"],
        ),
        (
            format!("{band}  space /L1/a room w:1\n  space /L2/b room w:rest"),
            4,
            vec!["/L1/a (L1)", "/L2/b (L2)"],
        ),
        (format!("{FRAME}band X X3..X1 Y1..Y2"), 4, vec!["X3..X1"]),
        (
            format!("{FRAME}boundary /a /b\n  door NONE"),
            5,
            vec!["NONE"],
        ),
        (
            format!("{FRAME}asset W window w:5\nboundary /a /b\n  door W"),
            6,
            vec!["W", "window", "door"],
        ),
        (
            format!("{FRAME}boundary /a /b\n  line X1,Y1 X2,Y2\n  line X1,Y1 X2,Y2"),
            6,
            vec!["/a", "/b"],
        ),
        (
            format!("{FRAME}boundary /a /b\n  line X1,Y1 X1+0,Y1"),
            5,
            vec!["X1,Y1"],
        ),
        ("over /a /b t:1".to_owned(), 1, vec!["/a", "/b"]),
        (
            "over asset A w:1".to_owned(),
            1,
            vec!["No such target for over: asset A"],
        ),
        (
            "over level L9 h:1".to_owned(),
            1,
            vec!["No such target for over: level L9"],
        ),
        (
            "level L1..L3 0 pitch:1\nspace /L1..L3/a".to_owned(),
            2,
            vec!["/L1/a needs a type"],
        ),
        (
            format!(
                "grid X 0 {}\ngrid Y 0 1\nband X X1..X2 Y1..Y2\n  space /L/a r w:rest\n  space /L/b r w:5",
                "9".repeat(400)
            ),
            5,
            vec!["Infinity"],
        ),
        ("drop /a /b".to_owned(), 1, vec!["/a", "/b"]),
        ("zone /z\nover /z\n  - door A".to_owned(), 3, vec!["zone"]),
        (
            "space /z room\nover /z\n  + door w:1".to_owned(),
            3,
            vec!["door", "space"],
        ),
        (
            "boundary /a /b\nover /a /b\n  + area X1..X2 Y1..Y2".to_owned(),
            3,
            vec!["area", "boundary"],
        ),
    ] {
        let message = refused(&text);
        assert!(
            message.starts_with(&format!("line {line}: ")),
            "{text}\n→ {message}"
        );
        for name in names {
            assert!(
                message.contains(name),
                "{text}\n→ {message} does not name {name}"
            );
        }
    }
}

#[test]
fn changed_content_is_composed_in_place_of_the_file() {
    let disk = Memory::new()
        .with("main.muro", format!("{FRAME}import plan.muro"))
        .with("plan.muro", "frob");
    let files = Overlay::new(disk).with("plan.muro", "space /L1/a room X1..X2 Y1..Y2");
    let model = compose(Path::new("main.muro"), &files).unwrap();
    assert_eq!(model.spaces().len(), 1);
    assert_eq!(model.layers(), ["main.muro", "plan.muro"]);
}

#[test]
fn a_dropped_path_is_free_and_goes_to_the_end() {
    let model = compose_text(
        "space /a room\nspace /b room\nboundary /a /b\nboundary /b /c\ndrop /a\nspace /a hall\nboundary /a /b t:7\n\
         over /b /a t:7 spec:x\n",
    );
    // The boundary of the first /a is gone, and over meets only the later one, of equal strength.
    let error = model.unwrap_err();
    assert!(matches!(&*error.fault, Fault::TwoOpinions { attribute, .. } if attribute == "t"));
    let model = compose_text(
        "space /a room\nspace /b room\nboundary /a /b\nboundary /b /c\ndrop /a\nspace /a hall",
    )
    .unwrap();
    let paths: Vec<_> = model
        .spaces()
        .iter()
        .map(|space| model.text(space.path))
        .collect();
    assert_eq!(paths, ["/b", "/a"]);
    let ends: Vec<_> = model
        .boundaries()
        .iter()
        .filter(|b| !b.derived)
        .map(|b| model.text(b.a))
        .collect();
    assert_eq!(ends, ["/b"]);
}

#[test]
fn the_two_spacings_of_the_document_differ_in_integer_like_names_only() {
    let model = compose_text(
        "level 10 0\nlevel 2 3000\nlevel 4294967295 1\nlevel 4294967294 2\nlevel 02 3",
    )
    .unwrap();
    let names = |text: String| -> Vec<String> {
        let names = text
            .lines()
            .filter(|line| line.trim_start().starts_with('"') && line.ends_with('{'));
        names
            .map(|line| {
                line.trim()
                    .trim_end_matches(": {")
                    .trim_matches('"')
                    .to_owned()
            })
            .skip(1)
            .collect()
    };
    assert_eq!(
        names(canonical::file_text(&model)),
        [
            "levels",
            "02",
            "10",
            "2",
            "4294967294",
            "4294967295",
            "spaces"
        ][..6]
    );
    assert_eq!(
        names(canonical::tool_text(&model)),
        [
            "levels",
            "2",
            "10",
            "4294967294",
            "02",
            "4294967295",
            "spaces"
        ][..6]
    );
    assert!(canonical::file_text(&model).ends_with("}\n"));
    assert!(canonical::tool_text(&model).ends_with('}'));
}
