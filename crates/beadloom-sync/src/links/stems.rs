//! What files of code are called: the title of a document may say that, where no part is called so.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;

use super::parts::Parts;
use super::titles::words;

/// A word that more files have is looked up in none of them: the file that a title is like has another word of it too.
const MAX_WORD_FILES: usize = 1_000;

/// The words that names of files consist of.
#[derive(Debug, Default)]
pub(super) struct Stems {
    /// The words of each file, each once, and its part.
    files: Vec<(BTreeSet<String>, u32)>,
    by_word: FxHashMap<String, WithWord>,
}

/// The files that have a word.
#[derive(Debug, Default)]
struct WithWord {
    /// How many each part has, without those of parts inside it.
    of_parts: BTreeMap<u32, usize>,
    count: usize,
    /// Places in [`Stems::files`], of one more than the bound at most.
    files: Vec<usize>,
}

/// What the files of a part have of a title, all between 0 and 1.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct TitleInFiles {
    /// Of the files that have a word of the title, those of the part: the mean over all words, of which rare ones count more.
    pub words: f64,
    /// Of all words of the title and of the file most similar to it, those that both have.
    pub similarity: f64,
    /// The same for the most similar files of all parts, by how many of them are of this part.
    pub of_most_similar: f64,
}

impl Stems {
    /// Adds a file that is called so, without its ending.
    pub fn add(&mut self, stem: &str, part: u32) {
        let own: BTreeSet<String> = words(stem).into_iter().collect();
        for word in &own {
            let with = self.by_word.entry(word.clone()).or_default();
            *with.of_parts.entry(part).or_default() += 1;
            with.count += 1;
            if with.files.len() <= MAX_WORD_FILES {
                with.files.push(self.files.len());
            }
        }
        self.files.push((own, part));
    }

    /// What the files of each part, and of the parts inside it, have of these titles: of several the best.
    pub fn in_files(&self, parts: &Parts<'_>, titles: &[Vec<String>]) -> FxHashMap<u32, TitleInFiles> {
        let mut found: FxHashMap<u32, TitleInFiles> = FxHashMap::default();
        let mut similar: BTreeMap<usize, f64> = BTreeMap::new();
        for title in titles {
            let title: BTreeSet<&str> = title.iter().map(String::as_str).collect();
            let mut shares: BTreeMap<u32, f64> = BTreeMap::new();
            for (part, share) in self.shares(&title) {
                for around in parts.outwards(part) {
                    *shares.entry(around).or_default() += share;
                }
            }
            for (part, share) in shares {
                let of_part = found.entry(part).or_default();
                of_part.words = of_part.words.max(share);
            }
            for (at, similarity) in self.similarities(&title) {
                let best = similar.entry(at).or_default();
                *best = best.max(similarity);
            }
        }
        let best = similar.values().copied().fold(0.0, f64::max);
        let most_similar = similar.values().filter(|similarity| **similarity >= best).count();
        // By part, the similarity of its own best file, and how many of its files are among the most similar ones of all.
        let mut of_parts: BTreeMap<u32, (f64, usize)> = BTreeMap::new();
        for (at, similarity) in similar {
            if let Some((_, part)) = self.files.get(at) {
                let of_part = of_parts.entry(*part).or_default();
                *of_part = (of_part.0.max(similarity), of_part.1 + usize::from(similarity >= best));
            }
        }
        for (part, (similarity, count)) in of_parts {
            for around in parts.outwards(part) {
                let of_part = found.entry(around).or_default();
                of_part.similarity = of_part.similarity.max(similarity);
                of_part.of_most_similar += best * count as f64 / most_similar as f64;
            }
        }
        found
    }

    /// By part, without those inside it: [`TitleInFiles::words`].
    fn shares(&self, title: &BTreeSet<&str>) -> BTreeMap<u32, f64> {
        let mut shares: BTreeMap<u32, f64> = BTreeMap::new();
        let mut all = 0.0;
        for word in title {
            let with = self.by_word.get(*word);
            let count = with.map_or(0, |with| with.count);
            let worth = (self.files.len() as f64 / (count + 1) as f64).ln_1p();
            all += worth;
            for (part, own) in with.into_iter().flat_map(|with| &with.of_parts) {
                *shares.entry(*part).or_default() += worth * *own as f64 / count as f64;
            }
        }
        shares.into_iter().map(|(part, share)| (part, share / all)).collect()
    }

    /// By file, the share of the words of both that both have.
    fn similarities(&self, title: &BTreeSet<&str>) -> BTreeMap<usize, f64> {
        let with_word = title.iter().filter_map(|word| self.by_word.get(*word));
        let candidates: BTreeSet<usize> = with_word
            .filter(|with| with.files.len() <= MAX_WORD_FILES)
            .flat_map(|with| with.files.iter().copied())
            .collect();
        let of = |at: usize| {
            let (words, _) = self.files.get(at)?;
            let shared = words.iter().filter(|word| title.contains(word.as_str())).count();
            Some((at, shared as f64 / (words.len() + title.len() - shared) as f64))
        };
        candidates.into_iter().filter_map(of).collect()
    }
}
