//! Set edits under `over`: adding, removing and changing areas, doors, windows and segs
//! (02 §7.4). Strength plays no part in them.

use koyu_syntax::{EditAction, EditElement, Part as Parsed, SetEdit, Token};

use super::Composer;
use super::overs::Target;
use super::roll::{ListOf, Roll};
use crate::attributes::Attributes;
use crate::elements::{Area, Opening, Origin, Seg};
use crate::fault::Fault;
use crate::names::Map;

/// An element that can be pointed at by name.
trait Member: Clone {
    fn attributes(&mut self) -> &mut Attributes;
    fn name(&self) -> String;
    /// Sets the width, where the element has one of its own.
    fn set_w(&mut self, w: f64);
    /// Sets the height, where the element has one of its own.
    fn set_h(&mut self, h: f64);
}

/// The text of an element's name; an absent one is empty (02 §7.4).
fn name_of(attributes: &Attributes) -> String {
    attributes.to_text("name").unwrap_or_default()
}

impl Member for Area {
    fn attributes(&mut self) -> &mut Attributes {
        &mut self.attributes
    }
    fn name(&self) -> String {
        name_of(&self.attributes)
    }
    fn set_w(&mut self, _: f64) {}
    fn set_h(&mut self, _: f64) {}
}

impl Member for Opening {
    fn attributes(&mut self) -> &mut Attributes {
        &mut self.attributes
    }
    fn name(&self) -> String {
        name_of(&self.attributes)
    }
    fn set_w(&mut self, w: f64) {
        self.w = w;
    }
    fn set_h(&mut self, h: f64) {
        self.h = Some(h);
    }
}

impl Member for Seg {
    fn attributes(&mut self) -> &mut Attributes {
        &mut self.attributes
    }
    fn name(&self) -> String {
        name_of(&self.attributes)
    }
    fn set_w(&mut self, w: f64) {
        self.w = w;
    }
    fn set_h(&mut self, _: f64) {}
}

impl Composer<'_> {
    pub(super) fn set_edit(
        &mut self,
        edit: &SetEdit<'_>,
        target: &Target,
        origin: Origin,
    ) -> Result<(), Fault> {
        let kind = edit.kind.as_ref().map_err(Clone::clone)?;
        match target {
            Target::Space(slot) => {
                if kind.text != "area" {
                    let kind = kind.text.to_string();
                    return Err(Fault::EditKind {
                        kind,
                        target: "space",
                        allowed: "area",
                    });
                }
                let added = match &edit.action {
                    EditAction::Add(Some(EditElement::Area(area))) => {
                        Some(self.read_area(area, origin)?)
                    }
                    _ => None,
                };
                self.count(usize::from(added.is_some()))?;
                match self.spaces.get_mut(*slot) {
                    Some(space) => List::new(
                        &mut self.rolls,
                        ListOf::Areas(*slot),
                        &mut space.areas,
                    )
                    .apply(added.as_ref(), kind, &edit.action),
                    None => Ok(()),
                }
            }
            Target::Boundaries(slots) => self.edit_boundaries(edit, kind, slots, origin),
            Target::Zone(_) => Err(Fault::EditTarget { target: "zone" }),
            Target::Level(_) => Err(Fault::EditTarget { target: "level" }),
            Target::Asset(_) => Err(Fault::EditTarget { target: "asset" }),
        }
    }

    fn edit_boundaries(
        &mut self,
        edit: &SetEdit<'_>,
        kind: &Token<'_>,
        slots: &[u32],
        origin: Origin,
    ) -> Result<(), Fault> {
        if !matches!(&*kind.text, "door" | "window" | "seg") {
            let kind = kind.text.to_string();
            return Err(Fault::EditKind {
                kind,
                target: "boundary",
                allowed: "door, window and seg",
            });
        }
        let mut opening = None;
        let mut seg = None;
        match &edit.action {
            EditAction::Add(Some(EditElement::Opening(added))) => {
                opening = Some(self.opening(added, origin)?)
            }
            EditAction::Add(Some(EditElement::Seg(added))) => seg = Some(self.seg(added, origin)?),
            _ => {}
        }
        self.count(if matches!(edit.action, EditAction::Add(_)) {
            slots.len()
        } else {
            0
        })?;
        for &slot in slots {
            let Some(boundary) = self.boundaries[slot as usize].as_mut() else {
                continue;
            };
            if kind.text == "seg" {
                List::new(&mut self.rolls, ListOf::Segs(slot), &mut boundary.segs).apply(
                    seg.as_ref(),
                    kind,
                    &edit.action,
                )?;
            } else {
                List::new(
                    &mut self.rolls,
                    ListOf::Openings(slot),
                    &mut boundary.openings,
                )
                .apply(opening.as_ref(), kind, &edit.action)?;
            }
        }
        Ok(())
    }
}

/// One list of elements and the roll of their names.
struct List<'l, T> {
    elements: &'l mut Vec<T>,
    roll: &'l mut Roll,
}

impl<'l, T: Member> List<'l, T> {
    fn new(rolls: &'l mut Map<ListOf, Roll>, of: ListOf, elements: &'l mut Vec<T>) -> Self {
        let roll = rolls
            .entry(of)
            .or_insert_with(|| Roll::new(elements.iter().map(Member::name)));
        Self { elements, roll }
    }

    /// Applies an edit.
    fn apply(
        &mut self,
        added: Option<&T>,
        kind: &Token<'_>,
        action: &EditAction<'_>,
    ) -> Result<(), Fault> {
        match action {
            EditAction::Add(_) => added.map_or(Ok(()), |added| self.add(added, kind)),
            EditAction::Remove { name } => {
                let (place, name) = self.find(name)?;
                self.roll.remove(&name, place);
                Ok(())
            }
            EditAction::Change { name, attributes } => {
                let (place, name) = self.find(name)?;
                // Checked before anything is laid over, so that a fault changes nothing.
                attributes.check()?;
                let w = action.size("w")?;
                let h = action.size("h")?;
                let element = &mut self.elements[place];
                element.attributes().lay_over(attributes)?;
                if let Some(w) = w {
                    element.set_w(w);
                    element.attributes().take("w");
                }
                if let Some(h) = h {
                    element.set_h(h);
                    element.attributes().take("h");
                }
                let renamed = element.name();
                if renamed != name {
                    self.roll.strike(&name);
                    self.roll.enter(renamed, place);
                }
                Ok(())
            }
        }
    }

    fn add(&mut self, added: &T, kind: &Token<'_>) -> Result<(), Fault> {
        let name = added.name();
        if name.is_empty() {
            let kind = kind.text.to_string();
            return Err(Fault::EditUnnamed { kind });
        }
        if !self.roll.places(&name).is_empty() {
            return Err(Fault::EditNameTaken { name });
        }
        self.roll.enter(name, self.elements.len());
        self.elements.push(added.clone());
        Ok(())
    }

    /// Where the one element of a name stands. The kind is not compared: it only selects the
    /// list.
    fn find(&self, name: &Parsed<Token<'_>>) -> Result<(usize, String), Fault> {
        let name = name.as_ref().map_err(Clone::clone)?.text.to_string();
        match self.roll.places(&name) {
            [] => Err(Fault::EditNoElement { name }),
            [place] => Ok((*place, name)),
            _ => Err(Fault::EditNotUnique { name }),
        }
    }
}
