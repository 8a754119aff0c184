//! Faults of form: what can be wrong with a part of a statement, judged by its text alone.
//!
//! The facts are fields; the texts are made here, once. Texts that the specification fixes are
//! those of 01 §14.2.

use crate::lexer::Span;

/// A fault in one part of a statement.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{kind}")]
pub struct Fault {
    /// What is wrong.
    pub kind: FaultKind,
    /// The bytes of the layer's text that show it.
    pub span: Span,
}

/// A part of a statement: its typed value, or the fault that stands in its place.
pub type Part<T> = Result<T, Fault>;

/// A fault with its line, as [`crate::Layer::errors`] lists it.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("line {line}: {fault}")]
pub struct SyntaxError {
    /// The line, from 1.
    pub line: u32,
    /// The fault.
    pub fault: Fault,
}

/// What is wrong with a part of a statement.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum FaultKind {
    /// A quote mark is not closed on its line (01 §2.2).
    #[error("A quote mark is not closed on this line; close it with a second \"")]
    UnclosedQuote,

    /// The first word at the margin is no keyword (01 §3.3).
    #[error("Unknown keyword: {keyword}{}", unknown_keyword_help(keyword))]
    UnknownKeyword {
        /// The word.
        keyword: String,
    },
    /// The first word of an indented line may not be indented (01 §3.2).
    #[error(
        "{keyword} may not be indented; only door, window, seg and line (under boundary or stack), \
         area (under space), space (under band) and + - = (under over) may"
    )]
    MayNotBeIndented {
        /// The word.
        keyword: String,
    },
    /// An indented word without the line it belongs under (01 §3.2).
    #[error("{keyword} must stand indented under {parent}, and no {parent} is open here")]
    NoParent {
        /// The word.
        keyword: String,
        /// What it belongs under.
        parent: &'static str,
    },
    /// Something other than a set edit under `over` (01 §3.2).
    #[error(
        "{keyword} may not stand under over; write + {keyword}, - {keyword} or = {keyword}, or end the over with a line at the margin"
    )]
    NotUnderOver {
        /// The word.
        keyword: String,
    },
    /// An area under a band (01 §3.2).
    #[error("An area cannot be put on a band member; write the space with its own region instead")]
    AreaOnBandMember,

    /// A token is not of the shape `key:value` (01 §4).
    #[error("Not of the form key:value: {token}")]
    NotAnAttribute {
        /// The token.
        token: String,
    },
    /// Nothing stands behind the colon (01 §4).
    #[error("The attribute {key} has no value; write {key}:value")]
    EmptyValue {
        /// The key.
        key: String,
    },
    /// A key stands twice on one line (01 §4).
    #[error("The attribute {key} stands twice on this line")]
    DuplicateKey {
        /// The key.
        key: String,
    },
    /// A value must be a number (01 §4.3).
    #[error("{key}:{value} must be a number, such as {key}:1200")]
    NotANumber {
        /// The key.
        key: String,
        /// The value.
        value: String,
    },
    /// A number must be greater than zero (01 §4.3).
    #[error("{key}:{value} must be positive")]
    NotPositive {
        /// The key.
        key: String,
        /// The value.
        value: String,
    },
    /// A value must be a compass side (01 §4.3).
    #[error("{key}:{value} must be one of N, E, S, W")]
    NotASide {
        /// The key.
        key: String,
        /// The value.
        value: String,
    },
    /// A value must be a flag (01 §6.2, §9.1).
    #[error("{key}:{value} must be 0 or 1")]
    NotAFlag {
        /// The key.
        key: String,
        /// The value.
        value: String,
    },
    /// `swing:` must name an end of the boundary (01 §9.2).
    #[error("swing:{value} must be a or b: the space written first or second on the boundary")]
    NotASwing {
        /// The value.
        value: String,
    },
    /// A ratio lies outside 0…1 (01 §5.5).
    #[error("at:{value} must lie between 0 and 1, or name a grid line")]
    AtOutOfRange {
        /// The value.
        value: String,
    },
    /// A width is missing or not positive (01 §9.2, §9.3).
    #[error("{keyword} needs a width greater than zero, such as w:900")]
    WidthRequired {
        /// `door`, `window` or `seg`.
        keyword: &'static str,
    },
    /// `type:` of a boundary is no boundary kind (01 §9.1).
    #[error("type:{value} is no kind of boundary; it must be wall, open, stair, shaft or void")]
    BoundaryType {
        /// The value.
        value: String,
    },
    /// `type:` of a stack is no vertical kind (01 §9.5).
    #[error("type:{value} is no kind of stack; it must be stair, shaft or void")]
    StackType {
        /// The value, `undefined` if there is none.
        value: String,
    },

    /// A range has an end missing (01 §5.2).
    #[error("Unreadable region: {token}; write a range such as X1..X2")]
    UnreadableRange {
        /// The token.
        token: String,
    },
    /// A range has its ends on two axes (01 §5.2).
    #[error("Both ends of a range must lie on one axis: {token}")]
    RangeAxes {
        /// The token.
        token: String,
    },
    /// A region is not two ranges (01 §5.3).
    #[error(
        "A region is one X range and one Y range, such as X1..X2 Y1..Y2; found {found} range(s)"
    )]
    RegionCount {
        /// How many there are.
        found: usize,
    },
    /// Two ranges lie on one axis (01 §5.3).
    #[error("A region needs one X range and one Y range; both ranges lie on {axis}")]
    RegionAxes {
        /// The axis of both.
        axis: crate::Axis,
    },
    /// A point is not two references (01 §5.4).
    #[error("Not a point: {token}; write X1,Y1")]
    PointShape {
        /// The token.
        token: String,
    },
    /// A point has its references on the wrong axes (01 §5.4).
    #[error("A point is an X and a Y reference, in this order: {token}")]
    PointAxes {
        /// The token.
        token: String,
    },
    /// Not of the shape of a level span (01 §5.6).
    #[error("Unreadable level range: {token}; write first..last, such as L1..L3")]
    LevelSpanShape {
        /// The token.
        token: String,
    },
    /// Two different level spans stand on one line (01 §5.6).
    #[error("One line may carry only one level range; found {spans}")]
    SeveralSpans {
        /// All of them, in order of first appearance, joined by comma and space.
        spans: String,
    },
    /// A path does not begin with `/` (01 §7.1, §9.1).
    #[error("A path begins with /: {path} should be /{path}")]
    NotAPath {
        /// The path as written.
        path: String,
    },

    /// A statement lacks an argument or has one of the wrong form.
    #[error("Write {form}{}", found_note(found.as_deref()))]
    Form {
        /// The form of the statement.
        form: &'static str,
        /// What was found instead, if one thing can be named.
        found: Option<String>,
    },
    /// More arguments than the statement takes (01 §6.1).
    #[error("{keyword} takes no more arguments; found {extra}")]
    ExtraArguments {
        /// The keyword.
        keyword: &'static str,
        /// The extra tokens, joined by a space.
        extra: String,
    },
    /// The version is none of the supported ones (01 §6.1).
    #[error("koyu {version} is not supported; supported versions are 0.1 0.2 0.3 0.4 0.5 1.0")]
    UnsupportedVersion {
        /// The version.
        version: String,
    },
    /// A unit other than millimetres (01 §6.1).
    #[error("The unit must be mm, not {unit}")]
    Unit {
        /// The word, `undefined` if there is none.
        unit: String,
    },
    /// An axis other than X and Y (01 §6.1, §8.1).
    #[error("The axis must be X or Y, not {axis}")]
    NotAnAxis {
        /// The word, `undefined` if there is none.
        axis: String,
    },
    /// A grid coordinate is no number (01 §6.1).
    #[error("A grid coordinate must be a number in mm: {token}")]
    GridCoordinate {
        /// The token.
        token: String,
    },
    /// A grid axis has fewer than two lines (01 §6.1).
    #[error("grid {axis} needs at least two coordinates; found {found}")]
    GridTooShort {
        /// The axis.
        axis: crate::Axis,
        /// How many there are.
        found: usize,
    },
    /// Grid coordinates do not ascend (01 §6.1).
    #[error("grid {axis} must ascend: {coordinate} follows {previous}")]
    GridOrder {
        /// The axis.
        axis: crate::Axis,
        /// The coordinate that does not ascend.
        coordinate: String,
        /// The one before it.
        previous: String,
    },
    /// The height of a level is no number (01 §6.2).
    #[error("level {level} needs its height as a number in mm; found \"{found}\"")]
    LevelHeight {
        /// The level.
        level: String,
        /// What stands there, empty if nothing.
        found: String,
    },
    /// An attribute that levels do not have (01 §6.2).
    #[error("level has no attribute {key}; it takes h, slab, pitch and underground")]
    LevelKey {
        /// The key.
        key: String,
    },
    /// A range of levels without a pitch (01 §6.2).
    #[error("The level range {name} needs a pitch, such as pitch:3000")]
    PitchMissing {
        /// The range.
        name: String,
    },
    /// A single level with a pitch (01 §6.2).
    #[error("pitch belongs to a range of levels such as L1..L3, not to the single level {name}")]
    PitchOnSingleLevel {
        /// The level.
        name: String,
    },
    /// A range whose level numbers are too long to count.
    #[error(
        "The numbers of the level range {name} have more digits than can be counted; use at most 38"
    )]
    LevelNumberLength {
        /// The range.
        name: String,
    },
    /// A range of more levels than the limit.
    #[error("The level range {name} declares more than {limit} levels, the limit of one range")]
    LevelRangeLimit {
        /// The range.
        name: String,
        /// [`crate::MAX_LEVEL_RANGE`].
        limit: u32,
    },
    /// The size of a column is no number, or not positive (01 §6.3).
    #[error("column needs its size in mm, greater than zero, not {found}")]
    ColumnSize {
        /// What stands there, `undefined` if nothing.
        found: String,
    },
    /// A width on a space that is no band member (01 §7.1).
    #[error("w: may not be written on space; a width belongs to an indented space under band")]
    WidthOnSpace,
    /// A space or band member without a type (01 §7.1, §8.2).
    #[error("The space {path} needs a type after its path, such as room")]
    TypeMissing {
        /// The path.
        path: String,
    },
    /// A type one letter away from a structural one (01 §7.3).
    #[error(
        "The type {kind} is one letter away from {meant}, which has a meaning of its own; write {meant}, or another word"
    )]
    NearType {
        /// The type as written.
        kind: String,
        /// `exterior` or `void`.
        meant: &'static str,
    },
    /// Something other than a range on a band (01 §8.1).
    #[error("band takes an axis and two ranges, nothing else; found {extra}")]
    BandArguments {
        /// All such tokens, joined by a space.
        extra: String,
    },
    /// A region or level on a band member (01 §8.2).
    #[error("A band member takes its region and level from the band; remove {token}")]
    MemberPlace {
        /// The token.
        token: String,
    },
    /// A width of a band member that cannot be read (01 §8.2).
    #[error("{token} must be a whole number of mm greater than zero, or w:rest")]
    MemberWidth {
        /// The token.
        token: String,
    },
    /// A band member without a width (01 §8.2).
    #[error("The band member {path} needs a width: w:<mm> or w:rest")]
    MemberWidthMissing {
        /// The path.
        path: String,
    },
    /// A drawn line from a point to itself (01 §9.4).
    #[error("A line needs two different points; both ends are {point}")]
    LineOfOnePoint {
        /// The first spelling.
        point: String,
    },
    /// A vertex of a polygon that cannot be read (01 §10).
    #[error("A vertex of a polygon is x,y in mm, such as 0,12000: {token}")]
    Vertex {
        /// The token.
        token: String,
    },
    /// A polygon of fewer than three vertices (01 §10).
    #[error("A polygon needs at least three vertices; found {found}")]
    FewVertices {
        /// How many there are.
        found: usize,
    },
    /// `over` with three paths or more (01 §12.1).
    #[error("over takes one path, or two for a boundary; found {paths}")]
    OverPaths {
        /// All of them, joined by a space.
        paths: String,
    },
    /// A set edit without the kind of its element (01 §12.3).
    #[error("{sign} must be followed by a kind: door, window, seg or area")]
    EditKindMissing {
        /// `+`, `-` or `=`.
        sign: &'static str,
    },
    /// A set edit that does not name its element (01 §12.3).
    #[error("{sign} {kind} must be followed by the name of an element{}", found_note(found.as_deref()))]
    EditNameMissing {
        /// `-` or `=`.
        sign: &'static str,
        /// The kind as written.
        kind: String,
        /// What stands there instead.
        found: Option<String>,
    },
}

fn found_note(found: Option<&str>) -> String {
    found
        .map(|found| format!("; found {found}"))
        .unwrap_or_default()
}

/// Says where a word belongs that is known, but not at the margin.
fn unknown_keyword_help(keyword: &str) -> &'static str {
    match keyword {
        "door" | "window" | "seg" | "line" => "; it belongs indented under boundary or stack",
        "area" => "; it belongs indented under space",
        "+" | "-" | "=" => "; it belongs indented under over",
        _ => {
            "; known are koyu name unit import grid level space band boundary stack zone asset \
             polygon column over drop"
        }
    }
}
