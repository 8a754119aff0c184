//! `check`: is what is written consistent, and does exactly one form follow from it? (06)
//!
//! The checker makes its passes over the whole model one after another; the list of findings is
//! in that order and is never sorted. There is a file for each family of codes. Whether a
//! building is *good* is another question and not asked here.

mod areas;
mod attributes;
mod boundary_identity;
mod columns;
mod daylight;
mod diagnostic;
mod guide;
mod heights;
mod ledger;
mod levels;
mod lines;
mod overlap;
mod page;
mod paths;
mod placement;
mod plans;
mod references;
mod runs;
mod scan;
mod site;
mod soundness;
mod sufficiency;
mod table;
mod uids;
mod versions;
mod vertical;
mod zones;

use koyu_model::form::Derivation;
use serde::Serialize;

pub use diagnostic::{Diagnostic, Position};
pub use guide::{Guide, guide, guides};
pub use page::reference_page;
pub use table::{Code, Row, Severity, TABLE};

use scan::Scan;

/// All findings about a model, in scan order (06 §2).
pub fn check(derivation: &Derivation<'_>) -> Vec<Diagnostic> {
    let mut scan = Scan::new(derivation);
    scan.references();
    scan.boundary_identity();
    scan.levels();
    scan.self_overlap();
    scan.mutual_overlap();
    scan.daylight();
    scan.attributes();
    scan.runs();
    scan.lines();
    scan.columns();
    scan.versions();
    scan.uids();
    scan.names();
    scan.soundness();
    scan.areas();
    scan.zones();
    scan.heights();
    scan.space_sufficiency();
    scan.level_sufficiency();
    scan.site();
    scan.into_found()
}

/// The findings as two lists of texts, errors and warnings, each in scan order (06 §4.1).
pub fn texts(diagnostics: &[Diagnostic]) -> (Vec<String>, Vec<String>) {
    let (mut errors, mut warnings) = (Vec::new(), Vec::new());
    for diagnostic in diagnostics {
        match diagnostic.severity {
            Severity::Error => errors.push(diagnostic.text()),
            Severity::Warning => warnings.push(diagnostic.text()),
        }
    }
    (errors, warnings)
}

/// The answer of the tool `check` (07 §4).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CheckAnswer {
    /// Whether there is no error.
    pub ok: bool,
    /// The number of spaces.
    pub spaces: usize,
    /// The number of boundaries, derived ones included.
    pub boundaries: usize,
    /// The errors as texts.
    pub errors: Vec<String>,
    /// The warnings as texts.
    pub warnings: Vec<String>,
    /// All findings in scan order.
    pub diagnostics: Vec<Diagnostic>,
}

impl CheckAnswer {
    /// Checks a model; one scan serves the lists and the records.
    pub fn of(derivation: &Derivation<'_>) -> Self {
        let diagnostics = check(derivation);
        let (errors, warnings) = texts(&diagnostics);
        Self {
            ok: errors.is_empty(),
            spaces: derivation.model().spaces().len(),
            boundaries: derivation.model().boundaries().len(),
            errors,
            warnings,
            diagnostics,
        }
    }
}
