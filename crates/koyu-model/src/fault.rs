//! Faults that stop a composition. The facts are fields; the texts are made here, once.
//!
//! The first fault in scan order ends the composition and is the only one (01 §14.4, 02).

use std::fmt;

use koyu_syntax::{Axis, FaultKind, OpeningKind};

use crate::near::hint;

/// A composition that stopped: what is wrong, and where.
///
/// Its text is `<file>:line <n>: <message>`, or `line <n>: <message>` without a file (01 §14.1).
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub struct ComposeError {
    /// The line, from 1; 0 for an entry that cannot be read.
    pub line: u32,
    /// The key of the layer in which the line stands.
    pub file: Option<String>,
    /// What is wrong.
    pub fault: Box<Fault>,
}

impl fmt::Display for ComposeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(file) = &self.file {
            write!(f, "{file}:")?;
        }
        let message = self.fault.to_string();
        let shown = message.floor_char_boundary(MAX_MESSAGE_BYTES);
        write!(f, "line {}: {}", self.line, &message[..shown])?;
        match message.len() - shown {
            0 => Ok(()),
            left => write!(f, "… ({left} more bytes)"),
        }
    }
}

/// How much of a message is shown. Messages repeat what was written, and a token may be as long
/// as its file.
const MAX_MESSAGE_BYTES: usize = 64 << 10;

/// Where the earlier of two elements of one name stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FirstSeen {
    /// Its file; `None` if there are no files.
    pub file: Option<String>,
    /// Its line.
    pub line: u32,
}

impl fmt::Display for FirstSeen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.file {
            Some(file) => write!(f, "first seen at {file}:line {}", self.line),
            None => write!(f, "first seen in the same file at line {}", self.line),
        }
    }
}

/// What is wrong with a statement, in form or in meaning.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// A fault of form (01).
    #[error(transparent)]
    Form(#[from] FaultKind),

    /// A file that cannot be read, for whatever reason (01 §14.2).
    #[error("Cannot read file: {reference}")]
    CannotRead {
        /// The path as handed over or as written.
        reference: String,
    },
    /// An import in a text that has no files around it (02 §2.4).
    #[error("import is only available when files are composed; this text stands alone")]
    ImportWithoutFiles,
    /// More elements than the limit.
    #[error("The building has more than {limit} elements, the limit of one composition")]
    TooManyElements {
        /// [`crate::MAX_ELEMENTS`].
        limit: usize,
    },
    /// Drawn lines that meet more pieces than the limit.
    #[error(
        "The lines drawn through {path} and others cut more than {limit} pieces, the limit of one composition"
    )]
    TooManyPieces {
        /// A space that the line cuts.
        path: String,
        /// [`crate::form::MAX_PIECES`].
        limit: usize,
    },
    /// Level spans that make more text out of paths than the limit.
    #[error(
        "The level ranges in paths make more than {limit} bytes of text, the limit of one composition"
    )]
    TooMuchText {
        /// [`crate::MAX_EXPANDED_BYTES`].
        limit: usize,
    },

    /// A version outside the entry (02 §5).
    #[error("koyu may only stand in the entry, not in an imported layer")]
    VersionNotInEntry,
    /// A second version (02 §5).
    #[error("The version is declared already: koyu {earlier}")]
    VersionTwice {
        /// The earlier one.
        earlier: koyu_syntax::Version,
    },
    /// A second, different name (01 §6.1).
    #[error("The building has a name already: {existing}")]
    NameDiffers {
        /// The existing name.
        existing: String,
    },
    /// An axis declared twice (01 §6.1).
    #[error("grid {axis} is declared already")]
    GridTwice {
        /// The axis.
        axis: Axis,
    },
    /// A reference that names no grid line (01 §5.1).
    #[error("Undefined grid line: {reference}{}{}", lines_note(*.axis, *.lines), hint(.near.as_deref()))]
    UndefinedGridLine {
        /// The whole reference.
        reference: String,
        /// The axis that its first letter names.
        axis: Option<Axis>,
        /// How many lines that axis has.
        lines: usize,
        /// What was probably meant.
        near: Option<String>,
    },
    /// A region without extent on an axis (01 §5.3).
    #[error("The region has zero width")]
    ZeroWidth,
    /// A band's range that does not ascend (01 §8.1).
    #[error("The ranges of a band must ascend: {token}")]
    BandDescends {
        /// The token.
        token: String,
    },

    /// A second level of one name (01 §6.2).
    #[error("Duplicate level: {name}")]
    DuplicateLevel {
        /// The name.
        name: String,
    },
    /// A level that is not declared, or not yet.
    #[error("Undeclared level: {name}; a level must be declared before the line that uses it{}", hint(.near.as_deref()))]
    UndeclaredLevel {
        /// The name.
        name: String,
        /// What was probably meant.
        near: Option<String>,
    },
    /// A level span with an undeclared end (01 §5.6).
    #[error("Undeclared level in the range {span}: {name}{}", hint(.near.as_deref()))]
    UndeclaredSpanEnd {
        /// The span.
        span: String,
        /// The end.
        name: String,
        /// What was probably meant.
        near: Option<String>,
    },
    /// A level span whose first end is not below its second (01 §5.6).
    #[error("The level range {span} runs backwards; write the lower level first")]
    SpanBackwards {
        /// The span.
        span: String,
    },
    /// A column restricted to a line that does not exist (01 §6.3).
    #[error("{key}: of a column must list grid lines such as {axis}1; {name} is none", key = key(*.axis))]
    ColumnLine {
        /// The axis of the list.
        axis: Axis,
        /// The name.
        name: String,
    },
    /// A column restricted to no line at all (01 §6.3).
    #[error("{key}: of a column lists no grid line", key = key(*.axis))]
    ColumnLinesMissing {
        /// The axis of the list.
        axis: Axis,
    },

    /// A second space at one path (01 §7.1).
    #[error("Duplicate space path: {path} ({first})")]
    DuplicateSpace {
        /// The path.
        path: String,
        /// The earlier one.
        first: FirstSeen,
    },
    /// A second zone at one path (01 §10).
    #[error("Duplicate zone path: {path} ({first})")]
    DuplicateZone {
        /// The path.
        path: String,
        /// The earlier one.
        first: FirstSeen,
    },
    /// A second asset of one name (01 §10).
    #[error("Duplicate asset: {name} ({first})")]
    DuplicateAsset {
        /// The name.
        name: String,
        /// The earlier one.
        first: FirstSeen,
    },
    /// A second polygon at one path (01 §10).
    #[error("Duplicate polygon path: {path} ({first})")]
    DuplicatePolygon {
        /// The path.
        path: String,
        /// The earlier one.
        first: FirstSeen,
    },

    /// A band without members (01 §8.3).
    #[error("The band has no members; write its spaces indented under it")]
    BandEmpty,
    /// A second member that takes the rest (01 §8.3).
    #[error("Only one member of a band may have w:rest; {first} has it already, {second} may not")]
    BandSecondRest {
        /// The path of the first.
        first: String,
        /// The path of the second.
        second: String,
    },
    /// Members wider than the band (01 §8.3).
    #[error(
        "The members of the band are {sum} mm wide, {excess} mm more than its {extent} mm:{members}"
    )]
    BandTooWide {
        /// The sum of their widths.
        sum: String,
        /// The extent of the band.
        extent: String,
        /// The difference.
        excess: String,
        /// Each member with its width, one a line.
        members: String,
    },
    /// Members narrower than the band (01 §8.3).
    #[error(
        "The members of the band are {sum} mm wide, {shortfall} mm short of its {extent} mm; give one \
         of them w:rest:{members}"
    )]
    BandTooNarrow {
        /// The sum of their widths.
        sum: String,
        /// The extent of the band.
        extent: String,
        /// The difference.
        shortfall: String,
        /// Each member with its width, one a line.
        members: String,
    },
    /// Nothing is left for the rest (01 §8.3).
    #[error("Nothing of the band's {extent} mm is left for {path} with w:rest")]
    BandNoRest {
        /// The extent of the band.
        extent: String,
        /// The path.
        path: String,
    },
    /// Members of one band on different first segments (01 §8.3).
    #[error("All members of a band must lie on one level; their paths begin with {segments}")]
    BandSegments {
        /// Each path with its first segment.
        segments: String,
    },
    /// A cut of a band that no whole offset can name (01 §8.4).
    #[error("A band can only be cut at whole millimetres, not at {coordinate}")]
    BandCut {
        /// The coordinate of the cut.
        coordinate: String,
    },

    /// An asset that is not declared, or not yet (01 §9.2).
    #[error("Undefined asset: {name}; declare it before its first use with asset {name} {kind} …{}", hint(.near.as_deref()))]
    UndefinedAsset {
        /// The name.
        name: String,
        /// What it would have to be.
        kind: OpeningKind,
        /// What was probably meant.
        near: Option<String>,
    },
    /// A door made from a window, or the reverse (01 §9.2).
    #[error("The asset {name} is a {kind}, not a {used_as}")]
    AssetKind {
        /// The name.
        name: String,
        /// What it is.
        kind: OpeningKind,
        /// What it is used as.
        used_as: OpeningKind,
    },
    /// A second line on one boundary (01 §9.4).
    #[error("The boundary between {a} and {b} has a line already")]
    LineTwice {
        /// The path written first.
        a: String,
        /// The path written second.
        b: String,
    },

    /// `over` on a space or zone that does not exist (01 §12.1).
    #[error("No such target for over: {path}{}", hint(.near.as_deref()))]
    NoOverTarget {
        /// The path.
        path: String,
        /// What was probably meant.
        near: Option<String>,
    },
    /// `over asset` on an unknown asset (01 §12.1).
    #[error("No such target for over: asset {name}{}", hint(.near.as_deref()))]
    NoOverAsset {
        /// The name.
        name: String,
        /// What was probably meant.
        near: Option<String>,
    },
    /// `over level` on an unknown level (01 §12.1).
    #[error("No such target for over: level {name}{}", hint(.near.as_deref()))]
    NoOverLevel {
        /// The name.
        name: String,
        /// What was probably meant.
        near: Option<String>,
    },
    /// `over` on a pair of paths without a declared boundary (01 §12.1).
    #[error(
        "No such target for over: {a} {b}; no boundary is declared between them, and a wall that \
         nobody wrote cannot be named{}",
        hint(.near.as_deref())
    )]
    NoOverBoundary {
        /// The path written first.
        a: String,
        /// The path written second.
        b: String,
        /// What was probably meant for one of the paths.
        near: Option<String>,
    },
    /// `drop` of a pair of paths without a declared boundary (01 §12.2).
    #[error(
        "No such target for drop: {a} {b}; no boundary is declared between them, and a wall that \
         nobody wrote cannot be named{}",
        hint(.near.as_deref())
    )]
    NoBoundary {
        /// The path written first.
        a: String,
        /// The path written second.
        b: String,
        /// What was probably meant.
        near: Option<String>,
    },
    /// `over` of a band member's width (02 §7.3).
    #[error(
        "w: may not be written over the space {path}; a width belongs to a band member where it is declared"
    )]
    OverWidth {
        /// The path.
        path: String,
    },
    /// Two opinions of equal strength on one attribute (02 §7.3).
    #[error("One layer holds two opinions on {attribute} of {subject}; keep one of them")]
    TwoOpinions {
        /// The attribute.
        attribute: String,
        /// The kind and name of the target.
        subject: String,
    },
    /// `over` of an attribute that levels do not let change (02 §7.3).
    #[error("over can change h, slab and underground of a level, not {key}")]
    OverLevelKey {
        /// The key.
        key: String,
    },

    /// A set edit under a target that has no sets (01 §12.3).
    #[error("Elements can be added, removed or changed on a space or boundary, not on a {target}")]
    EditTarget {
        /// `zone`, `level` or `asset`.
        target: &'static str,
    },
    /// A set edit of a kind that its target does not have (01 §12.3).
    #[error("{kind} is no element of a {target}; it has {allowed}")]
    EditKind {
        /// The kind as written.
        kind: String,
        /// `space` or `boundary`.
        target: &'static str,
        /// The kinds it has.
        allowed: &'static str,
    },
    /// An added element without a name (01 §12.3).
    #[error("An added {kind} needs a name, such as name:A, so that it can be pointed at later")]
    EditUnnamed {
        /// The kind.
        kind: String,
    },
    /// An added element whose name is taken (01 §12.3).
    #[error("An element named {name} is there already")]
    EditNameTaken {
        /// The name.
        name: String,
    },
    /// A set edit of an element that is not there (01 §12.3).
    #[error("No element is named {name}")]
    EditNoElement {
        /// The name.
        name: String,
    },
    /// A set edit of a name that several elements have (01 §12.3).
    #[error("Several elements are named {name}; the name must be unique to be pointed at")]
    EditNotUnique {
        /// The name.
        name: String,
    },

    /// `drop column` of an unknown name (01 §12.2).
    #[error("No column is named {name}{}", hint(.near.as_deref()))]
    NoColumn {
        /// The name.
        name: String,
        /// What was probably meant.
        near: Option<String>,
    },
    /// `drop column` of a name that several declarations have (01 §12.2).
    #[error("Several columns are named {name}; the name must be unique to be dropped")]
    SeveralColumns {
        /// The name.
        name: String,
    },
    /// `drop` of a space or zone that does not exist (01 §12.2).
    #[error("No such target for drop: {path}{}", hint(.near.as_deref()))]
    NoDropTarget {
        /// The path.
        path: String,
        /// What was probably meant.
        near: Option<String>,
    },
}

impl From<koyu_syntax::Fault> for Fault {
    fn from(fault: koyu_syntax::Fault) -> Self {
        Self::Form(fault.kind)
    }
}

/// The key of a column's list of grid lines.
fn key(axis: Axis) -> &'static str {
    match axis {
        Axis::X => "x",
        Axis::Y => "y",
    }
}

fn lines_note(axis: Option<Axis>, lines: usize) -> String {
    match axis {
        Some(axis) if lines > 0 => format!("; grid {axis} has {axis}1 to {axis}{lines}"),
        Some(axis) => format!("; grid {axis} is not declared by this line"),
        None => "; a reference is a line name with an optional offset, such as X2+600".to_owned(),
    }
}
