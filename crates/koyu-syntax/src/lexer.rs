//! From a line to tokens (01 §2).

use std::borrow::Cow;

/// A range of bytes of the normalised text of a layer.
pub type Span = std::ops::Range<usize>;

/// One token of a line: its text without quote marks, and where it stands (quote marks included).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token<'t> {
    /// The text; borrowed from the layer unless quote marks were taken out of it. Never empty.
    pub text: Cow<'t, str>,
    /// Where it stands in the layer.
    pub span: Span,
}

impl<'t> Token<'t> {
    /// A part of the token's text. `range` must lie on character borders.
    pub(crate) fn slice(&self, range: Span) -> Cow<'t, str> {
        match &self.text {
            Cow::Borrowed(text) => Cow::Borrowed(&text[range]),
            Cow::Owned(text) => Cow::Owned(text[range].to_owned()),
        }
    }
}

/// The tokens of one line, or that a quote was left open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Scanned<'t> {
    pub(crate) tokens: Vec<Token<'t>>,
    /// From the `#` to the end of the line.
    pub(crate) comment: Option<Span>,
    /// Where the quote mark stands that nothing closes.
    pub(crate) unclosed: Option<Span>,
}

/// Whether a code point is white space of the notation (01 §2.1). This is not Rust's set: U+0085
/// is no white space here, U+FEFF is.
pub fn is_white_space(c: char) -> bool {
    matches!(
        c,
        '\u{9}'..='\u{d}'
            | ' '
            | '\u{a0}'
            | '\u{1680}'
            | '\u{2000}'..='\u{200a}'
            | '\u{2028}'
            | '\u{2029}'
            | '\u{202f}'
            | '\u{205f}'
            | '\u{3000}'
            | '\u{feff}'
    )
}

/// Whether a byte is a character of its own that can be nothing but part of a token.
fn is_plain(byte: u8) -> bool {
    matches!(byte, b'!' | b'$'..=b'~')
}

/// Scans one line (01 §2.2). `offset` is where the line starts in its layer.
pub(crate) fn scan(line: &str, offset: usize) -> Scanned<'_> {
    let mut scanned = Scanned {
        tokens: Vec::new(),
        comment: None,
        unclosed: None,
    };
    let mut open_quote: Option<usize> = None;
    // The token under way: where it starts, and its text once a quote mark had to be left out.
    let mut start: Option<usize> = None;
    let mut cooked: Option<String> = None;

    let mut emit = |start: &mut Option<usize>, cooked: &mut Option<String>, end: usize| {
        let Some(from) = start.take() else { return };
        let text = match cooked.take() {
            Some(text) => Cow::Owned(text),
            None => Cow::Borrowed(&line[from..end]),
        };
        // A pair of quote marks with nothing in it is no token.
        if !text.is_empty() {
            scanned.tokens.push(Token {
                text,
                span: offset + from..offset + end,
            });
        }
    };

    let bytes = line.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        // Most of a line is plain: letters, digits and signs that mean nothing to the scanner.
        let run = bytes[at..]
            .iter()
            .take_while(|&&byte| is_plain(byte))
            .count();
        if run > 0 {
            start.get_or_insert(at);
            if let Some(text) = &mut cooked {
                text.push_str(&line[at..at + run]);
            }
            at += run;
        }
        let Some(c) = line[at..].chars().next() else {
            break;
        };
        match c {
            '"' => {
                let from = *start.get_or_insert(at);
                cooked.get_or_insert_with(|| line[from..at].to_owned());
                open_quote = if open_quote.is_some() { None } else { Some(at) };
            }
            '#' if open_quote.is_none() => {
                scanned.comment = Some(offset + at..offset + line.len());
                emit(&mut start, &mut cooked, at);
                return scanned;
            }
            c if open_quote.is_none() && is_white_space(c) => emit(&mut start, &mut cooked, at),
            c => {
                start.get_or_insert(at);
                if let Some(text) = &mut cooked {
                    text.push(c);
                }
            }
        }
        at += c.len_utf8();
    }
    match open_quote {
        Some(at) => {
            scanned.tokens.clear();
            scanned.unclosed = Some(offset + at..offset + at + 1);
        }
        None => emit(&mut start, &mut cooked, line.len()),
    }
    scanned
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(line: &str) -> Vec<String> {
        scan(line, 0)
            .tokens
            .into_iter()
            .map(|token| token.text.into_owned())
            .collect()
    }

    #[test]
    fn quote_marks_toggle_anywhere_and_never_survive() {
        assert_eq!(texts("ro\"o m\" x"), ["roo m", "x"]);
        assert_eq!(texts("h:\"2400\" \"k k\":1"), ["h:2400", "k k:1"]);
        assert_eq!(texts("\" door w:900\""), [" door w:900"]);
        assert_eq!(texts("name \"\""), ["name"]);
        assert_eq!(texts("a\"\"b \"\" c"), ["ab", "c"]);
        assert_eq!(texts("name:\"\""), ["name:"]);
        assert_eq!(texts("\"a # b\""), ["a # b"]);
    }

    #[test]
    fn a_comment_needs_no_space_and_hides_quote_marks() {
        let scanned = scan("name abc#def \"ghi", 10);
        assert_eq!(scanned.tokens.len(), 2);
        assert_eq!(scanned.tokens[1].text, "abc");
        assert_eq!(scanned.tokens[1].span, 15..18);
        assert_eq!(scanned.comment, Some(18..27));
        assert_eq!(scanned.unclosed, None);
    }

    #[test]
    fn an_open_quote_is_found_where_it_opens() {
        assert_eq!(scan("name \"a\" \"b c # d", 0).unclosed, Some(9..10));
        assert!(scan("name \"a", 0).tokens.is_empty());
    }

    #[test]
    fn white_space_is_the_set_of_the_chapter() {
        assert_eq!(
            texts("a\u{3000}b\u{a0}c\u{feff}d\te\rf\u{2028}g"),
            ["a", "b", "c", "d", "e", "f", "g"]
        );
        assert_eq!(
            texts("a\u{85}b\u{180e}c\u{200b}d"),
            ["a\u{85}b\u{180e}c\u{200b}d"]
        );
    }

    #[test]
    fn spans_cover_the_quote_marks() {
        let scanned = scan("x \"a b\"c", 100);
        assert_eq!(scanned.tokens[1].text, "a bc");
        assert_eq!(scanned.tokens[1].span, 102..108);
        assert!(matches!(scanned.tokens[0].text, Cow::Borrowed("x")));
    }
}
