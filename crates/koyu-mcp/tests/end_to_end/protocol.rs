//! 10 §2–§4 and §6: methods, handshake, the list of tools, errors of the protocol.

use serde_json::Value;

use crate::client::answers;

/// The answer to one request with the id 1.
fn answer(method_and_params: &str) -> String {
    let mut all = answers(format!(r#"{{"jsonrpc":"2.0","id":1,{method_and_params}}}"#));
    assert_eq!(all.len(), 1);
    all.remove(0)
}

fn result(result: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":1,"result":{result}}}"#)
}

fn error(code: i32, message: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":1,"error":{{"code":{code},"message":"{message}"}}}}"#)
}

#[test]
fn s2_every_method_of_the_table_and_no_other() {
    assert_eq!(answer(r#""method":"ping""#), result("{}"));
    assert_eq!(
        answer(r#""method":"resources/list""#),
        result(r#"{"resources":[]}"#)
    );
    assert_eq!(
        answer(r#""method":"prompts/list","params":null"#),
        result(r#"{"prompts":[]}"#)
    );
    for other in [
        "resources/read",
        "resources/templates/list",
        "prompts/get",
        "completion/complete",
        "logging/setLevel",
        "roots/list",
        "server/discover",
        "notifications/initialized",
        "PING",
        "ping ",
        "",
    ] {
        assert_eq!(
            answer(&format!(r#""method":"{other}""#)),
            error(-32601, &format!("Unsupported method: {other}"))
        );
    }
}

#[test]
fn s3_the_handshake_to_the_byte() {
    let expected = |version: &str| {
        result(&format!(
            r#"{{"protocolVersion":{version},"capabilities":{{"tools":{{}}}},"serverInfo":{{"name":"koyu","version":"0.16.0"}},"instructions":"Server for koyu, a space-first architectural description. Grasp the building with model_summary, read the original layers with layers, and edit with write_layer. check is the gatekeeper of the build and returns errors tagged layer:line — it guarantees structural consistency only. validate delivers the architectural verdicts, which are a separate and unfrozen surface. doors/light/site/spaces are different questions put to the same description. Form (plan_svg) is generated, never written."}}"#
        ))
    };
    for (params, version) in [
        (
            r#","params":{"protocolVersion":"2025-06-18"}"#,
            r#""2025-06-18""#,
        ),
        (
            r#","params":{"protocolVersion":"2099-01-01"}"#,
            r#""2099-01-01""#,
        ),
        (r#","params":{"protocolVersion":""}"#, r#""""#),
        (r#","params":{"protocolVersion":false}"#, "false"),
        (r#","params":{"protocolVersion":1.0}"#, "1.0"),
        (r#","params":{"protocolVersion":{"a": 1}}"#, r#"{"a":1}"#),
        (r#","params":{"protocolVersion":null}"#, r#""2025-06-18""#),
        (r#","params":{}"#, r#""2025-06-18""#),
        (r#","params":"2024-11-05""#, r#""2025-06-18""#),
        ("", r#""2025-06-18""#),
    ] {
        assert_eq!(
            answer(&format!(r#""method":"initialize"{params}"#)),
            expected(version)
        );
    }
}

/// A tool's name, its properties with their types, and which of them are required.
type Listed = (
    &'static str,
    &'static [(&'static str, &'static str)],
    &'static [&'static str],
);

/// The table of 10 §4.
const TOOLS: [Listed; 12] = [
    ("model_summary", &[("file", "string")], &["file"]),
    ("check", &[("file", "string")], &["file"]),
    ("layers", &[("file", "string")], &["file"]),
    (
        "write_layer",
        &[
            ("file", "string"),
            ("layer", "string"),
            ("content", "string"),
        ],
        &["file", "layer", "content"],
    ),
    (
        "new_uids",
        &[("file", "string"), ("count", "integer")],
        &["file"],
    ),
    (
        "doors",
        &[("file", "string"), ("from", "string"), ("to", "string")],
        &["file", "from", "to"],
    ),
    (
        "spaces",
        &[("file", "string"), ("level", "string")],
        &["file"],
    ),
    ("light", &[("file", "string")], &["file"]),
    ("validate", &[("file", "string")], &["file"]),
    ("site", &[("file", "string")], &["file"]),
    (
        "plan_svg",
        &[("file", "string"), ("level", "string")],
        &["file", "level"],
    ),
    ("canonical_json", &[("file", "string")], &["file"]),
];

#[test]
fn s4_the_twelve_tools_to_the_byte_with_their_own_descriptions() {
    let list = answer(r#""method":"tools/list","params":{"cursor":"ignored"}"#);
    let parsed: Value = serde_json::from_str(&list).unwrap();
    // What is free is taken from the answer, and all around it compared by the byte.
    let free = |pointer: &str| {
        let text = parsed.pointer(pointer).and_then(Value::as_str).unwrap();
        assert!(!text.is_empty(), "{pointer}");
        serde_json::to_string(text).unwrap()
    };
    let entries = TOOLS.iter().enumerate().map(|(place, (name, properties, required))| {
        let tool = format!("/result/tools/{place}");
        let properties: Vec<_> = properties
            .iter()
            .map(|(property, kind)| {
                let description = match *property {
                    "file" => {
                        r#""Path to the entry .muro file (imports are composed automatically)""#
                            .to_owned()
                    }
                    other => free(&format!("{tool}/inputSchema/properties/{other}/description")),
                };
                format!(r#""{property}":{{"type":"{kind}","description":{description}}}"#)
            })
            .collect();
        format!(
            r#"{{"name":"{name}","description":{},"inputSchema":{{"type":"object","properties":{{{}}},"required":["{}"]}}}}"#,
            free(&format!("{tool}/description")),
            properties.join(","),
            required.join("\",\"")
        )
    });
    let entries: Vec<_> = entries.collect();
    assert_eq!(
        list,
        result(&format!(r#"{{"tools":[{}]}}"#, entries.join(",")))
    );
}

#[test]
fn s4_the_entry_of_plan_svg_is_contract() {
    let list = answer(r#""method":"tools/list""#);
    let entry = r#"{"name":"plan_svg","description":"Generates and returns the plan SVG for a level (form is generated, not written — the lowest level doubles as the site plan)","inputSchema":{"type":"object","properties":{"file":{"type":"string","description":"Path to the entry .muro file (imports are composed automatically)"},"level":{"type":"string","description":"Level name (e.g. L5)"}},"required":["file","level"]}}"#;
    assert!(list.contains(entry), "{list}");
}

#[test]
fn s6_what_is_unknown_is_named() {
    for (method, shown) in [
        ("5", "5"),
        ("1.0", "1.0"),
        ("null", "null"),
        ("true", "true"),
        (r#"["ping"]"#, r#"[\"ping\"]"#),
        (r#"{"a": 1}"#, r#"{\"a\":1}"#),
        (r#""\u00e9\"\\""#, r#"é\"\\"#),
    ] {
        assert_eq!(
            answer(&format!(r#""method":{method}"#)),
            error(-32601, &format!("Unsupported method: {shown}"))
        );
    }
    for (params, shown) in [
        ("", "undefined"),
        (r#","params":null"#, "undefined"),
        (r#","params":[]"#, "undefined"),
        (r#","params":"check""#, "undefined"),
        (r#","params":{"arguments":{"file":""}}"#, "undefined"),
        (r#","params":{"name":null}"#, "null"),
        (r#","params":{"name":7}"#, "7"),
        (r#","params":{"name":""}"#, ""),
        (r#","params":{"name":"blueprint"}"#, "blueprint"),
        (
            r#","params":{"name":"blueprint","arguments":[]}"#,
            "blueprint",
        ),
        (r#","params":{"name":"Check"}"#, "Check"),
        (r#","params":{"name":" check"}"#, " check"),
        (r#","params":{"name":["check"]}"#, r#"[\"check\"]"#),
    ] {
        assert_eq!(
            answer(&format!(r#""method":"tools/call"{params}"#)),
            error(-32602, &format!("Unknown tool: {shown}"))
        );
    }
}
