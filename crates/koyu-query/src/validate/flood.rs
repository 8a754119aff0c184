//! Who is reached from some places (08 §6).

use koyu_model::Name;

use crate::passages::{Passages, Way};

/// Marks every node, by [`Name::index`], that is an end of a way out of a source or of another
/// reached node that may be walked through. Sources are walked through in any case.
///
/// Ways lead both ways. So one flood from the goals of the restricted search of 08 §6 tells for
/// each start whether its search would succeed: exactly when the start is marked.
pub(super) fn flood(
    passages: &Passages,
    sources: &[Name],
    usable: impl Fn(&Way) -> bool,
    walked_through: impl Fn(Name) -> bool,
) -> Vec<bool> {
    let mut reached = vec![false; passages.nodes()];
    let mut expanded = vec![false; passages.nodes()];
    let mut open = Vec::new();
    for &source in sources {
        if !std::mem::replace(&mut expanded[source.index()], true) {
            open.push(source);
        }
    }
    while let Some(node) = open.pop() {
        for way in passages.of(node).iter().filter(|way| usable(way)) {
            let to = way.to.index();
            reached[to] = true;
            if !expanded[to] && walked_through(way.to) {
                expanded[to] = true;
                open.push(way.to);
            }
        }
    }
    reached
}
