//! Blocks of content, for tools and prompts, and what decorates entries of lists (11 §10).

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::json::{Object, list, quoted};
use crate::meta::Meta;
use crate::resource::ResourceContents;

/// Who speaks in a message, or whom a block is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The person.
    User,
    /// The model.
    Assistant,
}

impl Role {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::User => "user",
            Self::Assistant => "assistant",
        }
    }
}

/// Hints about a block or a resource.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Annotations {
    audience: Vec<Role>,
    priority: Option<f64>,
    last_modified: Option<String>,
}

impl Annotations {
    /// No hint.
    pub fn new() -> Self {
        Self::default()
    }

    /// Whom it is for.
    #[must_use]
    pub fn audience(mut self, audience: impl IntoIterator<Item = Role>) -> Self {
        self.audience = audience.into_iter().collect();
        self
    }

    /// How much it matters, from 0 to 1; what lies outside is brought to the nearer end.
    #[must_use]
    pub fn priority(mut self, priority: f64) -> Self {
        self.priority = (!priority.is_nan()).then(|| priority.clamp(0.0, 1.0));
        self
    }

    /// When it changed last, in ISO 8601.
    #[must_use]
    pub fn last_modified(mut self, time: impl Into<String>) -> Self {
        self.last_modified = Some(time.into());
        self
    }

    pub(crate) fn json(&self) -> String {
        let mut object = Object::new();
        if !self.audience.is_empty() {
            let names = self.audience.iter().map(|role| quoted(role.name()));
            object = object.raw("audience", &list(names));
        }
        if let Some(priority) = self.priority {
            object = object.plain("priority", &priority);
        }
        object
            .text_if("lastModified", self.last_modified.as_deref())
            .finish()
    }
}

/// A picture that stands for a server, a tool, a resource or a prompt (TOOL-5).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Icon {
    src: String,
    mime_type: Option<String>,
    sizes: Vec<String>,
    theme: Option<&'static str>,
}

impl Icon {
    /// An icon at an `https:` or `http:` URL, or a `data:` URI.
    pub fn new(src: impl Into<String>) -> Self {
        Self {
            src: src.into(),
            mime_type: None,
            sizes: Vec::new(),
            theme: None,
        }
    }

    /// Its media type.
    #[must_use]
    pub fn mime_type(mut self, mime_type: impl Into<String>) -> Self {
        self.mime_type = Some(mime_type.into());
        self
    }

    /// Its sizes: `48x48`, or `any`.
    #[must_use]
    pub fn sizes<S: Into<String>>(mut self, sizes: impl IntoIterator<Item = S>) -> Self {
        self.sizes = sizes.into_iter().map(Into::into).collect();
        self
    }

    /// For a light background.
    #[must_use]
    pub fn for_light(mut self) -> Self {
        self.theme = Some("light");
        self
    }

    /// For a dark background.
    #[must_use]
    pub fn for_dark(mut self) -> Self {
        self.theme = Some("dark");
        self
    }

    /// What is wrong with it (TOOL-5).
    pub(crate) fn fault(&self) -> Option<String> {
        let scheme = self.src.split_once(':').map(|(scheme, _)| scheme);
        let known = ["https", "http", "data"];
        if !scheme.is_some_and(|it| known.iter().any(|known| it.eq_ignore_ascii_case(known))) {
            return Some(format!("the icon {:?} is no http or data URI", self.src));
        }
        let bad = self.sizes.iter().find(|size| !is_size(size))?;
        Some(format!("{bad:?} is no size of an icon"))
    }

    fn json(&self) -> String {
        let mut object = Object::new()
            .text("src", &self.src)
            .text_if("mimeType", self.mime_type.as_deref());
        if !self.sizes.is_empty() {
            object = object.raw("sizes", &list(self.sizes.iter().map(|size| quoted(size))));
        }
        object.text_if("theme", self.theme).finish()
    }
}

fn is_size(size: &str) -> bool {
    let number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    size == "any"
        || size
            .split_once('x')
            .is_some_and(|(w, h)| number(w) && number(h))
}

/// A list of icons as JSON; `None` when it is empty (RES-4).
pub(crate) fn icons_json(icons: &[Icon]) -> Option<String> {
    (!icons.is_empty()).then(|| list(icons.iter().map(Icon::json)))
}

/// One block of what a tool returns or a prompt says.
#[derive(Clone, Debug, PartialEq)]
pub struct Content {
    kind: Kind,
    annotations: Option<Annotations>,
    meta: Meta,
}

#[derive(Clone, Debug, PartialEq)]
enum Kind {
    Text(String),
    Binary {
        kind: &'static str,
        data: String,
        mime_type: String,
    },
    Link(ResourceLink),
    Resource(ResourceContents),
}

impl Content {
    fn of(kind: Kind) -> Self {
        Self {
            kind,
            annotations: None,
            meta: Meta::new(),
        }
    }

    /// A text.
    pub fn text(text: impl Into<String>) -> Self {
        Self::of(Kind::Text(text.into()))
    }

    /// An image, from its bytes.
    pub fn image(bytes: impl AsRef<[u8]>, mime_type: impl Into<String>) -> Self {
        Self::of(Kind::Binary {
            kind: "image",
            data: STANDARD.encode(bytes),
            mime_type: mime_type.into(),
        })
    }

    /// A sound, from its bytes.
    pub fn audio(bytes: impl AsRef<[u8]>, mime_type: impl Into<String>) -> Self {
        Self::of(Kind::Binary {
            kind: "audio",
            data: STANDARD.encode(bytes),
            mime_type: mime_type.into(),
        })
    }

    /// A resource that the client may read.
    pub fn link(link: ResourceLink) -> Self {
        Self::of(Kind::Link(link))
    }

    /// A resource with its contents.
    pub fn resource(contents: ResourceContents) -> Self {
        Self::of(Kind::Resource(contents))
    }

    /// Hints about the block.
    #[must_use]
    pub fn annotations(mut self, annotations: Annotations) -> Self {
        self.annotations = Some(annotations);
        self
    }

    /// Keys for `_meta` of the block.
    #[must_use]
    pub fn meta(mut self, meta: Meta) -> Self {
        self.meta = meta;
        self
    }

    pub(crate) fn json(&self) -> String {
        self.write(Object::new()).finish()
    }

    /// How many bytes its parts of any length take, before escapes.
    pub(crate) fn size(&self) -> usize {
        match &self.kind {
            Kind::Text(text) => text.len(),
            Kind::Binary { data, .. } => data.len(),
            Kind::Link(_) | Kind::Resource(_) => 0,
        }
    }

    /// The members of the block, in an object that is empty.
    pub(crate) fn write(&self, object: Object) -> Object {
        let object = match &self.kind {
            Kind::Text(text) => object.text("type", "text").text("text", text),
            Kind::Binary {
                kind,
                data,
                mime_type,
            } => object
                .text("type", kind)
                .text("data", data)
                .text("mimeType", mime_type),
            Kind::Link(link) => link.write(object.text("type", "resource_link")),
            Kind::Resource(contents) => object
                .text("type", "resource")
                .raw("resource", &contents.json("")),
        };
        let annotations = self.annotations.as_ref().map(Annotations::json);
        object
            .raw_if("annotations", annotations.as_deref())
            .raw_if("_meta", self.meta.json().as_deref())
    }
}

/// A link to a resource.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResourceLink {
    uri: String,
    name: String,
    title: Option<String>,
    description: Option<String>,
    mime_type: Option<String>,
    size: Option<u64>,
    icons: Vec<Icon>,
}

impl ResourceLink {
    /// A link to a URI under a name.
    pub fn new(uri: impl Into<String>, name: impl Into<String>) -> Self {
        Self {
            uri: uri.into(),
            name: name.into(),
            title: None,
            description: None,
            mime_type: None,
            size: None,
            icons: Vec::new(),
        }
    }

    /// A name for people.
    #[must_use]
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// What it is.
    #[must_use]
    pub fn description(mut self, description: impl Into<String>) -> Self {
        self.description = Some(description.into());
        self
    }

    /// Its media type.
    #[must_use]
    pub fn mime_type(mut self, mime_type: impl Into<String>) -> Self {
        self.mime_type = Some(mime_type.into());
        self
    }

    /// Its size in bytes.
    #[must_use]
    pub fn size(mut self, bytes: u64) -> Self {
        self.size = Some(bytes);
        self
    }

    /// Pictures for it.
    #[must_use]
    pub fn icons(mut self, icons: impl IntoIterator<Item = Icon>) -> Self {
        self.icons = icons.into_iter().collect();
        self
    }

    fn write(&self, object: Object) -> Object {
        let size = self.size.map(|size| size.to_string());
        object
            .text("uri", &self.uri)
            .text("name", &self.name)
            .text_if("title", self.title.as_deref())
            .text_if("description", self.description.as_deref())
            .text_if("mimeType", self.mime_type.as_deref())
            .raw_if("size", size.as_deref())
            .raw_if("icons", icons_json(&self.icons).as_deref())
    }
}
