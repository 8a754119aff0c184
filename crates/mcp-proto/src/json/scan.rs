//! What the reader of the grammar does not look at: depth, and halves of surrogate pairs.

use super::{Fault, any_byte};

/// How deep lists and objects may stand in each other; the outermost one counts (10 F-3).
pub const MAX_NESTING: usize = 128;

/// Looks at the depth of brackets and at the escapes of every string, keys included. Text that is
/// not JSON may pass; the grammar is checked elsewhere.
pub(super) fn scan(text: &str) -> Result<(), Fault> {
    let bytes = text.as_bytes();
    let opening = bytes.iter().filter(|byte| matches!(byte, b'{' | b'['));
    // As nearly every message is: too few brackets to be deep, and no escapes.
    if opening.count() <= MAX_NESTING && !any_byte(text, |byte| byte == b'\\') {
        return Ok(());
    }
    let mut depth = 0_usize;
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        at += 1;
        match byte {
            b'{' | b'[' => {
                depth += 1;
                if depth > MAX_NESTING {
                    return Err(Fault::TooDeep);
                }
            }
            b'}' | b']' => depth = depth.saturating_sub(1),
            b'"' => at = after_string(bytes, at)?,
            _ => {}
        }
    }
    Ok(())
}

/// The place after the closing quote of a string whose content begins at `at`.
fn after_string(bytes: &[u8], mut at: usize) -> Result<usize, Fault> {
    loop {
        match bytes.get(at) {
            Some(b'"') => return Ok(at + 1),
            Some(b'\\') => at = after_escape(bytes, at)?,
            Some(_) => at += 1,
            None => return Ok(at),
        }
    }
}

/// The place after the escape whose backslash is at `at`; after both of a surrogate pair.
fn after_escape(bytes: &[u8], at: usize) -> Result<usize, Fault> {
    match code_unit(bytes, at) {
        Some(0xD800..=0xDBFF) => match code_unit(bytes, at + 6) {
            Some(0xDC00..=0xDFFF) => Ok(at + 12),
            _ => Err(Fault::UnpairedSurrogate),
        },
        Some(0xDC00..=0xDFFF) => Err(Fault::UnpairedSurrogate),
        Some(_) => Ok(at + 6),
        None => Ok(at + 2),
    }
}

/// The UTF-16 code unit of an escape at `at`: `\u` and four hexadecimal digits.
fn code_unit(bytes: &[u8], at: usize) -> Option<u16> {
    let digits = bytes.get(at..at + 6)?.strip_prefix(b"\\u")?;
    digits.iter().try_fold(0_u16, |unit, &digit| {
        let digit = char::from(digit).to_digit(16)?;
        Some(unit << 4 | digit as u16)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depth_128_passes_and_129_does_not() {
        let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
        assert_eq!(scan(&nested(128)), Ok(()));
        assert_eq!(scan(&nested(129)), Err(Fault::TooDeep));
        assert_eq!(scan(&format!("[{},{}]", nested(127), nested(127))), Ok(()));
        let objects = |depth: usize| format!("{}1{}", "{\"a\":".repeat(depth), "}".repeat(depth));
        assert_eq!(scan(&objects(128)), Ok(()));
        assert_eq!(scan(&objects(129)), Err(Fault::TooDeep));
    }

    #[test]
    fn brackets_in_strings_are_not_depth() {
        let brackets = "[{".repeat(500);
        assert_eq!(scan(&format!(r#"["{brackets}","\"{brackets}"]"#)), Ok(()));
    }

    #[test]
    fn surrogates_come_in_pairs_in_values_and_keys_alike() {
        for good in [
            r#""\ud83d\ude00""#,
            r#""\uD83D\uDE00\ud83d\ude00""#,
            r#""\ue000\ud7ff""#,
            r#""\\ud800""#,
            r#"{"\ud83d\ude00":1}"#,
        ] {
            assert_eq!(scan(good), Ok(()), "{good}");
        }
        for bad in [
            r#""\ud800""#,
            r#""\udc00""#,
            r#""\ude00\ud83d""#,
            r#""\ud83dx\ude00""#,
            r#""\ud83d\ud83d\ude00""#,
            r#""\\\ud800""#,
            r#"{"a":{"\udfff":1}}"#,
            r#"["a",["\uDBFF"]]"#,
        ] {
            assert_eq!(scan(bad), Err(Fault::UnpairedSurrogate), "{bad}");
        }
    }

    #[test]
    fn text_cut_anywhere_is_survived() {
        let whole = r#"{"a":["\ud83d\ude00","\n"]}"#;
        for end in 0..=whole.len() {
            let cut = scan(&whole[..end]);
            assert!(matches!(cut, Ok(()) | Err(Fault::UnpairedSurrogate)));
        }
    }
}
