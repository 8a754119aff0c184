//! Properties of the checker over generated, mostly faulty buildings.

#[path = "check_common/mod.rs"]
mod common;

use std::collections::BTreeMap;
use std::fmt::Write;

use koyu_model::form::Derivation;
use koyu_model::geometry::overlap_in_plan;
use koyu_model::{Model, compose};
use koyu_query::check;
use koyu_query::check::{CheckAnswer, Code, Severity};
use proptest::prelude::*;
use proptest::sample::select;

/// A building of two layers in which hardly anything is right.
#[derive(Clone, Debug)]
struct Faulty {
    files: Vec<(&'static str, String)>,
}

fn path() -> impl Strategy<Value = String> {
    let levels = select(vec!["L1", "L2", "L3", "ground"]);
    let names = select(vec!["a", "b", "c", "d", "e | f"]);
    (levels, names).prop_map(|(level, name)| format!("/{level}/{name}"))
}

fn quoted(path: &str) -> String {
    format!("\"{path}\"")
}

fn attribute() -> impl Strategy<Value = String> {
    let key = select(vec![
        "h", "name", "uid", "daylight", "stair", "ramp", "lift", "form", "entry", "landing",
        "riser", "ceiling", "turn", "colour", "acme.x", "5", "Spec", "road", "area", "site",
        "style",
    ]);
    let value = select(vec![
        "0",
        "1",
        "N",
        "abc",
        "-3",
        "2400",
        "9000",
        "return",
        "\"x y\"",
        "auto",
        "1e3",
        "99999999999999999999999999",
    ]);
    (key, value).prop_map(|(key, value)| format!("{key}:{value}"))
}

/// Attributes of different keys: a second one of a key would stop reading.
fn attributes() -> impl Strategy<Value = String> {
    prop::collection::vec(attribute(), 0..4).prop_map(|list| {
        let mut by_key = BTreeMap::new();
        for attribute in list {
            let key = attribute.split(':').next().unwrap_or_default().to_owned();
            by_key.entry(key).or_insert(attribute);
        }
        by_key.values().fold(String::new(), |mut text, attribute| {
            write!(text, " {attribute}").unwrap();
            text
        })
    })
}

fn region() -> impl Strategy<Value = String> {
    let rect = (
        1..5_u32,
        1..4_u32,
        1..3_u32,
        1..3_u32,
        select(vec!["", "+1", "-300"]),
    );
    let rect = rect.prop_map(|(x, y, w, h, off)| {
        format!("X{x}{off}..X{} Y{y}..Y{}", (x + w).min(6), (y + h).min(5))
    });
    prop_oneof![
        1 => Just(String::new()),
        6 => rect.clone(),
        1 => (rect.clone(), rect).prop_map(|(a, b)| format!("{a} + {b}")),
    ]
}

fn space() -> impl Strategy<Value = String> {
    let kind = select(vec!["room", "void", "exterior", "hall", "exterior"]);
    (path(), kind, region(), attributes())
        .prop_map(|(path, kind, region, attributes)| {
            format!("space {} {kind} {region}{attributes}\n", quoted(&path))
        })
        .boxed()
}

fn hung() -> impl Strategy<Value = String> {
    let kind = select(vec!["door", "window", "seg"]);
    let place = select(vec![
        "",
        " at:0.2",
        " at:X2",
        " at:Y2+500",
        " edge:N",
        " edge:E at:0.9",
        " at:X1",
    ]);
    (
        kind,
        1..6_u32,
        place,
        select(vec!["", " name:n", " zed:1", " fire:60"]),
    )
        .prop_map(|(kind, w, place, rest)| format!("  {kind} w:{}{place}{rest}\n", w * 700))
}

fn boundary() -> impl Strategy<Value = String> {
    let kind = select(vec![
        "",
        " edge:N",
        " edge:W",
        " type:open",
        " type:stair",
        " type:void",
        " air:1",
        " type:shaft",
    ]);
    let line = prop_oneof![
        6 => Just(String::new()),
        1 => (1..5_u32, 1..4_u32).prop_map(|(x, y)| format!("  line X{x}+400,Y{y} X{x},Y{}\n", y + 1)),
    ];
    let hung = prop::collection::vec(hung(), 0..4);
    (path(), path(), kind, attributes(), hung, line).prop_map(
        |(a, b, kind, attributes, hung, line)| {
            let (a, b) = (quoted(&a), quoted(&b));
            format!(
                "boundary {a} {b}{kind}{attributes}\n{}{line}",
                hung.concat()
            )
        },
    )
}

fn other() -> impl Strategy<Value = String> {
    prop_oneof![
        attributes().prop_map(|attributes| format!("zone /L1{attributes}\n")),
        Just("zone /L1/a\n".to_owned()),
        Just("column 400 L1..L3 x:X1,X2 name:c\n".to_owned()),
        Just("column 300 L1 name:c\n".to_owned()),
        Just("column 300 L2 y:Y5 foo:1\n".to_owned()),
        Just("polygon /site 0,0 9000,9000 9000,0 0,9000 0,0\n".to_owned()),
        Just("polygon /L1 0,0 9000,0 9000,9000\n".to_owned()),
        attributes().prop_map(|attributes| format!("asset W window w:600{attributes}\n")),
        Just("level ground 2999.8\n".to_owned()),
    ]
}

prop_compose! {
    fn faulty()(
        version in select(vec!["", "koyu 0.1\n", "koyu 0.3\n", "koyu 0.5\n", "koyu 1.0\n"]),
        slab in select(vec!["", " slab:200"]),
        h in select(vec!["", " h:2400", " h:4000"]),
        spaces in prop::collection::vec(space(), 0..8),
        boundaries in prop::collection::vec(boundary(), 0..6),
        others in prop::collection::vec(other(), 0..5),
    ) -> Faulty {
        let frame = format!(
            "{version}grid X 0 3000 6000 6000.4 9000 12000\ngrid Y 0 3000 6000 9000 9001\n\
             level L1 0{h}{slab}\nlevel L2 3000{slab}\nlevel L3 6000{h}\nimport parts.muro\n"
        );
        // What is declared twice would stop reading.
        let mut seen = std::collections::BTreeSet::new();
        let once = |text: &String| {
            let words: Vec<&str> = text.split('"').collect();
            let key = match text.split(' ').next() {
                Some("space") => words.get(1).copied().unwrap_or_default(),
                Some("column") => return true,
                _ => text.split(' ').take(2).last().unwrap_or_default(),
            };
            let kind = text.split(' ').next().unwrap_or_default();
            seen.insert(format!("{kind} {}", key.trim()))
        };
        let declared: Vec<String> = spaces.into_iter().chain(others).filter(once).collect();
        let parts = declared.concat() + &boundaries.concat();
        Faulty { files: vec![("main.muro", frame), ("parts.muro", parts)] }
    }
}

fn model(faulty: &Faulty) -> Model {
    let source = faulty
        .files
        .iter()
        .fold(koyu_model::Memory::new(), |source, (name, text)| {
            source.with(name, text.as_str())
        });
    compose(std::path::Path::new("main.muro"), &source)
        .unwrap_or_else(|error| panic!("{error}\n{faulty:#?}"))
}

proptest! {
    #[test]
    fn every_finding_points_into_a_layer_and_stands_in_one_list(faulty in faulty()) {
        let model = model(&faulty);
        let answer = CheckAnswer::of(&Derivation::new(&model));
        let lists = answer.errors.len() + answer.warnings.len();
        prop_assert_eq!(lists, answer.diagnostics.len());
        prop_assert_eq!(answer.ok, answer.errors.is_empty());
        prop_assert_eq!(answer.boundaries, model.boundaries().len());
        let (mut errors, mut warnings) = (answer.errors.iter(), answer.warnings.iter());
        let lines: BTreeMap<&str, usize> = faulty
            .files
            .iter()
            .map(|(name, text)| (*name, text.lines().count()))
            .collect();
        for diagnostic in &answer.diagnostics {
            let text = match diagnostic.severity {
                Severity::Error => errors.next(),
                Severity::Warning => warnings.next(),
            };
            prop_assert_eq!(text, Some(&diagnostic.text()));
            prop_assert!(!diagnostic.message.is_empty());
            let own = diagnostic.line.map(|line| (line, diagnostic.file.clone()));
            let related = diagnostic.related.iter().map(|r| (r.line, r.file.clone()));
            for (line, file) in own.into_iter().chain(related) {
                let file = file.expect("every layer is a file");
                let count = lines[&*file];
                prop_assert!((1..=count).contains(&(line as usize)), "{}:{}", file, line);
            }
        }
    }

    #[test]
    fn spaces_of_a_level_overlap_only_where_it_is_said(faulty in faulty()) {
        let model = model(&faulty);
        let found = check(&Derivation::new(&model));
        let said: Vec<&[String]> = found
            .iter()
            .filter(|diagnostic| diagnostic.code == Code::Geo02)
            .map(|diagnostic| &*diagnostic.path)
            .collect();
        let mut expected = Vec::new();
        for (i, a) in model.spaces().iter().enumerate() {
            for b in &model.spaces()[i + 1..] {
                let pairs = a.parts.iter().flat_map(|p| b.parts.iter().map(move |q| (p, q)));
                let overlap = pairs.into_iter().any(|(p, q)| overlap_in_plan(&p.rect, &q.rect));
                if overlap && a.level == b.level {
                    expected.push([a, b].map(|s| model.text(s.path).to_owned()));
                }
            }
        }
        prop_assert_eq!(said, expected.iter().map(|pair| &pair[..]).collect::<Vec<_>>());
    }

    #[test]
    fn a_second_run_finds_the_same(faulty in faulty()) {
        let (one, other) = (model(&faulty), model(&faulty));
        let first = check(&Derivation::new(&one));
        prop_assert_eq!(first, check(&Derivation::new(&other)));
    }
}

/// One building that has nearly everything, checked a hundred times from the text on.
#[test]
fn a_hundred_runs_find_the_same_in_the_same_order() {
    let text = include_str!("check/many_faults.muro");
    let first = check(&Derivation::new(&common::model_of(text)));
    assert!(first.len() > 30, "{} findings", first.len());
    for _ in 0..100 {
        assert_eq!(check(&Derivation::new(&common::model_of(text))), first);
    }
}

/// Outlines whose crossings are beyond the doubles: no crossing is found, and none is no fault.
#[test]
fn outlines_beyond_the_doubles_are_judged() {
    let nines = "9".repeat(400);
    let huge = "1".to_owned() + &"0".repeat(308);
    for points in [
        format!("0,0 -{nines},0 5,5 1,2"),
        format!("-{huge},0 {huge},1 0,{huge} 7,7"),
        format!("-{huge},-{huge} {huge},{huge} {huge},-{huge} -{huge},{huge}"),
    ] {
        let model = koyu_model::compose_text(&format!("polygon /s {points}\n")).unwrap();
        let found = koyu_query::check(&koyu_model::form::Derivation::new(&model));
        let codes: Vec<_> = found
            .iter()
            .map(|diagnostic| diagnostic.code.text())
            .collect();
        assert!(codes.ends_with(&["SIT04"]), "{codes:?}");
    }
}
