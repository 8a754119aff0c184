//! A program that serves over HTTP and nothing else.

use std::io;
use std::net::SocketAddr;
use std::sync::mpsc::channel;
use std::time::Duration;

use axum::Router;
use tokio::net::TcpListener;
use tokio::runtime::Builder;
use tokio::signal::unix::{SignalKind, signal};

use super::config::{HttpConfig, HttpConfigError};
use super::listen::serve_listener;
use crate::erased::until;
use crate::server::McpServer;
use crate::stdio::Log;

/// How long the end waits for the last lines of the log.
const LAST_LINES: Duration = Duration::from_secs(1);

/// How many threads may block beside those of handlers: an application beside the endpoint has
/// work of its own.
const OTHER_THREADS: usize = 512;

/// Why nothing is served.
#[derive(Debug, thiserror::Error)]
pub enum HttpError {
    /// A setting cannot be served.
    #[error(transparent)]
    Config(#[from] HttpConfigError),
    /// The address cannot be listened on.
    #[error("cannot listen on {address}: {error}")]
    Listen {
        /// The address that the settings name.
        address: SocketAddr,
        /// What the system says.
        error: io::Error,
    },
    /// The system has no thread left, or takes no signal handler.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Serves over HTTP until SIGTERM or SIGINT (HTTP-29), with a runtime of its own. Where it listens
/// is said on standard error.
///
/// # Errors
/// See [`HttpError`].
pub fn serve_http(server: &McpServer, config: &HttpConfig) -> Result<(), HttpError> {
    serve(server, config, None)
}

/// The same with an application beside the endpoint: it gets every request for another path.
///
/// # Errors
/// See [`HttpError`].
pub fn serve_http_with(
    server: &McpServer,
    config: &HttpConfig,
    app: Router,
) -> Result<(), HttpError> {
    serve(server, config, Some(app))
}

fn serve(server: &McpServer, config: &HttpConfig, app: Option<Router>) -> Result<(), HttpError> {
    // Before it is said that something listens.
    config.rules()?;
    if app.is_some() {
        config.hides_no_route(server)?;
    }
    let log = Log::to_standard_error()?;
    let runtime = Builder::new_multi_thread()
        .max_blocking_threads(config.max_concurrent.saturating_add(OTHER_THREADS))
        .enable_all()
        .build()?;
    let served: Result<(), HttpError> = runtime.block_on(async {
        let mut terminate = signal(SignalKind::terminate())?;
        let mut interrupt = signal(SignalKind::interrupt())?;
        let listener =
            TcpListener::bind(config.listen)
                .await
                .map_err(|error| HttpError::Listen {
                    address: config.listen,
                    error,
                })?;
        let address = listener.local_addr()?;
        log.line(&format!("listening on http://{address}{}", config.path));
        let shutdown = async {
            until(terminate.recv(), async {
                interrupt.recv().await;
            })
            .await;
        };
        serve_listener(listener, server, config, app, &log, shutdown).await?;
        Ok(())
    });
    // A handler that does not end must not hold up the end of the program.
    runtime.shutdown_background();
    let (reached, all) = channel();
    log.tell(reached);
    let _ = all.recv_timeout(LAST_LINES);
    served
}
