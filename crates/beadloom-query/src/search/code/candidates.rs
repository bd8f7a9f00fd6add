//! Which files are worth a closer look: those whose chunks, whole text, names or definitions match best.

use std::collections::BTreeSet;

use beadloom_lexical::{ChunkNorms, Of, Part, Scorer, TermScores, idf};
use beadloom_model::Result;
use beadloom_store::{ChunkFile, Lexicon, Store};

use super::meaning::Meaning;
use super::order::Order;
use crate::search::query::CodeQuery;

/// Files by their best chunk.
const BY_CHUNK: usize = 30;

/// Files by their whole text.
const BY_FILE: usize = 20;

/// Files by words in names and paths alone.
const BY_NAME: usize = 20;

/// Files by what their chunks are about.
const BY_MEANING: usize = 15;

/// Files that define what the query names; a name that more define says little.
const BY_DEFINITION: usize = 30;

/// For [`Order::Model`], so many times as many.
const WIDER: usize = 2;

/// Of files that are no code, a candidate for so many of code: they are looked at besides, and take no file's place.
const CODE_FOR_TEXT: usize = 4;

/// Files of equal score at a cut that are told apart by their paths.
const MAX_TIED_FILES: usize = 256;

/// BM25 over files: saturation and length.
const FILE_K1: f32 = 1.5;
const FILE_B: f32 = 0.4;

/// A term of the query, looked up.
pub struct Term {
    /// As it stands in the index.
    pub text: String,
    /// In the query.
    pub weight: f32,
    /// How rare it is.
    pub idf: f32,
    /// Chunks that hold it, with weighted counts, by chunk.
    pub postings: Vec<(u32, u32)>,
}

impl Term {
    /// What it counts for.
    pub fn worth(&self) -> f64 {
        f64::from(self.weight) * f64::from(self.idf)
    }

    /// Its postings in a file.
    pub fn in_file(&self, file: &ChunkFile) -> &[(u32, u32)] {
        let end = file.first.saturating_add(u32::try_from(file.chunks.len()).unwrap_or(u32::MAX));
        let from = self.postings.partition_point(|(chunk, _)| *chunk < file.first);
        let to = self.postings.partition_point(|(chunk, _)| *chunk < end);
        self.postings.get(from..to).unwrap_or(&[])
    }
}

/// What the lexicon says about a query.
pub struct Matches {
    /// Terms, in the order of the query.
    pub terms: Vec<Term>,
    /// By chunk id.
    pub scores: Vec<f32>,
    /// Best score of a chunk.
    pub best: f32,
    /// In how many files each name is defined that the query spells out, in the order of [`CodeQuery::named`]: none, or
    /// more than [`BY_DEFINITION`], is 0.
    pub defining: Vec<u32>,
    /// Files worth a look, by the ids of their first chunks, ascending.
    pub files: Vec<u32>,
}

/// Looks a query up. `allowed`: ids of the first chunks of files that may be found; all where None. `holders`: of those that are
/// worth a look in any case.
pub fn find(
    store: &Store,
    lexicon: &Lexicon<'_>,
    query: &CodeQuery,
    allowed: Option<&BTreeSet<u32>>,
    meaning: &Meaning<'_>,
    holders: &BTreeSet<u32>,
    order: Order,
) -> Result<Matches> {
    let marks = lexicon.marks();
    let mut scorer = Scorer::new(marks);
    let mut terms = Vec::with_capacity(query.terms.len());
    for (text, weight) in &query.terms {
        let TermScores { postings, idf } = scorer.add(&lexicon.postings(text)?, *weight);
        terms.push(Term { text: text.clone(), weight: *weight, idf, postings });
    }
    let mut scores = scorer.into_scores();
    if let Some(allowed) = allowed {
        keep_allowed(&mut scores, marks, allowed);
    }
    let bests = marks.best_by_file(&scores);
    let best = bests.iter().copied().fold(0.0, f32::max);
    let times = if order == Order::Model { WIDER } else { 1 };
    let mut picked: BTreeSet<u32> = BTreeSet::new();
    let pick = |files: Vec<f32>, most: usize, picked: &mut BTreeSet<u32>| -> Result<()> {
        let code = best_files(store, marks, &files, most, Of::Code)?;
        let text = (most / CODE_FOR_TEXT).max(most.saturating_sub(code.len()));
        picked.extend(code);
        picked.extend(best_files(store, marks, &files, text, Of::Text)?);
        Ok(())
    };
    pick(file_scores(marks, &terms, &bests), BY_FILE * times, &mut picked)?;
    pick(name_scores(marks, &terms, &bests), BY_NAME * times, &mut picked)?;
    pick(bests, BY_CHUNK * times, &mut picked)?;
    pick(meaning.files.clone(), BY_MEANING * times, &mut picked)?;
    picked.extend(holders.iter().filter(|first| allowed.is_none_or(|allowed| allowed.contains(first))));
    let mut defining = Vec::with_capacity(query.named.len());
    for named in &query.named {
        let firsts = store.chunk_firsts_defining(&named.name, BY_DEFINITION + 1)?;
        let few = firsts.len() <= BY_DEFINITION;
        defining.push(if few { u32::try_from(firsts.len()).unwrap_or(0) } else { 0 });
        if few {
            picked.extend(
                firsts.into_iter().filter(|first| allowed.is_none_or(|allowed| allowed.contains(first))),
            );
        }
    }
    Ok(Matches { terms, scores, best, defining, files: picked.into_iter().collect() })
}

fn keep_allowed(scores: &mut [f32], marks: &ChunkNorms, allowed: &BTreeSet<u32>) {
    for (chunk, score) in (0u32..).zip(scores.iter_mut()) {
        let first = marks.firsts().get(marks.file_of(chunk) as usize);
        if !first.is_some_and(|first| allowed.contains(first)) {
            *score = 0.0;
        }
    }
}

/// BM25 over files instead of chunks.
#[expect(clippy::cast_precision_loss, reason = "counts within a file")]
fn file_scores(marks: &ChunkNorms, terms: &[Term], bests: &[f32]) -> Vec<f32> {
    let (lengths, kinds) = (marks.file_lengths(), marks.file_kinds());
    let is_measured = |file: u32| kinds.get(file as usize).is_some_and(|of| marks.measures(*of));
    let (mut count, mut length) = (0_u32, 0.0_f32);
    for (own, _) in lengths.iter().zip(kinds).filter(|(_, of)| marks.measures(**of)) {
        count += 1;
        length += own;
    }
    let mean = (length / count.max(1) as f32).max(1.0);
    let mut files = vec![0.0f32; kinds.len()];
    for term in terms {
        let mut held: Vec<(u32, u32)> = Vec::new();
        for &(chunk, count) in &term.postings {
            let file = marks.file_of(chunk);
            match held.last_mut() {
                Some((last, sum)) if *last == file => *sum += count,
                _ => held.push((file, count)),
            }
        }
        let found = held.iter().filter(|(file, _)| is_measured(*file)).count();
        let rarity = idf(u32::try_from(found).unwrap_or(u32::MAX), count);
        for (file, sum) in held {
            let (Some(score), Some(length)) = (files.get_mut(file as usize), lengths.get(file as usize))
            else {
                continue;
            };
            let sum = sum as f32;
            *score += term.weight * rarity * sum * (FILE_K1 + 1.0)
                / (sum + FILE_K1 * (1.0 - FILE_B + FILE_B * length / mean));
        }
    }
    only_matching(bests, files)
}

/// Rarity of the terms that stand in names or paths, best chunk of each file.
fn name_scores(marks: &ChunkNorms, terms: &[Term], bests: &[f32]) -> Vec<f32> {
    let mut chunks = vec![0.0f32; marks.len()];
    for term in terms {
        for &(chunk, count) in &term.postings {
            // A name stands in the body too.
            if count > Part::NAME.count
                && let Some(score) = chunks.get_mut(chunk as usize)
            {
                *score += term.weight * term.idf;
            }
        }
    }
    only_matching(bests, marks.best_by_file(&chunks))
}

/// Nothing for files of which no chunk may be found.
fn only_matching(bests: &[f32], mut files: Vec<f32>) -> Vec<f32> {
    for (file, best) in files.iter_mut().zip(bests) {
        if *best <= 0.0 {
            *file = 0.0;
        }
    }
    files
}

/// The `most` files of code or of other text of the highest score above 0, by their first chunks. Ids differ between two
/// indexes of the same files, so which of equal score fall behind the cut is decided by their paths.
fn best_files(store: &Store, marks: &ChunkNorms, scores: &[f32], most: usize, of: Of) -> Result<Vec<u32>> {
    let of_kind = || {
        let files = scores.iter().zip(marks.file_kinds()).zip(marks.firsts());
        files
            .filter(|((score, kind), _)| **score > 0.0 && **kind == of)
            .map(|((score, _), first)| (*score, *first))
    };
    let mut ranked: Vec<f32> = of_kind().map(|(score, _)| score).collect();
    if ranked.len() <= most {
        return Ok(of_kind().map(|(_, first)| first).collect());
    }
    let (_, cut, _) = ranked.select_nth_unstable_by(most - 1, |a, b| b.total_cmp(a));
    let cut = *cut;
    let mut best: Vec<u32> = of_kind().filter(|(score, _)| *score > cut).map(|(_, first)| first).collect();
    let room = most.saturating_sub(best.len());
    // Those with the smallest ids, and one more to see whether all have room.
    let tied = of_kind().filter(|(score, _)| *score == cut).map(|(_, first)| first);
    let tied: Vec<u32> = tied.take(MAX_TIED_FILES.max(room + 1)).collect();
    if tied.len() <= room {
        best.extend(tied);
    } else {
        let tied = tied.get(..MAX_TIED_FILES).unwrap_or(&tied);
        let mut named = store.chunk_paths(tied)?;
        named.sort_unstable();
        best.extend(named.into_iter().take(room).map(|(_, first)| first));
    }
    Ok(best)
}
