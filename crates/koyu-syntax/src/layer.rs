//! From bytes to lines (01 §1), and the lines of a layer.

use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};

use crate::context::Parent;
use crate::fault::{Fault, FaultKind, SyntaxError};
use crate::lexer::{Span, is_white_space, scan};
use crate::statements::Statement;

/// The text of one layer and where its lines are. Lines are read into statements on demand, so a
/// layer costs little more than its text.
#[derive(Clone, Debug)]
pub struct Layer {
    text: Box<str>,
    /// Where each line starts.
    starts: Vec<usize>,
}

/// One line of a layer.
#[derive(Clone, Debug)]
pub struct Line<'t> {
    /// Its number, from 1.
    pub number: u32,
    /// Where it stands, without its line end.
    pub span: Span,
    /// Whether it begins with white space (01 §3).
    pub indented: bool,
    /// Its comment, from the `#` on.
    pub comment: Option<Span>,
    /// What it says.
    pub content: Content<'t>,
}

/// What a line says.
#[derive(Clone, Debug)]
pub enum Content<'t> {
    /// Nothing: blank, a comment alone, or an empty pair of quote marks (01 §2.3).
    Nothing,
    /// A quote is left open, so the line cannot be read.
    Unclosed(Fault),
    /// A statement; its faulty parts stand in their places.
    Statement(Box<Statement<'t>>),
}

impl Layer {
    /// Reads the text of a layer. Never fails; the text is put into Unicode form NFC first, and
    /// every span counts bytes of that form.
    pub fn parse(text: &str) -> Self {
        Self::from_normalised(normalised(text))
    }

    /// Reads the bytes of a layer: ill-formed UTF-8 becomes U+FFFD, a byte order mark stays.
    pub fn from_bytes(bytes: &[u8]) -> Self {
        Self::parse(&String::from_utf8_lossy(bytes))
    }

    fn from_normalised(text: Box<str>) -> Self {
        let ends = text
            .bytes()
            .enumerate()
            .filter(|(_, byte)| *byte == b'\n')
            .map(|(at, _)| at + 1);
        let starts = std::iter::once(0).chain(ends).collect();
        Self { text, starts }
    }

    /// The normalised text that every span points into.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The number of lines, at least 1. A text that ends in a line end has a last, empty line.
    pub fn line_count(&self) -> usize {
        self.starts.len()
    }

    /// The line at `index`, counted from 0.
    pub fn line(&self, index: usize) -> Option<Line<'_>> {
        let start = *self.starts.get(index)?;
        let end = match self.starts.get(index + 1) {
            // Exactly one CR before the LF belongs to the line end.
            Some(next) => {
                let end = next - 1;
                if self.text[start..end].ends_with('\r') {
                    end - 1
                } else {
                    end
                }
            }
            None => self.text.len(),
        };
        let number = u32::try_from(index + 1).unwrap_or(u32::MAX);
        let line = &self.text[start..end];
        let indented = line.chars().next().is_some_and(is_white_space);
        let scanned = scan(line, start);
        let content = if let Some(span) = scanned.unclosed {
            Content::Unclosed(Fault {
                kind: FaultKind::UnclosedQuote,
                span,
            })
        } else {
            match Statement::read(number, indented, scanned.tokens) {
                Some(statement) => Content::Statement(Box::new(statement)),
                None => Content::Nothing,
            }
        };
        Some(Line {
            number,
            span: start..end,
            indented,
            comment: scanned.comment,
            content,
        })
    }

    /// All lines in order, blank ones and comments included.
    pub fn lines(&self) -> impl Iterator<Item = Line<'_>> {
        (0..self.line_count()).filter_map(|index| self.line(index))
    }

    /// All statements in order.
    pub fn statements(&self) -> impl Iterator<Item = Statement<'_>> {
        self.lines().filter_map(|line| match line.content {
            Content::Statement(statement) => Some(*statement),
            Content::Nothing | Content::Unclosed(_) => None,
        })
    }

    /// Every fault of form, in source order: what can be judged without the grid, the levels and
    /// the other layers. Composition stops at the first fault of form *or* meaning instead
    /// (01 §14.4).
    pub fn errors(&self) -> Vec<SyntaxError> {
        let mut errors = Vec::new();
        let mut parent = Parent::None;
        for line in self.lines() {
            let mut say = |fault: Fault| {
                errors.push(SyntaxError {
                    line: line.number,
                    fault,
                })
            };
            match line.content {
                Content::Nothing => {}
                Content::Unclosed(fault) => say(fault),
                Content::Statement(statement) => {
                    if let Err(fault) = parent.admit(&statement) {
                        say(fault);
                    } else {
                        statement.faults().into_iter().for_each(&mut say);
                    }
                    parent = parent.after(&statement);
                }
            }
        }
        errors
    }
}

fn normalised(text: &str) -> Box<str> {
    if text.is_ascii() || is_nfc_quick(text.chars()) == IsNormalized::Yes {
        return text.into();
    }
    text.nfc().collect::<String>().into_boxed_str()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keywords(layer: &Layer) -> Vec<(u32, bool, String)> {
        layer
            .statements()
            .map(|statement| {
                (
                    statement.line,
                    statement.indented,
                    statement.keyword.text.into_owned(),
                )
            })
            .collect()
    }

    #[test]
    fn lines_end_at_lf_and_crlf_only() {
        let layer = Layer::parse("name a\rname b\nx\r\ny\r\r\nz\u{85}q\u{2028}r\u{b}s");
        assert_eq!(layer.line_count(), 4);
        let first = layer.line(0).unwrap();
        let Content::Statement(statement) = first.content else {
            panic!("no statement")
        };
        assert_eq!(
            statement
                .arguments
                .iter()
                .map(|token| &*token.text)
                .collect::<Vec<_>>(),
            ["a", "name", "b"]
        );
        assert_eq!(&layer.text()[layer.line(1).unwrap().span], "x");
        assert_eq!(&layer.text()[layer.line(2).unwrap().span], "y\r");
        assert!(layer.line(4).is_none());
    }

    #[test]
    fn bytes_that_are_no_text_become_replacement_characters() {
        assert_eq!(
            Layer::from_bytes(b"a\xff\xfeb").text(),
            "a\u{fffd}\u{fffd}b"
        );
        assert_eq!(Layer::from_bytes(b"a\xe2\x82").text(), "a\u{fffd}");
    }

    #[test]
    fn text_is_normalised_before_anything_else() {
        let layer = Layer::parse("zone /a a=\u{338}b:1");
        assert_eq!(layer.text(), "zone /a a\u{2260}b:1");
        assert_eq!(Layer::parse("か\u{3099}").text(), "が");
        // NFC, not NFKC.
        assert_eq!(Layer::parse("①").text(), "①");
    }

    #[test]
    fn a_byte_order_mark_indents_the_first_line() {
        assert_eq!(
            keywords(&Layer::parse("\u{feff}koyu 1.0\nkoyu 1.0")),
            [(1, true, "koyu".to_owned()), (2, false, "koyu".to_owned())]
        );
        assert!(keywords(&Layer::parse("\u{feff}# comment")).is_empty());
    }

    #[test]
    fn any_white_space_indents_and_a_quote_mark_does_not() {
        let layer = Layer::parse("\u{3000}a\n\u{a0}b\n\tc\n\rd\n\" e\"\n  # only\n\n\"\"\nf");
        let found = keywords(&layer);
        let indented: Vec<bool> = found.iter().map(|(_, indented, _)| *indented).collect();
        assert_eq!(indented, [true, true, true, true, false, false]);
        assert_eq!(found[4].2, " e");
        assert_eq!(found[5].0, 9);
    }

    #[test]
    fn the_empty_text_has_one_empty_line() {
        let layer = Layer::parse("");
        assert_eq!(layer.lines().count(), 1);
        assert!(matches!(layer.line(0).unwrap().content, Content::Nothing));
        assert_eq!(Layer::parse("a\n").line_count(), 2);
    }
}
