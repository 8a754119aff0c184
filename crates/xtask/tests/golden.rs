//! The golden transcripts hold for the server as it is built now.

use std::fs;

use xtask::{golden, repository};

#[test]
fn the_server_answers_as_the_transcripts_say() {
    let repository = repository();
    // With all features, as the whole workspace is tested, so that no other test meets a server
    // of fewer.
    let server = golden::server::build(&repository, golden::server::AS_TESTS).unwrap();
    let outcomes = golden::run(&repository.join("golden"), &repository, &server).unwrap();
    for outcome in outcomes {
        let difference = outcome.difference();
        assert_eq!(difference, "", "{}:\n{difference}", outcome.path.display());
    }
}

#[test]
fn the_first_conversation_is_the_one_of_the_examples() {
    let repository = repository();
    let example = fs::read_to_string(repository.join("examples/first-conversation.jsonl")).unwrap();
    let golden = fs::read_to_string(repository.join("golden/first-conversation.txt")).unwrap();
    let messages: Vec<_> = golden
        .lines()
        .filter_map(|line| line.strip_prefix("> "))
        .collect();
    assert_eq!(messages, example.lines().collect::<Vec<_>>());
}
