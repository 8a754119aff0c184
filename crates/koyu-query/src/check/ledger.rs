//! The ledger of attributes (01 §13): which keys each element knows, and what their values are.

/// An element with attributes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Element {
    Space,
    Zone,
    Boundary,
    /// A door, a window or an asset.
    Opening,
    Area,
    Seg,
    Column,
}

/// What the value of a key is held against.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rule {
    /// A number greater than zero.
    Positive,
    /// One of these.
    Listed(&'static [&'static str]),
    /// Anything: free, carried, or structural and left behind.
    Any,
}

use Rule::{Any, Listed, Positive};

type Ledger = &'static [(&'static str, Rule)];

const SPACE: Ledger = &[
    ("name", Any),
    ("h", Positive),
    ("use", Any),
    ("daylight", Any),
    ("ceiling", Listed(&["0", "1"])),
    ("floor", Any),
    ("spec", Any),
    ("uid", Any),
    ("road", Positive),
    ("stair", Any),
    ("ramp", Any),
    ("escalator", Any),
    ("lift", Any),
    ("form", Any),
    ("turn", Listed(&["R", "L"])),
    ("entry", Positive),
    ("landing", Positive),
    ("riser", Positive),
    ("tread", Positive),
    ("lane", Positive),
    ("slope", Positive),
    ("level", Any),
    ("w", Any),
];

const ZONE: Ledger = &[
    ("name", Any),
    ("use", Any),
    ("uid", Any),
    ("site", Listed(&["0", "1"])),
    ("area", Positive),
];

const BOUNDARY: Ledger = &[
    ("name", Any),
    ("h", Positive),
    ("spec", Any),
    ("fire", Any),
    ("sound", Any),
    ("type", Any),
    ("t", Any),
    ("air", Any),
    ("edge", Any),
];

const OPENING: Ledger = &[
    ("name", Any),
    ("style", Listed(&["hinged", "sliding", "auto"])),
    ("sill", Any),
    ("spec", Any),
    ("fire", Any),
    ("w", Any),
    ("h", Any),
    ("at", Any),
    ("edge", Any),
    ("hinge", Any),
    ("swing", Any),
];

const AREA: Ledger = &[("name", Any), ("floor", Any), ("spec", Any)];

const SEG: Ledger = &[
    ("name", Any),
    ("spec", Any),
    ("fire", Any),
    ("sound", Any),
    ("w", Any),
    ("at", Any),
    ("edge", Any),
];

const COLUMN: Ledger = &[
    ("name", Any),
    ("spec", Any),
    ("d", Any),
    ("x", Any),
    ("y", Any),
];

impl Element {
    const ALL: [Self; 7] = [
        Self::Space,
        Self::Zone,
        Self::Boundary,
        Self::Opening,
        Self::Area,
        Self::Seg,
        Self::Column,
    ];

    const fn ledger(self) -> Ledger {
        match self {
            Self::Space => SPACE,
            Self::Zone => ZONE,
            Self::Boundary => BOUNDARY,
            Self::Opening => OPENING,
            Self::Area => AREA,
            Self::Seg => SEG,
            Self::Column => COLUMN,
        }
    }

    /// What the element is called in messages, in the plural.
    const fn plural(self) -> &'static str {
        match self {
            Self::Space => "spaces",
            Self::Zone => "zones",
            Self::Boundary => "boundaries",
            Self::Opening => "doors and windows",
            Self::Area => "areas",
            Self::Seg => "segs",
            Self::Column => "columns",
        }
    }

    /// The rule of a key; `None` for one that the element does not know.
    pub(super) fn rule(self, key: &str) -> Option<Rule> {
        let entry = self.ledger().iter().find(|(known, _)| *known == key);
        entry.map(|&(_, rule)| rule)
    }

    /// All keys of the element.
    pub(super) fn keys(self) -> impl Iterator<Item = &'static str> {
        self.ledger().iter().map(|&(key, _)| key)
    }

    /// The elements that know a key, in words; `None` if none does.
    pub(super) fn owners(key: &str) -> Option<String> {
        let owners = Self::ALL
            .iter()
            .filter(|element| element.rule(key).is_some());
        let owners: Vec<&str> = owners.map(|element| element.plural()).collect();
        (!owners.is_empty()).then(|| owners.join(", "))
    }
}

/// Whether a key stands in a namespace: `[a-z][a-z0-9_-]*(\.[a-z0-9_-]+)+` in full.
pub(super) fn namespaced(key: &str) -> bool {
    let word = |part: &str| {
        let plain = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_' || b == b'-';
        !part.is_empty() && part.bytes().all(plain)
    };
    key.starts_with(|c: char| c.is_ascii_lowercase())
        && key.contains('.')
        && key.split('.').all(word)
}

/// A key in a namespace that says the same.
pub(super) fn in_namespace(key: &str) -> String {
    let plain = |c: char| match c.to_ascii_lowercase() {
        c @ ('a'..='z' | '0'..='9' | '_' | '-') => Some(c),
        _ => None,
    };
    let word: String = key.chars().filter_map(plain).take(32).collect();
    match &*word {
        "" => "acme.note".to_owned(),
        word => format!("acme.{word}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_whole_lower_case_names_are_namespaced() {
        for key in ["acme.sensor", "a.b.c", "x.9", "a_b-1.-"] {
            assert!(namespaced(key), "{key}");
        }
        for key in [
            "acme", "acme.", "Acme.x", "acme.X", "a..b", ".a", "1.a", "x-foo", "a.é", "_a.b", "",
        ] {
            assert!(!namespaced(key), "{key}");
        }
    }

    #[test]
    fn every_mend_is_namespaced() {
        for key in ["colour", "Acme.x", "é", "", "a..b"] {
            assert!(namespaced(&in_namespace(key)), "{key}");
        }
    }
}
