//! Where a form is too large to be derived.

use std::fmt;

use thiserror::Error;

use crate::elements::Origin;
use crate::model::Model;

/// What a few characters of text can multiply without end, and how much of it is derived.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Limit {
    /// Risers of one stair: 100,000.
    Risers,
    /// Lanes of one escalator: 10,000.
    Lanes,
    /// Step marks of one run in one plan: 100,000.
    StepMarks,
    /// Columns of the whole form, and grid intersections looked at for them: 1,000,000.
    Columns,
    /// Records of the whole form: boundaries, solids, slabs, plan lines: 5,000,000, some
    /// two gigabytes.
    Records,
}

impl Limit {
    /// The largest number that is derived.
    pub const fn most(self) -> usize {
        match self {
            Self::Lanes => 10_000,
            Self::Risers | Self::StepMarks => 100_000,
            Self::Columns => 1_000_000,
            Self::Records => 5_000_000,
        }
    }

    /// What is counted.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Risers => "risers of one stair",
            Self::Lanes => "lanes of one escalator",
            Self::StepMarks => "step marks of one run",
            Self::Columns => "columns",
            Self::Records => "parts of the form",
        }
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// Why a form, or a part of it, cannot be derived.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum FormError {
    /// A line of text asks for more than a [`Limit`] allows.
    #[error("{}line {line}: {subject}: more than {} {limit}", prefix(.file.as_deref()), .limit.most())]
    Limit {
        /// What was exceeded.
        limit: Limit,
        /// The element that asks for it.
        subject: String,
        /// Its line.
        line: u32,
        /// Its layer, if it stands in one.
        file: Option<String>,
    },
    /// Steps so small against their coordinates that the next one lies where the last one did.
    #[error("{}line {line}: {subject}: the steps are too small to tell apart", prefix(.file.as_deref()))]
    Stalled {
        /// The run.
        subject: String,
        /// Its line.
        line: u32,
        /// Its layer, if it stands in one.
        file: Option<String>,
    },
}

fn prefix(file: Option<&str>) -> String {
    file.map(|file| format!("{file}:")).unwrap_or_default()
}

impl FormError {
    pub(crate) fn limit(limit: Limit, model: &Model, subject: &str, origin: Origin) -> Self {
        Self::Limit {
            limit,
            subject: subject.to_owned(),
            line: origin.line,
            file: model.file(origin).map(str::to_owned),
        }
    }

    pub(crate) fn stalled(model: &Model, subject: &str, origin: Origin) -> Self {
        Self::Stalled {
            subject: subject.to_owned(),
            line: origin.line,
            file: model.file(origin).map(str::to_owned),
        }
    }
}

/// What is left of [`Limit::Records`] while one form is derived.
pub(crate) struct Budget<'m> {
    model: &'m Model,
    left: usize,
}

impl<'m> Budget<'m> {
    pub(crate) fn new(model: &'m Model) -> Self {
        Self {
            model,
            left: Limit::Records.most(),
        }
    }

    /// Counts records before they are made.
    pub(crate) fn take(
        &mut self,
        count: usize,
        subject: &str,
        origin: Origin,
    ) -> Result<(), FormError> {
        match self.left.checked_sub(count) {
            Some(left) => {
                self.left = left;
                Ok(())
            }
            None => Err(FormError::limit(
                Limit::Records,
                self.model,
                subject,
                origin,
            )),
        }
    }
}
