//! One reindex: compare, read, parse, resolve, write, in one transaction.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use beadloom_embed::StaticModel;
use beadloom_graph::config::Config;
use beadloom_model::answers::{FileCounts, ReindexMode, Totals};
use beadloom_model::{Code, Diagnostic, Result};
use beadloom_store::{Condition, Interrupt, Store};
use crossbeam_channel::RecvTimeoutError;

use crate::run::{Known, Run};
use crate::source::{ReadOutcome, most_bytes, read_file};
use crate::sync_stage::{History, is_behind_history};
use crate::walk::{Walked, walk};
use crate::watch::{Compared, Watch};

/// What a run is doing. The names are those of `--progress=json`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// Waiting for another process' run.
    Wait,
    /// Listing files.
    Scan,
    /// Reading and parsing.
    Parse,
    /// Resolving imports again.
    Resolve,
    /// Nodes, edges, documents, ownership.
    Graph,
    /// Making it visible.
    Commit,
    /// Making vectors with a transformer. Counts texts.
    Embed,
}

impl Phase {
    /// The name in progress lines.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Wait => "wait",
            Self::Scan => "scan",
            Self::Parse => "parse",
            Self::Resolve => "resolve",
            Self::Graph => "graph",
            Self::Commit => "commit",
            Self::Embed => "embed",
        }
    }
}

/// How far a run is.
#[derive(Debug, Clone, Copy)]
pub struct Progress {
    /// What it is doing.
    pub phase: Phase,
    /// Files done in this phase.
    pub done: u64,
    /// Files to do in this phase; 0 where that is not known.
    pub total: u64,
    /// Bytes of the files done and of those to do: tells how long it will take better than their number does,
    /// because large files come first. 0 and 0 where files take about the same time each.
    pub bytes: (u64, u64),
}

impl Progress {
    /// Without a weight.
    pub fn new(phase: Phase, done: usize, total: usize) -> Self {
        Self { phase, done: done as u64, total: total as u64, bytes: (0, 0) }
    }
}

/// A model that is read when the first text needs it.
#[derive(Clone, Copy)]
pub struct Embedder<'a> {
    /// Names the model.
    pub fingerprint: u64,
    /// Reads it; None where it turns out to be damaged: there are no vectors then.
    pub load: &'a (dyn Fn() -> Option<Arc<StaticModel>> + Sync),
}

/// How to run.
pub struct Options<'a> {
    /// The project's root.
    pub root: &'a Path,
    /// Settings.
    pub config: &'a Config,
    /// Names the content of `config.yml`; another one means a full run.
    pub config_digest: &'a str,
    /// Findings in `config.yml`.
    pub config_diagnostics: &'a [Diagnostic],
    /// What makes vectors of chunks; without it there are none. Another one means a full run.
    pub embedder: Option<Embedder<'a>>,
    /// What Git knows of commits; without it none says that documents are in step.
    pub history: Option<History>,
    /// What watches the files, so that they need not all be looked at.
    pub watch: Option<&'a Watch>,
    /// Rebuild everything.
    pub full: bool,
    /// How long to wait for another writer.
    pub wait: Duration,
    /// Give up, and leave the index as it is, where the run would end after this moment.
    pub deadline: Option<Instant>,
    /// Set from outside to stop the run.
    pub cancelled: &'a AtomicBool,
    /// Told how far the run is.
    pub progress: &'a (dyn Fn(Progress) + Sync),
}

/// What a run did.
#[derive(Debug, Clone)]
pub struct Report {
    /// How much was looked at.
    pub mode: ReindexMode,
    /// What happened to the files.
    pub files: FileCounts,
    /// What the index holds.
    pub totals: Totals,
    /// All findings, also those of earlier runs whose cause is still there.
    pub diagnostics: Vec<Diagnostic>,
    /// Goes up by one per committed change.
    pub generation: u64,
}

/// How a run ended.
#[derive(Debug, Clone)]
pub enum Outcome {
    /// The index is in step with the files.
    Done(Report),
    /// The deadline came first: the index is as it was, and these paths differ from it.
    TooSlow(Vec<String>),
}

/// Brings the index in step with the files.
///
/// # Errors
/// `cancelled`, `index_busy`, `disk_full`, `index_damaged`, `index_too_new`, `no_project` and other store errors.
/// The index is then as it was.
pub fn reindex(store: &mut Store, options: &Options<'_>) -> Result<Outcome> {
    let interrupt = store.interrupt();
    interruptible(&interrupt, options.cancelled, || bring_in_step(store, options))
}

/// Does `work`, and ends what the store is doing whenever the run is cancelled meanwhile: statements over large tables
/// take longer than anybody wants to wait.
fn interruptible<T>(interrupt: &Interrupt, cancelled: &AtomicBool, work: impl FnOnce() -> T) -> T {
    const EVERY: Duration = Duration::from_millis(20);
    std::thread::scope(|scope| {
        let (working, ended) = crossbeam_channel::bounded::<()>(0);
        scope.spawn(move || {
            while ended.recv_timeout(EVERY) == Err(RecvTimeoutError::Timeout) {
                if cancelled.load(Ordering::Relaxed) {
                    interrupt.now();
                }
            }
        });
        let result = work();
        drop(working);
        result
    })
}

/// Whether the index is known to be in step with the files: a run found that, and neither changed since. False does not
/// mean that it is not, only that [`reindex`] has to find out.
///
/// # Errors
/// Store errors.
pub fn in_step(store: &Store, options: &Options<'_>) -> Result<bool> {
    let Some(watch) = options.watch.filter(|_| !options.full) else { return Ok(false) };
    let Some(version) = watch.quiet(options.config) else { return Ok(false) };
    if store.condition()? != Condition::Ready {
        return Ok(false);
    }
    let state = store.state();
    let fingerprint = fingerprint(options);
    if state.meta("fingerprint")?.as_deref() != Some(&fingerprint) {
        return Ok(false);
    }
    let (generation, scanned_ns) = Known::when(&state)?;
    let config = options.config.clone();
    Ok(watch.was_in_step(&Compared { version, generation, scanned_ns, fingerprint, config }))
}

/// What the rows of a file depend on besides the file.
fn fingerprint(options: &Options<'_>) -> String {
    format!(
        "{};{};{};{};{:x}",
        beadloom_model::VERSION,
        beadloom_lang::fingerprint(),
        beadloom_lexical::VERSION,
        options.config_digest,
        options.embedder.map_or(0, |embedder| embedder.fingerprint),
    )
}

fn bring_in_step(store: &mut Store, options: &Options<'_>) -> Result<Outcome> {
    (options.progress)(Progress::new(Phase::Scan, 0, 0));
    let scanned_ns = now_ns();
    let fingerprint = fingerprint(options);
    let comparable = !options.full
        && store.condition()? == Condition::Ready
        && store.state().meta("fingerprint")?.as_deref() == Some(&fingerprint);
    let (walked, version, known) = walk_and_recall(store, options, comparable)?;
    (options.progress)(Progress::new(Phase::Scan, walked.files.len(), walked.files.len()));
    let run =
        Run { options, files: &walked.files, walk_diagnostics: &walked.diagnostics, fingerprint, scanned_ns };

    // Without a change nothing is locked and nothing is written.
    let seen = known.map(|known| {
        let changes = run.difference(&known);
        (known, changes)
    });
    let mut differs = true;
    if let Some((_, found)) = &seen {
        let state = store.state();
        let of_history = || is_behind_history(&state, options.root, options.config, options.history.as_ref());
        differs = !found.is_empty() || run.walk_findings_differ(&state)? || of_history()?;
        if differs && options.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Ok(Outcome::TooSlow(found.some_paths()));
        }
    }
    if !differs {
        if let (Some(watch), Some(version), Some((known, _))) = (options.watch, version, seen) {
            let (generation, scanned_ns) = (known.generation, known.scanned_ns);
            let (fingerprint, config) = (run.fingerprint.clone(), options.config.clone());
            watch.note_in_step(Compared { version, generation, scanned_ns, fingerprint, config }, known);
        }
        return Ok(Outcome::Done(run.unchanged(&store.state())?));
    }
    let is_cancelled = || options.cancelled.load(Ordering::Relaxed);
    let mut writer = store.write_unless(Duration::ZERO, &is_cancelled);
    if writer.as_ref().is_err_and(|error| error.code == Code::IndexBusy) && !options.wait.is_zero() {
        drop(writer);
        (options.progress)(Progress::new(Phase::Wait, 0, 0));
        writer = store.write_unless(options.wait, &is_cancelled);
    }
    run.check()?;
    let wrote = run.write(writer?, seen)?;
    if let (Some(watch), Outcome::Done(_), Some((mut known, touched))) =
        (options.watch, &wrote.outcome, wrote.before)
    {
        known.follow(&store.state(), &touched)?;
        watch.remember(known);
    }
    Ok(wrote.outcome)
}

/// Lists the files and, at the same time, reads what the index knows of them. The version is that of the watch.
fn walk_and_recall(
    store: &Store,
    options: &Options<'_>,
    recall: bool,
) -> Result<(Arc<Walked>, Option<u64>, Option<Known>)> {
    let remembered = match options.watch.filter(|_| recall) {
        Some(watch) => {
            let (generation, scanned_ns) = Known::when(&store.state())?;
            watch.recall(generation, scanned_ns)
        }
        None => None,
    };
    std::thread::scope(|scope| {
        let listing = scope.spawn(|| list(options));
        let known = match remembered {
            None if recall => Some(Known::read(&store.state())?),
            remembered => remembered,
        };
        let (walked, version) = listing.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))?;
        Ok((walked, version, known))
    })
}

fn list(options: &Options<'_>) -> Result<(Arc<Walked>, Option<u64>)> {
    let found = |files| (options.progress)(Progress::new(Phase::Scan, files, 0));
    if let Some(watch) = options.watch
        && let Some(look) = watch.look(options.config, options.cancelled, &found)?
    {
        return Ok((look.walked, Some(look.version)));
    }
    let walked = walk(options.root, options.config, options.cancelled, &found, &|_| {})?;
    Ok((Arc::new(walked), None))
}

/// Paths that differ from the index, at most 20, by path; nothing is written. A file whose bytes are those that
/// the index knows does not count.
///
/// # Errors
/// `cancelled`, `no_project` and store errors.
pub fn behind(store: &Store, options: &Options<'_>) -> Result<Vec<String>> {
    const MAX_SHOWN_PATHS: usize = 20;
    let (walked, _, known) = walk_and_recall(store, options, true)?;
    let known = known.unwrap_or_default();
    let run = Run::to_compare(options, &walked);
    let changes = run.difference(&known);
    let mut paths: BTreeSet<String> = changes.removed.into_iter().collect();
    for candidate in changes.candidates {
        let path = candidate.file.path.to_string();
        run.check()?;
        let same = match candidate.known {
            Some(known) => matches!(
                read_file(options.root, &path, most_bytes(&path, options.config)),
                ReadOutcome::Whole(content) if content.hash == known
            ),
            None => false,
        };
        if !same {
            paths.insert(path);
        }
        if paths.len() >= MAX_SHOWN_PATHS {
            break;
        }
    }
    Ok(paths.into_iter().take(MAX_SHOWN_PATHS).collect())
}

/// Every path at which a file may be other than the index knows it, by path: those whose stat differs, new ones and those
/// that are gone. Nothing is read or written.
///
/// # Errors
/// `cancelled`, `no_project` and store errors.
pub fn changed_paths(store: &Store, options: &Options<'_>) -> Result<Vec<String>> {
    let (walked, _, known) = walk_and_recall(store, options, true)?;
    let known = known.unwrap_or_default();
    let run = Run::to_compare(options, &walked);
    let changes = run.difference(&known);
    let candidates = changes.candidates.into_iter().map(|candidate| candidate.file.path.to_string());
    let paths: BTreeSet<String> =
        changes.removed.into_iter().chain(changes.others).chain(candidates).collect();
    Ok(paths.into_iter().collect())
}

/// Nanoseconds since 1970.
pub fn now_ns() -> i64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .ok()
        .and_then(|since| i64::try_from(since.as_nanos()).ok())
        .unwrap_or(i64::MAX)
}
