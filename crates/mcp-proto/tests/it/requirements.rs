//! The list of requirements is complete, and says the truth about the tests.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

const LIST: &str = include_str!("../../docs/requirements.md");

/// The sections of the list: a name and which numbers it has.
const SECTIONS: [(&str, &[std::ops::RangeInclusive<u32>]); 30] = [
    ("F", &[1..=13]),
    ("BASE", &[1..=14]),
    ("ERA", &[1..=6]),
    ("META", &[1..=7]),
    ("VER", &[1..=5]),
    ("ERR", &[1..=6]),
    ("RES", &[1..=5]),
    ("DISC", &[1..=6]),
    ("REG", &[1..=9]),
    ("SCH", &[1..=4, 10..=16]),
    ("TOOL", &[1..=6, 10..=16, 20..=24]),
    ("RT", &[1..=5, 10..=17, 20..=21]),
    ("CALL", &[1..=4]),
    ("RSC", &[1..=8]),
    ("TPL", &[1..=1]),
    ("PRM", &[1..=5]),
    ("CMP", &[1..=3]),
    ("PAGE", &[1..=6]),
    ("CACHE", &[1..=4]),
    ("PROG", &[1..=4]),
    ("LOG", &[1..=4]),
    ("CAN", &[1..=8]),
    ("MRTR", &[1..=13, 20..=25]),
    ("SUB", &[1..=14]),
    ("STDIO", &[1..=13]),
    ("LEG", &[1..=13, 20..=24]),
    ("HTTP", &[1..=16, 20..=30]),
    ("HDR", &[1..=16]),
    ("AUTH", &[1..=11]),
    ("CONF", &[1..=7]),
];

/// The rows of the list: an id, and where it is tested or why it is not.
fn rows() -> BTreeMap<String, String> {
    let mut rows = BTreeMap::new();
    for line in LIST.lines().filter(|line| line.starts_with("| ")) {
        let cells: Vec<_> = line.trim_matches('|').split('|').map(str::trim).collect();
        let [id, place] = cells[..] else {
            panic!("{line}")
        };
        if id != "id" {
            assert!(
                rows.insert(id.to_owned(), place.to_owned()).is_none(),
                "{id} stands twice"
            );
        }
    }
    rows
}

/// Whether a text cites an id: in a comment, or at the beginning of a test's name.
fn cites(text: &str, id: &str) -> bool {
    let literal = text.match_indices(id).any(|(at, _)| {
        let next = text[at + id.len()..].chars().next();
        !next.is_some_and(|c| c.is_ascii_digit())
    });
    let token = id.replace('-', "").to_lowercase();
    let mut names = text
        .lines()
        .filter_map(|line| line.trim().strip_prefix("fn "));
    literal || names.any(|name| name.split(['_', '(']).any(|part| part == token))
}

fn crates() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .unwrap()
        .to_owned()
}

#[test]
fn every_requirement_is_listed_and_no_other() {
    let expected: BTreeSet<_> = SECTIONS
        .iter()
        .flat_map(|(name, ranges)| {
            let numbers = ranges.iter().cloned().flatten();
            numbers.map(move |number| format!("{name}-{number}"))
        })
        .collect();
    // LEG numbers leave a gap that no range shows.
    let absent: BTreeSet<_> = (14..20).map(|number| format!("LEG-{number}")).collect();
    let listed: BTreeSet<_> = rows().into_keys().collect();
    assert_eq!(listed, &expected - &absent);
}

#[test]
fn every_row_names_tests_that_cite_it_or_says_why_there_is_none() {
    for (id, place) in rows() {
        if let Some(reason) = place.strip_prefix("– ") {
            assert!(reason.len() > 20, "{id} gives no reason");
            continue;
        }
        for file in place.split(", ") {
            let path = crates().join(file.trim_matches('`'));
            let text = fs::read_to_string(&path).unwrap_or_else(|_| panic!("{id}: no {file}"));
            let tests = match text.split_once("#[cfg(test)]") {
                Some((_, tests)) => tests,
                None => &text,
            };
            assert!(cites(tests, &id), "{id} is not cited in {file}");
        }
    }
}

#[test]
fn a_citation_is_found_by_its_whole_id() {
    assert!(cites("// See TOOL-2.", "TOOL-2"));
    assert!(!cites("// See TOOL-20.", "TOOL-2"));
    assert!(cites("    fn tool2_tool20_order() {", "TOOL-20"));
    assert!(!cites("fn tool20_order() {", "TOOL-2"));
}
