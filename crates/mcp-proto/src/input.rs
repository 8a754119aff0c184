//! What a handler needs from the client, and what comes back (11 §19).
//!
//! A handler never calls the client: it answers with [`InputRequired`], and the client sends the
//! same request again with the answers.

use std::collections::BTreeMap;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::capability::{Capability, ClientCapabilities};
use crate::content::{Content, Role};
use crate::json::{self, Object, list};
use crate::meta::Meta;
use crate::object::JsonObject;
use crate::schema::{JsonSchema, Schema};
use crate::state::SealedState;

/// A request that cannot be answered yet.
#[derive(Clone, Debug, Default)]
pub struct InputRequired {
    requests: Vec<(String, InputRequest)>,
    state: Option<SealedState>,
    meta: Meta,
}

/// Why an [`InputRequired`] cannot be sent.
pub(crate) enum Unsendable {
    /// The client lacks something (MRTR-3).
    Missing(ClientCapabilities),
    /// A mistake of the handler.
    Fault(String),
}

impl InputRequired {
    /// Nothing asked for yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Asks for something under a key of the handler's choice; the answer comes under the same.
    /// Of two requests under one key the last counts.
    #[must_use]
    pub fn ask(mut self, key: impl Into<String>, request: InputRequest) -> Self {
        let key = key.into();
        self.requests.retain(|(known, _)| *known != key);
        self.requests.push((key, request));
        self
    }

    /// What the handler wants to know in the next round.
    #[must_use]
    pub fn state(mut self, state: SealedState) -> Self {
        self.state = Some(state);
        self
    }

    /// Keys for `_meta` of the result.
    #[must_use]
    pub fn meta(mut self, meta: Meta) -> Self {
        self.meta = meta;
        self
    }

    /// Its requests for an older client, as key, method and params (LEG-20). The error is the
    /// method that such a client is not taken to serve.
    #[cfg(feature = "http")]
    pub(crate) fn questions(
        &self,
        assumed: &ClientCapabilities,
    ) -> Result<Vec<(String, &'static str, String)>, String> {
        let mut questions = Vec::new();
        for (key, request) in &self.requests {
            let (method, params) = request.question()?;
            let needs: ClientCapabilities = request.needs().into_iter().collect();
            if !needs.missing_in(assumed).is_empty() {
                return Err(method.to_owned());
            }
            questions.push((key.clone(), method, params));
        }
        Ok(questions)
    }

    /// What the handler wants to know in the next round.
    #[cfg(feature = "http")]
    pub(crate) fn sealed(&self) -> Option<&SealedState> {
        self.state.as_ref()
    }

    /// The modern result (MRTR-1).
    pub(crate) fn json(
        &self,
        declared: &ClientCapabilities,
        server_info: &str,
    ) -> Result<String, Unsendable> {
        let needs = self
            .requests
            .iter()
            .flat_map(|(_, request)| request.needs());
        let missing = needs.collect::<ClientCapabilities>().missing_in(declared);
        if !missing.is_empty() {
            return Err(Unsendable::Missing(missing));
        }
        if self.requests.is_empty() && self.state.is_none() {
            return Err(Unsendable::Fault("nothing is asked for".to_owned()));
        }
        let mut requests = Object::new();
        for (key, request) in &self.requests {
            let json = request.json().map_err(Unsendable::Fault)?;
            requests = requests.raw(key, &json);
        }
        let requests = (!self.requests.is_empty()).then(|| requests.finish());
        let state = self.state.as_ref().map(|state| state.0.as_str());
        Ok(Object::new()
            .text("resultType", "input_required")
            .raw_if("inputRequests", requests.as_deref())
            .text_if("requestState", state)
            .raw("_meta", &self.meta.with_server_info(server_info))
            .finish())
    }
}

/// One thing that is needed from the client.
#[derive(Clone, Debug)]
pub struct InputRequest {
    kind: Kind,
}

#[derive(Clone, Debug)]
enum Kind {
    Form { message: String, schema: JsonSchema },
    Url { message: String, url: String },
    Sampling(Box<Sampling>),
    Roots,
}

impl InputRequest {
    /// Asks the user with a form. The schema is an object of texts, numbers, truth values and
    /// choices (MRTR-4). Never ask for secrets this way.
    pub fn form(message: impl Into<String>, schema: JsonSchema) -> Self {
        Self {
            kind: Kind::Form {
                message: message.into(),
                schema,
            },
        }
    }

    /// Sends the user to a page.
    pub fn url(message: impl Into<String>, url: impl Into<String>) -> Self {
        Self {
            kind: Kind::Url {
                message: message.into(),
                url: url.into(),
            },
        }
    }

    /// Asks the client's model.
    pub fn sampling(sampling: Sampling) -> Self {
        Self {
            kind: Kind::Sampling(Box::new(sampling)),
        }
    }

    /// Asks for the client's folders.
    pub fn roots() -> Self {
        Self { kind: Kind::Roots }
    }

    /// What the client must have declared (11 §3).
    fn needs(&self) -> Vec<Capability> {
        match &self.kind {
            Kind::Form { .. } => vec![Capability::ElicitationForm],
            Kind::Url { .. } => vec![Capability::ElicitationUrl],
            Kind::Roots => vec![Capability::Roots],
            Kind::Sampling(sampling) => sampling.needs(),
        }
    }

    fn json(&self) -> Result<String, String> {
        let (method, params) = self.question()?;
        Ok(Object::new()
            .text("method", method)
            .raw("params", &params)
            .finish())
    }

    fn question(&self) -> Result<(&'static str, String), String> {
        let (method, params) = match &self.kind {
            Kind::Form { message, schema } => {
                let schema = Schema::of(schema).map_err(|faults| faults.join("; "))?;
                schema.fits_a_form()?;
                let params = Object::new()
                    .text("message", message)
                    .raw("requestedSchema", schema.json());
                ("elicitation/create", params)
            }
            Kind::Url { message, url } => {
                let params = Object::new()
                    .text("mode", "url")
                    .text("message", message)
                    .text("url", url);
                ("elicitation/create", params)
            }
            Kind::Sampling(sampling) => ("sampling/createMessage", sampling.params()?),
            Kind::Roots => ("roots/list", Object::new()),
        };
        Ok((method, params.finish()))
    }
}

/// A question to the client's model (MRTR-5).
#[derive(Clone, Debug)]
pub struct Sampling {
    messages: Vec<(Role, Content)>,
    max_tokens: u32,
    others: Vec<(&'static str, Result<String, String>)>,
}

impl Sampling {
    /// A question without messages so far; the answer is no longer than so many tokens.
    pub fn new(max_tokens: u32) -> Self {
        Self {
            messages: Vec::new(),
            max_tokens,
            others: Vec::new(),
        }
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

    /// What the model is told about its role.
    #[must_use]
    pub fn system_prompt(self, text: &str) -> Self {
        self.other("systemPrompt", &text)
    }

    /// Which model is preferred.
    #[must_use]
    pub fn model_preferences(self, preferences: impl Serialize) -> Self {
        self.other("modelPreferences", &preferences)
    }

    /// Which context of the client goes along: `none`, `thisServer`, `allServers`.
    #[must_use]
    pub fn include_context(self, context: &str) -> Self {
        self.other("includeContext", &context)
    }

    /// How freely the model chooses.
    #[must_use]
    pub fn temperature(self, temperature: f64) -> Self {
        self.other("temperature", &temperature)
    }

    /// Where the model stops.
    #[must_use]
    pub fn stop_sequences(self, sequences: &[&str]) -> Self {
        self.other("stopSequences", &sequences)
    }

    /// For the provider of the model.
    #[must_use]
    pub fn metadata(self, metadata: impl Serialize) -> Self {
        self.other("metadata", &metadata)
    }

    /// Tools that the model may use.
    #[must_use]
    pub fn tools(self, tools: impl Serialize) -> Self {
        self.other("tools", &tools)
    }

    /// Whether it must use one.
    #[must_use]
    pub fn tool_choice(self, choice: impl Serialize) -> Self {
        self.other("toolChoice", &choice)
    }

    fn other(mut self, key: &'static str, value: &impl Serialize) -> Self {
        let json = serde_json::to_string(value).map_err(|error| error.to_string());
        self.others.push((key, json));
        self
    }

    fn needs(&self) -> Vec<Capability> {
        let mut needs = vec![Capability::Sampling];
        for (key, json) in &self.others {
            match *key {
                "tools" | "toolChoice" => needs.push(Capability::SamplingTools),
                "includeContext" if json.as_deref() != Ok("\"none\"") => {
                    needs.push(Capability::SamplingContext);
                }
                _ => {}
            }
        }
        needs
    }

    fn params(&self) -> Result<Object, String> {
        let messages = self.messages.iter().map(|(role, content)| {
            Object::new()
                .text("role", role.name())
                .raw("content", &content.json())
                .finish()
        });
        let mut params = Object::new()
            .raw("messages", &list(messages))
            .plain("maxTokens", &self.max_tokens);
        for (key, json) in &self.others {
            params = params.raw(
                key,
                json.as_deref().map_err(|error| format!("{key}: {error}"))?,
            );
        }
        Ok(params)
    }
}

/// An answer of the client to one key, or none yet (MRTR-9).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input<T> {
    /// Not there: ask (again).
    Missing,
    /// There, in the right shape.
    Given(T),
}

/// The kinds of answers that [`CallContext::input`] reads.
///
/// [`CallContext::input`]: crate::CallContext::input
pub trait InputAnswer: Sized {
    /// Reads an answer; `None` when it has the wrong shape.
    fn read(answer: &RawValue) -> Option<Self>;
}

/// What the user did with a form or a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ElicitAction {
    /// Answered.
    Accept,
    /// Said no.
    Decline,
    /// Went away.
    Cancel,
}

impl ElicitAction {
    /// The name on the wire.
    pub fn name(self) -> &'static str {
        match self {
            Self::Accept => "accept",
            Self::Decline => "decline",
            Self::Cancel => "cancel",
        }
    }
}

/// The user's answer to a form or a page.
#[derive(Clone, Debug)]
pub struct Elicited {
    /// What the user did.
    pub action: ElicitAction,
    /// What the user filled in.
    pub content: Option<JsonObject>,
}

impl InputAnswer for Elicited {
    fn read(answer: &RawValue) -> Option<Self> {
        let [action, content] = json::members(answer, ["action", "content"])?;
        let content = match content {
            None => None,
            Some(content) => Some(JsonObject::of(content).filter(is_flat)?),
        };
        Some(Self {
            action: parsed(action?)?,
            content,
        })
    }
}

/// Whether all members are texts, numbers, truth values or lists of texts.
fn is_flat(content: &JsonObject) -> bool {
    let members: Result<BTreeMap<String, &RawValue>, _> = content.read();
    let is_plain = |value: &RawValue| match value.get().as_bytes().first() {
        Some(b'{' | b'n') | None => false,
        Some(b'[') => serde_json::from_str::<Vec<String>>(value.get()).is_ok(),
        Some(_) => true,
    };
    members.is_ok_and(|members| members.values().all(|value| is_plain(value)))
}

/// The answer of the client's model.
#[derive(Clone, Debug)]
pub struct Sampled {
    /// `user` or `assistant`.
    pub role: String,
    /// A block of content, or a list of blocks, as JSON.
    pub content: Box<RawValue>,
    /// Which model it was.
    pub model: String,
    /// Why it stopped.
    pub stop_reason: Option<String>,
}

impl Sampled {
    /// The text of the first block, if that is one.
    pub fn text(&self) -> Option<String> {
        let blocks: Vec<&RawValue> = match self.content.get().starts_with('[') {
            true => serde_json::from_str(self.content.get()).ok()?,
            false => vec![&*self.content],
        };
        let [text] = json::members(blocks.first()?, ["text"])?;
        json::text(text?).map(std::borrow::Cow::into_owned)
    }
}

impl InputAnswer for Sampled {
    fn read(answer: &RawValue) -> Option<Self> {
        let names = ["role", "content", "model", "stopReason"];
        let [role, content, model, stop_reason] = json::members(answer, names)?;
        let content = content?;
        if !content.get().starts_with(['{', '[']) {
            return None;
        }
        let stop_reason = match stop_reason {
            None => None,
            Some(reason) => Some(parsed(reason)?),
        };
        let role: String = parsed(role?)?;
        ["user", "assistant"]
            .contains(&role.as_str())
            .then_some(())?;
        Some(Self {
            role,
            content: content.to_owned(),
            model: parsed(model?)?,
            stop_reason,
        })
    }
}

/// One folder of the client.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Root {
    /// Where it is.
    pub uri: String,
    /// A name for people.
    pub name: Option<String>,
}

/// The client's folders.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Roots {
    /// In the client's order.
    pub roots: Vec<Root>,
}

impl InputAnswer for Roots {
    fn read(answer: &RawValue) -> Option<Self> {
        parsed(answer)
    }
}

fn parsed<T: DeserializeOwned>(value: &RawValue) -> Option<T> {
    serde_json::from_str(value.get()).ok()
}
