//! Putting names for what differs from run to run, and the other way round.

/// The alphabet of a uid after its `u-` (07 §13).
const UID_ALPHABET: &str = "0123456789abcdefghjkmnpqrstvwxyz";
const UID_LENGTH: usize = 16;

/// Keys of answers whose text is random, and the name of that text.
const RANDOM_KEYS: [(&str, &str); 2] = [("nextCursor", "cursor"), ("requestState", "state")];

/// What was masked so far: the actual text and its name.
#[derive(Debug)]
pub(super) struct Masks {
    pairs: Vec<(String, String)>,
}

impl Masks {
    /// Masks the working folder.
    pub(super) fn new(folder: &str) -> Self {
        Self {
            pairs: vec![(folder.to_owned(), "<abs>".to_owned())],
        }
    }

    /// Puts names for the actual texts of an answer. A uid that is `known` was written by hand
    /// and stays.
    pub(super) fn mask(&mut self, answer: &str, known: impl Fn(&str) -> bool) -> String {
        for uid in uids(answer) {
            if !known(uid) {
                self.add("uid", uid);
            }
        }
        for (key, name) in RANDOM_KEYS {
            for text in texts_of(answer, key) {
                self.add(name, text);
            }
        }
        let mut masked = answer.to_owned();
        for (actual, name) in &self.pairs {
            masked = masked.replace(actual, name);
        }
        masked
    }

    /// Puts the actual texts for names.
    pub(super) fn unmask(&self, message: &str) -> String {
        let mut plain = message.to_owned();
        for (actual, name) in &self.pairs {
            plain = plain.replace(name, actual);
        }
        plain
    }

    /// Whether a message uses the name of a random text that has not appeared yet.
    pub(super) fn lacks(&self, message: &str) -> bool {
        let plain = self.unmask(message);
        ["<uid-", "<cursor-", "<state-"]
            .iter()
            .any(|name| plain.contains(name))
    }

    fn add(&mut self, name: &str, actual: &str) {
        if self.pairs.iter().any(|(known, _)| known == actual) {
            return;
        }
        let prefix = format!("<{name}-");
        let earlier = self
            .pairs
            .iter()
            .filter(|(_, name)| name.starts_with(&prefix));
        let number = earlier.count() + 1;
        self.pairs
            .push((actual.to_owned(), format!("{prefix}{number}>")));
    }
}

/// The uids of a text in their order: `u-` and exactly 16 characters of the alphabet.
fn uids(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for (start, _) in text.match_indices("u-") {
        let token = &text[start + 2..];
        let length = token
            .find(|character| !UID_ALPHABET.contains(character))
            .unwrap_or(token.len());
        let before = text[..start].chars().next_back();
        if length == UID_LENGTH && !before.is_some_and(char::is_alphanumeric) {
            found.push(&text[start..start + 2 + UID_LENGTH]);
        }
    }
    found
}

/// The texts that stand under a key, as they are spelled.
fn texts_of<'t>(text: &'t str, key: &str) -> Vec<&'t str> {
    let opening = format!("\"{key}\":\"");
    text.match_indices(&opening)
        .filter_map(|(start, _)| text[start + opening.len()..].split('"').next())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_texts_are_numbered_by_first_appearance() {
        let mut masks = Masks::new("/folder/x");
        let answer =
            r#"["u-0000000000000000","u-zzzzzzzzzzzzzzzz","/folder/x/a","u-0000000000000000"]"#;
        assert_eq!(
            masks.mask(answer, |_| false),
            r#"["<uid-1>","<uid-2>","<abs>/a","<uid-1>"]"#
        );
        assert_eq!(
            masks.mask(r#"{"nextCursor":"abc","requestState":"d.e"}"#, |_| false),
            r#"{"nextCursor":"<cursor-1>","requestState":"<state-1>"}"#
        );
        assert_eq!(
            masks.unmask("uid:<uid-2> <abs>"),
            "uid:u-zzzzzzzzzzzzzzzz /folder/x"
        );
        assert!(masks.lacks("<uid-3>"));
        assert!(!masks.lacks("<uid-1> <abs> <cursor-1>"));
    }

    #[test]
    fn what_is_no_uid_or_was_written_by_hand_stays() {
        let mut masks = Masks::new("/folder/x");
        for text in [
            "u-000000000000000",
            "u-00000000000000000",
            "u-000000000000000i",
            "nu-0000000000000000",
        ] {
            assert_eq!(masks.mask(text, |_| false), text);
        }
        assert_eq!(
            masks.mask("u-0000000000000000", |uid| uid == "u-0000000000000000"),
            "u-0000000000000000"
        );
    }
}
