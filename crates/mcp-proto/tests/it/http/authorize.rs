//! On whose behalf (11 §24).

use std::time::{Duration, SystemTime};

use mcp_proto::{
    AuthConfig, CallContext, Elicited, Era, HttpConfig, Input, InputRequest, InputRequired,
    JsonObject, JsonSchema, McpBuilder, McpServer, Principal, TokenError, TokenVerifier, Tool,
    ToolFault, ToolOutcome, ToolResult,
};
use serde_json::{Value, json};

use super::answers::listen;
use crate::support::http::{Answer, Port, Post};
use crate::support::server::{Does, builder};
use crate::support::{Client, meta, request};

const RESOURCE: &str = "https://mcp.example/mcp";
const METADATA: &str = "https://mcp.example/.well-known/oauth-protected-resource/mcp";

/// A token is `subject:scope,scope`, or a word for what is wrong with it.
struct Words;

impl TokenVerifier for Words {
    async fn verify(&self, token: &str, resource: &str) -> Result<Principal, TokenError> {
        assert_eq!(resource, RESOURCE);
        if token == "panic" {
            panic!("as told");
        }
        let Some((subject, scopes)) = token.split_once('.') else {
            return Err(TokenError("unknown".to_owned()));
        };
        let ago = SystemTime::now() - Duration::from_secs(1);
        let soon = SystemTime::now() + Duration::from_secs(60);
        Ok(Principal {
            subject: subject.to_owned(),
            scopes: scopes.split('+').map(ToOwned::to_owned).collect(),
            expires_at: match subject {
                "expired" => Some(ago),
                "lasting" => None,
                _ => Some(soon),
            },
            audiences: match subject {
                "foreign" => vec![format!("{RESOURCE}/"), "https://mcp.example".to_owned()],
                _ => vec!["https://other.example".to_owned(), RESOURCE.to_owned()],
            },
            claims: None,
        })
    }
}

/// A tool that needs two scopes, and says who calls it.
struct Scoped;

impl Tool for Scoped {
    fn description(&self) -> &str {
        "Says who calls"
    }

    fn scopes(&self) -> &[&str] {
        &["write", "delete"]
    }

    async fn call(&self, cx: &mut CallContext, _: &JsonObject) -> Result<ToolOutcome, ToolFault> {
        let subject = cx.principal().map_or("nobody", |it| it.subject.as_str());
        Ok(ToolResult::text(subject).into())
    }
}

/// A tool that needs an answer, and seals a state for it.
struct Asks;

impl Tool for Asks {
    fn description(&self) -> &str {
        "Asks once"
    }

    async fn call(&self, cx: &mut CallContext, _: &JsonObject) -> Result<ToolOutcome, ToolFault> {
        match cx.input::<Elicited>("sure")? {
            Input::Given(_) => Ok(ToolResult::text("done").into()),
            Input::Missing => {
                let form = JsonSchema::object().bool("yes", "whether");
                let needed = InputRequired::new().ask("sure", InputRequest::form("Sure?", form));
                Ok(needed.state(cx.seal(&1)?).into())
            }
        }
    }
}

fn config() -> AuthConfig {
    AuthConfig::new(RESOURCE, Words)
        .authorization_servers(["https://login.example"])
        .scopes_supported(["read", "write", "delete"])
        .required_scopes(["read"])
}

pub(super) fn protected() -> McpBuilder {
    let mut builder = builder();
    builder
        .tool("scoped", Scoped)
        .tool("asks", Asks)
        .authorize(config());
    builder
}

fn port() -> Port {
    Port::of(&protected().build().unwrap())
}

pub(super) fn bearer(post: Post, token: &str) -> Post {
    post.with("Authorization", format!("Bearer {token}"))
}

/// AUTH-9: status, an error without an id, and what the client is told to do.
fn refused(answer: &Answer, status: u16) -> Option<&str> {
    assert_eq!(answer.refusal(), (status, -32600), "{answer:?}");
    assert!(answer.json().get("id").is_none());
    answer.header("www-authenticate")
}

#[test]
fn auth3_auth5_without_a_token_nothing_is_served() {
    let port = port();
    let challenge = format!("Bearer resource_metadata=\"{METADATA}\", scope=\"read\"");
    for post in [
        Post::call("full", json!({})),
        Post::modern(&json!(1), "server/discover", json!({})),
        Post::legacy(&json!(1), "initialize", json!({})),
        Post::new(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#),
        Post::new("not json"),
        // A token elsewhere is not looked at.
        Post::call("full", json!({"access_token": "ann.read"})),
        Post::call("full", json!({})).to("POST", "/mcp?access_token=ann.read"),
        Post::call("full", json!({})).with("Authorization", "Basic YW5uOng="),
        Post::call("full", json!({})).with("Cookie", "access_token=ann.read"),
    ] {
        assert_eq!(refused(&port.send(&post), 401), Some(challenge.as_str()));
    }
    let good = bearer(Post::call("full", json!({})), "ann.read");
    assert_eq!(port.send(&good).status, 200);
    // The scheme has no case, and nothing is remembered.
    let lower = Post::call("full", json!({})).with("Authorization", "bearer ann.read");
    let mut line = port.connect();
    line.send(&lower.bytes());
    assert_eq!(line.answer().unwrap().status, 200);
    line.send(&Post::call("full", json!({})).bytes());
    assert_eq!(line.answer().unwrap().status, 401);
    // Without scopes to name there is no such word.
    let config = AuthConfig::new(RESOURCE, Words).authorization_servers(["https://l.example"]);
    let free = Port::of(&builder().authorize(config).build().unwrap());
    let answer = free.send(&Post::call("full", json!({})));
    let challenge = format!("Bearer resource_metadata=\"{METADATA}\"");
    assert_eq!(refused(&answer, 401), Some(challenge.as_str()));
}

#[test]
fn auth4_auth6_a_token_that_is_not_good() {
    let port = port();
    for token in ["unknown", "expired.read", "foreign.read", "panic"] {
        let answer = port.send(&bearer(Post::call("full", json!({})), token));
        let challenge = format!(
            "Bearer resource_metadata=\"{METADATA}\", scope=\"read\", error=\"invalid_token\""
        );
        assert_eq!(refused(&answer, 401), Some(challenge.as_str()), "{token}");
        assert!(!answer.body.contains(token), "{answer:?}");
    }
    let lasting = bearer(Post::call("full", json!({})), "lasting.read");
    assert_eq!(port.send(&lasting).status, 200);
    for bad in ["Bearer", "Bearer a b", "Bearer \"x\""] {
        let post = Post::call("full", json!({})).with("Authorization", bad);
        let answer = port.send(&post);
        let challenge = refused(&answer, 400).unwrap();
        assert!(
            challenge.ends_with("error=\"invalid_request\""),
            "{challenge}"
        );
    }
    let twice = bearer(
        bearer(Post::call("full", json!({})), "ann.read"),
        "ann.read",
    );
    refused(&port.send(&twice), 400);
}

#[test]
fn auth7_all_scopes_that_an_operation_needs_are_told_at_once() {
    let port = port();
    let call = |token: &str| port.send(&bearer(Post::call("scoped", json!({})), token));
    let all = format!(
        "Bearer error=\"insufficient_scope\", scope=\"read write delete\", \
         resource_metadata=\"{METADATA}\""
    );
    for token in ["ann.read", "ann.read+write", "ann.read+delete"] {
        assert_eq!(refused(&call(token), 403), Some(all.as_str()), "{token}");
    }
    let none = port.send(&bearer(Post::call("full", json!({})), "ann.write"));
    let required = format!(
        "Bearer error=\"insufficient_scope\", scope=\"read\", resource_metadata=\"{METADATA}\""
    );
    assert_eq!(refused(&none, 403), Some(required.as_str()));
    let answer = call("ann.read+write+delete+more");
    assert_eq!(answer.json()["result"]["content"][0]["text"], "ann");
    // Older clients too.
    let legacy = Post::legacy(&json!(1), "tools/call", json!({"name": "scoped"}));
    let answer = port.send(&bearer(legacy.clone(), "ann.read"));
    assert_eq!(refused(&answer, 403), Some(all.as_str()));
    let answer = port.send(&bearer(legacy, "bob.read+write+delete"));
    assert_eq!(answer.json()["result"]["content"][0]["text"], "bob");
    let mut koyu = protected();
    koyu.legacy_profile(mcp_proto::LegacyProfile::Koyu);
    let koyu = Port::of(&koyu.build().unwrap());
    let legacy = Post::legacy(&json!(1), "tools/call", json!({"name": "scoped"}));
    assert_eq!(
        refused(&koyu.send(&bearer(legacy, "ann.read")), 403),
        Some(all.as_str())
    );
}

#[test]
fn auth2_a_configuration_that_cannot_be_right_is_a_registration_error() {
    for config in [
        AuthConfig::new("https://mcp.example/mcp/", Words).authorization_servers(["https://l"]),
        AuthConfig::new(RESOURCE, Words),
        config().required_scopes(["offline_access"]),
        config().scopes_supported(["offline_access"]),
    ] {
        let errors = builder().authorize(config).build().err().unwrap();
        assert!(errors.to_string().contains("authorize"), "{errors}");
    }
}

#[test]
fn auth8_where_tokens_come_from_is_told_to_everybody() {
    let port = port();
    let get = |path: &str| Post::new("").to("GET", path).without("Content-Type");
    for path in [
        "/.well-known/oauth-protected-resource/mcp",
        "/.well-known/oauth-protected-resource",
    ] {
        let answer = port.send(&get(path).with("Origin", "https://anywhere.example"));
        assert_eq!(answer.status, 200, "{path}");
        assert_eq!(answer.header("content-type"), Some("application/json"));
        assert_eq!(answer.header("access-control-allow-origin"), Some("*"));
        assert_eq!(
            answer.json(),
            json!({
                "resource": RESOURCE,
                "authorization_servers": ["https://login.example"],
                "scopes_supported": ["read", "write", "delete"],
                "bearer_methods_supported": ["header"],
            })
        );
        let mut line = port.connect();
        line.send(&get(path).to("HEAD", path).bytes());
        let head = line.head().unwrap();
        assert_eq!(
            (head.status, head.header("content-type")),
            (200, Some("application/json"))
        );
        for method in ["POST", "DELETE", "OPTIONS"] {
            let answer = port.send(&get(path).to(method, path));
            assert_eq!(
                (answer.status, answer.header("allow")),
                (405, Some("GET, HEAD"))
            );
        }
        assert_eq!(
            port.send(&get(path).set("Host", "evil.example")).status,
            403
        );
    }
    let config = AuthConfig::new(RESOURCE, Words).authorization_servers(["https://l.example"]);
    let free = Port::of(&builder().authorize(config).build().unwrap());
    let document = free
        .send(&get("/.well-known/oauth-protected-resource"))
        .json();
    assert!(document.get("scopes_supported").is_none(), "{document}");
    // Without tokens there is no such document.
    let open = Port::of(&builder().build().unwrap());
    assert_eq!(
        open.send(&get("/.well-known/oauth-protected-resource/mcp"))
            .status,
        404
    );
}

// HTTP-5: after the method, before what the body is.
#[test]
fn auth5_the_token_has_its_place_among_the_checks() {
    let port = port();
    let bad = Post::new("x")
        .set("Content-Type", "x/y")
        .set("Accept", "x/y");
    assert_eq!(port.send(&bad).status, 401);
    assert_eq!(port.send(&bad.clone().to("GET", "/mcp")).status, 405);
    assert_eq!(port.send(&bearer(bad, "ann.read")).status, 415);
    // A page of an allowed origin is let see why.
    let config = HttpConfig::new().allowed_origins(["https://app.example"]);
    let port = Port::with(&protected().build().unwrap(), config);
    let page = Post::call("full", json!({})).with("Origin", "https://app.example");
    let answer = port.send(&page);
    assert_eq!(answer.status, 401);
    assert_eq!(
        answer.header("access-control-allow-origin"),
        Some("https://app.example")
    );
}

// CACHE-1, 11 §16: private by default where tokens are verified.
#[test]
fn cache1_results_are_private_where_tokens_are_verified() {
    let port = port();
    for method in [
        "server/discover",
        "tools/list",
        "resources/list",
        "prompts/list",
    ] {
        let post = bearer(Post::modern(&json!(1), method, json!({})), "ann.read");
        let answer = port.send(&post).judged(Era::Modern, method);
        assert_eq!(answer.json()["result"]["cacheScope"], "private", "{method}");
    }
}

// MRTR-21, MRTR-22: a state belongs to who asked.
#[test]
fn mrtr22_a_state_of_another_principal_is_refused() {
    let port = port();
    let capabilities = json!({"io.modelcontextprotocol/clientCapabilities": {"elicitation": {}}});
    let call = |token: &str, more: Value| {
        let mut params = json!({"name": "asks", "_meta": meta(capabilities.clone())});
        for (key, value) in more.as_object().unwrap() {
            params[key] = value.clone();
        }
        port.send(&bearer(
            Post::modern(&json!(1), "tools/call", params),
            token,
        ))
    };
    let asked = call("ann.read", json!({})).json();
    assert_eq!(asked["result"]["resultType"], "input_required");
    let retry = json!({
        "requestState": asked["result"]["requestState"],
        "inputResponses": {"sure": {"action": "accept", "content": {"yes": true}}},
    });
    assert_eq!(call("bob.read", retry.clone()).refusal(), (200, -32602));
    assert_eq!(
        call("ann.read", retry).json()["result"]["resultType"],
        "complete"
    );
}

// AUTH-1, AUTH-10: only the handler sees the principal, and nobody the token.
#[test]
fn auth1_auth10_the_principal_reaches_the_handler_and_the_token_nothing() {
    let port = port();
    let secret = "ann.read+write+delete";
    for tool in ["scoped", "fail", "panic", "unknown"] {
        let answer = port.send(&bearer(Post::call(tool, json!({})), secret));
        assert!(!answer.body.contains(secret), "{answer:?}");
    }
    let denied = bearer(Post::call("scoped", json!({})), "ann.read");
    assert!(!format!("{:?}", port.send(&denied)).contains("ann.read"));
    assert!(!format!("{:?}", config()).contains("Words"));
    // Subscriptions and streams are no exception to the rule.
    let none = Post::modern(
        &json!(1),
        "subscriptions/listen",
        json!({"notifications": {}}),
    );
    assert_eq!(port.send(&none).status, 401);
}

// STDIO-12: there is nothing to authorize on a stream.
#[test]
fn stdio12_the_same_server_without_tokens_on_a_stream() {
    let client = Client::new(&protected().build().unwrap());
    let call = request(&json!(1), "tools/call", json!({"name": "scoped"}));
    let answer = client.send(Era::Modern, &call);
    assert_eq!(answer[0]["result"]["content"][0]["text"], "nobody");
    let open = McpServer::builder("x", "1")
        .tool("echo", Does("echo"))
        .build()
        .unwrap();
    let _ = listen(&Port::of(&open), &json!(1), json!({}));
}
