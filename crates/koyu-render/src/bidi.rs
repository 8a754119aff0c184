//! Characters that turn the direction of writing (Unicode Annex 9) stay within their text.

use std::borrow::Cow;

/// Ends an embedding or an override.
const POP: char = '\u{202c}';
/// Ends an isolate.
const POP_ISOLATE: char = '\u{2069}';
/// Stands for a letter that is written from left to right.
const LEFT_TO_RIGHT: char = '\u{200e}';

/// Whether a character only turns the direction.
pub(crate) fn is_control(c: char) -> bool {
    matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{200e}' | '\u{200f}')
}

/// A text with everything closed that it leaves open, so that words after it keep their order.
pub(crate) fn closed(text: &str) -> Cow<'_, str> {
    let mut open = Vec::new();
    for c in text.chars() {
        match c {
            '\u{202a}' | '\u{202b}' | '\u{202d}' | '\u{202e}' => open.push(POP),
            '\u{2066}'..='\u{2068}' => open.push(POP_ISOLATE),
            POP if open.last() == Some(&POP) => {
                open.pop();
            }
            // The end of an isolate ends what was opened within it.
            POP_ISOLATE => {
                if let Some(at) = open.iter().rposition(|&end| end == POP_ISOLATE) {
                    open.truncate(at);
                }
            }
            _ => {}
        }
    }
    if open.is_empty() {
        return Cow::Borrowed(text);
    }
    // Numbers and signs take the direction of what stands before them, though it is closed.
    let mark = open.contains(&POP).then_some(LEFT_TO_RIGHT);
    let ends = open.into_iter().rev().chain(mark);
    Cow::Owned(text.chars().chain(ends).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_text_opens_it_closes() {
        for (text, ends) in [
            ("\u{202e}abc", "\u{202c}\u{200e}"),
            ("\u{202e}abc\u{202c}", ""),
            ("\u{2067}a\u{202a}b", "\u{202c}\u{2069}\u{200e}"),
            ("\u{2067}a", "\u{2069}"),
            ("\u{2067}a\u{202a}b\u{2069}", ""),
            // Nothing is closed across an isolate.
            ("\u{202e}a\u{2068}b\u{202c}", "\u{2069}\u{202c}\u{200e}"),
            ("\u{202c}\u{2069}مرحبا", ""),
        ] {
            assert_eq!(closed(text), format!("{text}{ends}"));
        }
        assert!(matches!(closed("שלום"), Cow::Borrowed(_)));
    }
}
