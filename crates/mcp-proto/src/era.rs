//! Which era answers a request (11 §2), and the names that the current one reserves.

use crate::json;
use crate::params::{Member, Params};

/// The revision of the modern era (VER-1).
pub const REVISION: &str = "2026-07-28";

/// The revisions that began with a handshake (ERA-3).
pub const LEGACY_REVISIONS: [&str; 4] = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];

/// Key of `_meta`: the revision of a request (11 §3).
pub const PROTOCOL_VERSION: &str = "io.modelcontextprotocol/protocolVersion";
/// Key of `_meta`: what the client can do for a request.
pub const CLIENT_CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";
/// Key of `_meta`: who the client is.
pub const CLIENT_INFO: &str = "io.modelcontextprotocol/clientInfo";
/// Key of `_meta`: which log messages the client wants for a request.
pub const LOG_LEVEL: &str = "io.modelcontextprotocol/logLevel";
/// Key of `_meta`, written by the server: who it is (RES-2).
pub const SERVER_INFO: &str = "io.modelcontextprotocol/serverInfo";
/// Key of `_meta`, written by the server: the subscription of a message (SUB-5).
pub const SUBSCRIPTION_ID: &str = "io.modelcontextprotocol/subscriptionId";

/// Which rules a request follows. Decided per request and never remembered (ERA-1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Era {
    /// Revision 2026-07-28.
    Modern,
    /// Every revision before it.
    Legacy,
}

/// ERA-2: modern iff `params._meta` is an object with one of the four request keys. Other keys
/// under the prefix do not count: older clients may send some.
pub(crate) fn of(params: Option<&Params>) -> Era {
    let keys = [
        PROTOCOL_VERSION,
        CLIENT_CAPABILITIES,
        CLIENT_INFO,
        LOG_LEVEL,
    ];
    let has_one = params
        .and_then(|params| params.written(Member::Meta))
        .and_then(|meta| json::texts(meta, keys))
        .is_some_and(|found| found.iter().any(Option::is_some));
    if has_one { Era::Modern } else { Era::Legacy }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn era(params: &str) -> Era {
        of(Some(&Params::of(json::parse(params).unwrap())))
    }

    #[test]
    fn era2_one_of_the_four_keys_is_enough_whatever_its_value() {
        for key in [
            "protocolVersion",
            "clientCapabilities",
            "clientInfo",
            "logLevel",
        ] {
            let params = format!(r#"{{"_meta":{{"io.modelcontextprotocol/{key}":null}}}}"#);
            assert_eq!(era(&params), Era::Modern, "{params}");
        }
    }

    #[test]
    fn era2_everything_else_is_legacy() {
        for params in [
            "{}",
            "[]",
            "null",
            r#"{"_meta":{}}"#,
            r#"{"_meta":[]}"#,
            r#"{"_meta":null}"#,
            r#"{"_meta":{"io.modelcontextprotocol/related-task":{}}}"#,
            r#"{"_meta":{"protocolVersion":"2026-07-28"}}"#,
            r#"{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}"#,
        ] {
            assert_eq!(era(params), Era::Legacy, "{params}");
        }
        assert_eq!(of(None), Era::Legacy);
    }
}
