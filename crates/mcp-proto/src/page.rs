//! Lists in pages, with cursors that nobody but this process can make (11 §15).

use std::ops::Range;

use serde_json::value::RawValue;

use crate::fault::RpcError;
use crate::json;
use crate::seal::{self, Seal};

/// A page: which entries, and what leads to the next one.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Page {
    pub(crate) entries: Range<usize>,
    pub(crate) next: Option<String>,
}

/// The page of a list that a cursor asks for; the first one without a cursor.
pub(crate) fn page(
    seal: &Seal,
    method: &str,
    size: usize,
    length: usize,
    cursor: Option<&RawValue>,
) -> Result<Page, RpcError> {
    let start = match cursor {
        None => 0,
        Some(cursor) => json::text(cursor)
            .and_then(|cursor| offset(seal, method, &cursor))
            .filter(|offset| (1..length).contains(offset))
            // Never the first page instead: the client would read the same page for ever.
            .ok_or_else(|| RpcError::invalid_params("Unreadable cursor"))?,
    };
    let end = start.saturating_add(size).min(length);
    Ok(Page {
        entries: start..end,
        next: (end < length).then(|| cursor_to(seal, method, end)),
    })
}

fn cursor_to(seal: &Seal, method: &str, offset: usize) -> String {
    let text = format!("v1:{method}:{offset}:");
    let tag = seal.short_tag(text.as_bytes());
    seal::encode(format!("{text}{tag}").as_bytes())
}

fn offset(seal: &Seal, method: &str, cursor: &str) -> Option<usize> {
    let text = String::from_utf8(seal::decode(cursor)?).ok()?;
    let (signed, tag) = text.split_at_checked(text.rfind(':')? + 1)?;
    if !seal.holds_short(signed.as_bytes(), tag) {
        return None;
    }
    let offset = signed
        .strip_prefix("v1:")?
        .strip_prefix(method)?
        .strip_prefix(':')?
        .strip_suffix(':')?;
    offset.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seal() -> Seal {
        Seal::new(&[7; 32]).unwrap()
    }

    fn pages(size: usize, length: usize) -> Vec<(usize, usize)> {
        let mut all = Vec::new();
        let mut cursor: Option<Box<RawValue>> = None;
        loop {
            let page = page(&seal(), "m", size, length, cursor.as_deref()).unwrap();
            all.push((page.entries.start, page.entries.end));
            match page.next {
                Some(next) => cursor = Some(RawValue::from_string(json::quoted(&next)).unwrap()),
                None => return all,
            }
        }
    }

    #[test]
    fn page1_page2_pages_are_full_and_the_last_has_no_cursor() {
        assert_eq!(pages(100, 0), [(0, 0)]);
        assert_eq!(pages(100, 99), [(0, 99)]);
        assert_eq!(pages(100, 100), [(0, 100)]);
        assert_eq!(pages(100, 101), [(0, 100), (100, 101)]);
        assert_eq!(pages(100, 250), [(0, 100), (100, 200), (200, 250)]);
        assert_eq!(pages(1, 3), [(0, 1), (1, 2), (2, 3)]);
    }

    #[test]
    fn page3_the_form_of_a_cursor() {
        let text = String::from_utf8(seal::decode(&cursor_to(&seal(), "tools/list", 100)).unwrap());
        let text = text.unwrap();
        let tag = text.strip_prefix("v1:tools/list:100:").unwrap();
        assert!(tag.len() == 16 && tag.bytes().all(|byte| byte.is_ascii_hexdigit()));
    }

    #[test]
    fn page4_page6_no_other_cursor_is_readable() {
        let good = cursor_to(&seal(), "m", 2);
        let signed = |text: &str| {
            let tag = seal().short_tag(text.as_bytes());
            json::quoted(&seal::encode(format!("{text}{tag}").as_bytes()))
        };
        let other_key = cursor_to(&Seal::new(&[8; 32]).unwrap(), "m", 2);
        let altered: String = good.chars().rev().collect();
        for bad in [
            "null".to_owned(),
            "2".to_owned(),
            "{}".to_owned(),
            "\"\"".to_owned(),
            "\"bm90IG1pbmU\"".to_owned(),
            "\"é\"".to_owned(),
            json::quoted(&other_key),
            json::quoted(&altered),
            json::quoted(&format!("{good}=")),
            json::quoted(&good[..good.len() - 1]),
            json::quoted(&cursor_to(&seal(), "n", 2)),
            signed("v1:m:0:"),
            signed("v1:m:3:"),
            signed("v1:m:-1:"),
            signed("v1:m:99999999999999999999999:"),
            signed("v2:m:2:"),
            signed("v1:m:2"),
        ] {
            let cursor = RawValue::from_string(bad.clone()).unwrap();
            let error = page(&seal(), "m", 2, 3, Some(&cursor)).unwrap_err();
            assert_eq!(error.code, -32602, "{bad}");
        }
        let cursor = RawValue::from_string(json::quoted(&good)).unwrap();
        assert_eq!(
            page(&seal(), "m", 2, 3, Some(&cursor)).unwrap().entries,
            2..3
        );
    }
}
