//! The example `blog` as a person uses it: the real program, over HTTP and over standard input
//! and output, with the client `rmcp`.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use rmcp::ClientLifecycleMode;
use rmcp::model::{
    CallToolRequestParams, GetPromptRequestParams, ProtocolVersion, ReadResourceRequestParams,
    SubscriptionFilter,
};
use rmcp::service::{RoleClient, RunningService, serve_client_with_lifecycle};
use rmcp::transport::streamable_http_client::StreamableHttpClientTransportConfig;
use rmcp::transport::{StreamableHttpClientTransport, TokioChildProcess};
use serde_json::{Value, json};

const AUTHORS: &str = "ann:open-sesame,bob:swordfish";
const LATEST: &str = "blog://latest";

type Client = RunningService<RoleClient, ()>;

/// The program, beside this test among the examples of the same profile.
fn blog() -> PathBuf {
    let test = std::env::current_exe().unwrap();
    let blog = test.ancestors().nth(2).unwrap().join("examples/blog");
    assert!(blog.exists(), "cargo build --example blog has not run");
    blog
}

fn modern() -> ClientLifecycleMode {
    ClientLifecycleMode::Discover {
        preferred_versions: vec![ProtocolVersion::V_2026_07_28],
    }
}

/// A client that starts the program for itself.
async fn over_stdio(token: Option<&str>, database: Option<&Path>) -> Client {
    let mut command = tokio::process::Command::new(blog());
    command.arg("--stdio").args(database);
    command
        .env("BLOG_AUTHORS", AUTHORS)
        .env_remove("BLOG_TOKEN");
    command.envs(token.map(|token| ("BLOG_TOKEN", token)));
    let transport = TokioChildProcess::new(command).unwrap();
    serve_client_with_lifecycle((), transport, modern())
        .await
        .unwrap()
}

/// The program on a port of its own.
struct Served {
    program: Child,
    address: SocketAddr,
}

impl Served {
    fn start() -> Self {
        let mut program = Command::new(blog())
            .args(["--listen", "127.0.0.1:0"])
            .env("BLOG_AUTHORS", AUTHORS)
            // Means nothing here: every request shows its own.
            .env("BLOG_TOKEN", "open-sesame")
            .stdin(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut said = BufReader::new(program.stderr.take().unwrap()).lines();
        let address = said.find_map(|line| {
            let line = line.unwrap();
            let (_, rest) = line.split_once("http://")?;
            rest.split('/').next()?.parse().ok()
        });
        // Whatever else it says must find a reader.
        std::thread::spawn(move || said.for_each(drop));
        Self {
            address: address.unwrap(),
            program,
        }
    }

    async fn client(&self, token: Option<&str>) -> Client {
        let uri = format!("http://{}/mcp", self.address);
        let mut config = StreamableHttpClientTransportConfig::with_uri(uri);
        if let Some(token) = token {
            config = config.auth_header(token);
        }
        let transport = StreamableHttpClientTransport::from_config(config);
        serve_client_with_lifecycle((), transport, modern())
            .await
            .unwrap()
    }

    /// A request that has nothing to do with tools: status and body.
    fn plain(&self, method: &str, path: &str, token: Option<&str>, body: &Value) -> (u16, String) {
        let body = body.to_string();
        let token = token.map(|token| format!("Authorization: Bearer {token}\r\n"));
        let mut stream = TcpStream::connect(self.address).unwrap();
        stream
            .set_read_timeout(Some(Duration::from_secs(60)))
            .unwrap();
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n{}\r\n{body}",
            body.len(),
            token.unwrap_or_default(),
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        (head[9..12].parse().unwrap(), body.to_owned())
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        // It may be gone already.
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

/// Calls a tool; the result as JSON.
async fn call(client: &Client, tool: &'static str, arguments: Value) -> Value {
    let mut params = CallToolRequestParams::new(tool);
    params.arguments = arguments.as_object().cloned();
    let result = client.call_tool(params).await.unwrap();
    serde_json::to_value(result).unwrap()
}

/// What a tool says that went wrong, as the model reads it.
async fn refused(client: &Client, tool: &'static str, arguments: Value) -> String {
    let result = call(client, tool, arguments).await;
    assert_eq!(result["isError"], true, "{result}");
    result["content"][0]["text"].as_str().unwrap().to_owned()
}

/// Writes, pages through, and reads what is there and what is not.
async fn write_and_read(client: &Client) {
    let tools = client.list_all_tools().await.unwrap();
    let names: Vec<_> = tools.iter().map(|tool| tool.name.to_string()).collect();
    assert_eq!(
        names,
        ["list_posts", "get_post", "create_post", "edit_post"]
    );

    let nothing = client
        .read_resource(ReadResourceRequestParams::new(LATEST))
        .await;
    assert!(nothing.is_err(), "there is no latest article yet");
    for number in 1..=12 {
        let draft = json!({"title": format!("Rain, day {number}"), "text": "Ça mouille 🌧"});
        let created = call(client, "create_post", draft).await;
        assert_eq!(created["structuredContent"]["id"], number);
        assert_eq!(created["structuredContent"]["author"], "ann");
    }
    let page = call(client, "list_posts", json!({})).await["structuredContent"].clone();
    assert_eq!(page["posts"].as_array().unwrap().len(), 10);
    assert_eq!(page["posts"][0], json!({"id": 12, "title": "Rain, day 12"}));
    assert_eq!((&page["page"], &page["pages"]), (&json!(1), &json!(2)));
    let page = call(client, "list_posts", json!({"page": 2})).await["structuredContent"].clone();
    assert_eq!(page["posts"].as_array().unwrap().len(), 2);
    let text = refused(client, "list_posts", json!({"page": 0})).await;
    assert!(text.contains("/page"), "{text}");

    let read = call(client, "get_post", json!({"id": 7})).await;
    assert_eq!(read["structuredContent"]["text"], "Ça mouille 🌧");
    let missing = refused(client, "get_post", json!({"id": 999})).await;
    assert_eq!(missing, "no such article: 999");
    let untitled = json!({"title": " ", "text": ""});
    let text = refused(client, "create_post", untitled).await;
    assert_eq!(text, "an article needs a title");
}

/// Subscribes to the latest article, lets it be edited, hears of it and reads it.
async fn hear_of_an_edit(client: &Client, edit: impl AsyncFnOnce(Value)) {
    let mut filter = SubscriptionFilter::new();
    filter.resource_subscriptions = Some(vec![LATEST.to_owned()]);
    let mut subscription = client.listen(filter).await.unwrap();
    edit(json!({"title": "Sun at last", "text": "It stopped."})).await;
    let heard = tokio::time::timeout(Duration::from_secs(60), subscription.next()).await;
    let heard = serde_json::to_value(heard.unwrap().unwrap().unwrap()).unwrap();
    assert_eq!(heard["method"], "notifications/resources/updated");
    assert_eq!(heard["params"]["uri"], LATEST);
    let latest = client
        .read_resource(ReadResourceRequestParams::new(LATEST))
        .await
        .unwrap();
    let latest = serde_json::to_value(latest).unwrap();
    let text = latest["contents"][0]["text"].as_str().unwrap();
    let article: Value = serde_json::from_str(text).unwrap();
    assert_eq!(
        (&article["id"], &article["title"]),
        (&json!(12), &json!("Sun at last"))
    );
    subscription.cancel().await.unwrap();

    let mut params = GetPromptRequestParams::new("summarize");
    params.arguments = json!({"length": "20"}).as_object().cloned();
    let prompt = serde_json::to_value(client.get_prompt(params).await.unwrap()).unwrap();
    let asked = prompt["messages"][0]["content"]["text"].as_str().unwrap();
    assert!(
        asked.starts_with("Summarize these articles in 20 words"),
        "{asked}"
    );
    assert!(asked.contains("Sun at last"), "{asked}");
}

const REFUSAL: &str = "only authors may write: send a valid token";

fn draft() -> Value {
    json!({"title": "Mine now", "text": ""})
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn over_http_with_the_api_beside_it() {
    let served = Served::start();
    let ann = served.client(Some("open-sesame")).await;
    write_and_read(&ann).await;
    // Somebody edits with what they always used.
    hear_of_an_edit(&ann, async |article| {
        let (status, body) = served.plain("PUT", "/api/posts/12", Some("swordfish"), &article);
        assert_eq!(status, 200, "{body}");
    })
    .await;
    // RT-14: inside it is as outside, for everybody.
    let (status, outside) = served.plain("GET", "/api/posts/999", None, &json!({}));
    assert_eq!((status, &*outside), (404, "no such article: 999"));
    // Asking for the head alone is reading too.
    let (status, _) = served.plain("HEAD", "/api/posts/12", None, &json!({}));
    assert_eq!(status, 200);
    for token in [None, Some("wrong")] {
        let (status, outside) = served.plain("POST", "/api/posts", token, &draft());
        assert_eq!((status, &*outside), (401, REFUSAL));
        let stranger = served.client(token).await;
        assert_eq!(refused(&stranger, "create_post", draft()).await, outside);
        assert_eq!(
            refused(&stranger, "get_post", json!({"id": 999})).await,
            "no such article: 999"
        );
        stranger.cancel().await.unwrap();
    }
    ann.cancel().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn over_standard_input_and_output_without_a_port() {
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("blog.sqlite");
    let ann = over_stdio(Some("open-sesame"), Some(&database)).await;
    write_and_read(&ann).await;
    // No port is open, so the edit comes through a tool.
    hear_of_an_edit(&ann, async |article| {
        let mut arguments = article;
        arguments["id"] = json!(12);
        let edited = call(&ann, "edit_post", arguments).await;
        assert_eq!(edited["structuredContent"]["title"], "Sun at last");
    })
    .await;
    ann.cancel().await.unwrap();
    // STDIO-12: who speaks stands in the environment. The articles stayed.
    for token in [None, Some("wrong"), Some("")] {
        let stranger = over_stdio(token, Some(&database)).await;
        assert_eq!(refused(&stranger, "create_post", draft()).await, REFUSAL);
        let page = call(&stranger, "list_posts", json!({})).await;
        assert_eq!(
            page["structuredContent"]["posts"][0]["title"],
            "Sun at last"
        );
        stranger.cancel().await.unwrap();
    }
}

#[test]
fn stdio4_nothing_listens_where_the_settings_say() {
    // Taken: a program that opened it would fail.
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let folder = tempfile::tempdir().unwrap();
    let settings = folder.path().join("blog.toml");
    let text = format!(
        "[mcp]\nname = \"blog\"\nversion = \"2\"\nlisten = \"{}\"\n",
        taken.local_addr().unwrap()
    );
    std::fs::write(&settings, text).unwrap();
    let start = |more: &[&str]| {
        let mut command = Command::new(blog());
        command.arg("--config").arg(&settings).args(more);
        command.stdin(Stdio::null()).output().unwrap()
    };
    let output = start(&["--stdio"]);
    assert!(output.status.success(), "{output:?}");
    assert!(output.stdout.is_empty());
    let output = start(&[]);
    assert!(!output.status.success());
    let said = String::from_utf8(output.stderr).unwrap();
    let address = taken.local_addr().unwrap().to_string();
    assert!(said.starts_with("blog: cannot listen on "), "{said}");
    assert!(said.contains(&address), "{said}");
    // Settings that cannot be used are told with their key.
    std::fs::write(
        &settings,
        "[mcp]\nname = \"blog\"\nversion = \"2\"\npage_size = 0\n",
    )
    .unwrap();
    let output = start(&["--stdio"]);
    assert!(!output.status.success());
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("page_size"), "{said}");
}

#[test]
fn a_command_line_or_environment_that_means_nothing_is_refused() {
    let start = |authors: &str, arguments: &[&str]| {
        let mut command = Command::new(blog());
        command.args(arguments).env("BLOG_AUTHORS", authors);
        command.stdin(Stdio::null()).output().unwrap()
    };
    for arguments in [
        &["--nothing"][..],
        &["--listen", "here"],
        &["--stdio", "--listen", "127.0.0.1:0"],
        &["a.sqlite", "b.sqlite"],
    ] {
        assert_eq!(start("", arguments).status.code(), Some(2), "{arguments:?}");
    }
    // An empty token would be one that everybody has.
    for authors in ["ann", "ann:", ":token", "ann:token,bob"] {
        let output = start(authors, &["--stdio"]);
        assert_eq!(output.status.code(), Some(1), "{authors}");
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains("BLOG_AUTHORS"), "{said}");
    }
    assert!(start("ann:token,", &["--stdio"]).status.success());
    assert!(start("", &["--help"]).status.success());
}
