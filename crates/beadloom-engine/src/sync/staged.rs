//! The pairs as the next commit holds them: a hook judges what is committed, not what lies on the disk.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::atomic::AtomicBool;

use beadloom_git::Staging;
use beadloom_index::{Contents, judged_with};
use beadloom_model::Result;
use beadloom_model::requests::SyncCheckRequest;
use beadloom_store::{Store, SyncRow};
use beadloom_sync::LOCK_PATH;

use super::lock::of_finding;
use crate::git_history::HISTORY;
use crate::settings::Settings;

/// The next commit, as far as pairs go.
pub struct NextCommit {
    staged: BTreeSet<String>,
    /// Files that it holds otherwise than the disk; None: it does not hold them.
    unlike: BTreeMap<String, Option<Vec<u8>>>,
}

impl NextCommit {
    /// What Git said of it, as far as it concerns pairs.
    ///
    /// # Errors
    /// Store errors.
    pub fn of(staging: Staging, root: &Path, store: &Store, cancelled: &AtomicBool) -> Result<Self> {
        let Staging { staged, unlike, .. } = staging;
        let mut paired = BTreeMap::new();
        for (path, blob) in unlike {
            if path == LOCK_PATH || !store.state().paired_nodes(&path)?.is_empty() {
                paired.insert(path, blob);
            }
        }
        let unlike = paired;
        let blobs: BTreeSet<String> = unlike.values().flatten().cloned().collect();
        let blobs: Vec<String> = blobs.into_iter().collect();
        let contents = beadloom_git::contents(root, &blobs, cancelled);
        // What Git names and does not give, as in a clone without blobs, is judged as it lies on the disk.
        let unlike = unlike
            .into_iter()
            .filter_map(|(path, blob)| match blob {
                None => Some((path, None)),
                Some(blob) => Some((path, Some(contents.get(&blob)?.clone()))),
            })
            .collect();
        Ok(Self { staged, unlike })
    }

    /// Whether the commit changes the document or the code of a pair.
    pub fn touches(&self, row: &SyncRow) -> bool {
        self.staged.contains(&row.doc_path) || self.staged.contains(&row.code_path)
    }

    /// The files that it changes.
    pub fn staged(&self) -> BTreeSet<String> {
        self.staged.clone()
    }

    /// Whether it holds everything that counts as it lies on the disk.
    pub fn is_as_on_disk(&self) -> bool {
        self.unlike.is_empty()
    }

    /// The pairs that are asked for, and what their files hold.
    ///
    /// # Errors
    /// `bad_lock` for the lock that would be committed; store errors.
    pub fn judged(
        self,
        store: &Store,
        settings: &Settings,
        options: &SyncCheckRequest,
        contents: Contents,
    ) -> Result<(Vec<SyncRow>, Contents)> {
        let staged = self.staged;
        let contents = contents.with(self.unlike);
        let (mut rows, findings) = judged_with(&store.state(), &settings.config, &contents, Some(&HISTORY))?;
        if let Some(finding) = findings.into_iter().next() {
            return Err(of_finding(finding));
        }
        rows.retain(|row| {
            let is_touched = staged.contains(&row.doc_path) || staged.contains(&row.code_path);
            options.reference.as_ref().is_none_or(|node| *node == row.ref_id)
                && (!options.staged || is_touched)
        });
        Ok((rows, contents))
    }
}
