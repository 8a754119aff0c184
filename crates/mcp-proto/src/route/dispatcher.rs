//! Who answers calls in process, and how deep they may stand in each other (CALL-2…4).

use std::fmt;
use std::future::Future;
use std::sync::Arc;

use super::call::{CallError, CallRequest, CallResponse};
use super::method::Method;
use crate::context::CallContext;
use crate::erased::{BoxFuture, until};

/// How deep calls in process may stand in each other (CALL-3).
pub const MAX_NESTING: u8 = 8;

/// An application whose routes can be called without a socket.
///
/// Handlers reach it through [`CallContext::dispatcher`], which sees to nesting, to inherited
/// headers and to cancellation. So `call` gets the context *of the inner request*, which it hands
/// to the route, and a request with all its headers.
pub trait Dispatcher: Send + Sync {
    /// Answers one request. `async fn call(…)` is how to write it.
    ///
    /// # Errors
    /// [`CallError`] when there is no response: a status of 4xx or 5xx is one.
    fn call(
        &self,
        cx: &CallContext,
        request: CallRequest,
    ) -> impl Future<Output = Result<CallResponse, CallError>> + Send;

    /// The routes: method and pattern of each, such as `/api/posts/{id}`.
    fn routes(&self) -> Vec<(Method, String)>;
}

/// A dispatcher of any type.
trait AnyDispatcher: Send + Sync {
    fn call<'a>(
        &'a self,
        cx: &'a CallContext,
        request: CallRequest,
    ) -> BoxFuture<'a, Result<CallResponse, CallError>>;

    fn routes(&self) -> Vec<(Method, String)>;
}

impl<T: Dispatcher> AnyDispatcher for T {
    fn call<'a>(
        &'a self,
        cx: &'a CallContext,
        request: CallRequest,
    ) -> BoxFuture<'a, Result<CallResponse, CallError>> {
        Box::pin(Dispatcher::call(self, cx, request))
    }

    fn routes(&self) -> Vec<(Method, String)> {
        Dispatcher::routes(self)
    }
}

/// The application of a server, as handlers call it. Cheap to clone.
#[derive(Clone, Default)]
pub struct AppDispatcher {
    app: Option<Arc<dyn AnyDispatcher>>,
}

impl AppDispatcher {
    pub(crate) fn of(app: impl Dispatcher + 'static) -> Self {
        Self {
            app: Some(Arc::new(app)),
        }
    }

    /// Whether the server was given an application.
    pub fn is_present(&self) -> bool {
        self.app.is_some()
    }

    /// The routes of the application; none without one.
    pub fn routes(&self) -> Vec<(Method, String)> {
        self.app.as_ref().map_or_else(Vec::new, |app| app.routes())
    }

    /// Calls a route for the request that `cx` belongs to. The headers of that request go along
    /// (RT-14); when it is cancelled, the call ends too.
    ///
    /// The call runs outside every transaction of the outer request (RT-17).
    ///
    /// # Errors
    /// [`CallError`] when there is no response.
    pub async fn call(
        &self,
        cx: &CallContext,
        request: CallRequest,
    ) -> Result<CallResponse, CallError> {
        let Some(app) = &self.app else {
            return Err(CallError::NoDispatcher);
        };
        let (inner, request) = cx.enter(request)?;
        until(app.call(&inner, request), cx.cancelled())
            .await
            .unwrap_or(Err(CallError::Cancelled))
    }
}

impl fmt::Debug for AppDispatcher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.routes()).finish()
    }
}
