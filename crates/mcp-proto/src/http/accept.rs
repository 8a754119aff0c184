//! What the client sends and what it takes (HTTP-6, HTTP-7).

use http::HeaderMap;
use http::header::{ACCEPT, CONTENT_ENCODING, CONTENT_TYPE};

use super::host_origin::{Single, single};

/// HTTP-6: one JSON text in UTF-8, as it is.
pub(super) fn is_json(headers: &HeaderMap) -> bool {
    let Single::Once(value) = single(headers, &CONTENT_TYPE) else {
        return false;
    };
    let Ok(text) = value.to_str() else {
        return false;
    };
    // What nearly every client sends.
    if text == "application/json" && !headers.contains_key(CONTENT_ENCODING) {
        return true;
    }
    let mut parts = quoted_split(text, ';');
    let kind = parts.next().unwrap_or_default();
    let is_utf8 = parts.all(|parameter| match parameter.split_once('=') {
        Some((name, value)) if name.trim().eq_ignore_ascii_case("charset") => {
            value.trim().trim_matches('"').eq_ignore_ascii_case("utf-8")
        }
        _ => true,
    });
    let mut encodings = headers.get_all(CONTENT_ENCODING).iter();
    kind.trim().eq_ignore_ascii_case("application/json")
        && is_utf8
        && encodings.all(|it| it.as_bytes().eq_ignore_ascii_case(b"identity"))
}

/// HTTP-7: both forms of an answer are admitted. A missing header admits everything.
pub(super) fn admits_both(headers: &HeaderMap) -> bool {
    if !headers.contains_key(ACCEPT) {
        return true;
    }
    // What nearly every client sends.
    if let Single::Once(value) = single(headers, &ACCEPT)
        && value == "application/json, text/event-stream"
    {
        return true;
    }
    let mut ranges = Vec::new();
    for value in headers.get_all(ACCEPT) {
        let Ok(text) = value.to_str() else {
            return false;
        };
        ranges.extend(quoted_split(text, ',').filter_map(Range::read));
    }
    ["application/json", "text/event-stream"]
        .iter()
        .all(|wanted| is_admitted(&ranges, wanted))
}

/// A range of media types with its weight.
struct Range {
    /// In lower case.
    kind: String,
    is_wanted: bool,
}

impl Range {
    fn read(text: &str) -> Option<Self> {
        let mut parts = quoted_split(text, ';');
        let kind = parts.next()?.trim().to_ascii_lowercase();
        if kind.is_empty() {
            return None;
        }
        let weight = parts.find_map(|parameter| {
            let (name, value) = parameter.split_once('=')?;
            name.trim()
                .eq_ignore_ascii_case("q")
                .then(|| value.trim().to_owned())
        });
        // A weight that is no number wants nothing.
        let is_wanted = weight.is_none_or(|it| it.parse::<f64>().is_ok_and(|it| it > 0.0));
        Some(Self { kind, is_wanted })
    }
}

/// The most specific range decides; of equals, any that wants it.
fn is_admitted(ranges: &[Range], wanted: &str) -> bool {
    let (group, _) = wanted.split_once('/').unwrap_or((wanted, ""));
    for kind in [wanted.to_owned(), format!("{group}/*"), "*/*".to_owned()] {
        let mut fitting = ranges.iter().filter(|it| it.kind == kind).peekable();
        if fitting.peek().is_some() {
            return fitting.any(|it| it.is_wanted);
        }
    }
    false
}

/// Cuts a header at a character, but not inside quotes.
fn quoted_split(text: &str, at: char) -> impl Iterator<Item = &str> {
    let (mut is_quoted, mut is_escaped) = (false, false);
    text.split(move |c: char| {
        let was_escaped = std::mem::take(&mut is_escaped);
        match c {
            '\\' if is_quoted && !was_escaped => is_escaped = true,
            '"' if !was_escaped => is_quoted = !is_quoted,
            _ => {}
        }
        c == at && !is_quoted
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(http::HeaderName, &str)]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for (name, value) in pairs {
            headers.append(name, value.parse().unwrap());
        }
        headers
    }

    #[test]
    fn http6_json_in_utf8_and_not_encoded() {
        let json = |text| is_json(&headers(&[(CONTENT_TYPE, text)]));
        for good in [
            "application/json",
            "Application/JSON",
            "application/json; charset=utf-8",
            "application/json;Charset=\"UTF-8\"; x=\"a;charset=b\"",
            "application/json;",
        ] {
            assert!(json(good), "{good}");
        }
        for bad in [
            "",
            "text/plain",
            "application/json-patch+json",
            "application/x-www-form-urlencoded",
            "multipart/form-data; boundary=x",
            "application/json; charset=latin1",
            "application/json, text/plain",
            "é",
        ] {
            assert!(!json(bad), "{bad}");
        }
        assert!(!is_json(&HeaderMap::new()));
        let twice = [
            (CONTENT_TYPE, "application/json"),
            (CONTENT_TYPE, "text/plain"),
        ];
        assert!(!is_json(&headers(&twice)));
        let encoded = |with| {
            is_json(&headers(&[
                (CONTENT_TYPE, "application/json"),
                (CONTENT_ENCODING, with),
            ]))
        };
        assert!(encoded("identity") && encoded("Identity"));
        assert!(!encoded("gzip") && !encoded("gzip, identity") && !encoded("br"));
    }

    #[test]
    fn http7_each_form_by_its_most_specific_range() {
        let admits = |text| admits_both(&headers(&[(ACCEPT, text)]));
        assert!(admits_both(&HeaderMap::new()));
        for good in [
            "application/json, text/event-stream",
            "text/event-stream,application/json",
            "*/*",
            "application/*;q=0.1, text/*",
            "APPLICATION/JSON, Text/Event-Stream; q=0.001",
            "text/html, */*;q=0.5",
            "application/json;x=\"a,b;q=0\", */*",
            "text/*;q=0, text/event-stream, application/json",
        ] {
            assert!(admits(good), "{good}");
        }
        for bad in [
            "",
            "application/json",
            "text/event-stream",
            "application/json, text/event-stream;q=0",
            "application/json, text/event-stream;q=none",
            "text/event-stream;q=0, */*",
            "application/*;q=0, */*",
            "text/html",
            "application/json text/event-stream",
        ] {
            assert!(!admits(bad), "{bad}");
        }
        let two = [(ACCEPT, "application/json"), (ACCEPT, "text/event-stream")];
        assert!(admits_both(&headers(&two)));
    }
}
