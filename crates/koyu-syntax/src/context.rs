//! What an indented line belongs under (01 §3): there is at most one parent, and no nesting.

use crate::fault::{Fault, FaultKind, Part};
use crate::statements::{Body, Statement};

/// The parent that the next indented line would belong under.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Parent {
    /// None is open.
    #[default]
    None,
    /// A `boundary` or `stack`: takes door, window, seg and line.
    Boundary,
    /// A `space` at the margin: takes area.
    Space,
    /// A `band`: takes space.
    Band,
    /// An `over`: takes `+`, `-` and `=`.
    Over,
}

impl Parent {
    /// That a statement may stand here: at the margin with a keyword that may stand there, or
    /// indented under its parent (01 §3.2, §3.3).
    ///
    /// # Errors
    /// The fault names the keyword.
    pub fn admit(self, statement: &Statement<'_>) -> Part<()> {
        let keyword = || statement.keyword.text.to_string();
        let refuse = |kind| {
            Err(Fault {
                kind,
                span: statement.keyword.span.clone(),
            })
        };
        let under = |parent: Self, name: &'static str| {
            if self == parent {
                Ok(())
            } else {
                refuse(FaultKind::NoParent {
                    keyword: keyword(),
                    parent: name,
                })
            }
        };
        if !statement.indented {
            return match statement.body {
                Body::Unknown => refuse(FaultKind::UnknownKeyword { keyword: keyword() }),
                _ => Ok(()),
            };
        }
        if self == Self::Over {
            return match statement.body {
                Body::SetEdit(_) => Ok(()),
                _ => refuse(FaultKind::NotUnderOver { keyword: keyword() }),
            };
        }
        match statement.body {
            Body::Opening(_) | Body::Seg(_) | Body::Line(_) => under(Self::Boundary, "boundary"),
            Body::Area(_) if self == Self::Band => refuse(FaultKind::AreaOnBandMember),
            Body::Area(_) => under(Self::Space, "space"),
            Body::Member(_) => under(Self::Band, "band"),
            Body::SetEdit(_) => under(Self::Over, "over"),
            _ => refuse(FaultKind::MayNotBeIndented { keyword: keyword() }),
        }
    }

    /// The parent after a statement. Every statement at the margin ends the present one; an
    /// indented one changes nothing.
    #[must_use]
    pub fn after(self, statement: &Statement<'_>) -> Self {
        if statement.indented {
            return self;
        }
        match statement.body {
            Body::Boundary(_) | Body::Stack(_) => Self::Boundary,
            Body::Space(_) => Self::Space,
            Body::Band(_) => Self::Band,
            Body::Over(_) => Self::Over,
            _ => Self::None,
        }
    }
}
