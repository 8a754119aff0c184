//! Tools that are routes, against the routes there are (RT-1…4).

use serde_json::Value;

use super::method::Method;
use super::pattern::Pattern;
use super::tool::RouteTool;
use crate::registration::RegistrationError;

/// The route that a tool stands for.
pub(crate) struct RouteOf {
    method: Method,
    pattern: Pattern,
}

impl RouteOf {
    /// RT-1, RT-2.
    pub(crate) fn of(tool: &RouteTool) -> Result<Self, String> {
        let pattern = tool.pattern.clone()?;
        if let Some(name) = pattern.rest() {
            return Err(format!(
                "nothing could fill {{*{name}}} of the pattern {:?}",
                pattern.text()
            ));
        }
        if !tool.method.can_be_tool() {
            return Err(format!("a route of {} cannot be a tool", tool.method));
        }
        Ok(Self {
            method: tool.method,
            pattern,
        })
    }

    /// RT-3: why it is none of the routes there are.
    fn fault(&self, routes: &[(Method, String)]) -> Option<String> {
        let Self { method, pattern } = self;
        let text = pattern.text();
        let is_there = |route: &&(Method, String)| route.0 == *method && route.1 == text;
        if routes.iter().any(|route| is_there(&route)) {
            return None;
        }
        let shape = pattern.shape();
        let alike = routes.iter().find(|(known, other)| {
            known == method && Pattern::read(other).is_ok_and(|other| other.shape() == shape)
        });
        Some(match alike {
            Some((_, other)) => {
                format!("the route {method} {text} has other parameters: it is {other}")
            }
            None => format!("there is no route {method} {text}"),
        })
    }

    /// RT-4: the parameters that the model would not know to pass.
    fn unannounced<'a>(&'a self, schema: &'a Value) -> impl Iterator<Item = &'a str> {
        let required = schema.get("required").and_then(Value::as_array);
        self.pattern.names().filter(move |name| {
            let is_property = schema
                .get("properties")
                .is_some_and(|all| all.get(name).is_some());
            let is_required = required.is_some_and(|all| all.iter().any(|it| it == name));
            !(is_property && is_required)
        })
    }
}

/// RT-3: the tools whose routes are not there.
pub(crate) fn missing_routes<'a>(
    tools: impl Iterator<Item = (&'a str, &'a RouteOf)>,
    routes: &[(Method, String)],
) -> Vec<RegistrationError> {
    tools
        .filter_map(|(name, route)| {
            Some(RegistrationError {
                entry: format!("tool {name}"),
                reason: route.fault(routes)?,
            })
        })
        .collect()
}

/// RT-4: what is no error but will not work.
pub(crate) fn warnings(name: &str, route: &RouteOf, input: &str) -> Vec<String> {
    let schema: Value = serde_json::from_str(input).unwrap_or_default();
    let warn = |parameter| {
        format!(
            "tool {name}: the parameter {parameter} of {} {} is no required property of the input \
             schema, so the model does not know what to pass",
            route.method,
            route.pattern.text()
        )
    };
    route.unannounced(&schema).map(warn).collect()
}
