//! The crates form a strict stack: a crate may depend only on crates below it.

use std::collections::BTreeMap;
use std::process::Command;

use serde_json::Value;

/// From the bottom to the top. `mcp-proto` stands aside: it knows nothing of buildings.
const STACK: [&str; 5] = [
    "koyu-syntax",
    "koyu-model",
    "koyu-query",
    "koyu-render",
    "koyu-mcp",
];
const PROTOCOL: &str = "mcp-proto";
const TASKS: &str = "xtask";

/// A dependency as a manifest names it, `dev` for tests and benchmarks only.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Dependency {
    name: String,
    dev: bool,
}

/// What is wrong with the dependencies of the crates, one sentence each.
fn faults(crates: &BTreeMap<String, Vec<Dependency>>) -> Vec<String> {
    let height = |name: &str| STACK.iter().position(|crate_name| *crate_name == name);
    let mut faults = Vec::new();
    for (name, dependencies) in crates {
        if height(name).is_none() && name != PROTOCOL && name != TASKS {
            faults.push(format!("{name} has no place in the stack"));
        }
        for Dependency { name: used, dev } in dependencies {
            let upwards = match (name.as_str(), height(used)) {
                (TASKS, _) => false,
                _ if used == TASKS => true,
                (PROTOCOL, used) => used.is_some(),
                (_, None) => used == PROTOCOL && name != "koyu-mcp",
                (name, Some(used)) => height(name).is_none_or(|height| used >= height),
            };
            if upwards {
                faults.push(format!("{name} depends upwards on {used}"));
            }
            let few = ["thiserror", "unicode-normalization"];
            if name == "koyu-syntax" && !dev && !few.contains(&used.as_str()) {
                faults.push(format!("koyu-syntax depends on {used}"));
            }
        }
    }
    faults
}

/// Reads every manifest of the workspace, through cargo.
fn workspace() -> BTreeMap<String, Vec<Dependency>> {
    let output = Command::new(env!("CARGO"))
        .args([
            "metadata",
            "--no-deps",
            "--offline",
            "--format-version",
            "1",
        ])
        .arg("--manifest-path")
        .arg(xtask::repository().join("Cargo.toml"))
        .output()
        .expect("cargo runs");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("metadata is JSON");
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    let list = |value: &Value| value.as_array().expect("a list").clone();
    list(&metadata["packages"])
        .iter()
        .map(|package| {
            let dependencies = list(&package["dependencies"])
                .iter()
                .map(|dependency| Dependency {
                    name: text(&dependency["name"]),
                    dev: dependency["kind"] == "dev",
                })
                .collect();
            (text(&package["name"]), dependencies)
        })
        .collect()
}

#[test]
fn no_crate_depends_upwards() {
    let crates = workspace();
    for name in STACK.iter().chain([&PROTOCOL, &TASKS]) {
        assert!(crates.contains_key(*name), "{name} is not in the workspace");
    }
    assert_eq!(faults(&crates), Vec::<String>::new());
}

#[test]
fn an_upward_dependency_is_found() {
    let one = |name: &str, used: &str, dev: bool| {
        let dependency = Dependency {
            name: used.to_owned(),
            dev,
        };
        faults(&BTreeMap::from([(name.to_owned(), vec![dependency])]))
    };
    assert_eq!(
        one("koyu-model", "koyu-query", false),
        ["koyu-model depends upwards on koyu-query"]
    );
    for (name, used, dev) in [
        ("koyu-model", "koyu-mcp", true),
        ("koyu-query", "koyu-render", false),
        ("koyu-query", "mcp-proto", false),
        ("mcp-proto", "koyu-model", true),
        ("koyu-mcp", "xtask", true),
        ("koyu-syntax", "serde", false),
        ("koyu-new", "serde", false),
    ] {
        assert_eq!(one(name, used, dev).len(), 1, "{name} on {used}");
    }
    for (name, used, dev) in [
        ("koyu-mcp", "mcp-proto", false),
        ("koyu-render", "koyu-model", false),
        ("koyu-syntax", "proptest", true),
        ("xtask", "koyu-mcp", false),
        ("mcp-proto", "serde", false),
    ] {
        assert_eq!(one(name, used, dev), Vec::<String>::new());
    }
}
