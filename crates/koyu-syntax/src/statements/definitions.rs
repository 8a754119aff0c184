//! Definitions: zone, asset, polygon (01 §10).

use super::{LineOf, text_or_undefined};
use crate::attributes::AttributeList;
use crate::fault::{Fault, FaultKind, Part};
use crate::lexer::Token;
use crate::paths::Path;
use crate::values::number;
use crate::words::OpeningKind;

/// `zone <path> [attributes]`
#[derive(Clone, Debug)]
pub struct ZoneStatement<'t> {
    /// The path, which begins with `/`.
    pub path: Part<Path<'t>>,
    /// The attributes, which are checked after the path is known to be new.
    pub attributes: AttributeList<'t>,
}

impl<'t> ZoneStatement<'t> {
    pub(super) fn read(line: &LineOf<'_, 't>) -> Self {
        Self {
            path: rooted_path(line, "zone /<path> [key:value …]"),
            attributes: AttributeList::read(line.from(1)),
        }
    }

    pub(super) fn faults(&self, faults: &mut Vec<Fault>) {
        faults.extend(self.path.as_ref().err().cloned());
        faults.extend(self.attributes.faults().cloned());
    }
}

fn rooted_path<'t>(line: &LineOf<'_, 't>, form: &'static str) -> Part<Path<'t>> {
    match line.tokens.first() {
        Some(token) if token.text.starts_with('/') => Ok(Path::new(token)),
        other => Err(line.form(form, other)),
    }
}

/// `asset <name> door|window [attributes]`
#[derive(Clone, Debug)]
pub struct AssetStatement<'t> {
    /// The name: no colon, and not beginning with `/`.
    pub name: Part<Token<'t>>,
    /// Door or window.
    pub kind: Part<OpeningKind>,
    /// The attributes, which are checked after the name is known to be new.
    pub attributes: AttributeList<'t>,
}

impl<'t> AssetStatement<'t> {
    pub(super) fn read(line: &LineOf<'_, 't>) -> Self {
        let name = match line.tokens.first() {
            Some(token) if !token.text.contains(':') && !token.text.starts_with('/') => {
                Ok(token.clone())
            }
            other => Err(line.form("asset <name> door or window [key:value …]", other)),
        };
        let written = line.tokens.get(1);
        let kind = written
            .and_then(|token| OpeningKind::from_word(&token.text))
            .ok_or_else(|| {
                const FORM: &str = "asset <name> door or window [key:value …]";
                let kind = FaultKind::Form {
                    form: FORM,
                    found: Some(text_or_undefined(written)),
                };
                line.fault(written, kind)
            });
        Self {
            name,
            kind,
            attributes: AttributeList::read(line.from(2)),
        }
    }

    pub(super) fn faults(&self, faults: &mut Vec<Fault>) {
        match &self.name {
            Err(fault) => faults.push(fault.clone()),
            Ok(_) => faults.extend(self.kind.clone().err()),
        }
        faults.extend(self.attributes.faults().cloned());
    }
}

/// `polygon <path> <x,y> <x,y> <x,y> …`
#[derive(Clone, Debug)]
pub struct PolygonStatement<'t> {
    /// The path, which begins with `/`; level spans are not expanded in it.
    pub path: Part<Path<'t>>,
    /// At least three vertices (x, y) in millimetres.
    pub vertices: Part<Vec<(f64, f64)>>,
}

impl<'t> PolygonStatement<'t> {
    pub(super) fn read(line: &LineOf<'_, 't>) -> Self {
        let path = rooted_path(line, "polygon /<path> <x,y> <x,y> <x,y> …");
        Self {
            path,
            vertices: Self::vertices(line),
        }
    }

    fn vertices(line: &LineOf<'_, 't>) -> Part<Vec<(f64, f64)>> {
        let tokens = line.from(1);
        let mut vertices = Vec::with_capacity(tokens.len());
        for token in tokens {
            let pieces = token.text.split_once(',');
            let vertex = pieces.and_then(|(x, y)| number(x).zip(number(y)));
            vertices.push(vertex.ok_or_else(|| {
                line.fault(
                    Some(token),
                    FaultKind::Vertex {
                        token: token.text.to_string(),
                    },
                )
            })?);
        }
        if vertices.len() < 3 {
            return Err(line.fault(
                None,
                FaultKind::FewVertices {
                    found: vertices.len(),
                },
            ));
        }
        Ok(vertices)
    }

    pub(super) fn faults(&self, faults: &mut Vec<Fault>) {
        faults.extend(self.path.as_ref().err().cloned());
        faults.extend(self.vertices.as_ref().err().cloned());
    }
}
