//! What a program offers to be said: prompts (11 §13).

use std::future::Future;

use crate::complete::Completions;
use crate::content::{Content, Icon, Role};
use crate::context::CallContext;
use crate::erased::BoxFuture;
use crate::fault::ToolFault;
use crate::input::InputRequired;
use crate::json::{Object, list};
use crate::meta::Meta;

/// Messages that a user can ask for by name.
pub trait Prompt: Send + Sync + 'static {
    /// What it is for.
    fn description(&self) -> &str;

    /// A name for people.
    fn title(&self) -> Option<&str> {
        None
    }

    /// The arguments that it takes.
    fn arguments(&self) -> Vec<PromptArgument> {
        Vec::new()
    }

    /// Pictures for it.
    fn icons(&self) -> Vec<Icon> {
        Vec::new()
    }

    /// Keys for `_meta` of its entry in the list.
    fn meta(&self) -> Meta {
        Meta::new()
    }

    /// Ways to complete the values of its arguments.
    fn completions(&self) -> Completions {
        Completions::none()
    }

    /// Gives the messages. Required arguments are there; `async fn get(…)` is how to write it.
    ///
    /// # Errors
    /// A [`ToolFault`] when nobody who reads it could repair what is wrong.
    fn get(
        &self,
        cx: &mut CallContext,
        args: &PromptArguments,
    ) -> impl Future<Output = Result<PromptOutcome, ToolFault>> + Send;
}

/// A prompt of any type.
pub(crate) trait AnyPrompt: Send + Sync {
    fn get<'a>(
        &'a self,
        cx: &'a mut CallContext,
        args: &'a PromptArguments,
    ) -> BoxFuture<'a, Result<PromptOutcome, ToolFault>>;
}

impl<T: Prompt> AnyPrompt for T {
    fn get<'a>(
        &'a self,
        cx: &'a mut CallContext,
        args: &'a PromptArguments,
    ) -> BoxFuture<'a, Result<PromptOutcome, ToolFault>> {
        Box::pin(Prompt::get(self, cx, args))
    }
}

/// An argument of a prompt: a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PromptArgument {
    pub(crate) name: String,
    title: Option<String>,
    description: Option<String>,
    pub(crate) required: bool,
}

impl PromptArgument {
    /// An argument that may be left out.
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            title: None,
            description: None,
            required: false,
        }
    }

    /// A name for people.
    #[must_use]
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// What it means.
    #[must_use]
    pub fn description(mut self, description: impl Into<String>) -> Self {
        self.description = Some(description.into());
        self
    }

    /// It must be given.
    #[must_use]
    pub fn required(mut self) -> Self {
        self.required = true;
        self
    }

    pub(crate) fn json(&self) -> String {
        Object::new()
            .text("name", &self.name)
            .text_if("title", self.title.as_deref())
            .text_if("description", self.description.as_deref())
            .raw_if("required", self.required.then_some("true"))
            .finish()
    }
}

/// The arguments that a prompt was asked for with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PromptArguments {
    pub(crate) values: Vec<(String, String)>,
}

impl PromptArguments {
    /// The value of an argument; an empty text is one (PRM-3).
    pub fn get(&self, name: &str) -> Option<&str> {
        let found = self.values.iter().rev().find(|(known, _)| known == name);
        found.map(|(_, value)| value.as_str())
    }
}

/// What asking for a prompt ends with.
#[derive(Debug)]
pub enum PromptOutcome {
    /// The messages.
    Done(PromptResult),
    /// Something is needed from the client first (11 §19).
    NeedInput(InputRequired),
}

impl From<PromptResult> for PromptOutcome {
    fn from(result: PromptResult) -> Self {
        Self::Done(result)
    }
}

impl From<InputRequired> for PromptOutcome {
    fn from(needed: InputRequired) -> Self {
        Self::NeedInput(needed)
    }
}

/// The messages of a prompt.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PromptResult {
    description: Option<String>,
    messages: Vec<(Role, Content)>,
    pub(crate) meta: Meta,
}

impl PromptResult {
    /// No message yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// What these messages are for.
    #[must_use]
    pub fn description(mut self, description: impl Into<String>) -> Self {
        self.description = Some(description.into());
        self
    }

    /// Appends a message of the user.
    #[must_use]
    pub fn user(mut self, content: Content) -> Self {
        self.messages.push((Role::User, content));
        self
    }

    /// Appends a message of the model.
    #[must_use]
    pub fn assistant(mut self, content: Content) -> Self {
        self.messages.push((Role::Assistant, content));
        self
    }

    /// Keys for `_meta` of the result.
    #[must_use]
    pub fn meta(mut self, meta: Meta) -> Self {
        self.meta = meta;
        self
    }

    pub(crate) fn write(&self, before: Object) -> Object {
        let messages = self.messages.iter().map(|(role, content)| {
            Object::new()
                .text("role", role.name())
                .raw("content", &content.json())
                .finish()
        });
        before
            .text_if("description", self.description.as_deref())
            .raw("messages", &list(messages))
    }
}
