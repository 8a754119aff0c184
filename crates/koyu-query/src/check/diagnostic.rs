//! The diagnostic record (06 §1).

use koyu_model::ComposeError;
use serde::Serialize;

use super::table::{Code, Severity};

/// A line of a layer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Position {
    /// The line, from 1.
    pub line: u32,
    /// The key of the layer; `None` for a bare text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
}

impl Position {
    /// How a message spells a position (06 §4.1).
    pub(super) fn spelled(&self) -> String {
        match self.file.as_deref() {
            Some(file) if !file.is_empty() => format!("{file}:line {}", self.line),
            _ => format!("line {}", self.line),
        }
    }
}

/// One finding. The order of the fields is the order of the JSON keys; what is absent is left out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Diagnostic {
    /// What was found.
    pub code: Code,
    /// The severity of the code.
    pub severity: Severity,
    /// What is wrong and what would mend it; its wording is no contract.
    pub message: String,
    /// The line of the declaration blamed, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// The key of the layer of that line, or of the owner of what stands there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The paths of the elements concerned (06 §1.3).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub path: Vec<String>,
    /// Other declarations that take part.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub related: Vec<Position>,
}

impl Diagnostic {
    /// A finding about nothing in particular yet.
    pub(super) fn new(code: Code, message: String) -> Self {
        Self {
            code,
            severity: code.severity(),
            message,
            line: None,
            file: None,
            path: Vec::new(),
            related: Vec::new(),
        }
    }

    pub(super) fn at(mut self, position: Option<Position>) -> Self {
        if let Some(Position { line, file }) = position {
            self.line = Some(line);
            self.file = file;
        }
        self
    }

    pub(super) fn path(mut self, path: Vec<String>) -> Self {
        self.path = path;
        self
    }

    pub(super) fn related(mut self, related: impl IntoIterator<Item = Position>) -> Self {
        self.related.extend(related);
        self
    }

    /// The one finding about a text that does not become a model: SYN01 (06 §5).
    pub fn unread(error: &ComposeError) -> Self {
        Self {
            line: (error.line > 0).then_some(error.line),
            file: error.file.clone(),
            ..Self::new(Code::Syn01, error.fault.to_string())
        }
    }

    /// The finding as one line of the lists `errors` and `warnings` (06 §4.1).
    pub fn text(&self) -> String {
        let Some(line) = self.line else {
            return self.message.clone();
        };
        match self.file.as_deref() {
            Some(file) if !file.is_empty() => format!("{file}:line {line}: {}", self.message),
            _ => format!("line {line}: {}", self.message),
        }
    }
}
