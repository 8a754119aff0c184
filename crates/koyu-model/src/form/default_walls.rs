//! Default boundaries (04 §7): the walls that nobody wrote.

use super::storeys::{Edge, EdgeIndex, Slot, Storeys};
use crate::elements::{Boundary, Origin, SpaceId};
use crate::geometry::common;
use crate::model::Model;
use crate::names::{Name, Names, Set};
use crate::{BoundaryKind, Side};

/// Appends a wall for every pair of spaces of one storey that share an edge and have no declared
/// boundary between them, in the order of the pairs; with them the boundaries are complete, and
/// what stands on which storey is noted. Run after the regions are cut.
pub(crate) fn append_default_walls(model: &mut Model) {
    let declared = Declared::new(model);
    let storeys = Storeys::of_spaces(model);
    let mut pairs: Vec<(SpaceId, SpaceId)> = Vec::new();
    let mut scratch = Vec::new();
    for slot in (0..storeys.count() as u32).map(Slot) {
        let members = storeys.members(slot);
        if members.len() < 2 {
            continue;
        }
        let index = EdgeIndex::new(model.spaces(), members);
        for (place, &i) in members.iter().enumerate() {
            // What faces is faced, so two of the four sides find every pair.
            let half = |edge: &&Edge| matches!(edge.face, Side::N | Side::E);
            for edge in index.of(place).iter().filter(half) {
                let facing = index.facing(edge, &mut scratch);
                let shared = facing
                    .into_iter()
                    .filter(|other| other.space != i && common(edge.span, other.span).is_some());
                pairs.extend(shared.map(|other| (i.min(other.space), i.max(other.space))));
            }
        }
    }
    // Storeys interleave in declaration order, and two spaces may meet along several edges.
    pairs.sort_unstable();
    pairs.dedup();
    let walls: Vec<Boundary> = pairs
        .into_iter()
        .filter_map(|(i, j)| {
            let (a, b) = (model.space(i).path, model.space(j).path);
            (!declared.between(a, b, model.names())).then(|| wall(a, b, model.names()))
        })
        .collect();
    model.boundaries.extend(walls);
    model.storeys = storeys.with_boundaries(model);
}

/// A default wall; its a is the path that comes first in collation order.
fn wall(first: Name, second: Name, names: &Names) -> Boundary {
    let in_order = names.text(first) <= names.text(second);
    let (a, b) = if in_order {
        (first, second)
    } else {
        (second, first)
    };
    let nowhere = Origin {
        line: 0,
        layer: None,
    };
    Boundary {
        derived: true,
        ..Boundary::bare(a, b, BoundaryKind::Wall, nowhere)
    }
}

/// The pairs between which a boundary is declared.
enum Declared {
    Pairs(Set<(Name, Name)>),
    /// Pairs are told apart by their text alone, which is ambiguous when paths contain `|`.
    Texts(Set<String>),
}

impl Declared {
    fn new(model: &Model) -> Self {
        let names = model.names();
        let pairs = model.boundaries().iter().map(|b| (b.a, b.b));
        // Two splits of one text need the bar in a path of each pair; asking the spaces is enough.
        let ambiguous = model
            .spaces()
            .iter()
            .any(|space| names.text(space.path).contains('|'));
        if ambiguous {
            Self::Texts(pairs.map(|(a, b)| pair_text(a, b, names)).collect())
        } else {
            Self::Pairs(pairs.map(|(a, b)| (a.min(b), a.max(b))).collect())
        }
    }

    fn between(&self, a: Name, b: Name, names: &Names) -> bool {
        match self {
            Self::Pairs(pairs) => pairs.contains(&(a.min(b), a.max(b))),
            Self::Texts(texts) => texts.contains(&pair_text(a, b, names)),
        }
    }
}

/// The two paths in UTF-16 order joined by `|`.
fn pair_text(a: Name, b: Name, names: &Names) -> String {
    let (a, b) = (names.text(a), names.text(b));
    let in_order = a.encode_utf16().le(b.encode_utf16());
    let (first, second) = if in_order { (a, b) } else { (b, a) };
    format!("{first}|{second}")
}
