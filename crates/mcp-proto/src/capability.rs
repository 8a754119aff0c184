//! What a client declares that it can do (META-5, ERR-2).

use std::collections::BTreeSet;
use std::fmt;

use crate::json::{self, Object};

/// Something that a request of the server to the user or to the client's model needs (11 §3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Capability {
    /// Asking the user with a form.
    ElicitationForm,
    /// Sending the user to a page.
    ElicitationUrl,
    /// Asking the client's model.
    Sampling,
    /// Letting the client's model choose tools.
    SamplingTools,
    /// Giving the client's model more context than the messages.
    SamplingContext,
    /// Asking for the client's folders.
    Roots,
}

impl Capability {
    const ALL: [Self; 6] = [
        Self::ElicitationForm,
        Self::ElicitationUrl,
        Self::Sampling,
        Self::SamplingTools,
        Self::SamplingContext,
        Self::Roots,
    ];

    /// The member of the capabilities and the member inside it.
    fn path(self) -> (&'static str, Option<&'static str>) {
        match self {
            Self::ElicitationForm => ("elicitation", Some("form")),
            Self::ElicitationUrl => ("elicitation", Some("url")),
            Self::Sampling => ("sampling", None),
            Self::SamplingTools => ("sampling", Some("tools")),
            Self::SamplingContext => ("sampling", Some("context")),
            Self::Roots => ("roots", None),
        }
    }
}

/// A set of capabilities of a client.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClientCapabilities {
    set: BTreeSet<Capability>,
}

impl ClientCapabilities {
    /// No capability.
    pub fn none() -> Self {
        Self::default()
    }

    /// Adds one.
    #[must_use]
    pub fn with(mut self, capability: Capability) -> Self {
        self.set.insert(capability);
        self
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.set.is_empty()
    }

    /// Whether one is in the set.
    pub fn contains(&self, capability: Capability) -> bool {
        self.set.contains(&capability)
    }

    pub(crate) fn add(&mut self, capability: Capability) {
        self.set.insert(capability);
    }

    /// Those that another set lacks.
    pub(crate) fn missing_in(&self, declared: &Self) -> Self {
        Self {
            set: self.set.difference(&declared.set).copied().collect(),
        }
    }

    /// Reads declared capabilities; `None` for what is no object. A capability is declared iff
    /// its key is there with an object; everything unknown is passed over (META-5).
    pub(crate) fn read(value: &str) -> Option<Self> {
        let object = |value: Option<&str>| value.is_some_and(is_object);
        let [elicitation, sampling, roots] =
            json::texts(value, ["elicitation", "sampling", "roots"])?;
        let mut declared = Self::none();
        if let Some([form, url]) = elicitation.and_then(|it| json::texts(it, ["form", "url"])) {
            // An object with only `url` does not allow forms; an empty one does.
            if object(form) || !object(url) {
                declared.add(Capability::ElicitationForm);
            }
            if object(url) {
                declared.add(Capability::ElicitationUrl);
            }
        }
        if let Some([tools, context]) =
            sampling.and_then(|it| json::texts(it, ["tools", "context"]))
        {
            declared.add(Capability::Sampling);
            if object(tools) {
                declared.add(Capability::SamplingTools);
            }
            if object(context) {
                declared.add(Capability::SamplingContext);
            }
        }
        if object(roots) {
            declared.add(Capability::Roots);
        }
        Some(declared)
    }

    /// In the shape in which a client declares them.
    pub(crate) fn json(&self) -> String {
        let mut shape = Object::new();
        for name in ["elicitation", "sampling", "roots"] {
            let paths = self.set.iter().map(|capability| capability.path());
            let inner: Vec<_> = paths.filter(|(outer, _)| *outer == name).collect();
            if inner.is_empty() {
                continue;
            }
            let members = inner.iter().filter_map(|(_, inner)| *inner);
            let object = members.fold(Object::new(), |object, member| object.raw(member, "{}"));
            shape = shape.raw(name, &object.finish());
        }
        shape.finish()
    }
}

impl FromIterator<Capability> for ClientCapabilities {
    fn from_iter<I: IntoIterator<Item = Capability>>(capabilities: I) -> Self {
        Self {
            set: capabilities.into_iter().collect(),
        }
    }
}

impl fmt::Display for ClientCapabilities {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = Capability::ALL.iter().filter(|it| self.set.contains(it));
        for (place, capability) in names.enumerate() {
            let separator = if place == 0 { "" } else { ", " };
            match capability.path() {
                (outer, Some(inner)) => write!(f, "{separator}{outer}.{inner}")?,
                (outer, None) => write!(f, "{separator}{outer}")?,
            }
        }
        Ok(())
    }
}

fn is_object(value: &str) -> bool {
    value.starts_with('{')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<String> {
        let declared = ClientCapabilities::read(json::parse(text).unwrap().get());
        declared.map(|declared| declared.to_string())
    }

    #[test]
    fn meta5_a_capability_is_an_object_and_unknown_ones_are_passed_over() {
        for (declared, read_as) in [
            ("{}", ""),
            (r#"{"elicitation":{}}"#, "elicitation.form"),
            (r#"{"elicitation":{"form":{}}}"#, "elicitation.form"),
            (r#"{"elicitation":{"url":{}}}"#, "elicitation.url"),
            (
                r#"{"elicitation":{"url":{},"form":{"x":1}}}"#,
                "elicitation.form, elicitation.url",
            ),
            (r#"{"elicitation":true,"sampling":null,"roots":[]}"#, ""),
            (r#"{"roots":{"listChanged":true},"other":{}}"#, "roots"),
            (
                r#"{"sampling":{"tools":{},"context":1}}"#,
                "sampling, sampling.tools",
            ),
        ] {
            assert_eq!(read(declared).as_deref(), Some(read_as), "{declared}");
        }
        for other in ["null", "[]", "\"sampling\"", "true"] {
            assert_eq!(read(other), None, "{other}");
        }
    }

    #[test]
    fn err2_what_is_missing_has_the_shape_of_capabilities() {
        let needed = ClientCapabilities::from_iter([
            Capability::Roots,
            Capability::SamplingTools,
            Capability::Sampling,
            Capability::ElicitationUrl,
        ]);
        let declared = ClientCapabilities::none().with(Capability::Roots);
        assert_eq!(
            needed.missing_in(&declared).json(),
            r#"{"elicitation":{"url":{}},"sampling":{"tools":{}}}"#
        );
        assert_eq!(
            ClientCapabilities::none().with(Capability::Sampling).json(),
            r#"{"sampling":{}}"#
        );
    }
}
