//! The language version (06 §7, pass 11): VER01, VER02, VER03, VER04.

use koyu_model::{Edit, Version};

use super::diagnostic::Diagnostic;
use super::runs::first_device;
use super::scan::{Scan, number};
use super::table::Code;

/// The types that older versions took for habitable.
const HABITABLE: [&str; 5] = ["unit", "room", "ldk", "bedroom", "living"];

impl Scan<'_, '_> {
    /// A text must not use what its declared version does not have.
    pub(super) fn versions(&mut self) {
        let version = self.model.version();
        if version == Version::V0_1 {
            self.derived_walls();
        }
        if version < Version::V0_4 {
            self.habitable_types(version);
        }
        if version < Version::V0_5 {
            self.newer_elements(version);
        }
        if version < Version::V1_0 {
            self.newer_edits(version);
        }
    }

    fn derived_walls(&mut self) {
        let derived = self.model.boundaries().iter().filter(|b| b.derived);
        for boundary in derived {
            let ends = self.ends_named(boundary);
            let [a, b] = [boundary.a, boundary.b].map(|end| self.text(end));
            let message = format!(
                "{ends} touch without a boundary, and koyu 0.1 derives no wall; write boundary {a} \
                 {b}, or declare koyu 0.2 or later"
            );
            let path = self.ends_text(boundary);
            self.push(Diagnostic::new(Code::Ver01, message).path(path));
        }
    }

    fn habitable_types(&mut self, version: Version) {
        for space in self.model.spaces() {
            let kind = self.text(space.kind);
            if HABITABLE.contains(&kind) && !space.attributes.contains("daylight") {
                let message = format!(
                    "{}: koyu {version} took the type {kind} for a habitable room, later versions \
                     do not; write daylight:1 (or daylight:0), or declare koyu 0.4 or later",
                    self.text(space.path)
                );
                self.push_space(Code::Ver02, space, message);
            }
        }
    }

    fn newer_elements(&mut self, version: Version) {
        let needs = |what: &str| format!("koyu {version} has no {what}; declare koyu 0.5 or later");
        for space in self.model.spaces() {
            if let Some(device) = first_device(space) {
                let what = needs(&format!("attribute {}", device.key()));
                let message = format!("{}: {what}", self.text(space.path));
                self.push_space(Code::Ver03, space, message);
            }
        }
        for boundary in self.declared() {
            if let Some(line) = &boundary.drawn {
                let what = needs("drawn lines");
                let message = format!("The line between {}: {what}", self.ends_named(boundary));
                self.push_on(Code::Ver03, boundary, line.line, message);
            }
        }
        for column in self.model.columns() {
            let what = needs("columns");
            let message = format!("The column of {}: {what}", number(column.size));
            let diagnostic = Diagnostic::new(Code::Ver03, message).at(self.position(column.origin));
            self.push(diagnostic);
        }
        for level in self.model.levels_in_map_order() {
            let level = self.model.level(level);
            if level.underground {
                let what = needs("underground levels");
                let message = format!("Level {}: {what}", self.text(level.name));
                let position = self.position(level.origin);
                self.push(Diagnostic::new(Code::Ver03, message).at(position));
            }
        }
    }

    fn newer_edits(&mut self, version: Version) {
        for Edit {
            word,
            subject,
            origin,
        } in self.model.edits()
        {
            let message = format!(
                "koyu {version} has no {word}, as in {word} {subject}; declare koyu 1.0, or write \
                 what it says where the element is declared"
            );
            let paths = subject.split(' ').filter(|word| word.starts_with('/'));
            let diagnostic = Diagnostic::new(Code::Ver04, message)
                .at(self.position(*origin))
                .path(paths.map(str::to_owned).collect());
            self.push(diagnostic);
        }
    }
}
