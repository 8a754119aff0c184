//! A server of many small tools, a few resources and prompts.

use mcp_proto::{
    Annotations, CallContext, Capability, ClientCapabilities, Completions, Content, Elicited, Icon,
    Input, InputRequest, InputRequired, JsonObject, JsonSchema, LogLevel, McpBuilder, McpServer,
    Meta, Prompt, PromptArgument, PromptArguments, PromptOutcome, PromptResult, Resource,
    ResourceContents, ResourceLink, ResourceOutcome, ResourceRead, ResourceTemplate, Role, Roots,
    Sampled, Sampling, Tool, ToolAnnotations, ToolFault, ToolOutcome, ToolResult, Variables,
};
use serde_json::json;

/// A tool that does what its name says.
pub(crate) struct Does(pub(crate) &'static str);

/// The form of the tool `ask`.
fn name_form() -> JsonSchema {
    JsonSchema::object()
        .string("name", "your name")
        .min(2)
        .required()
}

impl Tool for Does {
    fn description(&self) -> &str {
        "Does what its name says"
    }

    fn title(&self) -> Option<&str> {
        (self.0 == "full").then_some("Full")
    }

    fn input_schema(&self) -> JsonSchema {
        match self.0 {
            "echo" => JsonSchema::object()
                .string("text", "what to say")
                .required(),
            "page" => JsonSchema::object()
                .integer("page", "page number, from 1")
                .min(1)
                .default(1),
            "loose" | "rounds" | "ask" => JsonSchema::object(),
            _ => JsonSchema::nothing(),
        }
    }

    fn output_schema(&self) -> Option<JsonSchema> {
        let sum = || JsonSchema::object().integer("sum", "the sum").required();
        match self.0 {
            "full" | "sum" | "broken" | "promised" | "excused" => Some(sum()),
            "list" => Some(JsonSchema::list(JsonSchema::of_string("a text"))),
            _ => None,
        }
    }

    fn annotations(&self) -> ToolAnnotations {
        match self.0 {
            "full" => ToolAnnotations::new()
                .title("Short")
                .read_only(true)
                .destructive(false)
                .idempotent(true)
                .open_world(false),
            _ => ToolAnnotations::new(),
        }
    }

    fn icons(&self) -> Vec<Icon> {
        match self.0 {
            "full" => vec![
                Icon::new("https://example.com/a.png")
                    .mime_type("image/png")
                    .sizes(["48x48", "any"])
                    .for_dark(),
                Icon::new("data:image/png;base64,AA==").for_light(),
            ],
            _ => Vec::new(),
        }
    }

    fn requires(&self) -> ClientCapabilities {
        match self.0 {
            "needs" => ClientCapabilities::none()
                .with(Capability::Sampling)
                .with(Capability::ElicitationUrl),
            _ => ClientCapabilities::none(),
        }
    }

    fn meta(&self) -> Meta {
        match self.0 {
            "full" => Meta::new().with("com.example/kind", "full").unwrap(),
            _ => Meta::new(),
        }
    }

    async fn call(
        &self,
        cx: &mut CallContext,
        args: &JsonObject,
    ) -> Result<ToolOutcome, ToolFault> {
        let done = || Ok(ToolResult::text("done").into());
        Ok(match self.0 {
            "echo" => ToolResult::text(args.text("text").unwrap_or_default()).into(),
            "page" | "loose" => ToolResult::text(args.as_raw().get()).into(),
            "full" | "sum" => ToolResult::structured(json!({"sum": 3, "a": [1.5, null]})).into(),
            "list" => ToolResult::structured(["a", "b"]).into(),
            "null" => ToolResult::structured(json!(null)).into(),
            "scalar" => ToolResult::structured(1.5).into(),
            "own-text" => ToolResult::structured_with_text(json!({"a": 1}), "one").into(),
            "empty" => ToolResult::empty().into(),
            "broken" => ToolResult::structured(json!({"sum": "three"})).into(),
            "promised" => ToolResult::text("no structured content").into(),
            "excused" => ToolResult::error("not now").into(),
            "refuse" => ToolResult::error("Atlantis is not a city this server knows").into(),
            "fail" => return Err(ToolFault::new("secret: the storage is down")),
            "own-code" => return Err(ToolFault::application(17, "no more paper")),
            "their-code" => return Err(ToolFault::application(-32042, "secret")),
            "panic" => panic!("secret: as told"),
            "deep" => ToolResult::structured(nested(200)).into(),
            "nested-100" => ToolResult::structured(nested(100)).into(),
            "marked" => ToolResult::text("done").meta("com.example/mark", 1)?.into(),
            "mark-reserved" => {
                let key = "io.modelcontextprotocol/serverInfo";
                ToolResult::text("done").meta(key, "me")?.into()
            }
            "blocks" => blocks().into(),
            "progress" => {
                for value in [0.0, 0.5, 0.5, 0.25, f64::NAN, f64::INFINITY, 2.0] {
                    cx.progress(value, Some(2.0), Some("going")).await;
                }
                return done();
            }
            "log" => {
                cx.log(LogLevel::Debug, None, "quiet").await;
                cx.log(LogLevel::Warning, Some("db"), json!({"rows": 1}))
                    .await;
                cx.log(LogLevel::Emergency, None, "loud").await;
                return done();
            }
            "log-much" => {
                for number in 0..1000 {
                    cx.log(LogLevel::Error, None, number).await;
                }
                return done();
            }
            "wait" => {
                cx.cancelled().await;
                // Suppressed, as is the answer.
                cx.progress(1.0, None, None).await;
                return done();
            }
            "hang" => std::future::pending().await,
            "trace" => {
                let trace = cx.meta().get("traceparent").map(|it| it.get().to_owned());
                ToolResult::text(trace.unwrap_or_default()).into()
            }
            "can" => ToolResult::structured(json!({
                "form": cx.client_supports(Capability::ElicitationForm),
                "url": cx.client_supports(Capability::ElicitationUrl),
                "sampling": cx.client_supports(Capability::Sampling),
                "tools": cx.client_supports(Capability::SamplingTools),
                "context": cx.client_supports(Capability::SamplingContext),
                "roots": cx.client_supports(Capability::Roots),
            }))
            .into(),
            "needs" => return done(),
            "ask" => match cx.form("name", &name_form())? {
                Input::Missing => InputRequired::new()
                    .ask(
                        "name",
                        InputRequest::form("What is your name?", name_form()),
                    )
                    .into(),
                Input::Given(Elicited { action, content }) => {
                    let name = content.and_then(|it| it.text("name").map(Into::into));
                    let name: String = name.unwrap_or_default();
                    ToolResult::text(format!("{}: {name}", action.name())).into()
                }
            },
            "ask-all" => match cx.input::<Sampled>("sample")? {
                Input::Missing => InputRequired::new()
                    .ask("page", InputRequest::url("Sign in", "https://example.com"))
                    .ask("sample", InputRequest::sampling(sampling()))
                    .ask("folders", InputRequest::roots())
                    .state(cx.seal(&"asked")?)
                    .into(),
                Input::Given(sampled) => {
                    let Input::Given(roots) = cx.input::<Roots>("folders")? else {
                        return Ok(ToolResult::text("no folders").into());
                    };
                    let text = sampled.text().unwrap_or_default();
                    let uri = roots.roots.first().map(|root| root.uri.clone());
                    ToolResult::text(format!("{text} {}", uri.unwrap_or_default())).into()
                }
            },
            "ask-nothing" => InputRequired::new().into(),
            "ask-badly" => InputRequired::new()
                .ask(
                    "x",
                    InputRequest::form("?", JsonSchema::object().any("x", "anything")),
                )
                .into(),
            "rounds" => match cx.state::<u32>()?.unwrap_or(0) {
                round @ 0..2 => InputRequired::new().state(cx.seal(&(round + 1))?).into(),
                round => ToolResult::text(format!("round {round}")).into(),
            },
            other => return Err(ToolFault::new(format!("{other} does nothing"))),
        })
    }
}

fn nested(depth: usize) -> serde_json::Value {
    (0..depth).fold(json!(1), |inner, _| json!([inner]))
}

fn sampling() -> Sampling {
    Sampling::new(100)
        .user(Content::text("What is the capital of France?"))
        .assistant(Content::text("Which one?"))
        .system_prompt("Be short")
        .model_preferences(json!({"speedPriority": 1}))
        .include_context("none")
        .temperature(0.5)
        .stop_sequences(&["\n"])
        .metadata(json!({"a": 1}))
}

fn blocks() -> ToolResult {
    let hints = Annotations::new()
        .audience([Role::User, Role::Assistant])
        .priority(0.5)
        .last_modified("2026-07-28T00:00:00Z");
    let link = ResourceLink::new("t://a", "a")
        .title("A")
        .description("The first")
        .mime_type("text/plain")
        .size(7)
        .icons([Icon::new("https://example.com/a.png")]);
    ToolResult::empty()
        .content(Content::text("one").annotations(hints))
        .content(Content::image([1, 2, 3, 4], "image/png"))
        .content(Content::audio([], "audio/wav"))
        .content(Content::link(link))
        .content(Content::resource(
            ResourceContents::text("two")
                .uri("t://b")
                .mime_type("text/plain"),
        ))
        .content(
            Content::resource(ResourceContents::blob([255]).uri("t://c"))
                .meta(Meta::new().with("com.example/x", 1).unwrap()),
        )
}

/// A resource that says a text, fails, panics, or is not there.
pub(crate) struct Says(pub(crate) &'static str);

impl Resource for Says {
    fn mime_type(&self) -> Option<&str> {
        Some("text/plain")
    }

    fn description(&self) -> Option<&str> {
        (self.0 == "full").then_some("Everything set")
    }

    fn title(&self) -> Option<&str> {
        (self.0 == "full").then_some("Full")
    }

    fn size(&self) -> Option<u64> {
        (self.0 == "full").then_some(4)
    }

    fn annotations(&self) -> Option<Annotations> {
        (self.0 == "full").then(|| Annotations::new().priority(2.0))
    }

    fn meta(&self) -> Meta {
        Meta::new()
    }

    async fn read(&self, cx: &mut CallContext) -> Result<ResourceOutcome, ToolFault> {
        Ok(match self.0 {
            "nothing" => ResourceRead::new([]).into(),
            "gone" => ResourceOutcome::NotFound,
            "fail" => return Err(ToolFault::new("secret")),
            "panic" => panic!("secret"),
            "blob" => ResourceContents::blob([1]).into(),
            "kept" => ResourceRead::new([
                ResourceContents::text("a").mime_type("text/plain"),
                ResourceContents::text("b").uri("t://other"),
            ])
            .cache(
                std::time::Duration::from_secs(60),
                mcp_proto::CacheScope::Public,
            )
            .meta(Meta::new().with("com.example/x", 1)?)
            .into(),
            "ask" => match cx.input::<Roots>("roots")? {
                Input::Missing => InputRequired::new()
                    .ask("roots", InputRequest::roots())
                    .into(),
                Input::Given(roots) => {
                    ResourceContents::text(format!("{} roots", roots.roots.len())).into()
                }
            },
            text => ResourceContents::text(text).mime_type("text/plain").into(),
        })
    }
}

/// Posts by number; only 7 is there.
pub(crate) struct Posts;

impl ResourceTemplate for Posts {
    fn description(&self) -> Option<&str> {
        Some("Posts by number")
    }

    fn completions(&self) -> Completions {
        Completions::none().with("id", |request| {
            let all = (0..250).map(|number| number.to_string());
            all.filter(|number| number.starts_with(request.value))
                .collect()
        })
    }

    async fn read(
        &self,
        _: &mut CallContext,
        variables: &Variables,
    ) -> Result<ResourceOutcome, ToolFault> {
        Ok(match variables.get("id") {
            Some("7") => ResourceContents::text("seven").into(),
            Some(id) if id.contains(' ') => ResourceContents::text(id).into(),
            _ => ResourceOutcome::NotFound,
        })
    }
}

/// A prompt that summarizes, fails, panics or asks.
pub(crate) struct Summarize(pub(crate) &'static str);

impl Prompt for Summarize {
    fn description(&self) -> &str {
        "Summarizes a text"
    }

    fn arguments(&self) -> Vec<PromptArgument> {
        match self.0 {
            "plain" => vec![
                PromptArgument::new("text")
                    .title("Text")
                    .description("what")
                    .required(),
                PromptArgument::new("style"),
            ],
            _ => Vec::new(),
        }
    }

    fn completions(&self) -> Completions {
        match self.0 {
            "plain" => Completions::none().with("style", |request| {
                let text = request.context.get("text").cloned();
                assert!(request.value != "panic", "as told");
                text.into_iter().chain(["short".to_owned()]).collect()
            }),
            _ => Completions::none(),
        }
    }

    async fn get(
        &self,
        cx: &mut CallContext,
        args: &PromptArguments,
    ) -> Result<PromptOutcome, ToolFault> {
        Ok(match self.0 {
            "fail" => return Err(ToolFault::new("secret")),
            "panic" => panic!("secret"),
            "ask" => match cx.input::<Elicited>("context")? {
                Input::Missing => InputRequired::new()
                    .ask("context", InputRequest::form("Which context?", name_form()))
                    .into(),
                Input::Given(_) => PromptResult::new().user(Content::text("context")).into(),
            },
            _ => PromptResult::new()
                .description("A summary")
                .user(Content::text(args.get("text").unwrap_or_default()))
                .assistant(Content::image([1], "image/png"))
                .meta(Meta::new().with("com.example/x", 1)?)
                .into(),
        })
    }
}

/// The tools of [`server`], in their order.
pub(crate) const TOOLS: [&str; 39] = [
    "echo",
    "page",
    "loose",
    "full",
    "sum",
    "list",
    "null",
    "scalar",
    "own-text",
    "empty",
    "broken",
    "promised",
    "excused",
    "refuse",
    "fail",
    "own-code",
    "their-code",
    "panic",
    "deep",
    "nested-100",
    "marked",
    "mark-reserved",
    "blocks",
    "progress",
    "log",
    "log-much",
    "wait",
    "hang",
    "trace",
    "can",
    "needs",
    "ask",
    "ask-all",
    "ask-nothing",
    "ask-badly",
    "rounds",
    "does_nothing",
    "A.b-9",
    "z",
];

/// Everything, not built yet.
pub(crate) fn builder() -> McpBuilder {
    let mut builder = McpServer::builder("test", "1.2");
    for name in TOOLS {
        builder.tool(name, Does(name));
    }
    for (uri, text) in [
        ("blog://latest", "full"),
        ("t://blob", "blob"),
        ("t://gone", "gone"),
        ("t://nothing", "nothing"),
        ("t://fail", "fail"),
        ("t://panic", "panic"),
        ("t://kept", "kept"),
        ("t://ask", "ask"),
        ("t://folder/", "folder"),
        // Also fits the template: the exact URI goes first.
        ("blog://posts/exact", "exact"),
    ] {
        builder.resource(uri, Says(text));
    }
    builder
        .resource_template("blog://posts/{id}", Posts)
        .resource_template("file:///{+id}", Posts)
        .prompt("summarize", Summarize("plain"))
        .prompt("fail", Summarize("fail"))
        .prompt("panic", Summarize("panic"))
        .prompt("ask", Summarize("ask"))
        .instructions("Read me.");
    builder
}

/// Everything.
pub(crate) fn server() -> McpServer {
    builder().build().unwrap()
}
