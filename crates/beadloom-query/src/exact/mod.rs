//! Lines that hold exact text, as a scan of all files would find them, from an index of trigrams and the files themselves.
//!
//! The index only says which files cannot hold what is searched; every other file is read, so that an answer is what stands
//! on the disk. Of files that changed since, and of those that the index knows by path alone, nothing is believed.

mod arrange;
mod found;
mod needs;
mod pattern;
mod request;
mod scan;

use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicUsize, Ordering};

use beadloom_lexical::NO_GRAMS;
use beadloom_model::answers::{ExactAnswer, NotSearched};
use beadloom_model::{Code, CompactSort as _, Error, Result, SymbolKind};
use beadloom_store::{FileKind, Store, TextFile, TextFiles};
use rustc_hash::FxHashSet;

use crate::lists::each_once;
use crate::search::filter::{Pattern as PathFilter, no_language};

use found::{FoundIn, rank};
pub use pattern::{MAX_PATTERN_CHARS, Pattern};
pub use request::{Content, ExactRequest, FilesToSearch};
use scan::{Found, scan};

/// Lines that are kept of all files together; the rest is counted.
const MAX_KEPT_LINES: usize = 20_000;

/// Files that are searched before it is looked at what they held.
const FILES_PER_BATCH: usize = 512;

/// Files for which a further thread is worth it.
const PER_THREAD: usize = 4;

/// Threads, at most.
const MAX_THREADS: usize = 8;

/// Paths that are named of files that were not searched.
const MAX_NAMED_PATHS: usize = 5;

/// A file that may hold it.
#[derive(Clone, Copy)]
struct Candidate<'f> {
    path: &'f str,
    /// As the index knows it, where it is what was indexed.
    file: Option<&'f TextFile>,
    /// The index knows it by path alone.
    is_unknown: bool,
    rank: u8,
}

/// The lines that match, in all files of the project.
///
/// # Errors
/// `usage` for an unknown kind or language and for what is not a path pattern, `cancelled`; store errors.
pub fn exact(store: &Store, request: &ExactRequest<'_>) -> Result<ExactAnswer> {
    let kind = request.kind.as_deref().map(kind_of).transpose()?;
    let paths = request.path.as_ref().map(PathFilter::one).transpose()?;
    store.snapshot(|| {
        let known = store.text_files()?;
        check_language(&known, request)?;
        let changed: FxHashSet<&str> = request.changed.iter().map(String::as_str).collect();
        let mut left =
            NotSearched { binary: 0, large: Vec::new(), secret: Vec::new(), unreadable: Vec::new() };
        let mut candidates: Vec<Candidate<'_>> = Vec::new();
        let is_wanted = |path: &str, language: Option<&String>| {
            (request.language.is_none() || language == request.language.as_ref())
                && paths.as_ref().is_none_or(|paths| paths.matches(path))
        };
        for file in &known.files {
            if changed.contains(file.path.as_str()) || !is_wanted(&file.path, file.language.as_ref()) {
                continue;
            }
            if file.kind == FileKind::Other && request.files.is_binary(&file.path) {
                left.binary += 1;
                continue;
            }
            let filter = known.filter(file);
            if filter == Some(NO_GRAMS) {
                left.binary += 1;
                continue;
            }
            if filter.is_none_or(|filter| request.pattern.needs().may_fit(filter)) {
                let (is_unknown, rank) = (filter.is_none(), rank(&file.path, Some(file)));
                candidates.push(Candidate { path: &file.path, file: Some(file), is_unknown, rank });
            }
        }
        for path in request.changed {
            if is_wanted(path, known.at(path).and_then(|file| file.language.as_ref())) {
                candidates.push(Candidate { path, file: None, is_unknown: false, rank: rank(path, None) });
            }
        }
        candidates.retain(|candidate| {
            let is_secret = request.files.is_secret(candidate.path);
            if is_secret {
                left.secret.push(candidate.path.to_owned());
            }
            !is_secret
        });
        candidates.sort_by(|a, b| (a.rank, a.path).cmp(&(b.rank, b.path)));
        let found = search(request, &candidates, &mut left)?;
        for named in [&mut left.large, &mut left.secret, &mut left.unreadable] {
            named.compact_sort();
            named.truncate(MAX_NAMED_PATHS);
        }
        arrange::answer(store, request, kind, found, left)
    })
}

/// Searches the candidates on several threads, in their order.
fn search<'f>(
    request: &ExactRequest<'_>,
    candidates: &[Candidate<'f>],
    left: &mut NotSearched,
) -> Result<Vec<FoundIn<'f>>> {
    let mut all: Vec<FoundIn<'f>> = Vec::new();
    let mut kept = 0;
    for batch in candidates.chunks(FILES_PER_BATCH) {
        let keep = kept < MAX_KEPT_LINES;
        let results = read_batch(request, batch, keep);
        if request.cancelled.load(Ordering::Relaxed) {
            return Err(Error::new(Code::Cancelled, "the search was cancelled"));
        }
        for (at, result) in results {
            let Some(candidate) = batch.get(at) else { continue };
            let path = candidate.path;
            match result {
                Ok(found) if found.lines == 0 => {}
                Ok(found) => {
                    kept += found.hits.len();
                    all.push(FoundIn { path, file: candidate.file, found });
                }
                Err(Content::Binary) => left.binary += 1,
                Err(Content::Large) => left.large.push(path.to_owned()),
                Err(Content::Unreadable) => left.unreadable.push(path.to_owned()),
                Err(_) => {}
            }
        }
    }
    Ok(all)
}

type Scanned = (usize, std::result::Result<Found, Content>);

fn read_batch(request: &ExactRequest<'_>, batch: &[Candidate<'_>], keep: bool) -> Vec<Scanned> {
    let next = AtomicUsize::new(0);
    let results: Mutex<Vec<Scanned>> = Mutex::new(Vec::with_capacity(batch.len()));
    let work = || {
        let mut own: Vec<Scanned> = Vec::new();
        // One for all files of a thread: memory of this size is taken from the system and given back each time.
        let mut bytes: Vec<u8> = Vec::new();
        while let Some((at, candidate)) = {
            let at = next.fetch_add(1, Ordering::Relaxed);
            batch.get(at).map(|candidate| (at, candidate))
        } {
            if request.cancelled.load(Ordering::Relaxed) {
                break;
            }
            let needs = candidate.is_unknown.then(|| request.pattern.needs());
            let scanned = match request.files.read(candidate.path, needs, &mut bytes) {
                Content::Text => Ok(scan(&request.pattern, &bytes, keep)),
                Content::Without => Ok(Found::default()),
                other => Err(other),
            };
            own.push((at, scanned));
        }
        results.lock().unwrap_or_else(PoisonError::into_inner).extend(own);
    };
    let cores = std::thread::available_parallelism().map_or(1, usize::from).min(MAX_THREADS);
    let threads = cores.min(batch.len() / PER_THREAD).max(1);
    std::thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(work);
        }
        work();
    });
    let mut results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    results.sort_by_key(|(at, _)| *at);
    results
}

fn kind_of(kind: &str) -> Result<SymbolKind> {
    SymbolKind::from_name(kind).ok_or_else(|| {
        let known: Vec<&str> = SymbolKind::ALL.iter().map(|kind| kind.as_str()).collect();
        Error::new(Code::Usage, format!("\"{}\" is not a kind of definition", crate::text::line(kind)))
            .hint(format!("Kinds: {}", known.join(", ")))
    })
}

fn check_language(known: &TextFiles, request: &ExactRequest<'_>) -> Result<()> {
    let Some(language) = &request.language else { return Ok(()) };
    if known.files.iter().any(|file| file.language.as_ref() == Some(language)) || known.files.is_empty() {
        return Ok(());
    }
    let all: Vec<&str> = each_once(known.files.iter().filter_map(|file| file.language.as_deref()));
    Err(no_language(language, &all))
}
