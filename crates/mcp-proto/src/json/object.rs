//! Writing an object member by member, in the order of the calls.

use std::fmt::Write as _;

use serde::Serialize;

use super::any_byte;

/// An object under way. Its text is compact (10 F-8).
#[derive(Debug)]
pub(crate) struct Object {
    text: String,
}

impl Object {
    pub(crate) fn new() -> Self {
        // Room for a few members: most objects are small.
        let mut text = String::with_capacity(128);
        text.push('{');
        Self { text }
    }

    /// Adds a member whose value is JSON already.
    pub(crate) fn raw(mut self, key: &str, json: &str) -> Self {
        // After a member stands its value, which ends otherwise.
        if !self.text.ends_with('{') {
            self.text.push(',');
        }
        push_quoted(&mut self.text, key);
        self.text.push(':');
        self.text.push_str(json);
        self
    }

    /// Adds a member that is a list of objects, each of which `write` fills in place.
    pub(crate) fn objects<T>(
        self,
        key: &str,
        items: impl IntoIterator<Item = T>,
        write: impl Fn(T, Self) -> Self,
    ) -> Self {
        let mut list = self.raw(key, "[");
        for (place, item) in items.into_iter().enumerate() {
            list.text.push_str(if place == 0 { "{" } else { ",{" });
            list = write(item, list);
            list.text.push('}');
        }
        list.text.push(']');
        list
    }

    /// Makes room for so many bytes more.
    pub(crate) fn room(mut self, bytes: usize) -> Self {
        self.text.reserve(bytes);
        self
    }

    /// Adds members that are written already, with commas between them.
    pub(crate) fn members(mut self, members: &str) -> Self {
        if !self.is_empty() && !members.is_empty() {
            self.text.push(',');
        }
        self.text.push_str(members);
        self
    }

    /// Adds a member that is a text.
    pub(crate) fn text(self, key: &str, value: &str) -> Self {
        let mut object = self.raw(key, "");
        push_quoted(&mut object.text, value);
        object
    }

    /// Adds a member that is a text, if there is one (RES-4).
    pub(crate) fn text_if(self, key: &str, value: Option<&str>) -> Self {
        match value {
            Some(value) => self.text(key, value),
            None => self,
        }
    }

    /// Adds a member whose value is JSON already, if there is one (RES-4).
    pub(crate) fn raw_if(self, key: &str, json: Option<&str>) -> Self {
        match json {
            Some(json) => self.raw(key, json),
            None => self,
        }
    }

    /// Adds a member of plain data: numbers, truth values, lists of them.
    pub(crate) fn plain(self, key: &str, value: &impl Serialize) -> Self {
        // Plain data is always JSON; the fallback only spares a panic.
        let json = serde_json::to_string(value).unwrap_or_else(|_| "null".to_owned());
        self.raw(key, &json)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.text.ends_with('{')
    }

    pub(crate) fn finish(mut self) -> String {
        self.text.push('}');
        self.text
    }
}

/// A text as a JSON string.
pub(crate) fn quoted(text: &str) -> String {
    let mut written = String::with_capacity(text.len() + 2);
    push_quoted(&mut written, text);
    written
}

/// Appends a text as a JSON string, with the escapes of 10 F-8.
fn push_quoted(written: &mut String, text: &str) {
    let is_escaped = |byte: u8| byte < b' ' || byte == b'"' || byte == b'\\';
    written.reserve(text.len() + 2);
    written.push('"');
    let mut rest = text;
    // Most texts hold nothing to escape, which is seen faster than where it would be.
    if any_byte(text, is_escaped) {
        while let Some(place) = rest.bytes().position(is_escaped)
            && let Some((plain, after)) = rest.split_at_checked(place)
            && let Some((escaped, after)) = after.split_at_checked(1)
        {
            written.push_str(plain);
            push_escape(written, escaped);
            rest = after;
        }
    }
    written.push_str(rest);
    written.push('"');
}

/// Appends one of the characters that are escaped.
fn push_escape(written: &mut String, escaped: &str) {
    let short = match escaped {
        "\"" => "\\\"",
        "\\" => "\\\\",
        "\u{8}" => "\\b",
        "\t" => "\\t",
        "\n" => "\\n",
        "\u{c}" => "\\f",
        "\r" => "\\r",
        other => {
            for byte in other.bytes() {
                // Writing to a text never fails.
                let _ = write!(written, "\\u{byte:04x}");
            }
            return;
        }
    };
    written.push_str(short);
}

/// A list of values that are JSON already.
pub(crate) fn list<T: AsRef<str>>(items: impl IntoIterator<Item = T>) -> String {
    let mut text = String::from("[");
    for item in items {
        if text.len() > 1 {
            text.push(',');
        }
        text.push_str(item.as_ref());
    }
    text.push(']');
    text
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// Every text is written as the library would.
        #[test]
        fn texts_are_quoted_with_the_shortest_escapes(text in "[\u{0}-\u{2f}\\\\a\u{7f}é\u{2028}🏡]{0,40}") {
            prop_assert_eq!(quoted(&text), serde_json::to_string(&text).unwrap());
        }
    }

    #[test]
    fn members_stand_in_the_order_of_the_calls_and_absent_ones_do_not() {
        let object = Object::new()
            .text("z", "é\n")
            .raw("a", &list(["1", "null"]))
            .text_if("b", None)
            .raw_if("c", None)
            .objects("o", [1, 2], |it, object| {
                object.plain("i", &it).text("t", "x")
            })
            .objects("e", [(); 0], |(), object| object)
            .objects("n", [()], |(), object| object)
            .plain("d\"", &0.5);
        assert_eq!(
            object.finish(),
            r#"{"z":"é\n","a":[1,null],"o":[{"i":1,"t":"x"},{"i":2,"t":"x"}],"e":[],"n":[{}],"d\"":0.5}"#
        );
        assert_eq!(Object::new().finish(), "{}");
    }
}
