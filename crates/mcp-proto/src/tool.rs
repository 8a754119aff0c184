//! What a program offers to be called: a tool, and what it returns (11 §10).

use std::future::Future;

use serde::Serialize;

use crate::capability::ClientCapabilities;
use crate::content::{Content, Icon};
use crate::context::CallContext;
use crate::erased::BoxFuture;
use crate::fault::ToolFault;
use crate::input::InputRequired;
use crate::json::Object;
use crate::meta::{Meta, MetaError};
use crate::object::JsonObject;
#[cfg(feature = "routes")]
use crate::route::RouteTool;
use crate::schema::JsonSchema;

/// Room for the names of members around the content of a result, and for some escapes, in bytes.
const ROOM: usize = 256;

/// Something that a client can call by name.
pub trait Tool: Send + Sync + 'static {
    /// Read by a language model, not by a programmer: when to call the tool, what it returns, and
    /// what it cannot do (REG-8).
    fn description(&self) -> &str;

    /// The arguments that it takes: none unless said otherwise.
    fn input_schema(&self) -> JsonSchema {
        JsonSchema::nothing()
    }

    /// A name for people.
    fn title(&self) -> Option<&str> {
        None
    }

    /// What the structured content of its results satisfies (TOOL-22).
    fn output_schema(&self) -> Option<JsonSchema> {
        None
    }

    /// How it behaves.
    fn annotations(&self) -> ToolAnnotations {
        ToolAnnotations::default()
    }

    /// Pictures for it.
    fn icons(&self) -> Vec<Icon> {
        Vec::new()
    }

    /// What the client must be able to do, or the call is refused before it begins (TOOL-12).
    fn requires(&self) -> ClientCapabilities {
        ClientCapabilities::none()
    }

    /// The scopes that a principal needs to call it, where tokens are verified (AUTH-7).
    fn scopes(&self) -> &[&str] {
        &[]
    }

    /// Whether a call may hold its thread: it computes for long, or waits without `await`. Such
    /// tools get a thread for each call, and it is safe to leave it so. A tool that says no runs
    /// over HTTP where sockets are served, which spares it two changes of thread.
    fn may_block(&self) -> bool {
        true
    }

    /// Keys for `_meta` of its entry in the list.
    fn meta(&self) -> Meta {
        Meta::new()
    }

    /// The route of the application that answers it, if one does. It is checked when the server
    /// is built (RT-2…4).
    #[cfg(feature = "routes")]
    fn route(&self) -> Option<&RouteTool> {
        None
    }

    /// Answers one call. `async fn call(…)` is how to write it.
    ///
    /// # Errors
    /// A [`ToolFault`] when nobody who reads it could repair what is wrong. What the model can
    /// read and repair is [`ToolResult::error`].
    fn call(
        &self,
        cx: &mut CallContext,
        args: &JsonObject,
    ) -> impl Future<Output = Result<ToolOutcome, ToolFault>> + Send;
}

/// A tool of any type.
pub(crate) trait AnyTool: Send + Sync {
    fn call<'a>(
        &'a self,
        cx: &'a mut CallContext,
        args: &'a JsonObject,
    ) -> BoxFuture<'a, Result<ToolOutcome, ToolFault>>;
}

impl<T: Tool> AnyTool for T {
    fn call<'a>(
        &'a self,
        cx: &'a mut CallContext,
        args: &'a JsonObject,
    ) -> BoxFuture<'a, Result<ToolOutcome, ToolFault>> {
        Box::pin(Tool::call(self, cx, args))
    }
}

/// How a tool behaves, as hints for the client (TOOL-4). What is not said has the default of the
/// protocol: not read-only, destructive, not idempotent, open.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ToolAnnotations {
    title: Option<String>,
    read_only: Option<bool>,
    destructive: Option<bool>,
    idempotent: Option<bool>,
    open_world: Option<bool>,
}

impl ToolAnnotations {
    /// Nothing said.
    pub fn new() -> Self {
        Self::default()
    }

    /// A name for people; the entry's own title goes before it.
    #[must_use]
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// Whether it changes nothing.
    #[must_use]
    pub fn read_only(mut self, hint: bool) -> Self {
        self.read_only = Some(hint);
        self
    }

    /// Whether what it changes may be lost.
    #[must_use]
    pub fn destructive(mut self, hint: bool) -> Self {
        self.destructive = Some(hint);
        self
    }

    /// Whether calling it again with the same arguments changes nothing more.
    #[must_use]
    pub fn idempotent(mut self, hint: bool) -> Self {
        self.idempotent = Some(hint);
        self
    }

    /// Whether it deals with things outside a closed world: the web does, a memory does not.
    #[must_use]
    pub fn open_world(mut self, hint: bool) -> Self {
        self.open_world = Some(hint);
        self
    }

    /// As JSON; `None` when nothing is said.
    pub(crate) fn json(&self) -> Option<String> {
        let hint = |hint: Option<bool>| hint.map(|hint| if hint { "true" } else { "false" });
        let object = Object::new()
            .text_if("title", self.title.as_deref())
            .raw_if("readOnlyHint", hint(self.read_only))
            .raw_if("destructiveHint", hint(self.destructive))
            .raw_if("idempotentHint", hint(self.idempotent))
            .raw_if("openWorldHint", hint(self.open_world));
        (!object.is_empty()).then(|| object.finish())
    }
}

/// What a call ends with.
#[derive(Debug)]
pub enum ToolOutcome {
    /// The result.
    Done(ToolResult),
    /// Something is needed from the client first (11 §19).
    NeedInput(InputRequired),
}

impl From<ToolResult> for ToolOutcome {
    fn from(result: ToolResult) -> Self {
        Self::Done(result)
    }
}

impl From<InputRequired> for ToolOutcome {
    fn from(needed: InputRequired) -> Self {
        Self::NeedInput(needed)
    }
}

/// The result of a call: blocks of content, perhaps structured content beside them.
#[derive(Clone, Debug, Default)]
pub struct ToolResult {
    content: Vec<Content>,
    /// JSON, or why the value is not JSON.
    structured: Option<Result<String, String>>,
    /// Whether the structured content was checked when it was made.
    is_checked: bool,
    is_error: bool,
    meta: Meta,
}

impl ToolResult {
    /// A result without content.
    pub fn empty() -> Self {
        Self::default()
    }

    /// A text.
    pub fn text(text: impl Into<String>) -> Self {
        Self::empty().content(Content::text(text))
    }

    /// What went wrong, in words for the model, which can then do better.
    pub fn error(text: impl Into<String>) -> Self {
        Self {
            is_error: true,
            ..Self::text(text)
        }
    }

    /// A value, with the same as compact JSON for clients that read text only (TOOL-23).
    pub fn structured(value: impl Serialize) -> Self {
        let json = serde_json::to_string(&value).map_err(|error| error.to_string());
        let text = json.clone().unwrap_or_default();
        Self {
            structured: Some(json),
            ..Self::text(text)
        }
    }

    /// A value, with a text of its own.
    pub fn structured_with_text(value: impl Serialize, text: impl Into<String>) -> Self {
        Self {
            structured: Some(serde_json::to_string(&value).map_err(|error| error.to_string())),
            ..Self::text(text)
        }
    }

    /// A value that was read as JSON and is compact, with a text of its own.
    #[cfg(feature = "routes")]
    pub(crate) fn checked_json_with_text(json: String, text: impl Into<String>) -> Self {
        Self {
            structured: Some(Ok(json)),
            is_checked: true,
            ..Self::text(text)
        }
    }

    /// Appends a block.
    #[must_use]
    pub fn content(mut self, block: Content) -> Self {
        self.content.push(block);
        self
    }

    /// Adds a key to `_meta`.
    ///
    /// # Errors
    /// The key does not belong there (META-6).
    pub fn meta(mut self, key: &str, value: impl Serialize) -> Result<Self, MetaError> {
        self.meta = self.meta.with(key, value)?;
        Ok(self)
    }

    /// Whether it says what went wrong.
    pub fn is_error(&self) -> bool {
        self.is_error
    }

    pub(crate) fn structured_json(&self) -> Option<&Result<String, String>> {
        self.structured.as_ref()
    }

    /// Whether the structured content is known to be JSON that can be sent.
    pub(crate) fn is_checked(&self) -> bool {
        self.is_checked
    }

    pub(crate) fn result_meta(&self) -> &Meta {
        &self.meta
    }

    /// The members of the result without `_meta`, in the order of TOOL-20, after those of `before`.
    pub(crate) fn write(&self, before: Object, with_structured: bool) -> Object {
        let structured = self.structured.as_ref().and_then(|json| json.as_ref().ok());
        let structured = structured.filter(|_| with_structured);
        let size = self.content.iter().map(Content::size).sum::<usize>();
        before
            .room(ROOM + size + structured.map_or(0, String::len))
            .objects("content", &self.content, Content::write)
            .raw_if("structuredContent", structured.map(String::as_str))
            .raw_if("isError", self.is_error.then_some("true"))
    }
}
