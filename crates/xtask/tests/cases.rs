//! The project's own cases, the examples, and the cases of the folders that `KOYU_CASES` names.

use xtask::{building, cases, repository};

#[test]
fn the_cases_hold() {
    let mut roots = vec![repository().join("cases")];
    roots.extend(cases::roots_of_environment());
    let report = cases::run(&roots).unwrap();
    assert!(report.passed(), "\n{report}");
    // Shown by `cargo test -- --nocapture`: what this test did not look at.
    eprint!("{report}");
}

#[test]
fn the_examples_compose() {
    for (entry, spaces) in [
        ("two-rooms.muro", 3),
        ("house/main.muro", 16),
        ("ten-storeys.muro", 100),
    ] {
        let model = building::read(&repository().join("examples").join(entry))
            .unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(model.spaces().len(), spaces, "{entry}");
    }
}
