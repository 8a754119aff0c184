//! Paths of spaces and zones, and the level spans in their first segments (01 §5.6).

use std::borrow::Cow;
use std::collections::HashSet;

use crate::fault::{Fault, FaultKind, Part};
use crate::lexer::{Span, Token};

/// A path as written.
#[derive(Clone, Debug, PartialEq)]
pub struct Path<'t> {
    /// Its text.
    pub text: Cow<'t, str>,
    /// Where it stands.
    pub span: Span,
}

/// A level span as written (01 §5.6), such as `L1..L3`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct LevelSpan<'t> {
    /// The whole token.
    pub text: Cow<'t, str>,
    /// Where its second end begins in `text`.
    second: usize,
}

impl<'t> LevelSpan<'t> {
    /// A text of the shape letters digits `..` letters digits (ASCII), in full.
    pub fn from_text(text: Cow<'t, str>) -> Option<Self> {
        let dots = text.find("..")?;
        let second = dots + 2;
        (is_span_end(&text[..dots]) && is_span_end(&text[second..]))
            .then_some(Self { text, second })
    }

    /// The end written first.
    pub fn from(&self) -> &str {
        &self.text[..self.second - 2]
    }

    /// The end written second.
    pub fn to(&self) -> &str {
        &self.text[self.second..]
    }
}

/// Letters, then digits, at least one of each.
fn is_span_end(text: &str) -> bool {
    let digits = text.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    digits.len() < text.len() && !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
}

/// A token that must be a level span.
pub(crate) fn level_span<'t>(token: &Token<'t>) -> Part<LevelSpan<'t>> {
    LevelSpan::from_text(token.text.clone()).ok_or_else(|| Fault {
        kind: FaultKind::LevelSpanShape {
            token: token.text.to_string(),
        },
        span: token.span.clone(),
    })
}

impl<'t> Path<'t> {
    pub(crate) fn new(token: &Token<'t>) -> Self {
        Self {
            text: token.text.clone(),
            span: token.span.clone(),
        }
    }

    /// That it begins with `/`.
    ///
    /// # Errors
    /// [`FaultKind::NotAPath`].
    pub fn rooted(&self) -> Part<()> {
        if self.text.starts_with('/') {
            return Ok(());
        }
        let path = self.text.to_string();
        Err(Fault {
            kind: FaultKind::NotAPath { path },
            span: self.span.clone(),
        })
    }

    /// Where the first segment stands in the text: between the first and the second `/`, or to
    /// the end. `None` without any `/`.
    fn first_segment_range(&self) -> Option<Span> {
        let start = self.text.find('/')? + 1;
        let end = self.text[start..]
            .find('/')
            .map_or(self.text.len(), |length| start + length);
        Some(start..end)
    }

    /// The first segment; empty if there is none.
    pub fn first_segment(&self) -> &str {
        self.first_segment_range()
            .map_or("", |range| &self.text[range])
    }

    /// The level span that its first segment is, if it has that shape.
    pub fn level_span(&self) -> Option<LevelSpan<'t>> {
        let range = self.first_segment_range()?;
        // The cheap test first: nearly every path has no dots.
        if !self.text[range.clone()].contains("..") {
            return None;
        }
        let segment = match &self.text {
            Cow::Borrowed(text) => Cow::Borrowed(&text[range]),
            Cow::Owned(text) => Cow::Owned(text[range].to_owned()),
        };
        LevelSpan::from_text(segment)
    }

    /// The path with its first segment replaced by a level's name if that segment is a span.
    pub fn at_level(&self, level: &str) -> Cow<'_, str> {
        match self
            .first_segment_range()
            .filter(|_| self.level_span().is_some())
        {
            Some(range) => Cow::Owned(format!(
                "{}{level}{}",
                &self.text[..range.start],
                &self.text[range.end..]
            )),
            None => Cow::Borrowed(&self.text),
        }
    }
}

/// The one level span of the paths of a statement, if any.
///
/// # Errors
/// [`FaultKind::SeveralSpans`] when there are two different ones, naming all in order of first
/// appearance; the span of the fault is that of the second one's path.
pub fn common_span<'t, 'a>(
    paths: impl IntoIterator<Item = &'a Path<'t>>,
) -> Part<Option<LevelSpan<'t>>>
where
    't: 'a,
{
    let mut spans: Vec<LevelSpan<'t>> = Vec::new();
    let mut seen = HashSet::new();
    let mut place = None;
    for path in paths {
        let Some(span) = path.level_span() else {
            continue;
        };
        if seen.insert(span.clone()) {
            if spans.len() == 1 {
                place = Some(path.span.clone());
            }
            spans.push(span);
        }
    }
    match place {
        None => Ok(spans.pop()),
        Some(place) => {
            let texts: Vec<&str> = spans.iter().map(|span| &*span.text).collect();
            let kind = FaultKind::SeveralSpans {
                spans: texts.join(", "),
            };
            Err(Fault { kind, span: place })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(text: &str) -> Path<'_> {
        Path {
            text: Cow::Borrowed(text),
            span: 0..text.len(),
        }
    }

    #[test]
    fn only_a_first_segment_of_span_shape_expands() {
        assert_eq!(path("/L1..L2/a").at_level("L1"), "/L1/a");
        assert_eq!(path("/L1..L2").at_level("L1"), "/L1");
        assert_eq!(path("x/L1..L9/a").at_level("L1"), "x/L1/a");
        for literal in [
            "/L1..R/a",
            "/x/L1..L2/a",
            "//L1..L2/a",
            "/L1...L2/a",
            "/L1/a",
            "L1..L2",
            "/",
        ] {
            assert_eq!(path(literal).level_span(), None, "{literal}");
            assert_eq!(path(literal).at_level("L1"), literal);
        }
        let span = path("/Lv01..B2/a").level_span().unwrap();
        assert_eq!((span.from(), span.to()), ("Lv01", "B2"));
    }

    #[test]
    fn different_spans_on_one_line_are_named_in_order() {
        let span = |texts: &[&'static str]| {
            let paths: Vec<_> = texts.iter().map(|text| path(text)).collect();
            common_span(&paths).map(|span| span.map(|span| span.text.into_owned()))
        };
        assert_eq!(
            span(&["/a", "/L1..L2/b", "/L1..L2/c"]),
            Ok(Some("L1..L2".into()))
        );
        assert_eq!(span(&["/a", "/b"]), Ok(None));
        let kind = span(&["/L3..L4/a", "/L1..L2/b", "/L3..L4/c", "/L5..L6/d"])
            .unwrap_err()
            .kind;
        assert_eq!(
            kind,
            FaultKind::SeveralSpans {
                spans: "L3..L4, L1..L2, L5..L6".into()
            }
        );
    }
}
