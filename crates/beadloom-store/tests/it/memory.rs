//! `memory.db`: whose it is, and how the memories of one file come into another.

use std::path::Path;

use beadloom_model::Code;
use beadloom_store::{Access, MemoryOwner, MemoryPlace, MemoryRow, MemoryStore, SealKey};

const OWNER: MemoryOwner = MemoryOwner { keys: &[], trusts: false };

fn keys(bytes: &[u8]) -> &'static [SealKey] {
    Box::leak(bytes.iter().map(|byte| SealKey::new([*byte; 32])).collect::<Vec<_>>().into_boxed_slice())
}

fn owner(bytes: &[u8]) -> MemoryOwner {
    MemoryOwner { keys: keys(bytes), trusts: false }
}

fn project(root: &Path) -> MemoryPlace {
    std::fs::create_dir_all(root.join(".beadloom")).unwrap();
    MemoryPlace::of_project(root)
}

fn user(root: &Path) -> MemoryPlace {
    std::fs::create_dir_all(root.join("data")).unwrap();
    MemoryPlace::of_user(root.join("data"))
}

fn open(place: &MemoryPlace) -> MemoryStore {
    MemoryStore::open(place, OWNER, Access::Write).unwrap().unwrap()
}

fn row(id: &str, record: Option<&str>) -> MemoryRow {
    MemoryRow { id: id.to_owned(), record: record.map(str::to_owned) }
}

fn write(store: &mut MemoryStore, rows: &[MemoryRow]) {
    let revision = store.revision().unwrap();
    store.write(revision, rows).unwrap().unwrap();
}

fn all(store: &MemoryStore) -> Vec<(String, Option<String>)> {
    store.since(0).unwrap().1.into_iter().map(|row| (row.id, row.record)).collect()
}

/// Records are texts here, and the greater one is newer.
fn is_newer(one: &str, other: &str) -> bool {
    one > other
}

#[test]
fn another_of_the_users_keys_opens_and_the_first_seals_anew() {
    let root = tempfile::tempdir().unwrap();
    let place = project(root.path());
    let open = |bytes: &[u8], access| MemoryStore::open(&place, owner(bytes), access);
    write(&mut open(&[1], Access::Write).unwrap().unwrap(), &[row("a", Some("x"))]);
    assert_eq!(open(&[2], Access::Write).err().unwrap().code, Code::MemoryForeign);
    assert!(open(&[2, 1], Access::Read).is_ok());
    assert!(open(&[2], Access::Read).is_err(), "reading seals nothing");
    assert!(open(&[2, 1], Access::Write).is_ok());
    assert!(open(&[2], Access::Read).is_ok());
    let trusting = MemoryOwner { keys: keys(&[3]), trusts: true };
    assert!(MemoryStore::open(&place, trusting, Access::Write).is_ok());
    assert!(open(&[3], Access::Read).is_ok());
}

#[test]
fn what_another_file_has_is_taken_over_once() {
    let root = tempfile::tempdir().unwrap();
    let (from, to) = (project(root.path()), user(root.path()));
    let (mut from, mut to) = (open(&from), open(&to));
    write(&mut from, &[row("both", Some("2")), row("forgotten here", Some("1")), row("new", Some("1"))]);
    write(&mut from, &[row("forgotten there", None), row("older", Some("1"))]);
    write(&mut to, &[row("both", Some("1")), row("forgotten there", Some("1")), row("older", Some("2"))]);
    write(&mut to, &[row("forgotten here", None)]);
    from.count_uses(&["new", "both"]).unwrap();
    to.count_uses(&["both"]).unwrap();
    assert_eq!(to.absorb(&from, &is_newer).unwrap(), 1);
    let expected = [
        ("both", Some("2")),
        ("forgotten here", None),
        ("forgotten there", None),
        ("new", Some("1")),
        ("older", Some("2")),
    ];
    let found = all(&to);
    let found: Vec<(&str, Option<&str>)> =
        found.iter().map(|(id, record)| (id.as_str(), record.as_deref())).collect();
    assert_eq!(found, expected);
    let revision = to.revision().unwrap();
    assert_eq!(to.absorb(&from, &is_newer).unwrap(), 0);
    assert_eq!(to.revision().unwrap(), revision);
    let uses = to.uses().unwrap();
    assert_eq!((uses.get("both"), uses.get("new"), uses.get("forgotten here")), (Some(&2), Some(&1), None));
}

#[test]
fn a_file_that_is_replaced_is_gone_and_who_has_it_open_notices() {
    let root = tempfile::tempdir().unwrap();
    let (old, new) = (project(root.path()), user(root.path()));
    let mut from = open(&old);
    write(&mut from, &[row("a", Some("1"))]);
    let mut other = open(&old);
    let seen = other.revision().unwrap();
    let mut to = open(&new);
    assert_eq!(to.replace(from, &is_newer).unwrap(), 1);
    assert!(!old.file().exists() && !old.has_moved());
    assert_eq!(all(&to), [("a".to_owned(), Some("1".to_owned()))]);
    // It decided by what it saw before, so it writes nothing into a file that is gone.
    assert_eq!(other.write(seen, &[row("b", Some("1"))]).unwrap(), None);
    drop(other);
    // One that was ended before it took the rest away leaves what the next one does.
    std::fs::write(root.path().join(".beadloom/memory.db.moved"), "rest").unwrap();
    std::fs::write(root.path().join(".beadloom/memory.db.moved-wal"), "rest").unwrap();
    assert!(old.has_moved());
    old.clear_moved().unwrap();
    assert_eq!(std::fs::read_dir(root.path().join(".beadloom")).unwrap().count(), 0);
}

#[test]
fn a_file_that_another_process_moved_first_is_left_to_it() {
    let root = tempfile::tempdir().unwrap();
    let (old, new) = (project(root.path()), user(root.path()));
    let mut first = open(&old);
    write(&mut first, &[row("a", Some("1"))]);
    let (second, third) = (open(&old), open(&old));
    let mut to = open(&new);
    assert_eq!(to.replace(first, &is_newer).unwrap(), 1);
    assert_eq!(to.replace(second, &is_newer).unwrap(), 0);
    // What lies there by now is another file, which nobody has read.
    let mut later = open(&old);
    write(&mut later, &[row("b", Some("2"))]);
    assert_eq!(to.replace(third, &is_newer).unwrap(), 0);
    assert_eq!(all(&later), [("b".to_owned(), Some("2".to_owned()))]);
    assert_eq!(to.replace(later, &is_newer).unwrap(), 1);
    assert!(old.id().is_none());
}

#[test]
fn messages_name_the_file_where_it_lies() {
    let root = tempfile::tempdir().unwrap();
    let place = user(root.path());
    std::fs::write(place.file(), "no database at all, but long enough to be looked at".repeat(99)).unwrap();
    let error = MemoryStore::open(&place, OWNER, Access::Write).err().unwrap();
    assert_eq!((error.code, error.path), (Code::MemoryDamaged, Some(place.file().display().to_string())));
}
