//! The plan of a level (04 §12.10).

use super::bodies::{band, band_line, column_rect, thicken};
use super::derivation::Derivation;
use super::error::{Budget, FormError};
use super::plan_records::{Anchor, Arc, Class, Entity, Line, Plan, Role, Subject};
use super::records::Form;
use super::reference::Ref;
use super::runs::FormRun;
use super::runs::drawing::{Drawing, drawings};
use crate::BoundaryKind;
use crate::elements::LevelId;
use crate::geometry::tolerance::SPAN_EPS;

/// The entries of a form that belong to one level, as positions.
#[derive(Clone, Default)]
pub(super) struct OnLevel {
    pub(super) spaces: Vec<u32>,
    pub(super) boundaries: Vec<u32>,
    pub(super) openings: Vec<u32>,
    pub(super) columns: Vec<u32>,
    /// Runs that start here.
    pub(super) starting: Vec<u32>,
    /// Runs that arrive here.
    pub(super) reaching: Vec<u32>,
    /// Void boundaries of which this is the lower level, as positions in the model.
    pub(super) voids: Vec<u32>,
}

/// How a body lies against the cutting plane.
fn class(z0: f64, z1: f64, cut_z: f64) -> Class {
    if z0 - SPAN_EPS <= cut_z && cut_z <= z1 + SPAN_EPS {
        Class::Cut
    } else if z1 < cut_z {
        Class::Below
    } else {
        Class::Above
    }
}

fn entity<'m>(class: Class, of: Subject, reference: Ref<'m>) -> Entity<'m> {
    Entity {
        class,
        of,
        reference,
        role: None,
        polygon: Vec::new(),
        lines: Vec::new(),
        arc: None,
        anchor: None,
    }
}

impl<'m> Derivation<'m> {
    /// The two levels' lower one and the upper space of a void boundary, if both are known.
    pub(super) fn void_levels(&self, position: u32) -> Option<(LevelId, crate::SpaceId)> {
        let boundary = &self.model.boundaries()[position as usize];
        if boundary.kind != BoundaryKind::Void {
            return None;
        }
        let [Some(a), Some(b)] = self.ends(boundary) else {
            return None;
        };
        let (level_a, level_b) = (self.model.space(a).level?, self.model.space(b).level?);
        let lower_a = self.model.level(level_a).z < self.model.level(level_b).z;
        Some(if lower_a { (level_a, b) } else { (level_b, a) })
    }

    /// The plan of a level, out of the entries of a form.
    pub(super) fn plan(
        &self,
        level: LevelId,
        form: &Form<'m>,
        here: &OnLevel,
        budget: &mut Budget<'_>,
    ) -> Result<Plan<'m>, FormError> {
        let cut = form.input.cut;
        let it = self.model.level(level);
        let cut_z = it.z + cut;
        let mut entities = Vec::new();
        for space in here.spaces.iter().map(|&i| &form.spaces[i as usize]) {
            entities.extend(space.outline.iter().map(|piece| Entity {
                polygon: piece.clone(),
                ..entity(Class::Cut, Subject::Space, Ref::Space(space.path))
            }));
        }
        for i in &here.boundaries {
            let boundary = &form.boundaries[*i as usize];
            let Some(material) = &boundary.material else {
                let s = &boundary.segment;
                entities.push(Entity {
                    lines: vec![Line {
                        x1: s.x1,
                        y1: s.y1,
                        x2: s.x2,
                        y2: s.y2,
                    }],
                    ..entity(Class::Cut, Subject::Boundary, boundary.reference)
                });
                continue;
            };
            entities.extend(material.panels.iter().map(|panel| {
                let axis = Line {
                    x1: panel.x1,
                    y1: panel.y1,
                    x2: panel.x2,
                    y2: panel.y2,
                };
                let class = class(panel.z0, panel.z1, cut_z);
                Entity {
                    polygon: thicken(&axis, material.t),
                    lines: vec![axis],
                    ..entity(class, Subject::Boundary, boundary.reference)
                }
            }));
        }
        for opening in here.openings.iter().map(|&i| &form.openings[i as usize]) {
            let (s, w) = (&opening.segment, opening.w);
            let class = class(opening.z0, opening.z1, cut_z);
            entities.push(Entity {
                polygon: band(s, opening.cx, opening.cy, w, opening.t),
                lines: vec![band_line(s, opening.cx, opening.cy, w)],
                ..entity(class, Subject::Opening, opening.reference)
            });
            if let Some(swing) = &opening.swing {
                entities.push(Entity {
                    lines: vec![Line {
                        x1: swing.hinge.x,
                        y1: swing.hinge.y,
                        x2: swing.leaf.x,
                        y2: swing.leaf.y,
                    }],
                    arc: (!opening.sliding).then_some(Arc {
                        cx: swing.hinge.x,
                        cy: swing.hinge.y,
                        r: w,
                        from: swing.leaf,
                        to: swing.jamb,
                        ccw: swing.ccw,
                    }),
                    ..entity(Class::Swing, Subject::Opening, opening.reference)
                });
            }
        }
        for column in here.columns.iter().map(|&i| &form.columns[i as usize]) {
            // Never above: 04 §12.10.
            let class = match class(column.z0, column.z1, cut_z) {
                Class::Cut => Class::Cut,
                _ => Class::Below,
            };
            entities.push(Entity {
                polygon: column_rect(column),
                ..entity(class, Subject::Column, column.reference)
            });
        }
        let runs = |positions: &[u32]| -> Vec<&FormRun<'m>> {
            positions.iter().map(|&i| &form.runs[i as usize]).collect()
        };
        let (starting, reaching) = (runs(&here.starting), runs(&here.reaching));
        for drawing in drawings(self.model, &starting, &reaching, cut_z, budget)? {
            draw_run(drawing, &mut entities);
        }
        for &position in &here.voids {
            let Some((_, upper)) = self.void_levels(position) else {
                continue;
            };
            let space = self.model.space(upper);
            let path = self.model.text(space.path);
            let origin = self.model.boundaries()[position as usize].origin;
            budget.take(space.piece_count(), path, origin)?;
            entities.extend(space.region().map(|piece| Entity {
                polygon: piece.to_vec(),
                ..entity(Class::Above, Subject::Space, Ref::Space(path))
            }));
        }
        Ok(Plan {
            level: self.model.text(it.name),
            cut,
            cut_z,
            entities,
        })
    }
}

/// Appends the entities of one run (05 §7.4).
fn draw_run<'m>(drawing: Drawing<'_, 'm>, entities: &mut Vec<Entity<'m>>) {
    let class = if drawing.ascending {
        Class::Cut
    } else {
        Class::Below
    };
    let reference = Ref::Space(drawing.run.path);
    let groups = [
        (Role::Outline, class, drawing.outline),
        (Role::Tread, class, drawing.treads),
        (Role::Break, Class::Cut, drawing.breaks),
    ];
    for (role, class, lines) in groups {
        if !lines.is_empty() {
            entities.push(Entity {
                role: Some(role),
                lines,
                ..entity(class, Subject::Run, reference)
            });
        }
    }
    for (arrow, up) in drawing.arrows {
        entities.push(Entity {
            role: Some(Role::Arrow),
            lines: vec![arrow],
            anchor: Some(Anchor {
                x: arrow.x1,
                y: arrow.y1,
                up: Some(up),
            }),
            ..entity(class, Subject::Run, reference)
        });
    }
    if let Some(seat) = drawing.seat {
        entities.push(Entity {
            anchor: Some(Anchor {
                x: seat.x,
                y: seat.y,
                up: None,
            }),
            ..entity(Class::Anchor, Subject::Run, reference)
        });
    }
}
