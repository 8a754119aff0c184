//! Calls of a server in both eras of the protocol: what one era answers, the other answers too
//! (11 TOOL-24).

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use jsonschema::Validator;
use serde_json::{Value, json};

/// A running server that is asked everything twice.
pub struct Eras {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    /// The output schemas of the tools that have one.
    schemas: BTreeMap<String, Validator>,
    id: u64,
}

impl Eras {
    /// Starts the server in a folder and reads its list of tools.
    ///
    /// # Errors
    /// It does not start, or its list cannot be used.
    pub fn start(server: &Path, folder: &Path) -> Result<Self, String> {
        let mut child = Command::new(server)
            .current_dir(folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("the server {} does not start: {error}", server.display()))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err("the server has no standard input or output".to_owned());
        };
        let mut eras = Self {
            child,
            input,
            output: BufReader::new(output),
            schemas: BTreeMap::new(),
            id: 0,
        };
        let list = eras.request("tools/list", modern(json!({})))?;
        for tool in list["tools"].as_array().into_iter().flatten() {
            let (Some(name), Some(schema)) = (tool["name"].as_str(), tool.get("outputSchema"))
            else {
                continue;
            };
            let schema = jsonschema::draft202012::new(schema)
                .map_err(|error| format!("the output schema of {name}: {error}"))?;
            eras.schemas.insert(name.to_owned(), schema);
        }
        Ok(eras)
    }

    /// The names of the tools whose results have a schema.
    pub fn with_schema(&self) -> impl Iterator<Item = &str> {
        self.schemas.keys().map(String::as_str)
    }

    /// Calls a tool in the legacy dialect and then in the current revision; gives the result of
    /// the former.
    ///
    /// # Errors
    /// The server fails, or the eras do not agree: other content, another verdict, a value that
    /// is not the one of the text or does not fit the schema.
    pub fn call(&mut self, tool: &str, arguments: &Value) -> Result<Value, String> {
        let params = json!({"name": tool, "arguments": arguments});
        let legacy = self.request("tools/call", params.clone())?;
        let current = self.request("tools/call", modern(params))?;
        self.disagreement(tool, &legacy, &current)
            .map_or(Ok(legacy), |told| Err(format!("the eras disagree: {told}")))
    }

    fn disagreement(&self, tool: &str, legacy: &Value, current: &Value) -> Option<String> {
        // No two calls make the same uids.
        if tool != "new_uids" && legacy["content"] != current["content"] {
            return Some(format!("{} and {}", legacy["content"], current["content"]));
        }
        if legacy.get("isError") != current.get("isError") {
            return Some(format!("isError of {legacy} and {current}"));
        }
        let value = current.get("structuredContent");
        let Some(schema) = self.schemas.get(tool) else {
            return value.map(|_| format!("{tool} has a value but no schema"));
        };
        if current.get("isError").is_some() {
            return value.map(|_| "an error has a value".to_owned());
        }
        let Some(value) = value else {
            return Some(format!("{tool} has a schema but no value"));
        };
        let text = current["content"][0]["text"].as_str().unwrap_or_default();
        // As text, so that the order of members counts too.
        let said = serde_json::from_str::<Value>(text).map(|said| said.to_string());
        if said.ok() != Some(value.to_string()) {
            return Some(format!("the value {value} is not that of the text"));
        }
        let reasons: Vec<String> = schema
            .iter_errors(value)
            .map(|error| format!("{}: {error}", error.instance_path()))
            .collect();
        (!reasons.is_empty()).then(|| format!("the schema: {}", reasons.join("; ")))
    }

    /// The result of one request.
    fn request(&mut self, method: &str, params: Value) -> Result<Value, String> {
        self.id += 1;
        let message = json!({"jsonrpc": "2.0", "id": self.id, "method": method, "params": params});
        writeln!(self.input, "{message}").map_err(|error| error.to_string())?;
        let mut line = String::new();
        self.output
            .read_line(&mut line)
            .map_err(|error| error.to_string())?;
        let mut answer: Value =
            serde_json::from_str(&line).map_err(|error| format!("{error}: {line}"))?;
        match answer.get_mut("result") {
            Some(result) => Ok(result.take()),
            None => Err(format!("{method} is answered with {answer}")),
        }
    }

    /// Closes the input of the server and waits for its end.
    ///
    /// # Errors
    /// It does not end with status 0.
    pub fn end(self) -> Result<(), String> {
        let Self {
            mut child, input, ..
        } = self;
        drop(input);
        match child.wait() {
            Ok(status) if status.success() => Ok(()),
            Ok(status) => Err(format!("the server ended with {status}")),
            Err(error) => Err(error.to_string()),
        }
    }
}

/// Params of the current revision.
fn modern(mut params: Value) -> Value {
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    params
}
