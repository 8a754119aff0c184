//! What a reader of a diagnostic needs beside it: cause, smallest example, mend. The reference
//! page is made of this, and every example is a test.

mod boundaries;
mod openings;
mod others;
mod spaces;

use super::table::Code;

/// The explanation of one code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Guide {
    /// The code.
    pub code: Code,
    /// When it is reported.
    pub cause: &'static str,
    /// A smallest text that brings it about.
    pub example: &'static str,
    /// What to do about it.
    pub mend: &'static str,
}

/// The explanations of all codes, a family after another.
pub fn guides() -> impl Iterator<Item = &'static Guide> {
    [
        boundaries::GUIDES,
        openings::GUIDES,
        spaces::GUIDES,
        others::GUIDES,
    ]
    .into_iter()
    .flatten()
}

/// The explanation of a code.
pub fn guide(code: Code) -> Option<&'static Guide> {
    guides().find(|guide| guide.code == code)
}
