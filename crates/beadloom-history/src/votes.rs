//! Which files a text is about, by the commits whose messages are like it.

use std::collections::{BTreeMap, HashMap};

use beadloom_words::bm25;
use rustc_hash::FxHashMap;

use crate::message::term_hash;
use crate::past::{Past, hex};

/// BM25: saturation and length.
const K1: f32 = 1.2;
const B: f32 = 0.75;

/// Commits that vote: those whose messages are most like the text.
const VOTERS: usize = 60;

/// Commits that vote in the wider count.
const MORE_VOTERS: usize = 300;

/// What commits say for a file.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Votes {
    /// Of all of them.
    pub sum: f64,
    /// Of five times as many of them.
    pub wide: f64,
    /// Of the one that says most, 0 to 1.
    pub best: f64,
    /// How many of them changed it.
    pub commits: u32,
}

/// A commit that is like a text.
#[derive(Debug, Clone, PartialEq)]
pub struct Alike<'p> {
    /// Hexadecimal digits, the first 40.
    pub id: String,
    /// When it was committed, in seconds since 1970.
    pub time: i64,
    /// What it says it does.
    pub subject: &'p str,
    /// How much of the text its message says, by the rarity of the words, 0 to 1.
    pub likeness: f64,
    /// Files that it changed, sorted.
    pub files: Vec<&'p str>,
}

impl Past {
    /// What the commits that are most like a text say for files, by path. `terms`: those of the text as beadloom-words makes
    /// them, each once, with what it counts for; `may`: files that may get votes. Every voter has its likeness over the greatest, squared, so that few that fit outweigh many that do not; shared among its files, by the
    /// logarithm of their number; and older ones have less.
    ///
    /// Measured on 108 tasks of nine projects: the files of these votes are nearly as good as those of a search, and others.
    #[expect(clippy::cast_precision_loss, reason = "counts of commits and files")]
    pub fn votes(&self, terms: &[(&str, f32)], may: &dyn Fn(&str) -> bool) -> BTreeMap<&str, Votes> {
        let (voters, _) = self.voters(terms);
        let best = voters.first().map_or(1.0, |(score, _)| *score);
        // By number of the file; None where it may get none, which is asked once.
        let mut votes: FxHashMap<u32, Option<Votes>> = FxHashMap::default();
        for (place, (score, commit)) in voters.into_iter().enumerate() {
            let mut wanted = Vec::new();
            for file in self.files_of(commit) {
                let known = votes.entry(*file);
                if known.or_insert_with(|| may(self.path(*file)).then(Votes::default)).is_some() {
                    wanted.push(*file);
                }
            }
            let likeness = score / best;
            let weight =
                likeness.powi(2) / (1.0 + wanted.len() as f64).log2().max(1.0) * self.recency(commit);
            for file in wanted {
                let Some(Some(votes)) = votes.get_mut(&file) else { continue };
                votes.wide += weight;
                if place < VOTERS {
                    votes.sum += weight;
                    votes.best = votes.best.max(weight);
                    votes.commits += 1;
                }
            }
        }
        votes.into_iter().filter_map(|(file, votes)| Some((self.path(file), votes?))).collect()
    }

    /// The commits whose messages are most like a text, best first. `terms`: as for [`Past::votes`]; `most`: how many at most.
    pub fn alike(&self, terms: &[(&str, f32)], most: usize) -> Vec<Alike<'_>> {
        let (voters, whole) = self.voters(terms);
        let alike = voters.into_iter().take(most).map(|(score, commit)| Alike {
            id: self.ids.get(commit).map(|id| hex(id)).unwrap_or_default(),
            time: self.time(commit),
            subject: self.subject(commit),
            likeness: (score / whole.max(f64::MIN_POSITIVE)).min(1.0),
            files: self.files_of(commit).iter().map(|file| self.path(*file)).collect(),
        });
        alike.collect()
    }

    /// The commits whose messages are most like a text, best first, the newer of two that are equally so first; and the score of a message
    /// of the usual length that says all of it once.
    #[expect(clippy::cast_precision_loss, reason = "counts of commits and terms")]
    fn voters(&self, terms: &[(&str, f32)]) -> (Vec<(f64, usize)>, f64) {
        let asked: HashMap<u32, usize> =
            terms.iter().enumerate().map(|(at, (term, _))| (term_hash(term), at)).collect();
        // Most terms of most messages are not asked for: a bit says so.
        let mut bits = [0u64; 64];
        for hash in asked.keys() {
            if let Some(word) = bits.get_mut((hash >> 8) as usize & 63) {
                *word |= 1 << (hash >> 2 & 63);
            }
        }
        let may = |hash: u32| {
            bits.get((hash >> 8) as usize & 63).is_some_and(|word| word >> (hash >> 2 & 63) & 1 == 1)
        };
        let mut found: Vec<(usize, usize, u32)> = Vec::new();
        let mut holding = vec![0usize; terms.len()];
        let (mut count, mut whole) = (0usize, 0usize);
        for commit in 0..self.len() {
            let own = self.terms_of(commit);
            count += usize::from(!own.is_empty());
            whole += own.len();
            for term in own.iter().filter(|term| may(**term)) {
                if let Some(at) = asked.get(&(term & !3)) {
                    found.push((commit, *at, (term & 3) + 1));
                    if let Some(holding) = holding.get_mut(*at) {
                        *holding += 1;
                    }
                }
            }
        }
        let mean = (whole as f32 / count.max(1) as f32).max(1.0);
        let rarity: Vec<f32> =
            holding.iter().map(|holding| bm25::idf(*holding as f32, count as f32)).collect();
        let all: f64 = terms.iter().zip(&rarity).map(|((_, weight), idf)| f64::from(*weight * *idf)).sum();
        let mut scores: Vec<(f64, usize)> = Vec::new();
        for (commit, at, held) in found {
            let idf = rarity.get(at).copied().unwrap_or(0.0);
            let weight = terms.get(at).map_or(0.0, |(_, weight)| f64::from(*weight));
            let length = self.terms_of(commit).len() as f32;
            let score = weight * f64::from(idf * bm25::saturated(held as f32, length, mean, K1, B));
            match scores.last_mut() {
                Some((sum, last)) if *last == commit => *sum += score,
                _ => scores.push((score, commit)),
            }
        }
        scores.retain(|(score, commit)| *score > 0.0 && !self.files_of(*commit).is_empty());
        scores.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        scores.truncate(MORE_VOTERS);
        (scores, all * f64::from(bm25::saturated(1.0, mean, mean, K1, B)))
    }
}
