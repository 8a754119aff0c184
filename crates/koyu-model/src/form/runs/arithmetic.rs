//! The arithmetic of runs (05 §5).

use super::{Device, Part, PartKind, Run, RunForm, Turn};
use crate::elements::Space;
use crate::form::constants::{
    DEFAULT_RISER_MAX, ENTRY_LANDING, LANDING_MIN, LANE_ESCALATOR, TREAD_TARGET,
};
use crate::geometry::{max, min, round};

/// The numbers that a declaration asks for; text in their place counts as absent (05 §1).
pub(super) struct Wanted {
    entry: f64,
    landing: Option<f64>,
    riser: f64,
    tread: f64,
    lane: f64,
}

impl Wanted {
    pub(super) fn of(space: &Space) -> Self {
        let number = |key| space.attributes.number(key);
        Self {
            entry: max(0.0, number("entry").unwrap_or(ENTRY_LANDING)),
            landing: number("landing"),
            riser: number("riser").unwrap_or(DEFAULT_RISER_MAX),
            tread: number("tread").unwrap_or(TREAD_TARGET),
            lane: max(1.0, number("lane").unwrap_or(LANE_ESCALATOR)),
        }
    }
}

/// How the parts of a run lie; the parts themselves are made only for a form, because lanes may
/// be many.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Layout {
    /// No parts: a lift.
    Bare,
    /// One flight with this tread if it is a stair.
    Straight { tread: f64 },
    /// Flights side by side.
    Lanes { width: f64, margin: f64 },
    /// Two flights of this length and a landing.
    Return { flight: f64 },
}

impl Run<'_> {
    /// Lays out a run that is no lift and sums it up; `None` if no length is left.
    pub(super) fn lay_out(&mut self, wanted: &Wanted) -> Option<()> {
        self.entry = wanted.entry;
        if self.device == Device::Stair {
            // The number of risers has no epsilon: 05 §5.1.
            self.risers = max(2.0, (self.rise / wanted.riser).ceil());
            self.riser = self.rise / self.risers;
        }
        let bands = match self.form {
            RunForm::Straight => self.entry * 2.0,
            RunForm::Return => self.entry,
        };
        let usable = self.length - bands;
        // Not `> 0`: with NaN there is a run (05 §5.6).
        if usable <= 0.0 {
            return None;
        }
        self.layout = match (self.form, self.device) {
            (RunForm::Return, _) => {
                let flight = self.length - self.entry - self.landing(usable, wanted);
                if flight <= 0.0 {
                    return None;
                }
                Layout::Return { flight }
            }
            (RunForm::Straight, Device::Escalator) => {
                let count = max(1.0, (self.width / wanted.lane).floor());
                let width = min(wanted.lane, self.width / count);
                self.lanes = count;
                Layout::Lanes {
                    width,
                    margin: (self.width - width * count) / 2.0,
                }
            }
            (RunForm::Straight, _) => Layout::Straight {
                tread: usable / max(1.0, self.risers - 1.0),
            },
        };
        // All lanes climb alike: the first says what the record needs.
        self.sum_up(&self.first_parts(1));
        Some(())
    }

    /// How many parts the run has.
    pub(crate) fn part_count(&self) -> f64 {
        match self.layout {
            Layout::Bare => 0.0,
            Layout::Straight { .. } => 1.0,
            Layout::Lanes { .. } => self.lanes,
            Layout::Return { .. } => 3.0,
        }
    }

    /// The parts of the run. Their number is that of the lanes: ask only within the limit.
    pub(crate) fn parts(&self) -> Vec<Part> {
        self.first_parts(self.lanes as u32)
    }

    /// The parts of the first `lanes` lanes: 05 §5.3, §5.4.
    fn first_parts(&self, lanes: u32) -> Vec<Part> {
        let t = (self.entry, self.length - self.entry);
        let z = (self.z0, self.z1);
        match self.layout {
            Layout::Bare => Vec::new(),
            Layout::Straight { tread } => {
                let mut flight = self.part(PartKind::Flight, t, (0.0, self.width), z);
                if self.device == Device::Stair {
                    flight.risers = Some(self.risers);
                    flight.tread = Some(tread);
                } else {
                    flight.lane = Some(0);
                }
                vec![flight]
            }
            Layout::Lanes { width, margin } => {
                let flight = |lane: u32| {
                    let s0 = margin + f64::from(lane) * width;
                    let mut flight = self.part(PartKind::Flight, t, (s0, s0 + width), z);
                    flight.reversed = lane % 2 == 1;
                    flight.lane = Some(lane);
                    flight
                };
                (0..lanes).map(flight).collect()
            }
            Layout::Return { flight } => self.returning(flight),
        }
    }

    /// How many risers the first flight of a returning stair has.
    fn first_risers(&self) -> f64 {
        min(self.risers - 1.0, max(1.0, round(self.risers / 2.0)))
    }

    /// Depth of the landing: 05 §5.4.
    fn landing(&self, usable: f64, wanted: &Wanted) -> f64 {
        if let Some(landing) = wanted.landing {
            return max(LANDING_MIN, landing);
        }
        if self.device == Device::Ramp {
            return max(LANDING_MIN, min(self.width / 2.0, usable / 3.0));
        }
        let k = self.first_risers();
        let treads = max(1.0, max(k - 1.0, self.risers - k - 1.0));
        max(
            LANDING_MIN,
            min(usable - treads * wanted.tread, usable - LANDING_MIN),
        )
    }

    /// Return: 05 §5.4.
    fn returning(&self, flight: f64) -> Vec<Part> {
        let half = self.width / 2.0;
        let (left, right) = ((0.0, half), (half, self.width));
        let (first, second) = match self.turn {
            Turn::R => (left, right),
            Turn::L => (right, left),
        };
        let t = (self.entry, self.entry + flight);
        let stair = self.device == Device::Stair;
        let k = self.first_risers();
        let middle = if stair {
            self.z0 + k * self.riser
        } else {
            self.z0 + self.rise / 2.0
        };
        let mut up = self.part(PartKind::Flight, t, first, (self.z0, middle));
        let level = self.part(
            PartKind::Landing,
            (t.1, self.length),
            (0.0, self.width),
            (middle, middle),
        );
        let mut back = self.part(PartKind::Flight, t, second, (self.z1, middle));
        back.reversed = true;
        if stair {
            for (part, risers) in [(&mut up, k), (&mut back, self.risers - k)] {
                part.risers = Some(risers);
                part.tread = Some(flight / max(1.0, risers - 1.0));
            }
        }
        vec![up, level, back]
    }

    fn part(&self, kind: PartKind, t: (f64, f64), s: (f64, f64), z: (f64, f64)) -> Part {
        Part {
            kind,
            rect: self.frame().rect(t, s),
            t0: t.0,
            t1: t.1,
            s0: s.0,
            s1: s.1,
            z0: z.0,
            z1: z.1,
            reversed: false,
            risers: None,
            tread: None,
            lane: None,
        }
    }

    /// The aggregates: 05 §5.5.
    fn sum_up(&mut self, parts: &[Part]) {
        let flights = || parts.iter().filter(|part| part.kind == PartKind::Flight);
        let treads = flights().filter_map(|part| part.tread);
        let tread = treads.filter(|tread| *tread != 0.0).reduce(min);
        let slope = flights()
            .map(|part| (part.z1 - part.z0).abs() / (part.t1 - part.t0))
            .reduce(max);
        let going = flights()
            .filter(|part| part.lane.is_none_or(|lane| lane == 0))
            .fold(0.0, |sum, part| sum + (part.t1 - part.t0));
        self.tread = tread.unwrap_or_default();
        self.slope = slope.unwrap_or_default();
        self.going = going;
    }
}
