//! `sync.auto_ack`: a commit that changes a document and its code says that they are up to date.

use std::path::Path;

use beadloom_model::answers::{PairStatus, SyncReason};
use beadloom_model::{CompactSort as _, Result};
use beadloom_store::SyncRow;

use super::history::{History, Paths};
use super::pairing::Pairing;

/// Where the index notes the commit with which it last looked at the history.
pub const SEEN: &str = "history_seen";

/// Pairs whose code is as it was after a commit that changed the document too are up to date.
pub fn acknowledge<'r>(
    pairing: &Pairing<'_>,
    root: &Path,
    history: &History,
    rows: impl Iterator<Item = &'r mut SyncRow>,
) -> Result<()> {
    let changed = [SyncReason::SignatureChanged, SyncReason::BodyChanged].map(SyncReason::as_str);
    let is_changed = |row: &SyncRow| row.reason.as_deref().is_some_and(|reason| changed.contains(&reason));
    let mut behind: Vec<&mut SyncRow> = rows.filter(|row| is_changed(row)).collect();
    if behind.is_empty() {
        return Ok(());
    }
    let mut paths: Vec<Paths> =
        behind.iter().map(|row| (row.doc_path.clone(), row.code_path.clone())).collect();
    paths.compact_sort();
    paths.dedup();
    let texts = (history.together)(root, &paths);
    for row in &mut behind {
        let key = (row.doc_path.clone(), row.code_path.clone());
        for text in texts.get(&key).into_iter().flatten() {
            if row.code_hash
                == Some(pairing.hash_with(&row.ref_id, (&key.0, &key.1), row.named.is_some(), text)?.0)
            {
                PairStatus::Ok.as_str().clone_into(&mut row.status);
                row.reason = None;
                break;
            }
        }
    }
    pairing.failed()
}
