//! Tools that need something from the user or the client's model first.

use mcp_proto::serde_json::json;
use mcp_proto::{
    CallContext, Capability, Content, Elicited, Input, InputRequest, InputRequired, JsonObject,
    JsonSchema, McpBuilder, McpModule, Roots, Sampled, Sampling, Tool, ToolFault, ToolOutcome,
    ToolResult,
};

use crate::forms;

pub(crate) struct Tools;

impl McpModule for Tools {
    fn register(&self, builder: &mut McpBuilder) {
        for (name, needs) in [
            ("test_streaming_elicitation", Needs::Name),
            ("test_sampling", Needs::Sample),
            ("test_elicitation", Needs::User),
            ("test_elicitation_sep1034_defaults", Needs::Defaults),
            ("test_elicitation_sep1330_enums", Needs::Choices),
            ("test_input_required_result_elicitation", Needs::Name),
            ("test_input_required_result_sampling", Needs::Capital),
            ("test_input_required_result_list_roots", Needs::Roots),
            ("test_input_required_result_request_state", Needs::State),
            ("test_input_required_result_multiple_inputs", Needs::Several),
            ("test_input_required_result_multi_round", Needs::Rounds),
            ("test_input_required_result_tampered_state", Needs::State),
            (
                "test_input_required_result_capabilities",
                Needs::WhatIsThere,
            ),
        ] {
            builder.tool(name, needs);
        }
    }
}

/// What a tool needs before it can answer.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Needs {
    Name,
    Sample,
    User,
    Defaults,
    Choices,
    Capital,
    Roots,
    State,
    Several,
    Rounds,
    WhatIsThere,
}

impl Tool for Needs {
    fn description(&self) -> &str {
        match self {
            Self::Sample | Self::Capital => "Asks the client's model something.",
            Self::Roots => "Asks for the client's folders.",
            Self::Several | Self::WhatIsThere => "Asks for several things at once.",
            Self::Rounds => "Asks the user twice.",
            _ => "Asks the user something.",
        }
    }

    fn input_schema(&self) -> JsonSchema {
        match self {
            Self::Sample => JsonSchema::object()
                .string("prompt", "the question")
                .required(),
            Self::User => JsonSchema::object()
                .string("message", "what to say")
                .required(),
            _ => JsonSchema::nothing(),
        }
    }

    async fn call(
        &self,
        cx: &mut CallContext,
        args: &JsonObject,
    ) -> Result<ToolOutcome, ToolFault> {
        let said = |name| args.text(name).unwrap_or_default().into_owned();
        match self {
            Self::Name => form(cx, "user_name", forms::name(), |answer| {
                format!("Hello, {}!", filled_in(answer, "name"))
            }),
            Self::User => form(cx, "user", forms::user(&said("message")), |answer| {
                format!("User response: {}", forms::summary(answer))
            }),
            Self::Defaults => form(cx, "values", forms::defaults(), completed),
            Self::Choices => form(cx, "choices", forms::choices(), completed),
            Self::Sample => sample(cx, "sample", &said("prompt"), "LLM response: "),
            Self::Capital => sample(cx, "capital_question", "What is the capital of France?", ""),
            Self::Roots => roots(cx),
            Self::State => confirm(cx),
            Self::Several => several(cx),
            Self::Rounds => two_rounds(cx),
            Self::WhatIsThere => what_is_there(cx),
        }
    }
}

fn done(text: impl Into<String>) -> Result<ToolOutcome, ToolFault> {
    Ok(ToolResult::text(text).into())
}

fn filled_in(answer: &Elicited, name: &str) -> String {
    let content = answer.content.as_ref();
    let text = content.and_then(|content| content.text(name));
    text.unwrap_or_default().into_owned()
}

fn completed(answer: &Elicited) -> String {
    format!("Elicitation completed: {}", forms::summary(answer))
}

/// Asks one form, and says something about its answer.
fn form(
    cx: &CallContext,
    key: &str,
    request: InputRequest,
    say: impl Fn(&Elicited) -> String,
) -> Result<ToolOutcome, ToolFault> {
    match cx.input::<Elicited>(key)? {
        Input::Missing => Ok(InputRequired::new().ask(key, request).into()),
        Input::Given(answer) => done(say(&answer)),
    }
}

fn question(text: &str, max_tokens: u32) -> InputRequest {
    InputRequest::sampling(Sampling::new(max_tokens).user(Content::text(text)))
}

fn sample(cx: &CallContext, key: &str, text: &str, before: &str) -> Result<ToolOutcome, ToolFault> {
    match cx.input::<Sampled>(key)? {
        Input::Missing => Ok(InputRequired::new().ask(key, question(text, 100)).into()),
        Input::Given(answer) => done(format!("{before}{}", answer.text().unwrap_or_default())),
    }
}

fn roots(cx: &CallContext) -> Result<ToolOutcome, ToolFault> {
    match cx.input::<Roots>("client_roots")? {
        Input::Missing => {
            let needed = InputRequired::new().ask("client_roots", InputRequest::roots());
            Ok(needed.into())
        }
        Input::Given(answer) => {
            let uris: Vec<_> = answer.roots.iter().map(|root| root.uri.as_str()).collect();
            done(format!("Roots: {}", uris.join(", ")))
        }
    }
}

fn confirm(cx: &CallContext) -> Result<ToolOutcome, ToolFault> {
    match (cx.input::<Elicited>("confirm")?, cx.state::<String>()?) {
        (Input::Given(_), Some(state)) => done(format!("state-ok: {state}")),
        _ => {
            let schema = JsonSchema::object()
                .bool("ok", "whether to go on")
                .required();
            let needed = InputRequired::new()
                .ask("confirm", InputRequest::form("Please confirm", schema))
                .state(cx.seal(&"asked")?);
            Ok(needed.into())
        }
    }
}

fn several(cx: &CallContext) -> Result<ToolOutcome, ToolFault> {
    let answers = (
        cx.input::<Elicited>("user_name")?,
        cx.input::<Sampled>("greeting")?,
        cx.input::<Roots>("client_roots")?,
    );
    if let (Input::Given(name), Input::Given(greeting), Input::Given(roots)) = answers {
        return done(format!(
            "{} {} ({} roots)",
            greeting.text().unwrap_or_default(),
            filled_in(&name, "name"),
            roots.roots.len()
        ));
    }
    let needed = InputRequired::new()
        .ask("user_name", forms::name())
        .ask("greeting", question("Generate a greeting", 50))
        .ask("client_roots", InputRequest::roots())
        .state(cx.seal(&"asked")?);
    Ok(needed.into())
}

fn two_rounds(cx: &CallContext) -> Result<ToolOutcome, ToolFault> {
    let ask = |step: &str, message: &str, field: &str, state| {
        let request = forms::text(message, field, "your answer");
        let needed = InputRequired::new().ask(step, request);
        Ok(needed.state(cx.seal(&state)?).into())
    };
    let known = cx
        .state::<mcp_proto::serde_json::Value>()?
        .unwrap_or_default();
    let second = "Step 2: What is your favorite color?";
    if let Some(name) = known["name"].as_str() {
        return match cx.input::<Elicited>("step2")? {
            Input::Given(answer) => done(format!("{name} likes {}", filled_in(&answer, "color"))),
            Input::Missing => ask("step2", second, "color", json!({"name": name})),
        };
    }
    match cx.input::<Elicited>("step1")? {
        Input::Given(answer) => {
            let state = json!({"name": filled_in(&answer, "name")});
            ask("step2", second, "color", state)
        }
        Input::Missing => ask("step1", "Step 1: What is your name?", "name", json!({})),
    }
}

fn what_is_there(cx: &CallContext) -> Result<ToolOutcome, ToolFault> {
    let mut needed = InputRequired::new();
    let mut is_asked = false;
    if cx.client_supports(Capability::Sampling)
        && matches!(cx.input::<Sampled>("greeting")?, Input::Missing)
    {
        needed = needed.ask("greeting", question("Generate a greeting", 50));
        is_asked = true;
    }
    if cx.client_supports(Capability::ElicitationForm)
        && matches!(cx.input::<Elicited>("user_name")?, Input::Missing)
    {
        needed = needed.ask("user_name", forms::name());
        is_asked = true;
    }
    match is_asked {
        true => Ok(needed.into()),
        false => done("nothing more is needed"),
    }
}
