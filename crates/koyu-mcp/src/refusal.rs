//! What a tool answers when it has no answer.

/// Why a question has no answer, in words for the model that asked it: it can read them and do
/// better (10 §7).
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{text}")]
pub(crate) struct Refusal {
    text: String,
}

impl Refusal {
    /// A refusal with its full text.
    pub(crate) fn new(text: impl Into<String>) -> Self {
        Self { text: text.into() }
    }
}
