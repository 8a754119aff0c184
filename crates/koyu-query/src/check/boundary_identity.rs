//! Identity of boundaries (06 §7, pass 2): BND02, BND05.

use std::collections::HashMap;

use koyu_model::{Boundary, Side};

use super::diagnostic::Diagnostic;
use super::scan::Scan;
use super::table::Code;

/// What joins the two paths of a pair key.
const JOINT: &str = " | ";

impl<'m> Scan<'_, 'm> {
    /// No pair, edge and drawn line twice; no pair both with and without `edge`.
    pub(super) fn boundary_identity(&mut self) {
        // Keys are texts. Only where a path contains the joint can two pairs share one.
        let ambiguous = |boundary: &Boundary| {
            [boundary.a, boundary.b]
                .into_iter()
                .any(|end| self.text(end).contains(JOINT))
        };
        if self.model.boundaries().iter().any(ambiguous) {
            let all = self.model.boundaries();
            self.identities(all, |scan, boundary| scan.pair_key(boundary));
        } else {
            // A derived wall stands only where its pair has no other boundary.
            let declared = self.declared();
            self.identities(declared, |_, Boundary { a, b, .. }| (*a.min(b), *a.max(b)));
        }
    }

    fn identities<K: Ord>(
        &mut self,
        boundaries: &'m [Boundary],
        key: impl Fn(&Self, &Boundary) -> K,
    ) {
        let keyed = boundaries.iter().enumerate();
        let mut keyed: Vec<(K, usize)> = keyed.map(|(i, b)| (key(self, b), i)).collect();
        keyed.sort_unstable();
        let (mut repeated, mut groups) = (Vec::new(), Vec::new());
        for group in keyed.chunk_by(|(one, _), (other, _)| one == other) {
            if group.len() < 2 {
                continue;
            }
            let mut first = HashMap::new();
            let mut without_line = Vec::new();
            for &(_, place) in group {
                let Boundary { edge, drawn, .. } = &boundaries[place];
                let line = drawn.map(|line| (line.from.spelling, line.to.spelling));
                let first = *first.entry((*edge, line)).or_insert(place);
                if first != place {
                    repeated.push((place, first));
                }
                if drawn.is_none() {
                    without_line.push(place);
                }
            }
            groups.push(without_line);
        }
        // By the later boundary, and by the first of each group.
        repeated.sort_unstable();
        groups.sort_unstable();
        for (place, first) in repeated {
            self.repeated(&boundaries[place], &boundaries[first]);
        }
        for group in groups {
            let group: Vec<&Boundary> = group.into_iter().map(|i| &boundaries[i]).collect();
            self.mixed(&group);
        }
    }

    fn repeated(&mut self, boundary: &Boundary, first: &Boundary) {
        let [a, b] = self.sorted(boundary);
        let edge = boundary
            .edge
            .map(|edge| format!(" with edge:{edge}"))
            .unwrap_or_default();
        let line = match &boundary.drawn {
            Some(line) => {
                let [from, to] = [line.from, line.to].map(|end| self.text(end.spelling));
                format!(" along the line {from} {to}")
            }
            None => String::new(),
        };
        let position = self.position(first.origin);
        let seen = position.as_ref().map_or_else(
            || "it stands already".to_owned(),
            |position| format!("it is declared at {}", position.spelled()),
        );
        let message = format!(
            "The boundary between {a} and {b}{edge}{line} is declared twice; {seen}: join the two, \
             or give each an edge of its own"
        );
        let diagnostic = Diagnostic::new(Code::Bnd02, message)
            .at(self.position(boundary.origin))
            .path(self.ends_text(boundary))
            .related(position);
        self.push(diagnostic);
    }

    /// One pair may not have boundaries both with and without `edge`.
    fn mixed(&mut self, group: &[&Boundary]) {
        let without = group.iter().position(|boundary| boundary.edge.is_none());
        let Some(without) = without.filter(|_| group.iter().any(|b| b.edge.is_some())) else {
            return;
        };
        let blamed = group[without];
        let [a, b] = self.sorted(blamed);
        let others = group.iter().enumerate().filter(|&(i, _)| i != without);
        let related: Vec<_> = others
            .filter_map(|(_, other)| self.position(other.origin))
            .collect();
        let edges: Vec<&str> = Side::ALL
            .iter()
            .filter(|&&side| group.iter().any(|b| b.edge == Some(side)))
            .map(|side| side.word())
            .collect();
        let message = format!(
            "Between {a} and {b} this boundary has no edge and takes all sides, while another is \
             restricted to {}; give this one an edge too",
            edges.join(" and ")
        );
        let path = self
            .pair_key(blamed)
            .split(JOINT)
            .map(str::to_owned)
            .collect();
        let diagnostic = Diagnostic::new(Code::Bnd05, message)
            .at(self.position(blamed.origin))
            .path(path)
            .related(related);
        self.push(diagnostic);
    }

    /// The two ends in UTF-16 order.
    fn sorted(&self, boundary: &Boundary) -> [&'m str; 2] {
        let (a, b) = (self.text(boundary.a), self.text(boundary.b));
        if a.encode_utf16().le(b.encode_utf16()) {
            [a, b]
        } else {
            [b, a]
        }
    }

    fn pair_key(&self, boundary: &Boundary) -> String {
        self.sorted(boundary).join(JOINT)
    }
}
