//! A route as a tool (RT-1).

use super::answer::answer;
use super::method::Method;
use super::pattern::Pattern;
use super::place::place;
use crate::content::Icon;
use crate::context::CallContext;
use crate::fault::ToolFault;
use crate::object::JsonObject;
use crate::schema::JsonSchema;
use crate::tool::{Tool, ToolAnnotations, ToolOutcome, ToolResult};

/// A tool that a route of the application answers. The route is called in process, with the
/// headers of the client's own request, so who may do what is decided in one place.
///
/// Arguments named like a `{name}` of the pattern make the path; the others make the query (GET,
/// HEAD, DELETE) or the members of a JSON body (POST, PUT, PATCH).
#[derive(Clone, Debug)]
pub struct RouteTool {
    pub(super) method: Method,
    pub(super) pattern: Result<Pattern, String>,
    description: String,
    title: Option<String>,
    annotations: ToolAnnotations,
    icons: Vec<Icon>,
    scopes: Vec<&'static str>,
    input: JsonSchema,
    output: Option<JsonSchema>,
}

impl RouteTool {
    /// The route of a method and a pattern, such as `/api/posts/{id}`. Whether there is such a
    /// route is checked when the server is built (RT-3).
    pub fn of(method: Method, pattern: &str) -> Self {
        Self {
            method,
            pattern: Pattern::read(pattern)
                .map_err(|fault| format!("the pattern {pattern:?}: {fault}")),
            description: String::new(),
            title: None,
            annotations: ToolAnnotations::new(),
            icons: Vec::new(),
            scopes: Vec::new(),
            input: JsonSchema::nothing(),
            output: None,
        }
    }

    /// What the model reads: when to call the tool, what it returns, what it cannot do.
    #[must_use]
    pub fn description(mut self, text: impl Into<String>) -> Self {
        self.description = text.into();
        self
    }

    /// The arguments. Every `{name}` of the pattern should be one of them and required (RT-4).
    #[must_use]
    pub fn input(mut self, schema: JsonSchema) -> Self {
        self.input = schema;
        self
    }

    /// A name for people.
    #[must_use]
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// How it behaves.
    #[must_use]
    pub fn annotations(mut self, annotations: ToolAnnotations) -> Self {
        self.annotations = annotations;
        self
    }

    /// Pictures for it.
    #[must_use]
    pub fn icons(mut self, icons: impl IntoIterator<Item = Icon>) -> Self {
        self.icons = icons.into_iter().collect();
        self
    }

    /// The scopes that a principal needs to call it, where tokens are verified (AUTH-7).
    #[must_use]
    pub fn scopes(mut self, scopes: impl IntoIterator<Item = &'static str>) -> Self {
        self.scopes = scopes.into_iter().collect();
        self
    }

    /// What the JSON that the route answers with satisfies (TOOL-22).
    #[must_use]
    pub fn output(mut self, schema: JsonSchema) -> Self {
        self.output = Some(schema);
        self
    }
}

impl Tool for RouteTool {
    fn description(&self) -> &str {
        &self.description
    }

    fn input_schema(&self) -> JsonSchema {
        self.input.clone()
    }

    fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    fn output_schema(&self) -> Option<JsonSchema> {
        self.output.clone()
    }

    fn annotations(&self) -> ToolAnnotations {
        self.annotations.clone()
    }

    fn icons(&self) -> Vec<Icon> {
        self.icons.clone()
    }

    fn scopes(&self) -> &[&str] {
        &self.scopes
    }

    fn may_block(&self) -> bool {
        // A route is written for the threads that serve sockets: plain requests run there too.
        false
    }

    fn route(&self) -> Option<&RouteTool> {
        Some(self)
    }

    async fn call(
        &self,
        cx: &mut CallContext,
        args: &JsonObject,
    ) -> Result<ToolOutcome, ToolFault> {
        let pattern = self.pattern.as_ref().map_err(ToolFault::new)?;
        let request = match place(self.method, pattern, args) {
            Ok(request) => request,
            Err(why) => return Ok(ToolResult::error(why).into()),
        };
        let path = request.path.clone();
        let answered = cx.dispatcher().call(cx, request).await;
        let limit = cx.core.options.route_body_limit;
        let log = |text: &str| {
            cx.diagnose(&format!("{} {path} answered {text}", self.method));
        };
        Ok(answer(answered, limit, log)?.into())
    }
}
