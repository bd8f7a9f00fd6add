//! How good a table is on repositories that it was not made from.

use std::collections::{BTreeMap, HashSet};

use beadloom_embed::{StaticModel, Text};

use crate::pair_file::{Counts, Pair, Pairs};

/// Pairs of one repository that are compared with each other, at most.
const SIBLINGS: usize = 1_500;

/// Pairs of all repositories that are compared with each other at once.
const BATCH: usize = 1_024;

/// About one repository in twenty, always the same.
pub fn is_held_out(name: &str) -> bool {
    // FNV-1a.
    let hash =
        name.bytes().fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    (hash >> 8).is_multiple_of(20)
}

/// Sums over queries.
#[derive(Default, Clone, Copy)]
struct Ranks {
    queries: usize,
    reciprocal: f64,
    first: usize,
    tenth: usize,
}

impl Ranks {
    fn add(&mut self, rank: usize) {
        self.queries += 1;
        self.reciprocal += 1.0 / rank as f64;
        self.first += usize::from(rank == 1);
        self.tenth += usize::from(rank <= 10);
    }

    fn line(&self, what: &str) -> String {
        let count = self.queries.max(1) as f64;
        format!(
            "{what:24} {:6} queries  MRR {:.4}  @1 {:.4}  @10 {:.4}",
            self.queries,
            self.reciprocal / count,
            self.first as f64 / count,
            self.tenth as f64 / count
        )
    }
}

/// Prints, for comments of the held-out repositories, the rank of their code among the code of others, and the rank of
/// their file among the files of the same repository.
pub fn report(model: &StaticModel<&[u8]>, all: &Pairs, pairs: &[&Pair]) {
    let embed = |text: Text, counts: &Counts| {
        let terms = counts
            .iter()
            .filter_map(|(term, count)| Some((all.terms.get(*term as usize)?.as_str(), f32::from(*count))));
        model.embed(text, terms).unwrap_or_else(|| vec![0.0; model.dimensions()])
    };
    let embedded: Vec<_> = pairs
        .iter()
        .map(|pair| (*pair, embed(Text::Query, &pair.query), embed(Text::Code, &pair.code)))
        .collect();

    let mut others = Ranks::default();
    // Neighbours of a list by repository would be siblings; every n-th is not.
    let batches = embedded.len() / BATCH;
    for begin in 0..batches {
        let batch: Vec<_> = embedded.iter().skip(begin).step_by(batches).take(BATCH).collect();
        for (at, (_, query, own)) in batch.iter().enumerate() {
            let right = dot(query, own);
            let better = batch
                .iter()
                .enumerate()
                .filter(|(other, (.., code))| *other != at && dot(query, code) >= right);
            others.add(better.count() + 1);
        }
    }
    println!("{}", others.line("among other code"));

    let mut all_siblings = Ranks::default();
    let mut by_language: BTreeMap<&str, Ranks> = BTreeMap::new();
    for repository in embedded.chunk_by(|a, b| a.0.repository == b.0.repository) {
        let step = repository.len().div_ceil(SIBLINGS);
        let siblings: Vec<_> = repository.iter().step_by(step.max(1)).collect();
        for (pair, query, own) in &siblings {
            let right = dot(query, own);
            let better: HashSet<u32> = siblings
                .iter()
                .filter(|(other, _, code)| other.file != pair.file && dot(query, code) >= right)
                .map(|(other, ..)| other.file)
                .collect();
            all_siblings.add(better.len() + 1);
            let language = all.languages.get(pair.language as usize).map_or("?", String::as_str);
            by_language.entry(language).or_default().add(better.len() + 1);
        }
    }
    println!("{}", all_siblings.line("among sibling files"));
    for (language, ranks) in by_language {
        println!("{}", ranks.line(&format!("  {language}")));
    }
}

fn dot(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}
