//! The whole form, or that of one storey (04 §12).

use super::boundaries::Standing;
use super::derivation::Derivation;
use super::error::{Budget, FormError, Limit};
use super::plan::OnLevel;
use super::records::{Form, FormLevel, FormSpace, Input, Site};
use super::reference::BoundaryIndex;
use super::runs::{FormRun, Run};
use crate::elements::{LevelId, SpaceId};
use crate::geometry::area;

impl<'m> Derivation<'m> {
    /// The form of the whole building, with plans cut `cut` mm above each level; the usual
    /// height is [`CUT_HEIGHT`](super::constants::CUT_HEIGHT).
    ///
    /// # Errors
    /// When the text asks for more than a [`Limit`] allows.
    pub fn form(&self, cut: f64) -> Result<Form<'m>, FormError> {
        self.form_of(None, cut)
    }

    /// The form of one storey: that level, its spaces, boundaries, openings, segs, slabs and
    /// columns, the runs that start on it or reach it, its plan; and the site. Each entry is the
    /// one of the whole form, in the same order.
    ///
    /// # Errors
    /// As [`Derivation::form`], but only for what this storey asks for.
    pub fn storey(&self, level: LevelId, cut: f64) -> Result<Form<'m>, FormError> {
        self.form_of(Some(level), cut)
    }

    fn form_of(&self, only: Option<LevelId>, cut: f64) -> Result<Form<'m>, FormError> {
        let mut budget = Budget::new(self.model);
        // Where a level has its place in `here`, if it is asked for.
        let place = |level: LevelId| match only {
            Some(only) => (level == only).then_some(0),
            None => Some(level.0 as usize),
        };
        let (levels, spaces, boundaries, runs) = match only {
            Some(level) => (
                vec![level],
                self.spaces_on_by_path(Some(level)),
                self.boundaries_touching(level),
                self.runs_at(level),
            ),
            None => (
                self.model.levels_by_height().to_vec(),
                self.spaces_by_path().to_vec(),
                self.model.canonical_boundaries().to_vec(),
                self.runs().to_vec(),
            ),
        };
        let mut here = vec![OnLevel::default(); levels.len()];

        let spaces: Vec<FormSpace<'m>> = spaces
            .into_iter()
            .filter_map(|id| self.form_space(id))
            .collect();
        for (i, space) in (0..).zip(&spaces) {
            if let Some(at) = self.model.space(space.id).level.and_then(place) {
                here[at].spaces.push(i);
            }
        }

        let mut standing = Standing::default();
        for position in boundaries {
            let lower = self.void_levels(position).map(|(lower, _)| lower);
            if let Some(at) = lower.and_then(place) {
                here[at].voids.push(position);
            }
            let boundary = &self.model.boundaries()[position as usize];
            let level = self.boundary_level(boundary);
            if only.is_some() && level != only {
                continue;
            }
            let first = (standing.boundaries.len(), standing.openings.len());
            let index = BoundaryIndex::new(self.model, position);
            self.stand(index, &mut budget, &mut standing)?;
            if let Some(at) = level.and_then(place) {
                let here = &mut here[at];
                let new = first.0 as u32..standing.boundaries.len() as u32;
                here.boundaries.extend(new);
                here.openings
                    .extend(first.1 as u32..standing.openings.len() as u32);
            }
        }

        let (mut slabs, mut columns) = (Vec::new(), Vec::new());
        for &level in &levels {
            self.slabs(level, &mut budget, &mut slabs)?;
            let first = columns.len() as u32;
            self.columns(level, &mut columns)?;
            if let Some(at) = place(level) {
                here[at].columns = (first..columns.len() as u32).collect();
            }
        }

        let mut form_runs = Vec::new();
        for run in runs {
            let (lower, upper) = (run.level_id, run.upper_id);
            let Some(run) = self.form_run(run, &mut budget)? else {
                continue;
            };
            let i = form_runs.len() as u32;
            if let Some(at) = place(lower) {
                here[at].starting.push(i);
            }
            if let Some(at) = upper.and_then(place) {
                here[at].reaching.push(i);
            }
            form_runs.push(run);
        }

        let mut form = Form {
            input: Input { cut },
            levels: levels.iter().map(|&level| self.form_level(level)).collect(),
            spaces,
            boundaries: standing.boundaries,
            openings: standing.openings,
            segs: standing.segs,
            slabs,
            columns,
            runs: form_runs,
            site: self.site(),
            plans: Vec::with_capacity(levels.len()),
        };
        for level in levels {
            if let Some(at) = place(level) {
                let plan = self.plan(level, &form, &here[at], &mut budget)?;
                form.plans.push(plan);
            }
        }
        Ok(form)
    }

    fn form_level(&self, id: LevelId) -> FormLevel<'m> {
        let level = self.model.level(id);
        FormLevel {
            id,
            name: self.model.text(level.name),
            z: level.z,
            h: level.h,
            slab: level.slab,
            pitch: self.pitch(id),
        }
    }

    /// A space in the form; `None` without a region.
    fn form_space(&self, id: SpaceId) -> Option<FormSpace<'m>> {
        let space = self.model.space(id);
        let area_m2 = space.area_m2()?;
        let heights = self.floor_z(space).zip(self.ceiling_height(space));
        Some(FormSpace {
            id,
            path: self.model.text(space.path),
            kind: self.model.text(space.kind),
            level: self.level_name(space.level),
            outline: space.region().map(|piece| piece.to_vec()).collect(),
            area_m2,
            z0: heights.map(|(z, _)| z),
            z1: heights.map(|(z, height)| z + height),
            indoor: self.indoor(id),
            semi_outdoor: self.semi_outdoor(id),
            covered: self.covered(id),
        })
    }

    /// A run in the form; `None` for a stair whose risers cannot be counted (05 §5.6).
    fn form_run(
        &self,
        run: Run<'m>,
        budget: &mut Budget<'_>,
    ) -> Result<Option<FormRun<'m>>, FormError> {
        if !run.risers.is_finite() {
            return Ok(None);
        }
        let origin = self.model.space(run.space).origin;
        for (count, limit) in [(run.risers, Limit::Risers), (run.lanes, Limit::Lanes)] {
            if count > limit.most() as f64 {
                return Err(FormError::limit(limit, self.model, run.path, origin));
            }
        }
        let records = run.part_count() + run.solid_count();
        budget.take(records as usize, run.path, origin)?;
        Ok(Some(FormRun::new(run)))
    }

    fn site(&self) -> Vec<Site<'m>> {
        let polygons = self.model.polygons();
        polygons
            .map(|polygon| Site {
                path: self.model.text(polygon.path),
                points: polygon.points.clone(),
                area_m2: area(&polygon.points) / 1e6,
            })
            .collect()
    }
}
