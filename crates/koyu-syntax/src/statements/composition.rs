//! Composition words: over, drop and the set edits (01 §12). Their meaning is chapter 02.

use super::boundary::edited_size;
use super::{AreaStatement, LineOf, OpeningStatement, SegStatement};
use crate::attributes::AttributeList;
use crate::fault::{Fault, FaultKind, Part};
use crate::lexer::Token;
use crate::paths::Path;
use crate::words::OpeningKind;

/// `over …`
#[derive(Clone, Debug)]
pub struct OverStatement<'t> {
    /// What it changes.
    pub target: Part<OverTarget<'t>>,
    /// Every token with a colon that does not begin with `/`, the name after `level` or `asset`
    /// included; all other tokens are ignored.
    pub attributes: AttributeList<'t>,
}

/// What an `over` changes.
#[derive(Clone, Debug)]
pub enum OverTarget<'t> {
    /// A level, by name.
    Level(Token<'t>),
    /// An asset, by name.
    Asset(Token<'t>),
    /// A space, or if there is none a zone.
    Path(Path<'t>),
    /// All boundaries between two spaces, in either direction.
    Pair(Path<'t>, Path<'t>),
}

impl<'t> OverStatement<'t> {
    pub(super) fn read(line: &LineOf<'_, 't>) -> Self {
        let attributes = line
            .tokens
            .iter()
            .filter(|token| token.text.contains(':') && !is_path(token));
        Self {
            target: Self::target(line),
            attributes: AttributeList::read(attributes),
        }
    }

    fn target(line: &LineOf<'_, 't>) -> Part<OverTarget<'t>> {
        let named = |form| {
            line.tokens
                .get(1)
                .cloned()
                .ok_or_else(|| line.form(form, None))
        };
        match line.tokens.first().map(|token| &*token.text) {
            Some("level") => {
                return named("over level <name> [key:value …]").map(OverTarget::Level);
            }
            Some("asset") => {
                return named("over asset <name> [key:value …]").map(OverTarget::Asset);
            }
            _ => {}
        }
        let paths: Vec<_> = line.tokens.iter().filter(|token| is_path(token)).collect();
        match paths[..] {
            [] => Err(line.form(
                "over /<path>, over /<path> /<path>, over level <name> or over asset <name>",
                None,
            )),
            [path] => Ok(OverTarget::Path(Path::new(path))),
            [a, b] => Ok(OverTarget::Pair(Path::new(a), Path::new(b))),
            [_, _, third, ..] => {
                let texts: Vec<&str> = paths.iter().map(|token| &*token.text).collect();
                Err(line.fault(
                    Some(third),
                    FaultKind::OverPaths {
                        paths: texts.join(" "),
                    },
                ))
            }
        }
    }

    pub(super) fn faults(&self, faults: &mut Vec<Fault>) {
        faults.extend(self.target.as_ref().err().cloned());
        faults.extend(self.attributes.faults().cloned());
    }
}

fn is_path(token: &Token<'_>) -> bool {
    token.text.starts_with('/')
}

/// `drop …`
#[derive(Clone, Debug)]
pub struct DropStatement<'t> {
    /// What it removes; all other tokens are ignored.
    pub target: Part<DropTarget<'t>>,
}

/// What a `drop` removes.
#[derive(Clone, Debug)]
pub enum DropTarget<'t> {
    /// The column declaration of this name.
    Column(Token<'t>),
    /// A space with every boundary that touches it, or if there is none a zone.
    Path(Path<'t>),
    /// All boundaries between two spaces, in either direction.
    Pair(Path<'t>, Path<'t>),
}

impl<'t> DropStatement<'t> {
    pub(super) fn read(line: &LineOf<'_, 't>) -> Self {
        Self {
            target: Self::target(line),
        }
    }

    fn target(line: &LineOf<'_, 't>) -> Part<DropTarget<'t>> {
        if line
            .tokens
            .first()
            .is_some_and(|token| token.text == "column")
        {
            let name = line.tokens.get(1).cloned();
            return name
                .map(DropTarget::Column)
                .ok_or_else(|| line.form("drop column <name>", None));
        }
        let mut paths = line
            .tokens
            .iter()
            .filter(|token| is_path(token))
            .map(Path::new);
        match (paths.next(), paths.next(), paths.next()) {
            (Some(path), None, None) => Ok(DropTarget::Path(path)),
            (Some(a), Some(b), None) => Ok(DropTarget::Pair(a, b)),
            _ => Err(line.form(
                "drop /<path>, drop /<path> /<path> or drop column <name>",
                None,
            )),
        }
    }

    pub(super) fn faults(&self, faults: &mut Vec<Fault>) {
        faults.extend(self.target.as_ref().err().cloned());
    }
}

/// The sign of a set edit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// `+`
    Add,
    /// `-`
    Remove,
    /// `=`
    Change,
}

impl Sign {
    /// The sign as written.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Add => "+",
            Self::Remove => "-",
            Self::Change => "=",
        }
    }

    pub(super) fn from_word(word: &str) -> Option<Self> {
        match word {
            "+" => Some(Self::Add),
            "-" => Some(Self::Remove),
            "=" => Some(Self::Change),
            _ => None,
        }
    }
}

/// `+`, `-` or `=`, indented under `over` (01 §12.3)
#[derive(Clone, Debug)]
pub struct SetEdit<'t> {
    /// Which of the three it is.
    pub sign: Sign,
    /// The kind of element as written. Which kinds are allowed depends on the target.
    pub kind: Part<Token<'t>>,
    /// What is done. Read it only after the kind is known to suit the target.
    pub action: EditAction<'t>,
}

/// What a set edit does.
#[derive(Clone, Debug)]
pub enum EditAction<'t> {
    /// Adds an element; `None` for a word that is no kind of element.
    Add(Option<EditElement<'t>>),
    /// Removes the element of a name.
    Remove {
        /// The name.
        name: Part<Token<'t>>,
    },
    /// Lays attributes over those of the element of a name.
    Change {
        /// The name.
        name: Part<Token<'t>>,
        /// The attributes.
        attributes: AttributeList<'t>,
    },
}

/// An element that a set edit adds.
#[derive(Clone, Debug)]
pub enum EditElement<'t> {
    /// To a space.
    Area(AreaStatement<'t>),
    /// To a boundary.
    Opening(OpeningStatement<'t>),
    /// To a boundary.
    Seg(SegStatement<'t>),
}

impl<'t> SetEdit<'t> {
    pub(super) fn read(sign: Sign, line: &LineOf<'_, 't>) -> Self {
        let kind = line.tokens.first().cloned();
        let kind =
            kind.ok_or_else(|| line.fault(None, FaultKind::EditKindMissing { sign: sign.word() }));
        let word = kind.as_ref().map_or("", |kind| &*kind.text);
        let rest = line.from(1);
        let name = || match rest.first() {
            Some(name) if !name.text.contains(':') => Ok(name.clone()),
            other => {
                let found = other.map(|token| token.text.to_string());
                let kind = FaultKind::EditNameMissing {
                    sign: sign.word(),
                    kind: word.into(),
                    found,
                };
                Err(line.fault(other, kind))
            }
        };
        let action = match sign {
            Sign::Add => EditAction::Add(EditElement::read(word, line, rest)),
            Sign::Remove => EditAction::Remove { name: name() },
            Sign::Change => EditAction::Change {
                name: name(),
                attributes: AttributeList::read(line.from(2)),
            },
        };
        Self { sign, kind, action }
    }

    pub(super) fn faults(&self, faults: &mut Vec<Fault>) {
        if let Err(fault) = &self.kind {
            return faults.push(fault.clone());
        }
        match &self.action {
            EditAction::Add(None) => {}
            EditAction::Add(Some(EditElement::Area(part))) => part.faults(faults),
            EditAction::Add(Some(EditElement::Opening(part))) => part.faults(faults),
            EditAction::Add(Some(EditElement::Seg(part))) => part.faults(faults),
            EditAction::Remove { name } => faults.extend(name.as_ref().err().cloned()),
            EditAction::Change { name, attributes } => {
                faults.extend(name.as_ref().err().cloned());
                faults.extend(attributes.faults().cloned());
                faults.extend(edited_size(attributes, "w").err());
                faults.extend(edited_size(attributes, "h").err());
            }
        }
    }
}

impl<'t> EditElement<'t> {
    fn read(word: &str, line: &LineOf<'_, 't>, rest: &[Token<'t>]) -> Option<Self> {
        let opening = |kind| Some(Self::Opening(OpeningStatement::read_from(kind, rest)));
        match word {
            "area" => Some(Self::Area(AreaStatement::read(&LineOf {
                span: line.span.clone(),
                tokens: rest,
            }))),
            "door" => opening(OpeningKind::Door),
            "window" => opening(OpeningKind::Window),
            "seg" => Some(Self::Seg(SegStatement::read_from(rest))),
            _ => None,
        }
    }
}

impl EditAction<'_> {
    /// The new width or height that a change writes, > 0.
    ///
    /// # Errors
    /// [`FaultKind::NotPositive`] for anything but a number greater than zero.
    pub fn size(&self, key: &'static str) -> Part<Option<f64>> {
        match self {
            Self::Change { attributes, .. } => edited_size(attributes, key),
            Self::Add(_) | Self::Remove { .. } => Ok(None),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lexer::scan;

    #[test]
    fn three_paths_are_named_together() {
        let tokens = scan("/a x /b h:1 /c", 0).tokens;
        let over = OverStatement::read(&LineOf {
            span: 0..14,
            tokens: &tokens,
        });
        let kind = over.target.unwrap_err().kind;
        assert_eq!(
            kind,
            FaultKind::OverPaths {
                paths: "/a /b /c".into()
            }
        );
    }
}
