//! Writing the routes down, top to bottom.

use std::any::Any;
use std::convert::Infallible;
use std::panic::{AssertUnwindSafe, catch_unwind};

use axum::Router;
use axum::extract::Request;
use axum::handler::Handler;
use axum::response::IntoResponse;
use axum::routing::{MethodFilter, Route, on};
use tower::{Layer, Service};

use super::App;
use crate::registration::{RegistrationError, RegistrationErrors};
use crate::route::{Method, Pattern};

/// The routes of an application that is being written down, over an [`axum::Router`] whose
/// handlers need a state `S`.
///
/// Handlers, extractors and layers are those of axum and tower, and the calls mean what they mean
/// on [`axum::Router`]: a layer wraps what was added before it, and the layer added last is
/// outermost. Problems are gathered and reported by [`AppRoutes::build`].
pub struct AppRoutes<S = ()> {
    router: Router<S>,
    listed: Vec<(Method, Pattern)>,
    errors: Vec<RegistrationError>,
}

impl<S: Clone + Send + Sync + 'static> Default for AppRoutes<S> {
    fn default() -> Self {
        Self {
            router: Router::new(),
            listed: Vec::new(),
            errors: Vec::new(),
        }
    }
}

impl<S: Clone + Send + Sync + 'static> AppRoutes<S> {
    /// No routes.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a route. The segments of a pattern are literal, `{name}` (one whole segment) or, as
    /// the last one, `{*name}`. A literal goes before `{name}`; axum cannot tell `{name}` and
    /// `{*name}` in one place apart, so that is a problem too.
    #[must_use]
    pub fn route<H, T>(mut self, method: Method, pattern: &str, handler: H) -> Self
    where
        H: Handler<T, S>,
        T: 'static,
    {
        let entry = format!("route {method} {pattern}");
        let checked = Pattern::read(pattern).and_then(|pattern| {
            let clash = self.clash(method, &pattern);
            clash.map_or(Ok(pattern), Err)
        });
        match checked {
            Err(reason) => {
                self.errors.push(RegistrationError { entry, reason });
                self
            }
            Ok(read) => {
                self.listed.push((method, read));
                self.hand_on(entry, |router| {
                    router.route(pattern, on(filter(method), handler))
                })
            }
        }
    }

    /// Why a route cannot stand beside those that are listed.
    fn clash(&self, method: Method, pattern: &Pattern) -> Option<String> {
        self.listed.iter().find_map(|(known, other)| {
            if other.text() == pattern.text() {
                return (*known == method).then(|| "it stands twice".to_owned());
            }
            let text = other.text();
            if other.shape() == pattern.shape() {
                return Some(format!("it differs from {text} in parameter names only"));
            }
            let clash = pattern.has_rest_beside_parameter(other)
                || other.has_rest_beside_parameter(pattern);
            clash.then(|| {
                format!("it and {text} have a whole rest and one segment in the same place")
            })
        })
    }

    /// Puts a layer around everything that was added so far: the layers added before, the routes,
    /// and the answer for a path that has none.
    #[must_use]
    pub fn layer<L>(mut self, layer: L) -> Self
    where
        L: Layer<Route> + Clone + Send + Sync + 'static,
        L::Service: Service<Request> + Clone + Send + Sync + 'static,
        <L::Service as Service<Request>>::Response: IntoResponse + 'static,
        <L::Service as Service<Request>>::Error: Into<Infallible> + 'static,
        <L::Service as Service<Request>>::Future: Send + 'static,
    {
        self.router = self.router.layer(layer);
        self
    }

    /// Gives the handlers their state. Routes that are added afterwards may need another one.
    #[must_use]
    pub fn with_state<S2>(self, state: S) -> AppRoutes<S2> {
        AppRoutes {
            router: self.router.with_state(state),
            listed: self.listed,
            errors: self.errors,
        }
    }

    /// Adds a router whose routes are served but not listed, so that none of them can be a tool:
    /// pages, files, a fallback.
    #[must_use]
    pub fn merge_unlisted(self, router: Router<S>) -> Self {
        self.hand_on("unlisted routes".to_owned(), |known| known.merge(router))
    }

    /// Lets axum take something that may clash with routes that nobody can list: axum says so by
    /// a panic, which becomes a problem here. All that is known is checked before.
    fn hand_on(mut self, entry: String, take: impl FnOnce(Router<S>) -> Router<S>) -> Self {
        let router = std::mem::take(&mut self.router);
        match catch_unwind(AssertUnwindSafe(|| take(router))) {
            Ok(router) => self.router = router,
            Err(panic) => self.errors.push(RegistrationError {
                entry,
                reason: said(panic.as_ref()),
            }),
        }
        self
    }
}

impl AppRoutes {
    /// The application.
    ///
    /// # Errors
    /// Every problem that was found.
    pub fn build(self) -> Result<App, RegistrationErrors> {
        if !self.errors.is_empty() {
            return Err(RegistrationErrors {
                errors: self.errors,
            });
        }
        let listed = self.listed.into_iter();
        let routes = listed.map(|(method, pattern)| (method, pattern.text().to_owned()));
        Ok(App::new(self.router, routes.collect()))
    }
}

fn filter(method: Method) -> MethodFilter {
    match method {
        Method::Get => MethodFilter::GET,
        Method::Head => MethodFilter::HEAD,
        Method::Post => MethodFilter::POST,
        Method::Put => MethodFilter::PUT,
        Method::Patch => MethodFilter::PATCH,
        Method::Delete => MethodFilter::DELETE,
        Method::Options => MethodFilter::OPTIONS,
        Method::Trace => MethodFilter::TRACE,
    }
}

/// What a panic said.
fn said(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
    text.unwrap_or_else(|| "axum refuses it".to_owned())
}
