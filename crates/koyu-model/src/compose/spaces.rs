//! Spaces and areas (01 §7).

use std::ops::Range;

use koyu_syntax::{AreaStatement, AttributeList, FaultKind, SpaceStatement, Value};

use super::Composer;
use crate::attributes::Attributes;
use crate::elements::{Area, LevelId, Origin, Part, Space};
use crate::fault::Fault;
use crate::names::Name;

/// What every space of an expanded statement has in common.
pub(super) struct Pattern {
    pub(super) kind: Name,
    pub(super) level: Option<LevelId>,
    pub(super) parts: Vec<Part>,
    pub(super) attributes: Attributes,
}

impl Composer<'_> {
    /// A `space` at the margin; the slots of the spaces it made.
    pub(super) fn space(
        &mut self,
        space: &SpaceStatement<'_>,
        origin: Origin,
    ) -> Result<Range<u32>, Fault> {
        let path = space.path.as_ref().map_err(Clone::clone)?;
        space.no_width.clone()?;
        let paths = self.expand(std::slice::from_ref(path))?;
        path.rooted()?;
        let kind = match (&space.kind, paths.first().and_then(|paths| paths.first())) {
            (Ok(kind), _) => kind,
            // The path of the first reading is the one without a type.
            (Err(fault), Some(first)) if matches!(fault.kind, FaultKind::TypeMissing { .. }) => {
                let path = self.names.text(*first).to_owned();
                return Err(FaultKind::TypeMissing { path }.into());
            }
            (Err(fault), _) => return Err(fault.clone().into()),
        };
        let (level, attributes) = self.space_attributes(&space.attributes)?;
        let parts = space
            .regions
            .iter()
            .map(|region| self.region(region))
            .collect::<Result<_, _>>()?;
        let pattern = Pattern {
            kind: self.names.intern(&kind.text),
            level,
            parts,
            attributes,
        };
        let start = self.spaces.next();
        for path in paths.into_iter().flatten() {
            self.add_space(path, &pattern, origin)?;
        }
        Ok(start..self.spaces.next())
    }

    /// Attributes of a space with its level lifted out of them.
    pub(super) fn space_attributes(
        &self,
        list: &AttributeList<'_>,
    ) -> Result<(Option<LevelId>, Attributes), Fault> {
        let mut attributes = Attributes::checked(list)?;
        let level = attributes.take("level").as_ref().map(Value::to_text);
        let level = level.map(|name| self.declared_level(&name)).transpose()?;
        Ok((level, attributes))
    }

    pub(super) fn add_space(
        &mut self,
        path: Name,
        pattern: &Pattern,
        origin: Origin,
    ) -> Result<(), Fault> {
        if let Some(first) = self
            .spaces
            .find(path)
            .and_then(|slot| self.spaces.get(slot))
        {
            let path = self.names.text(path).to_owned();
            return Err(Fault::DuplicateSpace {
                path,
                first: self.first_seen(first.origin),
            });
        }
        self.count(1)?;
        let level = pattern.level.or_else(|| self.level_of_path(path));
        let space = Space {
            path,
            kind: pattern.kind,
            level,
            parts: pattern.parts.clone(),
            cut: None,
            areas: Vec::new(),
            attributes: pattern.attributes.clone(),
            origin,
        };
        self.spaces.push(path, space);
        Ok(())
    }

    /// The level that the first path segment names, if it is declared by now.
    fn level_of_path(&self, path: Name) -> Option<LevelId> {
        let segment = self.names.text(path).split('/').nth(1)?;
        self.level_named(segment)
    }

    /// An `area` under the spaces of the last statement.
    pub(super) fn area(
        &mut self,
        area: &AreaStatement<'_>,
        origin: Origin,
        spaces: Range<u32>,
    ) -> Result<(), Fault> {
        let area = self.read_area(area, origin)?;
        self.count(spaces.len())?;
        for slot in spaces {
            if let Some(space) = self.spaces.get_mut(slot) {
                space.areas.push(area.clone());
            }
        }
        Ok(())
    }

    pub(super) fn read_area(
        &mut self,
        area: &AreaStatement<'_>,
        origin: Origin,
    ) -> Result<Area, Fault> {
        let part = self.region(&area.region)?;
        let attributes = Attributes::checked(&area.attributes)?;
        Ok(Area {
            part,
            attributes,
            line: origin.line,
        })
    }
}
