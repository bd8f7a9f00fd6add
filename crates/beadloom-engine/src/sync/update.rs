//! Saying that documents are up to date: the only way in which a baseline moves.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use beadloom_git::{LeftOut, place_to_write};
use beadloom_index::{Contents, Outcome, TakenOver, judged_with, read_lock, read_source};
use beadloom_model::answers::{ANSWER_VERSION, SyncReason, SyncUpdateAnswer};
use beadloom_model::requests::SyncUpdateRequest;
use beadloom_model::{Code, Error, Result};
use beadloom_query as query;
use beadloom_store::{Access, State, Store, SyncRow};
use beadloom_sync::{Baseline, CodeHash, DocHash, LOCK_PATH, Lock};

use super::lock::{of_finding, vanished};
use crate::git_history::HISTORY;
use crate::settings::Settings;
use crate::{Call, Engine};

/// How long the index of another process is waited for.
const LOCK_TIMEOUT: Duration = Duration::from_secs(60);

/// How often files that change meanwhile are read again.
const ATTEMPTS: usize = 3;

/// What became of the lock.
enum Written {
    /// It says what it shall; how many pairs changed in it.
    Done(u64),
    /// A file changed since it was indexed.
    Again,
}

/// What changed in the lock.
#[derive(Default)]
struct Changed {
    pairs: u64,
    /// Where what moved is now.
    moved: BTreeSet<String>,
    /// Node and code of lines taken out although both files are there: the document names other symbols or files now.
    unnamed: BTreeSet<(String, String)>,
}

impl Engine {
    /// Sets the baselines of pairs to the state that is there, and takes away those of pairs that are gone.
    ///
    /// # Errors
    /// `not_found` with suggestions, `bad_lock`, `not_writable`, `disk_full`, store errors. The lock is then as it was.
    pub fn sync_update(&self, options: &SyncUpdateRequest, call: &Call<'_>) -> Result<SyncUpdateAnswer> {
        self.check_open()?;
        let settings = self.settings();
        let pairs_synced = self.pool.with(Access::Write, |store| {
            let mut attempts = 0;
            let synced = loop {
                self.index_now(store, &settings, call)?;
                check_node(store, options.reference.as_deref())?;
                match self.write_lock(store, &settings, options)? {
                    Written::Again if attempts < ATTEMPTS => attempts += 1,
                    Written::Again => {
                        return Err(Error::new(Code::NotReadable, "files keep changing while they are read")
                            .hint("try again when they are at rest"));
                    }
                    Written::Done(count) => break count,
                }
            };
            self.index_now(store, &settings, call)?;
            Ok(synced)
        })?;
        Ok(SyncUpdateAnswer { version: ANSWER_VERSION, ref_id: options.reference.clone(), pairs_synced })
    }

    fn index_now(&self, store: &mut Store, settings: &Settings, call: &Call<'_>) -> Result<()> {
        let options = settings.reindex_options(self.root(), LOCK_TIMEOUT, None, call);
        match beadloom_index::reindex(store, &options)? {
            Outcome::Done(_) => Ok(()),
            Outcome::TooSlow(_) => Err(Error::new(Code::Internal, "a reindex without a deadline passed it")),
        }
    }

    /// Changes the lock once, so that a run that is killed leaves all of the baselines that were there, or all that shall be.
    fn write_lock(
        &self,
        store: &mut Store,
        settings: &Settings,
        options: &SyncUpdateRequest,
    ) -> Result<Written> {
        // The transaction keeps others from writing the lock, in this process or another. Nothing is written in it.
        let writer = store.write(LOCK_TIMEOUT)?;
        let state = writer.state();
        let (mut lock, findings) = read_lock(self.root());
        if let Some(finding) = findings.into_iter().next() {
            return Err(of_finding(finding));
        }
        let known: BTreeSet<String> = lock.baselines().map(|line| line.ref_id.clone()).collect();
        let rows = match options.reference.as_deref() {
            None if options.vanished_only => vanished(&state)?,
            Some(node) => state.sync_rows_of(node)?,
            None => state.sync_rows()?,
        };
        let meant = |row: &&SyncRow| {
            if options.new_only {
                return row.status == "untracked" && row.reason.is_none();
            }
            options.reference.is_some() || row.status != "ok"
        };
        let Some(Changed { pairs: synced, moved, unnamed: no_longer_named }) =
            self.set(&mut lock, &state, settings, rows.iter().filter(meant))?
        else {
            return Ok(Written::Again);
        };
        let nodes: BTreeSet<&str> = lock.baselines().map(|line| line.ref_id.as_str()).collect();
        let new_nodes: BTreeSet<String> =
            nodes.into_iter().filter(|node| !known.contains(*node)).map(str::to_owned).collect();
        let anything_new = !moved.is_empty() || !new_nodes.is_empty() || !no_longer_named.is_empty();
        if anything_new && !options.vanished_only {
            // What moved is a new pair once the line of the old one is gone, and a file that no document names is known to
            // the lock once it has any line of the node.
            let text = BTreeMap::from([(LOCK_PATH.to_owned(), Some(lock.render().into_bytes()))]);
            let contents = Contents::of_project(self.root(), settings.config.max_file_size).with(text);
            let (rows, _) = judged_with(&state, &settings.config, &contents, Some(&HISTORY))?;
            let unnamed = SyncReason::UndocumentedModule.as_str();
            let there = |row: &&SyncRow| {
                options.reference.as_ref().is_none_or(|node| *node == row.ref_id)
                    && (moved.contains(&row.doc_path)
                        || moved.contains(&row.code_path)
                        || row.reason.as_deref() == Some(unnamed)
                            && (new_nodes.contains(&row.ref_id)
                                || no_longer_named.contains(&(row.ref_id.clone(), row.code_path.clone()))))
                    && row.doc_hash.is_some()
                    && row.code_hash.is_some()
            };
            if self.set(&mut lock, &state, settings, rows.iter().filter(there))?.is_none() {
                return Ok(Written::Again);
            }
        }
        let mut forgotten = forget_gone(self.root(), &mut lock, &state)?;
        forgotten |= forget_renamed(&mut lock, &state)?;
        forgotten |= forget_untold(&mut lock, &state)?;
        if synced > 0 || forgotten {
            write_whole(self.root(), &lock)?;
        }
        Ok(Written::Done(synced))
    }

    /// Sets the lines of pairs that are there, and takes out those of pairs that are gone; None where a file changed since it
    /// was indexed.
    fn set<'r>(
        &self,
        lock: &mut Lock,
        state: &State<'_>,
        settings: &Settings,
        rows: impl Iterator<Item = &'r SyncRow>,
    ) -> Result<Option<Changed>> {
        let mut changed = Changed::default();
        let mut seen: BTreeMap<(String, String), DocHash> = BTreeMap::new();
        for row in rows {
            let differs = match (row.doc_hash, row.code_hash) {
                (Some(doc), Some(code)) => match self.baseline(state, settings, row, doc, code)? {
                    Some(baseline) => {
                        seen.insert((row.doc_path.clone(), row.ref_id.clone()), DocHash(doc));
                        lock.set(baseline)
                    }
                    None => return Ok(None),
                },
                _ => {
                    changed.moved.extend(row.moved_to.clone());
                    if row.reason.as_deref() == Some(SyncReason::Unpaired.as_str()) {
                        changed.unnamed.insert((row.ref_id.clone(), row.code_path.clone()));
                    }
                    lock.remove(&row.doc_path, &row.code_path, &row.ref_id)
                }
            };
            changed.pairs += u64::from(differs);
        }
        lock.see(&seen);
        Ok(Some(changed))
    }

    /// The state of a pair as it is; None where its code file is another by now than the index says.
    fn baseline(
        &self,
        state: &State<'_>,
        settings: &Settings,
        row: &SyncRow,
        doc: [u8; 16],
        code: [u8; 16],
    ) -> Result<Option<Baseline>> {
        let indexed = state.file(&row.code_path)?.and_then(|file| file.hash);
        let present = read_source(self.root(), &row.code_path, settings.config.max_file_size);
        let blob = match present {
            Some(file) if Some(file.hash) != indexed => return Ok(None),
            Some(file) => Some(file.blob),
            None => None,
        };
        Ok(Some(Baseline {
            doc_path: row.doc_path.clone(),
            code_path: row.code_path.clone(),
            ref_id: row.ref_id.clone(),
            doc_hash: DocHash(doc),
            code_hash: CodeHash(code),
            exact: false,
            blob,
        }))
    }
}

/// Takes out the lines of files that are gone and that no document named: nothing tells of them. Returns whether there were any.
fn forget_gone(root: &Path, lock: &mut Lock, state: &State<'_>) -> Result<bool> {
    let nothing = CodeHash::of(&[]);
    let left_out = OnceCell::new();
    let is_left_out =
        |path: &str| left_out.get_or_init(|| LeftOut::around(root, &AtomicBool::new(false))).has(path);
    let mut gone = Vec::new();
    for line in lock.baselines().filter(|line| line.code_hash == nothing) {
        if !state.has_file(&line.code_path)?
            && state.has_file(&line.doc_path)?
            && !is_left_out(&line.code_path)
        {
            gone.push((line.doc_path.clone(), line.code_path.clone(), line.ref_id.clone()));
        }
    }
    for (doc, code, node) in &gone {
        lock.remove(doc, code, node);
    }
    Ok(!gone.is_empty())
}

/// Takes out the lines of drafts, and of code that the document of a part tells of now: there is no such pair, and nobody misses
/// it. Returns whether there were any.
fn forget_untold(lock: &mut Lock, state: &State<'_>) -> Result<bool> {
    let drafts = state.drafts()?;
    let taken_over = TakenOver::of(state)?;
    let mut untold = Vec::new();
    for line in lock.baselines() {
        if drafts.contains(&line.doc_path) || taken_over.has(state, &line.code_path, &line.ref_id)? {
            untold.push((line.doc_path.clone(), line.code_path.clone(), line.ref_id.clone()));
        }
    }
    for (doc, code, node) in &untold {
        lock.remove(doc, code, node);
    }
    Ok(!untold.is_empty())
}

/// Takes out the lines of nodes that are gone where another node has one for the same document and code: the node was renamed.
/// Returns whether there were any.
fn forget_renamed(lock: &mut Lock, state: &State<'_>) -> Result<bool> {
    let nodes: BTreeSet<String> = state.nodes()?.into_iter().map(|node| node.ref_id).collect();
    let told: BTreeSet<(String, String)> = lock
        .baselines()
        .filter(|line| nodes.contains(&line.ref_id))
        .map(|line| (line.doc_path.clone(), line.code_path.clone()))
        .collect();
    let renamed: Vec<Baseline> = lock
        .baselines()
        .filter(|line| !nodes.contains(&line.ref_id))
        .filter(|line| told.contains(&(line.doc_path.clone(), line.code_path.clone())))
        .cloned()
        .collect();
    for line in &renamed {
        lock.remove(&line.doc_path, &line.code_path, &line.ref_id);
    }
    Ok(!renamed.is_empty())
}

fn check_node(store: &Store, reference: Option<&str>) -> Result<()> {
    match reference {
        Some(node) if store.node(node)?.is_none() && store.state().sync_rows_of(node)?.is_empty() => {
            Err(query::unknown_node(store, node)?)
        }
        _ => Ok(()),
    }
}

/// A reader, or a crash, meets the old lock or the new, never a part.
fn write_whole(root: &Path, lock: &Lock) -> Result<()> {
    let failed = |error: std::io::Error| {
        let code = if beadloom_files::is_out_of_room(&error) { Code::DiskFull } else { Code::NotWritable };
        Error::new(code, "the lock cannot be written; it is unchanged").at(LOCK_PATH, 0, 0).caused_by(error)
    };
    // Where the folder, or the lock, is a link inside the project, what it leads to is written.
    let place = place_to_write(root, LOCK_PATH, failed)?;
    beadloom_files::write(&place, lock.render().as_bytes()).map_err(failed)
}
