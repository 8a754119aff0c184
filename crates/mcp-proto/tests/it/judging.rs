//! Schemas refused and values judged (SCH-10…16, HDR-9).

use mcp_proto::{
    CallContext, JsonObject, JsonSchema, McpServer, Tool, ToolFault, ToolOutcome, ToolResult,
};
use serde_json::{Value, json};

use crate::schemas::{judged, judged_by, listed};
use crate::support::Client;

#[test]
fn sch10_one_dialect() {
    let with = |dialect: &str| {
        listed(JsonSchema::raw(
            json!({"$schema": dialect, "type": "object"}),
        ))
    };
    assert!(with("https://json-schema.org/draft/2020-12/schema").is_ok());
    for other in [
        "http://json-schema.org/draft-04/schema#",
        "https://example.com/s",
        "",
    ] {
        assert!(
            with(other).unwrap_err().contains("is not supported"),
            "{other}"
        );
    }
    assert!(listed(JsonSchema::raw(json!({"$schema": 1, "type": "object"}))).is_err());
}

#[test]
fn sch11_every_keyword_is_enforced() {
    for (schema, good, bad) in [
        (json!({"type": "string"}), vec!["\"\""], vec!["1", "null"]),
        (json!({"type": ["string", "null"]}), vec!["null"], vec!["1"]),
        (
            json!({"type": "integer"}),
            vec!["1", "1.0", "-5e1"],
            vec!["1.5", "\"1\""],
        ),
        (
            json!({"enum": [1, "a", null]}),
            vec!["1", "\"a\"", "null"],
            vec!["2", "\"b\""],
        ),
        (json!({"const": {"a": 1}}), vec![r#"{"a":1}"#], vec!["{}"]),
        (
            json!({"properties": {"a": {"type": "string"}}}),
            vec!["{}", "5"],
            vec![r#"{"a":1}"#],
        ),
        (
            json!({"required": ["a"]}),
            vec![r#"{"a":null}"#],
            vec!["{}"],
        ),
        (
            json!({"additionalProperties": false, "properties": {"a": true}}),
            vec![r#"{"a":1}"#],
            vec![r#"{"b":1}"#],
        ),
        (
            json!({"patternProperties": {"^x": {"type": "null"}}}),
            vec![r#"{"y":1}"#],
            vec![r#"{"xy":1}"#],
        ),
        (
            json!({"propertyNames": {"maxLength": 1}}),
            vec![r#"{"a":1}"#],
            vec![r#"{"ab":1}"#],
        ),
        (
            json!({"minProperties": 1, "maxProperties": 1}),
            vec![r#"{"a":1}"#],
            vec!["{}", r#"{"a":1,"b":1}"#],
        ),
        (
            json!({"dependentRequired": {"a": ["b"]}}),
            vec![r#"{"b":1}"#],
            vec![r#"{"a":1}"#],
        ),
        (
            json!({"dependentSchemas": {"a": {"required": ["b"]}}}),
            vec!["{}"],
            vec![r#"{"a":1}"#],
        ),
        (
            json!({"items": {"type": "null"}}),
            vec!["[]", "[null]"],
            vec!["[null,1]"],
        ),
        (
            json!({"prefixItems": [true, {"type": "null"}]}),
            vec!["[1]", "[1,null]"],
            vec!["[1,2]"],
        ),
        (
            json!({"contains": {"const": 1}}),
            vec!["[0,1]"],
            vec!["[]", "[0]"],
        ),
        (
            json!({"contains": {"const": 1}, "minContains": 2, "maxContains": 2}),
            vec!["[1,1]"],
            vec!["[1]", "[1,1,1]"],
        ),
        (
            json!({"minItems": 1, "maxItems": 1}),
            vec!["[1]"],
            vec!["[]", "[1,2]"],
        ),
        (json!({"uniqueItems": true}), vec!["[1,2]"], vec!["[1,1.0]"]),
        (
            json!({"minLength": 2, "maxLength": 2}),
            vec!["\"😀é\""],
            vec!["\"😀\"", "\"abc\""],
        ),
        (json!({"pattern": "b"}), vec!["\"abc\""], vec!["\"ac\""]),
        (
            json!({"minimum": 1, "maximum": 2}),
            vec!["1", "2"],
            vec!["0.9", "2.1"],
        ),
        (
            json!({"exclusiveMinimum": 1, "exclusiveMaximum": 2}),
            vec!["1.5"],
            vec!["1", "2"],
        ),
        (json!({"multipleOf": 0.5}), vec!["1.5"], vec!["1.2"]),
        (
            json!({"allOf": [{"minimum": 1}, {"maximum": 2}]}),
            vec!["1"],
            vec!["3"],
        ),
        (
            json!({"anyOf": [{"const": 1}, {"const": 2}]}),
            vec!["2"],
            vec!["3"],
        ),
        (
            json!({"oneOf": [{"minimum": 1}, {"minimum": 2}]}),
            vec!["1"],
            vec!["2", "0"],
        ),
        (json!({"not": {"const": 1}}), vec!["2"], vec!["1"]),
        (
            json!({"if": {"minimum": 5}, "then": {"const": 5}, "else": {"const": 1}}),
            vec!["5", "1"],
            vec!["6", "2"],
        ),
        (
            json!({"unevaluatedProperties": false, "allOf": [{"properties": {"a": true}}]}),
            vec![r#"{"a":1}"#],
            vec![r#"{"b":1}"#],
        ),
        (
            json!({"unevaluatedItems": false, "prefixItems": [true]}),
            vec!["[1]"],
            vec!["[1,2]"],
        ),
        // An annotation.
        (json!({"format": "email"}), vec!["\"no email\""], vec![]),
        (json!({"x-unknown": 1}), vec!["1"], vec![]),
    ] {
        for good in good {
            assert_eq!(judged(schema.clone(), good), Ok(()), "{schema} {good}");
        }
        for bad in bad {
            assert!(judged(schema.clone(), bad).is_err(), "{schema} {bad}");
        }
    }
}

#[test]
fn sch11_sch12_references_stay_inside() {
    let root = |reference: &str| {
        json!({
            "type": "object",
            "properties": {"v": {"$ref": reference}},
            "$defs": {"a/b c": {"$anchor": "here", "type": "null"}, "not-reached": {"type": "null"}},
        })
    };
    for inside in ["#/$defs/a~1b%20c", "#here"] {
        assert_eq!(
            judged_by(&root(inside), r#"{"v":null}"#),
            Ok(()),
            "{inside}"
        );
        assert!(judged_by(&root(inside), r#"{"v":1}"#).is_err(), "{inside}");
    }
    assert_eq!(judged_by(&root("#"), r#"{"v":{"v":{}}}"#), Ok(()));
    for outside in [
        "https://example.com/schema.json",
        "other.json",
        "file:///etc/passwd",
        "#/$defs/none",
        "#nowhere",
        "#/type",
        "",
    ] {
        let error = listed(JsonSchema::raw(root(outside))).unwrap_err();
        assert!(error.contains("$ref"), "{outside}: {error}");
    }
}

#[test]
fn sch13_bounds_of_schemas() {
    let deep = |depth: usize| {
        let inner = (1..depth).fold(json!({}), |inner, _| json!({"not": inner}));
        let mut root = inner;
        root["type"] = json!("object");
        listed(JsonSchema::raw(root))
    };
    assert!(deep(64).is_ok());
    assert!(deep(65).unwrap_err().contains("nested deeper than 64"));
    let wide = |count: usize| {
        let all: Vec<_> = (0..count).map(|_| json!(true)).collect();
        listed(JsonSchema::raw(json!({"type": "object", "allOf": all})))
    };
    assert!(wide(9_999).is_ok());
    assert!(wide(10_000).unwrap_err().contains("more than 10000"));
    let nested = (0..64).fold(JsonSchema::object(), |inner, _| {
        JsonSchema::object().object_of("o", "", inner)
    });
    assert!(listed(nested).is_err());
}

#[test]
fn sch13_bounds_of_a_clients_value() {
    let lists = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
    // The object of the arguments is the first level.
    assert_eq!(judged(json!({}), &lists(63)), Ok(()));
    assert!(
        judged(json!({}), &lists(64))
            .unwrap_err()
            .contains("deeper than 64")
    );
    let many = |count: usize| format!("[{}]", vec!["0"; count].join(","));
    assert_eq!(judged(json!({}), &many(99_998)), Ok(()));
    assert!(
        judged(json!({}), &many(99_999))
            .unwrap_err()
            .contains("more than 100000")
    );
    assert!(
        judged(json!({}), "1e400")
            .unwrap_err()
            .contains("cannot be read")
    );
}

#[test]
fn sch13_sch16_a_schema_that_leads_back_to_itself_gives_one_reason_and_at_once() {
    // All reasons would be more than two to the power of sixty.
    let root = json!({
        "type": "object",
        "properties": {"v": {"$ref": "#/$defs/tree"}},
        "$defs": {"tree": {"anyOf": [
            {"type": "array", "items": {"$ref": "#/$defs/tree"}},
            {"type": "array", "prefixItems": [{"$ref": "#/$defs/tree"}]},
            {"type": "string"},
        ]}},
    });
    let value = |inner: &str| format!(r#"{{"v":{}{inner}{}}}"#, "[".repeat(60), "]".repeat(60));
    assert_eq!(judged_by(&root, &value("\"leaf\"")), Ok(()));
    let told = judged_by(&root, &value("1")).unwrap_err();
    assert_eq!(told.lines().count(), 2, "{told}");
}

#[test]
fn sch14_sch15_malformed_and_half_supported_schemas_are_refused() {
    for bad in [
        json!({"type": "object", "properties": {"a": {"type": "text"}}}),
        json!({"type": "object", "required": "a"}),
        json!({"type": "object", "required": [1]}),
        json!({"type": "object", "properties": {"a": {"pattern": "("}}}),
        json!({"type": "object", "properties": {"a": 1}}),
        json!({"type": "object", "properties": []}),
        json!({"type": "object", "properties": {"a": {"minLength": -1}}}),
        json!({"type": "object", "allOf": []}),
        json!({"type": "object", "$dynamicRef": "#a"}),
        json!({"type": "object", "properties": {"a": {"$dynamicAnchor": "x"}}}),
        json!({"type": "object", "properties": {"a": {"$id": "https://example.com/a"}}}),
        json!({"type": "object", "$defs": {"a": {"$anchor": "x"}, "b": {"$anchor": "x"}}}),
    ] {
        assert!(listed(JsonSchema::raw(&bad)).is_err(), "{bad}");
    }
    assert!(listed(JsonSchema::object().string("s", "").pattern("[")).is_err());
    // ECMAScript: look-ahead, classes, named groups, Unicode escapes.
    for good in [r"^(?=a)\w+$", r"(?<year>\d{4})", r"^\p{L}+$", r"[^\s]"] {
        assert!(
            listed(JsonSchema::object().string("s", "").pattern(good)).is_ok(),
            "{good}"
        );
    }
}

#[test]
fn sch16_at_most_twenty_reasons_in_document_order() {
    let schema = json!({"additionalProperties": {"type": "string"}, "required": ["last"]});
    let members: Vec<_> = (0..50)
        .map(|number| format!(r#""m{number}":{number}"#))
        .collect();
    let told = judged(schema, &format!("{{{}}}", members.join(","))).unwrap_err();
    let lines: Vec<_> = told.lines().skip(1).map(str::trim).collect();
    assert_eq!(lines.len(), 20, "{told}");
    assert!(
        lines[0].starts_with("/v: ") && lines[0].ends_with("(required)"),
        "{told}"
    );
    for (number, line) in lines[1..].iter().enumerate() {
        assert!(line.starts_with(&format!("/v/m{number}: ")), "{line}");
        assert!(line.ends_with("(type)"), "{line}");
    }
}

#[test]
fn hdr9_marks_for_headers_are_checked() {
    let marked = |name: Value, kind: Value| json!({"type": "object", "properties": {"a": {"type": kind, "x-mcp-header": name}}});
    for good in ["string", "integer", "boolean"] {
        assert!(listed(JsonSchema::raw(marked(json!("Region"), json!(good)))).is_ok());
    }
    let inner = json!({"type": "object", "properties": {"o": marked(json!("X"), json!("string"))}});
    assert!(listed(JsonSchema::raw(inner)).is_ok());
    let text = || json!({"type": "string", "x-mcp-header": "X"});
    for bad in [
        marked(json!(""), json!("string")),
        marked(json!("a b"), json!("string")),
        marked(json!("é"), json!("string")),
        marked(json!(1), json!("string")),
        marked(json!("X"), json!("number")),
        marked(json!("X"), json!(["string"])),
        json!({"type": "object", "properties": {"a": text(), "b": {"type": "string", "x-mcp-header": "x"}}}),
        json!({"type": "object", "properties": {"a": {"type": "array", "items": text()}}}),
        json!({"type": "object", "properties": {"a": {"anyOf": [text()]}}}),
        json!({"type": "object", "$defs": {"a": text()}}),
        json!({"type": "object", "additionalProperties": text()}),
    ] {
        assert!(listed(JsonSchema::raw(&bad)).is_err(), "{bad}");
    }
}

/// Promises a list and returns another value.
struct Promises(Value);

impl Tool for Promises {
    fn description(&self) -> &str {
        "Promises a list of texts"
    }

    fn output_schema(&self) -> Option<JsonSchema> {
        Some(JsonSchema::raw(
            json!({"type": "array", "items": {"$ref": "#/$defs/t"}, "$defs": {"t": {"type": "string"}}}),
        ))
    }

    async fn call(&self, _: &mut CallContext, _: &JsonObject) -> Result<ToolOutcome, ToolFault> {
        Ok(ToolResult::structured(&self.0).into())
    }
}

#[test]
fn sch13_results_are_bounded_in_nesting_only() {
    let many: Value = vec![json!("x"); 150_000].into();
    let server = |value| {
        McpServer::builder("n", "1")
            .tool("t", Promises(value))
            .build()
            .unwrap()
    };
    let client = Client::new(&server(many));
    assert!(
        client
            .call("t", json!({}))
            .get("structuredContent")
            .is_some()
    );
    let client = Client::new(&server(json!([1])));
    assert_eq!(client.code("tools/call", json!({"name": "t"})), -32603);
}
