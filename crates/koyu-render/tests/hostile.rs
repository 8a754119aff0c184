//! Names cannot break the document.

mod common;

use common::sheet::{number, texts};
use koyu_model::{Model, compose_text};
use roxmltree::Document;

/// A building in which a name stands wherever text can.
fn building(name: &str) -> Result<Model, String> {
    let quoted = name.replace('"', "");
    let text = format!(
        "name \"{quoted}\"\ngrid X 0 4000 8000\ngrid Y 0 3000\nlevel L1 0 h:2500\nlevel L2 3000\n\
         space /L1/a room X1..X2 Y1..Y2 name:\"{quoted}\"\n  \
         area X1..X1+900 Y1..Y1+900 name:\"{quoted}\" floor:\"{quoted}\"\n\
         space /L1/b stair X2..X3 Y1..Y2 stair:N name:\"{quoted}\"\nspace /out exterior\n\
         boundary /L1/a /out edge:S\n  seg w:900 spec:\"{quoted}\"\n"
    );
    compose_text(&text).map_err(|error| error.to_string())
}

#[test]
fn hostile_names_stay_text() {
    let long = "長".repeat(5_000) + &"n".repeat(5_000);
    let names = [
        "<script>alert(1)</script>",
        "]]><!--",
        "&amp;&lt;&#0;",
        "it's \"quoted\"",
        "tab\tbell\u{7}escape\u{1b}null\u{0}",
        "\u{202e}live\u{202c} שלום \u{2067}עולם",
        "\u{fffe}\u{ffff}\u{10ffff}",
        "e\u{301}\u{301}\u{301}",
        "               ",
        &long,
    ];
    let mut drawn = 0;
    for name in names {
        // Some of them the notation refuses.
        let Ok(model) = building(name) else { continue };
        drawn += 1;
        let svg = common::svg(&model, "L1");
        let document = Document::parse(&svg).unwrap_or_else(|error| panic!("{name:?}: {error}"));
        let known = [
            "svg", "title", "desc", "g", "rect", "path", "line", "circle", "text",
        ];
        for node in document.descendants().filter(|node| node.is_element()) {
            assert!(
                known.contains(&node.tag_name().name()),
                "{name:?}: {node:?}"
            );
            for attribute in node.attributes() {
                assert!(
                    !attribute.name().starts_with("on"),
                    "{name:?}: {attribute:?}"
                );
                assert!(
                    !attribute.name().contains("href"),
                    "{name:?}: {attribute:?}"
                );
            }
        }
        let root = document.root_element();
        let (width, height) = (number(root, "width"), number(root, "height"));
        for text in texts(&document) {
            let inside = text.x1 >= -0.1
                && text.x2 <= width + 0.1
                && text.y1 >= -0.1
                && text.y2 <= height + 0.1;
            assert!(inside, "{name:.20}: {text:?}");
        }
    }
    assert!(drawn >= 8, "only {drawn} names came as far as a drawing");
}

#[test]
fn a_name_is_read_back_as_it_was() {
    let name = "a < b & c > d 'e' — 居間";
    let svg = common::svg(&building(name).unwrap(), "L1");
    let document = Document::parse(&svg).unwrap();
    let texts = texts(&document);
    let lines: Vec<&str> = texts
        .iter()
        .filter(|text| text.class == "name" && text.path.as_deref() == Some("/L1/a"))
        .map(|text| text.content.as_str())
        .collect();
    assert_eq!(lines.join(" "), name);
}

#[test]
fn what_xml_forbids_is_replaced_in_texts_and_paths() {
    let text = "grid X 0 4000\ngrid Y 0 3000\nlevel L1 0\n\
                space /L1/a\u{1}b room X1..X2 Y1..Y2 name:x\u{8}y\n";
    let svg = common::svg(&common::model(text), "L1");
    let document = Document::parse(&svg).unwrap();
    assert!(svg.contains("data-path=\"/L1/a\u{fffd}b\""), "{svg}");
    assert!(
        texts(&document)
            .iter()
            .any(|text| text.content == "x\u{fffd}y")
    );
}

#[test]
fn the_largest_sheet_is_drawn() {
    let text = "grid X 0 9999999999\ngrid Y 0 9999999000\nlevel L1 0 h:2500\n\
                space /L1/a room X1..X2 Y1..Y2\ncolumn 300 L1\nspace /out exterior\n\
                boundary /L1/a /out edge:S\n  seg w:9000 spec:glass\n";
    let svg = common::svg(&common::model(text), "L1");
    let document = Document::parse(&svg).unwrap();
    let title = texts(&document);
    assert!(
        title
            .iter()
            .any(|text| text.content == "Untitled — L1 plan")
    );
}
