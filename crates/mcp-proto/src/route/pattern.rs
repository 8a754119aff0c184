//! Patterns of paths: `/api/posts/{id}` (11 §11.1).

/// A pattern that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pattern {
    text: String,
    segments: Vec<Segment>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Segment {
    Literal(String),
    /// `{name}`: one whole segment, never empty.
    Parameter(String),
    /// `{*name}`: everything that is left.
    Rest(String),
}

impl Pattern {
    /// Reads a pattern.
    ///
    /// # Errors
    /// In words, why it is none.
    pub(crate) fn read(text: &str) -> Result<Self, String> {
        let Some(path) = text.strip_prefix('/') else {
            return Err("the pattern does not start with /".to_owned());
        };
        let written: Vec<_> = path.split('/').collect();
        let mut segments = Vec::with_capacity(written.len());
        for (place, segment) in written.iter().enumerate() {
            let is_last = place + 1 == written.len();
            segments.push(Segment::read(segment, is_last)?);
        }
        let names: Vec<_> = segments.iter().filter_map(Segment::name).collect();
        for (place, name) in names.iter().enumerate() {
            if names.iter().take(place).any(|earlier| earlier == name) {
                return Err(format!("the parameter {name} stands twice"));
            }
        }
        Ok(Self {
            text: text.to_owned(),
            segments,
        })
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// The names of the parameters, in order.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.segments.iter().filter_map(Segment::name)
    }

    /// The name of a last `{*name}`.
    pub(super) fn rest(&self) -> Option<&str> {
        match self.segments.last() {
            Some(Segment::Rest(name)) => Some(name),
            _ => None,
        }
    }

    /// The pattern without the names of its parameters: two patterns of one shape match the same
    /// paths.
    pub(crate) fn shape(&self) -> String {
        self.write(|segment| match segment {
            Segment::Literal(text) => text.as_str(),
            Segment::Parameter(_) => "{}",
            Segment::Rest(_) => "{*}",
        })
    }

    /// Whether this pattern takes a whole rest where another one, equal up to there, takes one
    /// segment: a router that looks at one segment at a time cannot have both.
    #[cfg(feature = "http")]
    pub(crate) fn has_rest_beside_parameter(&self, other: &Self) -> bool {
        let Some((Segment::Rest(_), before)) = self.segments.split_last() else {
            return false;
        };
        let alike = |(here, there): (&Segment, &Segment)| match (here, there) {
            (Segment::Literal(here), Segment::Literal(there)) => here == there,
            (Segment::Parameter(_), Segment::Parameter(_)) => true,
            _ => false,
        };
        matches!(
            other.segments.get(before.len()),
            Some(Segment::Parameter(_))
        ) && before.iter().zip(&other.segments).all(alike)
    }

    /// A path of the pattern: each parameter stands for what `value` gives for its name.
    ///
    /// # Errors
    /// That of `value`.
    pub(super) fn path<E>(
        &self,
        mut value: impl FnMut(&str) -> Result<String, E>,
    ) -> Result<String, E> {
        let mut path = String::with_capacity(self.text.len());
        for segment in &self.segments {
            path.push('/');
            match segment {
                Segment::Literal(text) => path.push_str(text),
                Segment::Parameter(name) | Segment::Rest(name) => path.push_str(&value(name)?),
            }
        }
        Ok(path)
    }

    fn write<'a>(&'a self, part: impl Fn(&'a Segment) -> &'a str) -> String {
        self.segments
            .iter()
            .flat_map(|segment| ["/", part(segment)])
            .collect()
    }
}

impl Segment {
    fn read(text: &str, is_last: bool) -> Result<Self, String> {
        let inner = text
            .strip_prefix('{')
            .and_then(|rest| rest.strip_suffix('}'));
        if let Some(inner) = inner {
            return match inner.strip_prefix('*') {
                Some(name) if !is_name(name) => Err(format!("{text} names no parameter")),
                Some(_) if !is_last => Err(format!("{text} is not the last segment")),
                Some(name) => Ok(Self::Rest(name.to_owned())),
                None if is_name(inner) => Ok(Self::Parameter(inner.to_owned())),
                None => Err(format!("{text} names no parameter")),
            };
        }
        if text.is_empty() && !is_last {
            return Err("a segment is empty".to_owned());
        }
        if matches!(text, "." | "..") {
            return Err(format!("no client asks for a segment {text}"));
        }
        if !is_literal(text) {
            return Err(format!(
                "the segment {text} holds what does not stand in a path; parameters are whole \
                 segments, and other text is percent-encoded"
            ));
        }
        Ok(Self::Literal(text.to_owned()))
    }

    fn name(&self) -> Option<&str> {
        match self {
            Self::Literal(_) => None,
            Self::Parameter(name) | Self::Rest(name) => Some(name),
        }
    }
}

fn is_name(text: &str) -> bool {
    let mut bytes = text.bytes();
    bytes
        .next()
        .is_some_and(|first| first.is_ascii_alphabetic() || first == b'_')
        && bytes.all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// Whether a text is a segment of a path as requests carry it (RFC 3986 §3.3).
fn is_literal(text: &str) -> bool {
    let mut rest = text.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        rest = match (byte, after) {
            (b'%', [high, low, after @ ..])
                if high.is_ascii_hexdigit() && low.is_ascii_hexdigit() =>
            {
                after
            }
            (b'%', _) => return false,
            _ if byte.is_ascii_alphanumeric() || b"-._~!$&'()*+,;=:@".contains(&byte) => after,
            _ => return false,
        };
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_are_literals_parameters_and_one_rest() {
        for good in [
            "/",
            "/a",
            "/a/",
            "/a/{id}",
            "/{_a1}/b/{c}",
            "/files/{*path}",
            "/a%20b/c:d@e",
        ] {
            assert!(Pattern::read(good).is_ok(), "{good}");
        }
        for bad in [
            "",
            "a",
            "//a",
            "/a//b",
            "/{}",
            "/{1a}",
            "/{a-b}",
            "/{é}",
            "/x{a}",
            "/{a}x",
            "/{a}{b}",
            "/{a",
            "/a}",
            "/{*}",
            "/{*a}/b",
            "/{a}/{a}",
            "/{a}/{*a}",
            "/a b",
            "/é",
            "/a%2",
            "/a?b",
            "/a#b",
            "/./a",
            "/a/..",
            "/{{a}}",
            "/:a\\",
        ] {
            assert!(Pattern::read(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn patterns_of_one_shape_differ_in_names_only() {
        let shape = |text| Pattern::read(text).unwrap().shape();
        assert_eq!(shape("/a/{x}/{*y}"), shape("/a/{y}/{*x}"));
        assert_ne!(shape("/a/{x}"), shape("/a/{*x}"));
        assert_ne!(shape("/a/{x}"), shape("/a/x"));
        assert_ne!(shape("/a"), shape("/a/"));
    }
}
