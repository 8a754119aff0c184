//! What the server gives out and must recognise when it comes back: cursors and request states.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};

/// The least length of a key, in bytes (MRTR-23).
pub(crate) const LEAST_KEY: usize = 32;

/// How many bytes of a tag a cursor carries (PAGE-3: 16 hex digits).
const SHORT_TAG: usize = 8;

/// Signs what is given out. A key that is not configured is random and dies with the process.
#[derive(Clone)]
pub(crate) struct Seal {
    mac: Hmac<Sha256>,
}

impl Seal {
    pub(crate) fn new(key: &[u8]) -> Option<Self> {
        let mac = Hmac::new_from_slice(key).ok()?;
        (key.len() >= LEAST_KEY).then_some(Self { mac })
    }

    /// A key of its own; `None` when the system has no randomness.
    pub(crate) fn random() -> Option<Self> {
        let mut key = [0; LEAST_KEY];
        getrandom::fill(&mut key).ok()?;
        Self::new(&key)
    }

    fn over(&self, bytes: &[u8]) -> Hmac<Sha256> {
        self.mac.clone().chain_update(bytes)
    }

    /// The tag of some bytes.
    pub(crate) fn tag(&self, bytes: &[u8]) -> Vec<u8> {
        self.over(bytes).finalize().into_bytes().to_vec()
    }

    /// Whether a tag is that of some bytes, in constant time.
    pub(crate) fn holds(&self, bytes: &[u8], tag: &[u8]) -> bool {
        self.over(bytes).verify_slice(tag).is_ok()
    }

    /// The beginning of the tag, in hex.
    pub(crate) fn short_tag(&self, bytes: &[u8]) -> String {
        hex(self.tag(bytes).get(..SHORT_TAG).unwrap_or_default())
    }

    /// Whether a text is the beginning of the tag of some bytes, in constant time.
    pub(crate) fn holds_short(&self, bytes: &[u8], tag: &str) -> bool {
        let Some(tag) = unhex(tag) else {
            return false;
        };
        tag.len() == SHORT_TAG && self.over(bytes).verify_truncated_left(&tag).is_ok()
    }
}

/// Lower-case hex.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The bytes of lower-case hex.
fn unhex(text: &str) -> Option<Vec<u8>> {
    let digit = |byte: u8| match byte {
        b'0'..=b'9' => Some(byte - b'0'),
        b'a'..=b'f' => Some(byte - b'a' + 10),
        _ => None,
    };
    let pairs = text.as_bytes().chunks(2);
    pairs
        .map(|pair| match pair {
            [high, low] => Some(digit(*high)? << 4 | digit(*low)?),
            _ => None,
        })
        .collect()
}

/// The digest of a text, in hex.
pub(crate) fn digest(text: &str) -> String {
    hex(&Sha256::digest(text.as_bytes()))
}

pub(crate) fn encode(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

/// Strict: no padding, no other alphabet, no unused bits.
pub(crate) fn decode(text: &str) -> Option<Vec<u8>> {
    URL_SAFE_NO_PAD.decode(text).ok()
}
