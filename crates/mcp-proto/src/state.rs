//! What a handler remembers from one round to the next, kept by the client (MRTR-20…25).

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::Deserialize;
use serde_json::value::RawValue;

use crate::fault::RpcError;
use crate::json::{self, Object};
use crate::object::JsonObject;
use crate::seal::{self, Seal};

/// The version of the payload.
const VERSION: u32 = 1;

/// Random bytes in every state, so that no two are equal (MRTR-25).
const NONCE: usize = 12;

/// The string that a client sends back with its answers. Only [`CallContext::seal`] makes one.
///
/// [`CallContext::seal`]: crate::CallContext::seal
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SealedState(pub(crate) String);

/// Which request a state belongs to: it opens with no other one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Binding<'a> {
    pub(crate) method: &'a str,
    /// The name of the tool or prompt, or the URI.
    pub(crate) name: &'a str,
    pub(crate) arguments: &'a JsonObject,
    /// On whose behalf, where tokens are verified.
    pub(crate) subject: Option<&'a str>,
}

impl Binding<'_> {
    fn digest(&self) -> String {
        seal::digest(&json::sorted(self.arguments.as_raw()))
    }
}

#[derive(Deserialize)]
struct Payload<'a> {
    v: u32,
    m: String,
    n: String,
    d: String,
    p: Option<String>,
    x: u64,
    #[serde(borrow)]
    s: &'a RawValue,
}

/// Makes the string of a value that is JSON. `None` when the system has no randomness.
pub(crate) fn seal(
    seal: &Seal,
    binding: Binding<'_>,
    lifetime: Duration,
    value: &str,
) -> Option<SealedState> {
    let mut nonce = [0; NONCE];
    getrandom::fill(&mut nonce).ok()?;
    let subject = binding.subject.map_or("null".to_owned(), json::quoted);
    let payload = Object::new()
        .plain("v", &VERSION)
        .text("m", binding.method)
        .text("n", binding.name)
        .text("d", &binding.digest())
        .raw("p", &subject)
        .plain("x", &now().saturating_add(lifetime.as_secs()))
        .text("r", &seal::encode(&nonce))
        .raw("s", value)
        .finish();
    let body = seal::encode(payload.as_bytes());
    // The payload as sent: its encoded form.
    let tag = seal::encode(&seal.tag(body.as_bytes()));
    Some(SealedState(format!("{body}.{tag}")))
}

/// Opens what came back (MRTR-22). Which check failed is not told.
pub(crate) fn open(
    seal: &Seal,
    binding: Binding<'_>,
    sent: &RawValue,
) -> Result<Box<RawValue>, RpcError> {
    let opened = json::text(sent).and_then(|text| opened(seal, binding, &text));
    opened.ok_or_else(|| RpcError::invalid_params("requestState cannot be used"))
}

fn opened(seal: &Seal, binding: Binding<'_>, text: &str) -> Option<Box<RawValue>> {
    let (body, tag) = text.split_once('.')?;
    if !seal.holds(body.as_bytes(), &seal::decode(tag)?) {
        return None;
    }
    let payload = seal::decode(body)?;
    let payload: Payload<'_> = serde_json::from_slice(&payload).ok()?;
    let is_of_this_request = payload.v == VERSION
        && payload.m == binding.method
        && payload.n == binding.name
        && payload.d == binding.digest()
        && payload.p.as_deref() == binding.subject
        && now() < payload.x;
    is_of_this_request.then(|| payload.s.to_owned())
}

fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    // A clock before 1970 makes states that never pass, which is the safer of two wrongs for
    // the user and still bound to the request.
    since.map_or(0, |since| since.as_secs())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(byte: u8) -> Seal {
        Seal::new(&[byte; 32]).unwrap()
    }

    fn object(text: &str) -> JsonObject {
        JsonObject::of(json::parse(text).unwrap()).unwrap()
    }

    fn raw(text: &str) -> Box<RawValue> {
        RawValue::from_string(json::quoted(text)).unwrap()
    }

    /// A payload with some members of its own, signed with the right key.
    fn forged(change: impl Fn(&mut serde_json::Map<String, serde_json::Value>)) -> Box<RawValue> {
        let arguments = object(r#"{"a":1}"#);
        let digest = Binding {
            method: "m",
            name: "n",
            arguments: &arguments,
            subject: None,
        }
        .digest();
        let mut payload = serde_json::json!({
            "v": 1, "m": "m", "n": "n", "d": digest, "p": null, "x": now() + 60, "r": "r", "s": "kept",
        });
        change(payload.as_object_mut().unwrap());
        let body = seal::encode(payload.to_string().as_bytes());
        let tag = seal::encode(&key(1).tag(body.as_bytes()));
        raw(&format!("{body}.{tag}"))
    }

    fn open_here(sent: &RawValue) -> Option<String> {
        let arguments = object(r#"{ "a" : 1 }"#);
        let binding = Binding {
            method: "m",
            name: "n",
            arguments: &arguments,
            subject: None,
        };
        match open(&key(1), binding, sent) {
            Ok(value) => Some(value.get().to_owned()),
            Err(error) => {
                assert_eq!(error.code, -32602);
                assert_eq!(error.message, "requestState cannot be used");
                None
            }
        }
    }

    #[test]
    fn mrtr21_mrtr25_a_state_opens_for_its_request_and_no_two_are_equal() {
        let arguments = object(r#"{"b":[],"a":1}"#);
        let binding = Binding {
            method: "tools/call",
            name: "t",
            arguments: &arguments,
            subject: None,
        };
        let make = || seal(&key(1), binding, Duration::from_secs(60), r#"{"step":2}"#).unwrap();
        let (first, second) = (make(), make());
        assert_ne!(first, second);
        for state in [first, second] {
            let other_spelling = object(r#"{ "a":1,"b":[ ] }"#);
            let binding = Binding {
                arguments: &other_spelling,
                ..binding
            };
            let opened = open(&key(1), binding, &raw(&state.0)).unwrap();
            assert_eq!(opened.get(), r#"{"step":2}"#);
        }
    }

    #[test]
    fn mrtr22_every_failing_field_is_refused_alike() {
        assert_eq!(open_here(&forged(|_| {})).as_deref(), Some("\"kept\""));
        for (member, value) in [
            ("v", serde_json::json!(2)),
            ("m", "prompts/get".into()),
            ("n", "other".into()),
            ("d", "00".into()),
            ("p", "someone".into()),
            ("x", serde_json::json!(now() - 1)),
            ("x", serde_json::json!(now())),
            ("x", "soon".into()),
        ] {
            let sent = forged(|payload| {
                payload.insert(member.to_owned(), value.clone());
            });
            assert_eq!(open_here(&sent), None, "{member} {value}");
        }
        let sent = forged(|payload| {
            payload.remove("s");
        });
        assert_eq!(open_here(&sent), None);
    }

    #[test]
    fn mrtr22_what_is_no_state_of_this_key_is_refused_alike() {
        let good = json::text(&forged(|_| {})).unwrap().into_owned();
        let (body, tag) = good.split_once('.').unwrap();
        let other_tag = seal::encode(&key(2).tag(body.as_bytes()));
        for bad in [
            String::new(),
            ".".to_owned(),
            body.to_owned(),
            format!("{body}.{tag}."),
            format!("{body}.{tag}x"),
            format!("{body}.{tag}="),
            format!("{body}.{}", &tag[..tag.len() - 2]),
            format!("{good}-TAMPERED"),
            format!("x{good}"),
            format!("{body}.{other_tag}"),
            format!("{tag}.{body}"),
        ] {
            assert_eq!(open_here(&raw(&bad)), None, "{bad}");
        }
        for other in ["null", "1", "{}", "[\"x\"]"] {
            assert_eq!(open_here(json::parse(other).unwrap()), None, "{other}");
        }
    }
}
