//! The edges of one face on a storey, gathered into lines of one fixed coordinate (04 §8).
//!
//! Edges that face one another lie on lines at most a tolerance apart, and on a line only what
//! overlaps counts. So both are searched in sorted order.

use super::storeys::Edge;
use crate::geometry::tolerance::EPS;

/// How many edges are passed over at once where none of them reaches far enough.
const BLOCK: usize = 32;

/// Edges sorted by line and then by where they start.
#[derive(Debug, Default)]
pub(super) struct EdgeLines {
    edges: Vec<Stretch>,
    lines: Vec<Line>,
    /// The farthest end among each [`BLOCK`] of edges.
    reach: Vec<f64>,
}

#[derive(Clone, Copy, Debug)]
struct Stretch {
    lo: f64,
    hi: f64,
    /// The farthest end among the edges of this line up to this one.
    reach: f64,
    position: u32,
}

#[derive(Clone, Copy, Debug)]
struct Line {
    fixed: f64,
    start: usize,
    end: usize,
}

impl EdgeLines {
    /// Gathers edges, each with its position. An edge at no place faces nothing and is left out.
    pub(super) fn new<'e>(edges: impl Iterator<Item = (u32, &'e Edge)>) -> Self {
        let mut sorted: Vec<(f64, Stretch)> = edges
            .filter(|(_, edge)| !(edge.fixed + edge.span.lo + edge.span.hi).is_nan())
            .map(|(position, edge)| {
                let (lo, hi) = (edge.span.lo, edge.span.hi);
                let reach = hi;
                // Adding zero makes both zeros one line.
                (
                    edge.fixed + 0.0,
                    Stretch {
                        lo,
                        hi,
                        reach,
                        position,
                    },
                )
            })
            .collect();
        sorted.sort_by(|(a, x), (b, y)| a.total_cmp(b).then(x.lo.total_cmp(&y.lo)));
        let mut lines: Vec<Line> = Vec::new();
        let mut edges: Vec<Stretch> = Vec::with_capacity(sorted.len());
        for (place, (fixed, mut stretch)) in sorted.into_iter().enumerate() {
            match lines.last_mut() {
                Some(line) if line.fixed == fixed => {
                    line.end += 1;
                    stretch.reach = stretch.reach.max(edges[place - 1].reach);
                }
                _ => lines.push(Line {
                    fixed,
                    start: place,
                    end: place + 1,
                }),
            }
            edges.push(stretch);
        }
        let farthest =
            |block: &[Stretch]| block.iter().fold(f64::NEG_INFINITY, |far, s| far.max(s.hi));
        let reach = edges.chunks(BLOCK).map(farthest).collect();
        Self {
            edges,
            lines,
            reach,
        }
    }

    /// Appends the positions of all edges on lines beside `edge` that overlap it, and perhaps of
    /// a few that only touch it or lie a little farther off.
    pub(super) fn beside(&self, edge: &Edge, found: &mut Vec<u32>) {
        // Twice the tolerance, so that rounding never loses a candidate.
        let (below, above) = (edge.fixed - 2.0 * EPS, edge.fixed + 2.0 * EPS);
        let first = self.lines.partition_point(|line| line.fixed < below);
        for line in self.lines[first..]
            .iter()
            .take_while(|line| line.fixed <= above)
        {
            let on_line = &self.edges[line.start..line.end];
            let mut place = line.start + on_line.partition_point(|s| s.lo < edge.span.hi);
            // Backwards, until nothing farther back reaches as far as the edge's start.
            while place > line.start && self.edges[place - 1].reach > edge.span.lo {
                if place % BLOCK == 0
                    && place - line.start >= BLOCK
                    && self.reach[place / BLOCK - 1] <= edge.span.lo
                {
                    place -= BLOCK;
                    continue;
                }
                place -= 1;
                if self.edges[place].hi > edge.span.lo {
                    found.push(self.edges[place].position);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Side;
    use crate::elements::SpaceId;
    use crate::geometry::Interval;

    fn edge(fixed: f64, lo: f64, hi: f64) -> Edge {
        let (space, piece, face) = (SpaceId(0), 0, Side::N);
        Edge {
            space,
            piece,
            face,
            fixed,
            span: Interval { lo, hi },
        }
    }

    /// Every edge against every other, one long and many short ones on few lines.
    #[test]
    fn all_that_overlaps_is_found() {
        let mut edges = vec![
            edge(0.0, -10.0, 5000.0),
            edge(f64::NAN, 0.0, 1.0),
            edge(100.0, 0.0, f64::INFINITY),
        ];
        for n in 0..300 {
            let n = f64::from(n);
            edges.push(edge((n % 3.0) * 0.4, n * 10.0, n * 10.0 + 7.0));
            edges.push(edge(100.0 - (n % 2.0), n * 5.0, n * 5.0 + 5.0));
        }
        let lines = EdgeLines::new((0..).zip(&edges));
        for asked in &edges {
            let mut found = Vec::new();
            lines.beside(asked, &mut found);
            found.sort_unstable();
            let must: Vec<u32> = (0..)
                .zip(&edges)
                .filter(|(_, other)| (asked.fixed - other.fixed).abs() <= EPS)
                .filter(|(_, other)| {
                    other.span.hi.min(asked.span.hi) - other.span.lo.max(asked.span.lo) > EPS
                })
                .map(|(position, _)| position)
                .collect();
            assert!(
                must.iter()
                    .all(|position| found.binary_search(position).is_ok()),
                "{asked:?}"
            );
            assert!(
                found.windows(2).all(|pair| pair[0] < pair[1]),
                "twice: {asked:?}"
            );
            assert!(found.len() <= must.len() + 400);
        }
    }
}
