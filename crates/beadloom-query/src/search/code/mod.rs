//! Code, ranked: candidates by words, then one weighted sum of named features, file by file.

mod among;
mod candidates;
mod features;
mod holders;
mod meaning;
mod names;
mod order;
mod past;
mod ranked;
mod rerank;

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use beadloom_lexical::Chunk;
use beadloom_model::{Result, SymbolKind};
use beadloom_store::{ChunkFile, OutlineRow, Store};

use super::meaning::QueryVector;
use super::query::CodeQuery;
use super::weights::{FILE_WEIGHTS, FileFeature, score, standardise};
pub use among::RerankFeature;
use candidates::Matches;
use features::Judge;
pub use holders::Holders;
use meaning::Meaning;
pub use order::Order;
use past::CommitVotes;
pub use ranked::{RankedFile, Ranking};

/// What may be found.
#[derive(Default, Clone, Copy)]
pub struct Allowed<'a> {
    /// Only this language.
    pub language: Option<&'a str>,
    /// Only paths that it accepts.
    pub path: Option<&'a dyn Fn(&str) -> bool>,
    /// Files that are looked at whatever words they hold, by the ids of their first chunks.
    pub besides: Option<&'a BTreeSet<u32>>,
    /// What orders what is found.
    pub order: Order,
}

/// The files that match a query, best first; ties by path. `asked`: the query as a vector, where a model is there. `holders`: files
/// that hold the very name that is looked for; they come before all that hold its parts or its stem.
///
/// # Errors
/// Store errors.
pub fn rank(
    store: &Store,
    query: &CodeQuery,
    allowed: Allowed<'_>,
    asked: Option<&QueryVector>,
    holders: &BTreeSet<u32>,
) -> Result<Ranking> {
    let lexicon = store.lexicon()?;
    let firsts: Option<BTreeSet<u32>> = match (allowed.language, allowed.path) {
        (None, None) => None,
        (language, keep) => {
            let keep = keep.unwrap_or(&|_| true);
            Some(store.chunk_firsts(language, keep)?.into_iter().collect())
        }
    };
    let meaning = Meaning::of(store, &lexicon, asked, firsts.as_ref())?;
    let said = CommitVotes::of(store, query, allowed.order)?;
    let mut besides = said.files(store, allowed.order)?;
    besides.extend(holders);
    besides.extend(allowed.besides.into_iter().flatten());
    let matches =
        candidates::find(store, &lexicon, query, firsts.as_ref(), &meaning, &besides, allowed.order)?;
    let files = store.chunk_files(&matches.files)?;
    let ids: Vec<i64> = files.iter().map(|file| file.file_id).collect();
    let mut outlines = store.outlines(&ids)?;
    let importers: HashMap<i64, u64> = store.importer_counts(&ids)?.into_iter().collect();
    let mut judge = Judge::new(query, &matches, lexicon.marks(), &files);
    let mut ranked = Vec::with_capacity(files.len());
    for file in files {
        let outline = outlines.remove(&file.file_id).unwrap_or_default();
        let count = importers.get(&file.file_id).copied().unwrap_or(0);
        let near = meaning.of_chunks(&file);
        let mut values = judge.values(&file, &outline, (&near, count));
        said.set(&file.path, &mut values);
        let chunks = chunks_by_score(&file, &matches, &near);
        let nearest = values.get(FileFeature::BestMeaning as usize).copied().unwrap_or(0.0);
        let title = judge.title(&file);
        let holds_name = holders.contains(&file.first);
        ranked.push(RankedFile {
            file,
            outline,
            raw: values,
            values,
            score: 0.0,
            quoted: 0.0,
            sum: 0.0,
            among: [0.0; RerankFeature::COUNT],
            chunks,
            near,
            nearest,
            title,
            holds_name,
        });
    }
    standardise(&mut ranked.iter_mut().map(|file| &mut file.values).collect::<Vec<_>>());
    for file in &mut ranked {
        file.score = score(&file.values, &FILE_WEIGHTS, query.is_text);
    }
    sort(&mut ranked);
    add_together(&mut ranked, &said, query.is_text);
    sort(&mut ranked);
    Ok(Ranking { files: ranked, votes: said })
}

/// The same, in the order of the model that was trained with what changes and questions needed. A name is looked for as it is written:
/// what is called so comes first, whatever else speaks for a file. Tests and examples that are asked for are not what the model knows.
///
/// # Errors
/// Store errors.
pub fn ordered(
    store: &Store,
    query: &CodeQuery,
    allowed: Allowed<'_>,
    asked: Option<&QueryVector>,
    holders: &BTreeSet<u32>,
) -> Result<Ranking> {
    let is_known = query.name.is_none() && !query.wants_tests && !query.wants_sides;
    let order = if is_known { Order::Model } else { Order::Weighed };
    let mut ranking = rank(store, query, Allowed { order, ..allowed }, asked, holders)?;
    if is_known {
        ranking.reorder(store, query)?;
    }
    Ok(ranking)
}

/// Whether a file is no code, but text of another kind.
pub fn is_other_text(file: &RankedFile) -> bool {
    file.values.get(FileFeature::OtherText as usize).is_some_and(|value| *value > 0.0)
}

fn sort(ranked: &mut [RankedFile]) {
    ranked.sort_by(|a, b| {
        (b.holds_name.cmp(&a.holds_name))
            .then_with(|| b.score.total_cmp(&a.score))
            .then_with(|| a.file.path.cmp(&b.file.path))
    });
}

/// Adds how far files change with the best, which is known only when these are.
fn add_together(ranked: &mut [RankedFile], said: &CommitVotes, in_text: bool) {
    let best: Vec<Arc<ChunkFile>> = ranked.iter().map(|file| Arc::clone(&file.file)).take(3).collect();
    let paths: Vec<&str> = best.iter().map(|file| file.path.as_str()).collect();
    let together = said.together(&paths);
    for file in ranked {
        let value = together.get(file.file.path.as_str()).copied().unwrap_or(0.0);
        if let Some(place) = file.values.get_mut(FileFeature::Together as usize) {
            *place = value;
        }
        file.score = score(&file.values, &FILE_WEIGHTS, in_text);
    }
}

fn chunks_by_score(file: &ChunkFile, matches: &Matches, near: &[f32]) -> Vec<(usize, f64)> {
    let whole: f64 = matches.terms.iter().map(|term| f64::from(term.weight * term.idf)).sum();
    let from = file.first as usize;
    let scores = matches.scores.get(from..from + file.chunks.len()).unwrap_or(&[]);
    let mut chunks: Vec<(usize, f64)> = scores
        .iter()
        .enumerate()
        .filter(|(_, score)| **score > 0.0)
        .map(|(number, score)| (number, f64::from(*score) / whole.max(1e-9)))
        .collect();
    chunks.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    if chunks.is_empty() {
        let best = near.iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1).then(b.0.cmp(&a.0)));
        chunks.extend(best.map(|(number, _)| (number, 0.0)));
    }
    if chunks.is_empty() && !file.chunks.is_empty() {
        // Commits speak for it, and it shows where it begins.
        chunks.push((0, 0.0));
    }
    chunks
}

/// The definition that a chunk is shown under: one that the query names, else the one whose name holds most of its
/// words, else the first that begins in it, else the innermost around it. `matches`: how many of the query's words a
/// text holds.
pub fn definition_of<'f>(
    file: &'f RankedFile,
    chunk: Chunk,
    query: &CodeQuery,
    kind: Option<SymbolKind>,
    matches: &dyn Fn(&str) -> usize,
) -> Option<&'f OutlineRow> {
    let wanted = |symbol: &&OutlineRow| kind.is_none_or(|kind| symbol.kind == kind);
    let inside = || {
        file.outline
            .iter()
            .filter(wanted)
            .filter(|symbol| symbol.line_start >= chunk.first && symbol.line_start <= chunk.last)
    };
    let named = inside().find(|symbol| query.named.iter().any(|named| named.name == symbol.name));
    // The first of the best.
    let by_words = || {
        let scored = inside().map(|symbol| (matches(&symbol.name), symbol));
        scored.reduce(|best, one| if one.0 > best.0 { one } else { best }).map(|(_, symbol)| symbol)
    };
    let around = || {
        file.outline
            .iter()
            .filter(wanted)
            .filter(|symbol| symbol.line_start < chunk.first && symbol.line_end >= chunk.first)
            .max_by_key(|symbol| symbol.line_start)
    };
    named.or_else(by_words).or_else(around)
}
