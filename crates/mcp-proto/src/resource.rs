//! What a program offers to be read: resources and templates of resources (11 §12).

use std::future::Future;
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::cache::{CacheHint, CacheScope};
use crate::complete::Completions;
use crate::content::{Annotations, Icon};
use crate::context::CallContext;
use crate::erased::BoxFuture;
use crate::fault::ToolFault;
use crate::input::InputRequired;
use crate::json::Object;
use crate::meta::Meta;
use crate::template::Variables;

/// Read-only data under a URI.
pub trait Resource: Send + Sync + 'static {
    /// Its name; the last part of its URI unless said otherwise (RSC-1).
    fn name(&self) -> Option<&str> {
        None
    }

    /// A name for people.
    fn title(&self) -> Option<&str> {
        None
    }

    /// What it is.
    fn description(&self) -> Option<&str> {
        None
    }

    /// Its media type.
    fn mime_type(&self) -> Option<&str> {
        None
    }

    /// Its size in bytes.
    fn size(&self) -> Option<u64> {
        None
    }

    /// Hints about it.
    fn annotations(&self) -> Option<Annotations> {
        None
    }

    /// Pictures for it.
    fn icons(&self) -> Vec<Icon> {
        Vec::new()
    }

    /// Keys for `_meta` of its entry in the list.
    fn meta(&self) -> Meta {
        Meta::new()
    }

    /// Reads it. `async fn read(…)` is how to write it.
    ///
    /// # Errors
    /// A [`ToolFault`] when nobody who reads it could repair what is wrong.
    fn read(
        &self,
        cx: &mut CallContext,
    ) -> impl Future<Output = Result<ResourceOutcome, ToolFault>> + Send;
}

/// Resources whose URIs have parts that vary, such as `blog://posts/{id}`.
pub trait ResourceTemplate: Send + Sync + 'static {
    /// Its name; the last part of the template unless said otherwise.
    fn name(&self) -> Option<&str> {
        None
    }

    /// A name for people.
    fn title(&self) -> Option<&str> {
        None
    }

    /// What is behind it.
    fn description(&self) -> Option<&str> {
        None
    }

    /// The media type of everything behind it.
    fn mime_type(&self) -> Option<&str> {
        None
    }

    /// Hints about everything behind it.
    fn annotations(&self) -> Option<Annotations> {
        None
    }

    /// Pictures for it.
    fn icons(&self) -> Vec<Icon> {
        Vec::new()
    }

    /// Keys for `_meta` of its entry in the list.
    fn meta(&self) -> Meta {
        Meta::new()
    }

    /// Ways to complete the values of its variables.
    fn completions(&self) -> Completions {
        Completions::none()
    }

    /// Reads the resource of some values of the variables.
    ///
    /// # Errors
    /// A [`ToolFault`] when nobody who reads it could repair what is wrong.
    fn read(
        &self,
        cx: &mut CallContext,
        variables: &Variables,
    ) -> impl Future<Output = Result<ResourceOutcome, ToolFault>> + Send;
}

/// A resource of any type.
pub(crate) trait AnyResource: Send + Sync {
    fn read<'a>(
        &'a self,
        cx: &'a mut CallContext,
    ) -> BoxFuture<'a, Result<ResourceOutcome, ToolFault>>;
}

impl<T: Resource> AnyResource for T {
    fn read<'a>(
        &'a self,
        cx: &'a mut CallContext,
    ) -> BoxFuture<'a, Result<ResourceOutcome, ToolFault>> {
        Box::pin(Resource::read(self, cx))
    }
}

/// A template of any type.
pub(crate) trait AnyTemplate: Send + Sync {
    fn read<'a>(
        &'a self,
        cx: &'a mut CallContext,
        variables: &'a Variables,
    ) -> BoxFuture<'a, Result<ResourceOutcome, ToolFault>>;
}

impl<T: ResourceTemplate> AnyTemplate for T {
    fn read<'a>(
        &'a self,
        cx: &'a mut CallContext,
        variables: &'a Variables,
    ) -> BoxFuture<'a, Result<ResourceOutcome, ToolFault>> {
        Box::pin(ResourceTemplate::read(self, cx, variables))
    }
}

/// What reading ends with.
#[derive(Debug)]
pub enum ResourceOutcome {
    /// What is there. An empty list counts as not found (RSC-6).
    Contents(ResourceRead),
    /// There is no such resource.
    NotFound,
    /// Something is needed from the client first (11 §19).
    NeedInput(InputRequired),
}

impl From<ResourceContents> for ResourceOutcome {
    fn from(contents: ResourceContents) -> Self {
        Self::Contents(ResourceRead::new([contents]))
    }
}

impl From<ResourceRead> for ResourceOutcome {
    fn from(read: ResourceRead) -> Self {
        Self::Contents(read)
    }
}

impl From<InputRequired> for ResourceOutcome {
    fn from(needed: InputRequired) -> Self {
        Self::NeedInput(needed)
    }
}

/// Contents that were read, and for how long they may be kept.
#[derive(Clone, Debug, PartialEq)]
pub struct ResourceRead {
    pub(crate) contents: Vec<ResourceContents>,
    pub(crate) cache: Option<CacheHint>,
    pub(crate) meta: Meta,
}

impl ResourceRead {
    /// One or several contents.
    pub fn new(contents: impl IntoIterator<Item = ResourceContents>) -> Self {
        Self {
            contents: contents.into_iter().collect(),
            cache: None,
            meta: Meta::new(),
        }
    }

    /// For how long and by whom this may be kept (CACHE-2); not at all unless said.
    #[must_use]
    pub fn cache(mut self, ttl: Duration, scope: CacheScope) -> Self {
        self.cache = Some(CacheHint::new(ttl, scope));
        self
    }

    /// Keys for `_meta` of the result.
    #[must_use]
    pub fn meta(mut self, meta: Meta) -> Self {
        self.meta = meta;
        self
    }
}

/// What stands under a URI: a text or bytes (RSC-5).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResourceContents {
    uri: Option<String>,
    mime_type: Option<String>,
    body: Body,
    meta: Meta,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Body {
    Text(String),
    Blob(String),
}

impl ResourceContents {
    fn of(body: Body) -> Self {
        Self {
            uri: None,
            mime_type: None,
            body,
            meta: Meta::new(),
        }
    }

    /// A text.
    pub fn text(text: impl Into<String>) -> Self {
        Self::of(Body::Text(text.into()))
    }

    /// Bytes.
    pub fn blob(bytes: impl AsRef<[u8]>) -> Self {
        Self::of(Body::Blob(STANDARD.encode(bytes)))
    }

    /// Where it stands: the URI that was asked for, unless said otherwise.
    #[must_use]
    pub fn uri(mut self, uri: impl Into<String>) -> Self {
        self.uri = Some(uri.into());
        self
    }

    /// Its media type.
    #[must_use]
    pub fn mime_type(mut self, mime_type: impl Into<String>) -> Self {
        self.mime_type = Some(mime_type.into());
        self
    }

    /// Keys for `_meta`.
    #[must_use]
    pub fn meta(mut self, meta: Meta) -> Self {
        self.meta = meta;
        self
    }

    pub(crate) fn json(&self, asked: &str) -> String {
        let object = Object::new()
            .text("uri", self.uri.as_deref().unwrap_or(asked))
            .text_if("mimeType", self.mime_type.as_deref());
        let object = match &self.body {
            Body::Text(text) => object.text("text", text),
            Body::Blob(blob) => object.text("blob", blob),
        };
        object.raw_if("_meta", self.meta.json().as_deref()).finish()
    }
}
