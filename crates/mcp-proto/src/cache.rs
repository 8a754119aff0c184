//! For how long a client may keep a result (11 §16). Hints, never access control (CACHE-4).

use std::time::Duration;

use crate::json::Object;

/// Who may keep a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CacheScope {
    /// Anyone: it is the same for everybody.
    Public,
    /// Only who asked.
    Private,
}

/// The lists and results whose hints can be set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cached {
    /// `server/discover`.
    Discover,
    /// `tools/list`.
    Tools,
    /// `prompts/list`.
    Prompts,
    /// `resources/list`.
    Resources,
    /// `resources/templates/list`.
    ResourceTemplates,
    /// `resources/read`; a resource may say otherwise for itself.
    Read,
}

/// The two hints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CacheHint {
    ttl: Duration,
    scope: CacheScope,
}

impl CacheHint {
    pub(crate) fn new(ttl: Duration, scope: CacheScope) -> Self {
        Self { ttl, scope }
    }

    /// Adds `ttlMs` and `cacheScope`.
    pub(crate) fn write(self, object: Object) -> Object {
        let scope = match self.scope {
            CacheScope::Public => "public",
            CacheScope::Private => "private",
        };
        // JavaScript clients read it into a double.
        let most = (1_u128 << 53) - 1;
        object
            .plain("ttlMs", &self.ttl.as_millis().min(most))
            .text("cacheScope", scope)
    }
}

/// The hints of a server: the defaults of 11 §16, and what was said otherwise.
#[derive(Clone, Debug, Default)]
pub(crate) struct CacheHints {
    set: Vec<(Cached, CacheHint)>,
    default_scope: Option<CacheScope>,
    only_private_lists: bool,
}

impl CacheHints {
    pub(crate) fn set(&mut self, what: Cached, hint: CacheHint) {
        self.set.push((what, hint));
    }

    /// What is for a principal may differ from what is for another (11 §16).
    #[cfg(feature = "http")]
    pub(crate) fn of_principals(&mut self) {
        self.default_scope = Some(CacheScope::Private);
    }

    /// Lists that are filtered are private whatever was said (CACHE-2).
    pub(crate) fn filtered(&mut self) {
        self.only_private_lists = true;
    }

    pub(crate) fn of(&self, what: Cached) -> CacheHint {
        // The last call counts.
        let set = self.set.iter().rev().find(|(set, _)| *set == what);
        let scope = self.default_scope.unwrap_or(CacheScope::Public);
        let hint = match (set, what) {
            (Some((_, hint)), _) => *hint,
            (None, Cached::Resources) => CacheHint::new(Duration::ZERO, scope),
            (None, Cached::Read) => CacheHint::new(Duration::ZERO, CacheScope::Private),
            (None, _) => CacheHint::new(Duration::from_secs(300), scope),
        };
        let is_list = !matches!(what, Cached::Discover | Cached::Read);
        match self.only_private_lists && is_list {
            true => CacheHint::new(hint.ttl, CacheScope::Private),
            false => hint,
        }
    }
}
