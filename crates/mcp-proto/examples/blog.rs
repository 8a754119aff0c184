//! A blog with an HTTP API, and the same API offered to language models.
//!
//! Who may write stands in the environment: `BLOG_AUTHORS=ann:her-token,bob:his-token`. Over HTTP
//! a client shows its token with every request; over standard input and output there are no
//! headers, so the one client that started the program hands its token over as `BLOG_TOKEN`.

use std::collections::HashMap;
use std::env;
use std::error::Error;
use std::net::SocketAddr;
use std::path::{Path as FilePath, PathBuf};
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};

use axum::extract::{Path, Query, Request, State};
use axum::http::{StatusCode, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use clap::Parser;
use mcp_proto::serde_json::{Value, json};
use mcp_proto::{
    AppRoutes, CallContext, CallError, CallRequest, Content, JsonSchema, McpConfig, Method, Prompt,
    PromptArgument, PromptArguments, PromptOutcome, PromptResult, Resource, ResourceContents,
    ResourceOutcome, RouteTool, ToolAnnotations, ToolFault, serve_http_with, serve_stdio,
};
use rusqlite::{Connection, OptionalExtension, Row};
use serde::Deserialize;

/// A blog with an HTTP API, and the same API offered to language models.
///
/// BLOG_AUTHORS=ann:her-token,bob:his-token names who may write; with --stdio, BLOG_TOKEN is the
/// token of the one client.
#[derive(Parser)]
#[command(name = "blog")]
struct Options {
    /// The database file; without one everything is kept in memory
    database: Option<PathBuf>,

    /// A TOML file with settings in place of those built in
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,

    /// Where to listen, in place of what the settings say: an IP address and a port
    #[arg(long, value_name = "ADDRESS")]
    listen: Option<SocketAddr>,

    /// Serve one client over standard input and output; no port is opened
    #[arg(long, conflicts_with = "listen")]
    stdio: bool,
}

/// The settings, unless `--config` names a file with others.
const SETTINGS: &str = r#"
[mcp]
name         = "blog"
version      = "1.0.0"
title        = "The blog"
instructions = "Read, write and edit the articles of a blog."
listen       = "127.0.0.1:9000"
"#;

/// How many articles stand on a page of the list.
const PAGE: u32 = 10;

/// The resource that changes with every article.
const LATEST: &str = "blog://latest";

// ---- The application that was there before: articles in a database, behind an HTTP API.

#[derive(Clone)]
struct Blog {
    // A query takes microseconds. A slow database would go to `spawn_blocking`.
    database: Arc<Mutex<Connection>>,
    /// Names by token.
    authors: Arc<HashMap<String, String>>,
    /// Who speaks where there are no headers.
    token: Option<String>,
}

/// What an author sends.
#[derive(Deserialize)]
struct Draft {
    title: String,
    text: String,
}

#[derive(Deserialize)]
struct Page {
    #[serde(default = "first")]
    page: u32,
}

fn first() -> u32 {
    1
}

/// Why there is no article in the answer.
enum Refusal {
    NoSuchArticle(i64),
    Unfit(&'static str),
    Database(rusqlite::Error),
}

impl From<rusqlite::Error> for Refusal {
    fn from(error: rusqlite::Error) -> Self {
        Self::Database(error)
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        match self {
            Self::NoSuchArticle(id) => {
                (StatusCode::NOT_FOUND, format!("no such article: {id}")).into_response()
            }
            Self::Unfit(why) => (StatusCode::UNPROCESSABLE_ENTITY, why).into_response(),
            Self::Database(error) => {
                (StatusCode::INTERNAL_SERVER_ERROR, error.to_string()).into_response()
            }
        }
    }
}

impl Blog {
    fn open(file: Option<&FilePath>, token: Option<String>) -> Result<Self, Box<dyn Error>> {
        let database = match file {
            Some(file) => Connection::open(file)?,
            None => Connection::open_in_memory()?,
        };
        let authors = authors(&env::var("BLOG_AUTHORS").unwrap_or_default())?;
        database.execute(
            "create table if not exists posts (id integer primary key autoincrement, \
             title text not null, text text not null, author text not null)",
            (),
        )?;
        Ok(Self {
            database: Arc::new(Mutex::new(database)),
            authors: Arc::new(authors),
            token,
        })
    }

    fn with<T>(
        &self,
        query: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T, Refusal> {
        let database = self.database.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(query(&database)?)
    }

    fn find(&self, id: i64) -> Result<Value, Refusal> {
        let found = self.with(|database| {
            let query = "select id, title, text, author from posts where id = ?";
            database.query_one(query, [id], whole).optional()
        })?;
        found.ok_or(Refusal::NoSuchArticle(id))
    }
}

/// Names by token.
fn authors(listed: &str) -> Result<HashMap<String, String>, String> {
    let listed = listed.split(',').filter(|author| !author.is_empty());
    let by_token = listed.map(|author| match author.split_once(':') {
        Some((name, token)) if !name.is_empty() && !token.is_empty() => {
            Ok((token.to_owned(), name.to_owned()))
        }
        _ => Err("BLOG_AUTHORS must be like ann:her-token,bob:his-token".to_owned()),
    });
    by_token.collect()
}

fn whole(row: &Row<'_>) -> rusqlite::Result<Value> {
    Ok(json!({
        "id": row.get::<_, i64>("id")?,
        "title": row.get::<_, String>("title")?,
        "text": row.get::<_, String>("text")?,
        "author": row.get::<_, String>("author")?,
    }))
}

#[derive(Clone)]
struct Author(String);

/// Everybody may read; whoever wants to write must be an author.
async fn authenticate(State(blog): State<Blog>, mut request: Request, next: Next) -> Response {
    let header = request.headers().get(header::AUTHORIZATION);
    let shown = header.and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "));
    let token = shown.or(blog.token.as_deref());
    match token.and_then(|token| blog.authors.get(token)) {
        Some(name) => {
            let author = Author(name.clone());
            request.extensions_mut().insert(author);
        }
        None if !request.method().is_safe() => {
            let said = "only authors may write: send a valid token";
            return (StatusCode::UNAUTHORIZED, said).into_response();
        }
        None => {}
    }
    next.run(request).await
}

async fn list(
    State(blog): State<Blog>,
    Query(Page { page }): Query<Page>,
) -> Result<Json<Value>, Refusal> {
    let Some(before) = page.checked_sub(1) else {
        return Err(Refusal::Unfit("pages are counted from 1"));
    };
    blog.with(|database| {
        let count = database.query_one("select count(*) from posts", (), |row| row.get(0));
        let count: u32 = count?;
        let query = "select id, title from posts order by id desc limit ? offset ?";
        let skipped = i64::from(before) * i64::from(PAGE);
        let mut query = database.prepare(query)?;
        let rows = query.query_map((PAGE, skipped), |row| {
            Ok(json!({"id": row.get::<_, i64>(0)?, "title": row.get::<_, String>(1)?}))
        })?;
        let posts = rows.collect::<Result<Vec<_>, _>>()?;
        Ok(Json(
            json!({"posts": posts, "page": page, "pages": count.div_ceil(PAGE)}),
        ))
    })
}

async fn read(State(blog): State<Blog>, Path(id): Path<i64>) -> Result<Json<Value>, Refusal> {
    blog.find(id).map(Json)
}

async fn create(
    State(blog): State<Blog>,
    Extension(Author(author)): Extension<Author>,
    cx: CallContext,
    Json(draft): Json<Draft>,
) -> Result<(StatusCode, Json<Value>), Refusal> {
    if draft.title.trim().is_empty() {
        return Err(Refusal::Unfit("an article needs a title"));
    }
    let id = blog.with(|database| {
        let insert = "insert into posts (title, text, author) values (?, ?, ?)";
        database.execute(insert, (draft.title, draft.text, author))?;
        Ok(database.last_insert_rowid())
    })?;
    cx.notifier().resource_updated(LATEST);
    Ok((StatusCode::CREATED, Json(blog.find(id)?)))
}

async fn edit(
    State(blog): State<Blog>,
    cx: CallContext,
    Path(id): Path<i64>,
    Json(draft): Json<Draft>,
) -> Result<Json<Value>, Refusal> {
    let changed = blog.with(|database| {
        let update = "update posts set title = ?, text = ? where id = ?";
        database.execute(update, (draft.title, draft.text, id))
    })?;
    if changed > 0 {
        cx.notifier().resource_updated(LATEST);
    }
    blog.find(id).map(Json)
}

// ---- What is new: the same routes as tools, a resource and a prompt.

/// The latest article as a resource. It asks the API, as everybody does.
struct Latest;

impl Resource for Latest {
    fn description(&self) -> Option<&str> {
        Some("The latest article. Subscribe to it to hear of new and edited ones.")
    }

    fn mime_type(&self) -> Option<&str> {
        Some("application/json")
    }

    async fn read(&self, cx: &mut CallContext) -> Result<ResourceOutcome, ToolFault> {
        let list = CallRequest::new(Method::Get, "/api/posts");
        let list: Value = cx.dispatcher().call(cx, list).await?.json()?;
        let Some(id) = list["posts"][0]["id"].as_i64() else {
            return Ok(ResourceOutcome::NotFound);
        };
        let article = article(cx, &id.to_string()).await?;
        Ok(ResourceContents::text(article)
            .mime_type("application/json")
            .into())
    }
}

/// What the API answers for an article.
async fn article(cx: &CallContext, id: &str) -> Result<String, CallError> {
    let request = CallRequest::new(Method::Get, format!("/api/posts/{id}"));
    let answered = cx.dispatcher().call(cx, request).await?;
    answered.text().map(str::to_owned)
}

struct Summarize;

impl Prompt for Summarize {
    fn description(&self) -> &str {
        "Asks for a summary of the latest articles"
    }

    fn arguments(&self) -> Vec<PromptArgument> {
        let length = PromptArgument::new("length");
        vec![length.description("how long the summary should be, in words; 50 unless given")]
    }

    async fn get(
        &self,
        cx: &mut CallContext,
        args: &PromptArguments,
    ) -> Result<PromptOutcome, ToolFault> {
        let list = CallRequest::new(Method::Get, "/api/posts");
        let list = cx.dispatcher().call(cx, list).await?;
        let length = args.get("length").unwrap_or("50");
        let asked = format!(
            "Summarize these articles in {length} words, after reading each with get_post:\n{}",
            list.text()?
        );
        Ok(PromptResult::new().user(Content::text(asked)).into())
    }
}

fn number() -> JsonSchema {
    JsonSchema::object()
        .integer("id", "the number of the article")
        .required()
}

fn draft(of: JsonSchema) -> JsonSchema {
    of.string("title", "the title, one line")
        .min(1)
        .required()
        .string("text", "the text, Markdown")
        .required()
}

fn main() -> ExitCode {
    match run(&Options::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(fault) => {
            eprintln!("blog: {fault}");
            ExitCode::FAILURE
        }
    }
}

fn run(options: &Options) -> Result<(), Box<dyn Error>> {
    let settings = match &options.config {
        Some(file) => McpConfig::read(file)?,
        None => McpConfig::parse(SETTINGS)?,
    };
    let token = env::var("BLOG_TOKEN").ok().filter(|_| options.stdio);
    let blog = Blog::open(options.database.as_deref(), token)?;

    let app = AppRoutes::new()
        .route(Method::Get, "/api/posts", list)
        .route(Method::Post, "/api/posts", create)
        .route(Method::Get, "/api/posts/{id}", read)
        .route(Method::Put, "/api/posts/{id}", edit)
        .layer(from_fn_with_state(blog.clone(), authenticate))
        .with_state(blog)
        .build()?;

    let server = settings
        .builder()
        .dispatcher(app.clone())
        .tool(
            "list_posts",
            RouteTool::of(Method::Get, "/api/posts")
                .description("Lists articles, the latest first, ten a page; without their texts")
                .annotations(ToolAnnotations::new().read_only(true))
                .input(
                    JsonSchema::object()
                        .integer("page", "page number, from 1")
                        .min(1),
                ),
        )
        .tool(
            "get_post",
            RouteTool::of(Method::Get, "/api/posts/{id}")
                .description("Returns one article with its text")
                .annotations(ToolAnnotations::new().read_only(true))
                .input(number()),
        )
        .tool(
            "create_post",
            RouteTool::of(Method::Post, "/api/posts")
                .description("Publishes an article at once; there are no drafts")
                .annotations(ToolAnnotations::new().destructive(false))
                .input(draft(JsonSchema::object())),
        )
        .tool(
            "edit_post",
            RouteTool::of(Method::Put, "/api/posts/{id}")
                .description("Replaces title and text of an article; the old ones are not kept")
                .annotations(ToolAnnotations::new().idempotent(true))
                .input(draft(number())),
        )
        .resource(LATEST, Latest)
        .prompt("summarize", Summarize)
        .build()?;

    if options.stdio {
        serve_stdio(&server)?;
    } else {
        let mut http = settings.http();
        if let Some(address) = options.listen {
            http = http.listen(address);
        }
        serve_http_with(&server, &http, app.router(&server))?;
    }
    Ok(())
}
