//! The paths of all spaces by their halves, for help with misspelt ones.

use std::collections::HashMap;

use koyu_model::Model;
use koyu_model::near::{reach, split};

use super::scan::Scan;

/// Paths that share what stands before their last segment, and paths that share that segment;
/// each group ascends by the length of the other half.
pub(super) struct PathIndex<'m> {
    by_above: HashMap<&'m str, Vec<&'m str>>,
    by_last: HashMap<&'m str, Vec<&'m str>>,
}

impl<'m> PathIndex<'m> {
    fn new(model: &'m Model) -> Self {
        let (mut by_above, mut by_last) = (HashMap::new(), HashMap::new());
        for space in model.spaces() {
            let path = model.text(space.path);
            let (above, last) = split(path);
            by_above.entry(above).or_insert_with(Vec::new).push(path);
            by_last.entry(last).or_insert_with(Vec::new).push(path);
        }
        for group in by_above.values_mut().chain(by_last.values_mut()) {
            group.sort_by_key(|path| path.len());
        }
        Self { by_above, by_last }
    }

    /// The paths that differ from one in a half of similar length.
    fn candidates(&self, path: &str) -> impl Iterator<Item = &'m str> {
        let (above, last) = split(path);
        let similar = |group: Option<&Vec<&'m str>>, half: &str| {
            let lengths = path.len().saturating_sub(reach(half))..=path.len() + reach(half);
            let group = group.map(Vec::as_slice).unwrap_or_default();
            let start = group.partition_point(|path| path.len() < *lengths.start());
            let end = group.partition_point(|path| path.len() <= *lengths.end());
            group[start..end].to_vec()
        };
        let siblings = similar(self.by_above.get(above), last);
        let namesakes = similar(self.by_last.get(last), above);
        siblings.into_iter().chain(namesakes)
    }
}

impl<'m> Scan<'_, 'm> {
    /// The space whose path a misspelt one probably means.
    pub(super) fn near_space(&mut self, path: &str) -> Option<&'m str> {
        if self.near.exhausted() {
            return None;
        }
        let index = self.paths.get_or_init(|| PathIndex::new(self.model));
        self.near.path(path, index.candidates(path))
    }
}
