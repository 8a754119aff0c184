//! Completing the arguments of prompts and the variables of templates (11 §14).

use std::collections::BTreeMap;
use std::fmt;

use crate::json::{Object, list, quoted};

/// The most values that are sent (CMP-3).
const MOST_VALUES: usize = 100;

/// Finds values that begin as the user typed.
type Completer = dyn Fn(&CompletionRequest<'_>) -> Vec<String> + Send + Sync;

/// What is to be completed.
#[derive(Clone, Debug)]
pub struct CompletionRequest<'a> {
    /// What the user has typed so far.
    pub value: &'a str,
    /// The other arguments, as far as they are known.
    pub context: &'a BTreeMap<String, String>,
}

/// The completers of a prompt or of a template, by argument.
#[derive(Default)]
pub struct Completions {
    completers: Vec<(String, Box<Completer>)>,
}

impl fmt::Debug for Completions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.completers.iter().map(|(name, _)| name);
        f.debug_set().entries(names).finish()
    }
}

impl Completions {
    /// No argument can be completed.
    pub fn none() -> Self {
        Self::default()
    }

    /// Completes one argument. All values that fit are returned, in the order in which they are
    /// to be shown; the first 100 are sent.
    #[must_use]
    pub fn with(
        mut self,
        argument: impl Into<String>,
        completer: impl Fn(&CompletionRequest<'_>) -> Vec<String> + Send + Sync + 'static,
    ) -> Self {
        self.completers.push((argument.into(), Box::new(completer)));
        self
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.completers.is_empty()
    }

    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.completers.iter().map(|(name, _)| name.as_str())
    }

    /// The member `completion` of the result (CMP-3).
    pub(crate) fn complete(&self, argument: &str, request: &CompletionRequest<'_>) -> String {
        let completer = self.completers.iter().find(|(name, _)| name == argument);
        let values = completer.map_or_else(Vec::new, |(_, completer)| completer(request));
        let first = values.iter().take(MOST_VALUES).map(|value| quoted(value));
        Object::new()
            .raw("values", &list(first))
            .plain("total", &values.len())
            .plain("hasMore", &(values.len() > MOST_VALUES))
            .finish()
    }
}
