//! The solids of a run (05 §6).

use serde::Serialize;

use super::{Device, Part, PartKind, Run};
use crate::Side;
use crate::elements::Rect;
use crate::form::constants::{SLAB_T, TREAD_SOLID};
use crate::form::shown;
use crate::geometry::{max, min};

/// A plain body.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Solid {
    /// A box.
    Box {
        /// Its plan.
        rect: Rect,
        /// Bottom.
        z0: f64,
        /// Top.
        z1: f64,
    },
    /// A slab whose top rises linearly.
    Incline {
        /// Its plan.
        rect: Rect,
        /// The side that is high.
        #[serde(serialize_with = "shown::word")]
        up: Side,
        /// Top at the low side.
        z0: f64,
        /// Top at the high side.
        z1: f64,
        /// Vertical thickness below the top.
        t: f64,
    },
}

/// How far a lift car keeps from the edges of its space, at most, mm.
const CAR_INSET: f64 = 300.0;
/// Bottom of a lift car above its floor, mm.
const CAR_BOTTOM: f64 = 60.0;
/// Top of a lift car above its floor, mm.
const CAR_TOP: f64 = 2400.0;
/// Width of a balustrade, at most, mm.
const BALUSTRADE_W: f64 = 140.0;
/// Height of a balustrade above the steps, mm.
const BALUSTRADE_H: f64 = 900.0;
/// Thickness of a balustrade, mm.
const BALUSTRADE_T: f64 = 100.0;

impl Run<'_> {
    /// About how many solids the run has; not finite for a stair of infinitely many risers.
    pub(crate) fn solid_count(&self) -> f64 {
        match self.device {
            Device::Lift => 1.0,
            Device::Stair => self.risers + 1.0,
            Device::Ramp => 3.0,
            Device::Escalator => self.lanes * 3.0,
        }
    }

    /// The solids of the run's parts. Their number is that of the risers or lanes: ask only
    /// for a run within the limits.
    pub(super) fn solids(&self, parts: &[Part]) -> Vec<Solid> {
        let mut solids = Vec::with_capacity(self.solid_count() as usize);
        if self.device == Device::Lift {
            solids.push(self.car());
        }
        for part in parts {
            match (part.kind, self.device) {
                (PartKind::Landing, _) => solids.push(Solid::Box {
                    rect: part.rect,
                    z0: part.z0 - SLAB_T,
                    z1: part.z0,
                }),
                (PartKind::Flight, Device::Stair) => self.steps(part, &mut solids),
                (PartKind::Flight, _) => {
                    solids.push(self.incline(part, part.rect, 0.0, SLAB_T));
                    if self.device == Device::Escalator {
                        let b = min(BALUSTRADE_W, (part.s1 - part.s0) / 8.0);
                        for s in [(part.s0, part.s0 + b), (part.s1 - b, part.s1)] {
                            let rect = self.frame().rect((part.t0, part.t1), s);
                            solids.push(self.incline(part, rect, BALUSTRADE_H, BALUSTRADE_T));
                        }
                    }
                }
            }
        }
        solids
    }

    fn car(&self) -> Solid {
        let Rect { x1, y1, x2, y2 } = self.rect;
        let inset = min(min(CAR_INSET, (x2 - x1) / 6.0), (y2 - y1) / 6.0);
        Solid::Box {
            rect: Rect {
                x1: x1 + inset,
                y1: y1 + inset,
                x2: x2 - inset,
                y2: y2 - inset,
            },
            z0: self.z0 + CAR_BOTTOM,
            z1: self.z0 + CAR_TOP,
        }
    }

    /// The heights alone decide the tilt; the direction of travel does not.
    fn incline(&self, part: &Part, rect: Rect, lift: f64, t: f64) -> Solid {
        let rises = part.z1 >= part.z0;
        Solid::Incline {
            rect,
            up: if rises { self.up } else { self.up.opposite() },
            z0: part.low() + lift,
            z1: part.high() + lift,
            t,
        }
    }

    fn steps(&self, part: &Part, solids: &mut Vec<Solid>) {
        let k = part.risers.unwrap_or(1.0);
        // The last step is the floor above.
        let count = max(1.0, k - 1.0);
        let d = (part.t1 - part.t0) / count;
        let u = (part.high() - part.low()) / k;
        for step in 1..=count as u32 {
            let i = f64::from(step);
            let top = part.low() + i * u;
            let t = if part.z0 <= part.z1 {
                (part.t0 + (i - 1.0) * d, part.t0 + i * d)
            } else {
                (part.t1 - i * d, part.t1 - (i - 1.0) * d)
            };
            solids.push(Solid::Box {
                rect: self.frame().rect(t, (part.s0, part.s1)),
                z0: top - u - TREAD_SOLID,
                z1: top,
            });
        }
    }
}
