//! Frame statements: koyu, name, grid, level, column (01 §6, 02 §4, §5).

use koyu_syntax::{
    Axis, ColumnLevels, ColumnStatement, GridStatement, GridTarget, KoyuStatement, LevelNames,
    LevelStatement, NameStatement,
};

use super::Composer;
use crate::attributes::Attributes;
use crate::elements::{Column, GridAxis, Level, LevelId, Origin};
use crate::fault::Fault;

impl Composer<'_> {
    pub(super) fn koyu(&mut self, koyu: &KoyuStatement, origin: Origin) -> Result<(), Fault> {
        let version = koyu.version.clone()?;
        if origin.layer.is_some_and(|layer| layer.0 != 0) {
            return Err(Fault::VersionNotInEntry);
        }
        if let Some(earlier) = self.version {
            return Err(Fault::VersionTwice { earlier });
        }
        self.version = Some(version);
        Ok(())
    }

    pub(super) fn building_name(&mut self, name: &NameStatement) -> Result<(), Fault> {
        let name = name.name.clone()?;
        match &self.name {
            Some(existing) if *existing != name => Err(Fault::NameDiffers {
                existing: existing.clone(),
            }),
            _ => {
                self.name = Some(name);
                Ok(())
            }
        }
    }

    pub(super) fn grid(&mut self, grid: &GridStatement) -> Result<(), Fault> {
        let axis = grid.axis.clone()?;
        let place = match axis {
            Axis::X => &mut self.grid_x,
            Axis::Y => &mut self.grid_y,
        };
        if place.is_some() {
            return Err(Fault::GridTwice { axis });
        }
        *place = Some(GridAxis {
            coordinates: grid.coordinates.clone()?,
        });
        Ok(())
    }

    pub(super) fn level(
        &mut self,
        level: &LevelStatement<'_>,
        origin: Origin,
    ) -> Result<(), Fault> {
        let written = level.name.as_ref().map_err(Clone::clone)?;
        let z = level.z.clone()?;
        level.attributes.check()?;
        let h = level.h()?;
        let slab = level.slab()?;
        level.pitch()?;
        let underground = level.underground()?;
        let mut declare = |name: &str, z: f64| {
            self.count(1)?;
            let name = self.names.intern(name);
            if self.level_ids.contains_key(&name) {
                return Err(Fault::DuplicateLevel {
                    name: self.names.text(name).to_owned(),
                });
            }
            let id = LevelId(self.levels.len() as u32);
            self.level_ids.insert(name, id);
            self.level_order.add(id, self.names.text(name), z);
            self.levels.push(Level {
                name,
                z,
                h,
                slab,
                underground,
                origin,
            });
            Ok(())
        };
        match level.names()? {
            LevelNames::Single => declare(&written.text, z),
            LevelNames::Range {
                prefix,
                first,
                count,
                pitch,
            } => (0..count).try_for_each(|k| {
                declare(
                    &format!("{prefix}{}", first + u128::from(k)),
                    z + pitch * f64::from(k),
                )
            }),
        }
    }

    pub(super) fn column(
        &mut self,
        column: &ColumnStatement<'_>,
        origin: Origin,
    ) -> Result<(), Fault> {
        let size = column.size.clone()?;
        let levels = match column.levels.as_ref().map_err(Clone::clone)? {
            ColumnLevels::One(name) => vec![self.declared_level(&name.text)?],
            ColumnLevels::Span(span) => self.span(span.as_ref().map_err(Clone::clone)?)?,
        };
        let mut attributes = Attributes::checked(&column.attributes)?;
        let depth = column.d()?;
        let x_lines = self.column_lines(column, Axis::X)?;
        let y_lines = self.column_lines(column, Axis::Y)?;
        for key in ["d", "x", "y"] {
            attributes.take(key);
        }
        self.count(1)?;
        if let (Some(names), Some(name)) = (&mut self.column_names, attributes.to_text("name")) {
            names.entry(name).or_default().push(self.columns.len());
        }
        self.columns.push(Some(Column {
            size,
            depth,
            levels,
            x_lines,
            y_lines,
            attributes,
            origin,
        }));
        Ok(())
    }

    /// The grid lines that a column is restricted to, as indices: exact names without offset.
    fn column_lines(
        &self,
        column: &ColumnStatement<'_>,
        axis: Axis,
    ) -> Result<Option<Vec<u32>>, Fault> {
        let Some(names) = column.lines(axis) else {
            return Ok(None);
        };
        if names.is_empty() {
            return Err(Fault::ColumnLinesMissing { axis });
        }
        let count = self.coordinates(axis).len();
        let line = |name: String| {
            let target = GridTarget::from_text(&name).filter(|target| target.axis == axis);
            // A bare name has nothing behind its digits.
            let bare = target.filter(|_| name[1..].bytes().all(|byte| byte.is_ascii_digit()));
            match bare {
                Some(target) if target.line as usize <= count => Ok(target.line - 1),
                _ => Err(Fault::ColumnLine { axis, name }),
            }
        };
        names
            .into_iter()
            .map(line)
            .collect::<Result<_, _>>()
            .map(Some)
    }
}
