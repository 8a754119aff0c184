//! Input that is broken, hostile or huge: a clear error or a true answer, in bounded time.

use std::fs;
use std::path::Path;

use koyu_model::{Disk, Fault, MAX_ELEMENTS, Memory, canonical, compose, compose_text};

fn refused(text: &str) -> String {
    compose_text(text)
        .map(|_| ())
        .expect_err("it must not compose")
        .to_string()
}

#[test]
fn what_is_no_readable_file_is_unreadable_alike() {
    let folder = tempfile::tempdir().unwrap();
    let root = fs::canonicalize(folder.path()).unwrap();
    std::os::unix::fs::symlink("loop.muro", root.join("loop.muro")).unwrap();
    for bad in ["none.muro", "loop.muro", ".", "/dev/stdin", "/dev/zero"] {
        let entry = root.join(bad);
        assert_eq!(
            compose(&entry, &Disk).unwrap_err().to_string(),
            format!("line 0: Cannot read file: {}", entry.display())
        );
        let main = root.join("main.muro");
        fs::write(&main, format!("name a\nimport {bad}\n")).unwrap();
        assert_eq!(
            compose(&main, &Disk).unwrap_err().to_string(),
            format!("{}:line 2: Cannot read file: {bad}", main.display())
        );
    }
}

#[test]
fn links_and_spellings_lead_to_one_layer() {
    let folder = tempfile::tempdir().unwrap();
    let root = fs::canonicalize(folder.path()).unwrap();
    fs::create_dir(root.join("sub")).unwrap();
    fs::write(root.join("base.muro"), "zone /z\n").unwrap();
    fs::hard_link(root.join("base.muro"), root.join("hard.muro")).unwrap();
    std::os::unix::fs::symlink("../base.muro", root.join("sub/link.muro")).unwrap();
    let main = root.join("main.muro");
    fs::write(
        &main,
        "import ./base.muro\nimport sub/link.muro\nimport sub/../base.muro/\n",
    )
    .unwrap();
    let model = compose(&main, &Disk).unwrap();
    assert_eq!(model.layers().len(), 2);
    assert_eq!(model.layers()[1], root.join("base.muro").to_string_lossy());
    // A hard link is another layer, so the zone is there twice.
    fs::write(&main, "import base.muro\nimport hard.muro\n").unwrap();
    assert!(matches!(
        *compose(&main, &Disk).unwrap_err().fault,
        Fault::DuplicateZone { .. }
    ));
}

#[test]
fn a_chain_of_ten_thousand_imports_is_an_ordinary_building() {
    let mut files = Memory::new();
    for n in 0..10_000 {
        files = files.with(
            &format!("f{n}.muro"),
            format!("import f{}.muro\nspace /s{n} room\n", n + 1),
        );
    }
    let model = compose(
        Path::new("f0.muro"),
        &files.clone().with("f10000.muro", "import f0.muro"),
    )
    .unwrap();
    assert_eq!(
        (model.layers().len(), model.spaces().len()),
        (10_001, 10_000)
    );
    // The innermost layer is processed first.
    assert_eq!(model.text(model.spaces()[0].path), "/s9999");
    assert_eq!(
        compose(Path::new("f0.muro"), &files)
            .unwrap_err()
            .to_string(),
        "f9999.muro:line 1: Cannot read file: f10000.muro"
    );
}

#[test]
fn bytes_that_are_no_text_are_composed_as_replacement_characters() {
    let files = Memory::new().with("main.muro", &b"name a\xff\xfeb\0c\nzone /\xe2\x82\n"[..]);
    let text = canonical::file_text(&compose(Path::new("main.muro"), &files).unwrap());
    assert!(
        text.contains("\"name\": \"a\u{fffd}\u{fffd}b\\u0000c\""),
        "{text}"
    );
    assert!(text.contains("\"/\u{fffd}\": {}"), "{text}");
}

#[test]
fn a_line_of_ten_megabytes_is_read() {
    let long = "x".repeat(10_000_000);
    let model = compose_text(&format!("name {long}\nspace /{long} {long} k:{long}\n")).unwrap();
    assert_eq!(model.name().map(str::len), Some(10_000_000));
    let words = "w ".repeat(2_000_000);
    assert_eq!(
        compose_text(&format!("name {words}"))
            .unwrap()
            .name()
            .map(str::len),
        Some(3_999_999)
    );
    let keys: String = (0..300_000).map(|n| format!(" k{n}:1")).collect();
    let model = compose_text(&format!("zone /z{keys}")).unwrap();
    assert_eq!(
        model.zones().next().map(|zone| zone.attributes.len()),
        Some(300_000)
    );
    assert!(refused(&format!("zone /z{keys} k7:2")).contains("k7"));
}

#[test]
fn a_file_of_a_hundred_megabytes_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let entry = folder.path().join("main.muro");
    fs::write(&entry, "# comment\n".repeat(10_000_000) + "frob\n").unwrap();
    let error = compose(&entry, &Disk).unwrap_err();
    assert_eq!(error.line, 10_000_001);
}

#[test]
fn more_levels_than_the_limit_of_a_range_are_refused() {
    assert!(refused("level L1..L1000000 0 pitch:3000").contains("10000"));
    assert!(
        refused("level L1..L99999999999999999999999999999999999999999999999 0 pitch:1")
            .contains("38")
    );
    let model =
        compose_text("level L00001..L010000 0.5 pitch:3000\nspace /L2..L9999/a room\n").unwrap();
    assert_eq!(
        (model.levels().len(), model.spaces().len()),
        (10_000, 9_998)
    );
    assert_eq!(model.levels()[9_999].z, 0.5 + 3000.0 * 9999.0);
}

#[test]
fn what_spans_multiply_has_a_limit() {
    // Ten thousand areas a line, the smallest of all elements: levels and spaces are the first
    // twenty thousand, so the 998 lines after that fit and the next one does not.
    let mut text =
        "grid X 0 1\ngrid Y 0 1\nlevel L1..L10000 0 pitch:1\nspace /L1..L10000/a room\n".to_owned();
    text += &"  area X1..X2 Y1..Y2\n".repeat(1_100);
    let error = compose_text(&text).map(|_| ()).unwrap_err();
    assert_eq!(
        *error.fault,
        Fault::TooManyElements {
            limit: MAX_ELEMENTS
        }
    );
    assert_eq!(error.line, 4 + 998 + 1);

    // One path of ten megabytes over ten thousand levels.
    let long = "x".repeat(10_000_000);
    let error = compose_text(&format!(
        "level L1..L10000 0 pitch:1\nspace /L1..L10000/{long} room"
    ))
    .unwrap_err();
    assert!(matches!(*error.fault, Fault::TooMuchText { .. }));
    assert_eq!(error.line, 2);
}

#[test]
fn numbers_beyond_the_doubles_are_infinite_and_never_nan() {
    let nines = "9".repeat(400);
    let frame = format!("grid X 0 {nines}\ngrid Y 0 1000\n");
    let model = compose_text(&format!("{frame}space /a room X1..X2 Y1..Y2 h:{nines}")).unwrap();
    assert!(canonical::file_text(&model).contains("\"h\": null"));
    // Infinity less infinity is no position.
    assert!(
        refused(&format!("{frame}space /a room X1..X2-{nines} Y1..Y2"))
            .contains("Undefined grid line")
    );
    assert!(
        refused(&format!(
            "{frame}band X X1..X2 Y1..Y2\n  space /a room w:5\n"
        ))
        .contains("Infinity")
    );
}

#[test]
fn edits_of_many_elements_do_not_slow_one_another() {
    // 20,000 spaces dropped one by one, with the boundaries that touch them.
    let mut text = String::new();
    for n in 0..20_000 {
        text += &format!("space /s{n} room\nzone /z{n}\n");
    }
    for n in 1..20_000 {
        text += &format!("boundary /s{} /s{n}\n", n - 1);
    }
    for n in 0..20_000 {
        text += &format!("drop /s{n}\ndrop /z{n}\n");
    }
    let model = compose_text(&text).unwrap();
    assert_eq!(
        (
            model.spaces().len(),
            model.zones().len(),
            model.boundaries().len()
        ),
        (0, 0, 0)
    );
}

#[test]
fn set_edits_of_one_long_list_do_not_slow_one_another() {
    let count = 20_000;
    let mut text = "boundary /a /b\n".to_owned();
    text += &(0..count)
        .map(|n| format!("  door w:900 name:d{n}\n"))
        .collect::<String>();
    text += "over /a /b\n";
    for n in 0..count {
        text += &format!("  - door d{n}\n  + window w:5 name:d{n}\n  = window d{n} name:w{n}\n");
    }
    text += &(0..count)
        .map(|n| format!("column 5 L1 name:c{n}\n"))
        .collect::<String>();
    text += &(0..count)
        .map(|n| format!("drop column c{n}\n"))
        .collect::<String>();
    let model = compose_text(&format!("level L1 0\n{text}")).unwrap();
    let openings = &model.boundaries()[0].openings;
    let names: Vec<_> = openings
        .iter()
        .map(|o| o.attributes.to_text("name"))
        .collect();
    assert_eq!(names.len(), count);
    assert_eq!(
        (names[0].as_deref(), names[7].as_deref()),
        (Some("w0"), Some("w7"))
    );
    assert!(model.columns().is_empty());
}

#[test]
fn levels_at_no_height_lie_between_no_two() {
    let nines = "9".repeat(400);
    // Nought and infinitely many noughts: the first of the range is at no height.
    let frame = format!("level N1..N2 0 pitch:{nines}\nlevel K0 0\nlevel K1 5\n");
    for (span, levels) in [("N2..N1", 0), ("N1..K1", 0), ("K0..N2", 3), ("K0..K1", 2)] {
        let model = compose_text(&format!(
            "{frame}column 5 {span}\nstack s {span} type:void\n"
        ));
        let model = model.unwrap();
        assert_eq!(model.columns()[0].levels.len(), levels, "{span}");
        assert_eq!(model.boundaries().len(), levels.max(1) - 1, "{span}");
    }
}

#[test]
fn levels_and_spans_may_alternate() {
    let mut text = "level A0 0\n".to_owned();
    for n in 1..20_000 {
        text += &format!("level A{n} {n}\ncolumn 5 A{}..A{n}\n", n - 1);
    }
    assert_eq!(compose_text(&text).unwrap().columns().len(), 19_999);
}

#[test]
fn a_message_shows_so_much_and_no_more() {
    let message = refused(&"é".repeat(1_000_000));
    assert!(message.len() < 70_000, "{}", message.len());
    assert!(
        message.ends_with("more bytes)"),
        "{}",
        &message[message.len() - 40..]
    );
}
