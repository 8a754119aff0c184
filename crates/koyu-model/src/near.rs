//! What a misspelt word was probably meant to be. Only messages use it.
//!
//! Candidates of a similar length are compared, and never more than [`MAX_COMPARISONS`] by one
//! [`Near`], so that help stays linear in what is helped with.

use strsim::osa_distance;

/// How many candidates one [`Near`] compares.
pub const MAX_COMPARISONS: usize = 1_000;

/// Longer words get no help, in bytes: comparing takes the product of two lengths.
const MAX_WORD: usize = 64;

/// Finds near words until its comparisons are used up.
#[derive(Clone, Debug)]
pub struct Near {
    left: usize,
}

impl Default for Near {
    fn default() -> Self {
        Self {
            left: MAX_COMPARISONS,
        }
    }
}

impl Near {
    /// The nearest of some words, the first of several that are equally near; `None` if none is
    /// near enough to be meant.
    pub fn word<'t>(
        &mut self,
        wanted: &str,
        among: impl IntoIterator<Item = &'t str>,
    ) -> Option<&'t str> {
        let mut best = Best::default();
        for candidate in among {
            if !best.improve(self.distance(wanted, candidate), candidate) {
                break;
            }
        }
        best.found
    }

    /// Whether all comparisons are used up, so that candidates need not be collected.
    pub fn exhausted(&self) -> bool {
        self.left == 0
    }

    /// The nearest of some paths that differ from the wanted one in their last segment alone or
    /// in what stands before it.
    pub fn path<'t>(
        &mut self,
        wanted: &str,
        among: impl IntoIterator<Item = &'t str>,
    ) -> Option<&'t str> {
        let (above, last) = split(wanted);
        let mut best = Best::default();
        for candidate in among {
            let (other_above, other_last) = split(candidate);
            let distance = if above == other_above {
                self.distance(last, other_last)
            } else if last == other_last {
                self.distance(above, other_above)
            } else {
                Distance::Far
            };
            if !best.improve(distance, candidate) {
                break;
            }
        }
        best.found
    }

    fn distance(&mut self, wanted: &str, candidate: &str) -> Distance {
        let reach = reach(wanted);
        let longest = wanted.len().max(candidate.len());
        if wanted.len().abs_diff(candidate.len()) > reach || longest > MAX_WORD {
            return Distance::Far;
        }
        let Some(left) = self.left.checked_sub(1) else {
            return Distance::Exhausted;
        };
        self.left = left;
        if wanted.eq_ignore_ascii_case(candidate) {
            return Distance::Near(0);
        }
        match osa_distance(wanted, candidate) {
            distance if distance <= reach => Distance::Near(distance),
            _ => Distance::Far,
        }
    }
}

/// A path up to its last segment, and that segment.
pub fn split(path: &str) -> (&str, &str) {
    path.rsplit_once('/').unwrap_or(("", path))
}

/// How many letters a word may differ in: a third of its length, two at most. Of two names such
/// as `L1` and `L2` neither is a misspelling of the other.
pub fn reach(word: &str) -> usize {
    (word.len() / 3).min(2)
}

/// The question that a message ends with, or nothing.
pub fn hint(found: Option<&str>) -> String {
    found.map_or_else(String::new, |found| format!("; did you mean {found}?"))
}

#[derive(Clone, Copy)]
enum Distance {
    Near(usize),
    Far,
    Exhausted,
}

#[derive(Default)]
struct Best<'t> {
    found: Option<&'t str>,
    distance: usize,
}

impl<'t> Best<'t> {
    /// Notes a candidate; whether it is worth looking at more.
    fn improve(&mut self, distance: Distance, candidate: &'t str) -> bool {
        match distance {
            Distance::Near(distance) => {
                if self.found.is_none() || distance < self.distance {
                    (self.found, self.distance) = (Some(candidate), distance);
                }
                distance > 0
            }
            Distance::Far => true,
            Distance::Exhausted => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_word_is_found_and_a_far_one_is_not() {
        let word = |wanted| Near::default().word(wanted, ["landing", "lane", "name", "L2"]);
        assert_eq!(word("landnig"), Some("landing"));
        assert_eq!(word("lanes"), Some("lane"));
        assert_eq!(word("NAME"), Some("name"));
        assert_eq!(word("colour"), None);
        assert_eq!(word("L1"), None);
        assert_eq!(word("l2"), Some("L2"));
    }

    #[test]
    fn a_path_is_near_in_one_of_its_halves() {
        let path =
            |wanted| Near::default().path(wanted, ["/L1/kitchen", "/L1/hall", "/ground/bath"]);
        assert_eq!(path("/L1/kitchn"), Some("/L1/kitchen"));
        assert_eq!(path("/l1/hall"), Some("/L1/hall"));
        assert_eq!(path("/gruond/bath"), Some("/ground/bath"));
        assert_eq!(path("/ground/hall"), None);
    }

    #[test]
    fn comparisons_come_to_an_end() {
        let many: Vec<String> = (0..MAX_COMPARISONS).map(|n| format!("{n:06}")).collect();
        let mut near = Near::default();
        assert_eq!(near.word("abcdef", many.iter().map(String::as_str)), None);
        assert_eq!(near.word("abcdef", ["abcdeg"]), None);
        assert_eq!(Near::default().word("abcdef", ["abcdeg"]), Some("abcdeg"));
    }
}
