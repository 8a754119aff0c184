//! Schemas as the builder writes them (SCH-1…4).

use mcp_proto::{JsonSchema, McpServer};
use serde_json::{Value, json};

use crate::registration::Shaped;
use crate::support::Client;

/// A server with a tool of this schema, or what is wrong with it.
fn built(schema: JsonSchema) -> Result<McpServer, String> {
    let mut builder = McpServer::builder("n", "1");
    let built = builder.tool("t", Shaped::with(schema)).build();
    built.map_err(|errors| errors.to_string())
}

/// The schema as it is listed, or what is wrong with it.
pub(crate) fn listed(schema: JsonSchema) -> Result<String, String> {
    let result = Client::new(&built(schema)?).result("tools/list", json!({}));
    Ok(result["tools"][0]["inputSchema"].to_string())
}

/// Whether a value passes as the argument `v` of a schema; what is told if not.
pub(crate) fn judged(schema: Value, value: &str) -> Result<(), String> {
    let root = json!({"type": "object", "properties": {"v": schema}});
    judged_by(&root, &format!(r#"{{"v":{value}}}"#))
}

pub(crate) fn judged_by(root: &Value, arguments: &str) -> Result<(), String> {
    let mut builder = McpServer::builder("n", "1");
    let server = builder
        .tool("t", Shaped::with(JsonSchema::raw(root)))
        .build()
        .unwrap();
    let meta = crate::support::meta(json!({}));
    let message = format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"_meta":{meta},"name":"t","arguments":{arguments}}}}}"#
    );
    let answers = crate::support::block_on(server.answer(message.as_bytes())).unwrap();
    crate::support::wire::judge(mcp_proto::Era::Modern, "tools/call", &answers[0]);
    let answer: Value = serde_json::from_str(&answers[0]).unwrap();
    match answer["result"].get("isError") {
        None => Ok(()),
        Some(_) => Err(answer["result"]["content"][0]["text"]
            .as_str()
            .unwrap()
            .to_owned()),
    }
}

#[test]
fn sch1_the_order_is_that_of_the_calls() {
    let schema = JsonSchema::object()
        .string("z", "last letter")
        .min(1)
        .max(9)
        .pattern("^a")
        .format("email")
        .title("Z")
        .required()
        .integer("a", "first letter")
        .min(1)
        .default(2)
        .examples([1, 2])
        .number("n", "a number")
        .exclusive_min(0.5)
        .exclusive_max(2)
        .multiple_of(0.25)
        .bool("b", "a truth value")
        .constant(true)
        .array("l", "a list", JsonSchema::of_string("a text"))
        .min(1)
        .max(3)
        .object_of(
            "o",
            "an object",
            JsonSchema::object().string("i", "inner").required(),
        )
        .one_of_strings("c", "a choice", &["x", "y"])
        .required()
        .any("w", "whatever")
        .enum_values([json!(1), json!("one")])
        .property("r", json!({"type": ["string", "null"]}))
        .string("h", "a header")
        .header("Region")
        .additional(false);
    assert_eq!(
        listed(schema).unwrap(),
        concat!(
            r#"{"type":"object","properties":{"#,
            r#""z":{"type":"string","description":"last letter","minLength":1,"maxLength":9,"pattern":"^a","format":"email","title":"Z"},"#,
            r#""a":{"type":"integer","description":"first letter","minimum":1,"default":2,"examples":[1,2]},"#,
            r#""n":{"type":"number","description":"a number","exclusiveMinimum":0.5,"exclusiveMaximum":2,"multipleOf":0.25},"#,
            r#""b":{"type":"boolean","description":"a truth value","const":true},"#,
            r#""l":{"type":"array","description":"a list","items":{"type":"string","description":"a text"},"minItems":1,"maxItems":3},"#,
            r#""o":{"type":"object","description":"an object","properties":{"i":{"type":"string","description":"inner"}},"required":["i"]},"#,
            r#""c":{"type":"string","description":"a choice","enum":["x","y"]},"#,
            r#""w":{"description":"whatever","enum":[1,"one"]},"#,
            r#""r":{"type":["string","null"]},"#,
            r#""h":{"type":"string","description":"a header","x-mcp-header":"Region"}},"#,
            r#""required":["z","c"],"additionalProperties":false}"#
        )
    );
    let page = JsonSchema::object()
        .integer("page", "page number, from 1")
        .min(1);
    assert_eq!(
        listed(page).unwrap(),
        r#"{"type":"object","properties":{"page":{"type":"integer","description":"page number, from 1","minimum":1}}}"#
    );
    assert_eq!(
        listed(JsonSchema::object()).unwrap(),
        r#"{"type":"object","properties":{}}"#
    );
}

#[test]
fn sch2_a_call_that_does_not_fit_is_a_problem() {
    let object = JsonSchema::object;
    for (call, schema) in [
        (".required()", object().required()),
        (".min()", object().min(1)),
        (".min()", object().bool("b", "").min(1)),
        (".max()", object().any("a", "").max(1)),
        (".min()", object().string("s", "").min(0.5)),
        (".max()", object().string("s", "").max(-1)),
        (".pattern()", object().integer("i", "").pattern("x")),
        (".format()", object().number("n", "").format("date")),
        (
            ".exclusive_min()",
            object().string("s", "").exclusive_min(1),
        ),
        (".exclusive_max()", object().exclusive_max(1)),
        (".multiple_of()", object().bool("b", "").multiple_of(2)),
        (".multiple_of()", object().number("n", "").multiple_of(0)),
        (".min()", object().number("n", "").min(f64::NAN)),
        (".default()", object().default(1)),
        (".title()", object().property("r", json!({})).title("x")),
        (".header()", object().header("X")),
        (
            ".additional()",
            JsonSchema::raw(json!({"type": "object"})).additional(true),
        ),
        (
            "a property",
            JsonSchema::raw(json!({"type": "object"})).string("s", ""),
        ),
        (
            ".min()",
            object().array("l", "", object().bool("b", "").min(1)),
        ),
    ] {
        let error = listed(schema).unwrap_err();
        assert!(error.contains(call), "{call}: {error}");
    }
}

#[test]
fn sch3_a_property_stands_once() {
    let twice = JsonSchema::object().string("a", "").integer("a", "");
    assert!(
        listed(twice)
            .unwrap_err()
            .contains("the property a stands twice")
    );
}

#[test]
fn sch4_a_raw_schema_reaches_the_list_without_loss() {
    let raw = r##"{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","$defs":{"address":{"$anchor":"addressDef","type":"object","properties":{"street":{"type":"string"},"city":{"type":"string"}}}},"properties":{"name":{"type":"string"},"address":{"$ref":"#/$defs/address"},"contactMethod":{"type":"string","enum":["phone","email"]},"phone":{"type":"string"},"email":{"type":"string"}},"allOf":[{"anyOf":[{"required":["phone"]},{"required":["email"]}]}],"if":{"properties":{"contactMethod":{"const":"phone"}},"required":["contactMethod"]},"then":{"required":["phone"]},"else":{"required":["email"]},"x-unknown":[1.50],"additionalProperties":false}"##;
    let value: Value = serde_json::from_str(raw).unwrap();
    // Through a value of this test, which spells 1.50 as 1.5.
    assert_eq!(
        listed(JsonSchema::raw(&value)).unwrap(),
        raw.replace("1.50", "1.5")
    );
}

#[test]
fn shapes_of_whole_values_are_written_as_they_are_called() {
    let text = || JsonSchema::of_string("t");
    let schema = JsonSchema::object()
        .object_of("map", "m", JsonSchema::map(JsonSchema::list(text())))
        .number("n", "n")
        .min(0)
        .nullable()
        .required()
        .either(
            "e",
            "e",
            [text(), JsonSchema::of_types(&["integer", "null"], "i")],
        )
        .object_of(
            "any",
            "a",
            JsonSchema::any_of([JsonSchema::object().bool("b", "b"), JsonSchema::object()]),
        );
    let expected = concat!(
        r#"{"type":"object","properties":{"#,
        r#""map":{"type":"object","description":"m","additionalProperties":{"type":"array","items":{"type":"string","description":"t"}}},"#,
        r#""n":{"type":["number","null"],"description":"n","minimum":0},"#,
        r#""e":{"description":"e","anyOf":[{"type":"string","description":"t"},{"type":["integer","null"],"description":"i"}]},"#,
        r#""any":{"type":"object","description":"a","anyOf":[{"type":"object","properties":{"b":{"type":"boolean","description":"b"}}},{"type":"object","properties":{}}]}},"#,
        r#""required":["n"]}"#,
    );
    assert_eq!(listed(schema).as_deref(), Ok(expected));
    for (wrong, told) in [
        (
            JsonSchema::object().nullable(),
            ".nullable() stands before any property",
        ),
        (
            JsonSchema::object()
                .one_of_strings("s", "", &["a"])
                .nullable(),
            ".nullable() does not fit the property s",
        ),
        (
            JsonSchema::object().any("a", "").nullable(),
            ".nullable() does not fit the property a",
        ),
        (
            JsonSchema::object().either("e", "", []),
            "either of no shape",
        ),
        (JsonSchema::any_of([]), "any_of wants a shape"),
        (JsonSchema::of_types(&["text"], ""), "text is no type"),
        (JsonSchema::of_types(&[], ""), "of_types wants a type"),
    ] {
        let problems = listed(wrong).unwrap_err();
        assert!(problems.contains(told), "{problems}");
    }
}

#[test]
fn sch13_what_the_builder_nests_is_bounded_like_any_schema() {
    // Each way to put a schema into another one, with how many levels it adds.
    type Wrap = fn(JsonSchema) -> JsonSchema;
    let ways: [(usize, Wrap); 5] = [
        (1, |inner| JsonSchema::object().object_of("o", "", inner)),
        (2, |inner| JsonSchema::object().array("a", "", inner)),
        (2, |inner| JsonSchema::object().either("e", "", [inner])),
        (2, |inner| {
            JsonSchema::object().object_of("m", "", JsonSchema::map(inner))
        }),
        (3, |inner| {
            JsonSchema::object().object_of("l", "", JsonSchema::list(inner))
        }),
    ];
    for (added, wrap) in ways {
        let nested = |levels: usize| {
            let inner = (0..levels / added).fold(JsonSchema::object(), |inner, _| wrap(inner));
            built(inner)
        };
        // The innermost one is a level too.
        let most = 63 / added * added;
        assert!(nested(most).is_ok(), "{added}");
        let problems = nested(most + added).err().expect("too deep");
        assert!(problems.contains("nested deeper than 64"), "{problems}");
    }
    let wide = |count: usize| {
        let all = (1..count).fold(JsonSchema::object(), |all, n| {
            all.string(&n.to_string(), "")
        });
        built(all)
    };
    assert!(wide(10_000).is_ok());
    assert!(wide(10_001).is_err_and(|told| told.contains("more than 10000")));
}
