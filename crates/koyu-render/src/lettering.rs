//! How wide text is and where it may break.
//!
//! No font is at hand, so a width is a rule: a full-width character is 1 em, any other 0.6 em.
//! Characters that are full-width only in East Asian fonts count as full-width: a text may turn
//! out narrower than the rule says, hardly ever wider.

use unicode_width::UnicodeWidthChar;

/// How far letters rise above their baseline, em.
pub(crate) const ASCENT: f64 = 0.85;
/// How far they reach below it, em.
pub(crate) const DESCENT: f64 = 0.2;
/// From baseline to baseline within a text, em.
pub(crate) const LEADING: f64 = 1.2;

/// What must not begin a line of Japanese text.
const NO_START: &str = "、。，．・：；！？）］｝」』】〉》ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ";

fn full_width(c: char) -> bool {
    c.width_cjk() == Some(2)
}

fn em(c: char) -> f64 {
    if full_width(c) { 1.0 } else { 0.6 }
}

/// The width of a text, em.
pub(crate) fn width(text: &str) -> f64 {
    text.chars().map(em).sum()
}

/// Where a text may break.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Breaks {
    /// After spaces and middle dots, before slashes, between full-width characters.
    Words,
    /// Anywhere, where words are too long.
    Letters,
}

/// Whether a line may begin with `next` after `last`, before which stands `earlier`.
fn may_break(earlier: Option<char>, last: char, next: char) -> bool {
    if NO_START.contains(next) {
        return false;
    }
    // A number and its unit stay together.
    let number = earlier.is_some_and(|c| c.is_ascii_digit());
    if number && last.is_whitespace() && next.is_alphabetic() {
        return false;
    }
    last.is_whitespace()
        || last == '·'
        || (next == '/' && last != '/')
        || full_width(last)
        || full_width(next)
}

/// The lines of a text that are at most `most` em wide; `None` if it cannot be broken so.
/// Spaces at breaks are dropped.
pub(crate) fn wrap(text: &str, most: f64, breaks: Breaks) -> Option<Vec<&str>> {
    let mut lines = Vec::new();
    let (mut start, mut wide) = (0, 0.0);
    // The last place to break, and the width of what stands before it.
    let mut candidate: Option<(usize, f64)> = None;
    let (mut earlier, mut last): (Option<char>, Option<char>) = (None, None);
    for (at, c) in text.char_indices() {
        if let Some(last) = last
            && at > start
            && may_break(earlier, last, c)
        {
            candidate = Some((at, wide));
        }
        // A space may hang over the end of its line.
        if wide + em(c) > most && !c.is_whitespace() {
            let (cut, before) = match candidate {
                Some(found) => found,
                None if breaks == Breaks::Letters && at > start => (at, wide),
                None => return None,
            };
            lines.push(text[start..cut].trim());
            (start, wide, candidate) = (cut, wide - before, None);
            if wide + em(c) > most && (breaks == Breaks::Words || em(c) > most) {
                return None;
            }
            if wide + em(c) > most {
                lines.push(text[start..at].trim());
                (start, wide) = (at, 0.0);
            }
        }
        wide += em(c);
        (earlier, last) = (last, Some(c));
    }
    lines.push(text[start..].trim());
    lines.retain(|line| !line.is_empty());
    Some(lines)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn full_width_is_one_em() {
        assert_eq!(width("居間"), 2.0);
        assert!((width("room") - 2.4).abs() < 1e-12);
        assert_eq!(width(""), 0.0);
    }

    #[test]
    fn text_breaks_at_words_and_between_full_width_characters() {
        let lines = |text, most| wrap(text, most, Breaks::Words);
        assert_eq!(
            lines("Void of the hall", 5.0),
            Some(vec!["Void of", "the hall"])
        );
        assert_eq!(
            lines("/L1/private/bed", 6.0),
            Some(vec!["/L1", "/private", "/bed"])
        );
        assert_eq!(lines("主寝室、南", 3.0), Some(vec!["主寝", "室、南"]));
        assert_eq!(
            lines("yard · 12.42 m2 · open", 5.0),
            Some(vec!["yard ·", "12.42 m2", "· open"])
        );
        assert_eq!(lines("Kitchen", 3.0), None);
        assert_eq!(
            wrap("Kitchen", 3.0, Breaks::Letters),
            Some(vec!["Kitch", "en"])
        );
        assert_eq!(lines("  ", 3.0), Some(vec![]));
    }

    proptest! {
        #[test]
        fn lines_fit_and_nothing_but_space_is_lost(text in "[ a-c/居・-]{0,40}", most in 1.0..9.0f64) {
            let lines = wrap(&text, most, Breaks::Letters).unwrap();
            let dense = |text: &str| text.split_whitespace().collect::<String>();
            prop_assert_eq!(dense(&lines.concat()), dense(&text));
            for line in lines {
                prop_assert!(width(line) <= most + 1e-9, "{:?}", line);
            }
        }
    }
}
