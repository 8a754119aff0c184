//! Templates of URIs: literal text and variables (TPL-1).

/// A template, read once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct UriTemplate {
    parts: Vec<Part>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    Literal(String),
    /// Characters other than `/`, `?`, `#`.
    Variable(String),
    /// Everything that is left, slashes included.
    Rest(String),
}

/// The values of a template's variables in a URI, percent-decoded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Variables {
    values: Vec<(String, String)>,
}

impl Variables {
    /// The value of a variable.
    pub fn get(&self, name: &str) -> Option<&str> {
        let found = self.values.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value.as_str())
    }
}

impl UriTemplate {
    /// Reads a template; the error says what is wrong with it.
    pub(crate) fn read(text: &str) -> Result<Self, String> {
        let mut parts = Vec::new();
        let mut rest = text;
        // Whether a variable stands already between the last slash and here.
        let mut taken = false;
        while let Some(start) = rest.find(['{', '}']) {
            let (literal, from) = rest.split_at(start);
            if !literal.is_empty() {
                taken = taken && !literal.contains('/');
                parts.push(Part::Literal(literal.to_owned()));
            }
            let inner = from.strip_prefix('{').and_then(|from| from.split_once('}'));
            let Some((expression, after)) = inner else {
                return Err("a brace has no partner".to_owned());
            };
            if taken {
                return Err("two variables stand between two slashes".to_owned());
            }
            let (name, is_rest) = match expression.strip_prefix('+') {
                Some(name) => (name, true),
                None => (expression, false),
            };
            let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
            if name.is_empty() || !name.bytes().all(plain) {
                return Err(format!("{{{expression}}} is no variable"));
            }
            if is_rest && !after.is_empty() {
                return Err(format!("{{{expression}}} is not the last part"));
            }
            let mut names = parts.iter().filter_map(Part::name);
            if names.any(|known| known == name) {
                return Err(format!("the variable {name} stands twice"));
            }
            parts.push(if is_rest {
                Part::Rest(name.to_owned())
            } else {
                Part::Variable(name.to_owned())
            });
            taken = true;
            rest = after;
        }
        if !rest.is_empty() {
            parts.push(Part::Literal(rest.to_owned()));
        }
        Ok(Self { parts })
    }

    /// Whether a variable has this name.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.parts
            .iter()
            .filter_map(Part::name)
            .any(|it| it == name)
    }

    /// The values of the variables in a URI that fits.
    pub(crate) fn fit(&self, uri: &str) -> Option<Variables> {
        let mut variables = Variables::default();
        let mut rest = uri;
        let mut parts = self.parts.iter().peekable();
        while let Some(part) = parts.next() {
            let (name, value) = match part {
                Part::Literal(literal) => {
                    rest = rest.strip_prefix(literal.as_str())?;
                    continue;
                }
                Part::Rest(name) => (name, std::mem::take(&mut rest)),
                Part::Variable(name) => {
                    let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
                    // One variable stands between two slashes, so it takes as much as it can.
                    let end = match parts.peek() {
                        Some(Part::Literal(next)) => {
                            let starts = rest.match_indices(next.as_str()).map(|(at, _)| at);
                            starts.take_while(|at| *at <= end).last()?
                        }
                        _ => end,
                    };
                    let (value, after) = rest.split_at_checked(end)?;
                    rest = after;
                    (name, value)
                }
            };
            if value.is_empty() {
                return None;
            }
            variables.values.push((name.clone(), decoded(value)?));
        }
        rest.is_empty().then_some(variables)
    }
}

impl Part {
    fn name(&self) -> Option<&str> {
        match self {
            Self::Literal(_) => None,
            Self::Variable(name) | Self::Rest(name) => Some(name),
        }
    }
}

/// Percent-decodes a text; `None` when what comes out is not UTF-8 or an escape is broken.
fn decoded(text: &str) -> Option<String> {
    if !text.contains('%') {
        return Some(text.to_owned());
    }
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let mut digit = || char::from(rest.next()?).to_digit(16);
        let value = digit()? << 4 | digit()?;
        bytes.push(u8::try_from(value).ok()?);
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fit(template: &str, uri: &str) -> Option<Vec<(String, String)>> {
        let template = UriTemplate::read(template).unwrap();
        template.fit(uri).map(|variables| variables.values)
    }

    fn one(name: &str, value: &str) -> Option<Vec<(String, String)>> {
        Some(vec![(name.to_owned(), value.to_owned())])
    }

    #[test]
    fn tpl1_a_variable_takes_what_is_between_slashes_decoded() {
        assert_eq!(fit("blog://posts/{id}", "blog://posts/7"), one("id", "7"));
        assert_eq!(
            fit("t://a/{id}/data", "t://a/1%2F2%20%C3%A9/data"),
            one("id", "1/2 é")
        );
        assert_eq!(fit("t://{id}.json", "t://a.json.json"), one("id", "a.json"));
        assert_eq!(fit("t://{id}?x=1", "t://a?x=1"), one("id", "a"));
        for other in [
            "blog://posts/",
            "blog://posts/7/8",
            "blog://posts/7?x",
            "blog://posts/7#x",
            "blog://posts",
            "BLOG://posts/7",
        ] {
            assert_eq!(fit("blog://posts/{id}", other), None, "{other}");
        }
        // Half an escape, and bytes that are no text.
        assert_eq!(fit("t://{id}", "t://%4"), None);
        assert_eq!(fit("t://{id}", "t://%ff"), None);
    }

    #[test]
    fn tpl1_a_rest_takes_everything_slashes_included() {
        assert_eq!(
            fit("file:///{+path}", "file:///a/b%20c"),
            one("path", "a/b c")
        );
        assert_eq!(fit("file:///{+path}", "file:///"), None);
    }

    #[test]
    fn tpl1_everything_else_is_refused() {
        for bad in [
            "t://{a}{b}",
            "t://{a}-{b}/",
            "t://{",
            "t://}",
            "t://{}",
            "t://{+a}/b",
            "t://{?a}",
            "t://{a,b}",
            "t://{a*}",
            "t://{a:3}",
            "t://{#a}",
            "t://{a}/{a}",
            "t://{/a}",
        ] {
            assert!(UriTemplate::read(bad).is_err(), "{bad}");
        }
        assert!(UriTemplate::read("t://{a}/{b_1}/c").is_ok());
    }
}
