//! Where texts stand when they do not fit where the chapter puts them.

mod common;

use common::sheet::{Point, Text, corners, depth, ends, number, of_class, path_of, texts};
use common::{model, svg};
use roxmltree::Document;

/// The plan of `L1` of a building.
fn drawn(text: &str) -> String {
    svg(&model(text), "L1")
}

/// The texts of a class that belong to a path.
fn own(document: &Document<'_>, class: &str, path: &str) -> Vec<Text> {
    let all = texts(document).into_iter();
    all.filter(|text| text.class == class && text.path.as_deref() == Some(path))
        .collect()
}

/// The lines of a group of a class.
fn lines(document: &Document<'_>, class: &str) -> Vec<[Point; 2]> {
    let groups = of_class(document, class);
    let lines = groups.flat_map(|group| group.descendants().filter(|n| n.has_attribute("x1")));
    lines.map(ends).collect()
}

/// From a box to a polygon's box, px: 0 where they meet.
fn distance(text: &Text, polygon: &[Point]) -> f64 {
    let side = |low: f64, high: f64, values: &dyn Fn(&Point) -> f64| {
        let least = polygon.iter().map(values).fold(f64::INFINITY, f64::min);
        let most = polygon.iter().map(values).fold(f64::NEG_INFINITY, f64::max);
        (least - high).max(low - most).max(0.0)
    };
    side(text.x1, text.x2, &|p| p.0).hypot(side(text.y1, text.y2, &|p| p.1))
}

/// Rooms of 3 × 2 m in a row, with walls of 200 mm between them.
fn row_of_rooms(names: &[&str]) -> String {
    let grid: Vec<String> = (0..=names.len()).map(|n| (3000 * n).to_string()).collect();
    let rooms = names.iter().enumerate().map(|(n, name)| {
        let (from, to) = (n + 1, n + 2);
        format!("space /L1/r{n} room X{from}..X{to} Y1..Y2 \"name:{name}\"\n")
    });
    format!(
        "grid X {}\ngrid Y 0 2000\nlevel L1 0 h:2400\n{}",
        grid.join(" "),
        rooms.collect::<String>()
    )
}

/// Widths as a wide sans-serif face draws them, em.
fn advance(c: char) -> f64 {
    match c {
        'W' | 'm' | '@' => 1.0,
        'M' => 0.863,
        'O' => 0.787,
        ' ' | '\'' => 0.32,
        _ => 0.78,
    }
}

#[test]
fn wide_letters_stay_between_the_walls() {
    let names = [
        "MEN'S WARDROBE ROOM",
        "WWWWWWWWWWWWW",
        "@@@@@@@@@@@@@",
        "mmmmmmmmmmmmmmmm",
        "end",
    ];
    let svg = drawn(&row_of_rooms(&names));
    let document = Document::parse(&svg).unwrap();
    // The last room has no wall in the east.
    for n in 0..names.len() - 1 {
        let path = format!("/L1/r{n}");
        let west = 84.0 + 150.0 * n as f64;
        for text in own(&document, "name", &path) {
            let half = text.content.chars().map(advance).sum::<f64>() * text.size / 2.0;
            let middle = (text.x1 + text.x2) / 2.0;
            assert!(middle - half > west + 2.5, "{text:?}");
            assert!(middle + half < west + 147.5, "{text:?}");
        }
    }
}

#[test]
fn lines_wrap_before_they_shrink_and_shrink_alone() {
    let source = "grid X 0 1500 3500 4700\ngrid Y 0 2000\nlevel L1 0 h:2400\n\
                  space /L1/a stair X1..X2 Y1..Y2\nspace /L1/b room X2..X3 Y1..Y2\n\
                  space /L1/c room X3..X4 Y1..Y2\nspace /out exterior\n\
                  boundary /L1/a /out edge:W air:1\nboundary /L1/b /out edge:E air:1\n";
    let svg = drawn(source);
    let document = Document::parse(&svg).unwrap();
    for path in ["/L1/a", "/L1/b", "/L1/c"] {
        for (class, size) in [("name", 14.0), ("data", 10.0), ("path", 8.5)] {
            for text in own(&document, class, path) {
                assert_eq!(text.size, size, "{text:?}");
                assert_ne!(text.content, "·");
            }
        }
    }
    let svg = drawn(&row_of_rooms(&["mmmmmmmmmmmmmmmm"]));
    let document = Document::parse(&svg).unwrap();
    assert!(own(&document, "name", "/L1/r0")[0].size < 12.0);
    assert_eq!(own(&document, "data", "/L1/r0")[0].size, 10.0);
    assert_eq!(own(&document, "path", "/L1/r0")[0].size, 8.5);
}

#[test]
fn small_rooms_with_doors_keep_texts_that_can_be_read() {
    let source = "grid X 0 900 2000 3000 6000\ngrid Y 0 1500 3500\nlevel L1 0 h:2400\n\
                  space /L1/wc wc X1..X2 Y1..Y2\nspace /L1/ps room X3..X4 Y1..Y2\n\
                  space /L1/hall hall X1..X5 Y2..Y3\nspace /L1/big room X4..X5 Y1..Y2\n\
                  boundary /L1/wc /L1/hall\n  door w:700\n\
                  boundary /L1/ps /L1/hall t:150\n  door w:800 hinge:E\n\
                  boundary /L1/big /L1/hall\n  door w:1600 swing:a\ncolumn 300 L1\n";
    let svg = drawn(source);
    let document = Document::parse(&svg).unwrap();
    let labels = ["name", "data", "path"];
    for text in texts(&document) {
        if labels.contains(&&*text.class) {
            assert!(text.size >= 5.0, "{text:?}");
        }
    }
}

#[test]
fn a_label_stands_in_the_free_part_of_a_stair() {
    let source = "grid X 0 3640\ngrid Y 0 3000\nlevel L1 0 h:2600\nlevel L2 3000 h:2600\n\
                  space /L1/s stair X1..X2 Y1..Y2 stair:W\nspace /out exterior\n\
                  boundary /L1/s /out edge:S type:open\n  door w:700\n\
                  boundary /L1/s /out edge:E type:open\n  door w:800 at:0.2\n  door w:800 at:0.8\n";
    let upper = "grid X 0 6000\ngrid Y 0 2000\nlevel L0 -3000 h:2600\nlevel L1 0 h:2600\n\
                 space /L0..L1/s stair X1..X2 Y1..Y2 stair:E\n";
    for source in [source, upper] {
        let svg = drawn(source);
        let document = Document::parse(&svg).unwrap();
        let marks = ["treads", "break", "run-outline"].map(|class| lines(&document, class));
        let marks: Vec<[Point; 2]> = marks.into_iter().flatten().collect();
        assert!(marks.len() > 5);
        for class in ["name", "data", "path"] {
            for text in own(&document, class, "/L1/s") {
                for mark in &marks {
                    assert_eq!(depth(&text.corners(), mark), 0.0, "{text:?} on {mark:?}");
                }
            }
        }
    }
}

/// Whatever there is no room for: a patch behind a text whitens no ink (09 §9).
#[test]
fn no_patch_lies_on_ink() {
    let crowded = "grid X -3000 640 6640 7640\ngrid Y -2500 -500 5500\nlevel L1 0 h:2600\n\
                   level L2 3000 h:2600\n\
                   space /out exterior\nspace /L1/r10 room X2..X3 Y1..Y2\n\
                   space /L1/r20 stair X3..X4 Y1..Y2 stair:N\n  \
                   area X3+200..X4 Y1+200..Y2 name:closet\n\
                   space /L1/r21 room X3..X4 Y2..Y3 name:x\n\
                   boundary /L1/r20 /L1/r21 air:1 h:900 t:120\n  door w:700 at:0.73 hinge:E\n\
                   boundary /L1/r20 /out edge:N type:open\n\
                   boundary /L1/r20 /out edge:E t:150\n  seg w:200 spec:brace\n  \
                   door w:1600 at:0.05 swing:a\ncolumn 600 L1\n";
    let mut plans = vec![drawn(crowded)];
    for (_, model) in common::buildings() {
        let levels = common::levels(&model).into_iter();
        plans.extend(levels.map(|level| svg(&model, level)));
    }
    let mut patches = 0;
    for svg in plans {
        let document = Document::parse(&svg).unwrap();
        let mut ink: Vec<Vec<Point>> = Vec::new();
        for class in ["wall", "junction", "column", "band", "head"] {
            ink.extend(of_class(&document, class).map(corners));
        }
        for class in ["doors", "treads", "run-outline", "break", "arrow"] {
            ink.extend(lines(&document, class).iter().map(|line| line.to_vec()));
        }
        for patch in of_class(&document, "halo") {
            let [x, y, w, h] = ["x", "y", "width", "height"].map(|name| number(patch, name));
            let patch = [(x, y), (x + w, y), (x + w, y + h), (x, y + h)];
            for mark in &ink {
                assert!(depth(&patch, mark) < 0.01, "{patch:?} on {mark:?}");
            }
            patches += 1;
        }
    }
    assert!(patches > 0);
}

#[test]
fn a_patch_has_the_colour_of_what_is_beneath() {
    let source = "grid X 0 4000 8000\ngrid Y 0 4000 8000\nlevel L1 0 h:2400\n\
                  space /L1/a room X1..X3 Y1..Y3\n  area X1+1000..X3-1000 Y1+1000..Y3-1000\n\
                  space /out exterior\nboundary /L1/a /out edge:S\n  seg w:300 at:0.5 spec:PS\n";
    let svg = drawn(source);
    let document = Document::parse(&svg).unwrap();
    let fills = |path: &str| -> Vec<String> {
        let patches = of_class(&document, "halo");
        let own = patches.filter(|patch| path_of(*patch).as_deref() == Some(path));
        own.map(|patch| patch.attribute("fill").unwrap().to_owned())
            .collect()
    };
    let on_area = fills("/L1/a");
    assert!(!on_area.is_empty());
    assert!(on_area.iter().all(|fill| fill == "#ece4d4"), "{on_area:?}");
    assert_eq!(fills("/L1/a|/out"), ["#f1ebdd"], "the floor above the band");
}

#[test]
fn the_label_of_a_seg_stays_beside_its_band() {
    let between = "grid X -3000 640 2640 4640 5640 9640\ngrid Y -2500 5500 7000 11000 12000\n\
                   level L1 0 h:2600\nspace /L1/r23 room X3..X4 Y4..Y5\n\
                   space /L1/r30 exterior X4..X5 Y1..Y2 name:\"収納\"\n\
                   space /L1/r40 exterior X5..X6 Y1..Y2 name:x\n\
                   boundary /L1/r30 /L1/r40 t:150\n  seg w:200 spec:耐力壁\n  \
                   door w:1600 swing:b hinge:N\n";
    let long = format!(
        "grid X 0 4000 8000\ngrid Y 0 4000\nlevel L1 0 h:2400\nspace /L1/a room X1..X2 Y1..Y2\n\
         space /L1/b room X2..X3 Y1..Y2\nboundary /L1/a /L1/b\n  seg w:500 \"spec:{}\"\n",
        "N".repeat(10_000)
    );
    let words = format!(
        "grid X 0 4000 8000\ngrid Y 0 4000\nlevel L1 0 h:2400\nspace /L1/a room X1..X2 Y1..Y2\n\
         space /L1/b room X2..X3 Y1..Y2\nspace /out exterior\nboundary /L1/b /out edge:N\n  \
         seg w:500 at:0.9 \"spec:{}\"\n",
        "word ".repeat(200)
    );
    for source in [between, &long, &words] {
        let svg = drawn(source);
        let document = Document::parse(&svg).unwrap();
        let root = document.root_element();
        let (width, height) = (number(root, "width"), number(root, "height"));
        let band = of_class(&document, "band").map(corners).next().unwrap();
        let labels = texts(&document);
        let labels: Vec<&Text> = labels.iter().filter(|t| t.class == "seg-label").collect();
        let near = labels.iter().map(|text| distance(text, &band));
        assert!(near.fold(f64::INFINITY, f64::min) < 14.0, "{labels:?}");
        for text in labels {
            assert!(text.size >= 5.0, "{text:?}");
            assert!(text.x1 >= 0.0 && text.x2 <= width && text.y1 >= 0.0 && text.y2 <= height);
        }
    }
    let svg = drawn(&long);
    assert!(svg.contains("N…</text>"), "what is cut off shows");
}

#[test]
fn a_title_that_is_too_long_is_cut_off_but_told_in_full() {
    let name = "B".repeat(10_000);
    let source = format!(
        "name {name}\ngrid X 0 4000\ngrid Y 0 3000\nlevel L1 0 h:2400\nspace /L1/a room X1..X2 Y1..Y2\n"
    );
    let svg = drawn(&source);
    let document = Document::parse(&svg).unwrap();
    let title: Vec<Text> = texts(&document)
        .into_iter()
        .filter(|text| text.class == "sheet-title")
        .collect();
    assert_eq!(title.len(), 1);
    assert!(
        title[0].content.ends_with('…') && title[0].size >= 5.0,
        "{title:?}"
    );
    let told = document.root_element().first_element_child().unwrap();
    assert_eq!(told.text(), Some(&*format!("{name} — L1 plan")));
}

#[test]
fn the_word_of_an_arrow_stands_near_its_shaft() {
    let source = "grid X 0 3000 6640 7640 13640\ngrid Y -3000 -1000 500 8500 9500\n\
                  level L0 -3000 slab:150\nlevel L1 0 h:2400\nspace /out exterior\n\
                  space /L0/r33 esc X4..X5 Y4..Y5 escalator:W\n\
                  space /L1/r33 lift X4..X5 Y4..Y5 lift:1\n\
                  boundary /L1/r33 /out edge:N t:300\n  door w:1600 at:0.75 swing:a hinge:E\n";
    let svg = drawn(source);
    let document = Document::parse(&svg).unwrap();
    let word = texts(&document)
        .into_iter()
        .find(|text| text.class == "arrow-word")
        .unwrap();
    let [start, end] = lines(&document, "arrow")[0];
    assert!(distance(&word, &[start, end]) < 4.0, "{word:?}");
    let middle = (word.x1 + word.x2) / 2.0;
    assert!(
        (middle - start.0).abs() < (middle - end.0).abs() * 2.0,
        "{word:?}"
    );
}

#[test]
fn names_of_grid_lines_can_be_read_however_near_they_stand() {
    let source = "grid X 0 333.3 377.77 400.5 500 501 9000\ngrid Y 0 0.7 333.333 3000\n\
                  level L1 0 h:2400\nspace /L1/a room X1..X7 Y1..Y4\n";
    let svg = drawn(source);
    let document = Document::parse(&svg).unwrap();
    let names = texts(&document);
    let names: Vec<&Text> = names.iter().filter(|t| t.class == "grid-name").collect();
    assert_eq!(names.len(), 11);
    for (i, name) in names.iter().enumerate() {
        assert!(name.size >= 5.0, "{name:?}");
        for other in &names[..i] {
            let over = depth(&name.corners(), &other.corners());
            assert!(over < 0.1, "{name:?} on {other:?}");
        }
    }
}

#[test]
fn a_direction_that_a_text_leaves_open_ends_with_it() {
    let source = "name \"\u{202e}abc\"\ngrid X 0 4000\ngrid Y 0 3000\nlevel L1 0 h:2400\n\
                  space /L1/a \"\u{2067}room\" X1..X2 Y1..Y2\n  \
                  area X1..X2 Y1..Y2 \"name:\u{202b}mat\" floor:oak\n";
    let svg = drawn(source);
    for text in [
        "\u{202e}abc\u{202c}\u{200e} — L1 plan",
        "\u{2067}room\u{2069} · 12 m2",
        "\u{202b}mat\u{202c}\u{200e} · oak",
    ] {
        assert!(svg.contains(text), "{text:?}");
    }
}

#[test]
fn the_diagonals_of_a_void_say_whose_they_are() {
    let source =
        "grid X 0 4000\ngrid Y 0 3000\nlevel L1 0 h:2400\nspace /L1/v void X1..X2 Y1..Y2\n";
    let svg = drawn(source);
    let document = Document::parse(&svg).unwrap();
    let paths = of_class(&document, "void-diagonal").map(|line| line.attribute("data-path"));
    assert_eq!(paths.collect::<Vec<_>>(), [Some("/L1/v"); 2]);
}
