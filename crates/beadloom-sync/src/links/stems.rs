//! What files of code are called: the title of a document may say that, where no part is called so.

use std::collections::BTreeSet;

use rustc_hash::{FxHashMap, FxHashSet};

use super::parts::Parts;
use super::titles::words;

/// The words that names of files consist of.
#[derive(Debug, Default)]
pub(super) struct Stems {
    /// The words of each file, each once, and its part.
    files: Vec<(BTreeSet<String>, u32)>,
    /// Files by word, as places in `files`.
    by_word: FxHashMap<String, Vec<usize>>,
}

/// What the files of a part have of a title, all between 0 and 1.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct TitleInFiles {
    /// Of the files that have a word of the title, those of the part: the mean over all words, of which rare ones count more.
    pub words: f64,
    /// How many of the words of the title and of the file that is most like it are in both.
    pub likeness: f64,
    /// The same of the most like file of all parts, by how many of such files are of this part.
    pub likest: f64,
}

impl Stems {
    /// Adds a file that is called so, without its ending.
    pub fn add(&mut self, stem: &str, part: u32) {
        let own: BTreeSet<String> = words(stem).into_iter().collect();
        let at = self.files.len();
        for word in &own {
            self.by_word.entry(word.clone()).or_default().push(at);
        }
        self.files.push((own, part));
    }

    /// What the files of each part, and of the parts inside it, have of these titles: of several the best.
    pub fn in_files(&self, parts: &Parts<'_>, titles: &[Vec<String>]) -> FxHashMap<u32, TitleInFiles> {
        let mut found: FxHashMap<u32, TitleInFiles> = FxHashMap::default();
        let (mut best, mut alike): (f64, FxHashSet<usize>) = (0.0, FxHashSet::default());
        for title in titles {
            let title: BTreeSet<&String> = title.iter().collect();
            let mut like: FxHashMap<usize, usize> = FxHashMap::default();
            let mut shares: FxHashMap<u32, f64> = FxHashMap::default();
            let mut all = 0.0;
            for word in &title {
                let with = self.by_word.get(*word).map_or(&[][..], Vec::as_slice);
                let worth = (self.files.len() as f64 / (with.len() + 1) as f64).ln_1p();
                all += worth;
                for at in with {
                    *like.entry(*at).or_default() += 1;
                    for part in self.around(parts, *at) {
                        *shares.entry(part).or_default() += worth / with.len() as f64;
                    }
                }
            }
            for (part, share) in shares {
                let of_part = found.entry(part).or_default();
                of_part.words = of_part.words.max(share / all);
            }
            for (at, shared) in like {
                let of_file = self.files.get(at).map_or(0, |(words, _)| words.len());
                let likeness = shared as f64 / (of_file + title.len() - shared) as f64;
                for part in self.around(parts, at) {
                    let of_part = found.entry(part).or_default();
                    of_part.likeness = of_part.likeness.max(likeness);
                }
                if likeness > best {
                    best = likeness;
                    alike.clear();
                }
                if likeness >= best {
                    alike.insert(at);
                }
            }
        }
        for at in &alike {
            for part in self.around(parts, *at) {
                found.entry(part).or_default().likest += best / alike.len() as f64;
            }
        }
        found
    }

    /// The part of a file, and those around it.
    fn around(&self, parts: &Parts<'_>, at: usize) -> Vec<u32> {
        self.files.get(at).map_or_else(Vec::new, |(_, part)| parts.outwards(*part))
    }
}
