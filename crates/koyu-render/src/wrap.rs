//! Where a text may break into lines.

use std::borrow::Cow;
use std::cell::OnceCell;

use unicode_segmentation::UnicodeSegmentation;

use crate::bidi::is_control;
use crate::lettering::{full_width, width};

/// What must not begin a line of Japanese text.
const NO_START: &str = "、。，．・：；！？）］｝」』】〉》ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ";
/// What joins the words of a label.
const DOT: &str = "·";
/// Stands for what was cut off.
const ELLIPSIS: char = '…';

/// A text and how wide it is.
#[derive(Debug)]
pub(crate) struct Measured<'t> {
    pub(crate) text: &'t str,
    /// Its width in one line, em.
    pub(crate) width: f64,
    /// Most labels fit as they are, so words are looked for only when they are asked for.
    words: OnceCell<Vec<Word>>,
}

/// What stands between two places to break.
#[derive(Clone, Copy, Debug)]
struct Word {
    start: usize,
    /// Where the space after it begins.
    end: usize,
    /// Its width without that space, em.
    wide: f64,
    /// The width of that space, em.
    gap: f64,
}

impl<'t> Measured<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        Self {
            text,
            width: width(text),
            words: OnceCell::new(),
        }
    }

    fn words(&self) -> &[Word] {
        self.words.get_or_init(|| words(self.text))
    }

    /// The width of the widest word, em.
    pub(crate) fn widest_word(&self) -> f64 {
        self.words()
            .iter()
            .fold(0.0, |most, word| most.max(word.wide))
    }

    /// The lines of the text that are at most `most` em wide; `None` if it cannot be broken so.
    /// Space at breaks is dropped. Only words wider than `whole` em may be torn apart.
    pub(crate) fn wrap(&self, most: f64, whole: f64) -> Option<Vec<&'t str>> {
        let words = self.words();
        if words.is_empty() {
            return (self.width <= most).then(|| vec![self.text]);
        }
        let mut lines = Vec::new();
        let mut line: Option<Word> = None;
        for &word in words {
            if let Some(open) = &mut line {
                let longer = open.wide + open.gap + word.wide;
                if longer <= most {
                    (open.end, open.wide, open.gap) = (word.end, longer, word.gap);
                    continue;
                }
                lines.push(&self.text[open.start..open.end]);
            }
            line = Some(if word.wide <= most {
                word
            } else if word.wide > whole {
                tear(self.text, word, most, &mut lines)?
            } else {
                return None;
            });
        }
        lines.extend(line.map(|line| &self.text[line.start..line.end]));
        let lone = lines.len() > 1 && lines.contains(&DOT);
        (!lone).then_some(lines)
    }

    /// The beginning of the text, cut off where it becomes wider than `most` em.
    pub(crate) fn cut(&self, most: f64) -> Cow<'t, str> {
        if self.width <= most {
            return Cow::Borrowed(self.text);
        }
        let free = most - width(ELLIPSIS.encode_utf8(&mut [0; 4]));
        let mut cut = String::new();
        let mut wide = 0.0;
        for (_, cluster) in clusters(self.text) {
            wide += width(cluster);
            if wide > free {
                break;
            }
            cut.push_str(cluster);
        }
        cut.truncate(cut.trim_end().len());
        cut.push(ELLIPSIS);
        Cow::Owned(cut)
    }
}

/// Breaks a word into lines, all but the last of which are full; returns the last. `None` if
/// one of its characters is too wide.
fn tear<'t>(text: &'t str, word: Word, most: f64, lines: &mut Vec<&'t str>) -> Option<Word> {
    let (mut start, mut wide) = (word.start, 0.0);
    for (at, cluster) in clusters(&text[word.start..word.end]) {
        let own = width(cluster);
        if own > most {
            return None;
        }
        if wide + own > most {
            lines.push(&text[start..word.start + at]);
            (start, wide) = (word.start + at, 0.0);
        }
        wide += own;
    }
    Some(Word {
        start,
        wide,
        ..word
    })
}

/// The characters as one sees them, each with what turns the direction after it, which has no
/// look of its own.
fn clusters(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut graphemes = text.grapheme_indices(true).peekable();
    std::iter::from_fn(move || {
        let (at, first) = graphemes.next()?;
        let mut end = at + first.len();
        while let Some((_, next)) = graphemes.next_if(|(_, next)| next.chars().all(is_control)) {
            end += next.len();
        }
        Some((at, &text[at..end]))
    })
}

fn words(text: &str) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    // What stood before the last cluster, and that cluster.
    let (mut earlier, mut last): (Option<char>, Option<char>) = (None, None);
    for (at, cluster) in clusters(text) {
        let (Some(next), Some(end)) = (cluster.chars().next(), cluster.chars().next_back()) else {
            continue;
        };
        let wide = width(cluster);
        let space = next.is_whitespace();
        match words.last_mut() {
            // Space at the beginning is nothing to keep.
            None if space => {}
            Some(word) if space => word.gap += wide,
            Some(word) if !last.is_some_and(|last| may_break(earlier, last, next)) => {
                word.wide += word.gap + wide;
                (word.end, word.gap) = (at + cluster.len(), 0.0);
            }
            _ => words.push(Word {
                start: at,
                end: at + cluster.len(),
                wide,
                gap: 0.0,
            }),
        }
        (earlier, last) = (last, Some(end));
    }
    words
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
    let hyphen = last == '-' && earlier.is_some_and(char::is_alphabetic) && next.is_alphabetic();
    hyphen
        || last.is_whitespace()
        || last == '·'
        || (next == '/' && last != '/')
        || full_width(last)
        || full_width(next)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn lines(text: &str, most: f64) -> Option<Vec<&str>> {
        Measured::new(text).wrap(most, f64::INFINITY)
    }

    fn torn(text: &str, most: f64) -> Option<Vec<&str>> {
        Measured::new(text).wrap(most, 0.0)
    }

    #[test]
    fn text_breaks_at_words_and_between_full_width_characters() {
        assert_eq!(
            lines("Void of the hall", 5.3),
            Some(vec!["Void of", "the hall"])
        );
        assert_eq!(
            lines("/L1/private/bed", 6.0),
            Some(vec!["/L1", "/private", "/bed"])
        );
        assert_eq!(lines("主寝室、南", 3.0), Some(vec!["主寝", "室、南"]));
        assert_eq!(
            lines("yard · 12.42 m2 · open", 5.6),
            Some(vec!["yard ·", "12.42 m2", "· open"])
        );
        assert_eq!(lines("semi-outdoor", 5.0), Some(vec!["semi-", "outdoor"]));
        assert_eq!(lines("Room -12", 3.3), Some(vec!["Room", "-12"]));
        assert_eq!(lines("Kitchen", 3.0), None);
        assert_eq!(torn("Kitchen", 3.4), Some(vec!["Kitch", "en"]));
        assert_eq!(lines("  ", 3.0), Some(vec!["  "]));
        assert_eq!(lines("  ", 1.0), None);
    }

    #[test]
    fn a_dot_never_has_a_line_to_itself() {
        assert_eq!(lines("aaaa · bbbb", 2.6), None);
        assert_eq!(lines("aaaa · bbbb", 4.3), Some(vec!["aaaa ·", "bbbb"]));
        assert_eq!(lines("·", 1.0), Some(vec!["·"]));
    }

    #[test]
    fn words_that_fit_are_not_torn() {
        let text = Measured::new("an extraordinarily plain name");
        assert_eq!(text.wrap(3.0, 5.0), None, "plain could stand");
        let lines = text.wrap(4.0, 5.0).unwrap();
        assert!(
            lines.contains(&"plain") && lines.contains(&"name"),
            "{lines:?}"
        );
    }

    #[test]
    fn what_is_seen_as_one_is_not_divided() {
        let family = "👨\u{200d}👩\u{200d}👧";
        let text = format!("{family}{family}e\u{301}e\u{301}");
        for line in torn(&text, 5.5).unwrap() {
            assert!(!line.starts_with(['\u{200d}', '\u{301}']), "{line:?}");
            assert!(!line.ends_with('\u{200d}'), "{line:?}");
        }
        let flags = torn("🇯🇵🇯🇵🇯🇵", 3.0).unwrap();
        assert_eq!(flags, ["🇯🇵"; 3]);
    }

    #[test]
    fn what_is_cut_off_leaves_an_ellipsis() {
        assert_eq!(Measured::new("ill").cut(1.8), "ill");
        assert_eq!(Measured::new("ill fit").cut(3.5), "ill…");
        assert_eq!(Measured::new("居間と台所").cut(3.0), "居間…");
    }

    proptest! {
        #[test]
        fn lines_fit_and_nothing_but_space_is_lost(text in "[ a-c/居・-]{0,40}", most in 1.1..9.0f64) {
            let Some(lines) = torn(&text, most) else {
                prop_assert!(text.trim().is_empty(), "{:?}", text);
                return Ok(());
            };
            let dense = |text: &str| text.split_whitespace().collect::<String>();
            prop_assert_eq!(dense(&lines.concat()), dense(&text));
            for line in lines {
                prop_assert!(width(line) <= most + 1e-9, "{:?}", line);
            }
        }
    }
}
