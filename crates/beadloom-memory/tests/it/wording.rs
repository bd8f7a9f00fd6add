use beadloom_memory::{Evidence, Likeness, is_same_text, likeness, normalised};

use crate::record;

/// Pairs that differ in one thing, and are two facts.
const DISTINCT: &str = include_str!("data/distinct.txt");
/// Pairs that say one thing.
const REWORDED: &str = include_str!("data/reworded.txt");

fn pairs(lines: &str) -> impl Iterator<Item = (&str, &str)> {
    lines.lines().filter_map(|line| line.split_once(" <> "))
}

fn compared(old: &str, new: &str) -> Likeness {
    likeness(&record("mem-2", new), &record("mem-1", old), 0.99)
}

#[test]
fn two_texts_are_compared() {
    use Likeness::{Contradicts, Near, Other, Reworded, Same};
    for (old, new, expected) in [
        ("Retries stop after three attempts.", "retries stop  after three attempts", Same),
        ("The API waits 30 seconds", "the api waits 30 seconds!", Same),
        ("the offset is 5", "the offset is (5).", Same),
        ("the offset is 5", "the offset is -5", Near),
        ("ask us for access", "ask US for access", Near),
        ("Retries are decided in the client", "Retries are always decided in the client", Reworded),
        ("Retries are not decided in the client", "Retries are not always decided in the client", Near),
        // Quantities, negations and opposites.
        ("The API waits 30 seconds", "The API waits 60 seconds", Contradicts),
        ("The API waits 30s", "The API waits 60s", Contradicts),
        ("The API waits 30 seconds", "The API waits 30 minutes", Near),
        ("The metrics are on port 8080", "The metrics are on port 8081", Near),
        ("The cache is enabled in staging", "The cache is disabled in staging", Contradicts),
        ("The enabled flags are in a.yml", "The disabled flags are in a.yml", Near),
        ("We use tabs", "We do not use tabs", Contradicts),
        ("Migrations are run on deploy", "Migrations are not run on deploy", Contradicts),
        ("Der Cache ist in Redis", "Der Cache ist nicht in Redis", Contradicts),
        ("O cache é usado", "O cache não é usado", Contradicts),
        // A number more adds something.
        ("The API waits 30 seconds", "The API waits 30 seconds, 60 in staging", Near),
        // The same words, turned round.
        ("the pool calls the cache", "the cache calls the pool", Near),
    ] {
        assert_eq!(compared(old, new), expected, "{old:?} and {new:?}");
    }
    let far = likeness(&record("mem-2", "the colour is blue"), &record("mem-1", "ports: 8080"), 0.1);
    assert_eq!(far, Other);
}

#[test]
fn facts_that_differ_in_one_thing_are_never_one_memory_nor_replace_each_other() {
    assert!(pairs(DISTINCT).count() >= 100);
    let wrong: Vec<_> = pairs(DISTINCT)
        .flat_map(|(one, two)| [(one, two), (two, one)])
        .filter(|(one, two)| !matches!(compared(one, two), Likeness::Near | Likeness::Other))
        .map(|(one, two)| (one, two, compared(one, two)))
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn other_wordings_of_one_fact_are_one_memory() {
    assert!(pairs(REWORDED).count() >= 40);
    let missed: Vec<_> = pairs(REWORDED)
        .flat_map(|(one, two)| [(one, two), (two, one)])
        .filter(|(one, two)| !matches!(compared(one, two), Likeness::Same | Likeness::Reworded))
        .collect();
    assert!(missed.len() * 10 <= pairs(REWORDED).count() * 2, "{missed:#?}");
}

proptest::proptest! {
    #[test]
    fn another_name_number_or_path_is_another_fact(
        template in proptest::sample::select(&[
            "backups are written to X", "X is the primary", "we deploy X on Mondays", "In X, logs go to S3",
            "the client retries X before the cache", "Sicherungen liegen auf X", "X 写入备份", "call X first", "the limit of X is 5 MB",
        ][..]),
        one in "[a-z]{2,8}[0-9]{1,3}|[a-z]{2,6}-[a-z]{2,4}-[0-9]|[a-z]{2,6}/[a-z]{2,6}\\.(ts|rs)|[A-Z][a-z]{2,6}[A-Z][a-z]{2,6}|10\\.0\\.[0-9]{1,2}\\.[0-9]|v[0-9]\\.[0-9]|[0-9]{1,5}|:[0-9]{4}|[a-z_]{3,9}\\(\\)",
        two in "[a-z]{2,8}[0-9]{1,3}|[a-z]{2,6}-[a-z]{2,4}-[0-9]|[a-z]{2,6}/[a-z]{2,6}\\.(ts|rs)|[A-Z][a-z]{2,6}[A-Z][a-z]{2,6}|10\\.0\\.[0-9]{1,2}\\.[0-9]|v[0-9]\\.[0-9]|[0-9]{1,5}|:[0-9]{4}|[a-z_]{3,9}\\(\\)",
    ) {
        proptest::prop_assume!(one != two);
        let (old, new) = (template.replace('X', &one), template.replace('X', &two));
        let is = compared(&old, &new);
        assert!(matches!(is, Likeness::Near | Likeness::Other), "{old:?} and {new:?}: {is:?}");
    }

    #[test]
    fn a_text_is_the_same_as_itself(text in "\\PC{0,80}") {
        assert!(is_same_text(&text, &text));
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
    assert_eq!(likeness(&new, &old, 0.5), Likeness::Near);
    assert_eq!(likeness(&about("mem-2", &new.content, "billing"), &old, 0.8), Likeness::Near);
    // What is counted through is two things, and so is what stands in the middle.
    let (seven, nine) = (
        about("mem-1", "backups are written to host07", "auth"),
        about("mem-2", "backups are written to host09", "auth"),
    );
    assert_eq!(likeness(&nine, &seven, 0.99), Likeness::Near);
    let (one, two) =
        (about("mem-1", "call parse_header first", "auth"), about("mem-2", "call parse_body first", "auth"));
    assert_eq!(likeness(&two, &one, 0.9), Likeness::Near);
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
