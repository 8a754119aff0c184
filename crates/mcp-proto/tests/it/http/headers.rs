//! Headers that mirror the body (11 §22).

use mcp_proto::{
    CallContext, Era, JsonObject, JsonSchema, McpServer, Tool, ToolFault, ToolOutcome, ToolResult,
};
use serde_json::{Value, json};

use crate::support::http::{Answer, Port, Post};
use crate::support::meta;
use crate::support::server::server;

/// A tool whose arguments are repeated in headers.
struct Mirrored;

impl Tool for Mirrored {
    fn description(&self) -> &str {
        "Takes arguments that stand in headers too"
    }

    fn input_schema(&self) -> JsonSchema {
        JsonSchema::object()
            .string("region", "where")
            .header("Region")
            .integer("count", "how many")
            .header("Count")
            .bool("dry", "whether for show")
            .header("Dry-Run")
            .object_of(
                "inner",
                "more",
                JsonSchema::object()
                    .string("deep", "deep inside")
                    .header("Deep"),
            )
            .any("free", "anything")
    }

    async fn call(&self, _: &mut CallContext, args: &JsonObject) -> Result<ToolOutcome, ToolFault> {
        Ok(ToolResult::text(args.as_raw().get()).into())
    }
}

fn port() -> Port {
    let server = McpServer::builder("test", "1")
        .tool("mirrored", Mirrored)
        .build();
    Port::of(&server.unwrap())
}

/// HDR-1: the status, the code, the id.
fn mismatch(answer: &Answer) {
    assert_eq!(answer.refusal(), (400, -32020), "{answer:?}");
    assert_eq!(answer.json()["id"], 1, "{answer:?}");
}

#[test]
fn hdr1_hdr2_hdr3_method_and_version_mirror_the_body() {
    let port = Port::of(&server());
    let good = Post::modern(&json!(1), "tools/list", json!({}));
    assert_eq!(port.send(&good).status, 200);
    for (name, bad) in [
        ("Mcp-Method", "TOOLS/LIST"),
        ("Mcp-Method", "tools/call"),
        ("Mcp-Method", ""),
        ("Mcp-Method", "=?base64?dG9vbHMvbGlzdA==?="),
        ("MCP-Protocol-Version", "2025-11-25"),
        ("MCP-Protocol-Version", "v9"),
        ("MCP-Protocol-Version", ""),
    ] {
        let answer = port
            .send(&good.clone().set(name, bad))
            .judged(Era::Modern, "tools/list");
        mismatch(&answer);
        // The text names the header and both values.
        let text = answer.json()["error"]["message"]
            .as_str()
            .unwrap()
            .to_owned();
        assert!(
            text.contains(name) && text.contains(&format!("{bad:?}")),
            "{text}"
        );
    }
    for name in ["Mcp-Method", "MCP-Protocol-Version"] {
        let answer = port.send(&good.clone().without(name));
        mismatch(&answer);
        assert!(answer.body.contains(name), "{answer:?}");
    }
    // Unknown methods have the header too.
    let unknown = Post::modern(&json!(1), "unknown", json!({}));
    assert_eq!(port.send(&unknown).refusal(), (404, -32601));
    mismatch(&port.send(&unknown.without("Mcp-Method")));
    // Long values are not repeated.
    let long = "x".repeat(1000);
    let answer = port.send(&good.set("Mcp-Method", &long));
    mismatch(&answer);
    assert!(!answer.body.contains(&long));
}

// HDR-3: names without case, values without white space around them.
#[test]
fn hdr3_names_have_no_case_and_values_no_margins() {
    let port = Port::of(&server());
    let good = Post::modern(&json!(1), "tools/call", json!({"name": "full"}));
    for name in ["mcp-method", "MCP-METHOD", "mCp-MeThOd"] {
        let post = good.clone().without("Mcp-Method").with(name, "tools/call");
        assert_eq!(port.send(&post).status, 200, "{name}");
    }
    let padded = good
        .clone()
        .set("Mcp-Name", "   full \t ")
        .set("Mcp-Method", "\ttools/call ");
    assert_eq!(port.send(&padded).status, 200);
    mismatch(&port.send(&good.set("Mcp-Name", "Full")));
}

#[test]
fn hdr4_hdr5_a_header_stands_once_and_is_ascii() {
    let port = Port::of(&server());
    let good = Post::modern(&json!(1), "tools/call", json!({"name": "full"}));
    for name in ["Mcp-Method", "MCP-Protocol-Version", "Mcp-Name"] {
        let value = match name {
            "Mcp-Method" => "tools/call",
            "Mcp-Name" => "full",
            _ => "2026-07-28",
        };
        mismatch(&port.send(&good.clone().with(name, value)));
        mismatch(&port.send(&good.clone().set(name, format!("{value}é"))));
        mismatch(&port.send(&good.clone().set(name, b"\xff")));
        // A control character never comes as far as a message.
        let mut line = port.connect();
        line.send(&good.clone().set(name, "a\u{1}").bytes());
        let answer = line.answer().unwrap();
        assert_eq!((answer.status, answer.body.as_str()), (400, ""));
    }
}

#[test]
fn hdr6_hdr7_names_of_what_is_called_or_read() {
    let port = Port::of(&server());
    for (method, params, name) in [
        ("tools/call", json!({"name": "full"}), "full"),
        ("prompts/get", json!({"name": "summarize"}), "summarize"),
        (
            "resources/read",
            json!({"uri": "blog://latest"}),
            "blog://latest",
        ),
    ] {
        let good = Post::modern(&json!(1), method, params);
        assert_eq!(port.send(&good).status, 200, "{method}");
        mismatch(&port.send(&good.clone().without("Mcp-Name")));
        mismatch(&port.send(&good.clone().set("Mcp-Name", "other")));
        let encoded = format!("=?base64?{}?=", base64(name));
        assert_eq!(
            port.send(&good.clone().set("Mcp-Name", &encoded)).status,
            200
        );
        for bad in ["=?base64?!!!?=", "=?base64?YQ?=", "=?BASE64?ZnVsbA==?="] {
            mismatch(&port.send(&good.clone().set("Mcp-Name", bad)));
        }
        // The body has none, or none that is a string.
        for params in [json!({}), json!({"name": 1, "uri": 1})] {
            let without = Post::modern(&json!(1), method, params);
            assert_eq!(port.send(&without).refusal(), (200, -32602), "{method}");
            mismatch(&port.send(&without.with("Mcp-Name", "1")));
        }
    }
    // On other methods it means nothing.
    let list = Post::modern(&json!(1), "tools/list", json!({}));
    assert_eq!(
        port.send(&list.with("Mcp-Name", "x").with("Mcp-Name", "y"))
            .status,
        200
    );
    // A name that a header cannot carry as it is.
    let uri = "blog://posts/ほげ";
    let read = Post::modern(&json!(1), "resources/read", json!({"uri": uri}));
    mismatch(&port.send(&read));
    let read = read.set("Mcp-Name", format!("=?base64?{}?=", base64(uri)));
    assert_eq!(port.send(&read).status, 200);
}

/// Written out here, so that it is not the code under test.
fn base64(text: &str) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut written = String::new();
    for chunk in text.as_bytes().chunks(3) {
        let byte = |place: usize| u32::from(*chunk.get(place).unwrap_or(&0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for place in 0..4 {
            let digit = DIGITS[(bits >> (18 - 6 * place)) as usize & 63];
            written.push(if place <= chunk.len() {
                digit.into()
            } else {
                '='
            });
        }
    }
    written
}

#[test]
fn disc3_only_discover_is_served_without_a_version_header() {
    let port = Port::of(&server());
    let discover = Post::modern(&json!(1), "server/discover", json!({}));
    let answer = port.send(&discover.clone().without("MCP-Protocol-Version"));
    assert_eq!(answer.judged(Era::Modern, "server/discover").status, 200);
    mismatch(&port.send(&discover.clone().set("MCP-Protocol-Version", "v9")));
    mismatch(&port.send(&discover.without("Mcp-Method")));
    let list = Post::modern(&json!(1), "tools/list", json!({}));
    mismatch(&port.send(&list.without("MCP-Protocol-Version")));
}

// VER-3, ERR-5
#[test]
fn ver3_err5_the_order_of_what_can_be_wrong() {
    let port = port();
    let wrong_version = meta(json!({"io.modelcontextprotocol/protocolVersion": "v9"}));
    let call = |params: Value| Post::modern(&json!(1), "tools/call", params);
    // Metadata before headers.
    let post = call(json!({"_meta": {}})).set("Mcp-Method", "x");
    let post = post.set("MCP-Protocol-Version", "2026-07-28");
    assert_eq!(port.send(&post).refusal(), (400, -32602));
    // Headers before the version, the version before the method.
    let post = Post::modern(&json!(1), "unknown", json!({"_meta": wrong_version}));
    assert_eq!(port.send(&post).refusal(), (400, -32020));
    let post = post.set("MCP-Protocol-Version", "v9");
    assert_eq!(port.send(&post).refusal(), (400, -32022));
    // The method before what it is called with, arguments in headers before arguments.
    let post = call(json!({"name": "mirrored", "arguments": 1, "inputResponses": 1}));
    assert_eq!(
        port.send(&post.clone().with("Mcp-Param-Region", "x"))
            .refusal(),
        (400, -32020)
    );
    assert_eq!(port.send(&post).refusal(), (200, -32602));
}

#[test]
fn hdr10_hdr11_hdr12_hdr14_arguments_and_their_headers() {
    let port = port();
    let status = |arguments: Value, headers: &[(&str, &str)]| {
        let post = Post::call("mirrored", arguments);
        let post = headers
            .iter()
            .fold(post, |post, (name, value)| post.with(name, value));
        let answer = port.send(&post).judged(Era::Modern, "tools/call");
        if answer.status != 200 {
            mismatch(&answer);
        }
        answer.status
    };
    let region = |value: &str, header: &str| {
        status(json!({"region": value}), &[("Mcp-Param-Region", header)])
    };
    assert_eq!(status(json!({}), &[]), 200);
    // Absent or null: no header either (HDR-10).
    assert_eq!(status(json!({}), &[("Mcp-Param-Region", "eu")]), 400);
    assert_eq!(
        status(json!({"region": null}), &[("Mcp-Param-Region", "null")]),
        400
    );
    assert_eq!(status(json!({"region": null}), &[]), 200);
    // There, without its header (HDR-11).
    assert_eq!(status(json!({"region": "eu"}), &[]), 400);
    // Texts (HDR-12).
    for (value, header) in [
        ("eu", "eu"),
        ("eu", "  eu "),
        ("Hello", "=?base64?SGVsbG8=?="),
        ("ほげ", "=?base64?44G744GS?="),
        (" padded ", "=?base64?IHBhZGRlZCA=?="),
        ("", ""),
        ("=?base64?SGVsbG8=", "=?base64?SGVsbG8="),
    ] {
        assert_eq!(region(value, header), 200, "{value:?}");
    }
    for (value, header) in [
        ("eu", "EU"),
        ("eu", "us"),
        (" padded ", " padded "),
        ("Hello", "=?base64?SGVsbG8?="),
        ("Hello", "=?base64?SGVs!!!bG8=?="),
        ("=?base64?SGVsbG8=?=", "=?base64?SGVsbG8=?="),
    ] {
        assert_eq!(region(value, header), 400, "{value:?}");
    }
    let twice = [("Mcp-Param-Region", "eu"), ("mcp-param-region", "eu")];
    assert_eq!(status(json!({"region": "eu"}), &twice), 400);
    // Truth values (HDR-14).
    let dry = |value: bool, header| status(json!({"dry": value}), &[("Mcp-Param-Dry-Run", header)]);
    assert_eq!((dry(true, "true"), dry(false, "false")), (200, 200));
    for bad in ["True", "1", "", "false", "=?base64?dHJ1?="] {
        assert_eq!(dry(true, bad), 400, "{bad}");
    }
    // Deep inside.
    let deep = json!({"inner": {"deep": "x"}});
    assert_eq!(status(deep.clone(), &[("Mcp-Param-Deep", "x")]), 200);
    assert_eq!(status(deep, &[]), 400);
    assert_eq!(status(json!({"inner": 7}), &[]), 200);
}

#[test]
fn hdr13_whole_numbers_are_compared_as_numbers() {
    let port = port();
    let count = |value: &str, header: &str| {
        let mut post = Post::call("mirrored", json!({"count": "#"}));
        let body = String::from_utf8(post.body)
            .unwrap()
            .replace("\"#\"", value);
        post.body = body.into();
        port.send(&post.with("Mcp-Param-Count", header)).status
    };
    for (value, header) in [
        ("42", "42"),
        ("42", "42.0"),
        ("42.0", "42"),
        ("4.2e1", "42.000"),
        ("-7", "-7"),
        ("0", "-0"),
        ("9007199254740991", "9007199254740991"),
    ] {
        assert_eq!(count(value, header), 200, "{value} {header}");
    }
    for (value, header) in [
        ("42", "43"),
        ("42", "42.5"),
        ("42", "4.2e1"),
        ("42", "+42"),
        ("42", "42."),
        ("42", ""),
        ("42", "0x2a"),
        ("9007199254740992", "9007199254740992"),
        ("9007199254740993", "9007199254740992"),
        ("-9007199254740992", "-9007199254740992"),
    ] {
        assert_eq!(count(value, header), 400, "{value} {header}");
    }
}

#[test]
fn hdr15_hdr16_other_types_and_headers_that_nobody_declared() {
    let port = port();
    let call = |arguments: Value| Post::call("mirrored", arguments);
    // Another type than the schema says: a result for the model, unless a header is there.
    for arguments in [
        json!({"region": 7}),
        json!({"count": "x"}),
        json!({"count": 1.5}),
        json!({"dry": "true"}),
    ] {
        let answer = port.send(&call(arguments));
        assert_eq!(answer.status, 200);
        assert_eq!(answer.json()["result"]["isError"], true);
    }
    mismatch(&port.send(&call(json!({"region": 7})).with("Mcp-Param-Region", "7")));
    mismatch(&port.send(&call(json!({"count": "7"})).with("Mcp-Param-Count", "7")));
    mismatch(&port.send(&call(json!({"count": 1.5})).with("Mcp-Param-Count", "1.5")));
    mismatch(&port.send(&call(json!({"dry": "true"})).with("Mcp-Param-Dry-Run", "true")));
    // HDR-16
    let other = call(json!({"free": 1}))
        .with("Mcp-Param-Free", "2")
        .with("Mcp-Param-X", b"\xff");
    assert_eq!(port.send(&other).status, 200);
    let unknown = Post::call("unknown", json!({})).with("Mcp-Param-Region", "x");
    assert_eq!(port.send(&unknown).refusal(), (200, -32602));
}

// HDR-8
#[test]
fn hdr8_the_same_tool_without_headers_where_there_are_none() {
    let server = McpServer::builder("test", "1")
        .tool("mirrored", Mirrored)
        .build()
        .unwrap();
    let client = crate::support::Client::new(&server);
    let result = client.call("mirrored", json!({"region": "eu", "count": 1}));
    assert!(result.get("isError").is_none(), "{result}");
}
