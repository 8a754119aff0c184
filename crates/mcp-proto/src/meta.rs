//! The metadata of requests and results (11 §3).

use std::sync::Arc;

use serde::Serialize;
use serde_json::value::RawValue;

use crate::capability::ClientCapabilities;
use crate::era::{CLIENT_CAPABILITIES, CLIENT_INFO, LOG_LEVEL, PROTOCOL_VERSION, SERVER_INFO};
use crate::fault::{RpcError, ToolFault};
use crate::id::RequestId;
use crate::json::{self, Object};
use crate::params::{Member, Params};

/// How much a log message matters, the least first (LOG-1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[allow(
    missing_docs,
    reason = "the names are those of the protocol and of syslog"
)]
pub enum LogLevel {
    Debug,
    Info,
    Notice,
    Warning,
    Error,
    Critical,
    Alert,
    Emergency,
}

impl LogLevel {
    const ALL: [Self; 8] = [
        Self::Debug,
        Self::Info,
        Self::Notice,
        Self::Warning,
        Self::Error,
        Self::Critical,
        Self::Alert,
        Self::Emergency,
    ];

    /// The name on the wire.
    pub fn name(self) -> &'static str {
        match self {
            Self::Debug => "debug",
            Self::Info => "info",
            Self::Notice => "notice",
            Self::Warning => "warning",
            Self::Error => "error",
            Self::Critical => "critical",
            Self::Alert => "alert",
            Self::Emergency => "emergency",
        }
    }

    /// The level of a name; case matters (META-3).
    pub(crate) fn read(value: &RawValue) -> Option<Self> {
        let name = json::text(value)?;
        Self::ALL.into_iter().find(|level| level.name() == name)
    }
}

/// What a request says about itself.
#[derive(Clone, Debug, Default)]
pub struct RequestMeta {
    /// Those of the request, of which this is a member.
    params: Option<Arc<Params>>,
    pub(crate) capabilities: ClientCapabilities,
    pub(crate) log_level: Option<LogLevel>,
    pub(crate) progress_token: Option<RequestId>,
}

impl RequestMeta {
    /// The value of any key, as the client wrote it: `traceparent`, a key of the application.
    pub fn get(&self, key: &str) -> Option<&RawValue> {
        let meta = self.params.as_deref()?.written(Member::Meta)?;
        let [found] = json::texts(meta, [key])?;
        json::raw(found?)
    }

    /// What the client can do for this request.
    pub fn capabilities(&self) -> &ClientCapabilities {
        &self.capabilities
    }

    /// The level at and above which the client wants log messages.
    pub fn log_level(&self) -> Option<LogLevel> {
        self.log_level
    }

    /// What progress of this request is reported under.
    pub fn progress_token(&self) -> Option<&RequestId> {
        self.progress_token.as_ref()
    }

    /// The client's name and version. For display and logs only: no behaviour may follow from it
    /// (META-4).
    pub fn client_info(&self) -> Option<&RawValue> {
        self.get(CLIENT_INFO)
    }

    /// Reads `_meta` of a modern request (META-1…3) and the revision that it names.
    pub(crate) fn read(params: &Arc<Params>) -> Result<(Self, String), RpcError> {
        let invalid = |message: String| Err(RpcError::invalid_params(message));
        let keys = [
            PROTOCOL_VERSION,
            CLIENT_CAPABILITIES,
            CLIENT_INFO,
            LOG_LEVEL,
            "progressToken",
        ];
        let meta = params.written(Member::Meta);
        let Some([version, capabilities, info, level, token]) =
            meta.and_then(|meta| json::texts(meta, keys))
        else {
            return invalid("params lacks _meta, an object".to_owned());
        };
        let Some(version) = version else {
            return invalid(format!("_meta lacks {PROTOCOL_VERSION}"));
        };
        let Some(version) = json::unquoted(version) else {
            return invalid(format!("{PROTOCOL_VERSION} is not a string"));
        };
        let Some(capabilities) = capabilities else {
            return invalid(format!("_meta lacks {CLIENT_CAPABILITIES}"));
        };
        let Some(capabilities) = ClientCapabilities::read(capabilities) else {
            return invalid(format!("{CLIENT_CAPABILITIES} is not an object"));
        };
        if info.is_some_and(|info| !is_implementation(info)) {
            return invalid(format!(
                "{CLIENT_INFO} is not an object with a name and a version"
            ));
        }
        let log_level = level.map(|level| LogLevel::read(json::raw(level)?));
        if log_level == Some(None) {
            return invalid(format!("{LOG_LEVEL} is no log level"));
        }
        let progress_token = token.map(|token| RequestId::read(json::raw(token)?));
        if progress_token == Some(None) {
            return invalid("progressToken is neither a string nor a whole number".to_owned());
        }
        let meta = Self {
            params: Some(Arc::clone(params)),
            capabilities,
            log_level: log_level.flatten(),
            progress_token: progress_token.flatten(),
        };
        Ok((meta, version.into_owned()))
    }

    /// What a legacy request says: of all this only the token for progress means something.
    #[cfg(feature = "legacy")]
    pub(crate) fn of_legacy(params: Option<&Arc<Params>>, log_level: Option<LogLevel>) -> Self {
        let token = params
            .and_then(|params| params.written(Member::Meta))
            .and_then(|meta| json::texts(meta, ["progressToken"]))
            .and_then(|[token]| json::raw(token?));
        Self {
            params: params.cloned(),
            capabilities: ClientCapabilities::none(),
            log_level,
            progress_token: token.and_then(RequestId::read),
        }
    }
}

/// META-2: a name and a version, both texts; the rest, where it is there, of the right kind.
fn is_implementation(value: &str) -> bool {
    let names = [
        "name",
        "version",
        "title",
        "description",
        "websiteUrl",
        "icons",
    ];
    let Some([name, version, title, description, website, icons]) = json::texts(value, names)
    else {
        return false;
    };
    let text = |value: &str| value.starts_with('"');
    name.is_some_and(text)
        && version.is_some_and(text)
        && [title, description, website]
            .into_iter()
            .flatten()
            .all(text)
        && icons.is_none_or(|icons| icons.starts_with('['))
}

/// Keys that a handler or a registration adds to `_meta` (META-6).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Meta {
    members: Vec<(String, String)>,
}

/// A key that does not belong into `_meta`, or a value that is not JSON.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{key}: {reason}")]
pub struct MetaError {
    key: String,
    reason: String,
}

impl From<MetaError> for ToolFault {
    fn from(error: MetaError) -> Self {
        Self::new(format!("_meta: {error}"))
    }
}

impl Meta {
    /// No key.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a key; one that is there already gets the new value.
    ///
    /// # Errors
    /// The key breaks the grammar of META-7 or belongs to the protocol (META-6), or the value is
    /// not JSON.
    pub fn with(mut self, key: &str, value: impl Serialize) -> Result<Self, MetaError> {
        let fault = |reason: String| MetaError {
            key: key.to_owned(),
            reason,
        };
        match key_kind(key) {
            KeyKind::Free => {}
            KeyKind::Reserved => return Err(fault("the prefix is reserved".to_owned())),
            KeyKind::IllFormed => return Err(fault("the key is ill-formed".to_owned())),
        }
        let json = serde_json::to_string(&value).map_err(|error| fault(error.to_string()))?;
        match self.members.iter_mut().find(|(known, _)| known == key) {
            Some((_, known)) => *known = json,
            None => self.members.push((key.to_owned(), json)),
        }
        Ok(self)
    }

    /// As JSON; `None` without keys.
    pub(crate) fn json(&self) -> Option<String> {
        let object = self.object();
        (!object.is_empty()).then(|| object.finish())
    }

    /// As `_meta` of a modern result (RES-2).
    pub(crate) fn with_server_info(&self, info: &str) -> String {
        self.object().raw(SERVER_INFO, info).finish()
    }

    fn object(&self) -> Object {
        let members = self.members.iter();
        members.fold(Object::new(), |object, (key, json)| object.raw(key, json))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum KeyKind {
    Free,
    Reserved,
    IllFormed,
}

/// META-6 and META-7. Without a prefix a key is free.
pub(crate) fn key_kind(key: &str) -> KeyKind {
    let (prefix, name) = match key.rsplit_once('/') {
        Some((prefix, name)) => (Some(prefix), name),
        None => (None, key),
    };
    let inner = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
    let outer = |byte: Option<u8>| byte.is_none_or(|byte| byte.is_ascii_alphanumeric());
    let bytes = name.as_bytes();
    let well_formed_name = bytes.iter().copied().all(inner)
        && outer(bytes.first().copied())
        && outer(bytes.last().copied());
    let Some(prefix) = prefix else {
        return if well_formed_name && !name.is_empty() {
            KeyKind::Free
        } else {
            KeyKind::IllFormed
        };
    };
    let labels: Vec<_> = prefix.split('.').collect();
    if !well_formed_name || !labels.iter().all(|label| is_label(label)) {
        return KeyKind::IllFormed;
    }
    match labels.get(1) {
        Some(&("mcp" | "modelcontextprotocol")) => KeyKind::Reserved,
        _ => KeyKind::Free,
    }
}

/// Begins with a letter, ends with a letter or digit, hyphens between.
fn is_label(label: &str) -> bool {
    let bytes = label.as_bytes();
    bytes.first().is_some_and(u8::is_ascii_alphabetic)
        && bytes.last().is_some_and(u8::is_ascii_alphanumeric)
        && bytes
            .iter()
            .all(|byte| byte.is_ascii_alphanumeric() || *byte == b'-')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn meta6_a_prefix_is_reserved_by_its_second_label() {
        for reserved in [
            "io.modelcontextprotocol/x",
            "com.mcp.tools/x",
            "a.mcp/",
            "dev.mcp/serverInfo",
        ] {
            assert_eq!(key_kind(reserved), KeyKind::Reserved, "{reserved}");
        }
        for free in [
            "com.example.mcp/x",
            "mcp/x",
            "x",
            "com.example/",
            "traceparent",
            "a-b_c.d",
        ] {
            assert_eq!(key_kind(free), KeyKind::Free, "{free}");
        }
    }

    #[test]
    fn meta7_the_grammar_of_keys() {
        for bad in [
            "", "/x", "1a.b/x", "a-/x", "a..b/x", "a.b/-x", "a.b/x-", "é", "a b", "a.b/x/y", ".x",
            "a_b/x",
        ] {
            assert_eq!(key_kind(bad), KeyKind::IllFormed, "{bad}");
        }
    }

    #[test]
    fn meta6_building_with_a_bad_key_is_an_error() {
        assert!(
            Meta::new()
                .with("io.modelcontextprotocol/serverInfo", 1)
                .is_err()
        );
        assert!(Meta::new().with("-", 1).is_err());
        let meta = Meta::new()
            .with("a.b/c", 1)
            .unwrap()
            .with("d", "x")
            .unwrap();
        assert_eq!(
            meta.with("a.b/c", 2).unwrap().json().as_deref(),
            Some(r#"{"a.b/c":2,"d":"x"}"#)
        );
    }
}
