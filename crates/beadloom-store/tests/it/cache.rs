//! Kept answers: of the state that they were computed in, and no other; bounded.

use crate::support::{Index, write};

#[test]
fn an_answer_is_kept_for_its_question_and_state() {
    let (_index, mut store) = Index::with(|writer| writer.set_state(1, 10).unwrap());
    let stamp = store.stamp().unwrap();
    store.cache_bundle(&[1; 32], &stamp, "one").unwrap();
    assert_eq!(store.cached_bundle(&[1; 32], &stamp).unwrap().as_deref(), Some("one"));
    assert_eq!(store.cached_bundle(&[2; 32], &stamp).unwrap(), None);
    write(&mut store, |writer| writer.set_state(2, 20).unwrap());
    let next = store.stamp().unwrap();
    assert_ne!(next, stamp);
    assert_eq!(store.cached_bundle(&[1; 32], &next).unwrap(), None);
    store.cache_bundle(&[2; 32], &next, "two").unwrap();
    assert_eq!(store.cached_bundle(&[1; 32], &stamp).unwrap(), None, "of another state");
}

#[test]
fn an_answer_that_would_fill_the_cache_is_not_kept() {
    let (_index, store) = Index::with(|writer| writer.set_state(1, 10).unwrap());
    let stamp = store.stamp().unwrap();
    store.cache_bundle(&[1; 32], &stamp, &"x".repeat(5 << 20)).unwrap();
    assert_eq!(store.cached_bundle(&[1; 32], &stamp).unwrap(), None);
}

#[test]
fn what_was_used_last_goes_last() {
    let (_index, store) = Index::with(|writer| writer.set_state(1, 10).unwrap());
    let stamp = store.stamp().unwrap();
    let megabyte = "x".repeat(1 << 20);
    for key in 1..=4 {
        store.cache_bundle(&[key; 32], &stamp, &megabyte).unwrap();
    }
    store.touch_bundle(&[1; 32]).unwrap();
    store.cache_bundle(&[5; 32], &stamp, &megabyte).unwrap();
    let kept = |key: u8| store.cached_bundle(&[key; 32], &stamp).unwrap().is_some();
    assert!(kept(1) && kept(5) && !kept(2));
}

#[test]
fn nothing_is_kept_while_another_writes_and_nobody_waits() {
    let (index, mut store) = Index::with(|writer| writer.set_state(1, 10).unwrap());
    let reader = index.open();
    let stamp = reader.stamp().unwrap();
    let writer = store.write(crate::support::WAIT).unwrap();
    reader.cache_bundle(&[1; 32], &stamp, "one").unwrap();
    drop(writer);
    assert_eq!(reader.cached_bundle(&[1; 32], &stamp).unwrap(), None);
}
