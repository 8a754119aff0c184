//! Routes of an application: called in process, and offered as tools (11 §11).
//!
//! An application that has an HTTP API already does not write its logic a second time. A
//! [`RouteTool`] says where each argument of a tool goes in a request ([`place`]), the
//! [`Dispatcher`] of the application answers that request without a socket, and the response
//! becomes the result ([`answer`]). Nothing here knows which router the application has.

mod answer;
mod call;
mod check;
mod context;
mod dispatcher;
mod headers;
mod method;
mod pattern;
mod place;
mod serve;
mod tool;

pub use call::{CallError, CallRequest, CallResponse};
pub(crate) use check::{RouteOf, missing_routes, warnings};
pub(crate) use context::InProcess;
pub use dispatcher::{AppDispatcher, Dispatcher, MAX_NESTING};
pub(crate) use headers::inherited;
pub use method::Method;
#[cfg(feature = "http")]
pub(crate) use pattern::Pattern;
pub use serve::serve_stdio_with;
pub use tool::RouteTool;

/// The largest response that is held in memory unless the program says otherwise, in bytes (8 MiB).
pub const DEFAULT_ROUTE_BODY_LIMIT: usize = 8 << 20;
