//! Properties of the form on generated buildings.

mod common;

use common::generated::{Building, building};
use koyu_model::form::Derivation;
use koyu_model::geometry::{area_of_pieces, hyp, subtract, union_area};
use koyu_model::{Model, Point};
use proptest::prelude::*;
use serde_json::Value;

fn form(model: &Model) -> Value {
    serde_json::to_value(common::form(model)).unwrap()
}

/// The first place where `moved` is not `still` moved by (dx, dy), within 1e-6 mm.
fn not_moved(still: &Value, moved: &Value, by: (f64, f64), key: &str, at: &str) -> Option<String> {
    match (still, moved) {
        (Value::Number(a), Value::Number(b)) => {
            let shift = match key {
                "x" | "x1" | "x2" | "cx" => by.0,
                "y" | "y1" | "y2" | "cy" => by.1,
                _ => 0.0,
            };
            let (a, b) = (a.as_f64()?, b.as_f64()?);
            ((a + shift - b).abs() > 1e-6).then(|| format!("{at}: {a} + {shift} ≠ {b}"))
        }
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
            let mut both = a.iter().zip(b).enumerate();
            both.find_map(|(i, (a, b))| not_moved(a, b, by, key, &format!("{at}/{i}")))
        }
        (Value::Object(a), Value::Object(b)) if a.len() == b.len() => {
            let mut both = a.iter();
            both.find_map(|(key, a)| not_moved(a, b.get(key)?, by, key, &format!("{at}/{key}")))
        }
        _ => (still != moved).then(|| format!("{at}: {still} ≠ {moved}")),
    }
}

/// A walk through a building and a permutation of its elements.
fn shuffled() -> impl Strategy<Value = (Building, Building)> {
    building().prop_flat_map(|building| {
        let elements = Just(building.elements.clone()).prop_shuffle();
        (Just(building), elements).prop_map(|(building, elements)| {
            let other = Building {
                elements,
                ..building.clone()
            };
            (building, other)
        })
    })
}

proptest! {
    #![proptest_config(common::cases(64))]

    /// 04 §4: levels, spaces, boundaries, openings and segs have orders of their own.
    #[test]
    fn the_order_of_declaration_is_irrelevant((first, second) in shuffled()) {
        prop_assert_eq!(form(&first.model()), form(&second.model()));
    }

    #[test]
    fn a_moved_building_has_a_moved_form(
        building in building(), dx in -100_000..100_000i32, dy in -100_000..100_000i32,
    ) {
        let moved = common::model(&building.text(dx, dy));
        let by = (f64::from(dx), f64::from(dy));
        let difference = not_moved(&form(&building.model()), &form(&moved), by, "", "");
        prop_assert_eq!(difference, None);
    }

    #[test]
    fn the_parts_of_a_union_sum_to_it(building in building()) {
        for space in building.model().spaces() {
            let pieces: Vec<Vec<Point>> = space.region().map(|piece| piece.to_vec()).collect();
            let sum = area_of_pieces(&pieces);
            prop_assert!((union_area(&pieces) - sum).abs() <= 1e-6 * sum.max(1.0));
        }
    }

    #[test]
    fn what_covers_leave_and_take_is_the_whole(
        rects in prop::collection::vec((0..40i32, 0..40i32, 1..30i32, 1..30i32), 1..8),
    ) {
        let polygons: Vec<Vec<Point>> = rects
            .iter()
            .map(|&(x, y, w, h)| {
                let [x1, y1, x2, y2] = [x, y, x + w, y + h].map(|v| f64::from(v) * 100.0);
                let corners = [(x1, y1), (x2, y1), (x2, y2), (x1, y2)];
                corners.map(|(x, y)| Point { x, y }).to_vec()
            })
            .collect();
        let covered = |x: i32, y: i32, among: &[(i32, i32, i32, i32)]| {
            among.iter().any(|&(left, low, w, h)| {
                (left..left + w).contains(&x) && (low..low + h).contains(&y)
            })
        };
        let cells = || (0..70).flat_map(|x| (0..70).map(move |y| (x, y)));
        let union = cells().filter(|&(x, y)| covered(x, y, &rects)).count();
        prop_assert_eq!(union_area(&polygons), union as f64 * 1e4);
        let (first, covers) = (&rects[..1], &rects[1..]);
        let left = cells()
            .filter(|&(x, y)| covered(x, y, first) && !covered(x, y, covers))
            .count();
        let rest = subtract(&polygons[0], &polygons[1..]);
        prop_assert_eq!(area_of_pieces(rest), left as f64 * 1e4);
    }

    /// 04 §9: the centre is on the segment, and no end leaves it by more than 0.5.
    #[test]
    fn every_opening_lies_on_its_boundary(building in building()) {
        let model = building.model();
        let form = common::form(&model);
        let bands = form.openings.iter().map(|o| (o.segment, o.cx, o.cy, o.w, o.boundary));
        let segs = form.segs.iter().map(|s| (s.segment, s.cx, s.cy, s.w, s.boundary));
        for (segment, cx, cy, w, boundary) in bands.chain(segs) {
            let start = hyp(cx - segment.x1, cy - segment.y1);
            let end = hyp(cx - segment.x2, cy - segment.y2);
            prop_assert!((start + end - segment.length()).abs() < 1e-6, "off its line");
            prop_assert!(start >= w / 2.0 - 0.5 - 1e-6 && end >= w / 2.0 - 0.5 - 1e-6);
            let of = form.boundaries.iter().filter(|entry| entry.boundary == boundary);
            prop_assert!(of.into_iter().any(|entry| entry.segment.same_place(&segment)));
        }
    }

    /// Panels and holes together are the wall.
    #[test]
    fn panels_never_exceed_their_wall(building in building()) {
        let model = building.model();
        for entry in common::form(&model).boundaries {
            let Some(material) = entry.material else { continue };
            let area: f64 = material
                .panels
                .iter()
                .map(|p| hyp(p.x2 - p.x1, p.y2 - p.y1) * (p.z1 - p.z0))
                .sum();
            let whole = entry.segment.length() * (material.z1 - material.z0).max(0.0);
            prop_assert!(area <= whole + 1e-3, "{} > {}", area, whole);
        }
    }

    /// A storey asked for alone is the same as in the whole.
    #[test]
    fn a_storey_is_a_part_of_the_whole(building in building()) {
        let model = building.model();
        let whole = form(&model);
        for (i, &level) in model.levels_by_height().iter().enumerate() {
            let alone = Derivation::new(&model).storey(level, 1200.0).unwrap();
            let alone = serde_json::to_value(alone).unwrap();
            prop_assert_eq!(&alone["plans"][0], &whole["plans"][i]);
            for key in ["spaces", "boundaries", "openings", "segs", "slabs", "columns"] {
                let here = |entry: &&Value| entry["level"] == whole["levels"][i]["name"];
                let all: Vec<&Value> = whole[key].as_array().unwrap().iter().filter(here).collect();
                let given: Vec<&Value> = alone[key].as_array().unwrap().iter().collect();
                prop_assert_eq!(given, all, "{}", key);
            }
            let level = &whole["levels"][i]["name"];
            let touch = |run: &&Value| run["level"] == *level || run["upper"] == *level;
            let all: Vec<&Value> = whole["runs"].as_array().unwrap().iter().filter(touch).collect();
            let given: Vec<&Value> = alone["runs"].as_array().unwrap().iter().collect();
            prop_assert_eq!(given, all, "runs");
        }
    }

    /// A gap is outline of its space that no segment of its boundaries touches.
    #[test]
    fn gaps_hold_no_segment(building in building()) {
        let model = building.model();
        let derivation = Derivation::new(&model);
        for &level in model.levels_by_height() {
            for &space in derivation.spaces_on(Some(level)) {
                let standing: Vec<_> = derivation
                    .boundaries_of(space)
                    .iter()
                    .flat_map(|&b| derivation.segments(&model.boundaries()[b as usize]))
                    .filter(|segment| !segment.diagonal)
                    .collect();
                for gap in derivation.gaps(space) {
                    let horizontal = matches!(gap.face.word(), "N" | "S");
                    let middle = (gap.lo + gap.hi) / 2.0;
                    let stands = standing.iter().any(|s| {
                        s.horizontal == horizontal
                            && (s.fixed() - gap.fixed).abs() <= 0.5
                            && s.span().lo < middle
                            && middle < s.span().hi
                    });
                    prop_assert!(!stands);
                }
            }
        }
    }
}
