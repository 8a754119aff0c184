//! Elements by name in insertion order, from which one may be dropped in constant time.

use crate::names::{Map, Name};

/// Elements in insertion order; a dropped one leaves an empty slot until the end.
#[derive(Debug)]
pub(super) struct Slots<T> {
    items: Vec<Option<T>>,
    by_name: Map<Name, u32>,
}

impl<T> Default for Slots<T> {
    fn default() -> Self {
        Self {
            items: Vec::new(),
            by_name: Map::default(),
        }
    }
}

impl<T> Slots<T> {
    /// Where the element of a name stands.
    pub(super) fn find(&self, name: Name) -> Option<u32> {
        self.by_name.get(&name).copied()
    }

    /// The element in a slot.
    pub(super) fn get(&self, slot: u32) -> Option<&T> {
        self.items.get(slot as usize)?.as_ref()
    }

    /// The element in a slot, to be changed.
    pub(super) fn get_mut(&mut self, slot: u32) -> Option<&mut T> {
        self.items.get_mut(slot as usize)?.as_mut()
    }

    /// The slot that the next element gets.
    pub(super) fn next(&self) -> u32 {
        self.items.len() as u32
    }

    /// Adds an element whose name is new.
    pub(super) fn push(&mut self, name: Name, item: T) {
        self.by_name.insert(name, self.next());
        self.items.push(Some(item));
    }

    /// Removes the element of a name; the name is free again.
    pub(super) fn remove(&mut self, name: Name) -> bool {
        match self.by_name.remove(&name) {
            Some(slot) => self.items[slot as usize].take().is_some(),
            None => false,
        }
    }

    /// The elements that are there, in insertion order.
    pub(super) fn iter(&self) -> impl Iterator<Item = &T> {
        self.items.iter().flatten()
    }

    /// The elements that are left, in insertion order.
    pub(super) fn into_items(self) -> impl Iterator<Item = T> {
        self.items.into_iter().flatten()
    }
}
