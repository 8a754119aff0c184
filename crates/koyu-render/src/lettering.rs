//! How wide letters are and how far they rise.
//!
//! No font is at hand, so a width is a rule, in two parts. The written one: a full-width
//! character is 1 em, any other 0.6 em; characters that are full-width only in East Asian fonts
//! count as full-width. And a bound: where the wider ones of the usual sans-serif faces draw a
//! character wider than that, it counts as wide as they draw it. So a text may turn out narrower
//! than its width here, hardly ever wider.

use unicode_width::UnicodeWidthChar;

/// How far letters rise above their baseline, em.
pub(crate) const ASCENT: f64 = 0.85;
/// How far they reach below it, em.
pub(crate) const DESCENT: f64 = 0.2;
/// From baseline to baseline within a text, em.
pub(crate) const LEADING: f64 = 1.2;
/// Letters smaller than this are no longer read, px.
pub(crate) const LEGIBLE: f64 = 5.0;

pub(crate) fn full_width(c: char) -> bool {
    c.width_cjk() == Some(2)
}

/// The width of a character, em.
pub(crate) fn em(c: char) -> f64 {
    let written = if full_width(c) { 1.0 } else { 0.6 };
    bound(c).max(written)
}

/// The width of a text, em.
pub(crate) fn width(text: &str) -> f64 {
    text.chars().map(em).sum()
}

/// The greatest width of a character in the usual sans-serif faces, em; 0 where the written rule
/// is enough.
fn bound(c: char) -> f64 {
    match c {
        'i' | 'j' | 'l' | 'f' | 'r' | 't' | 's' | 'c' | 'k' | 'v' | 'x' | 'y' | 'z' | 'I' | 'J' => {
            0.0
        }
        'm' | 'M' | '@' | '¼' | '½' | '¾' | '©' | '®' => 1.0,
        'W' | '%' | 'Æ' | 'Œ' | 'æ' | 'œ' => 1.1,
        'w' => 0.84,
        '‰' | '‱' => 1.8,
        '#' | '+' | '<' | '=' | '>' | '^' | '~' | '&' | '¬' | '±' | '×' | '÷' | '−' => 0.84,
        'a'..='z' | '0'..='9' | '$' => 0.64,
        '\0'..='\u{7f}' if !c.is_ascii_uppercase() => 0.0,
        // Digraphs, then Cyrillic letters on a broad base.
        '\u{1c4}'..='\u{1cc}' | '\u{1f1}'..='\u{1f3}' => 1.6,
        'Ж' | 'Ш' | 'Щ' | 'Ю' | 'Ы' | 'Љ' | 'Њ' | 'Ѿ' | 'Ѹ' => 1.15,
        'ж' | 'ш' | 'щ' | 'ю' | 'ы' | 'љ' | 'њ' | 'ф' | 'м' | 'Ф' => 0.96,
        // Marks above and below letters stand in no place of their own.
        _ if c.width() == Some(0) => 0.0,
        // A formula of Arabic script as one character.
        '\u{fdfd}' => 10.0,
        '\u{fdf0}'..='\u{fdfc}' => 2.6,
        '\u{fb50}'..='\u{fdff}' => 1.5,
        '\u{600}'..='\u{8ff}' | '\u{fe70}'..='\u{feff}' => 1.0,
        '\u{590}'..='\u{5ff}' => 0.75,
        // Scripts of South and South-East Asia, and what else is not at home in Latin faces.
        '\u{900}'..='\u{1cff}' | '\u{a4d0}'..='\u{abff}' | '\u{10000}'..='\u{1efff}' => 1.0,
        '\u{1f000}'..='\u{1faff}' => 1.3,
        // Arrows, operators, figures.
        '\u{2100}'..='\u{2bff}' => 1.0,
        _ if c.is_uppercase() => 0.8,
        _ if c.is_alphabetic() => 0.66,
        _ => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn full_width_is_one_em_and_nothing_is_narrower_than_the_written_rule() {
        assert_eq!(width("居間"), 2.0);
        assert!((width("fill it") - 7.0 * 0.6).abs() < 1e-12);
        assert_eq!(width(""), 0.0);
        for c in (0..0x2_ffff).filter_map(char::from_u32) {
            let written = if full_width(c) { 1.0 } else { 0.6 };
            assert!(em(c) >= written, "{c:?}");
        }
    }

    /// Advances of DejaVu Sans and Verdana, the widest of the usual faces.
    #[test]
    fn wide_letters_count_as_wide_as_faces_draw_them() {
        let drawn = [
            ('W', 0.989),
            ('M', 0.863),
            ('m', 0.974),
            ('w', 0.818),
            ('@', 1.0),
            ('%', 1.076),
            ('O', 0.787),
            ('N', 0.748),
            ('R', 0.695),
            ('n', 0.634),
            ('8', 0.636),
            ('+', 0.838),
            ('Ä', 0.684),
            ('Œ', 1.07),
            ('Щ', 1.094),
            ('—', 1.0),
        ];
        for (c, advance) in drawn {
            assert!(em(c) >= advance, "{c} is drawn {advance} em wide");
        }
        assert!(width("MEN'S WARDROBE ROOM") > 14.0);
        assert!(em('ﷺ') > 2.0);
    }
}
