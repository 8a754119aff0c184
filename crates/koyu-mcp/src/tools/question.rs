//! What the twelve tools have in common: each is a question, put to a building and answered with
//! one value.

use std::panic::{AssertUnwindSafe, catch_unwind};

use koyu_model::json;
use mcp_proto::{
    CallContext, JsonObject, JsonSchema, RawValue, Tool, ToolAnnotations, ToolFault, ToolOutcome,
    ToolResult,
};
use serde::Serialize;

/// How every result but a drawing is indented (07 §1.3).
const INDENT: &str = " ";

/// A tool of koyu.
pub(super) trait Question: Send + Sync + 'static {
    /// A name for people.
    fn title(&self) -> &'static str;

    /// For the model: when to ask, what comes back, what it cannot do.
    fn description(&self) -> &'static str;

    /// The arguments. They are published, not enforced: the question checks its own (07 §1.2).
    fn arguments(&self) -> JsonSchema {
        super::file_argument()
    }

    /// What the answer satisfies, unless it is no JSON.
    fn answers(&self) -> Option<JsonSchema>;

    /// How the tool behaves: it reads the files of a building and nothing else.
    fn behaviour(&self) -> ToolAnnotations {
        ToolAnnotations::new().read_only(true).open_world(false)
    }

    /// Answers it.
    ///
    /// # Errors
    /// What the model can read and repair (10 §7).
    fn ask(&self, arguments: &JsonObject) -> Result<Answer, Refusal>;
}

/// An answer, written once: the text of both eras, and the value of the current one.
pub(super) struct Answer(ToolResult);

impl Answer {
    /// A value. Its text is indented; its structured content is the same value.
    pub(super) fn of(value: &(impl Serialize + ?Sized)) -> Result<Self, Refusal> {
        Self::of_json(json::to_string(value, INDENT))
    }

    /// A value that is JSON text already.
    pub(super) fn of_json(text: String) -> Result<Self, Refusal> {
        // The same text without white space: no number is spelled in two ways.
        let value = mcp_proto::json::parse(&text)
            .ok()
            .and_then(|value| RawValue::from_string(mcp_proto::json::compact(value)).ok());
        match value {
            Some(value) => Ok(Self(ToolResult::structured_with_text(value, text))),
            None => Err(Refusal::new("The answer is nested too deeply to be sent")),
        }
    }
}

/// Why a question has no answer, in words for the model that asked it.
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

/// A question as a tool of the protocol.
pub(super) struct Asked<Q>(pub(super) Q);

impl<Q: Question> Tool for Asked<Q> {
    fn title(&self) -> Option<&str> {
        Some(self.0.title())
    }

    fn description(&self) -> &str {
        self.0.description()
    }

    fn input_schema(&self) -> JsonSchema {
        self.0.arguments()
    }

    fn output_schema(&self) -> Option<JsonSchema> {
        self.0.answers()
    }

    fn annotations(&self) -> ToolAnnotations {
        self.0.behaviour()
    }

    async fn call(
        &self,
        cx: &mut CallContext,
        arguments: &JsonObject,
    ) -> Result<ToolOutcome, ToolFault> {
        // A panic is a result too, in both eras (10 §7). A question keeps nothing between calls,
        // so nothing half done is looked at again; the details go to standard error by the hook.
        let answer = catch_unwind(AssertUnwindSafe(|| self.0.ask(arguments)));
        let result = match answer {
            Ok(Ok(Answer(result))) => result,
            Ok(Err(refusal)) => ToolResult::error(refusal.to_string()),
            Err(_) => {
                let name = cx.name();
                ToolResult::error(format!("An internal error occurred in the tool {name}"))
            }
        };
        Ok(result.into())
    }
}
