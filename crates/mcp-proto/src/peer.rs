//! What a transport knows about a client beside its messages (REG-7).

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::SystemTime;

#[cfg(feature = "routes")]
use http::HeaderMap;
use serde_json::value::RawValue;

#[cfg(feature = "http")]
use crate::http::HttpPeer;

/// On whose behalf a request comes, as the application's verifier of tokens found (AUTH-1).
#[derive(Clone, Debug)]
pub struct Principal {
    /// Who it is: unique at the issuer of the token.
    pub subject: String,
    /// What the token allows.
    pub scopes: BTreeSet<String>,
    /// When the token ends; `None` when it does not.
    pub expires_at: Option<SystemTime>,
    /// For which resources the token is meant (AUTH-4).
    pub audiences: Vec<String>,
    /// Whatever else the application wants to know, as JSON.
    pub claims: Option<Box<RawValue>>,
}

/// Something registered that may be hidden from a principal (AUTH-11).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Entry<'a> {
    /// A tool, by name.
    Tool(&'a str),
    /// A resource, by URI.
    Resource(&'a str),
    /// A template of resources, as registered.
    ResourceTemplate(&'a str),
    /// A prompt, by name.
    Prompt(&'a str),
}

/// Whether a principal may know of an entry.
pub(crate) type Visible = Box<dyn Fn(&Principal, Entry<'_>) -> bool + Send + Sync>;

/// The sender of one message, or of all messages of a stream.
#[derive(Default)]
pub(crate) struct Peer {
    /// None on streams of bytes.
    #[cfg(feature = "routes")]
    pub(crate) headers: HeaderMap,
    pub(crate) principal: Option<Arc<Principal>>,
    /// There on HTTP only.
    #[cfg(feature = "http")]
    pub(crate) http: Option<HttpPeer>,
}

impl Peer {
    pub(crate) fn is_http(&self) -> bool {
        #[cfg(feature = "http")]
        return self.http.is_some();
        #[cfg(not(feature = "http"))]
        false
    }

    /// To whom a request state belongs (MRTR-21).
    pub(crate) fn subject(&self) -> Option<&str> {
        self.principal.as_deref().map(|it| it.subject.as_str())
    }

    /// Waits until the client has taken enough of what was sent to it. Only HTTP keeps messages
    /// for each request; on a stream sending itself waits.
    pub(crate) async fn room(&self) {
        #[cfg(feature = "http")]
        if let Some(http) = &self.http {
            http.outbox.room().await;
        }
    }
}

/// Whether a text is one scope: visible ASCII without quotes and backslashes.
pub(crate) fn is_scope(text: &str) -> bool {
    let plain = |byte: u8| matches!(byte, 0x21 | 0x23..=0x5b | 0x5d..=0x7e);
    !text.is_empty() && text.bytes().all(plain)
}
