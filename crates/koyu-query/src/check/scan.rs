//! What all passes share: the model, the list of findings, and how elements are named.

use std::cell::OnceCell;

use koyu_model::form::Derivation;
use koyu_model::geometry::round;
use koyu_model::near::Near;
use koyu_model::{
    Boundary, BoundaryKind, LevelId, Model, Name, Opening, Origin, Space, SpaceId, Value,
};

use super::diagnostic::{Diagnostic, Position};
use super::paths::PathIndex;
use super::plans::Plans;
use super::table::Code;

/// One run of the checker.
pub(super) struct Scan<'d, 'm> {
    pub(super) derivation: &'d Derivation<'m>,
    pub(super) model: &'m Model,
    /// All help with misspelt words of one check.
    pub(super) near: Near,
    /// The paths of spaces, indexed when the first is misspelt.
    pub(super) paths: OnceCell<PathIndex<'m>>,
    /// The written rectangles of each storey.
    pub(super) plans: Plans<'m>,
    /// For each level its place among the levels by height.
    heights: Vec<usize>,
    found: Vec<Diagnostic>,
}

impl<'d, 'm> Scan<'d, 'm> {
    pub(super) fn new(derivation: &'d Derivation<'m>) -> Self {
        let model = derivation.model();
        let mut heights = vec![0; model.levels().len()];
        for (place, level) in model.levels_by_height().iter().enumerate() {
            heights[level.0 as usize] = place;
        }
        Self {
            derivation,
            model,
            near: Near::default(),
            paths: OnceCell::new(),
            plans: Plans::new(model),
            heights,
            found: Vec::new(),
        }
    }

    pub(super) fn into_found(self) -> Vec<Diagnostic> {
        self.found
    }

    pub(super) fn push(&mut self, diagnostic: Diagnostic) {
        self.found.push(diagnostic);
    }

    /// A finding about a space, zone or polygon at its own position.
    pub(super) fn push_at(&mut self, code: Code, path: Name, origin: Origin, message: String) {
        let diagnostic = Diagnostic::new(code, message)
            .at(self.position(origin))
            .path(vec![self.text(path).to_owned()]);
        self.push(diagnostic);
    }

    /// A finding about a space at its own position.
    pub(super) fn push_space(&mut self, code: Code, space: &Space, message: String) {
        self.push_at(code, space.path, space.origin, message);
    }

    /// A finding about a boundary at its own position.
    pub(super) fn push_boundary(&mut self, code: Code, boundary: &Boundary, message: String) {
        self.push_on(code, boundary, boundary.origin.line, message);
    }

    /// A finding about something on a boundary: its own line, the file and path of the boundary
    /// (06 §1.1, owner rule).
    pub(super) fn push_on(&mut self, code: Code, boundary: &Boundary, line: u32, message: String) {
        let diagnostic = Diagnostic::new(code, message)
            .at(self.position_on(line, boundary.origin))
            .path(self.ends_text(boundary));
        self.push(diagnostic);
    }

    /// The line and file of a declaration; `None` for what nobody wrote.
    pub(super) fn position(&self, origin: Origin) -> Option<Position> {
        (origin.line > 0).then(|| Position {
            line: origin.line,
            file: self.model.file(origin).map(str::to_owned),
        })
    }

    /// A line of its own with the file of its owner.
    pub(super) fn position_on(&self, line: u32, owner: Origin) -> Option<Position> {
        self.position(Origin { line, ..owner })
    }

    pub(super) fn text(&self, name: Name) -> &'m str {
        self.model.text(name)
    }

    /// The path of a space.
    pub(super) fn path(&self, space: SpaceId) -> &'m str {
        self.text(self.model.space(space).path)
    }

    /// The two ends of a boundary as written.
    pub(super) fn ends_text(&self, boundary: &Boundary) -> Vec<String> {
        [boundary.a, boundary.b]
            .map(|end| self.text(end).to_owned())
            .into()
    }

    /// "a and b".
    pub(super) fn ends_named(&self, boundary: &Boundary) -> String {
        format!("{} and {}", self.text(boundary.a), self.text(boundary.b))
    }

    /// The declared boundaries; the derived ones follow them in the model.
    pub(super) fn declared(&self) -> &'m [Boundary] {
        let all = self.model.boundaries();
        &all[..all.partition_point(|boundary| !boundary.derived)]
    }

    /// The spaces with their ids.
    pub(super) fn spaces(&self) -> impl Iterator<Item = (SpaceId, &'m Space)> + use<'m> {
        (0..).map(SpaceId).zip(self.model.spaces())
    }

    /// The place of a level among the levels by height.
    pub(super) fn height(&self, level: LevelId) -> usize {
        self.heights[level.0 as usize]
    }

    /// The name of a level.
    pub(super) fn level_name(&self, level: LevelId) -> &'m str {
        self.text(self.model.level(level).name)
    }

    /// "on level L1", or "on no level".
    pub(super) fn level_of(&self, space: &Space) -> String {
        match space.level {
            Some(level) => format!("on level {}", self.level_name(level)),
            None => "on no level".to_owned(),
        }
    }

    /// Whether the type of a space is exactly this word.
    pub(super) fn is(&self, space: &Space, kind: &str) -> bool {
        self.text(space.kind) == kind
    }
}

/// Whether a boundary joins spaces above one another (06 §6).
pub(super) fn vertical(boundary: &Boundary) -> bool {
    use BoundaryKind::{Shaft, Stair, Void};
    matches!(boundary.kind, Stair | Shaft | Void)
}

/// "the door D1", or "the door" if it has no name.
pub(super) fn opening_named(opening: &Opening) -> String {
    named(opening.kind.word(), opening.attributes.get("name"))
}

/// "the seg s", or "the seg" if it has no name.
pub(super) fn named(kind: &str, name: Option<&Value>) -> String {
    match name {
        Some(name) => format!("the {kind} {name}"),
        None => format!("the {kind}"),
    }
}

/// A number as the notation writes it.
pub(super) fn number(number: f64) -> String {
    Value::Number(number).to_text()
}

/// A length in millimetres, rounded.
pub(super) fn rounded(length: f64) -> String {
    number(round(length))
}

/// A length that must not look smaller than it is: in hundredths of a millimetre, rounded up.
pub(super) fn at_least(length: f64) -> String {
    number((length * 100.0 - 1e-6).ceil() / 100.0)
}
