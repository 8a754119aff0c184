//! Generated buildings compose to what was ordered.

use std::path::Path;

use koyu_model::{Memory, Model, compose};
use xtask::generate::Order;

fn building(storeys: u32, rooms: u32, seed: u64) -> (Order, Model) {
    let order = Order::new(storeys, rooms, seed).unwrap();
    let source = Memory::new().with("main.muro", order.text());
    let model = compose(Path::new("main.muro"), &source);
    (order, model.unwrap_or_else(|error| panic!("{error}")))
}

#[test]
fn the_counts_are_those_that_were_ordered() {
    for (storeys, rooms) in [
        (1, 1),
        (1, 2),
        (1, 3),
        (2, 1),
        (2, 41),
        (3, 40),
        (3, 163),
        (12, 20),
    ] {
        let (order, model) = building(storeys, rooms, 5);
        let declared = model.boundaries().iter().filter(|each| !each.derived);
        assert_eq!(model.levels().len() as u32, storeys);
        assert_eq!(model.spaces().len() as u64, order.spaces());
        assert_eq!(declared.count() as u64, order.declared_boundaries());
        assert_eq!(
            model
                .spaces()
                .iter()
                .filter(|each| each.level.is_none())
                .count(),
            1
        );
    }
}

#[test]
fn there_are_about_twice_as_many_boundaries_as_spaces() {
    for rooms in [20, 2_000] {
        let order = Order::new(5, rooms, 1).unwrap();
        let ratio = order.declared_boundaries() as f64 / order.spaces() as f64;
        assert!((1.8..2.3).contains(&ratio), "{ratio}");
    }
}

#[test]
fn every_boundary_joins_spaces_that_exist() {
    let (_, model) = building(3, 90, 2);
    for boundary in model.boundaries() {
        for end in [boundary.a, boundary.b] {
            assert!(model.space_at(end).is_some(), "{}", model.text(end));
        }
    }
}
