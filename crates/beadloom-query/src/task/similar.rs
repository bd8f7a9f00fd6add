//! The place that does something similar already: the sibling flag, field, handler or command to follow when another of
//! its kind is added.

use std::collections::{BTreeSet, HashSet};

use beadloom_model::CompactSort as _;
use beadloom_model::answers::{BundleSymbol, Reason};
use beadloom_model::{Result, SymbolKind};
use beadloom_store::{Store, SymbolRow};
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use std::hash::Hasher as _;

use crate::places::is_test;
use crate::symbols::bundled;

/// Definitions whose like is looked for.
const MAX_DEFINITIONS: usize = 4;

/// Lines of a definition that has a shape: fewer are alike by chance, more are not compared.
const LINES: std::ops::RangeInclusive<u32> = 4..=200;

/// Files beside a definition's own that are looked through: those of its folder that are named most like it.
const MAX_FILES: usize = 6;

/// Definitions of a file, and of a name, that are looked at.
const MAX_FILE_DEFINITIONS: usize = 400;
const MAX_NAME_DEFINITIONS: usize = 40;

/// Candidates whose source is compared: those that are named most like it.
const MAX_COMPARED_CANDIDATES: usize = 16;

/// The least share of the words of both names that are in both: `CreateMemo` and `UpdateMemo` have one of three.
const MIN_NAMED_SHARE: f64 = 1.0 / 3.0;

/// Neighbouring words that are compared as one.
const SHINGLE: usize = 3;

/// The least share of these that two definitions have in common, of all that either has. Of what people added to thirteen projects, the
/// definition that was most like it had more than this in one of four cases, and was then the one that had been followed.
const MIN_ALIKE_SHARE: f64 = 0.32;

/// The definition most like each of those, where one is alike enough; best first. `taken`: row ids that the answer shows anyway.
/// `read`: the text of a file.
pub(super) fn similar(
    store: &Store,
    definitions: &[i64],
    taken: &HashSet<i64>,
    with_tests: bool,
    read: &dyn Fn(&str) -> Option<String>,
) -> Result<Vec<(i64, BundleSymbol)>> {
    let mut rows: Vec<SymbolRow> = store.symbols_by_id(definitions)?;
    rows.retain(has_shape);
    // As they were given, which is by worth.
    rows.compact_sort_by_key(|row| definitions.iter().position(|id| *id == row.id));
    rows.truncate(MAX_DEFINITIONS);
    let mut texts = Texts { read, files: FxHashMap::default() };
    let mut found: Vec<(f64, SymbolRow, &str)> = Vec::new();
    for row in &rows {
        let mut candidates = candidates(store, row)?;
        candidates.retain(|other| {
            !taken.contains(&other.id)
                && !found.iter().any(|(_, known, _)| known.id == other.id)
                && (with_tests || !is_test(&other.file_path))
        });
        let Some(own) = texts.shape(row) else { continue };
        let mut best: Option<(f64, SymbolRow)> = None;
        for other in candidates {
            let Some(shape) = texts.shape(&other) else { continue };
            let alike = share(&own, &shape);
            if alike >= MIN_ALIKE_SHARE && best.as_ref().is_none_or(|(most, _)| alike > *most) {
                best = Some((alike, other));
            }
        }
        found.extend(best.map(|(alike, other)| (alike, other, row.qualified_name.as_str())));
    }
    found.compact_sort_by(|a, b| b.0.total_cmp(&a.0));
    Ok(found
        .into_iter()
        .map(|(_, row, like)| {
            let id = row.id;
            let (reason, text) = (Some(Reason::Similar), Some(like.to_owned()));
            (id, BundleSymbol { reason, text, ..bundled(row) })
        })
        .collect())
}

fn has_shape(row: &SymbolRow) -> bool {
    let is_code = !matches!(row.kind, SymbolKind::Module | SymbolKind::Constant);
    is_code && LINES.contains(&(row.line_end + 1).saturating_sub(row.line_start))
}

/// Definitions of the same kind that are named like one: beside it, in files that are named like its own, and those of the same name.
/// Most like it first, equal ones by path and line.
fn candidates(store: &Store, row: &SymbolRow) -> Result<Vec<SymbolRow>> {
    let mut all = store.symbols_of_file(&row.file_path, MAX_FILE_DEFINITIONS)?;
    let of_name = store.state().definitions(&row.symbol_name, MAX_NAME_DEFINITIONS)?;
    let ids: Vec<i64> = of_name.iter().map(|definition| definition.id).collect();
    all.extend(store.symbols_by_id(&ids)?);
    for path in files_like(store, &row.file_path)? {
        all.extend(store.symbols_of_file(&path, MAX_FILE_DEFINITIONS)?);
    }
    let own = words(&row.symbol_name);
    let mut known: HashSet<i64> = HashSet::from([row.id]);
    let mut found: Vec<(f64, SymbolRow)> = all
        .into_iter()
        .filter(|other| other.kind == row.kind && has_shape(other) && known.insert(other.id))
        .filter(|other| {
            // What holds it, or stands in it, is the place itself.
            other.file_path != row.file_path
                || other.line_end < row.line_start
                || other.line_start > row.line_end
        })
        .map(|other| (alike(&own, &words(&other.symbol_name)), other))
        .filter(|(alike, _)| *alike >= MIN_NAMED_SHARE)
        .collect();
    found.compact_sort_by(|(alike, a), (other, b)| {
        other
            .total_cmp(alike)
            .then_with(|| a.file_path.cmp(&b.file_path))
            .then_with(|| a.line_start.cmp(&b.line_start))
    });
    found.truncate(MAX_COMPARED_CANDIDATES);
    Ok(found.into_iter().map(|(_, other)| other).collect())
}

/// The files of its folder that are named most like a file: `ControllerMakeCommand.php` beside `ModelMakeCommand.php`.
fn files_like(store: &Store, path: &str) -> Result<Vec<String>> {
    let folder = path.rfind('/').map_or("", |at| path.get(..=at).unwrap_or(""));
    let name =
        |path: &str| words(path.rsplit('/').next().and_then(|name| name.split('.').next()).unwrap_or(path));
    let own = name(path);
    let mut files: Vec<(f64, String)> = store
        .state()
        .code_folder(folder)?
        .files
        .into_iter()
        .filter(|(_, other, _)| other != path)
        .map(|(_, other, _)| (alike(&own, &name(&other)), other))
        .collect();
    files.compact_sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
    files.truncate(MAX_FILES);
    Ok(files.into_iter().map(|(_, path)| path).collect())
}

/// The parts of a name, in lower case.
fn words(name: &str) -> BTreeSet<String> {
    let mut found: Vec<String> = Vec::new();
    beadloom_words::words_of_name(name, &mut |word| found.push(word.to_lowercase()));
    // The whole comes before its parts.
    let parts = usize::from(found.len() > 1);
    found.into_iter().skip(parts).collect()
}

/// What two sets have in common, of all that either has.
fn alike(one: &BTreeSet<String>, other: &BTreeSet<String>) -> f64 {
    ratio(one.intersection(other).count(), one.len(), other.len())
}

fn share(one: &FxHashSet<u64>, other: &FxHashSet<u64>) -> f64 {
    ratio(one.intersection(other).count(), one.len(), other.len())
}

fn ratio(common: usize, one: usize, other: usize) -> f64 {
    let all = (one + other).saturating_sub(common);
    if all == 0 { 0.0 } else { common as f64 / all as f64 }
}

/// The files whose definitions are compared.
struct Texts<'a> {
    read: &'a dyn Fn(&str) -> Option<String>,
    files: FxHashMap<String, Option<String>>,
}

impl Texts<'_> {
    /// Runs of words and signs in a definition, as hashes: two that do the same have most of them in common, whatever they are called.
    /// None where the file cannot be read.
    fn shape(&mut self, row: &SymbolRow) -> Option<FxHashSet<u64>> {
        let read = self.read;
        let text =
            self.files.entry(row.file_path.clone()).or_insert_with(|| read(&row.file_path)).as_ref()?;
        let (first, last) = (row.line_start.saturating_sub(1) as usize, row.line_end as usize);
        let lines = text.lines().skip(first).take(last.saturating_sub(first));
        let mut window: Vec<u64> = Vec::new();
        let mut shape = FxHashSet::default();
        for line in lines {
            each_word(line, &mut |word| {
                let mut hasher = FxHasher::default();
                hasher.write(word.to_ascii_lowercase().as_bytes());
                window.push(hasher.finish());
                if let Some(last) = window.len().checked_sub(SHINGLE).and_then(|from| window.get(from..)) {
                    let mut hasher = FxHasher::default();
                    last.iter().for_each(|word| hasher.write_u64(*word));
                    shape.insert(hasher.finish());
                }
            });
        }
        Some(shape)
    }
}

/// Each part of a name, number and sign of a line, in order.
fn each_word(line: &str, emit: &mut dyn FnMut(&str)) {
    let mut rest = line;
    while let Some(first) = rest.chars().next() {
        let len = if first.is_alphanumeric() {
            let mut before = first;
            let end = rest.char_indices().skip(1).find(|(_, next)| {
                let ends = !next.is_alphanumeric() || next.is_uppercase() && before.is_lowercase();
                before = *next;
                ends
            });
            end.map_or(rest.len(), |(at, _)| at)
        } else {
            first.len_utf8()
        };
        let (word, after) = rest.split_at(len);
        if !first.is_whitespace() && first != '_' {
            emit(word);
        }
        rest = after;
    }
}
