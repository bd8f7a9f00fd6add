//! Opening: what there is, what there is not, and what is something else.

use beadloom_model::Code;
use beadloom_store::{Access, Condition, SCHEMA_VERSION, Store};
use rusqlite::Connection;

use crate::support::{Index, WAIT};

#[test]
fn a_missing_file_is_made_for_writing_and_is_no_index_for_reading() {
    let index = Index::new();
    assert_eq!(Store::open(&index.path(), Access::Read).err().unwrap().code, Code::NoIndex);
    assert!(!index.path().exists());
    let store = index.open();
    assert_eq!(store.condition().unwrap(), Condition::Empty);
}

#[test]
fn what_was_written_is_an_index_for_readers() {
    let (index, store) = Index::with(|writer| writer.set_meta("fingerprint", "a").unwrap());
    assert_eq!(store.condition().unwrap(), Condition::Ready);
    let reader = Store::open(&index.path(), Access::Read).unwrap();
    assert_eq!(reader.state().meta("fingerprint").unwrap().as_deref(), Some("a"));
    assert_eq!(reader.damages().unwrap(), Vec::<String>::new());
}

#[test]
fn an_index_of_nothing_answers_in_memory() {
    let store = Store::nothing().unwrap();
    assert_eq!(store.state().totals().unwrap().nodes, 0);
    assert_eq!(store.node("a").unwrap(), None);
}

#[test]
fn an_index_of_a_later_version_is_left_alone() {
    let (index, store) = Index::with(|writer| writer.set_meta("fingerprint", "a").unwrap());
    drop(store);
    let conn = Connection::open(index.path()).unwrap();
    conn.pragma_update(None, "user_version", SCHEMA_VERSION + 1).unwrap();
    drop(conn);
    let before = std::fs::read(index.path()).unwrap();
    let code = match Store::open(&index.path(), Access::Write) {
        Ok(mut store) => store.write(WAIT).err().unwrap().code,
        Err(error) => error.code,
    };
    assert_eq!(code, Code::IndexTooNew);
    assert_eq!(std::fs::read(index.path()).unwrap(), before);
}

#[test]
fn an_index_of_an_earlier_version_is_replaced_by_the_next_write() {
    let (index, store) = Index::with(|writer| writer.set_meta("fingerprint", "a").unwrap());
    drop(store);
    let conn = Connection::open(index.path()).unwrap();
    conn.pragma_update(None, "user_version", 1).unwrap();
    drop(conn);
    let mut store = index.open();
    assert_eq!(store.condition().unwrap(), Condition::Empty);
    let writer = store.write(WAIT).unwrap();
    writer.commit().unwrap();
    assert_eq!(store.condition().unwrap(), Condition::Ready);
    assert_eq!(store.state().meta("fingerprint").unwrap(), None);
}

#[test]
fn what_is_no_index_is_damaged_and_stays() {
    let index = Index::new();
    for content in [b"SQLite format 3\0".repeat(400), b"plain text\n".repeat(400)] {
        std::fs::write(index.path(), &content).unwrap();
        let code = match Store::open(&index.path(), Access::Read) {
            Ok(store) => store.condition().err().unwrap().code,
            Err(error) => error.code,
        };
        assert_eq!(code, Code::IndexDamaged);
        assert_eq!(std::fs::read(index.path()).unwrap(), content);
    }
}

#[test]
fn a_damaged_page_is_found_by_who_looks_for_it() {
    let (index, store) = Index::with(|writer| {
        for number in 0..500 {
            writer.set_meta(&format!("key {number}"), &"x".repeat(100)).unwrap();
        }
    });
    drop(store);
    let mut bytes = std::fs::read(index.path()).unwrap();
    let from = bytes.len() / 2;
    bytes.get_mut(from..from + 3000).unwrap().fill(0x5a);
    std::fs::write(index.path(), bytes).unwrap();
    let damages = Store::open(&index.path(), Access::Read).and_then(|store| store.damages());
    assert!(damages.is_err() || damages.is_ok_and(|found| !found.is_empty() && found.len() <= 10));
}
