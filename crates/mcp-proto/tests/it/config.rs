//! Settings from TOML (11 §25).

use mcp_proto::{ConfigError, McpConfig};
use serde_json::json;

use crate::support::server::{Does, Says, TOOLS};
use crate::support::{Client, meta, request};

/// Every key, with a value that is not its default.
const ALL: &str = r#"
[mcp]
path               = "/tools"
name               = "blog"
version            = "1.0.0"
title              = "The blog"
description        = "Articles"
website_url        = "https://example.com"
instructions       = "Search and post articles."
allowed_origins    = ["https://example.com"]
allowed_hosts      = ["example.com"]
page_size          = 2
listen             = "127.0.0.1:9001"
max_body           = 1000
max_concurrent     = 1
max_subscriptions  = 0
keep_alive         = 0.5
shutdown_grace     = 0
call_timeout       = 3600
stdio_concurrency  = 1
route_body_limit   = 100
logging            = true
completions        = true
dynamic_resources  = true
validate_input     = false
state_key          = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="
state_ttl          = 1.5
legacy             = false
legacy_bridge      = true
max_line           = 100000
max_connections    = 10
log_rate           = 3
subscription_queue = 1
read_timeout       = 1

[blog]
anything = "of the program"
"#;

/// The least that must be there.
const LEAST: &str = "[mcp]\nname = \"n\"\nversion = \"1\"\n";

/// What is wrong, one line each.
fn problems(text: &str) -> Vec<String> {
    match McpConfig::parse(text) {
        Ok(_) => Vec::new(),
        Err(ConfigError::Problems(problems)) => problems.iter().map(ToString::to_string).collect(),
        Err(other) => vec![other.to_string()],
    }
}

/// The problem of the least settings with one more line.
fn problem(line: &str) -> String {
    let found = problems(&format!("{LEAST}{line}\n"));
    assert_eq!(found.len(), 1, "{line}: {found:?}");
    found.into_iter().next().unwrap()
}

fn client(text: &str) -> Client {
    let mut builder = McpConfig::parse(text).unwrap().builder();
    for name in TOOLS {
        builder.tool(name, Does(name));
    }
    builder.resource("blog://latest", Says("text"));
    Client::new(&builder.build().unwrap())
}

#[test]
fn cfg_every_key_is_known_and_reaches_the_server() {
    let client = client(ALL);
    let discovered = client.result("server/discover", json!({}));
    assert_eq!(
        discovered["_meta"]["io.modelcontextprotocol/serverInfo"],
        json!({
            "name": "blog",
            "version": "1.0.0",
            "title": "The blog",
            "description": "Articles",
            "websiteUrl": "https://example.com",
        })
    );
    assert_eq!(discovered["instructions"], "Search and post articles.");
    let capabilities = &discovered["capabilities"];
    assert_eq!(capabilities["logging"], json!({}));
    assert_eq!(capabilities["completions"], json!({}));
    let listed = client.result("tools/list", json!({}));
    assert_eq!(listed["tools"].as_array().unwrap().len(), 2);
    // validate_input
    let lax = client.call("page", json!({"page": "x"}));
    assert_eq!(lax.get("isError"), None);
    // max_subscriptions
    let listen = json!({"notifications": {}});
    assert_eq!(client.code("subscriptions/listen", listen), -32603);
    // log_rate
    let level = json!({"io.modelcontextprotocol/logLevel": "debug"});
    let call = json!({"name": "log-much", "_meta": meta(level)});
    let messages = client.send(
        mcp_proto::Era::Modern,
        &request(&json!(1), "tools/call", call),
    );
    assert!((4..100).contains(&messages.len()), "{}", messages.len());
}

#[test]
#[cfg(feature = "legacy")]
fn cfg_legacy_can_be_switched_off() {
    let ask = |text| client(text).ask_legacy("initialize", json!({"protocolVersion": "x"}));
    assert_eq!(ask(ALL)["error"]["code"], -32022);
    assert!(ask(LEAST).get("result").is_some());
}

#[test]
fn cfg_what_is_not_there_has_its_default() {
    let client = client(LEAST);
    let discovered = client.result("server/discover", json!({}));
    assert_eq!(
        discovered["_meta"]["io.modelcontextprotocol/serverInfo"],
        json!({"name": "n", "version": "1"})
    );
    assert_eq!(discovered.get("instructions"), None);
    assert_eq!(discovered["capabilities"].get("logging"), None);
    let listed = client.result("tools/list", json!({}));
    assert_eq!(listed["tools"].as_array().unwrap().len(), TOOLS.len());
    assert_eq!(client.call("page", json!({"page": "x"}))["isError"], true);
}

#[test]
fn cfg_dynamic_resources_and_completions_open_what_nothing_registered_would() {
    for (line, capability) in [
        ("dynamic_resources = true", "resources"),
        ("completions = true", "completions"),
        ("logging = true", "logging"),
    ] {
        let text = format!("{LEAST}{line}\n");
        let mut builder = McpConfig::parse(&text).unwrap().builder();
        let client = Client::new(&builder.build().unwrap());
        let discovered = client.result("server/discover", json!({}));
        let declared: Vec<_> = discovered["capabilities"]
            .as_object()
            .unwrap()
            .keys()
            .collect();
        assert_eq!(declared, [capability]);
    }
}

#[test]
fn cfg_a_state_key_lets_cursors_outlive_the_process() {
    let key = "state_key = \"a2tra2tra2tra2tra2tra2tra2tra2tra2tra2tra2s=\"";
    let text = format!("{LEAST}page_size = 1\n{key}\n");
    let (one, other) = (client(&text), client(&text));
    let cursor = one.result("tools/list", json!({}))["nextCursor"].clone();
    let second = other.result("tools/list", json!({"cursor": cursor}));
    assert_eq!(second["tools"][0]["name"], TOOLS[1]);
}

#[test]
fn cfg_an_unknown_key_is_named() {
    for (line, key) in [("pagesize = 1", "pagesize"), ("[mcp.x]", "x")] {
        let problem = problem(line);
        let told = format!("mcp.{key}: there is no such key; there are ");
        assert!(problem.starts_with(&told), "{problem}");
        assert!(problem.contains(", page_size, "), "{problem}");
    }
    // Other tables are the program's own; what stands in no table was meant for this one.
    let others = "[other]\npagesize = 1\n[[more]]\nx = 1\n";
    assert!(problems(&format!("{LEAST}\n{others}")).is_empty());
    assert_eq!(
        problems(&format!("page_size = 1\n{LEAST}\n{others}")),
        ["mcp.page_size: it stands outside the table [mcp]"]
    );
}

#[test]
fn cfg_a_value_of_the_wrong_type_names_its_key_and_both_types() {
    for line in ALL.lines() {
        let Some((key, _)) = line.split_once('=') else {
            continue;
        };
        let key = key.trim();
        if key == "anything" {
            continue;
        }
        let others = LEAST.lines().filter(|line| !line.starts_with(key));
        let text = others.collect::<Vec<_>>().join("\n");
        for (wrong, found) in [
            ("[[1]]", "array"),
            ("{}", "table"),
            ("1979-05-27", "datetime"),
        ] {
            let found_problems = problems(&format!("{text}\n{key} = {wrong}\n"));
            assert_eq!(found_problems.len(), 1, "{found_problems:?}");
            let problem = &found_problems[0];
            assert!(problem.starts_with(&format!("mcp.{key}: ")), "{problem}");
            assert!(
                problem.ends_with(&format!("is of type {found}")),
                "{problem}"
            );
        }
    }
    assert_eq!(
        problem("page_size = \"100\""),
        "mcp.page_size: it must be a whole number, and is of type string"
    );
    assert_eq!(
        problem("page_size = 1.0"),
        "mcp.page_size: it must be a whole number, and is of type float"
    );
    assert_eq!(
        problem("logging = \"yes\""),
        "mcp.logging: it must be true or false, and is of type string"
    );
    assert_eq!(
        problem("allowed_origins = \"https://example.com\""),
        "mcp.allowed_origins: it must be a list of strings, and is of type string"
    );
}

#[test]
fn cfg_a_value_out_of_range_names_its_key() {
    for (line, key) in [
        ("page_size = 0", "page_size"),
        ("page_size = -1", "page_size"),
        ("stdio_concurrency = 0", "stdio_concurrency"),
        ("max_body = 0", "max_body"),
        ("max_body = -9223372036854775808", "max_body"),
        ("max_line = 0", "max_line"),
        ("max_concurrent = 0", "max_concurrent"),
        ("max_connections = 0", "max_connections"),
        ("max_concurrent = 9223372036854775807", "max_concurrent"),
        ("max_connections = 9223372036854775807", "max_connections"),
        ("max_subscriptions = -1", "max_subscriptions"),
        ("subscription_queue = 0", "subscription_queue"),
        ("log_rate = 4294967296", "log_rate"),
        ("route_body_limit = -1", "route_body_limit"),
        ("keep_alive = 0", "keep_alive"),
        ("keep_alive = 1e-12", "keep_alive"),
        ("read_timeout = -1", "read_timeout"),
        ("call_timeout = 0.0", "call_timeout"),
        ("state_ttl = nan", "state_ttl"),
        ("state_ttl = inf", "state_ttl"),
        ("shutdown_grace = -0.5", "shutdown_grace"),
        ("shutdown_grace = 1e300", "shutdown_grace"),
        ("shutdown_grace = 9223372036854775807", "shutdown_grace"),
        ("listen = \"localhost\"", "listen"),
        ("listen = \"127.0.0.1\"", "listen"),
        ("listen = \":9000\"", "listen"),
        ("state_key = \"AAAA\"", "state_key"),
        ("state_key = \"not base64!\"", "state_key"),
    ] {
        let problem = problem(line);
        assert!(problem.starts_with(&format!("mcp.{key}: ")), "{problem}");
    }
    for fine in [
        "shutdown_grace = 0",
        "shutdown_grace = 0.25",
        "call_timeout = 1",
        "max_subscriptions = 0",
        "route_body_limit = 0",
        "listen = \"[::1]:0\"",
    ] {
        assert!(problems(&format!("{LEAST}{fine}\n")).is_empty(), "{fine}");
    }
}

#[test]
fn cfg_name_and_version_are_required_and_all_problems_are_told() {
    assert_eq!(
        problems("[mcp]"),
        ["mcp.name: it is missing", "mcp.version: it is missing"]
    );
    assert_eq!(problems("[mpc]"), ["[mcp]: there is no such table"]);
    assert_eq!(problems("mcp = 1"), ["[mcp]: it is not a table"]);
    assert_eq!(
        problem("page_size = 0"),
        "mcp.page_size: it must be at least 1, and is 0"
    );
    assert_eq!(
        problem("log_rate = -1"),
        "mcp.log_rate: it must lie between 0 and 4294967295, and is -1"
    );
    assert_eq!(
        problems("[mcp]\nname = \"\"\nversion = 1\npage_size = 0\nx = 1\n").len(),
        4
    );
    let error = McpConfig::parse("[mcp]\nx = 1\n").unwrap_err().to_string();
    assert_eq!(
        error.lines().count(),
        4,
        "the headline and three problems: {error}"
    );
    assert!(problems("mcp = 1")[0].contains("not a table"));
}

#[test]
fn cfg_what_is_no_toml_is_told_with_its_line_and_without_its_text() {
    for (text, line) in [
        ("[mcp]\nname = secret\n", "line 2"),
        ("[mcp]\nstate_key = \"secret\n", "line 2"),
        ("[mcp]\nname = \"a\"\nname = \"secret\"\n", "line 3"),
        ("secret", "line 1"),
    ] {
        let told = problems(text);
        assert!(told[0].contains(line), "{told:?}");
        assert!(!told[0].contains("secret"), "{told:?}");
    }
    // Nor is a key for signatures, good or bad.
    let config = McpConfig::parse(ALL).unwrap();
    assert!(format!("{config:?}").contains("state_key: Some(…)"));
    assert!(!problem("state_key = \"secret\"").contains("secret"));
}

#[test]
fn cfg_a_file_is_read_or_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("blog.toml");
    let error = McpConfig::read(&path).unwrap_err().to_string();
    assert!(error.contains("blog.toml"), "{error}");
    std::fs::write(&path, LEAST).unwrap();
    assert!(McpConfig::read(&path).is_ok());
    for wrong in ["[mcp", "[mcp]\nname = 1"] {
        std::fs::write(&path, wrong).unwrap();
        let error = McpConfig::read(&path).unwrap_err().to_string();
        assert!(error.contains("blog.toml: the settings "), "{error}");
    }
    std::fs::write(&path, [0xff]).unwrap();
    assert!(matches!(
        McpConfig::read(&path),
        Err(ConfigError::File { .. })
    ));
}

#[test]
#[cfg(feature = "http")]
fn cfg_every_key_of_http_reaches_the_transport() {
    let config = McpConfig::parse(ALL).unwrap().http();
    let expected = mcp_proto::HttpConfig::new()
        .listen("127.0.0.1:9001".parse().unwrap())
        .path("/tools")
        .allowed_origins(["https://example.com"])
        .allowed_hosts(["example.com"])
        .max_body(1000)
        .max_concurrent(1)
        .max_connections(10)
        .keep_alive(std::time::Duration::from_millis(500))
        .read_timeout(std::time::Duration::from_secs(1))
        .legacy_bridge(true);
    assert_eq!(format!("{config:?}"), format!("{expected:?}"));
    let config = McpConfig::parse(LEAST).unwrap().http();
    let expected = mcp_proto::HttpConfig::new();
    assert_eq!(format!("{config:?}"), format!("{expected:?}"));
}

#[test]
#[cfg(feature = "http")]
fn cfg_what_http_cannot_serve_names_its_key() {
    for (line, key) in [
        ("path = \"mcp\"", "path"),
        ("path = \"/mcp/{id}\"", "path"),
        ("path = \"/mcp?x=1\"", "path"),
        ("allowed_origins = [\"*\"]", "allowed_origins"),
        ("allowed_origins = [\"example.com\"]", "allowed_origins"),
    ] {
        let problem = problem(line);
        assert!(problem.starts_with(&format!("mcp.{key}: ")), "{problem}");
    }
}
