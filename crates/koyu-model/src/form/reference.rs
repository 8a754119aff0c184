//! What the entries of a form are called: refs (04 §12).

use std::fmt;

use serde::{Serialize, Serializer};

use crate::elements::Boundary;
use crate::model::Model;

/// An intersection of the grid: lines counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GridPoint {
    /// The X line.
    pub x: u32,
    /// The Y line.
    pub y: u32,
}

impl fmt::Display for GridPoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (x, y) = (u64::from(self.x) + 1, u64::from(self.y) + 1);
        write!(f, "X{x}/Y{y}")
    }
}

impl Serialize for GridPoint {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

/// The canonical index of a boundary over all boundaries of the building (04 §4.3).
///
/// It is counted only where it is shown or compared with another building's: a question about
/// one storey must not wait until all boundaries are put in order.
#[derive(Clone, Copy)]
pub struct BoundaryIndex<'m> {
    model: &'m Model,
    position: u32,
}

impl<'m> BoundaryIndex<'m> {
    pub(super) fn new(model: &'m Model, position: u32) -> Self {
        Self { model, position }
    }

    /// The index, from 0.
    pub fn get(self) -> u32 {
        self.model.canonical_index(self.position)
    }

    /// The place of the boundary in [`Model::boundaries`].
    pub fn position(self) -> u32 {
        self.position
    }

    /// The boundary.
    pub fn boundary(self) -> &'m Boundary {
        &self.model.boundaries()[self.position as usize]
    }
}

impl PartialEq for BoundaryIndex<'_> {
    fn eq(&self, other: &Self) -> bool {
        if std::ptr::eq(self.model, other.model) {
            self.position == other.position
        } else {
            self.get() == other.get()
        }
    }
}

impl Eq for BoundaryIndex<'_> {}

impl fmt::Debug for BoundaryIndex<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("BoundaryIndex").field(&self.get()).finish()
    }
}

impl fmt::Display for BoundaryIndex<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.get().fmt(f)
    }
}

impl Serialize for BoundaryIndex<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_u32(self.get())
    }
}

/// What an entry of the form refers to, written out only where it is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ref<'m> {
    /// A space.
    Space(&'m str),
    /// `<a>|<b>@<index>`.
    Boundary {
        /// The end written first.
        a: &'m str,
        /// The end written second.
        b: &'m str,
        /// Canonical index.
        index: BoundaryIndex<'m>,
    },
    /// `<boundary>/<opening>`.
    Opening {
        /// The boundary's end written first.
        a: &'m str,
        /// The boundary's end written second.
        b: &'m str,
        /// The boundary's canonical index.
        index: BoundaryIndex<'m>,
        /// Canonical index within the boundary.
        opening: u32,
    },
    /// `<boundary>~<seg>`.
    Seg {
        /// The boundary's end written first.
        a: &'m str,
        /// The boundary's end written second.
        b: &'m str,
        /// The boundary's canonical index.
        index: BoundaryIndex<'m>,
        /// Canonical index within the boundary.
        seg: u32,
    },
    /// `<level>/<grid>`.
    Column {
        /// The level.
        level: &'m str,
        /// The intersection.
        grid: GridPoint,
    },
}

impl fmt::Display for Ref<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Space(path) => f.write_str(path),
            Self::Boundary { a, b, index } => write!(f, "{a}|{b}@{index}"),
            Self::Opening {
                a,
                b,
                index,
                opening,
            } => write!(f, "{a}|{b}@{index}/{opening}"),
            Self::Seg { a, b, index, seg } => write!(f, "{a}|{b}@{index}~{seg}"),
            Self::Column { level, grid } => write!(f, "{level}/{grid}"),
        }
    }
}

impl Serialize for Ref<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}
