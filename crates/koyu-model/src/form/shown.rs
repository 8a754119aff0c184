//! Serialising words and points of the form (04 §12).

use std::fmt::Display;

use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

use crate::Side;
use crate::elements::{Point, Rect};

/// A value as its word.
pub(super) fn word<T: Display, S: Serializer>(value: &T, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(value)
}

/// A side as its letter; the field is left out when there is none.
pub(super) fn side<S: Serializer>(value: &Option<Side>, to: S) -> Result<S::Ok, S::Error> {
    match value {
        Some(side) => to.serialize_some(side.word()),
        None => to.serialize_none(),
    }
}

impl Serialize for Point {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut record = to.serialize_struct("Point", 2)?;
        record.serialize_field("x", &self.x)?;
        record.serialize_field("y", &self.y)?;
        record.end()
    }
}

impl Serialize for Rect {
    /// In the order of the run record (05 §3): both x, then both y.
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut record = to.serialize_struct("Rect", 4)?;
        record.serialize_field("x1", &self.x1)?;
        record.serialize_field("x2", &self.x2)?;
        record.serialize_field("y1", &self.y1)?;
        record.serialize_field("y2", &self.y2)?;
        record.end()
    }
}
