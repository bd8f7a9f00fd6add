use beadloom_memory::{RecallIndex, RecallQuery, Settings};
use beadloom_model::time::parse_utc;

/// What a question finds: contents, best first.
fn found<'a>(index: &mut RecallIndex, texts: &[&'a str], query: &str) -> Vec<&'a str> {
    let wanted = RecallQuery { query, limit: 3, quality: &|_| Some(0.5) };
    index.find(&wanted).into_iter().filter_map(|one| texts.get(one.slot).copied()).collect()
}

fn index(texts: &[&str]) -> RecallIndex {
    let mut index = RecallIndex::new(None, Settings::default());
    for (at, text) in texts.iter().enumerate() {
        // A day apart: no two in one sitting.
        index.put(&format!("mem-{at:03}"), at as i64 * 86_400, text, []);
    }
    index
}

const TEXTS: &[&str] = &[
    "Retries are decided in the HTTP client, at most three",
    "The staging database is restored every Monday",
    "Releases are cut from main after the nightly build",
    "parseHTTPHeader keeps the order of headers",
];

#[test]
fn words_find_in_every_form_and_names_by_their_parts() {
    let mut made = index(TEXTS);
    for (query, first) in [
        ("where is a retry decided", 0),
        ("when do we restore staging databases", 1),
        ("release", 2),
        ("header parsing", 3),
        ("parse_http_header", 3),
    ] {
        assert_eq!(found(&mut made, TEXTS, query).first(), Some(&TEXTS[first]), "{query}");
    }
}

#[test]
fn what_nothing_answers_finds_nothing() {
    let mut made = index(TEXTS);
    for query in [
        "favourite colour of the intern",
        "what is the",
        "",
        "???",
        "kubernetes ingress timeout policy rollout quota build",
    ] {
        assert_eq!(found(&mut made, TEXTS, query), Vec::<&str>::new(), "{query:?}");
    }
    assert!(found(&mut index(&[]), &[], "retries").is_empty());
}

#[test]
fn what_was_taken_out_or_may_not_be_found_is_not() {
    let mut made = index(TEXTS);
    made.take_out(0);
    made.take_out(0);
    made.take_out(99);
    assert!(found(&mut made, TEXTS, "retries").is_empty());
    let wanted =
        RecallQuery { query: "staging release", limit: 5, quality: &|slot| (slot != 1).then_some(0.5) };
    assert_eq!(made.find(&wanted).iter().map(|one| one.slot).collect::<Vec<_>>(), [2]);
}

#[test]
fn it_does_not_matter_what_was_there_before() {
    let mut worn = index(TEXTS);
    for round in 0..20 {
        let slot = worn.put("mem-x", round, "retries of the staging client release", ["x"]);
        worn.take_out(slot);
    }
    let mut fresh = index(TEXTS);
    for query in ["retries client", "staging", "release build main headers"] {
        let ask =
            |index: &mut RecallIndex| index.find(&RecallQuery { query, limit: 9, quality: &|_| Some(0.5) });
        assert_eq!(ask(&mut worn), ask(&mut fresh), "{query}");
    }
}

#[test]
fn quality_decides_between_equals_and_then_the_id() {
    let mut made = RecallIndex::new(None, Settings::default());
    for (at, id) in ["mem-b", "mem-a", "mem-c"].into_iter().enumerate() {
        made.put(id, at as i64 * 86_400, "retries stop", []);
    }
    let order = |made: &mut RecallIndex, quality: &dyn Fn(usize) -> Option<f64>| -> Vec<usize> {
        made.find(&RecallQuery { query: "retries", limit: 3, quality }).iter().map(|one| one.slot).collect()
    };
    assert_eq!(order(&mut made, &|_| Some(0.5)), [1, 0, 2]);
    assert_eq!(order(&mut made, &|slot| Some(if slot == 2 { 1.0 } else { 0.3 })), [2, 1, 0]);
}

#[test]
fn what_was_remembered_beside_it_helps_to_find_it() {
    let sitting = |gap: i64| {
        let texts = [
            "We talked about the billing export today",
            "It fails when the amount is negative",
            "The amount is negative in refunds of gift cards, fails the gate",
        ];
        let mut made = RecallIndex::new(None, Settings::default());
        for (at, text) in texts.iter().enumerate() {
            let created = if at == 2 { 90_000_000 } else { at as i64 * gap };
            made.put(&format!("mem-{at}"), created, text, []);
        }
        let wanted =
            RecallQuery { query: "when does the billing export fail", limit: 3, quality: &|_| Some(0.5) };
        made.find(&wanted).iter().map(|one| one.slot).collect::<Vec<_>>()
    };
    // A minute apart, or a month.
    assert_eq!(sitting(60), [0, 1, 2]);
    assert_eq!(sitting(2_600_000)[0], 0);
}

#[test]
fn a_word_that_begins_alike_and_words_that_stand_together_count() {
    let texts = [
        "The migration of the ledger runs before each deploy",
        "Deploy keys are kept with the release notes, before they expire",
        "Support for the group chat was dropped",
        "A group of users asked for better support",
    ];
    let mut made = index(&texts);
    // `migrate` and `migration` have other stems.
    assert_eq!(found(&mut made, &texts, "which deploy step migrates").first(), Some(&texts[0]));
    assert_eq!(found(&mut made, &texts, "group chat support").first(), Some(&texts[2]));
    assert_eq!(found(&mut made, &texts, "chat of a support group").len(), 2);
}

#[test]
fn a_month_finds_what_was_remembered_in_it() {
    let texts = ["The pool has ten connections", "The pool has twenty connections", "May I say: flush first"];
    let mut made = RecallIndex::new(None, Settings::default());
    for (at, (text, time)) in
        texts.iter().zip(["2026-10-03T10:00:00Z", "2026-05-30T10:00:00Z", "2025-10-01T10:00:00Z"]).enumerate()
    {
        made.put(&format!("mem-{at}"), parse_utc(time).unwrap(), text, []);
    }
    assert_eq!(found(&mut made, &texts, "connections in the pool, October")[0], texts[0]);
    assert_eq!(found(&mut made, &texts, "connections in the pool, May 2026")[0], texts[1]);
    // The verb is no month.
    assert!(found(&mut made, &texts, "may we rename it").is_empty());
}
