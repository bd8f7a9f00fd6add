//! What sessions were given, as several processes and several days see it.

use beadloom_model::Code;
use beadloom_store::Sessions;

const DAY: i64 = 24 * 60 * 60;

#[test]
fn a_session_remembers_for_a_day() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("sessions.db");
    let (a, b) = ([1; 32], [2; 32]);
    let first = Sessions::open(&path).unwrap();
    assert_eq!(first.given(&a, 1_000).unwrap(), Vec::<u64>::new());
    first.add(&a, 1_000, &[1, u64::MAX]).unwrap();
    let second = Sessions::open(&path).unwrap();
    second.add(&a, 2_000, &[3]).unwrap();
    second.add(&b, 2_000, &[4]).unwrap();
    let sorted = |sessions: &Sessions, key, now| {
        let mut given = sessions.given(key, now).unwrap();
        given.sort_unstable();
        given
    };
    assert_eq!(sorted(&first, &a, 2_000), [1, 3, u64::MAX]);
    assert_eq!(sorted(&first, &b, 2_000), [4]);
    assert_eq!(sorted(&first, &a, 1_000 + DAY), [3]);
    second.add(&b, 1_500 + DAY, &[5]).unwrap();
    assert_eq!(sorted(&first, &a, 2_000), [3], "the old row is gone");
}

#[test]
fn many_writers_lose_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("sessions.db");
    std::thread::scope(|scope| {
        for writer in 0..4u64 {
            let path = &path;
            scope.spawn(move || {
                for n in 0..10 {
                    Sessions::open(path).unwrap().add(&[7; 32], 1, &[writer * 100 + n]).unwrap();
                }
            });
        }
    });
    assert_eq!(Sessions::open(&path).unwrap().given(&[7; 32], 1).unwrap().len(), 40);
}

#[test]
fn a_file_that_is_no_record_is_said_to_be_damaged() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("sessions.db");
    std::fs::write(&path, "x".repeat(5_000)).unwrap();
    assert_eq!(Sessions::open(&path).err().unwrap().code, Code::IndexDamaged);
    assert_eq!(
        Sessions::open(&folder.path().join("none/sessions.db")).err().unwrap().code,
        Code::NotWritable
    );
}
