//! Attributes (06 §7, pass 7): ATT01, ATT02, ATT03.

use koyu_model::near::hint;
use koyu_model::{Attributes, Value};

use super::diagnostic::{Diagnostic, Position};
use super::ledger::{Element, Rule, in_namespace, namespaced};
use super::scan::{Scan, named, number, opening_named};
use super::table::Code;

impl Scan<'_, '_> {
    /// Every attribute of every element against the ledger of its kind.
    pub(super) fn attributes(&mut self) {
        self.attributes_of_spaces();
        self.attributes_of_zones();
        self.attributes_of_boundaries();
        self.attributes_of_assets();
        self.attributes_of_columns();
    }

    fn attributes_of_spaces(&mut self) {
        let model = self.model;
        for space in model.spaces() {
            let path = model.text(space.path);
            let paths = || vec![path.to_owned()];
            self.item(
                Element::Space,
                &space.attributes,
                &|_| path.to_owned(),
                &|scan| scan.position(space.origin),
                &paths,
            );
            for area in &space.areas {
                self.item(
                    Element::Area,
                    &area.attributes,
                    &|_| format!("{} of {path}", named("area", area.attributes.get("name"))),
                    &|scan| scan.position_on(area.line, space.origin),
                    &paths,
                );
            }
        }
    }

    fn attributes_of_zones(&mut self) {
        let model = self.model;
        for zone in model.zones() {
            let path = model.text(zone.path);
            self.item(
                Element::Zone,
                &zone.attributes,
                &|_| format!("the zone {path}"),
                &|scan| scan.position(zone.origin),
                &|| vec![path.to_owned()],
            );
        }
    }

    fn attributes_of_boundaries(&mut self) {
        for boundary in self.declared() {
            let ends = self.model;
            let paths = || {
                let ends = [boundary.a, boundary.b].map(|end| ends.text(end).to_owned());
                ends.to_vec()
            };
            self.item(
                Element::Boundary,
                &boundary.attributes,
                &|scan| format!("the boundary between {}", scan.ends_named(boundary)),
                &|scan| scan.position(boundary.origin),
                &paths,
            );
            for opening in &boundary.openings {
                self.item(
                    Element::Opening,
                    &opening.attributes,
                    &|scan| {
                        let (what, ends) = (opening_named(opening), scan.ends_named(boundary));
                        format!("{what} between {ends}")
                    },
                    &|scan| scan.position_on(opening.line, boundary.origin),
                    &paths,
                );
            }
            for seg in &boundary.segs {
                self.item(
                    Element::Seg,
                    &seg.attributes,
                    &|scan| {
                        let what = named("seg", seg.attributes.get("name"));
                        format!("{what} between {}", scan.ends_named(boundary))
                    },
                    &|scan| scan.position_on(seg.line, boundary.origin),
                    &paths,
                );
            }
        }
    }

    fn attributes_of_assets(&mut self) {
        let model = self.model;
        for asset in model.assets() {
            self.item(
                Element::Opening,
                &asset.attributes,
                &|_| format!("the asset {}", model.text(asset.name)),
                &|scan| scan.position(asset.origin),
                &Vec::new,
            );
        }
    }

    fn attributes_of_columns(&mut self) {
        for column in self.model.columns() {
            self.item(
                Element::Column,
                &column.attributes,
                &|_| format!("the column of {}", number(column.size)),
                &|scan| scan.position(column.origin),
                &Vec::new,
            );
        }
    }

    fn item(
        &mut self,
        element: Element,
        attributes: &Attributes,
        name: &dyn Fn(&Self) -> String,
        position: &dyn Fn(&Self) -> Option<Position>,
        path: &dyn Fn() -> Vec<String>,
    ) {
        if attributes.is_empty() {
            return;
        }
        for (key, value) in attributes.iter() {
            let finding = match element.rule(key) {
                None if namespaced(key) => None,
                None => Some((Code::Att03, self.unknown(element, key))),
                Some(Rule::Any) => None,
                Some(Rule::Positive) => (!value.as_number().is_some_and(|n| n > 0.0)).then(|| {
                    let what = format!("{key}:{value} is not a number greater than 0");
                    (
                        Code::Att01,
                        what + "; write plain digits, such as 2400 or 0.5",
                    )
                }),
                Some(Rule::Listed(words)) => (!listed(value, words)).then(|| {
                    let words = words.join(", ");
                    (Code::Att02, format!("{key}:{value} is not one of {words}"))
                }),
            };
            if let Some((code, what)) = finding {
                let diagnostic = Diagnostic::new(code, format!("{}: {what}", name(self)))
                    .at(position(self))
                    .path(path());
                self.push(diagnostic);
            }
        }
    }

    fn unknown(&mut self, element: Element, key: &str) -> String {
        let near = hint(self.near.word(key, element.keys()));
        let owners = Element::owners(key)
            .map(|owners| format!("; {owners} have it"))
            .unwrap_or_default();
        format!(
            "{key} is no attribute known here{owners}; put one of your own into a namespace, such \
             as {}{near}",
            in_namespace(key)
        )
    }
}

/// Numbers compare as numbers, texts exactly. A text never has the shape of a number.
fn listed(value: &Value, words: &[&str]) -> bool {
    match value {
        Value::Number(number) => words.iter().any(|word| word.parse() == Ok(*number)),
        Value::Text(text) => words.contains(&&**text),
    }
}
