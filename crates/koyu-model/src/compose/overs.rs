//! `over`: a stronger opinion on single attributes (02 §6, §7).

use koyu_syntax::{
    Attribute, BoundaryKind, FaultKind, OverStatement, OverTarget, Side, Value, lift,
};

use super::Composer;
use crate::elements::{LayerId, LevelId, Origin};
use crate::fault::Fault;
use crate::model::{Override, OverrideKind};
use crate::names::Name;

/// What an `over` changes, resolved. Set edits stand under it.
pub(super) enum Target {
    Space(u32),
    Zone(u32),
    Level(LevelId),
    Asset(Name),
    Boundaries(Vec<u32>),
}

/// Whose opinion stands so far on an attribute.
struct Standing {
    kind: OverrideKind,
    subject: Name,
    /// The layer that defined the target, where that counts as an opinion.
    definer: Option<LayerId>,
}

impl Standing {
    /// The provenance key of one attribute (02 §6).
    fn key(&self, attribute: &str) -> Override {
        Override {
            kind: self.kind,
            subject: self.subject,
            attribute: attribute.into(),
        }
    }
}

impl Composer<'_> {
    /// An `over`: its target, then its attributes in bag order.
    pub(super) fn over(
        &mut self,
        over: &OverStatement<'_>,
        origin: Origin,
    ) -> Result<Target, Fault> {
        let target = self.over_target(over.target.as_ref().map_err(Clone::clone)?)?;
        over.attributes.check()?;
        for attribute in over.attributes.in_bag_order() {
            match &target {
                Target::Space(slot) => self.over_space(*slot, attribute, origin)?,
                Target::Zone(slot) => self.over_zone(*slot, attribute, origin)?,
                Target::Level(level) => self.over_level(*level, attribute, origin)?,
                Target::Asset(name) => self.over_asset(*name, attribute, origin)?,
                Target::Boundaries(slots) => {
                    for &slot in slots {
                        self.over_boundary(slot, attribute, origin)?;
                    }
                }
            }
        }
        Ok(target)
    }

    fn over_target(&mut self, target: &OverTarget<'_>) -> Result<Target, Fault> {
        match target {
            OverTarget::Level(name) => {
                let found = self.level_named(&name.text).map(Target::Level);
                found.ok_or_else(|| Fault::NoOverLevel {
                    near: self.near_level(&name.text),
                    name: name.text.to_string(),
                })
            }
            OverTarget::Asset(name) => {
                let found = self
                    .names
                    .find(&name.text)
                    .filter(|name| self.assets.contains_key(name));
                found.map(Target::Asset).ok_or_else(|| Fault::NoOverAsset {
                    name: name.text.to_string(),
                    near: self.near_asset(&name.text),
                })
            }
            OverTarget::Path(path) => {
                let name = self.names.find(&path.text);
                let space = name
                    .and_then(|name| self.spaces.find(name))
                    .map(Target::Space);
                let zone = || {
                    name.and_then(|name| self.zones.find(name))
                        .map(Target::Zone)
                };
                space.or_else(zone).ok_or_else(|| Fault::NoOverTarget {
                    path: path.text.to_string(),
                    near: self.near_path(&path.text),
                })
            }
            OverTarget::Pair(a, b) => {
                let slots = self.boundaries_between(&a.text, &b.text);
                if slots.is_empty() {
                    let near = self.near_end(&a.text, &b.text);
                    let (a, b) = (a.text.to_string(), b.text.to_string());
                    return Err(Fault::NoOverBoundary { a, b, near });
                }
                Ok(Target::Boundaries(slots))
            }
        }
    }

    /// Whether an opinion of `origin` on an attribute takes effect; `false` where a stronger one
    /// stands (02 §7.3).
    fn stronger(
        &self,
        standing: &Standing,
        attribute: &str,
        origin: Origin,
    ) -> Result<bool, Fault> {
        let standing_layer = match self.overrides.get(&standing.key(attribute)) {
            Some(earlier) => Some(earlier.layer.unwrap_or(LayerId(0))),
            None => standing.definer,
        };
        let layer = origin.layer.unwrap_or(LayerId(0));
        match standing_layer {
            Some(standing_layer) if standing_layer > layer => Ok(false),
            Some(standing_layer) if standing_layer == layer => {
                let subject = format!(
                    "{} {}",
                    standing.kind.word(),
                    self.names.text(standing.subject)
                );
                Err(Fault::TwoOpinions {
                    attribute: attribute.to_owned(),
                    subject,
                })
            }
            _ => Ok(true),
        }
    }

    fn note(&mut self, standing: &Standing, attribute: &str, origin: Origin) {
        self.overrides.insert(standing.key(attribute), origin);
    }

    fn over_space(
        &mut self,
        slot: u32,
        attribute: &Attribute<'_>,
        origin: Origin,
    ) -> Result<(), Fault> {
        let Some(space) = self.spaces.get(slot) else {
            return Ok(());
        };
        let key = &*attribute.key;
        if key == "w" {
            return Err(Fault::OverWidth {
                path: self.names.text(space.path).to_owned(),
            });
        }
        // A level counts as defined even where nobody wrote it; other attributes only if present.
        let defined = key == "level" || space.attributes.contains(key);
        let definer = defined.then_some(space.origin.layer.unwrap_or(LayerId(0)));
        let standing = Standing {
            kind: OverrideKind::Space,
            subject: space.path,
            definer,
        };
        if !self.stronger(&standing, key, origin)? {
            return Ok(());
        }
        let level = match key {
            "level" => Some(self.declared_level(&attribute.value.to_text())?),
            _ => None,
        };
        if let Some(space) = self.spaces.get_mut(slot) {
            match level {
                Some(level) => space.level = Some(level),
                None => space.attributes.set(key, attribute.value.clone()),
            }
        }
        self.note(&standing, key, origin);
        Ok(())
    }

    fn over_zone(
        &mut self,
        slot: u32,
        attribute: &Attribute<'_>,
        origin: Origin,
    ) -> Result<(), Fault> {
        let Some(zone) = self.zones.get(slot) else {
            return Ok(());
        };
        let key = &*attribute.key;
        let definer = zone
            .attributes
            .contains(key)
            .then_some(zone.origin.layer.unwrap_or(LayerId(0)));
        let standing = Standing {
            kind: OverrideKind::Zone,
            subject: zone.path,
            definer,
        };
        if self.stronger(&standing, key, origin)? {
            if let Some(zone) = self.zones.get_mut(slot) {
                zone.attributes.set(key, attribute.value.clone());
            }
            self.note(&standing, key, origin);
        }
        Ok(())
    }

    fn over_asset(
        &mut self,
        name: Name,
        attribute: &Attribute<'_>,
        origin: Origin,
    ) -> Result<(), Fault> {
        let Some(asset) = self.assets.get(&name) else {
            return Ok(());
        };
        let key = &*attribute.key;
        let definer = asset
            .attributes
            .contains(key)
            .then_some(asset.origin.layer.unwrap_or(LayerId(0)));
        let standing = Standing {
            kind: OverrideKind::Asset,
            subject: name,
            definer,
        };
        if self.stronger(&standing, key, origin)? {
            if let Some(asset) = self.assets.get_mut(&name) {
                asset.attributes.set(key, attribute.value.clone());
            }
            self.note(&standing, key, origin);
        }
        Ok(())
    }

    fn over_level(
        &mut self,
        id: LevelId,
        attribute: &Attribute<'_>,
        origin: Origin,
    ) -> Result<(), Fault> {
        let key = &*attribute.key;
        let level = &self.levels[id.0 as usize];
        let definer = Some(level.origin.layer.unwrap_or(LayerId(0)));
        let standing = Standing {
            kind: OverrideKind::Level,
            subject: level.name,
            definer,
        };
        if !self.stronger(&standing, key, origin)? {
            return Ok(());
        }
        let level = &mut self.levels[id.0 as usize];
        match key {
            "h" => level.h = positive(key, &attribute.value)?,
            "slab" => level.slab = positive(key, &attribute.value)?,
            "underground" => {
                level.underground =
                    lift::flag(key, Some(&attribute.value)).map_err(|_| FaultKind::NotAFlag {
                        key: key.to_owned(),
                        value: attribute.value.to_text(),
                    })?
            }
            _ => {
                return Err(Fault::OverLevelKey {
                    key: key.to_owned(),
                });
            }
        }
        self.note(&standing, key, origin);
        Ok(())
    }

    fn over_boundary(
        &mut self,
        slot: u32,
        attribute: &Attribute<'_>,
        origin: Origin,
    ) -> Result<(), Fault> {
        let key = &*attribute.key;
        let value = &attribute.value;
        let Some(boundary) = self.boundaries[slot as usize].as_ref() else {
            return Ok(());
        };
        let subject = format!(
            "{}|{}",
            self.names.text(boundary.a),
            self.names.text(boundary.b)
        );
        let definer = Some(boundary.origin.layer.unwrap_or(LayerId(0)));
        let subject = self.names.intern(&subject);
        let standing = Standing {
            kind: OverrideKind::Boundary,
            subject,
            definer,
        };
        if !self.stronger(&standing, key, origin)? {
            return Ok(());
        }
        let Some(boundary) = self.boundaries[slot as usize].as_mut() else {
            return Ok(());
        };
        match key {
            "type" => {
                let kind = value.as_text().and_then(BoundaryKind::from_word);
                boundary.kind = kind.ok_or_else(|| FaultKind::BoundaryType {
                    value: value.to_text(),
                })?;
            }
            "t" => boundary.t = positive(key, value)?,
            // Anything but the number 1 clears it; there is no check here.
            "air" => boundary.air = value.as_number() == Some(1.0),
            "edge" => {
                let edge = value.as_text().and_then(Side::from_word);
                let fault = || FaultKind::NotASide {
                    key: key.to_owned(),
                    value: value.to_text(),
                };
                boundary.edge = Some(edge.ok_or_else(fault)?);
            }
            _ => boundary.attributes.set(key, value.clone()),
        }
        self.note(&standing, key, origin);
        Ok(())
    }
}

/// A number greater than zero; one fault for everything else.
fn positive(key: &str, value: &Value) -> Result<Option<f64>, FaultKind> {
    lift::positive(key, Some(value)).map_err(|_| FaultKind::NotPositive {
        key: key.to_owned(),
        value: value.to_text(),
    })
}
