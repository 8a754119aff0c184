//! Identity (06 §7, pass 12): UID01 to UID03 for uids, UID04 for names within a container.

use std::collections::HashMap;

use koyu_model::{Attributes, Name, Opening, Origin, Value};

use super::diagnostic::{Diagnostic, Position};
use super::scan::{Scan, number};
use super::table::Code;

/// Who has a uid.
#[derive(Clone, Copy)]
struct Owner {
    kind: &'static str,
    path: Name,
    origin: Origin,
}

impl<'m> Scan<'_, 'm> {
    /// A uid is a text without white space and belongs to one space or zone.
    pub(super) fn uids(&mut self) {
        let mut groups: Vec<(&'m str, Vec<Owner>)> = Vec::new();
        let mut group_of: HashMap<&'m str, usize> = HashMap::new();
        let owner = |kind, path, origin| Owner { kind, path, origin };
        let spaces = self.model.spaces().iter();
        let spaces = spaces.map(|s| (&s.attributes, owner("space", s.path, s.origin)));
        let zones = self.model.zones();
        let zones = zones.map(|z| (&z.attributes, owner("zone", z.path, z.origin)));
        for (attributes, owner) in spaces.chain(zones) {
            let Some(uid) = self.sound_uid(attributes, owner) else {
                continue;
            };
            let group = *group_of.entry(uid).or_insert_with(|| {
                groups.push((uid, Vec::new()));
                groups.len() - 1
            });
            groups[group].1.push(owner);
        }
        for (uid, owners) in groups {
            if owners.len() > 1 {
                self.shared_uid(uid, &owners);
            }
        }
    }

    /// The uid of an owner, if it has a sound one.
    fn sound_uid(&mut self, attributes: &'m Attributes, owner: Owner) -> Option<&'m str> {
        let path = self.text(owner.path);
        let (code, message) = match attributes.get("uid")? {
            Value::Number(value) => (
                Code::Uid01,
                format!(
                    "{path}: uid:{} reads as a number and would lose its spelling; put a letter in \
                     front of it",
                    number(*value)
                ),
            ),
            Value::Text(uid) if uid.is_empty() => (
                Code::Uid02,
                format!("{path}: uid:\"\" is empty; give it a text or leave it out"),
            ),
            Value::Text(uid) if uid.contains(white_space) => (
                Code::Uid02,
                format!("{path}: uid:\"{uid}\" contains white space; join its words with - or _"),
            ),
            Value::Text(uid) => return Some(uid),
        };
        self.push_at(code, owner.path, owner.origin, message);
        None
    }

    fn shared_uid(&mut self, uid: &str, owners: &[Owner]) {
        let (mut paths, mut related, mut named) = (Vec::new(), Vec::new(), Vec::new());
        for owner in owners {
            let path = self.text(owner.path);
            let position = self.position(owner.origin);
            let at = position.as_ref().map(Position::spelled).unwrap_or_default();
            named.push(format!("the {} {path} ({at})", owner.kind));
            paths.push(path.to_owned());
            related.extend(position);
        }
        let message = format!(
            "The uid {uid} belongs to {}; a uid belongs to one: give the others new ones",
            named.join(", ")
        );
        let diagnostic = Diagnostic::new(Code::Uid03, message)
            .path(paths)
            .related(related);
        self.push(diagnostic);
    }

    /// Items of one container have different names.
    pub(super) fn names(&mut self) {
        for boundary in self.declared() {
            let position = |line| Origin {
                line,
                ..boundary.origin
            };
            if boundary.openings.len() > 1 {
                let openings = boundary.openings.iter();
                let named = openings.map(|o| (self.identity_name(o), position(o.line)));
                let container = Container::Boundary([boundary.a, boundary.b]);
                self.same_names("doors and windows", container, named.collect());
            }
            if boundary.segs.len() > 1 {
                let segs = boundary.segs.iter();
                let named = segs.map(|s| (s.attributes.to_text("name"), position(s.line)));
                let container = Container::Boundary([boundary.a, boundary.b]);
                self.same_names("segs", container, named.collect());
            }
        }
        for space in self.model.spaces() {
            if space.areas.len() > 1 {
                let areas = space.areas.iter().map(|area| {
                    let line = area.line;
                    let origin = Origin {
                        line,
                        ..space.origin
                    };
                    (area.attributes.to_text("name"), origin)
                });
                self.same_names("areas", Container::Space(space.path), areas.collect());
            }
        }
        let columns = self.model.columns().iter();
        let named = columns.map(|c| (c.attributes.to_text("name"), c.origin));
        self.same_names("columns", Container::Model, named.collect());
    }

    /// The name by which an opening is told apart: one that equals its asset's is none.
    fn identity_name(&self, opening: &Opening) -> Option<String> {
        let name = opening.attributes.to_text("name")?;
        let asset = opening
            .asset
            .and_then(|asset| self.model.asset_named(asset));
        let inherited = asset.and_then(|asset| asset.attributes.to_text("name"));
        (inherited.as_deref() != Some(&*name)).then_some(name)
    }

    fn same_names(
        &mut self,
        kind: &str,
        container: Container,
        items: Vec<(Option<String>, Origin)>,
    ) {
        let mut groups: Vec<(&str, Vec<Origin>)> = Vec::new();
        let mut group_of: HashMap<&str, usize> = HashMap::new();
        for (name, origin) in &items {
            let Some(name) = name.as_deref() else {
                continue;
            };
            let group = *group_of.entry(name).or_insert_with(|| {
                groups.push((name, Vec::new()));
                groups.len() - 1
            });
            groups[group].1.push(*origin);
        }
        for (name, origins) in groups {
            if origins.len() < 2 {
                continue;
            }
            let mut positions: Vec<Position> =
                origins.iter().filter_map(|&o| self.position(o)).collect();
            let at: Vec<String> = positions.iter().map(Position::spelled).collect();
            let within = match container {
                Container::Boundary([a, b]) => {
                    format!(
                        " of the boundary between {} and {}",
                        self.text(a),
                        self.text(b)
                    )
                }
                Container::Space(path) => format!(" of {}", self.text(path)),
                Container::Model => String::new(),
            };
            let message = format!(
                "Several {kind}{within} are named {name} ({}); give each a name of its own",
                at.join(", ")
            );
            let path = match container {
                Container::Boundary(ends) => ends.map(|end| self.text(end).to_owned()).to_vec(),
                Container::Space(path) => vec![self.text(path).to_owned()],
                Container::Model => Vec::new(),
            };
            let last = positions.pop();
            let diagnostic = Diagnostic::new(Code::Uid04, message)
                .at(last)
                .path(path)
                .related(positions);
            self.push(diagnostic);
        }
    }
}

/// What holds the items that must differ in name.
#[derive(Clone, Copy)]
enum Container {
    Boundary([Name; 2]),
    Space(Name),
    Model,
}

/// White space as 06 §7, UID02 lists it.
fn white_space(c: char) -> bool {
    matches!(
        c,
        '\t'..='\r'
            | ' '
            | '\u{A0}'
            | '\u{1680}'
            | '\u{2000}'..='\u{200A}'
            | '\u{2028}'
            | '\u{2029}'
            | '\u{202F}'
            | '\u{205F}'
            | '\u{3000}'
            | '\u{FEFF}'
    )
}
