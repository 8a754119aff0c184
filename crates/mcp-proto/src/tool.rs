//! What a program offers to be called: a tool.

use serde_json::value::RawValue;

use crate::json;
use crate::schema::JsonSchema;

/// Something that a client can call by name.
pub trait Tool: Send + Sync {
    /// Read by a language model, not by a programmer: when to call the tool, what it returns, and
    /// what it cannot do.
    fn description(&self) -> &str;

    /// The arguments that it takes.
    fn input_schema(&self) -> JsonSchema;

    /// Answers one call with a text.
    ///
    /// # Errors
    /// A [`ToolFault`] is a successful response that says what went wrong (10 §7). A panic is
    /// answered as an internal error of this tool and ends nothing.
    fn call(&self, arguments: &Arguments<'_>) -> Result<String, ToolFault>;
}

/// The arguments of a call. They are not checked against the tool's schema (10 §5).
#[derive(Clone, Copy, Debug, Default)]
pub struct Arguments<'a> {
    value: Option<&'a RawValue>,
}

impl<'a> Arguments<'a> {
    /// The member `arguments` of a call; a value that is not an object has no members.
    pub fn new(value: Option<&'a RawValue>) -> Self {
        Self { value }
    }

    /// The argument as the client wrote it; `None` when it is absent.
    pub fn get(&self, name: &str) -> Option<&'a RawValue> {
        let [found] = json::members(self.value?, [name])?;
        found
    }
}

/// What goes wrong inside a tool, in words for the model that called it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{text}")]
pub struct ToolFault {
    text: String,
}

impl ToolFault {
    /// A fault with its full text.
    pub fn new(text: impl Into<String>) -> Self {
        Self { text: text.into() }
    }
}
