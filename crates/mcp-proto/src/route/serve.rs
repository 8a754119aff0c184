//! A server with an application whose routes it calls (STDIO-4, RT-3).

use std::io;
use std::sync::Arc;

use super::{AppDispatcher, Dispatcher, missing_routes};
use crate::registration::RegistrationErrors;
use crate::server::McpServer;
use crate::stdio::serve_stdio;

impl McpServer {
    /// The same server for an application: what its tools call in process (11 §11). Both tell the
    /// same subscribers.
    ///
    /// # Errors
    /// A tool stands for a route that the application does not have (RT-3).
    pub fn with_dispatcher(
        &self,
        app: impl Dispatcher + 'static,
    ) -> Result<Self, RegistrationErrors> {
        let dispatcher = AppDispatcher::of(app);
        let errors = missing_routes(self.core.registry.routes(), &dispatcher.routes());
        if !errors.is_empty() {
            return Err(RegistrationErrors { errors });
        }
        Ok(Self {
            core: Arc::clone(&self.core),
            dispatcher,
        })
    }
}

/// As [`serve_stdio`], with an application whose routes are called in process: routes exist and
/// their layers run, but no port is opened (STDIO-4).
///
/// # Errors
/// Those of [`serve_stdio`]; of the kind `InvalidInput`, with [`RegistrationErrors`] inside, when
/// a tool stands for a route that the application does not have (RT-3).
///
/// [`RegistrationErrors`]: crate::RegistrationErrors
pub fn serve_stdio_with(server: &McpServer, app: impl Dispatcher + 'static) -> io::Result<()> {
    let server = server
        .with_dispatcher(app)
        .map_err(|errors| io::Error::new(io::ErrorKind::InvalidInput, errors))?;
    serve_stdio(&server)
}
