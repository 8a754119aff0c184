//! Fresh identifiers (07 §13).

mod common;

use common::model;
use koyu_model::form::Derivation;
use koyu_query::{new_uids, new_uids_from};

const ALPHABET: &str = "0123456789abcdefghjkmnpqrstvwxyz";

/// A source that gives the texts out one after another, as the bytes that spell them.
fn spelling(tokens: &[&str]) -> impl FnMut(&mut [u8]) -> Result<(), String> {
    let mut tokens: Vec<String> = tokens.iter().rev().map(|t| (*t).to_owned()).collect();
    move |bytes| {
        let token = tokens.pop().ok_or("nothing left")?;
        for (byte, character) in bytes.iter_mut().zip(token.chars()) {
            let place = ALPHABET.find(character).ok_or("not in the alphabet")?;
            // The upper bits of a byte must not matter.
            *byte = place as u8 | 0b1010_0000;
        }
        Ok(())
    }
}

const A: &str = "0123456789abcdef";
const B: &str = "ghjkmnpqrstvwxyz";
const C: &str = "zzzzzzzzzzzzzzzz";

#[test]
fn taken_tokens_are_drawn_again() {
    let building = model(&format!(
        "space /a room uid:u-{A}\nzone /z uid:u-{B}\nasset D door w:800 uid:u-{C}\nspace /n room \
         uid:7\n"
    ));
    let derivation = Derivation::new(&building);
    let drawn = new_uids_from(&derivation, 2, spelling(&[A, B, C, C, "ggggggggggggggg0"]));
    assert_eq!(
        drawn.unwrap().uids,
        [format!("u-{C}"), "u-ggggggggggggggg0".to_owned()],
        "only spaces, zones and this call take tokens"
    );
    let failed = new_uids_from(&derivation, 1, spelling(&[A]));
    assert_eq!(failed.unwrap_err(), "nothing left");
    let none = new_uids_from(&derivation, 0, spelling(&[])).unwrap();
    assert!(none.uids.is_empty() && none.note.contains("uid:"));
}

#[test]
fn tokens_of_the_system_have_the_shape() {
    let building = model("");
    let derivation = Derivation::new(&building);
    let drawn = new_uids(&derivation, 1000).unwrap().uids;
    let mut distinct = drawn.clone();
    distinct.sort();
    distinct.dedup();
    assert_eq!(distinct.len(), 1000);
    for token in &drawn {
        let rest = token.strip_prefix("u-").unwrap();
        assert_eq!(rest.len(), 16, "{token}");
        assert!(rest.chars().all(|c| ALPHABET.contains(c)), "{token}");
    }
    for c in ALPHABET.chars() {
        assert!(drawn.iter().any(|token| token[2..].contains(c)), "{c}");
    }
}
