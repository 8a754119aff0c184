//! The declaration of a run on a space (05 §1, §2, §10).

use super::arithmetic::{Layout, Wanted};
use super::{Device, Run, RunForm, Turn};
use crate::Side;
use crate::elements::{LevelId, Space, SpaceId};
use crate::form::Derivation;
use crate::geometry::ascending;

/// Why a space with a device key yields no run: the first finding of 05 §10.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RunRefusal {
    /// Several device keys, in the fixed order (RUN01).
    SeveralDevices(Vec<Device>),
    /// A value that the device does not allow (RUN02).
    IllegalValue(Device),
    /// No rectangle (RUN03).
    NoRegion,
    /// More than one rectangle (RUN03).
    SeveralRectangles,
    /// The space is on no level (RUN03).
    NoLevel,
    /// A `form` other than straight and return (RUN05).
    UnknownForm,
    /// `form:return` on an escalator or lift (RUN05).
    CannotReturn(Device),
    /// Nothing above to reach (SUF04, a warning).
    NoLevelAbove,
    /// No length is left for a flight (RUN05).
    NoRoom,
}

impl<'m> Derivation<'m> {
    /// The run that a space declares; `None` if it has no device key.
    ///
    /// # Errors
    /// The first reason why a declared run cannot be formed.
    pub fn run(&self, id: SpaceId) -> Result<Option<Run<'m>>, RunRefusal> {
        let space = self.model().space(id);
        let keyed = |device: &Device| space.attributes.contains(device.key());
        let devices: Vec<Device> = Device::ALL.into_iter().filter(keyed).collect();
        let device = match devices[..] {
            [] => return Ok(None),
            [device] => device,
            _ => return Err(RunRefusal::SeveralDevices(devices)),
        };
        let up = direction(space, device).ok_or(RunRefusal::IllegalValue(device))?;
        let rect = match space.parts[..] {
            [] => return Err(RunRefusal::NoRegion),
            [part] => part.rect,
            _ => return Err(RunRefusal::SeveralRectangles),
        };
        let level = space.level.ok_or(RunRefusal::NoLevel)?;
        let form = match space.attributes.to_text("form").as_deref() {
            None | Some("straight") => RunForm::Straight,
            Some("return") => RunForm::Return,
            Some(_) => return Err(RunRefusal::UnknownForm),
        };
        let returns = matches!(device, Device::Stair | Device::Ramp);
        if form == RunForm::Return && !returns {
            return Err(RunRefusal::CannotReturn(device));
        }
        let upper = self.level_above(level);
        if upper.is_none() && device != Device::Lift {
            return Err(RunRefusal::NoLevelAbove);
        }
        let turn = match space.attributes.text("turn") {
            Some("L") => Turn::L,
            _ => Turn::R,
        };
        let z0 = self.model().level(level).z;
        let z1 = upper.map_or(z0, |upper| self.model().level(upper).z);
        let (length, width) = match up {
            Side::N | Side::S => (rect.y2 - rect.y1, rect.x2 - rect.x1),
            Side::E | Side::W => (rect.x2 - rect.x1, rect.y2 - rect.y1),
        };
        let mut run = Run {
            space: id,
            level_id: level,
            upper_id: upper,
            path: self.model().text(space.path),
            device,
            form,
            level: self.model().text(self.model().level(level).name),
            upper: self.level_name(upper),
            z0,
            z1,
            rise: z1 - z0,
            up,
            turn,
            rect,
            length,
            width,
            entry: 0.0,
            lanes: 1.0,
            risers: 0.0,
            riser: 0.0,
            tread: 0.0,
            slope: 0.0,
            going: 0.0,
            layout: Layout::Bare,
        };
        if device != Device::Lift {
            run.lay_out(&Wanted::of(space)).ok_or(RunRefusal::NoRoom)?;
        }
        Ok(Some(run))
    }

    /// All runs, ascending by height, then by path in UTF-16 order (05 §2).
    pub fn runs(&self) -> &[Run<'m>] {
        self.runs
            .get_or_init(|| self.runs_of((0..self.model().spaces().len() as u32).map(SpaceId)))
    }

    /// The runs that start on a level or reach it, in the order of [`Derivation::runs`].
    pub(in crate::form) fn runs_at(&self, level: LevelId) -> Vec<Run<'m>> {
        // A run reaches the level next above its own.
        let below = self.level_below(level).into_iter();
        let spaces = below.chain([level]).flat_map(|l| self.spaces_on(Some(l)));
        self.runs_of(spaces.copied())
    }

    fn runs_of(&self, spaces: impl Iterator<Item = SpaceId>) -> Vec<Run<'m>> {
        let mut runs: Vec<Run<'m>> = spaces
            .filter_map(|id| self.run(id).ok().flatten())
            .collect();
        runs.sort_by(|a, b| {
            ascending(a.z0, b.z0).then_with(|| a.path.encode_utf16().cmp(b.path.encode_utf16()))
        });
        runs
    }
}

/// The direction of ascent that a device's value gives, if it is legal; north for a lift.
fn direction(space: &Space, device: Device) -> Option<Side> {
    let value = space.attributes.to_text(device.key())?;
    match device {
        Device::Lift => (value == "1").then_some(Side::N),
        Device::Stair | Device::Ramp | Device::Escalator => Side::from_word(&value),
    }
}
