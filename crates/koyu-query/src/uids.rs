//! `new_uids` (07 §13): fresh identifiers for spaces and zones.

use std::collections::HashSet;

use koyu_model::form::Derivation;
use serde::Serialize;
use thiserror::Error;

/// The most tokens that one call draws.
pub const MAX_UIDS: u32 = 1000;

/// What a token begins with.
const PREFIX: &str = "u-";

/// Characters drawn for a token, five bits each.
const DRAWN: usize = 16;

/// Digits and lowercase letters without those that are taken for others (i, l, o, u).
const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// Tells an agent what to do with the tokens.
const NOTE: &str = "Write a token as uid: on a space or a zone; no other element takes one. \
    Nothing was written: carry a uid along by hand when you rename what it stands on.";

/// Fresh identifiers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct NewUids {
    /// Tokens that neither the building nor each other has.
    pub uids: Vec<String>,
    /// What to do with them.
    pub note: &'static str,
}

/// The operating system gave no random bytes.
#[derive(Debug, Error)]
#[error("No random bytes: {0}")]
pub struct NoRandomBytes(#[from] getrandom::Error);

/// Draws tokens from the random source of the operating system. How many may be asked for
/// ([`MAX_UIDS`]) is for the caller to judge.
///
/// # Errors
/// [`NoRandomBytes`].
pub fn new_uids(derivation: &Derivation<'_>, count: u32) -> Result<NewUids, NoRandomBytes> {
    new_uids_from(derivation, count, |bytes| Ok(getrandom::fill(bytes)?))
}

/// Draws tokens from a source that fills a buffer with independent, uniform random bytes. With a
/// source that repeats itself it may draw for ever.
///
/// # Errors
/// What the source returns.
pub fn new_uids_from<E>(
    derivation: &Derivation<'_>,
    count: u32,
    mut fill: impl FnMut(&mut [u8]) -> Result<(), E>,
) -> Result<NewUids, E> {
    let model = derivation.model();
    let of_spaces = model.spaces().iter().map(|space| &space.attributes);
    let of_zones = model.zones().map(|zone| &zone.attributes);
    let mut taken: HashSet<String> = of_spaces
        .chain(of_zones)
        .filter_map(|attributes| attributes.to_text("uid"))
        .collect();
    let mut uids = Vec::new();
    while uids.len() < count as usize {
        let mut bytes = [0; DRAWN];
        fill(&mut bytes)?;
        let drawn = bytes.map(|byte| char::from(ALPHABET[usize::from(byte) % ALPHABET.len()]));
        let token: String = PREFIX.chars().chain(drawn).collect();
        if taken.insert(token.clone()) {
            uids.push(token);
        }
    }
    Ok(NewUids { uids, note: NOTE })
}
