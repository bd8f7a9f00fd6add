//! What is wrong with the lock: lines of which nothing is left, without a pair, or twice.

use std::collections::HashSet;
use std::path::Path;

use beadloom_index::read_lock;
use beadloom_model::{Code, Error, Result};
use beadloom_store::{State, Store, SyncRow};

/// Lines of the lock of which nothing is left: neither document nor code, or no node.
///
/// # Errors
/// Store errors.
pub(crate) fn vanished(state: &State<'_>) -> Result<Vec<SyncRow>> {
    let (gone, _) = without_pair(state)?;
    Ok(gone)
}

/// Lines of the lock whose pair is none any more, though something of it is left.
///
/// # Errors
/// Store errors.
pub(crate) fn unpaired(state: &State<'_>) -> Result<Vec<SyncRow>> {
    let (_, left) = without_pair(state)?;
    Ok(left)
}

/// Lines of the lock without a pair: those of which nothing is left, and others.
fn without_pair(state: &State<'_>) -> Result<(Vec<SyncRow>, Vec<SyncRow>)> {
    let nodes: HashSet<String> = state.nodes()?.into_iter().map(|node| node.ref_id).collect();
    let mut rows = state.sync_rows_behind()?;
    rows.retain(|row| row.code_hash.is_none() && row.moved_to.is_none());
    let mut error = None;
    let mut is_there = |path: &str| {
        state.has_file(path).unwrap_or_else(|failed| {
            error = Some(failed);
            true
        })
    };
    let split = rows.into_iter().partition(|row| {
        !nodes.contains(&row.ref_id) || !(is_there(&row.doc_path) || is_there(&row.code_path))
    });
    error.map_or(Ok(split), Err)
}

/// How many lines of the lock have a sibling of the same pair.
pub(crate) fn duplicates(root: &Path) -> usize {
    let (lock, _) = read_lock(root);
    let mut last = None;
    lock.baselines().filter(|line| last.replace(line.key()) == Some(line.key())).count()
}

/// # Errors
/// `bad_lock` for the first thing that is wrong with the lock: what it does not say, nobody knows.
pub(super) fn sound_lock(store: &Store) -> Result<()> {
    match store.state().errors()?.into_iter().find(|finding| finding.code == Code::BadLock) {
        Some(finding) => Err(of_finding(finding)),
        None => Ok(()),
    }
}

pub(super) fn of_finding(finding: beadloom_model::Diagnostic) -> Error {
    let mut error = Error::new(finding.code, finding.message);
    error.path = finding.path;
    error.line = finding.line;
    error.hint = finding.hint;
    error
}
