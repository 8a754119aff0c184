//! Vertical runs (06 §7, pass 8): RUN01, RUN02, RUN03, RUN05, SUF04. At most one a space.

use koyu_model::Space;
use koyu_model::form::{Device, RunRefusal};

use super::scan::Scan;
use super::table::Code;

impl Scan<'_, '_> {
    /// A declared run must be one that can be formed.
    pub(super) fn runs(&mut self) {
        for (id, space) in self.spaces() {
            if !declares_run(space) {
                continue;
            }
            if let Err(refusal) = self.derivation.run(id) {
                let (code, what) = self.refused(space, &refusal);
                let message = format!("{}: {what}", self.text(space.path));
                self.push_space(code, space, message);
            }
        }
    }

    fn refused(&self, space: &Space, refusal: &RunRefusal) -> (Code, String) {
        let spelled = |key: &str| match space.attributes.get(key) {
            Some(value) => format!("{key}:{value}"),
            None => key.to_owned(),
        };
        match refusal {
            RunRefusal::SeveralDevices(devices) => {
                let all: Vec<String> = devices.iter().map(|d| spelled(d.key())).collect();
                let all = all.join(" ");
                let what =
                    format!("{all} declare several runs; a space holds one: keep one of them");
                (Code::Run01, what)
            }
            RunRefusal::IllegalValue(device) => {
                let allowed = match device {
                    Device::Lift => "a lift is written lift:1".to_owned(),
                    _ => format!(
                        "a {} needs the direction of ascent, N, E, S or W",
                        device.key()
                    ),
                };
                (Code::Run02, format!("{}; {allowed}", spelled(device.key())))
            }
            RunRefusal::NoRegion => {
                let what = "a run needs a region; write one rectangle, such as X1..X2 Y1..Y2";
                (Code::Run03, what.to_owned())
            }
            RunRefusal::SeveralRectangles => {
                let what = format!(
                    "a run needs a single rectangle, and here are {}; give the run a space of its \
                     own",
                    space.parts.len()
                );
                (Code::Run03, what)
            }
            RunRefusal::NoLevel => {
                let what =
                    "a run needs a level; declare the level before this line, or write level:";
                (Code::Run03, what.to_owned())
            }
            RunRefusal::UnknownForm => {
                let what = format!(
                    "{} is neither form:straight nor form:return",
                    spelled("form")
                );
                (Code::Run05, what)
            }
            RunRefusal::CannotReturn(device) => {
                let device = device.key();
                let what = format!("form:return is not possible for {device}; leave form out");
                (Code::Run05, what)
            }
            RunRefusal::NoLevelAbove => {
                let level = space
                    .level
                    .map_or("its level", |level| self.level_name(level));
                let what = format!(
                    "nothing lies above {level} for the run to reach; declare a level above, or \
                     leave this storey out"
                );
                (Code::Suf04, what)
            }
            RunRefusal::NoRoom => {
                let what = "its rectangle leaves no length for a flight once the boarding bands \
                            (entry) and the landing are taken off; lengthen it in the direction of \
                            ascent, or write a smaller entry or landing";
                (Code::Run05, what.to_owned())
            }
        }
    }
}

/// Whether a space has any of the four keys, valid or not (06 §6).
pub(super) fn declares_run(space: &Space) -> bool {
    first_device(space).is_some()
}

/// The first device that a space declares, in the fixed order.
pub(super) fn first_device(space: &Space) -> Option<Device> {
    if space.attributes.is_empty() {
        return None;
    }
    let mut devices = Device::ALL.into_iter();
    devices.find(|device| space.attributes.contains(device.key()))
}
