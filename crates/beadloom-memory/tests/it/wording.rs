use beadloom_memory::{Evidence, Likeness, likeness, normalised};

use crate::record;

#[test]
fn two_texts_are_compared() {
    use Likeness::{Contradicts, Other, Reworded, Same};
    for (old, new, cosine, expected) in [
        ("Retries stop after three attempts.", "retries stop  after three attempts", 1.0, Same),
        ("The API waits 30 seconds", "the api waits 30 seconds!", 1.0, Same),
        ("Retries are decided in the client", "Retries are always decided in the client", 0.97, Reworded),
        ("Retries are decided in the client", "Retries are always decided in the client", 0.90, Other),
        // Numbers, negations and opposites.
        ("The API waits 30 seconds", "The API waits 60 seconds", 0.99, Contradicts),
        ("The cache is enabled in staging", "The cache is disabled in staging", 0.99, Contradicts),
        ("We use tabs", "We do not use tabs", 0.99, Other),
        ("Migrations are run on deploy", "Migrations are not run on deploy", 0.99, Contradicts),
        // A number more adds something.
        ("The API waits 30 seconds", "The API waits 30 seconds, 60 in staging", 0.97, Other),
        // Names.
        ("UserService owns retries", "OrderService owns retries", 0.97, Other),
        ("call parse_header first", "call parse_body first", 0.97, Other),
        // The same words, turned round.
        ("the pool calls the cache", "the cache calls the pool", 1.0, Other),
        ("ports: 8080", "the colour is blue", 0.1, Other),
    ] {
        assert_eq!(
            likeness(&record("mem-2", new), &record("mem-1", old), cosine),
            expected,
            "{old:?} and {new:?}"
        );
    }
}

#[test]
fn about_one_node_or_one_definition_something_may_stand_in_place_of_another() {
    let about = |id: &str, content: &str, node: &str| {
        let mut one = record(id, content);
        one.refs = vec![node.to_owned()];
        one
    };
    let old = about("mem-1", "The sessions are kept in Redis", "auth");
    let new = about("mem-2", "The sessions are kept in Postgres", "auth");
    assert_eq!(likeness(&new, &old, 0.8), Likeness::Contradicts);
    assert_eq!(likeness(&new, &old, 0.5), Likeness::Other);
    assert_eq!(likeness(&about("mem-2", &new.content, "billing"), &old, 0.8), Likeness::Other);
    let shown = |mut one: beadloom_memory::Record| {
        one.refs.clear();
        one.evidence = vec![Evidence {
            path: "a.py".to_owned(),
            line: Some(3),
            symbol: Some("keep".to_owned()),
            hash: "00".to_owned(),
        }];
        one
    };
    assert_eq!(likeness(&shown(new.clone()), &shown(old.clone()), 0.8), Likeness::Contradicts);
    // What shares the node and little else is another matter.
    let other = about("mem-3", "Tokens of Google expire after 5 minutes, those of GitHub never do", "auth");
    assert_eq!(likeness(&other, &old, 0.8), Likeness::Other);
}

#[test]
fn what_two_copies_differ_in_does_not_count() {
    assert_eq!(normalised("  The \"API\",  (v2) waits…\n"), "the api v2 waits");
    assert_eq!(normalised("C++ is not C#"), "c++ is not c#");
    assert_eq!(normalised("... !!"), "");
}
