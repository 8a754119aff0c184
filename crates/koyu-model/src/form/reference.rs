//! What the entries of a form are called: refs (04 §12).

use std::fmt;

use serde::{Serialize, Serializer};

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

/// What an entry of the form refers to, written out only where it is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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
        index: u32,
    },
    /// `<boundary>/<opening>`.
    Opening {
        /// The boundary's end written first.
        a: &'m str,
        /// The boundary's end written second.
        b: &'m str,
        /// The boundary's canonical index.
        index: u32,
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
        index: u32,
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
