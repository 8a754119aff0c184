//! What goes wrong: errors of the protocol, and faults of handlers (11 §5, §10.3).

use std::fmt;

use crate::capability::ClientCapabilities;
use crate::era::REVISION;
use crate::json::{Object, list, quoted};
use crate::outgoing::Verdict;

/// Not JSON. Only HTTP says so: a broken line of a stream has no answer.
#[cfg(feature = "http")]
pub(crate) const PARSE_ERROR: i64 = -32700;
/// Not an object, a bad id, a bad `jsonrpc`.
pub(crate) const INVALID_REQUEST: i64 = -32600;
/// A method that is not served.
pub(crate) const METHOD_NOT_FOUND: i64 = -32601;
/// Parameters of a wrong shape, or that name nothing.
pub(crate) const INVALID_PARAMS: i64 = -32602;
/// A handler failed.
pub(crate) const INTERNAL: i64 = -32603;
/// A header differs from the body.
pub(crate) const HEADER_MISMATCH: i64 = -32020;
/// The client cannot do what is needed.
pub(crate) const MISSING_CAPABILITY: i64 = -32021;
/// A revision that is not served.
pub(crate) const UNSUPPORTED_VERSION: i64 = -32022;

/// The fixed text of an internal error: the cause is for the log only (ERR-4).
pub(crate) const INTERNAL_TEXT: &str = "Internal error";

/// An error answer: code, message, and data as JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RpcError {
    pub(crate) code: i64,
    pub(crate) message: String,
    pub(crate) data: Option<String>,
    pub(crate) verdict: Verdict,
}

impl RpcError {
    pub(crate) fn new(code: i64, message: impl Into<String>) -> Self {
        let verdict = match code {
            INVALID_REQUEST | HEADER_MISMATCH | MISSING_CAPABILITY | UNSUPPORTED_VERSION => {
                Verdict::Refused
            }
            METHOD_NOT_FOUND => Verdict::Unknown,
            // Refused only while the metadata is judged, see `refused`.
            _ => Verdict::Served,
        };
        Self {
            code,
            message: message.into(),
            data: None,
            verdict,
        }
    }

    /// The same, found before the method was known.
    pub(crate) fn refused(self) -> Self {
        match self.verdict {
            Verdict::Served => Self {
                verdict: Verdict::Refused,
                ..self
            },
            _ => self,
        }
    }

    /// The same for an older client, whose errors have no statuses (LEG-3).
    #[cfg(feature = "legacy")]
    pub(crate) fn served(self) -> Self {
        Self {
            verdict: Verdict::Served,
            ..self
        }
    }

    /// HDR-1, and ERA-5 on HTTP.
    pub(crate) fn header_mismatch(message: impl Into<String>) -> Self {
        Self::new(HEADER_MISMATCH, message)
    }

    /// SUB-14, HTTP-28.
    pub(crate) fn busy() -> Self {
        Self {
            verdict: Verdict::Busy,
            ..Self::internal()
        }
    }

    /// AUTH-7, AUTH-9.
    pub(crate) fn forbidden(scopes: Vec<String>) -> Self {
        Self {
            verdict: Verdict::Forbidden(scopes),
            ..Self::invalid_request("The token lacks a scope")
        }
    }

    pub(crate) fn invalid_request(message: impl Into<String>) -> Self {
        Self::new(INVALID_REQUEST, message)
    }

    pub(crate) fn method_not_found(method: &str) -> Self {
        Self::new(METHOD_NOT_FOUND, format!("Method not found: {method}"))
    }

    pub(crate) fn invalid_params(message: impl Into<String>) -> Self {
        Self::new(INVALID_PARAMS, message)
    }

    pub(crate) fn internal() -> Self {
        Self::new(INTERNAL, INTERNAL_TEXT)
    }

    /// RSC-6.
    pub(crate) fn no_resource(uri: &str) -> Self {
        Self {
            data: Some(Object::new().text("uri", uri).finish()),
            ..Self::invalid_params("Resource not found")
        }
    }

    /// ERR-2: everything that is missing, in the shape of capabilities.
    pub(crate) fn missing(capabilities: &ClientCapabilities) -> Self {
        let names = capabilities.to_string();
        let required = Object::new().raw("requiredCapabilities", &capabilities.json());
        Self {
            data: Some(required.finish()),
            ..Self::new(
                MISSING_CAPABILITY,
                format!("This request needs client capabilities: {names}"),
            )
        }
    }

    /// VER-2.
    pub(crate) fn unsupported_version(requested: &str) -> Self {
        let data = Object::new()
            .raw("supported", &list([quoted(REVISION)]))
            .text("requested", requested);
        Self {
            data: Some(data.finish()),
            ..Self::new(UNSUPPORTED_VERSION, "Unsupported protocol version")
        }
    }
}

/// What a handler fails with when nobody who reads it could repair it (11 §10.3): storage down,
/// a configuration missing, a bug. The client is told that there was an internal error; the text
/// goes to the log.
///
/// What the model can read and repair is no fault: answer [`ToolResult::error`].
///
/// [`ToolResult::error`]: crate::ToolResult::error
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToolFault {
    kind: FaultKind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum FaultKind {
    Internal(String),
    /// Found by the framework on behalf of the handler (MRTR-9), or an application's own code.
    Told(Box<RpcError>),
}

impl ToolFault {
    /// A fault with its cause, for the log.
    pub fn new(cause: impl Into<String>) -> Self {
        Self {
            kind: FaultKind::Internal(cause.into()),
        }
    }

    /// An error with a code of the application, which the client sees with its message.
    ///
    /// A code in −32768…−32000 belongs to the protocol (ERR-3): with such a one this is an
    /// ordinary fault, and the client is told of an internal error.
    pub fn application(code: i64, message: impl Into<String>) -> Self {
        let message = message.into();
        if (-32768..=-32000).contains(&code) {
            return Self::new(format!("{code} is no code of an application: {message}"));
        }
        Self {
            kind: FaultKind::Told(Box::new(RpcError::new(code, message))),
        }
    }

    pub(crate) fn invalid_params(message: impl Into<String>) -> Self {
        Self {
            kind: FaultKind::Told(Box::new(RpcError::invalid_params(message))),
        }
    }

    /// What the client is told; `Err` with the cause when that is for the log only.
    pub(crate) fn told(self) -> Result<RpcError, String> {
        match self.kind {
            FaultKind::Told(error) => Ok(*error),
            FaultKind::Internal(cause) => Err(cause),
        }
    }
}

impl fmt::Display for ToolFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match &self.kind {
            FaultKind::Internal(cause) => cause,
            FaultKind::Told(error) => &error.message,
        })
    }
}

impl std::error::Error for ToolFault {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn err3_codes_of_the_protocol_are_not_an_applications() {
        for reserved in [-32768, -32602, -32042, -32002, -32000] {
            assert!(ToolFault::application(reserved, "x").told().is_err());
        }
        for free in [-32769, -31999, 0, 1, 404] {
            assert_eq!(ToolFault::application(free, "x").told().unwrap().code, free);
        }
    }
}
