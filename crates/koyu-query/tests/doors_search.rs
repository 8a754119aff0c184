//! `doors` against the literal search of 07 §9.3, on random graphs.

mod common;

use std::collections::HashMap;

use common::model;
use koyu_model::form::Derivation;
use koyu_model::{Boundary, BoundaryKind, Model, Name, OpeningKind};
use koyu_query::{Route, doors};
use proptest::prelude::*;

/// What it costs to pass a boundary (07 §9.1).
fn cost(boundary: &Boundary) -> Option<u32> {
    let door = boundary
        .openings
        .iter()
        .any(|o| o.kind == OpeningKind::Door);
    match boundary.kind {
        BoundaryKind::Open | BoundaryKind::Stair => Some(0),
        BoundaryKind::Wall => door.then_some(1),
        BoundaryKind::Shaft | BoundaryKind::Void => None,
    }
}

/// 07 §9.3 word for word: a list that is sorted in every round. It must not allow for anything.
fn literal<'m>(model: &'m Model, from: Name, to: Name) -> Route<'m> {
    let mut list = vec![from];
    let mut distance: HashMap<Name, u32> = HashMap::from([(from, 0)]);
    let mut before: HashMap<Name, Name> = HashMap::new();
    let mut settled: Vec<Name> = Vec::new();
    while !list.is_empty() {
        list.sort_by_key(|node| distance[node]);
        let u = list.remove(0);
        if settled.contains(&u) {
            continue;
        }
        settled.push(u);
        for boundary in model.boundaries() {
            let v = if boundary.a == u {
                boundary.b
            } else if boundary.b == u {
                boundary.a
            } else {
                continue;
            };
            let Some(cost) = cost(boundary).filter(|_| !settled.contains(&v)) else {
                continue;
            };
            let farther = distance[&u] + cost;
            if distance.get(&v).is_none_or(|known| farther < *known) {
                distance.insert(v, farther);
                before.insert(v, u);
                list.push(v);
            }
        }
    }
    let Some(&doors) = distance.get(&to) else {
        return Route::Unreachable;
    };
    let mut path = vec![to];
    while let Some(&node) = path.last().and_then(|node| before.get(node)) {
        path.push(node);
    }
    let path = path.iter().rev().map(|&node| model.text(node)).collect();
    Route::Found { doors, path }
}

/// A building of nodes `/n0`…, some of them undeclared.
fn building(nodes: usize, declared: &[bool], boundaries: &[(usize, usize, u8)]) -> Model {
    let mut text = String::from("level L1 0\n");
    for node in (0..nodes).filter(|&node| declared[node]) {
        text += &format!("space /n{node} room\n");
    }
    for (number, &(a, b, kind)) in boundaries.iter().enumerate() {
        // One pair may be joined several times if an attribute tells the boundaries apart.
        let boundary = format!("boundary /n{a} /n{b} t:{}", number + 1);
        text += &match kind {
            0..=2 => format!("{boundary} type:open\n"),
            3..=5 => format!("{boundary}\n  door w:900\n"),
            6 => format!("{boundary} type:stair\n"),
            7 => format!("{boundary} type:shaft\n  door w:900\n"),
            _ => format!("{boundary}\n  window w:900\n"),
        };
    }
    model(&text)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn it_chooses_as_the_literal_search(
        declared in prop::collection::vec(prop::bool::weighted(0.9), 9),
        boundaries in prop::collection::vec((0..9usize, 0..9usize, 0..9u8), 0..32),
    ) {
        let model = building(9, &declared, &boundaries);
        let derivation = Derivation::new(&model);
        for from in 0..9 {
            for to in 0..9 {
                let (from, to) = (format!("/n{from}"), format!("/n{to}"));
                let name = |path: &str| {
                    let name = model.names().find(path)?;
                    model.space_at(name).map(|_| name)
                };
                let expected = match (name(&from), name(&to)) {
                    (Some(from), Some(to)) => literal(&model, from, to),
                    _ => Route::Unreachable,
                };
                prop_assert_eq!(doors(&derivation, &from, &to), expected, "{} to {}", from, to);
            }
        }
    }
}
