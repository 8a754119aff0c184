//! One function for each kind of expectation.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use koyu_model::form::Derivation;
use koyu_model::{ComposeError, Model};
use koyu_query::check;
use serde_json::Value;

use super::{CasesError, Server, compare, tools};
use crate::{building, diff, dump};

/// A case whose building was composed, once for all its expectations.
pub(super) struct Case {
    /// The real absolute path of the folder, `<abs>` in expectations.
    folder: PathBuf,
    composed: Result<Model, ComposeError>,
}

impl Case {
    pub(super) fn new(folder: &Path) -> Result<Self, CasesError> {
        let real = fs::canonicalize(folder).map_err(|source| CasesError::Read {
            path: folder.to_path_buf(),
            source,
        })?;
        Ok(Self {
            composed: building::read(&real.join("main.muro")),
            folder: real,
        })
    }

    /// Compares one expectation; the error tells the difference.
    pub(super) fn compare(
        &self,
        name: &str,
        expectation: &Path,
        server: &Server,
    ) -> Result<(), String> {
        let expected = fs::read_to_string(expectation).map_err(|error| error.to_string())?;
        match name {
            "canonical.json" => self.canonical(&expected),
            "diagnostics.json" => self.diagnostics(&expected),
            "tools.json" => tools::compare(&expected, &self.folder, server),
            "form.json" => self.form(&expected),
            "values.json" => self.values(&expected),
            "parse-error.txt" => self.message(&expected),
            "parse-error.json" => self.location(&expected),
            _ => Err("there is no such kind of expectation".to_owned()),
        }
    }

    fn model(&self) -> Result<&Model, String> {
        let fault = |error| format!("the building cannot be composed: {error}");
        self.composed.as_ref().map_err(fault)
    }

    fn diagnostics(&self, expected: &str) -> Result<(), String> {
        let expected = serde_json::from_str(expected).map_err(|error| error.to_string())?;
        let found = check(&Derivation::new(self.model()?));
        let mut found = serde_json::to_value(&found).map_err(|error| error.to_string())?;
        for record in found.as_array_mut().into_iter().flatten() {
            self.normalise(record);
        }
        match compare::difference(&expected, &found, "") {
            None => Ok(()),
            Some(difference) => Err(difference),
        }
    }

    /// Leaves the message out and makes files relative to the case, those of related places too.
    fn normalise(&self, record: &mut Value) {
        let Some(members) = record.as_object_mut() else {
            return;
        };
        members.remove("message");
        if let Some(Value::String(file)) = members.get_mut("file") {
            let relative = Path::new(file.as_str()).strip_prefix(&self.folder);
            if let Ok(relative) = relative.map(|path| path.to_string_lossy().into_owned()) {
                *file = relative;
            }
        }
        let related = members.get_mut("related").and_then(Value::as_array_mut);
        related
            .into_iter()
            .flatten()
            .for_each(|place| self.normalise(place));
    }

    fn form(&self, expected: &str) -> Result<(), String> {
        let expected = serde_json::from_str(expected).map_err(|error| error.to_string())?;
        match compare::difference(&expected, &self.derived()?, "") {
            None => Ok(()),
            Some(difference) => Err(difference),
        }
    }

    fn values(&self, expected: &str) -> Result<(), String> {
        let places: BTreeMap<String, Value> =
            serde_json::from_str(expected).map_err(|error| error.to_string())?;
        let derived = self.derived()?;
        let differences =
            places
                .iter()
                .filter_map(|(pointer, value)| match derived.pointer(pointer) {
                    None => Some(format!("{pointer}: missing")),
                    Some(actual) => compare::difference(value, actual, pointer),
                });
        let differences: Vec<String> = differences.collect();
        if differences.is_empty() {
            Ok(())
        } else {
            Err(differences.join("\n"))
        }
    }

    /// The derived form as a reader of its JSON sees it.
    fn derived(&self) -> Result<Value, String> {
        let text = dump::form(self.model()?).map_err(|error| error.to_string())?;
        serde_json::from_str(&text).map_err(|error| error.to_string())
    }

    fn canonical(&self, expected: &str) -> Result<(), String> {
        let model = self.model()?;
        let difference = diff::unified(expected, &dump::canonical(model));
        if difference.is_empty() {
            Ok(())
        } else {
            Err(difference)
        }
    }

    fn message(&self, expected: &str) -> Result<(), String> {
        let part = expected.trim_end_matches(['\r', '\n']);
        if part.is_empty() {
            return Err("the expectation is empty, every message contains it".to_owned());
        }
        let text = self.fault()?.to_string();
        // A word of the folder's path must not pass for one of the message.
        let text = text.replace(&*self.folder.to_string_lossy(), "<abs>");
        if text.contains(part) {
            Ok(())
        } else {
            Err(format!(
                "expected a message that contains: {part}\nactual message: {text}"
            ))
        }
    }

    fn location(&self, expected: &str) -> Result<(), String> {
        let json: Value = serde_json::from_str(expected).map_err(|error| error.to_string())?;
        let at = json
            .get("at")
            .and_then(Value::as_str)
            .ok_or("the expectation has no text `at`")?;
        let fault = self.fault()?;
        let line = fault.line;
        let actual = match &fault.file {
            Some(file) => format!("{}:line {line}:", self.relative(file)),
            None => format!("line {line}:"),
        };
        if at == actual {
            Ok(())
        } else {
            Err(format!(
                "expected at: {at}\nactual at:   {actual}\nmessage: {fault}"
            ))
        }
    }

    /// Puts `<abs>` for the folder of the case.
    fn relative(&self, file: &str) -> String {
        match Path::new(file).strip_prefix(&self.folder) {
            Ok(rest) => format!("<abs>/{}", rest.display()),
            Err(_) => file.to_owned(),
        }
    }

    fn fault(&self) -> Result<&ComposeError, String> {
        match &self.composed {
            Ok(_) => Err("an error was expected, but the building composes".to_owned()),
            Err(fault) => Ok(fault),
        }
    }
}
