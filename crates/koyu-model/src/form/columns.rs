//! Columns on the grid (04 §12.7).

use std::collections::{BTreeMap, BTreeSet};

use super::derivation::Derivation;
use super::error::{FormError, Limit};
use super::records::FormColumn;
use super::reference::{GridPoint, Ref};
use crate::Axis;
use crate::elements::{Column, LevelId, Point};
use crate::geometry::tolerance::POINT_EPS;
use crate::geometry::{Bounds, inside};

/// Where a column may stand: an intersection of the grid over a floor.
pub type ColumnSite = GridPoint;

/// The intersections over the floors of a level: the Y lines on each X line.
type Floors = BTreeMap<u32, BTreeSet<u32>>;

/// The intersections over the floors of a level, which its column declarations share.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FloorSites(Floors);

impl FloorSites {
    /// Those that a declaration wants, by X line, then by Y line.
    pub fn of(&self, column: &Column) -> impl Iterator<Item = ColumnSite> + '_ {
        chosen(column, &self.0)
    }
}

impl<'m> Derivation<'m> {
    /// The intersections of the grid that lie over a floor of the level. `asking` is the
    /// declaration that an error names.
    ///
    /// # Errors
    /// [`Limit::Columns`].
    pub fn floor_sites(&self, level: LevelId, asking: &Column) -> Result<FloorSites, FormError> {
        self.floors_of(level, asking).map(FloorSites)
    }

    /// The intersections of the grid that lie over a floor of the level.
    fn floors_of(&self, level: LevelId, asking: &Column) -> Result<Floors, FormError> {
        let xs = &self.model.grid(Axis::X).coordinates;
        let ys = &self.model.grid(Axis::Y).coordinates;
        // Coordinates ascend strictly.
        let lines = |among: &[f64], lo: f64, hi: f64| {
            // Twice the width of an edge, so that rounding never loses a line at its very end.
            let from = among.partition_point(|&c| c < lo - 2.0 * POINT_EPS);
            let to = among.partition_point(|&c| c <= hi + 2.0 * POINT_EPS);
            from..to.max(from)
        };
        let mut sites = Floors::new();
        let mut asked = 0_usize;
        for &id in self.spaces_on(Some(level)) {
            let space = self.model.space(id);
            let open = self.semi_outdoor(id) && !self.covered(id);
            if self.is_exterior(space) || self.is_void(space) || open {
                continue;
            }
            for piece in space.region() {
                let Some(bounds) = Bounds::of(&piece) else {
                    continue;
                };
                let columns = lines(xs, bounds.x1, bounds.x2);
                let rows = lines(ys, bounds.y1, bounds.y2);
                asked = asked.saturating_add(columns.len().saturating_mul(rows.len()));
                if asked > Limit::Columns.most() {
                    return Err(self.too_many_columns(level, asking));
                }
                for i in columns {
                    for j in rows.clone() {
                        let at = Point { x: xs[i], y: ys[j] };
                        if inside(at, &piece, POINT_EPS) {
                            sites.entry(i as u32).or_default().insert(j as u32);
                        }
                    }
                }
            }
        }
        Ok(sites)
    }

    fn too_many_columns(&self, level: LevelId, asking: &Column) -> FormError {
        let subject = self.model.text(self.model.level(level).name);
        FormError::limit(Limit::Columns, self.model, subject, asking.origin)
    }

    /// Where a declaration has columns on a level, those that an earlier one takes included: in
    /// the order of the X lines, then of the Y lines.
    ///
    /// # Errors
    /// [`Limit::Columns`].
    pub fn column_sites(
        &self,
        column: &Column,
        level: LevelId,
    ) -> Result<Vec<ColumnSite>, FormError> {
        Ok(chosen(column, &self.floors_of(level, column)?).collect())
    }

    /// The columns of a level, in derived order: those of each declaration, in the order of the X
    /// lines, then of the Y lines.
    ///
    /// # Errors
    /// [`Limit::Columns`].
    pub fn columns_on(&self, level: LevelId) -> Result<Vec<FormColumn<'m>>, FormError> {
        let mut columns = Vec::new();
        self.columns(level, &mut columns)?;
        Ok(columns)
    }

    /// Appends the columns of a level. Nothing stands on a level without a known pitch.
    pub(super) fn columns(
        &self,
        level: LevelId,
        into: &mut Vec<FormColumn<'m>>,
    ) -> Result<(), FormError> {
        let Some(pitch) = self.pitch(level) else {
            return Ok(());
        };
        let here = |column: &Column| column.levels.contains(&level);
        let declared = (0..).zip(self.model.columns());
        let mut declared = declared.filter(|(_, column)| here(column)).peekable();
        let Some(&(_, first)) = declared.peek() else {
            return Ok(());
        };
        // What is free still, so that each intersection is taken once.
        let mut free = self.floors_of(level, first)?;
        let z0 = self.model.level(level).z;
        let name = self.model.text(self.model.level(level).name);
        for (decl, column) in declared {
            if free.is_empty() {
                break;
            }
            let taken: Vec<GridPoint> = chosen(column, &free).collect();
            if into.len() + taken.len() > Limit::Columns.most() {
                return Err(self.too_many_columns(level, column));
            }
            for grid in taken {
                if let Some(row) = free.get_mut(&grid.x) {
                    row.remove(&grid.y);
                    if row.is_empty() {
                        free.remove(&grid.x);
                    }
                }
                into.push(FormColumn {
                    x: self.model.grid(Axis::X).coordinates[grid.x as usize],
                    y: self.model.grid(Axis::Y).coordinates[grid.y as usize],
                    w: column.size,
                    d: column.depth.unwrap_or(column.size),
                    level: name,
                    grid,
                    decl,
                    attrs: &column.attributes,
                    reference: Ref::Column { level: name, grid },
                    z0,
                    z1: z0 + pitch,
                });
            }
        }
        Ok(())
    }
}

/// The intersections among `sites` that a declaration wants; the order in which it names the
/// lines is irrelevant.
fn chosen<'a>(column: &Column, sites: &'a Floors) -> impl Iterator<Item = GridPoint> + use<'a> {
    let named = |lines: &Option<Vec<u32>>| {
        let set = |lines: &Vec<u32>| lines.iter().copied().collect::<BTreeSet<u32>>();
        lines.as_ref().map(set)
    };
    let (xs, ys) = (named(&column.x_lines), named(&column.y_lines));
    let rows: Vec<(u32, &BTreeSet<u32>)> = match xs {
        None => sites.iter().map(|(&x, row)| (x, row)).collect(),
        Some(xs) => xs
            .into_iter()
            .filter_map(|x| sites.get(&x).map(|row| (x, row)))
            .collect(),
    };
    rows.into_iter().flat_map(move |(x, row)| {
        let wanted: Vec<u32> = match &ys {
            None => row.iter().copied().collect(),
            Some(ys) => ys.intersection(row).copied().collect(),
        };
        wanted.into_iter().map(move |y| GridPoint { x, y })
    })
}
