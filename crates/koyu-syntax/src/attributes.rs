//! Attributes `key:value` and the lifting of typed fields (01 §4).

use std::borrow::Cow;
use std::collections::HashSet;

use crate::fault::{Fault, FaultKind, Part};
use crate::lexer::{Span, Token};
use crate::values::{Value, index_rank};
use crate::words::{BoundaryKind, Side, Swing};

/// One attribute as written.
#[derive(Clone, Debug, PartialEq)]
pub struct Attribute<'t> {
    /// What stands before the first colon.
    pub key: Cow<'t, str>,
    /// What stands after it, typed by its shape.
    pub value: Value,
    /// Where it stands.
    pub span: Span,
}

/// The attributes of a statement in written order; a token that is none stands as a fault.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AttributeList<'t> {
    entries: Vec<Part<Attribute<'t>>>,
}

/// Up to this many keys a linear search for a repeated one is cheaper than a table.
const FEW_KEYS: usize = 16;

impl<'t> AttributeList<'t> {
    /// Reads tokens as attributes (01 §4), each on its own.
    pub(crate) fn read<'a>(tokens: impl IntoIterator<Item = &'a Token<'t>>) -> Self
    where
        't: 'a,
    {
        let mut list = Self::default();
        let mut seen: HashSet<Cow<'t, str>> = HashSet::new();
        for token in tokens {
            let entry = attribute(token).and_then(|attribute| {
                let repeated = if list.entries.len() < FEW_KEYS {
                    list.attributes()
                        .any(|earlier| earlier.key == attribute.key)
                } else {
                    if seen.is_empty() {
                        seen.extend(list.attributes().map(|earlier| earlier.key.clone()));
                    }
                    !seen.insert(attribute.key.clone())
                };
                if repeated {
                    let key = attribute.key.into_owned();
                    return Err(Fault {
                        kind: FaultKind::DuplicateKey { key },
                        span: attribute.span,
                    });
                }
                Ok(attribute)
            });
            list.entries.push(entry);
        }
        list
    }

    /// Every attribute or fault, in written order.
    pub fn parts(&self) -> &[Part<Attribute<'t>>] {
        &self.entries
    }

    /// The attributes that could be read, in written order.
    pub fn attributes(&self) -> impl Iterator<Item = &Attribute<'t>> {
        self.entries.iter().flatten()
    }

    /// The faults, in written order.
    pub fn faults(&self) -> impl Iterator<Item = &Fault> {
        self.entries.iter().filter_map(|entry| entry.as_ref().err())
    }

    /// That none is faulty.
    ///
    /// # Errors
    /// The first fault in written order.
    pub fn check(&self) -> Part<()> {
        self.faults()
            .next()
            .map_or(Ok(()), |fault| Err(fault.clone()))
    }

    /// The attributes in *bag order*: keys that are array indices first, ascending (01 §4.2).
    pub fn in_bag_order(&self) -> Vec<&Attribute<'t>> {
        let mut order: Vec<_> = self.attributes().collect();
        order.sort_by_key(|attribute| index_rank(&attribute.key));
        order
    }

    /// The attribute of a key.
    pub fn get(&self, key: &str) -> Option<&Attribute<'t>> {
        self.attributes().find(|attribute| attribute.key == key)
    }

    /// The typed value of a key by one of the functions of [`lift`]; a fault gets the
    /// attribute's span.
    pub(crate) fn lift<T>(
        &self,
        key: &str,
        typed: impl FnOnce(Option<&Value>) -> Result<T, FaultKind>,
    ) -> Part<T> {
        let attribute = self.get(key);
        typed(attribute.map(|attribute| &attribute.value)).map_err(|kind| Fault {
            kind,
            span: attribute
                .map(|attribute| attribute.span.clone())
                .unwrap_or_default(),
        })
    }
}

fn attribute<'t>(token: &Token<'t>) -> Part<Attribute<'t>> {
    let span = token.span.clone();
    let colon = match token.text.bytes().position(|byte| byte == b':') {
        None | Some(0) => {
            let token = token.text.to_string();
            return Err(Fault {
                kind: FaultKind::NotAnAttribute { token },
                span,
            });
        }
        Some(colon) => colon,
    };
    let key = token.slice(0..colon);
    let value = &token.text[colon + 1..];
    if value.is_empty() {
        return Err(Fault {
            kind: FaultKind::EmptyValue {
                key: key.into_owned(),
            },
            span,
        });
    }
    Ok(Attribute {
        key,
        value: Value::from_written(value),
        span,
    })
}

/// Typed fields from the value of a key (01 §4.3): absent is unset, a wrong value is a fault.
///
/// These are functions of a value alone because a door lifts its fields from a bag in which the
/// values of its asset are already merged (01 §9.2).
pub mod lift {
    use super::{BoundaryKind, FaultKind, Side, Swing, Value};

    /// A number.
    ///
    /// # Errors
    /// [`FaultKind::NotANumber`] for text.
    pub fn number(key: &str, value: Option<&Value>) -> Result<Option<f64>, FaultKind> {
        match value {
            None => Ok(None),
            Some(Value::Number(number)) => Ok(Some(*number)),
            Some(value) => Err(FaultKind::NotANumber {
                key: key.into(),
                value: value.to_text(),
            }),
        }
    }

    /// A number greater than zero.
    ///
    /// # Errors
    /// [`FaultKind::NotANumber`] or [`FaultKind::NotPositive`].
    pub fn positive(key: &str, value: Option<&Value>) -> Result<Option<f64>, FaultKind> {
        match number(key, value)? {
            Some(number) if number > 0.0 => Ok(Some(number)),
            None => Ok(None),
            Some(_) => Err(FaultKind::NotPositive {
                key: key.into(),
                value: value.map(Value::to_text).unwrap_or_default(),
            }),
        }
    }

    /// A width, which must be there (01 §9.2, §9.3).
    ///
    /// # Errors
    /// [`FaultKind::NotANumber`] for text, [`FaultKind::WidthRequired`] for none or not positive.
    pub fn width(keyword: &'static str, value: Option<&Value>) -> Result<f64, FaultKind> {
        match number("w", value)? {
            Some(width) if width > 0.0 => Ok(width),
            _ => Err(FaultKind::WidthRequired { keyword }),
        }
    }

    /// A compass side.
    ///
    /// # Errors
    /// [`FaultKind::NotASide`].
    pub fn side(key: &str, value: Option<&Value>) -> Result<Option<Side>, FaultKind> {
        let Some(value) = value else { return Ok(None) };
        match value.as_text().and_then(Side::from_word) {
            Some(side) => Ok(Some(side)),
            None => Err(FaultKind::NotASide {
                key: key.into(),
                value: value.to_text(),
            }),
        }
    }

    /// The end of the boundary that a door opens into.
    ///
    /// # Errors
    /// [`FaultKind::NotASwing`].
    pub fn swing(value: Option<&Value>) -> Result<Option<Swing>, FaultKind> {
        let Some(value) = value else { return Ok(None) };
        match value.as_text().and_then(Swing::from_word) {
            Some(swing) => Ok(Some(swing)),
            None => Err(FaultKind::NotASwing {
                value: value.to_text(),
            }),
        }
    }

    /// A flag: the number 0 or 1; absent is 0.
    ///
    /// # Errors
    /// [`FaultKind::NotANumber`] for text, [`FaultKind::NotAFlag`] for another number.
    pub fn flag(key: &str, value: Option<&Value>) -> Result<bool, FaultKind> {
        match number(key, value)? {
            None => Ok(false),
            Some(0.0) => Ok(false),
            Some(1.0) => Ok(true),
            Some(_) => Err(FaultKind::NotAFlag {
                key: key.into(),
                value: value.map(Value::to_text).unwrap_or_default(),
            }),
        }
    }

    /// The kind of a boundary; absent is a wall.
    ///
    /// # Errors
    /// [`FaultKind::BoundaryType`].
    pub fn boundary_kind(value: Option<&Value>) -> Result<BoundaryKind, FaultKind> {
        let Some(value) = value else {
            return Ok(BoundaryKind::Wall);
        };
        match value.as_text().and_then(BoundaryKind::from_word) {
            Some(kind) => Ok(kind),
            None => Err(FaultKind::BoundaryType {
                value: value.to_text(),
            }),
        }
    }

    /// The kind of a stack, which must be there and vertical.
    ///
    /// # Errors
    /// [`FaultKind::StackType`].
    pub fn stack_kind(value: Option<&Value>) -> Result<BoundaryKind, FaultKind> {
        let kind = value
            .and_then(Value::as_text)
            .and_then(BoundaryKind::from_word);
        match kind {
            Some(kind @ (BoundaryKind::Stair | BoundaryKind::Shaft | BoundaryKind::Void)) => {
                Ok(kind)
            }
            _ => Err(FaultKind::StackType {
                value: value.map_or_else(|| "undefined".into(), Value::to_text),
            }),
        }
    }

    /// A position along a boundary, as far as its text decides it (01 §5.5).
    ///
    /// # Errors
    /// [`FaultKind::AtOutOfRange`] for a number outside 0…1.
    pub fn at(value: Option<&Value>) -> Result<WrittenAt<'_>, FaultKind> {
        match value {
            None => Ok(WrittenAt::Ratio(0.5)),
            Some(Value::Number(ratio)) if (0.0..=1.0).contains(ratio) => {
                Ok(WrittenAt::Ratio(*ratio))
            }
            Some(value @ Value::Number(_)) => Err(FaultKind::AtOutOfRange {
                value: value.to_text(),
            }),
            Some(Value::Text(text)) => Ok(WrittenAt::Reference(text)),
        }
    }

    /// A position as written: a ratio, or a grid reference still to be resolved.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub enum WrittenAt<'v> {
        /// A ratio of the length, 0…1.
        Ratio(f64),
        /// A grid reference.
        Reference(&'v str),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lexer::scan;

    fn list(text: &str) -> AttributeList<'_> {
        AttributeList::read(&scan(text, 0).tokens)
    }

    #[test]
    fn the_first_colon_parts_key_and_value() {
        let list = list("k:a:b h:2400 \"k k\":1");
        let found: Vec<_> = list
            .attributes()
            .map(|a| (a.key.to_string(), a.value.to_text()))
            .collect();
        let expected = [("k", "a:b"), ("h", "2400"), ("k k", "1")];
        assert_eq!(found, expected.map(|(k, v)| (k.to_owned(), v.to_owned())));
        assert!(list.check().is_ok());
    }

    #[test]
    fn faults_stand_in_their_place_and_the_first_one_is_raised() {
        let list = list("a:1 foo :x b: a:2 c:3");
        let kinds: Vec<_> = list.faults().map(|fault| fault.kind.clone()).collect();
        assert_eq!(
            kinds,
            [
                FaultKind::NotAnAttribute {
                    token: "foo".into()
                },
                FaultKind::NotAnAttribute { token: ":x".into() },
                FaultKind::EmptyValue { key: "b".into() },
                FaultKind::DuplicateKey { key: "a".into() },
            ]
        );
        assert_eq!(list.check().err().map(|fault| fault.span), Some(4..7));
        assert_eq!(list.attributes().count(), 2);
    }

    #[test]
    fn a_repeated_key_is_found_among_many() {
        let mut text: String = (0..1000).map(|n| format!("k{n}:1 ")).collect();
        text.push_str("k7:2 k999:3 new:1");
        let list = list(&text);
        let keys: Vec<_> = list.faults().map(|fault| fault.kind.clone()).collect();
        assert_eq!(
            keys,
            ["k7", "k999"].map(|key| FaultKind::DuplicateKey { key: key.into() })
        );
    }

    #[test]
    fn bag_order_puts_array_indices_first() {
        let list = list("b:1 2:x 1:y a:2");
        let keys: Vec<_> = list
            .in_bag_order()
            .iter()
            .map(|a| a.key.to_string())
            .collect();
        assert_eq!(keys, ["1", "2", "b", "a"]);
    }

    #[test]
    fn lifting_checks_types_and_ranges() {
        let number = |text: &str| Value::from_written(text);
        assert_eq!(lift::positive("h", Some(&number("2400"))), Ok(Some(2400.0)));
        assert_eq!(lift::positive("h", None), Ok(None));
        assert!(lift::positive("h", Some(&number("0"))).is_err());
        assert!(lift::positive("h", Some(&number("abc"))).is_err());
        assert_eq!(lift::flag("air", Some(&number("1.0"))), Ok(true));
        assert!(lift::flag("air", Some(&number("2"))).is_err());
        assert_eq!(lift::side("edge", Some(&number("N"))), Ok(Some(Side::N)));
        for bad in ["n", "north", "1"] {
            assert!(lift::side("edge", Some(&number(bad))).is_err(), "{bad}");
        }
        assert_eq!(
            lift::at(Some(&number("1"))),
            Ok(lift::WrittenAt::Ratio(1.0))
        );
        assert_eq!(
            lift::at(Some(&number(".5"))),
            Ok(lift::WrittenAt::Reference(".5"))
        );
        assert!(lift::at(Some(&number("1.01"))).is_err());
        assert!(lift::at(Some(&number("-0.1"))).is_err());
        assert!(lift::stack_kind(Some(&number("wall"))).is_err());
        assert_eq!(
            lift::stack_kind(None),
            Err(FaultKind::StackType {
                value: "undefined".into()
            })
        );
    }
}
