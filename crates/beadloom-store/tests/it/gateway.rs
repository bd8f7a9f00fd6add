//! `gateway.db`: what is dropped of what was learned, and that many stored queries stay within their bound.

use beadloom_store::{GatewayStore, MemoryOwner, PairChange};

const OWNER: MemoryOwner = MemoryOwner { keys: &[], trusts: false };

fn learn(store: &mut GatewayStore, number: u32, confidence: f64, now: i64) {
    let change = PairChange {
        server: "s",
        name: if number.is_multiple_of(2) { "even" } else { "odd" },
        key: &number.to_le_bytes(),
        query: Some("a query"),
        words: "a queri",
        now,
    };
    store.learn(&change, |_| confidence).unwrap();
}

#[test]
fn what_is_not_worth_keeping_is_dropped() {
    let (mut store, notice) = GatewayStore::open(None, OWNER).unwrap();
    assert_eq!(notice, None);
    learn(&mut store, 1, 0.05, 1_000);
    learn(&mut store, 2, 0.9, 10);
    for number in 3..3_003 {
        learn(&mut store, number, if number < 103 { 0.5 } else { 1.0 }, 1_000);
    }
    let before = store.revisions().unwrap();
    // One that is not sure, one that was not used, and the least sure of the rest.
    assert_eq!(store.prune(0.1, 100, 2_900).unwrap(), 102);
    let left = store.pairs_since(-1).unwrap();
    assert_eq!(left.len(), 2_900);
    assert!(left.iter().all(|pair| pair.confidence == 1.0));
    let after = store.revisions().unwrap();
    assert!(after.removals > before.pairs, "who has read them hears of it");
    assert_eq!(store.prune(0.1, 100, 2_900).unwrap(), 0);
    assert_eq!(store.revisions().unwrap(), after);
    assert_eq!(store.forget(|_, name| name == "odd", false).unwrap(), 1_450);
    assert_eq!(store.pair_count().unwrap(), 1_450);
}

#[test]
fn the_same_query_is_one_pair() {
    let (mut store, _) = GatewayStore::open(None, OWNER).unwrap();
    learn(&mut store, 1, 0.5, 10);
    learn(&mut store, 1, 0.7, 5);
    let pairs = store.pairs_since(-1).unwrap();
    let [pair] = pairs.as_slice() else { panic!("{pairs:?}") };
    assert_eq!((pair.confidence, pair.support, pair.used_at), (0.7, 2, 10));
    for number in 0..600 {
        store.note_outcome("[1]", number % 3 == 0).unwrap();
    }
    assert_eq!(store.outcomes().unwrap().len(), 500);
}

#[test]
fn of_a_hundred_thousand_pairs_the_best_are_left() {
    const COUNT: u32 = 100_000;
    const MAX_PAIRS: usize = 5_000;
    let (mut store, _) = GatewayStore::open(None, OWNER).unwrap();
    let mut number = 1_u32;
    let mut next = |below: u32| {
        number = number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (number >> 8) % below
    };
    let mut expected = Vec::new();
    for key in 0..COUNT {
        let (confidence, used_at) = (f64::from(next(101)) / 100.0, i64::from(next(1_000)));
        learn(&mut store, key, confidence, used_at);
        if confidence >= 0.1 && used_at >= 100 {
            expected.push((confidence, used_at, i64::from(key) + 1));
        }
    }
    // The surest, of these those that were used last, of these the newest.
    expected.sort_by(|a, b| b.0.total_cmp(&a.0).then(b.1.cmp(&a.1)).then(b.2.cmp(&a.2)));
    expected.truncate(MAX_PAIRS);
    assert_eq!(store.prune(0.1, 100, MAX_PAIRS as i64).unwrap(), u64::from(COUNT) - MAX_PAIRS as u64);
    let mut left: Vec<i64> = store.pairs_since(-1).unwrap().iter().map(|pair| pair.id).collect();
    let mut ids: Vec<i64> = expected.iter().map(|(_, _, id)| *id).collect();
    left.sort_unstable();
    ids.sort_unstable();
    assert_eq!(left, ids);
}

#[test]
fn vectors_are_kept_by_model_and_text_until_they_are_dropped() {
    let (mut store, _) = GatewayStore::open(None, OWNER).unwrap();
    store.put_vectors("one", &[(vec![1], vec![7; 8]), (vec![2], vec![8; 8])]).unwrap();
    store.put_vectors("one", &[(vec![2], vec![9; 8])]).unwrap();
    assert_eq!(store.vector("one", &[2]).unwrap(), Some(vec![9; 8]));
    assert_eq!(store.vector("other", &[2]).unwrap(), None);
    store.drop_vectors().unwrap();
    assert_eq!(store.vector("one", &[1]).unwrap(), None);
}
