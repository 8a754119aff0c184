//! What is for the client, and what a transport with statuses makes of it (11 §5).

use crate::fault::RpcError;
use crate::jsonrpc;

/// One message for the client.
#[derive(Debug)]
pub(crate) enum Outgoing {
    /// Before the answer: progress, a log message, what a subscription tells.
    Before(String),
    /// The answer to the request, after which nothing follows.
    #[cfg_attr(
        not(feature = "http"),
        allow(dead_code, reason = "streams of bytes have no statuses")
    )]
    Answer(String, Verdict),
}

/// What became of a request, as far as HTTP tells by its status.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(
    not(feature = "http"),
    allow(dead_code, reason = "streams of bytes have no statuses")
)]
pub(crate) enum Verdict {
    /// It was looked at, whatever came of it.
    Served,
    /// Its envelope, metadata, headers or capabilities are not good.
    Refused,
    /// Its method is not served.
    Unknown,
    /// There are too many already (SUB-14).
    Busy,
    /// The token lacks some of these scopes, which are all that the operation needs (AUTH-7).
    Forbidden(Vec<String>),
}

impl Outgoing {
    /// The answer that tells an error; the id is JSON.
    pub(crate) fn error(id: Option<&str>, error: &RpcError) -> Self {
        let text = jsonrpc::failure(id, error.code, &error.message, error.data.as_deref());
        Self::Answer(text, error.verdict.clone())
    }

    /// The message alone.
    pub(crate) fn into_text(self) -> String {
        match self {
            Self::Before(text) | Self::Answer(text, _) => text,
        }
    }
}
