//! What holds for every text (01 §1–§3).

use koyu_syntax::{Content, Layer, Value, number, number_text};
use proptest::prelude::*;

/// Lines made of the notation's own words, so that faults deep in a statement are reached too.
fn almost_notation() -> impl Strategy<Value = String> {
    let token = prop_oneof![
        prop::sample::select(vec![
            "koyu",
            "name",
            "unit",
            "mm",
            "import",
            "grid",
            "X",
            "Y",
            "level",
            "L1",
            "L1..L3",
            "0",
            "3000",
            "-5",
            "space",
            "/L1/a",
            "/L1..L2/b",
            "/",
            "room",
            "void",
            "voidd",
            "X1..X2",
            "Y1..Y2",
            "X1..",
            "..",
            "+",
            "area",
            "band",
            "w:rest",
            "w:100",
            "w:0",
            "boundary",
            "type:open",
            "t:1",
            "air:1",
            "edge:N",
            "door",
            "window",
            "seg",
            "line",
            "X1,Y1",
            "X2+600,Y2",
            "stack",
            "zone",
            "asset",
            "polygon",
            "0,0",
            "column",
            "over",
            "drop",
            "-",
            "=",
            "at:X1",
            "at:0.5",
            "h:2400",
            "name:a",
            "\"",
            "#",
            "\"a b\"",
            "x:X1,,X2",
            ":",
            "a:",
            "é",
            "\u{3000}",
        ])
        .prop_map(str::to_owned),
        "[ -~]{0,6}",
        "\\PC{0,4}",
    ];
    let line = (
        prop::sample::select(vec!["", "  ", "\t", "\u{feff}"]),
        prop::collection::vec(token, 0..9),
    );
    let line = line.prop_map(|(indent, tokens)| format!("{indent}{}", tokens.join(" ")));
    (
        prop::collection::vec(line, 0..12),
        prop::sample::select(vec!["\n", "\r\n", "\r", "\r\r\n"]),
    )
        .prop_map(|(lines, end)| lines.join(end))
}

/// Reads every line and every fault, and checks where they are said to stand.
fn check(layer: &Layer) {
    let text = layer.text();
    let mut end = 0;
    for (line, number) in layer.lines().zip(1..) {
        assert_eq!(line.number, number);
        assert!(line.span.start >= end && line.span.end <= text.len());
        // Nothing but line ends lies between two lines.
        assert!(
            text[end..line.span.start]
                .chars()
                .all(|c| c == '\n' || c == '\r')
        );
        end = line.span.end;
        let within = |span: &koyu_syntax::Span| {
            assert!(line.span.start <= span.start && span.end <= line.span.end);
            assert!(text.is_char_boundary(span.start) && text.is_char_boundary(span.end));
        };
        if let Some(comment) = &line.comment {
            within(comment);
            assert!(text[comment.clone()].starts_with('#'));
        }
        match &line.content {
            Content::Nothing => {}
            Content::Unclosed(fault) => within(&fault.span),
            Content::Statement(statement) => {
                within(&statement.span);
                for token in std::iter::once(&statement.keyword).chain(&statement.arguments) {
                    within(&token.span);
                    assert_eq!(token.text, text[token.span.clone()].replace('"', ""));
                }
                for fault in statement.faults() {
                    within(&fault.span);
                    assert!(!fault.to_string().is_empty());
                }
            }
        }
    }
    assert!(text[end..].chars().all(|c| c == '\n' || c == '\r'));
    let lines: Vec<u32> = layer.errors().iter().map(|error| error.line).collect();
    assert!(
        lines.is_sorted()
            && lines
                .iter()
                .all(|&line| line as usize <= layer.line_count())
    );
}

proptest! {
    #[test]
    fn arbitrary_bytes_are_read(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        check(&Layer::from_bytes(&bytes));
    }

    #[test]
    fn arbitrary_text_is_read(text in "\\PC*") {
        check(&Layer::parse(&text));
    }

    #[test]
    fn almost_sound_text_is_read(text in almost_notation()) {
        check(&Layer::parse(&text));
    }

    #[test]
    fn normalised_text_stays_as_it_is(text in almost_notation()) {
        let once = Layer::parse(&text);
        let twice = Layer::parse(once.text());
        prop_assert_eq!(once.text(), twice.text());
        prop_assert_eq!(once.errors(), twice.errors());
    }

    #[test]
    fn the_text_of_a_number_reads_back(value in any::<f64>().prop_filter("a number", |v| v.is_finite())) {
        let text = number_text(value);
        prop_assert_eq!(text.parse::<f64>().ok(), Some(value));
        // What has no exponent is itself a number of the notation.
        if !text.contains('e') {
            prop_assert_eq!(number(&text), Some(value));
            prop_assert_eq!(Value::from_written(&text).to_text(), text);
        }
    }
}
