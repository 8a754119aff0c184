//! What a reference to nothing probably means: names and paths composed so far that are near.

use koyu_syntax::{Axis, GridTarget};

use super::Composer;
use crate::near::Near;

impl Composer<'_> {
    /// The level of a near name.
    pub(super) fn near_level(&self, name: &str) -> Option<String> {
        let levels = self.levels.iter().map(|level| self.names.text(level.name));
        Near::default().word(name, levels).map(str::to_owned)
    }

    /// The asset of a near name.
    pub(super) fn near_asset(&self, name: &str) -> Option<String> {
        let assets = self.assets.keys().map(|&asset| self.names.text(asset));
        Near::default().word(name, assets).map(str::to_owned)
    }

    /// The space or zone at a near path.
    pub(super) fn near_path(&self, path: &str) -> Option<String> {
        let spaces = self.spaces.iter().map(|space| space.path);
        let zones = self.zones.iter().map(|zone| zone.path);
        let paths = spaces.chain(zones).map(|path| self.names.text(path));
        Near::default().path(path, paths).map(str::to_owned)
    }

    /// A near path for the first of two that is no space.
    pub(super) fn near_end(&self, a: &str, b: &str) -> Option<String> {
        let is_space = |path: &str| {
            let name = self.names.find(path);
            name.is_some_and(|name| self.spaces.find(name).is_some())
        };
        let wrong = [a, b].into_iter().find(|path| !is_space(path))?;
        self.near_path(wrong)
    }

    /// The column of a near name.
    pub(super) fn near_column(&self, name: &str) -> Option<String> {
        let columns = self.columns.iter().flatten();
        let names: Vec<String> = columns
            .filter_map(|column| column.attributes.to_text("name"))
            .collect();
        let near = Near::default().word(name, names.iter().map(String::as_str));
        near.map(str::to_owned)
    }

    /// The same reference in upper case, if that names a line.
    pub(super) fn near_line(&self, reference: &str) -> Option<String> {
        let upper = reference.to_ascii_uppercase();
        let known = |axis: Axis, line: u32| self.coordinates(axis).get(line as usize - 1).is_some();
        let target = GridTarget::from_text(&upper)?;
        (upper != reference && known(target.axis, target.line)).then_some(upper)
    }
}
