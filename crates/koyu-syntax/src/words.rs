//! The closed vocabularies of the notation: axes, compass sides, kinds, versions.

use std::fmt;

/// Declares a closed vocabulary: an enum, the word of each member, and reading one back.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$member_doc:meta])* $member:ident = $word:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name { $($(#[$member_doc])* $member),+ }

        impl $name {
            /// Every member, in the order of the specification.
            pub const ALL: &'static [Self] = &[$(Self::$member),+];

            /// The word as it is written in the notation.
            pub const fn word(self) -> &'static str {
                match self { $(Self::$member => $word),+ }
            }

            /// The member whose word is exactly `text`; words are case-sensitive.
            pub fn from_word(text: &str) -> Option<Self> {
                match text { $($word => Some(Self::$member),)+ _ => None }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.word())
            }
        }
    };
}

words! {
    /// An axis of the grid: X grows to the east, Y to the north (01, conventions).
    Axis { /// West to east.
        X = "X", /// South to north.
        Y = "Y" }
}

words! {
    /// A side or direction (01 §11): north is +Y, east +X, south −Y, west −X.
    Side { /// +Y.
        N = "N", /// +X.
        E = "E", /// −Y.
        S = "S", /// −X.
        W = "W" }
}

words! {
    /// What a boundary is (01 §9.1, `type:`).
    BoundaryKind {
        /// Encloses; the default.
        Wall = "wall",
        /// Nothing stands there: passable, no material.
        Open = "open",
        /// Vertical, walkable: stair, ramp or escalator.
        Stair = "stair",
        /// Vertical, not walkable: lift or duct.
        Shaft = "shaft",
        /// Vertical, no floor between.
        Void = "void",
    }
}

words! {
    /// What an opening is (01 §9.2).
    OpeningKind { /// A door.
        Door = "door", /// A window.
        Window = "window" }
}

words! {
    /// The space a door opens into, as an end of its boundary (01 §9.2, `swing:`).
    Swing { /// The space written first.
        A = "a", /// The space written second.
        B = "b" }
}

words! {
    /// A version of the notation, old to new (01 §6.1). Age is the order of this list.
    Version {
        /// koyu 0.1
        V0_1 = "0.1",
        /// koyu 0.2
        V0_2 = "0.2",
        /// koyu 0.3
        V0_3 = "0.3",
        /// koyu 0.4
        V0_4 = "0.4",
        /// koyu 0.5
        V0_5 = "0.5",
        /// koyu 1.0, also meant when no version is declared.
        V1_0 = "1.0",
    }
}

impl Axis {
    /// The other axis.
    pub const fn other(self) -> Self {
        match self {
            Self::X => Self::Y,
            Self::Y => Self::X,
        }
    }
}

impl Side {
    /// The side across: N and S, E and W.
    pub const fn opposite(self) -> Self {
        match self {
            Self::N => Self::S,
            Self::S => Self::N,
            Self::E => Self::W,
            Self::W => Self::E,
        }
    }
}
