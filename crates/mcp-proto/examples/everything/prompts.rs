//! Prompts with and without arguments.

use mcp_proto::{
    CallContext, Completions, Content, Elicited, Input, InputRequired, McpBuilder, McpModule,
    Prompt, PromptArgument, PromptArguments, PromptOutcome, PromptResult, ResourceContents,
    ToolFault,
};

use crate::content::PNG;
use crate::forms;

pub(crate) struct Prompts;

impl McpModule for Prompts {
    fn register(&self, builder: &mut McpBuilder) {
        builder
            .prompt("test_simple_prompt", Says::Simple)
            .prompt("test_prompt_with_arguments", Says::Arguments)
            .prompt("test_prompt_with_embedded_resource", Says::Embedded)
            .prompt("test_prompt_with_image", Says::Image)
            .prompt("test_input_required_result_prompt", Says::Asked);
    }
}

enum Says {
    Simple,
    Arguments,
    Embedded,
    Image,
    Asked,
}

impl Prompt for Says {
    fn description(&self) -> &str {
        match self {
            Self::Simple => "A prompt without arguments.",
            Self::Arguments => "A prompt with two arguments.",
            Self::Embedded => "A prompt about a resource.",
            Self::Image => "A prompt about an image.",
            Self::Asked => "A prompt that asks for its context.",
        }
    }

    fn arguments(&self) -> Vec<PromptArgument> {
        let names: &[&str] = match self {
            Self::Arguments => &["arg1", "arg2"],
            Self::Embedded => &["resourceUri"],
            _ => &[],
        };
        let arguments = names.iter().map(|&name| PromptArgument::new(name));
        arguments
            .map(|argument| argument.description("What the prompt is about").required())
            .collect()
    }

    fn completions(&self) -> Completions {
        match self {
            Self::Arguments => Completions::none().with("arg1", |request| {
                let known = ["test", "testing", "tested"];
                let fitting = known.iter().filter(|it| it.starts_with(request.value));
                fitting.map(|it| (*it).to_owned()).collect()
            }),
            _ => Completions::none(),
        }
    }

    async fn get(
        &self,
        cx: &mut CallContext,
        args: &PromptArguments,
    ) -> Result<PromptOutcome, ToolFault> {
        let said = |name| args.get(name).unwrap_or_default();
        let prompt = PromptResult::new();
        Ok(match self {
            Self::Simple => {
                let text = "This is a simple prompt for testing.";
                prompt.user(Content::text(text)).into()
            }
            Self::Arguments => {
                let (first, second) = (said("arg1"), said("arg2"));
                let text = format!("Prompt with arguments: arg1='{first}', arg2='{second}'");
                prompt.user(Content::text(text)).into()
            }
            Self::Embedded => {
                let resource = ResourceContents::text("Embedded resource content for testing.")
                    .uri(said("resourceUri"))
                    .mime_type("text/plain");
                let text = "Please process the embedded resource above.";
                let prompt = prompt.user(Content::resource(resource));
                prompt.user(Content::text(text)).into()
            }
            Self::Image => {
                let prompt = prompt.user(Content::image(PNG, "image/png"));
                prompt
                    .user(Content::text("Please analyze the image above."))
                    .into()
            }
            Self::Asked => match cx.input::<Elicited>("user_context")? {
                Input::Missing => {
                    let message = "What context should the prompt use?";
                    let form = forms::text(message, "context", "what it is about");
                    InputRequired::new().ask("user_context", form).into()
                }
                Input::Given(answer) => {
                    let content = answer.content.as_ref();
                    let context = content.and_then(|it| it.text("context"));
                    let context = context.unwrap_or_default();
                    prompt
                        .user(Content::text(format!("Context: {context}")))
                        .into()
                }
            },
        })
    }
}
