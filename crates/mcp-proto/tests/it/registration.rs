//! What keeps a server from starting (11 §8).

use mcp_proto::{
    CallContext, Completions, Icon, JsonObject, JsonSchema, McpBuilder, McpModule, McpServer,
    Prompt, PromptArgument, PromptArguments, PromptOutcome, PromptResult, Tool, ToolFault,
    ToolOutcome, ToolResult,
};
use serde_json::json;

use crate::support::Client;
use crate::support::server::{Does, Posts, Says, Summarize, TOOLS, builder, server};

/// A tool with a schema, a description and an icon of its own.
pub(crate) struct Shaped {
    pub(crate) schema: JsonSchema,
    pub(crate) description: &'static str,
    pub(crate) icon: Option<Icon>,
}

impl Shaped {
    pub(crate) fn with(schema: JsonSchema) -> Self {
        Self {
            schema,
            description: "Has a shape",
            icon: None,
        }
    }
}

impl Tool for Shaped {
    fn description(&self) -> &str {
        self.description
    }

    fn input_schema(&self) -> JsonSchema {
        self.schema.clone()
    }

    fn icons(&self) -> Vec<Icon> {
        self.icon.clone().into_iter().collect()
    }

    async fn call(&self, _: &mut CallContext, _: &JsonObject) -> Result<ToolOutcome, ToolFault> {
        Ok(ToolResult::text("done").into())
    }
}

/// A prompt without a description whose argument stands twice.
struct Doubled;

impl Prompt for Doubled {
    fn description(&self) -> &str {
        " "
    }

    fn arguments(&self) -> Vec<PromptArgument> {
        vec![PromptArgument::new("a"), PromptArgument::new("a")]
    }

    fn completions(&self) -> Completions {
        Completions::none().with("b", |_| Vec::new())
    }

    async fn get(
        &self,
        _: &mut CallContext,
        _: &PromptArguments,
    ) -> Result<PromptOutcome, ToolFault> {
        Ok(PromptResult::new().into())
    }
}

/// All problems, as texts.
fn problems(write: impl FnOnce(&mut McpBuilder) -> &mut McpBuilder) -> Vec<String> {
    let mut builder = McpServer::builder("n", "1");
    write(&mut builder);
    match builder.build() {
        Ok(_) => Vec::new(),
        Err(errors) => errors.iter().map(ToString::to_string).collect(),
    }
}

#[test]
fn reg1_reg5_lists_are_in_the_order_of_registration() {
    let client = Client::new(&server());
    let listed = client.result("tools/list", json!({}));
    let names: Vec<_> = listed["tools"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| &it["name"])
        .collect();
    assert_eq!(names, TOOLS);
}

#[test]
fn reg2_a_module_is_installed_in_call_order() {
    struct Blog;
    impl McpModule for Blog {
        fn register(&self, builder: &mut McpBuilder) {
            builder.tool("b", Does("z")).tool("a", Does("z"));
        }
    }
    let server = McpServer::builder("n", "1")
        .tool("c", Does("z"))
        .install(Blog)
        .tool("d", Does("z"))
        .build()
        .unwrap();
    let listed = Client::new(&server).result("tools/list", json!({}));
    let names: Vec<_> = listed["tools"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| &it["name"])
        .collect();
    assert_eq!(names, ["c", "b", "a", "d"]);
}

#[test]
fn reg3_every_problem_is_told_and_names_its_entry() {
    let found = problems(|builder| {
        builder
            .tool("good", Does("z"))
            .tool("bad name", Does("z"))
            .tool("good", Does("z"))
            .resource("nowhere", Says("x"))
            .resource_template("t://{a}{b}", Posts)
            .prompt("", Doubled)
            .page_size(0)
            .stdio_concurrency(0)
            .extension("x", 1)
            .state_key([1; 31])
    });
    let entries: Vec<_> = found
        .iter()
        .map(|it| it.split_once(": ").unwrap().0)
        .collect();
    assert_eq!(
        entries,
        [
            "tool bad name",
            "tool good",
            "resource nowhere",
            "resource template t://{a}{b}",
            "prompt ",
            "prompt ",
            "prompt ",
            "prompt ",
            "server",
            "server",
            "extension x",
            "server",
        ]
    );
    let errors = McpServer::builder("n", "1")
        .tool("", Does("z"))
        .build()
        .err()
        .unwrap();
    let error: &dyn std::error::Error = &errors;
    assert!(error.to_string().contains("tool : the name"), "{error}");
    let first = errors.iter().next().unwrap();
    assert_eq!(first.entry(), "tool ");
    assert!(first.reason().starts_with("the name"));
}

#[test]
fn reg4_names_and_uris() {
    let long = "x".repeat(65);
    for bad in ["", "a b", "é", "a/b", &long] {
        assert_eq!(problems(|it| it.tool(bad, Does("z"))).len(), 1, "{bad}");
    }
    for good in ["A-z_0.9", &"x".repeat(64)] {
        assert!(problems(|it| it.tool(good, Does("z"))).is_empty(), "{good}");
    }
    for bad in ["", "x", "/x", "1a:x", ":x", "t:"] {
        assert_eq!(problems(|it| it.resource(bad, Says("x"))).len(), 1, "{bad}");
    }
    let twice = problems(|it| {
        it.resource("t://a", Says("x"))
            .resource("t://a", Says("x"))
            .resource_template("t://{a}", Posts)
            .prompt("p", Summarize("fail"))
            .prompt("p", Summarize("fail"))
    });
    // The template has no variable for its completer.
    assert_eq!(twice.len(), 3, "{twice:?}");
    let templates = problems(|it| {
        it.resource_template("t://{id}", Posts)
            .resource_template("t://{id}", Posts)
    });
    assert_eq!(
        templates,
        ["resource template t://{id}: the template is taken"]
    );
    let long = "p".repeat(129);
    assert_eq!(problems(|it| it.prompt(long, Summarize("fail"))).len(), 1);
}

#[test]
fn reg4_reg8_an_empty_description_is_refused_and_no_other_is_judged() {
    let described = |description| Shaped {
        description,
        ..Shaped::with(JsonSchema::nothing())
    };
    assert_eq!(problems(|it| it.tool("a", described(" \n"))).len(), 1);
    assert!(problems(|it| it.tool("a", described("x"))).is_empty());
}

#[test]
fn reg4_tool5_the_root_of_arguments_is_an_object_and_icons_have_a_scheme() {
    for bad in [
        json!(true),
        json!({}),
        json!({"type": ["object"]}),
        json!({"type": "array"}),
    ] {
        let tool = Shaped::with(JsonSchema::raw(&bad));
        assert_eq!(problems(|it| it.tool("a", tool)).len(), 1, "{bad}");
    }
    for (icon, is_good) in [
        (Icon::new("https://e.com/a"), true),
        (Icon::new("DATA:image/png,x"), true),
        (Icon::new("file:///a"), false),
        (Icon::new("javascript:x"), false),
        (Icon::new("a.png"), false),
        (Icon::new("http://e.com").sizes(["1x"]), false),
        (Icon::new("http://e.com").sizes(["48x48", "any"]), true),
    ] {
        let tool = Shaped {
            icon: Some(icon.clone()),
            ..Shaped::with(JsonSchema::nothing())
        };
        let found = problems(|it| it.tool("a", tool));
        assert_eq!(found.is_empty(), is_good, "{icon:?}: {found:?}");
        assert_eq!(problems(|it| it.icons([icon])).is_empty(), is_good);
    }
}

#[test]
fn reg6_a_tool_without_arguments_lists_the_default_schema() {
    let server = McpServer::builder("n", "1")
        .tool("z", Does("z"))
        .build()
        .unwrap();
    let listed = Client::new(&server).result("tools/list", json!({}));
    assert_eq!(
        listed["tools"][0].to_string(),
        r#"{"name":"z","description":"Does what its name says","inputSchema":{"type":"object","additionalProperties":false}}"#
    );
}

#[test]
fn reg9_both_eras_serve_one_registry() {
    let client = Client::new(&builder().build().unwrap());
    let legacy = client.ask_legacy("tools/list", json!({}))["result"]["tools"].clone();
    let modern = client.result("tools/list", json!({}))["tools"].clone();
    let count = |listed: &serde_json::Value| listed.as_array().unwrap().len();
    assert_eq!(count(&legacy), count(&modern));
}
