//! The finding (08 §1).

use std::fmt;

use koyu_model::{Model, Name, Origin, SpaceId};
use serde::{Serialize, Serializer};

/// How grave a finding is; fixed for each rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum FindingLevel {
    /// Cannot stay so.
    Violation,
    /// Should be looked at.
    Caution,
}

/// Declares the rules: name, level.
macro_rules! rules {
    ($($(#[$doc:meta])* $rule:ident = $word:literal $level:ident),+ $(,)?) => {
        /// A rule (08 §2).
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Rule { $($(#[$doc])* $rule),+ }

        impl Rule {
            /// All rules, in the order in which they are asked.
            pub const ALL: &'static [Self] = &[$(Self::$rule),+];

            /// Its name, `chapter.subject`.
            pub const fn word(self) -> &'static str {
                match self { $(Self::$rule => $word),+ }
            }

            /// How grave its findings are.
            pub const fn level(self) -> FindingLevel {
                match self { $(Self::$rule => FindingLevel::$level),+ }
            }
        }
    };
}

rules! {
    /// A stretch of outline without a boundary (08 §3).
    EnvelopeGap = "envelope.gap" Caution,
    /// Too little window for the floor (08 §4).
    DaylightRatio = "daylight.ratio" Violation,
    /// A window without a height (08 §4).
    DaylightUnknown = "daylight.unknown" Caution,
    /// A run that no vertical boundary joins to anything (08 §5).
    RunDisconnected = "run.disconnected" Caution,
    /// Risers and treads out of proportion (08 §5).
    StairProportion = "stair.proportion" Caution,
    /// A ramp or escalator of the wrong slope (08 §5).
    RunSlope = "run.slope" Caution,
    /// A space that nobody reaches from outside (08 §6.1).
    AccessUnreachable = "access.unreachable" Violation,
    /// A space whose only ways lead into voids (08 §6.2).
    AccessVoidOnly = "access.voidonly" Violation,
    /// A stair that leads out only through a tenant's rooms (08 §6.3).
    AccessThroughTenant = "access.throughtenant" Caution,
    /// Parking that no car reaches (08 §6.4).
    AccessParking = "access.parking" Violation,
    /// A common stair reached only through back rooms (08 §6.5).
    AccessBackOfHouse = "access.backofhouse" Caution,
    /// A column in a doorway (08 §7).
    ColumnBlocksDoor = "column.blocksdoor" Violation,
    /// A road that hardly touches the site (08 §8.1).
    SiteFrontage = "site.frontage" Violation,
    /// A declared area that is not that of the polygon (08 §8.2).
    SiteArea = "site.area" Caution,
    /// A space that leaves the site (08 §8.3).
    SiteEscape = "site.escape" Violation,
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl Serialize for Rule {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.word())
    }
}

/// A verdict on one element.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Finding<'m> {
    /// The rule.
    pub rule: Rule,
    /// Its level.
    pub level: FindingLevel,
    /// What was found, without its place.
    pub message: String,
    /// The line that declares the element, from 1.
    pub line: u32,
    /// The layer of that line; none only where a single text was composed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<&'m str>,
    /// The element: its path, or both ends of a boundary as written.
    pub path: Vec<&'m str>,
}

/// The findings so far.
pub(super) struct Findings<'m> {
    model: &'m Model,
    list: Vec<Finding<'m>>,
}

impl<'m> Findings<'m> {
    pub(super) fn new(model: &'m Model) -> Self {
        Self {
            model,
            list: Vec::new(),
        }
    }

    /// Adds a finding on what is declared at `origin`.
    pub(super) fn add(&mut self, rule: Rule, origin: Origin, path: &[Name], message: String) {
        self.list.push(Finding {
            rule,
            level: rule.level(),
            message,
            line: origin.line,
            file: self.model.file(origin),
            path: path.iter().map(|&name| self.model.text(name)).collect(),
        });
    }

    /// Adds a finding on a space; the message begins with its path.
    pub(super) fn on_space(&mut self, rule: Rule, space: SpaceId, what: impl fmt::Display) {
        let space = self.model.space(space);
        let message = format!("{} {what}", self.model.text(space.path));
        self.add(rule, space.origin, &[space.path], message);
    }

    pub(super) fn into_list(self) -> Vec<Finding<'m>> {
        self.list
    }
}
