//! The worked examples of chapter 09, and what it says word by word.

mod common;

use common::sheet::{Point, Text, corners, depth, ends, of_class, texts};
use common::{model, svg, try_svg};
use koyu_model::form::Derivation;
use koyu_render::{Options, PlanError, default_level, plan_with};
use roxmltree::Document;

/// The example of 09 §8.
const EXAMPLE: &str = "koyu 1.0
name \"x\"
unit mm
grid X 0 4000 8000
grid Y 0 3000
level L2 3000
level L1 0
space /L1/a room X1..X2 Y1..Y2 h:2500
space /L2/a room X1..X2 Y1..Y2
space /L2/b room X2..X3 Y1..Y2
space /out exterior
boundary /L2/a /out edge:S
  door w:900
boundary /L2/a /out edge:N
  window w:900
boundary /L1/a /out edge:W air:1 h:1500
  window w:900
";

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() < 0.001
}

/// The lines of a class: `x1,y1 x2,y2`.
fn lines(document: &Document<'_>, class: &str) -> Vec<String> {
    let lines = of_class(document, class).filter(|node| node.has_attribute("x1"));
    lines.map(|line| show(&ends(line))).collect()
}

fn show(points: &[Point]) -> String {
    let points: Vec<String> = points.iter().map(|(x, y)| format!("{x},{y}")).collect();
    points.join(" ")
}

fn text<'t>(texts: &'t [Text], content: &str) -> &'t Text {
    texts
        .iter()
        .find(|text| text.content == content)
        .unwrap_or_else(|| panic!("no text {content:?}"))
}

/// Where a text hangs: its middle and its baseline.
fn hangs(text: &Text) -> Point {
    ((text.x1 + text.x2) / 2.0, text.y2 - 0.2 * text.size)
}

#[test]
fn the_first_declared_level_is_drawn() {
    assert_eq!(default_level(&model(EXAMPLE)), Ok("L2"));
    let numbered = "level L 0\nlevel 10 6000\nlevel 2 3000\n";
    assert_eq!(default_level(&model(numbered)), Ok("2"));
    let none = default_level(&model("koyu 1.0\n")).unwrap_err();
    assert_eq!(none, PlanError::NoLevel);
}

#[test]
fn the_upper_storey_of_the_example() {
    let svg = svg(&model(EXAMPLE), "L2");
    let document = Document::parse(&svg).unwrap();
    let root = document.root_element();
    assert_eq!(root.attribute("viewBox"), Some("0 0 568 318"));
    assert_eq!(
        (root.attribute("width"), root.attribute("height")),
        (Some("568"), Some("318"))
    );
    let mut open = lines(&document, "open");
    open.sort();
    assert_eq!(open, ["284,234 284,84", "84,234 284,234", "84,84 284,84"]);
    assert_eq!(of_class(&document, "wall").count(), 0);
    let windows = of_class(&document, "windows").next().unwrap();
    let windows: Vec<_> = windows
        .children()
        .filter(|node| node.is_element())
        .collect();
    assert_eq!(show(&ends(windows[0])), "161.5,84 206.5,84");
    assert_eq!(lines(&document, "leaf"), ["161.5,234 161.5,189"]);
    let arc = of_class(&document, "arc").next().unwrap();
    assert_eq!(
        arc.attribute("d"),
        Some("M 161.5 189 A 45 45 0 0 1 206.5 234")
    );
    let texts = texts(&document);
    for (content, y) in [("a", 155.0), ("room · 12 m2", 172.0), ("/L2/a", 186.0)] {
        let at = hangs(text(&texts, content));
        assert!(near(at.0, 184.0) && near(at.1, y), "{content} {at:?}");
    }
}

#[test]
fn the_lower_storey_of_the_example() {
    let svg = svg(&model(EXAMPLE), "L1");
    let document = Document::parse(&svg).unwrap();
    assert_eq!(
        document.root_element().attribute("viewBox"),
        Some("0 0 368 318")
    );
    assert_eq!(
        lines(&document, "rail"),
        ["84,234 84,181.5", "84,181.5 84,136.5", "84,136.5 84,84"]
    );
    let floor = of_class(&document, "floor").next().unwrap();
    assert_eq!(floor.attribute("fill"), Some("#f8f5ec"));
    assert_eq!(floor.attribute("data-path"), Some("/L1/a"));
    assert_eq!(show(&corners(floor)), "84,234 284,234 284,84 84,84");
    let texts = texts(&document);
    text(&texts, "room · 12 m2 · semi-outdoor");
    let title = text(&texts, "x — L1 plan");
    assert_eq!((title.x1, title.size), (22.0, 12.0));
    assert!(near(hangs(title).1, 300.0));
}

#[test]
fn hinge_and_turn_and_sliding() {
    let two = "grid X 0 4000 8000\ngrid Y 0 3000\nlevel L1 0 h:2500\nlevel L2 3000\n\
               space /L1/a room X1..X2 Y1..Y2\nspace /L1/b room X2..X3 Y1..Y2\n\
               space /out exterior\n\
               boundary /L1/a /L1/b\n  door w:900 hinge:N at:0.3\n\
               boundary /L1/a /out edge:S\n  door w:1600 style:sliding swing:a\n";
    let svg = svg(&model(two), "L1");
    let document = Document::parse(&svg).unwrap();
    // Hinge (4000, 1350), leaf (3100, 1350), jamb (4000, 450) on a sheet 3000 mm tall.
    assert_eq!(lines(&document, "leaf"), ["284,166.5 239,166.5"]);
    let arc = of_class(&document, "arc").next().unwrap();
    assert_eq!(
        arc.attribute("d"),
        Some("M 239 166.5 A 45 45 0 0 0 284 211.5")
    );
    // p1 (−400, 110), p2 (1200, 110), hinge (1200, 0).
    assert_eq!(lines(&document, "sliding-leaf"), ["64,228.5 144,228.5"]);
    assert_eq!(lines(&document, "return"), ["144,228.5 144,234"]);
    assert_eq!(of_class(&document, "door").count(), 2);
}

#[test]
fn three_escalators() {
    let source = "grid X 0 4000\ngrid Y 0 8000\nlevel L1 0\nlevel L2 3000\n\
                space /L1/e hall X1..X2 Y1..Y2 escalator:N\n";
    let svg = svg(&model(source), "L1");
    let document = Document::parse(&svg).unwrap();
    let group = |class| {
        let groups = of_class(&document, class);
        let lines = groups.flat_map(|group| group.children().filter(|n| n.has_attribute("x1")));
        lines.map(|line| show(&ends(line))).collect::<Vec<_>>()
    };
    assert_eq!(
        group("run-outline")[..2],
        ["94,429 94,313", "154,429 154,313"]
    );
    assert_eq!(group("treads")[..2], ["94,409 154,409", "94,389 154,389"]);
    assert_eq!(group("break")[..2], ["94,287 154,317", "94,309 154,339"]);
    assert_eq!(
        group("arrow"),
        [
            "124,421.5 124,320.5",
            "184,320.5 184,421.5",
            "244,421.5 244,320.5"
        ]
    );
    let head = of_class(&document, "head").next().unwrap();
    let mut head = corners(head);
    head.sort_by(|a, b| a.partial_cmp(b).unwrap());
    assert_eq!(show(&head), "114,341.5 124,320.5 134,341.5");
    let texts = texts(&document);
    assert_eq!(texts.iter().filter(|text| text.content == "UP").count(), 2);
    let up = text(&texts, "UP");
    assert!(near(up.x1, 128.0) && near(hangs(up).1, 425.5));
    let down = text(&texts, "DN");
    assert!(near(down.x1, 188.0) && near(hangs(down).1, 324.5));
    text(&texts, "3台 勾配 1/1.9");
}

#[test]
fn the_word_of_a_level_arrow_stands_beside_its_shaft() {
    let text_of = |side: &str| {
        format!(
            "grid X 0 6000\ngrid Y 0 3000\nlevel L1 0\nlevel L2 3000\n\
             space /s stair X1..X2 Y1..Y2 level:L1 stair:{side}\n"
        )
    };
    for side in ["E", "W"] {
        let svg = svg(&model(&text_of(side)), "L1");
        let document = Document::parse(&svg).unwrap();
        let arrow = of_class(&document, "arrow").next().unwrap();
        let shaft = arrow
            .children()
            .find(|node| node.has_attribute("x1"))
            .unwrap();
        let texts = texts(&document);
        let word = text(&texts, "UP");
        let on = depth(&word.corners(), &ends(shaft));
        assert_eq!(on, 0.0, "{side}: {word:?} on {:?}", ends(shaft));
    }
}

#[test]
fn there_is_no_plan_without_a_region() {
    let model = model("level L1 0\nlevel L2 3000\nspace /a room\nspace /b room level:L1\n");
    for level in ["L1", "L2", "L9", ""] {
        let error = try_svg(&model, level).unwrap_err();
        assert_eq!(
            error.to_string(),
            format!("There is no space with a region on level {level}")
        );
    }
}

#[test]
fn scale_and_cut_may_be_chosen() {
    let model = model(EXAMPLE);
    let derivation = Derivation::new(&model);
    let drawn = |scale, cut| {
        let options = Options { scale, cut };
        plan_with(&derivation, "L1", &options).map(|document| document.to_string())
    };
    let large = drawn(0.1, 1200.0).unwrap();
    assert!(large.contains("viewBox=\"0 0 568 468\""), "{large}");
    // Above the rail, which is below the plane then, nothing else changes.
    assert_ne!(drawn(0.05, 1200.0), drawn(0.05, 3000.0));
    for scale in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        assert_eq!(drawn(scale, 1200.0).unwrap_err(), PlanError::Scale);
    }
}

#[test]
fn a_level_beyond_measure_is_refused() {
    let model = model(
        "grid X 0 99999999999\ngrid Y 0 3000\nlevel L1 0\nspace /a room X1..X2 Y1..Y2 level:L1\n",
    );
    let error = try_svg(&model, "L1").unwrap_err();
    assert!(matches!(error, PlanError::TooLarge { .. }), "{error}");
}

#[test]
fn marks_are_stacked_as_the_chapter_says() {
    let source = "name \"all\"\ngrid X 0 6000 12000\ngrid Y 0 8000\n\
                level L1 0 h:2500\nlevel L2 3000 h:2500\n\
                column 300 L1..L2\n\
                polygon /site -1000,-1000 13000,-1000 13000,9000 -1000,9000\n\
                space /L1/a room X1..X2 Y1..Y2\n  area X1..X1+2000 Y1..Y1+2000 name:mat\n\
                space /L1/s stair X2..X3 Y1..Y2 stair:N\n\
                space /L2/v void X1..X2 Y1..Y2\nspace /out exterior\n\
                boundary /L1/a /L1/s\n  door w:900\n\
                boundary /L1/a /out edge:S\n  window w:900\n  seg w:500 at:0.9 spec:glass\n\
                boundary /L1/a /L2/v type:void\n";
    let svg = svg(&model(source), "L1");
    let document = Document::parse(&svg).unwrap();
    let root = document.root_element().children();
    let ids: Vec<&str> = root.filter_map(|node| node.attribute("id")).collect();
    assert_eq!(
        ids,
        [
            "plan-title",
            "plan-description",
            "site",
            "floors",
            "areas",
            "grid",
            "boundaries",
            "segs",
            "windows",
            "doors",
            "columns",
            "runs",
            "labels",
            "voids-above",
            "title",
            "scale-bar",
            "north-arrow"
        ]
    );
    let texts = texts(&document);
    for content in ["mat", "glass", "void above", "UP", "N", "X1", "Y2"] {
        text(&texts, content);
    }
    let title = document.root_element().first_element_child().unwrap();
    assert!(title.has_tag_name(("http://www.w3.org/2000/svg", "title")));
    assert_eq!(title.text(), Some("all — L1 plan"));
}

/// A seg's label is that of its own band, whatever the order of declaration (09 §5.6).
#[test]
fn segs_keep_their_labels() {
    let source = "grid X 0 8000\ngrid Y 0 8000\nlevel L1 0 h:2500\nlevel L2 3000\n\
                space /a room X1..X2 Y1..Y2 level:L1\nspace /out exterior\n\
                boundary /a /out edge:S\n  seg w:900 at:0.8 spec:right\n  seg w:500 at:0.2 spec:left\n  \
                seg w:400 at:0.5 spec:12\n";
    let svg = svg(&model(source), "L1");
    let document = Document::parse(&svg).unwrap();
    let texts = texts(&document);
    for (content, x) in [("left", 164.0), ("right", 404.0)] {
        assert!(near(hangs(text(&texts, content)).0, x), "{content}");
    }
    assert!(
        texts.iter().all(|text| text.content != "12"),
        "a number is no text"
    );
    assert_eq!(of_class(&document, "seg").count(), 3);
}
