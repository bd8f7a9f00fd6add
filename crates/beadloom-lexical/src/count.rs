//! The terms of a file's chunks, counted.

use beadloom_model::SymbolFacts;
use beadloom_words::{Terms, each_name};
use rustc_hash::FxHashMap;

use crate::chunks::{Chunk, cut};

/// Where a word stands, and so what it counts: for a search by words, and for what the chunk is about. (A name also
/// stands in the body, and counts there once more.)
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Part {
    /// For a search.
    pub count: u32,
    /// For the meaning.
    pub mentions: u32,
}

impl Part {
    /// The body of the chunk, comments included.
    pub const BODY: Self = Self { count: 1, mentions: 1 };
    /// The name of a definition that begins in the chunk.
    pub const NAME: Self = Self { count: 4, mentions: 1 };
    /// The names of what encloses those definitions, or the chunk.
    pub const SCOPE: Self = Self { count: 1, mentions: 1 };
    /// The file's name; for files such as `index.ts`, which every folder has, the folder's too.
    pub const STEM: Self = Self { count: 6, mentions: 2 };
    /// The folders' names.
    pub const FOLDERS: Self = Self { count: 2, mentions: 1 };
}

/// A term in a chunk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Posting {
    /// Number of the chunk in its file.
    pub chunk: u32,
    /// What its occurrences count for a search.
    pub count: u32,
    /// What they count for the meaning.
    pub mentions: u32,
}

/// Characters of one line that are looked at: longer lines are data.
const MAX_LINE_CHARS: usize = 4_000;

/// Names whose terms are kept, at most, before all are forgotten.
const MAX_NAMES: usize = 60_000;

/// Longer names are rare, and not kept.
const MAX_NAME_CHARS: usize = 48;

/// File names that say nothing without their folder.
pub const ENTRY_STEMS: [&str; 7] = ["index", "mod", "lib", "main", "init", "__init__", "__main__"];

/// The counted terms of one file, in little memory: thousands of them wait for the one thread that writes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FileTerms {
    /// In the order of the file.
    pub chunks: Vec<Chunk>,
    /// Occurrences in each chunk, wherever they stand.
    pub lengths: Vec<u32>,
    names: String,
    /// Where each term's name and postings end.
    ends: Vec<(u32, u32)>,
    /// By chunk.
    postings: Vec<Posting>,
}

/// One term of a file, with its postings by chunk.
pub type TermPostings<'a> = (&'a str, &'a [Posting]);

impl FileTerms {
    /// Every term, sorted.
    pub fn terms(&self) -> impl Iterator<Item = TermPostings<'_>> {
        let mut from = (0, 0);
        self.ends.iter().map(move |&(name, posting)| {
            let term = self.names.get(from.0 as usize..name as usize).unwrap_or("");
            let postings = self.postings.get(from.1 as usize..posting as usize).unwrap_or(&[]);
            from = (name, posting);
            (term, postings)
        })
    }
}

/// Counts terms, file after file. Most names of a file stood in another, so that what they give is kept.
#[derive(Default)]
pub struct TermCounter {
    maker: Terms,
    /// Where the terms of a name stand in `kept_terms`.
    kept: FxHashMap<Box<str>, (u32, u32)>,
    kept_terms: Vec<u32>,
    numbers: FxHashMap<Box<str>, u32>,
    names: Vec<Box<str>>,
    /// By the number of a term: what it counts in the chunk at hand.
    counts: Vec<(u32, u32)>,
    touched: Vec<u32>,
    scratch: Vec<u32>,
}

impl TermCounter {
    /// The chunks of a file and their terms.
    pub fn count(&mut self, path: &str, text: &str, symbols: &[SymbolFacts]) -> FileTerms {
        if self.kept.len() > MAX_NAMES || self.names.len() > MAX_NAMES {
            *self = Self::default();
        }
        let chunks = cut(text, symbols);
        let path_terms = self.path_terms(path);
        let mut found: Vec<(u32, Posting)> = Vec::new();
        let mut lengths = Vec::with_capacity(chunks.len());
        let mut lines = text.lines().enumerate();
        for (number, chunk) in (0u32..).zip(&chunks) {
            let mut length = 0;
            for &(term, part) in &path_terms {
                self.add(term, part);
                length += 1;
            }
            length += self.count_names(*chunk, symbols);
            for (_, line) in lines
                .by_ref()
                .skip_while(|(at, _)| *at + 1 < chunk.first as usize)
                .take((chunk.last - chunk.first) as usize + 1)
            {
                length += self.count_text(&line[..line.floor_char_boundary(MAX_LINE_CHARS)], Part::BODY);
            }
            for term in self.touched.drain(..) {
                if let Some(counts) = self.counts.get_mut(term as usize) {
                    let (count, mentions) = std::mem::take(counts);
                    found.push((term, Posting { chunk: number, count, mentions }));
                }
            }
            lengths.push(length);
        }
        self.packed(chunks, lengths, found)
    }

    /// The terms of a path.
    fn path_terms(&mut self, path: &str) -> Vec<(u32, Part)> {
        let (stem, folders) = stem_and_folders(path);
        let mut terms = Vec::new();
        for (text, part) in [(stem, Part::STEM), (folders, Part::FOLDERS)] {
            self.numbers_of(text);
            terms.extend(self.scratch.iter().map(|term| (*term, part)));
        }
        if ENTRY_STEMS.contains(&stem) {
            let parent = folders.rsplit('/').next().unwrap_or("");
            self.numbers_of(parent);
            terms.extend(self.scratch.iter().map(|term| (*term, Part::STEM)));
        }
        terms
    }

    /// What the chunk defines, and what encloses that.
    fn count_names(&mut self, chunk: Chunk, symbols: &[SymbolFacts]) -> u32 {
        let mut length = 0;
        let mut last_scope = "";
        let from = symbols.partition_point(|symbol| symbol.line_start < chunk.first);
        let own =
            symbols.get(from..).unwrap_or(&[]).iter().take_while(|symbol| symbol.line_start <= chunk.last);
        let mut has_own = false;
        for symbol in own.filter(|symbol| !symbol.part) {
            has_own = true;
            length += self.count_text(&symbol.symbol_name, Part::NAME);
            let scope = symbol.qualified_name.strip_suffix(symbol.symbol_name.as_str()).unwrap_or("");
            if scope != last_scope {
                length += self.count_text(scope, Part::SCOPE);
                last_scope = scope;
            }
        }
        let around = symbols.get(..from).unwrap_or(&[]).iter().rev().filter(|symbol| !symbol.part).take(200);
        if !has_own && let Some(around) = around.into_iter().find(|symbol| symbol.line_end >= chunk.first) {
            length += self.count_text(&around.qualified_name, Part::SCOPE);
        }
        length
    }

    fn count_text(&mut self, text: &str, part: Part) -> u32 {
        self.numbers_of(text);
        let terms = std::mem::take(&mut self.scratch);
        for &term in &terms {
            self.add(term, part);
        }
        let length = u32::try_from(terms.len()).unwrap_or(u32::MAX);
        self.scratch = terms;
        length
    }

    fn add(&mut self, term: u32, part: Part) {
        if let Some((count, mentions)) = self.counts.get_mut(term as usize) {
            if *count == 0 {
                self.touched.push(term);
            }
            *count += part.count;
            *mentions += part.mentions;
        }
    }

    /// Puts the numbers of a text's terms into `scratch`.
    fn numbers_of(&mut self, text: &str) {
        self.scratch.clear();
        each_name(text, &mut |name| {
            if let Some(&(from, to)) = self.kept.get(name) {
                self.scratch.extend(self.kept_terms.get(from as usize..to as usize).unwrap_or(&[]));
                return;
            }
            let before = self.scratch.len();
            let (numbers, names, counts, scratch) =
                (&mut self.numbers, &mut self.names, &mut self.counts, &mut self.scratch);
            self.maker.of_name(name, &mut |term| {
                let number = match numbers.get(term) {
                    Some(number) => *number,
                    None => {
                        let number = u32::try_from(names.len()).unwrap_or(u32::MAX);
                        names.push(term.into());
                        counts.push((0, 0));
                        numbers.insert(term.into(), number);
                        number
                    }
                };
                scratch.push(number);
            });
            if name.len() <= MAX_NAME_CHARS {
                let from = u32::try_from(self.kept_terms.len()).unwrap_or(u32::MAX);
                self.kept_terms.extend(self.scratch.get(before..).unwrap_or(&[]));
                let to = u32::try_from(self.kept_terms.len()).unwrap_or(u32::MAX);
                self.kept.insert(name.into(), (from, to));
            }
        });
    }

    /// `found`: numbers of terms with their postings.
    fn packed(&self, chunks: Vec<Chunk>, lengths: Vec<u32>, mut found: Vec<(u32, Posting)>) -> FileTerms {
        let name = |number: u32| self.names.get(number as usize).map_or("", |name| &**name);
        found.sort_unstable_by_key(|(term, posting)| (*term, posting.chunk));
        let mut runs: Vec<&[(u32, Posting)]> = found.chunk_by(|a, b| a.0 == b.0).collect();
        let term_of = |run: &[(u32, Posting)]| run.first().map_or("", |first| name(first.0));
        runs.sort_unstable_by_key(|run| term_of(run));
        let mut packed = FileTerms { chunks, lengths, ..FileTerms::default() };
        packed.postings.reserve_exact(found.len());
        packed.ends.reserve_exact(runs.len());
        for run in runs {
            packed.names.push_str(term_of(run));
            packed.postings.extend(run.iter().map(|(_, posting)| *posting));
            let end = |length: usize| u32::try_from(length).unwrap_or(u32::MAX);
            packed.ends.push((end(packed.names.len()), end(packed.postings.len())));
        }
        packed.names.shrink_to_fit();
        packed
    }
}

/// The name of a file up to its first dot (a leading one aside), and its folders.
pub fn stem_and_folders(path: &str) -> (&str, &str) {
    let (folders, file) = path.rsplit_once('/').unwrap_or(("", path));
    let bare = file.trim_start_matches('.');
    (bare.split_once('.').map_or(bare, |(stem, _)| stem), folders)
}
