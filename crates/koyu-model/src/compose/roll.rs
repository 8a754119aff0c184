//! The elements of one list by name, kept while set edits change the list (02 §7.4), so that a
//! long list may be edited often.

use crate::names::Map;

/// Whose list it is: the kind of its elements and the slot of their container.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum ListOf {
    /// The areas of a space.
    Areas(u32),
    /// The doors and windows of a boundary.
    Openings(u32),
    /// The segs of a boundary.
    Segs(u32),
}

/// Where the elements of each name stand in their list. Removed ones stay in the list until the
/// end of the composition, so that the others keep their places.
#[derive(Debug, Default)]
pub(super) struct Roll {
    by_name: Map<String, Vec<usize>>,
    removed: Vec<usize>,
}

impl Roll {
    /// The roll of a list that no edit has changed yet.
    pub(super) fn new(names: impl Iterator<Item = String>) -> Self {
        let mut roll = Self::default();
        for (place, name) in names.enumerate() {
            roll.enter(name, place);
        }
        roll
    }

    /// The places of all elements of a name.
    pub(super) fn places(&self, name: &str) -> &[usize] {
        self.by_name.get(name).map_or(&[], Vec::as_slice)
    }

    /// Enters an element.
    pub(super) fn enter(&mut self, name: String, place: usize) {
        self.by_name.entry(name).or_default().push(place);
    }

    /// Strikes the only element of a name out; its place stays taken.
    pub(super) fn strike(&mut self, name: &str) {
        self.by_name.remove(name);
    }

    /// Removes the only element of a name from the list, at the end.
    pub(super) fn remove(&mut self, name: &str, place: usize) {
        self.strike(name);
        self.removed.push(place);
    }

    /// Takes the removed elements out of the list.
    pub(super) fn sweep<T>(mut self, list: &mut Vec<T>) {
        self.removed.sort_unstable();
        let mut removed = self.removed.into_iter().peekable();
        let mut place = 0..;
        list.retain(|_| {
            removed
                .next_if_eq(&place.next().unwrap_or_default())
                .is_none()
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_last_until_the_sweep() {
        let mut list = vec!["a", "b", "a", "c"];
        let mut roll = Roll::new(list.iter().map(|&name| name.to_owned()));
        assert_eq!(roll.places("a"), [0, 2]);
        roll.remove("b", 1);
        assert!(roll.places("b").is_empty());
        roll.enter("b".to_owned(), list.len());
        list.push("b");
        assert_eq!(roll.places("b"), [4]);
        roll.remove("c", 3);
        roll.sweep(&mut list);
        assert_eq!(list, ["a", "a", "b"]);
    }
}
