//! Interned text: paths and names are compared as integers, once a model.

use std::collections::{HashMap, HashSet};

use foldhash::fast::RandomState;
use indexmap::{IndexMap, IndexSet};

/// A hash map, with a hash function that suits short keys. Its order never reaches an output.
pub(crate) type Map<K, V> = HashMap<K, V, RandomState>;

/// A hash set of the same kind.
pub(crate) type Set<T> = HashSet<T, RandomState>;

/// A map in insertion order.
pub(crate) type OrderedMap<K, V> = IndexMap<K, V, RandomState>;

/// A text of one model: a path, a level, an asset, a spelled grid reference. Two names of the
/// same model are equal exactly when their texts are; their order is the order of first use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Name(u32);

impl Name {
    /// The position of the name in its [`Names`], counted from 0 without gaps.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The table of the names of one model.
#[derive(Clone, Debug, Default)]
pub struct Names {
    texts: IndexSet<Box<str>, RandomState>,
}

impl Names {
    /// The name of a text, entered if it is new.
    pub fn intern(&mut self, text: &str) -> Name {
        if let Some(index) = self.texts.get_index_of(text) {
            return Name(index as u32);
        }
        let (index, _) = self.texts.insert_full(text.into());
        // The limit on elements keeps the table far below 2³² entries.
        Name(u32::try_from(index).unwrap_or(u32::MAX))
    }

    /// The name of a text, if the model uses it.
    pub fn find(&self, text: &str) -> Option<Name> {
        self.texts
            .get_index_of(text)
            .map(|index| Name(index as u32))
    }

    /// The text of a name of this table.
    pub fn text(&self, name: Name) -> &str {
        &self.texts[name.index()]
    }

    /// How many names there are.
    pub fn len(&self) -> usize {
        self.texts.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }
}
