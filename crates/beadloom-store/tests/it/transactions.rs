//! The one write transaction: whole or not at all, and one at a time.

use std::time::Duration;

use beadloom_model::{Code, Diagnostic, Level};
use beadloom_store::{Access, Store};

use crate::support::{Index, WAIT, code_file, node, symbol, write};

#[test]
fn what_is_not_committed_was_never_written() {
    let (_index, mut store) = Index::with(|writer| writer.put_node(&node("kept", None)).unwrap());
    let before = store.dump().unwrap();
    let writer = store.write(WAIT).unwrap();
    writer.put_node(&node("dropped", None)).unwrap();
    writer.delete_node("kept").unwrap();
    drop(writer);
    assert_eq!(store.dump().unwrap(), before);
}

#[test]
fn readers_see_the_state_before_until_the_commit() {
    let (index, mut store) = Index::with(|writer| writer.put_node(&node("old", None)).unwrap());
    let reader = Store::open(&index.path(), Access::Read).unwrap();
    let writer = store.write(WAIT).unwrap();
    writer.put_node(&node("new", None)).unwrap();
    assert_eq!(reader.node("new").unwrap(), None);
    writer.commit().unwrap();
    assert!(reader.node("new").unwrap().is_some());
}

#[test]
fn a_snapshot_is_of_one_state() {
    let (index, mut store) = Index::with(|writer| writer.put_node(&node("old", None)).unwrap());
    let reader = Store::open(&index.path(), Access::Read).unwrap();
    reader
        .snapshot(|| {
            assert!(reader.node("old")?.is_some());
            write(&mut store, |writer| writer.delete_node("old").unwrap());
            assert!(reader.node("old")?.is_some());
            Ok(())
        })
        .unwrap();
    assert_eq!(reader.node("old").unwrap(), None);
}

#[test]
fn a_second_writer_waits_no_longer_than_it_is_told_and_may_be_stopped() {
    let (index, mut store) = Index::with(|_| {});
    let _first = store.write(WAIT).unwrap();
    let mut second = index.open();
    assert_eq!(second.write(Duration::ZERO).err().unwrap().code, Code::IndexBusy);
    // A stop that is not heard waits for an hour.
    let stopped = second.write_unless(Duration::from_secs(3600), &|| true).err().unwrap();
    assert_eq!(stopped.code, Code::IndexBusy);
}

#[test]
fn the_second_writer_goes_on_when_the_first_has_ended() {
    let (index, mut store) = Index::with(|_| {});
    let first = store.write(WAIT).unwrap();
    let path = index.path();
    let second = std::thread::spawn(move || {
        let mut store = Store::open(&path, Access::Write).unwrap();
        write(&mut store, |writer| writer.put_node(&node("second", None)).unwrap());
    });
    first.put_node(&node("first", None)).unwrap();
    first.commit().unwrap();
    second.join().unwrap();
    let ids: Vec<String> = store.state().nodes().unwrap().into_iter().map(|node| node.ref_id).collect();
    assert_eq!(ids, ["first", "second"]);
}

#[test]
fn a_full_rebuild_begins_with_nothing_but_what_outlives_it() {
    let (_index, mut store) = Index::with(|writer| {
        writer.put_node(&node("a", None)).unwrap();
        writer.put_file(&code_file(1, "a.py")).unwrap();
        writer.add_symbols(1, &[symbol("post", 1)]).unwrap();
        writer.set_state(5, 1).unwrap();
    });
    let generation = |store: &Store| store.state().meta("generation").unwrap();
    assert_eq!(generation(&store).as_deref(), Some("5"));
    write(&mut store, |writer| writer.clear().unwrap());
    let totals = store.state().totals().unwrap();
    assert_eq!((totals.nodes, totals.symbols), (0, 0));
    assert_eq!(store.state().files().unwrap().len(), 0);
    assert_eq!(generation(&store).as_deref(), Some("5"));
}

#[test]
fn a_bulk_load_has_its_indexes_again() {
    let (index, store) = Index::with(|writer| {
        let bulk = writer.begin_bulk().unwrap();
        writer.put_file(&code_file(1, "a.py")).unwrap();
        writer.add_symbols(1, &[symbol("post", 1), symbol("pay", 4)]).unwrap();
        writer.end_bulk(bulk).unwrap();
    });
    let indexes = |path: &std::path::Path| -> Vec<String> {
        let conn = rusqlite::Connection::open(path).unwrap();
        let mut select =
            conn.prepare("SELECT name FROM sqlite_master WHERE type = 'index' ORDER BY 1").unwrap();
        select.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
    };
    let (plain, _store) = Index::with(|_| {});
    assert_eq!(indexes(&index.path()), indexes(&plain.path()));
    assert_eq!(store.symbols_of_file("a.py", 10).unwrap().len(), 2);
}

#[test]
fn findings_are_replaced_by_scope() {
    let finding = |message: &str| Diagnostic::new(Level::Error, Code::BadValue, message);
    let warning = Diagnostic::new(Level::Warn, Code::BadValue, "w");
    let (_index, mut store) = Index::with(|writer| {
        writer.set_diagnostics("a.yml", &[finding("one"), warning]).unwrap();
        writer.set_diagnostics("", &[finding("whole")]).unwrap();
    });
    assert!(store.state().has_findings("a.yml").unwrap());
    assert_eq!(store.state().diagnostics().unwrap().len(), 3);
    assert_eq!(store.state().errors().unwrap().len(), 2);
    write(&mut store, |writer| writer.set_diagnostics("a.yml", &[]).unwrap());
    assert!(!store.state().has_findings("a.yml").unwrap());
    let left = store.state().diagnostics().unwrap();
    assert_eq!(left.iter().map(|one| one.message.as_str()).collect::<Vec<_>>(), ["whole"]);
}
