//! The records of canonical JSON (03 §7.2): boundaries and what hangs on them, attributes.
//!
//! They are written once for two uses: the document itself, and the sort text of 03 §6.1, in
//! which every bag of attributes shows as `{}`.

use koyu_syntax::index_rank;
use serde::ser::{Serialize, SerializeMap, Serializer};

use crate::attributes::Attributes;
use crate::canonical_order::{opening_order, seg_order};
use crate::elements::{At, Boundary, Opening, Part, Seg};
use crate::model::Model;
use crate::names::Name;

/// How the members of an object that is keyed by names stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum KeyOrder {
    /// By code point (03 §6): the document in its file form.
    Collated,
    /// As after parsing (03 §8): array indices first, ascending, then by code point.
    Parsed,
    /// Attributes are not shown at all, only that there are some: the sort text.
    Hidden,
}

impl KeyOrder {
    /// Sorts names into this order.
    pub(crate) fn sort<T>(self, items: &mut [T], name: impl Fn(&T) -> &str) {
        items.sort_by(|a, b| {
            let (a, b) = (name(a), name(b));
            match self {
                Self::Parsed => index_rank(a).cmp(&index_rank(b)).then_with(|| a.cmp(b)),
                Self::Collated | Self::Hidden => a.cmp(b),
            }
        });
    }
}

/// A bag of attributes as the object `attrs`.
#[derive(Clone, Copy)]
pub(crate) struct Attrs<'m> {
    bag: &'m Attributes,
    order: KeyOrder,
}

impl<'m> Attrs<'m> {
    /// The object, or nothing for an empty bag.
    pub(crate) fn of(bag: &'m Attributes, order: KeyOrder) -> Option<Self> {
        (!bag.is_empty()).then_some(Self { bag, order })
    }
}

impl Serialize for Attrs<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        if self.order != KeyOrder::Hidden {
            let mut entries: Vec<_> = self.bag.iter().collect();
            self.order.sort(&mut entries, |(key, _)| key);
            for (key, value) in entries {
                map.serialize_key(key)?;
                match value {
                    koyu_syntax::Value::Number(number) => map.serialize_value(number)?,
                    koyu_syntax::Value::Text(text) => map.serialize_value(&**text)?,
                }
            }
        }
        map.end()
    }
}

/// Writes members of a record in order; one that is absent is left out.
pub(crate) struct Members<M>(pub(crate) M);

impl<M: SerializeMap> Members<M> {
    pub(crate) fn put<T: Serialize + ?Sized>(
        &mut self,
        key: &'static str,
        value: &T,
    ) -> Result<(), M::Error> {
        self.0.serialize_entry(key, value)
    }

    pub(crate) fn put_some<T: Serialize>(
        &mut self,
        key: &'static str,
        value: Option<T>,
    ) -> Result<(), M::Error> {
        match value {
            Some(value) => self.put(key, &value),
            None => Ok(()),
        }
    }

    /// A list, unless it is empty.
    pub(crate) fn put_list<T: Serialize>(
        &mut self,
        key: &'static str,
        list: &[T],
    ) -> Result<(), M::Error> {
        if list.is_empty() {
            Ok(())
        } else {
            self.put(key, list)
        }
    }

    pub(crate) fn end(self) -> Result<M::Ok, M::Error> {
        self.0.end()
    }
}

/// The four references of a rectangle: X from, Y from, X to, Y to.
pub(crate) fn references<'m>(model: &'m Model, part: &Part) -> [&'m str; 4] {
    [part.xa, part.ya, part.xb, part.yb].map(|name: Name| model.text(name))
}

/// A position along a boundary: the reference as written, or the ratio.
struct AtRecord<'m>(&'m Model, At);

impl Serialize for AtRecord<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.1 {
            At::Ratio(ratio) => serializer.serialize_f64(ratio),
            At::Reference { spelling, .. } => serializer.serialize_str(self.0.text(spelling)),
        }
    }
}

/// A boundary.
pub(crate) struct BoundaryRecord<'m> {
    pub(crate) model: &'m Model,
    pub(crate) boundary: &'m Boundary,
    pub(crate) order: KeyOrder,
}

impl Serialize for BoundaryRecord<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self {
            model,
            boundary,
            order,
        } = *self;
        let (a, b) = (model.text(boundary.a), model.text(boundary.b));
        let openings: Vec<_> = opening_order(model, &boundary.openings)
            .into_iter()
            .map(|index| OpeningRecord {
                model,
                opening: &boundary.openings[index as usize],
                order,
            })
            .collect();
        let segs: Vec<_> = seg_order(model, &boundary.segs)
            .into_iter()
            .map(|index| SegRecord {
                model,
                seg: &boundary.segs[index as usize],
                order,
            })
            .collect();
        let mut members = Members(serializer.serialize_map(None)?);
        members.put("between", &[a.min(b), a.max(b)])?;
        members.put("a", a)?;
        members.put("kind", boundary.kind.word())?;
        members.put_some("t", boundary.t)?;
        members.put_some("air", boundary.air.then_some(true))?;
        members.put_some("edge", boundary.edge.map(|edge| edge.word()))?;
        let line = boundary
            .drawn
            .map(|line| [line.from, line.to].map(|end| model.text(end.spelling)));
        members.put_some("line", line)?;
        members.put_some("attrs", Attrs::of(&boundary.attributes, order))?;
        members.put_list("openings", &openings)?;
        members.put_list("segs", &segs)?;
        members.end()
    }
}

/// A door or window.
pub(crate) struct OpeningRecord<'m> {
    pub(crate) model: &'m Model,
    pub(crate) opening: &'m Opening,
    pub(crate) order: KeyOrder,
}

impl Serialize for OpeningRecord<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self {
            model,
            opening,
            order,
        } = *self;
        let mut members = Members(serializer.serialize_map(None)?);
        members.put("kind", opening.kind.word())?;
        members.put_some("ref", opening.asset.map(|asset| model.text(asset)))?;
        members.put("w", &opening.w)?;
        members.put_some("h", opening.h)?;
        members.put("at", &AtRecord(model, opening.at))?;
        members.put_some("edge", opening.edge.map(|edge| edge.word()))?;
        members.put_some("hinge", opening.hinge.map(|hinge| hinge.word()))?;
        members.put_some("swing", opening.swing.map(|swing| swing.word()))?;
        members.put_some("attrs", Attrs::of(&opening.attributes, order))?;
        members.end()
    }
}

/// A seg.
pub(crate) struct SegRecord<'m> {
    pub(crate) model: &'m Model,
    pub(crate) seg: &'m Seg,
    pub(crate) order: KeyOrder,
}

impl Serialize for SegRecord<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { model, seg, order } = *self;
        let mut members = Members(serializer.serialize_map(None)?);
        members.put("w", &seg.w)?;
        members.put("at", &AtRecord(model, seg.at))?;
        members.put_some("edge", seg.edge.map(|edge| edge.word()))?;
        members.put_some("attrs", Attrs::of(&seg.attributes, order))?;
        members.end()
    }
}
