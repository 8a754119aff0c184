//! What the twelve tools have in common: each is a question, put to a building and answered with
//! one value or one text.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use koyu_model::json;
use mcp_proto::{
    CallContext, Era, JsonObject, JsonSchema, RawValue, Tool, ToolAnnotations, ToolFault,
    ToolOutcome, ToolResult,
};
use serde::Serialize;

use crate::refusal::Refusal;
use crate::workspace::Workspace;

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

    /// The shape of the answer (07, the section of the tool); none for an answer that is no JSON.
    ///
    /// Numbers that come from the text of a building can be `null`: what lies beyond the doubles
    /// is written so (03 §5).
    fn answers(&self) -> Option<JsonSchema>;

    /// How the tool behaves: it reads the files of a building and nothing else.
    fn behaviour(&self) -> ToolAnnotations {
        ToolAnnotations::new().read_only(true).open_world(false)
    }

    /// Answers it.
    ///
    /// # Errors
    /// What the model can read and repair (10 §7).
    fn ask(&self, workspace: &Workspace, arguments: &JsonObject) -> Result<Answer, Refusal>;
}

/// An answer, as the text that clients of both eras get.
#[derive(Clone, Debug)]
pub(crate) enum Answer {
    /// A value, written as JSON with the indent of 07 §1.3.
    Value(String),
    /// A text that is no JSON.
    Text(String),
}

impl Answer {
    /// A value.
    pub(crate) fn of(value: &(impl Serialize + ?Sized)) -> Self {
        Self::Value(json::to_string(value, INDENT))
    }

    /// A value that is written with that indent already.
    pub(crate) fn of_json(json: String) -> Self {
        Self::Value(json)
    }

    /// A text.
    pub(crate) fn of_text(text: String) -> Self {
        Self::Text(text)
    }

    /// Its text.
    pub(crate) fn text(&self) -> &str {
        match self {
            Self::Value(text) | Self::Text(text) => text,
        }
    }

    /// The result for a client: the text, and for the current era the value beside it (TOOL-24).
    fn result(self, era: Era) -> Result<ToolResult, ToolFault> {
        match (self, era) {
            // The legacy dialect has no place for the value, and a building may be large.
            (Self::Text(text), _) | (Self::Value(text), Era::Legacy) => Ok(ToolResult::text(text)),
            (Self::Value(text), Era::Modern) => {
                // The same JSON without white space: no number is spelled in two ways.
                let fault = |fault: &dyn std::error::Error| ToolFault::new(fault.to_string());
                let value = mcp_proto::json::parse(&text).map_err(|it| fault(&it))?;
                let value = RawValue::from_string(mcp_proto::json::compact(value))
                    .map_err(|it| fault(&it))?;
                Ok(ToolResult::structured_with_text(value, text))
            }
        }
    }
}

/// A question as a tool of the protocol.
pub(super) struct Asked<Q> {
    question: Q,
    workspace: Arc<Workspace>,
}

impl<Q: Question> Asked<Q> {
    /// A question about the buildings of a workspace.
    pub(super) fn of(question: Q, workspace: &Arc<Workspace>) -> Self {
        Self {
            question,
            workspace: Arc::clone(workspace),
        }
    }
}

impl<Q: Question> Tool for Asked<Q> {
    fn title(&self) -> Option<&str> {
        Some(self.question.title())
    }

    fn description(&self) -> &str {
        self.question.description()
    }

    fn input_schema(&self) -> JsonSchema {
        self.question.arguments()
    }

    fn output_schema(&self) -> Option<JsonSchema> {
        self.question.answers()
    }

    fn annotations(&self) -> ToolAnnotations {
        self.question.behaviour()
    }

    async fn call(
        &self,
        cx: &mut CallContext,
        arguments: &JsonObject,
    ) -> Result<ToolOutcome, ToolFault> {
        // A panic is a result too, in both eras (10 §7). What is kept between calls
        // is whole or not there, so nothing half done is looked at again; the details go to standard error by the hook.
        let answer = catch_unwind(AssertUnwindSafe(|| {
            self.question.ask(&self.workspace, arguments)
        }));
        let result = match answer {
            Ok(Ok(answer)) => answer.result(cx.era())?,
            Ok(Err(refusal)) => ToolResult::error(refusal.to_string()),
            Err(_) => {
                let name = cx.name();
                ToolResult::error(format!("An internal error occurred in the tool {name}"))
            }
        };
        Ok(result.into())
    }
}

#[cfg(test)]
mod tests {
    use mcp_proto::McpServer;

    use super::*;

    struct Panics;

    impl Question for Panics {
        fn title(&self) -> &'static str {
            "Panics"
        }

        fn description(&self) -> &'static str {
            "Panics whenever it is asked"
        }

        fn answers(&self) -> Option<JsonSchema> {
            None
        }

        fn ask(&self, _: &Workspace, _: &JsonObject) -> Result<Answer, Refusal> {
            std::panic::panic_any("a fault of the program")
        }
    }

    // TOOL-24
    #[tokio::test]
    async fn a_panic_is_an_error_of_the_tool_in_both_eras() {
        let server = McpServer::builder("koyu", "0")
            .tool("panics", Asked::of(Panics, &Arc::default()))
            .validate_input(false)
            .legacy_profile(mcp_proto::LegacyProfile::Koyu)
            .build()
            .unwrap();
        let content = r#""content":[{"type":"text","text":"An internal error occurred in the tool panics"}],"isError":true"#;
        for meta in [
            "{}",
            r#"{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}"#,
        ] {
            let call = format!(
                r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"_meta":{meta},"name":"panics"}}}}"#
            );
            let answers = server.answer(call.as_bytes()).await.unwrap();
            assert_eq!(answers.len(), 1);
            assert!(answers[0].contains(content), "{answers:?}");
        }
    }
}
