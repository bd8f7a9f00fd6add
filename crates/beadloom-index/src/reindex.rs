//! One reindex: compare, read, parse, resolve, write, in one transaction.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use beadloom_model::{Code, Links, Result};
use beadloom_store::{Condition, Interrupt, ParseCache, Store};
use crossbeam_channel::RecvTimeoutError;
use sha2::{Digest as _, Sha256};

use crate::changes::{Changes, MAX_STALE_PATHS};
use crate::checked_out::leaves_out_else;
use crate::clock::now_ns;
use crate::indexed_files::IndexedFiles;
use crate::options::Options;
use crate::pipeline::{self, Wrote};
use crate::progress::{Phase, Progress};
use crate::report::Outcome;
use crate::run::Run;
use crate::run_metadata::FINGERPRINT;
use crate::source::{ReadOutcome, most_bytes, read_file};
use crate::sync_stage::is_behind_history;
use crate::walk::{Walked, walk};
use crate::watch::Compared;

/// The index, where it is not of this version and these settings.
const INDEX_PATH: &str = ".beadloom/beadloom.db";

/// What says which commit is checked out.
const HEAD_PATH: &str = ".git/HEAD";

/// Brings the index up to date with the files.
///
/// # Errors
/// `cancelled`, `index_busy`, `disk_full`, `index_damaged`, `index_too_new`, `no_project` and other store errors.
/// The index is then as it was.
pub fn reindex(store: &mut Store, options: &Options<'_>) -> Result<Outcome> {
    let interrupt = store.interrupt();
    interruptible(&interrupt, options.cancelled, || bring_up_to_date(store, options))
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

/// Whether the index is known to be up to date with the files: a run found that, and neither changed since. False does not
/// mean that it is not, only that [`reindex`] has to find out.
///
/// # Errors
/// Store errors.
pub fn is_up_to_date(store: &Store, options: &Options<'_>) -> Result<bool> {
    let Some(watch) = options.watch.filter(|_| !options.full) else { return Ok(false) };
    let Some(version) = watch.quiet(options.config) else { return Ok(false) };
    if store.condition()? != Condition::Ready {
        return Ok(false);
    }
    let state = store.state();
    let fingerprint = fingerprint(options);
    // Where links led elsewhere, the watch was not quiet.
    if !state.meta(FINGERPRINT)?.is_some_and(|noted| is_of(&noted, &fingerprint)) {
        return Ok(false);
    }
    if leaves_out_else(&state, options.root)? {
        return Ok(false);
    }
    let (generation, scanned_ns) = IndexedFiles::version(&state)?;
    let config = options.config.clone();
    Ok(watch.was_up_to_date(&Compared { version, generation, scanned_ns, fingerprint, config }))
}

/// What the rows of a file depend on besides the file.
fn fingerprint(options: &Options<'_>) -> String {
    format!(
        "{};{};{:x};{};{};{:x}",
        beadloom_model::VERSION,
        beadloom_lang::fingerprint(),
        beadloom_conventions::FINGERPRINT,
        beadloom_lexical::VERSION,
        options.config_digest,
        options.embedder.map_or(0, |embedder| embedder.fingerprint),
    )
}

/// What stands between a fingerprint and what it has of links.
const OF_LINKS: &str = ";links ";

/// A fingerprint for a project with these links: where one leads elsewhere, anything may have another path.
fn with_links(fingerprint: &str, links: &Links) -> String {
    if links.is_empty() {
        return fingerprint.to_owned();
    }
    let mut digest = Sha256::new();
    for (link, to) in links.iter() {
        digest.update(link);
        digest.update([0]);
        digest.update(to);
        digest.update([0]);
    }
    digest.finalize().iter().fold(format!("{fingerprint}{OF_LINKS}"), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// Whether a fingerprint is this one, whatever links there are.
fn is_of(noted: &str, fingerprint: &str) -> bool {
    noted.strip_prefix(fingerprint).is_some_and(|rest| rest.is_empty() || rest.starts_with(OF_LINKS))
}

fn bring_up_to_date(store: &mut Store, options: &Options<'_>) -> Result<Outcome> {
    (options.progress)(Progress::new(Phase::Scan, 0, 0));
    let scanned_ns = now_ns();
    let fingerprint = fingerprint(options);
    let comparable = !options.full
        && store.condition()? == Condition::Ready
        && store.state().meta(FINGERPRINT)?.is_some_and(|noted| is_of(&noted, &fingerprint));
    let (walked, version, indexed) = walk_and_recall(store, options, comparable)?;
    let of_options = fingerprint;
    let fingerprint = with_links(&of_options, &walked.links);
    let comparable = comparable && store.state().meta(FINGERPRINT)?.as_deref() == Some(&fingerprint);
    let indexed = indexed.filter(|_| comparable);
    (options.progress)(Progress::new(Phase::Scan, walked.files.len(), walked.files.len()));
    let run = Run {
        options,
        files: &walked.files,
        walk_diagnostics: &walked.diagnostics,
        links: &walked.links,
        fingerprint,
        scanned_ns,
    };

    // Without a change nothing is locked and nothing is written.
    let seen = indexed.map(|indexed| {
        let changes = run.difference(&indexed);
        (indexed, changes)
    });
    let mut differs = true;
    if let Some((_, found)) = &seen {
        let state = store.state();
        let of_history = || is_behind_history(&state, options.root, options.config, options.history.as_ref());
        differs = !found.is_empty()
            || run.walk_findings_differ(&state)?
            || of_history()?
            || leaves_out_else(&state, options.root)?;
        if differs && options.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Ok(Outcome::TooSlow(found.some_paths()));
        }
    }
    if !differs {
        if let Some((indexed, _)) = seen {
            if let (Some(watch), Some(version)) = (options.watch, version) {
                let (generation, scanned_ns) = (indexed.generation, indexed.scanned_ns);
                let (fingerprint, config) = (of_options, options.config.clone());
                watch.note_up_to_date(Compared { version, generation, scanned_ns, fingerprint, config });
            }
            keep(options, indexed);
        }
        return Ok(Outcome::Done(run.unchanged(&store.state())?));
    }
    let cache = find_parse_cache(&run, comparable);
    let parsed = cache.as_ref().filter(|_| !options.full).and_then(|cache| cache.find(&run.fingerprint));
    let parsed = parsed.is_some_and(|entry| store.attach_parsed(&entry));
    let wrote = write(store, &run, seen, parsed);
    if parsed {
        store.detach_parsed();
    }
    let wrote = wrote?;
    if let Some(cache) = cache.filter(|_| wrote.is_news) {
        cache.keep(store, &run.fingerprint);
    }
    // To follow takes a while, which is worth it where the next call comes soon.
    if let (Some(_), Some(cache), Outcome::Done(_), Some((mut indexed, touched))) =
        (options.watch, options.indexed, &wrote.outcome, wrote.before)
    {
        indexed.follow(&store.state(), &touched)?;
        cache.put(indexed);
    }
    Ok(wrote.outcome)
}

/// The parse cache of the project, where it may be of use: the index begins anew, and more than a few files are in it. What was
/// asked to be rebuilt is not taken from there, and goes there.
fn find_parse_cache(run: &Run<'_>, comparable: bool) -> Option<ParseCache> {
    let options = run.options;
    let find =
        options.parse_cache.filter(|_| !comparable && ParseCache::is_worth(run.files.len(), usize::MAX))?;
    find(options.root, options.config)
}

/// Waits for other writers, and writes. `parsed`: whether an entry of the parse cache is attached.
fn write(
    store: &mut Store,
    run: &Run<'_>,
    seen: Option<(IndexedFiles, Changes)>,
    parsed: bool,
) -> Result<Wrote> {
    let options = run.options;
    let is_cancelled = || options.cancelled.load(Ordering::Relaxed);
    let mut writer = store.write_unless(Duration::ZERO, &is_cancelled);
    if writer.as_ref().is_err_and(|error| error.code == Code::IndexBusy) && !options.wait.is_zero() {
        drop(writer);
        (options.progress)(Progress::new(Phase::Wait, 0, 0));
        writer = store.write_unless(options.wait, &is_cancelled);
    }
    run.check()?;
    pipeline::write(run, writer?, seen, parsed)
}

/// Lists the files and, at the same time, reads what the index knows of them. The version is that of the watch.
fn walk_and_recall(
    store: &Store,
    options: &Options<'_>,
    recall: bool,
) -> Result<(Arc<Walked>, Option<u64>, Option<IndexedFiles>)> {
    std::thread::scope(|scope| {
        let listing = scope.spawn(|| list(options));
        let indexed = if recall {
            let kept = options.indexed.map_or(Ok(None), |cache| cache.take(&store.state()))?;
            Some(kept.map_or_else(|| IndexedFiles::read(&store.state()), Ok)?)
        } else {
            None
        };
        let (walked, version) = listing.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))?;
        Ok((walked, version, indexed))
    })
}

/// Keeps what the index knows of the files for the next run.
fn keep(options: &Options<'_>, indexed: IndexedFiles) {
    if let Some(cache) = options.indexed {
        cache.put(indexed);
    }
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

/// Where the index and what it is made of differ, by path, as many as an answer may have use for; empty only where the index is what
/// a run would make of the files now. Nothing is written. A file whose bytes are those that the index knows does not count. An
/// index of another version or other settings is named itself, and `HEAD` where commits decide what is up to date.
///
/// # Errors
/// `cancelled`, `no_project` and store errors.
pub fn behind(store: &Store, options: &Options<'_>) -> Result<Vec<String>> {
    if is_up_to_date(store, options)? {
        return Ok(Vec::new());
    }
    let (walked, changes) = compared(store, options)?;
    let run = Run::to_compare(options, &walked);
    let state = store.state();
    let mut paths: BTreeSet<String> = changes.removed.into_iter().chain(changes.others).collect();
    if state.meta(FINGERPRINT)?.as_deref() != Some(&with_links(&fingerprint(options), &walked.links)) {
        paths.insert(INDEX_PATH.to_owned());
    }
    if is_behind_history(&state, options.root, options.config, options.history.as_ref())? {
        paths.insert(HEAD_PATH.to_owned());
    }
    for candidate in changes.candidates {
        let path = candidate.file.path.to_string();
        run.check()?;
        let same = match candidate.known {
            Some(hash) => matches!(
                read_file(options.root, &path, most_bytes(&path, options.config)),
                ReadOutcome::Whole(content) if content.hash == hash
            ),
            None => false,
        };
        if !same {
            paths.insert(path);
        }
        if paths.len() >= MAX_STALE_PATHS {
            break;
        }
    }
    Ok(paths.into_iter().take(MAX_STALE_PATHS).collect())
}

/// Every path at which a file may be other than the index knows it, by path: those whose stat differs, new ones and those
/// that are gone. Nothing is read or written.
///
/// # Errors
/// `cancelled`, `no_project` and store errors.
pub fn changed_paths(store: &Store, options: &Options<'_>) -> Result<Vec<String>> {
    let (_, changes) = compared(store, options)?;
    let candidates = changes.candidates.into_iter().map(|candidate| candidate.file.path.to_string());
    let paths: BTreeSet<String> =
        changes.removed.into_iter().chain(changes.others).chain(candidates).collect();
    Ok(paths.into_iter().collect())
}

/// The files, and how they differ from the index.
fn compared(store: &Store, options: &Options<'_>) -> Result<(Arc<Walked>, Changes)> {
    let (walked, _, indexed) = walk_and_recall(store, options, true)?;
    let indexed = indexed.unwrap_or_default();
    let changes = Run::to_compare(options, &walked).difference(&indexed);
    keep(options, indexed);
    Ok((walked, changes))
}
