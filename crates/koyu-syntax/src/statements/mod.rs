//! Statements: the keyword of a line and its typed parts (01 §3).
//!
//! The fields of a statement stand in the order in which the chapter checks them; a reader that
//! must find the *first* fault raises them in that order.

mod boundary;
mod composition;
mod definitions;
mod frame;
mod space;

pub use boundary::{
    BoundaryStatement, LineStatement, OpeningStatement, SegStatement, StackStatement,
};
pub use composition::{
    DropStatement, DropTarget, EditAction, EditElement, OverStatement, OverTarget, SetEdit, Sign,
};
pub use definitions::{AssetStatement, PolygonStatement, ZoneStatement};
pub use frame::{
    ColumnLevels, ColumnStatement, GridStatement, ImportStatement, KoyuStatement, LevelNames,
    LevelStatement, MAX_LEVEL_RANGE, NameStatement, UnitStatement,
};
pub use space::{AreaStatement, BandStatement, MemberStatement, MemberWidth, SpaceStatement};

use crate::fault::{Fault, FaultKind};
use crate::lexer::{Span, Token};
use crate::words::OpeningKind;

/// A line with at least one token.
#[derive(Clone, Debug)]
pub struct Statement<'t> {
    /// Its line, from 1.
    pub line: u32,
    /// From its first token to its last.
    pub span: Span,
    /// Whether it is indented.
    pub indented: bool,
    /// Its first token.
    pub keyword: Token<'t>,
    /// The others.
    pub arguments: Vec<Token<'t>>,
    /// The typed parts.
    pub body: Body<'t>,
}

/// The typed parts of a statement, by keyword.
#[derive(Clone, Debug)]
pub enum Body<'t> {
    /// `koyu`
    Koyu(KoyuStatement),
    /// `name`
    Name(NameStatement),
    /// `unit`
    Unit(UnitStatement),
    /// `import`
    Import(ImportStatement<'t>),
    /// `grid`
    Grid(GridStatement),
    /// `level`
    Level(LevelStatement<'t>),
    /// `column`
    Column(ColumnStatement<'t>),
    /// `space` at the margin
    Space(SpaceStatement<'t>),
    /// `area`, indented
    Area(AreaStatement<'t>),
    /// `band`
    Band(BandStatement<'t>),
    /// `space`, indented: a member of a band
    Member(MemberStatement<'t>),
    /// `boundary`
    Boundary(BoundaryStatement<'t>),
    /// `door` or `window`, indented
    Opening(OpeningStatement<'t>),
    /// `seg`, indented
    Seg(SegStatement<'t>),
    /// `line`, indented
    Line(LineStatement<'t>),
    /// `stack`
    Stack(StackStatement<'t>),
    /// `zone`
    Zone(ZoneStatement<'t>),
    /// `asset`
    Asset(AssetStatement<'t>),
    /// `polygon`
    Polygon(PolygonStatement<'t>),
    /// `over`
    Over(OverStatement<'t>),
    /// `drop`
    Drop(DropStatement<'t>),
    /// `+`, `-` or `=`, indented
    SetEdit(SetEdit<'t>),
    /// A word that is no keyword where it stands.
    Unknown,
}

impl<'t> Statement<'t> {
    /// Reads the tokens of a line; `None` if there is none.
    pub(crate) fn read(line: u32, indented: bool, tokens: Vec<Token<'t>>) -> Option<Self> {
        let mut tokens = tokens.into_iter();
        let keyword = tokens.next()?;
        let arguments: Vec<_> = tokens.collect();
        let end = arguments
            .last()
            .map_or(keyword.span.end, |last| last.span.end);
        let line_of = LineOf {
            span: keyword.span.start..end,
            tokens: &arguments,
        };
        let body = if indented {
            match &*keyword.text {
                "door" => Body::Opening(OpeningStatement::read(OpeningKind::Door, &line_of)),
                "window" => Body::Opening(OpeningStatement::read(OpeningKind::Window, &line_of)),
                "seg" => Body::Seg(SegStatement::read(&line_of)),
                "line" => Body::Line(LineStatement::read(&line_of)),
                "area" => Body::Area(AreaStatement::read(&line_of)),
                "space" => Body::Member(MemberStatement::read(&line_of)),
                sign => match Sign::from_word(sign) {
                    Some(sign) => Body::SetEdit(SetEdit::read(sign, &line_of)),
                    None => Body::Unknown,
                },
            }
        } else {
            match &*keyword.text {
                "koyu" => Body::Koyu(KoyuStatement::read(&line_of)),
                "name" => Body::Name(NameStatement::read(&line_of)),
                "unit" => Body::Unit(UnitStatement::read(&line_of)),
                "import" => Body::Import(ImportStatement::read(&line_of)),
                "grid" => Body::Grid(GridStatement::read(&line_of)),
                "level" => Body::Level(LevelStatement::read(&line_of)),
                "column" => Body::Column(ColumnStatement::read(&line_of)),
                "space" => Body::Space(SpaceStatement::read(&line_of)),
                "band" => Body::Band(BandStatement::read(&line_of)),
                "boundary" => Body::Boundary(BoundaryStatement::read(&line_of)),
                "stack" => Body::Stack(StackStatement::read(&line_of)),
                "zone" => Body::Zone(ZoneStatement::read(&line_of)),
                "asset" => Body::Asset(AssetStatement::read(&line_of)),
                "polygon" => Body::Polygon(PolygonStatement::read(&line_of)),
                "over" => Body::Over(OverStatement::read(&line_of)),
                "drop" => Body::Drop(DropStatement::read(&line_of)),
                _ => Body::Unknown,
            }
        };
        Some(Self {
            line,
            span: line_of.span,
            indented,
            keyword,
            arguments,
            body,
        })
    }

    /// Every fault of form in the parts of this statement, each once.
    pub fn faults(&self) -> Vec<Fault> {
        let mut faults = Vec::new();
        match &self.body {
            Body::Koyu(part) => part.faults(&mut faults),
            Body::Name(part) => part.faults(&mut faults),
            Body::Unit(part) => part.faults(&mut faults),
            Body::Import(part) => part.faults(&mut faults),
            Body::Grid(part) => part.faults(&mut faults),
            Body::Level(part) => part.faults(&mut faults),
            Body::Column(part) => part.faults(&mut faults),
            Body::Space(part) => part.faults(&mut faults),
            Body::Area(part) => part.faults(&mut faults),
            Body::Band(part) => part.faults(&mut faults),
            Body::Member(part) => part.faults(&mut faults),
            Body::Boundary(part) => part.faults(&mut faults),
            Body::Opening(part) => part.faults(&mut faults),
            Body::Seg(part) => part.faults(&mut faults),
            Body::Line(part) => part.faults(&mut faults),
            Body::Stack(part) => part.faults(&mut faults),
            Body::Zone(part) => part.faults(&mut faults),
            Body::Asset(part) => part.faults(&mut faults),
            Body::Polygon(part) => part.faults(&mut faults),
            Body::Over(part) => part.faults(&mut faults),
            Body::Drop(part) => part.faults(&mut faults),
            Body::SetEdit(part) => part.faults(&mut faults),
            Body::Unknown => {}
        }
        for fault in &mut faults {
            // A fault about something that is not there points at the whole statement.
            if fault.span.is_empty() {
                fault.span = self.span.clone();
            }
        }
        faults
    }

    /// The arguments joined by one space each, as composition records its edits (02 §5).
    pub fn subject(&self) -> String {
        join(&self.arguments)
    }
}

/// What the statements of this module read: the arguments of a line and its span.
pub(crate) struct LineOf<'a, 't> {
    pub(crate) span: Span,
    pub(crate) tokens: &'a [Token<'t>],
}

impl<'a, 't> LineOf<'a, 't> {
    /// The arguments from the one at `index` on; none if there are fewer.
    pub(crate) fn from(&self, index: usize) -> &'a [Token<'t>] {
        self.tokens.get(index..).unwrap_or(&[])
    }

    /// A fault of the statement's form.
    pub(crate) fn form(&self, form: &'static str, found: Option<&Token<'t>>) -> Fault {
        Fault {
            kind: FaultKind::Form {
                form,
                found: found.map(|token| token.text.to_string()),
            },
            span: found.map_or_else(|| self.span.clone(), |token| token.span.clone()),
        }
    }

    /// A fault at an argument, or of the whole statement if it is missing.
    pub(crate) fn fault(&self, token: Option<&Token<'t>>, kind: FaultKind) -> Fault {
        Fault {
            kind,
            span: token.map_or_else(|| self.span.clone(), |token| token.span.clone()),
        }
    }
}

/// The texts of tokens joined by one space each.
pub(crate) fn join(tokens: &[Token<'_>]) -> String {
    let texts: Vec<&str> = tokens.iter().map(|token| &*token.text).collect();
    texts.join(" ")
}

/// The text of a token, or the word that messages show for a missing one.
pub(crate) fn text_or_undefined(token: Option<&Token<'_>>) -> String {
    token.map_or_else(|| "undefined".to_owned(), |token| token.text.to_string())
}
