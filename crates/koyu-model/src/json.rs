//! JSON text as koyu writes it (03 §5): the spacing, and the spelling of numbers and strings.
//!
//! This is the one writer of JSON: canonical documents, sort keys and the results of tools.

use std::io::{self, Write};

use koyu_syntax::number_text;
use serde::Serialize;
use serde_json::ser::{CompactFormatter, Formatter, PrettyFormatter};

/// A value as JSON, one member a line, indented by `indent` a level, without a final newline.
/// Numbers that are not finite are `null`.
pub fn to_string<T: Serialize + ?Sized>(value: &T, indent: &str) -> String {
    write(value, PrettyFormatter::with_indent(indent.as_bytes()))
}

/// A value as JSON without any white space.
pub(crate) fn to_compact_string<T: Serialize + ?Sized>(value: &T) -> String {
    write(value, CompactFormatter)
}

fn write<T: Serialize + ?Sized>(value: &T, layout: impl Formatter) -> String {
    let mut text = Vec::with_capacity(128);
    let mut serializer = serde_json::Serializer::with_formatter(&mut text, Numbers(layout));
    // Writing to memory cannot fail, and the keys of everything that is written are text.
    let written = value.serialize(&mut serializer);
    debug_assert!(written.is_ok(), "{written:?}");
    String::from_utf8(text).unwrap_or_default()
}

/// A layout with numbers spelled as in 03 §5.
struct Numbers<F>(F);

/// Hands the parts of a layout on to the layout inside.
macro_rules! hand_on {
    ($($part:ident($($argument:ident: $type:ty),*)),+ $(,)?) => {
        $(fn $part<W: ?Sized + Write>(&mut self, writer: &mut W $(, $argument: $type)*) -> io::Result<()> {
            self.0.$part(writer $(, $argument)*)
        })+
    };
}

impl<F: Formatter> Formatter for Numbers<F> {
    fn write_f64<W: ?Sized + Write>(&mut self, writer: &mut W, value: f64) -> io::Result<()> {
        if value.fract() == 0.0 && value.abs() < 1e21 && value != 0.0 {
            // What `number_text` gives, without a text of its own.
            return write!(writer, "{value}");
        }
        writer.write_all(number_text(value).as_bytes())
    }

    hand_on! {
        begin_array(),
        end_array(),
        begin_array_value(first: bool),
        end_array_value(),
        begin_object(),
        end_object(),
        begin_object_key(first: bool),
        end_object_key(),
        begin_object_value(),
        end_object_value(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn strings_are_escaped_as_in_03_5() {
        let text = "\"\\/\u{8}\t\n\u{c}\r\u{1}\u{1f}\u{7f}\u{2028}é";
        assert_eq!(
            to_compact_string(text),
            "\"\\\"\\\\/\\b\\t\\n\\f\\r\\u0001\\u001f\u{7f}\u{2028}é\""
        );
    }

    #[test]
    fn numbers_are_never_written_with_a_needless_point() {
        assert_eq!(
            to_compact_string(&[1.0, -0.0, 0.5, 1e21, f64::INFINITY]),
            "[1,0,0.5,1e+21,null]"
        );
    }

    #[test]
    fn members_stand_one_a_line_and_empty_ones_closed() {
        let value = json!({"a": [1, "x"], "b": {}, "c": []});
        assert_eq!(
            to_string(&value, " "),
            "{\n \"a\": [\n  1,\n  \"x\"\n ],\n \"b\": {},\n \"c\": []\n}"
        );
    }
}
