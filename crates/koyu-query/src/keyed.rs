//! Objects keyed by names of the source (07 §1.3).

use koyu_model::index_rank;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

/// An object whose keys are names taken from the source. Names that read as array indices come
/// first, ascending; the others keep the order in which they were given.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Keyed<'m, T>(Vec<(&'m str, T)>);

impl<'m, T> Keyed<'m, T> {
    /// Members in the order of their rule; no name may occur twice.
    pub(crate) fn new(members: impl IntoIterator<Item = (&'m str, T)>) -> Self {
        let mut members: Vec<_> = members.into_iter().collect();
        members.sort_by_key(|(name, _)| index_rank(name));
        Self(members)
    }

    /// The members in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&'m str, &T)> {
        self.0.iter().map(|(name, value)| (*name, value))
    }

    /// The value of a name.
    pub fn get(&self, name: &str) -> Option<&T> {
        self.iter()
            .find_map(|(key, value)| (key == name).then_some(value))
    }
}

impl<T: Serialize> Serialize for Keyed<'_, T> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut map = to.serialize_map(Some(self.0.len()))?;
        for (name, value) in &self.0 {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_are_array_indices_come_first() {
        let members = ["L1", "10", "02", "2", "-1", "4294967295", "0"].map(|name| (name, ()));
        let keyed = Keyed::new(members);
        let names: Vec<&str> = keyed.iter().map(|(name, ())| name).collect();
        assert_eq!(names, ["0", "2", "10", "L1", "02", "-1", "4294967295"]);
        assert!(keyed.get("02").is_some() && keyed.get("3").is_none());
    }
}
