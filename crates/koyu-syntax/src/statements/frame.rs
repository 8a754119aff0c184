//! Frame statements: koyu, name, unit, import, grid, level, column (01 §6).

use std::borrow::Cow;

use super::{LineOf, join, text_or_undefined};
use crate::attributes::{AttributeList, lift};
use crate::fault::{Fault, FaultKind, Part};
use crate::lexer::Token;
use crate::paths::{LevelSpan, level_span};
use crate::values::number;
use crate::words::{Axis, Version};

/// The largest number of levels that one range may declare (01 §6.2).
pub const MAX_LEVEL_RANGE: u32 = 10_000;

/// `koyu <version>`
#[derive(Clone, Debug)]
pub struct KoyuStatement {
    /// The version; missing, extra and unsupported in this order of checks.
    pub version: Part<Version>,
}

impl KoyuStatement {
    pub(super) fn read(line: &LineOf<'_, '_>) -> Self {
        let version = match line.tokens {
            [] => Err(line.form("koyu 1.0", None)),
            [version] => Version::from_word(&version.text).ok_or_else(|| {
                let kind = FaultKind::UnsupportedVersion {
                    version: version.text.to_string(),
                };
                line.fault(Some(version), kind)
            }),
            [_, extra @ ..] => {
                let kind = FaultKind::ExtraArguments {
                    keyword: "koyu",
                    extra: join(extra),
                };
                Err(line.fault(extra.first(), kind))
            }
        };
        Self { version }
    }

    pub(super) fn faults(&self, faults: &mut Vec<Fault>) {
        faults.extend(self.version.clone().err());
    }
}

/// `name <anything…>`
#[derive(Clone, Debug)]
pub struct NameStatement {
    /// All tokens joined by one space each.
    pub name: Part<String>,
}

impl NameStatement {
    pub(super) fn read(line: &LineOf<'_, '_>) -> Self {
        let missing = line.tokens.is_empty();
        let name = if missing {
            Err(line.form("name <text>", None))
        } else {
            Ok(join(line.tokens))
        };
        Self { name }
    }

    pub(super) fn faults(&self, faults: &mut Vec<Fault>) {
        faults.extend(self.name.clone().err());
    }
}

/// `unit mm`
#[derive(Clone, Debug)]
pub struct UnitStatement {
    /// That the unit is `mm`; further tokens are ignored.
    pub unit: Part<()>,
}

impl UnitStatement {
    pub(super) fn read(line: &LineOf<'_, '_>) -> Self {
        let unit = line.tokens.first();
        let unit = match unit {
            Some(token) if token.text == "mm" => Ok(()),
            _ => Err(line.fault(
                unit,
                FaultKind::Unit {
                    unit: text_or_undefined(unit),
                },
            )),
        };
        Self { unit }
    }

    pub(super) fn faults(&self, faults: &mut Vec<Fault>) {
        faults.extend(self.unit.clone().err());
    }
}

/// `import <relative path>`
#[derive(Clone, Debug)]
pub struct ImportStatement<'t> {
    /// The reference as written; further tokens are ignored.
    pub reference: Part<Token<'t>>,
}

impl<'t> ImportStatement<'t> {
    pub(super) fn read(line: &LineOf<'_, 't>) -> Self {
        let reference = line.tokens.first().cloned();
        Self {
            reference: reference.ok_or_else(|| line.form("import <relative path>", None)),
        }
    }

    pub(super) fn faults(&self, faults: &mut Vec<Fault>) {
        faults.extend(self.reference.clone().err());
    }
}

/// Reads an axis: exactly `X` or `Y`.
pub(super) fn axis(line: &LineOf<'_, '_>) -> Part<Axis> {
    let token = line.tokens.first();
    token
        .and_then(|token| Axis::from_word(&token.text))
        .ok_or_else(|| {
            line.fault(
                token,
                FaultKind::NotAnAxis {
                    axis: text_or_undefined(token),
                },
            )
        })
}

/// `grid X|Y <c1> <c2> …`
#[derive(Clone, Debug)]
pub struct GridStatement {
    /// The axis. Whether it is declared already is asked before the coordinates are.
    pub axis: Part<Axis>,
    /// At least two, strictly ascending, in millimetres.
    pub coordinates: Part<Vec<f64>>,
}

impl GridStatement {
    pub(super) fn read(line: &LineOf<'_, '_>) -> Self {
        let axis = axis(line);
        let coordinates = Self::coordinates(line, axis.as_ref().copied().unwrap_or(Axis::X));
        Self { axis, coordinates }
    }

    fn coordinates(line: &LineOf<'_, '_>, axis: Axis) -> Part<Vec<f64>> {
        let tokens = line.from(1);
        let mut coordinates = Vec::with_capacity(tokens.len());
        for token in tokens {
            coordinates.push(number(&token.text).ok_or_else(|| {
                let kind = FaultKind::GridCoordinate {
                    token: token.text.to_string(),
                };
                line.fault(Some(token), kind)
            })?);
        }
        if coordinates.len() < 2 {
            let kind = FaultKind::GridTooShort {
                axis,
                found: coordinates.len(),
            };
            return Err(line.fault(None, kind));
        }
        for (index, pair) in coordinates.windows(2).enumerate() {
            if pair[1] <= pair[0] {
                let kind = FaultKind::GridOrder {
                    axis,
                    coordinate: tokens[index + 1].text.to_string(),
                    previous: tokens[index].text.to_string(),
                };
                return Err(line.fault(tokens.get(index + 1), kind));
            }
        }
        Ok(coordinates)
    }

    pub(super) fn faults(&self, faults: &mut Vec<Fault>) {
        faults.extend(self.axis.clone().err());
        faults.extend(self.coordinates.as_ref().err().cloned());
    }
}

/// `level <name> <z> [h:] [slab:] [pitch:] [underground:]`
#[derive(Clone, Debug)]
pub struct LevelStatement<'t> {
    /// The name as written.
    pub name: Part<Token<'t>>,
    /// Height of the floor; of the lowest level in a range.
    pub z: Part<f64>,
    /// All attributes.
    pub attributes: AttributeList<'t>,
}

/// The names that a `level` statement declares.
#[derive(Clone, Debug, PartialEq)]
pub enum LevelNames {
    /// One level of the written name.
    Single,
    /// A range: prefix and number of each, `pitch` apart.
    Range {
        /// The letters before the numbers.
        prefix: String,
        /// The first number.
        first: u128,
        /// How many levels there are, 2 … [`MAX_LEVEL_RANGE`].
        count: u32,
        /// The distance from level to level, > 0.
        pitch: f64,
    },
}

impl<'t> LevelStatement<'t> {
    pub(super) fn read(line: &LineOf<'_, 't>) -> Self {
        let name = line.tokens.first().cloned();
        let name = name.ok_or_else(|| line.form("level <name> <z> [h:] [slab:] [pitch:]", None));
        let written = line.tokens.get(1);
        let z = written
            .and_then(|token| number(&token.text))
            .ok_or_else(|| {
                let level = name
                    .as_ref()
                    .map(|name| name.text.to_string())
                    .unwrap_or_default();
                let found = written
                    .map(|token| token.text.to_string())
                    .unwrap_or_default();
                line.fault(written, FaultKind::LevelHeight { level, found })
            });
        Self {
            name,
            z,
            attributes: AttributeList::read(line.from(2)),
        }
    }

    /// Ceiling height, > 0.
    ///
    /// # Errors
    /// Not a number, or not positive.
    pub fn h(&self) -> Part<Option<f64>> {
        self.attributes
            .lift("h", |value| lift::positive("h", value))
    }

    /// Slab thickness, > 0.
    ///
    /// # Errors
    /// Not a number, or not positive.
    pub fn slab(&self) -> Part<Option<f64>> {
        self.attributes
            .lift("slab", |value| lift::positive("slab", value))
    }

    /// Distance from level to level of a range, > 0.
    ///
    /// # Errors
    /// Not a number, or not positive.
    pub fn pitch(&self) -> Part<Option<f64>> {
        self.attributes
            .lift("pitch", |value| lift::positive("pitch", value))
    }

    /// That every attribute is one of a level's, and `underground` a flag: the rest of the checks
    /// of 01 §6.2 on attributes, in their order.
    ///
    /// # Errors
    /// `underground` is no number; a key that levels do not have; `underground` is not 0 or 1.
    pub fn underground(&self) -> Part<bool> {
        self.attributes
            .lift("underground", |value| lift::number("underground", value))?;
        let known = |key: &str| matches!(key, "h" | "slab" | "pitch" | "underground");
        for attribute in self.attributes.in_bag_order() {
            if !known(&attribute.key) {
                let kind = FaultKind::LevelKey {
                    key: attribute.key.to_string(),
                };
                return Err(Fault {
                    kind,
                    span: attribute.span.clone(),
                });
            }
        }
        self.attributes
            .lift("underground", |value| lift::flag("underground", value))
    }

    /// The names that are declared, once the attributes are checked.
    ///
    /// # Errors
    /// The fault of the name; a range that is unreadable, too large or without pitch; a pitch on
    /// a single level.
    pub fn names(&self) -> Part<LevelNames> {
        let token = self.name.as_ref().map_err(Clone::clone)?;
        let pitch = self.pitch()?;
        let name = || token.text.to_string();
        let fault = |kind| {
            Err(Fault {
                kind,
                span: token.span.clone(),
            })
        };
        let Some(span) = LevelSpan::from_text(Cow::Borrowed(&*token.text)) else {
            return match pitch {
                Some(_) => fault(FaultKind::PitchOnSingleLevel { name: name() }),
                None => Ok(LevelNames::Single),
            };
        };
        let (prefix, first) = numbered(span.from());
        let (last_prefix, last) = numbered(span.to());
        // Without leading zeros, the longer of two numbers is the larger.
        if prefix != last_prefix || (first.len(), first) >= (last.len(), last) {
            return fault(FaultKind::LevelSpanShape { token: name() });
        }
        let Some(pitch) = pitch else {
            return fault(FaultKind::PitchMissing { name: name() });
        };
        let parsed = first.parse::<u128>().ok().zip(last.parse::<u128>().ok());
        let count = parsed.map(|(first, last)| last - first + 1);
        match (parsed, count) {
            (Some((first, _)), Some(count)) if count <= u128::from(MAX_LEVEL_RANGE) => {
                Ok(LevelNames::Range {
                    prefix: prefix.to_owned(),
                    first,
                    count: count as u32,
                    pitch,
                })
            }
            (None, _) => fault(FaultKind::LevelNumberLength { name: name() }),
            _ => fault(FaultKind::LevelRangeLimit {
                name: name(),
                limit: MAX_LEVEL_RANGE,
            }),
        }
    }

    pub(super) fn faults(&self, faults: &mut Vec<Fault>) {
        match &self.name {
            // Without a name there is no height either; one fault says both.
            Err(fault) => faults.push(fault.clone()),
            Ok(_) => faults.extend(self.z.clone().err()),
        }
        faults.extend(self.attributes.faults().cloned());
        faults.extend(self.h().err());
        faults.extend(self.slab().err());
        let pitch = self.pitch().err();
        let broken = pitch.is_some() || self.name.is_err();
        faults.extend(pitch);
        faults.extend(self.underground().err());
        if !broken {
            faults.extend(self.names().err());
        }
    }
}

/// Letters and digits of one end of a range, the digits without leading zeros (`0` for zero).
fn numbered(end: &str) -> (&str, &str) {
    let digits = end.find(|c: char| c.is_ascii_digit()).unwrap_or(end.len());
    let (prefix, number) = end.split_at(digits);
    let significant = number.trim_start_matches('0');
    (
        prefix,
        if significant.is_empty() {
            "0"
        } else {
            significant
        },
    )
}

/// `column <size> <level or span> [d:] [x:] [y:] [attributes]`
#[derive(Clone, Debug)]
pub struct ColumnStatement<'t> {
    /// Extent in X, > 0.
    pub size: Part<f64>,
    /// The levels as written.
    pub levels: Part<ColumnLevels<'t>>,
    /// All attributes.
    pub attributes: AttributeList<'t>,
}

/// The levels of a column: everything that contains `..` is a span.
#[derive(Clone, Debug)]
pub enum ColumnLevels<'t> {
    /// One level, by its exact name.
    One(Token<'t>),
    /// All levels between two, or the fault of an unreadable span.
    Span(Part<LevelSpan<'t>>),
}

impl<'t> ColumnStatement<'t> {
    pub(super) fn read(line: &LineOf<'_, 't>) -> Self {
        let written = line.tokens.first();
        let size = written
            .and_then(|token| number(&token.text))
            .filter(|&size| size > 0.0);
        let size = size.ok_or_else(|| {
            line.fault(
                written,
                FaultKind::ColumnSize {
                    found: text_or_undefined(written),
                },
            )
        });
        let levels = match line.tokens.get(1) {
            None => Err(line.form("column <size> <level or span> [d:] [x:] [y:]", None)),
            Some(token) if token.text.contains("..") => Ok(ColumnLevels::Span(level_span(token))),
            Some(token) => Ok(ColumnLevels::One(token.clone())),
        };
        Self {
            size,
            levels,
            attributes: AttributeList::read(line.from(2)),
        }
    }

    /// Extent in Y, > 0, if written.
    ///
    /// # Errors
    /// Not a number, or not positive.
    pub fn d(&self) -> Part<Option<f64>> {
        self.attributes
            .lift("d", |value| lift::positive("d", value))
    }

    /// The names that `x:` or `y:` lists, split at commas, empty pieces dropped; `None` if the
    /// key is not written.
    pub fn lines(&self, axis: Axis) -> Option<Vec<String>> {
        let key = match axis {
            Axis::X => "x",
            Axis::Y => "y",
        };
        let text = self.attributes.get(key)?.value.to_text();
        Some(
            text.split(',')
                .filter(|piece| !piece.is_empty())
                .map(str::to_owned)
                .collect(),
        )
    }

    pub(super) fn faults(&self, faults: &mut Vec<Fault>) {
        faults.extend(self.size.clone().err());
        match &self.levels {
            Err(fault) | Ok(ColumnLevels::Span(Err(fault))) => faults.push(fault.clone()),
            Ok(_) => {}
        }
        faults.extend(self.attributes.faults().cloned());
        faults.extend(self.d().err());
    }
}
