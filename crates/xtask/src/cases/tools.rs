//! `tools.json`: calls of the real server, in both eras, with the case as its working folder.

use std::cell::OnceCell;
use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde_json::{Value, json};

use super::compare;
use super::eras::Eras;

/// Keys whose values are free text.
const FREE: &[&str] = &["message", "hint", "note", "source"];

/// The server that is called. It is built when a case first asks for it.
pub struct Server {
    path: OnceCell<Result<PathBuf, String>>,
    build: Box<dyn Fn() -> Result<PathBuf, String>>,
}

impl Server {
    /// A server that `build` provides.
    pub fn new(build: impl Fn() -> Result<PathBuf, String> + 'static) -> Self {
        Self {
            path: OnceCell::new(),
            build: Box::new(build),
        }
    }

    /// The program.
    ///
    /// # Errors
    /// It could not be provided.
    pub fn path(&self) -> Result<&Path, String> {
        let path = self.path.get_or_init(|| (self.build)());
        path.as_deref().map_err(Clone::clone)
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Call {
    tool: String,
    arguments: Value,
    result: Option<Value>,
    #[serde(default)]
    is_error: bool,
}

/// Makes the calls and compares their answers; the error tells all differences.
pub(super) fn compare(expected: &str, case: &Path, server: &Server) -> Result<(), String> {
    let calls: Vec<Call> = serde_json::from_str(expected).map_err(|error| error.to_string())?;
    // A copy, because a call may write.
    let copy = tempfile::tempdir().map_err(|error| error.to_string())?;
    copy_folder(case, copy.path()).map_err(|error| error.to_string())?;
    let folder = fs::canonicalize(copy.path()).map_err(|error| error.to_string())?;
    let mut eras = Eras::start(server.path()?, &folder)?;
    let folder = folder.to_string_lossy();
    let mut differences = Vec::new();
    for (number, call) in calls.iter().enumerate() {
        let told = match eras.call(&call.tool, &call.arguments) {
            Ok(result) => difference(call, &result, &folder),
            Err(told) => Some(format!(": {told}")),
        };
        differences.extend(told.map(|told| format!("call {number}, {}{told}", call.tool)));
    }
    eras.end()?;
    if differences.is_empty() {
        Ok(())
    } else {
        Err(differences.join("\n"))
    }
}

/// How a result differs from what a call expects.
fn difference(call: &Call, result: &Value, folder: &str) -> Option<String> {
    let failed = result["isError"] == true;
    let text = result["content"][0]["text"].as_str().unwrap_or_default();
    match &call.result {
        _ if call.is_error || failed => {
            (call.is_error != failed).then(|| format!(": isError is {failed}: {text}"))
        }
        None => Some(": the expectation has neither result nor isError".to_owned()),
        Some(expected) => {
            // A drawing is text and no JSON.
            let actual = serde_json::from_str(text).unwrap_or_else(|_| json!(text));
            let [expected, actual] = [expected.clone(), actual].map(|v| normalised(v, folder));
            compare::difference(&expected, &actual, "")
        }
    }
}

/// Leaves free text out and puts `<abs>` for the folder of the case.
fn normalised(value: Value, folder: &str) -> Value {
    match value {
        Value::String(text) => Value::String(text.replace(folder, "<abs>")),
        Value::Array(list) => list.into_iter().map(|v| normalised(v, folder)).collect(),
        Value::Object(members) => members
            .into_iter()
            .filter(|(key, _)| !FREE.contains(&key.as_str()))
            .map(|(key, value)| {
                let value = normalised(value, folder);
                let listed = matches!(&*key, "errors" | "warnings");
                let value = if listed {
                    without_messages(value)
                } else {
                    value
                };
                (key, value)
            })
            .collect(),
        other => other,
    }
}

/// Cuts each text of a list after `line <n>:`.
fn without_messages(list: Value) -> Value {
    let Value::Array(list) = list else {
        return list;
    };
    let cut = |text: Value| match text.as_str().and_then(end_of_place) {
        Some(end) => json!(text.as_str().unwrap_or_default()[..end]),
        None => text,
    };
    list.into_iter().map(cut).collect()
}

/// Where the place at the start of a text ends: after the first `line <n>:`.
fn end_of_place(text: &str) -> Option<usize> {
    text.match_indices("line ").find_map(|(at, word)| {
        let number = at + word.len();
        let digits = text[number..]
            .bytes()
            .take_while(u8::is_ascii_digit)
            .count();
        let colon = number + digits;
        (digits > 0 && text[colon..].starts_with(':')).then_some(colon + 1)
    })
}

fn copy_folder(from: &Path, to: &Path) -> std::io::Result<()> {
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            fs::create_dir(&target)?;
            copy_folder(&entry.path(), &target)?;
        } else {
            // Written anew, so that a read-only original does not make a read-only copy.
            fs::write(&target, fs::read(entry.path())?)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_free_is_left_out() {
        let answer = json!({
            "errors": ["/f/a.muro:line 12: bad at line 3: x", "line 4: y", "no place"],
            "hint": "free", "list": [{"message": "free", "file": "/f/a.muro"}],
        });
        assert_eq!(
            normalised(answer, "/f"),
            json!({
                "errors": ["<abs>/a.muro:line 12:", "line 4:", "no place"],
                "list": [{"file": "<abs>/a.muro"}],
            })
        );
    }

    #[test]
    fn results_and_errors_are_told_apart() {
        let call = |result: Option<Value>, is_error| Call {
            tool: "check".to_owned(),
            arguments: json!({}),
            result,
            is_error,
        };
        let good = json!({"content": [{"type": "text", "text": "{\"ok\": true}"}]});
        let bad = json!({"content": [{"type": "text", "text": "no"}], "isError": true});
        let ok = || call(Some(json!({"ok": true})), false);
        assert_eq!(difference(&ok(), &good, "/f"), None);
        assert_eq!(difference(&call(None, true), &bad, "/f"), None);
        assert!(difference(&ok(), &bad, "/f").is_some());
        assert!(difference(&call(None, true), &good, "/f").is_some());
        assert!(difference(&call(Some(json!({"ok": false})), false), &good, "/f").is_some());
        assert!(difference(&call(None, false), &good, "/f").is_some());
    }
}
