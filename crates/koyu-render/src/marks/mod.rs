//! The marks of a plan, one file a kind (09 §5).

pub(crate) mod areas;
pub(crate) mod boundaries;
pub(crate) mod columns;
pub(crate) mod doors;
pub(crate) mod floors;
pub(crate) mod grid;
pub(crate) mod junctions;
pub(crate) mod north;
pub(crate) mod rooms;
pub(crate) mod runs;
pub(crate) mod scale_bar;
pub(crate) mod segs;
pub(crate) mod site;
pub(crate) mod title;
pub(crate) mod voids;
pub(crate) mod windows;
