//! Pairs of documents and code.

use beadloom_store::SyncRow;

use crate::support::{Index, write};

fn pair(ref_id: &str, code: &str, status: &str) -> SyncRow {
    SyncRow {
        doc_path: "docs/a.md".to_owned(),
        code_path: code.to_owned(),
        ref_id: ref_id.to_owned(),
        status: status.to_owned(),
        reason: (status == "stale").then(|| "symbols_changed".to_owned()),
        moved_to: None,
        doc_hash: Some([1; 16]),
        code_hash: None,
        named: Some(vec!["post".to_owned()]),
    }
}

#[test]
fn pairs_are_told_by_status_reason_and_node() {
    let (_index, mut store) = Index::with(|writer| {
        for row in [pair("a", "x.py", "ok"), pair("a", "y.py", "stale"), pair("b", "x.py", "untracked")] {
            writer.put_sync_row(&row).unwrap();
        }
    });
    let state = store.state();
    assert_eq!(state.sync_rows().unwrap().len(), 3);
    let behind: Vec<String> =
        state.sync_rows_behind().unwrap().into_iter().map(|row| row.code_path).collect();
    assert!(behind.contains(&"y.py".to_owned()), "{behind:?}");
    assert_eq!(state.sync_rows_of("a").unwrap(), [pair("a", "x.py", "ok"), pair("a", "y.py", "stale")]);
    assert_eq!(state.nodes_behind_for(&["symbols_changed"]).unwrap(), ["a"]);
    assert_eq!(state.nodes_behind_for(&["code_missing"]).unwrap(), Vec::<String>::new());
    write(&mut store, |writer| {
        writer.put_sync_row(&pair("a", "y.py", "ok")).unwrap();
        writer.delete_sync_row(&pair("b", "x.py", "untracked")).unwrap();
    });
    assert_eq!(store.state().sync_rows().unwrap(), [pair("a", "x.py", "ok"), pair("a", "y.py", "ok")]);
    assert_eq!(store.state().pairs_in_step().unwrap(), 2);
}
