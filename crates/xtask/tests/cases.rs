//! The project's own cases, the examples, and the cases of the folders that `KOYU_CASES` names.

use xtask::cases::Server;
use xtask::{building, cases, golden, repository};

#[test]
fn the_cases_hold() {
    let mut roots = vec![repository().join("cases")];
    roots.extend(cases::roots_of_environment());
    // With all features, as the whole workspace is tested, so that no other test meets a server
    // of fewer.
    let server = Server::new(|| {
        let built = golden::server::build(&repository(), golden::server::AS_TESTS);
        built.map_err(|error| error.to_string())
    });
    let report = cases::run(&roots, &server).unwrap();
    assert!(report.passed(), "\n{report}");
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
