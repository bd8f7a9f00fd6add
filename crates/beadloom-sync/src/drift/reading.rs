//! One document: where it names what a change says.

use beadloom_model::prose::{Headings, is_fence_like_underline};
use beadloom_words::Terms;
use rustc_hash::{FxHashMap, FxHashSet};

use super::change::{Change, each_word};
use crate::tokens::{each_token, is_quoted};

/// Bytes of a document that are read.
const MAX_BYTES: usize = 400 << 10;

/// Bytes of a line that is read.
const MAX_LINE_BYTES: usize = 5_000;

/// Lines that are kept of a token.
const MAX_LINES: usize = 16;

/// What a document has of a change.
#[derive(Debug, Clone, Default)]
pub struct Reading {
    /// Bytes.
    pub(super) size: usize,
    /// Tokens of the change by number, sorted, each with the first lines that have it, 1-based.
    pub terms: Vec<(u32, Vec<u32>)>,
    /// Those of them that stand between backticks or in a block of code at least once, sorted.
    pub(super) marked: Vec<u32>,
    /// Words of the change by number, sorted.
    pub(super) words: Vec<u32>,
    /// Those of them in its headings, sorted.
    pub(super) heading_words: Vec<u32>,
    /// Names of the lists that the change adds to, by number, sorted, each with the first lines that have it, 1-based.
    pub(super) listed: Vec<(u32, Vec<u32>)>,
    /// Its headings.
    pub headings: Headings,
}

impl Reading {
    /// The first lines that have a token of the change.
    pub(super) fn lines_of(&self, change: &Change, token: &str) -> Vec<u32> {
        let Some(number) = change.numbers.get(token) else { return Vec::new() };
        let at = self.terms.binary_search_by_key(number, |(term, _)| *term);
        at.ok().and_then(|at| self.terms.get(at)).map(|(_, lines)| lines.clone()).unwrap_or_default()
    }

    /// The first lines that have a name of the lists that the change adds to; None where there is none.
    pub(super) fn lines_listing(&self, number: u32) -> Option<&Vec<u32>> {
        let at = self.listed.binary_search_by_key(&number, |(one, _)| *one).ok()?;
        self.listed.get(at).map(|(_, lines)| lines)
    }

    /// Whether the section that a line stands in names a file of the change, or a definition around what changed in it.
    pub(super) fn tells_of_file(&self, change: &Change, file: usize, line: u32) -> bool {
        let section = self.headings.number_at(line);
        let is_of_file = |term: u32| {
            change.uses.get(term as usize).is_some_and(|used| {
                let is_here = used.place.is_none_or(|(at, ..)| at == file);
                is_here && (used.is_holder && used.is_name || used.is_file_name || used.is_path)
            })
        };
        let in_section = |lines: &[u32]| lines.iter().any(|one| self.headings.number_at(*one) == section);
        self.terms.iter().any(|(term, lines)| is_of_file(*term) && in_section(lines))
    }

    /// Of a document's text.
    pub fn of(change: &Change, text: &str) -> Self {
        let size = text.len();
        let text = text.get(..text.floor_char_boundary(MAX_BYTES)).unwrap_or(text);
        let lines: Vec<&str> = text.lines().collect();
        let mut terms: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
        let mut listed: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
        let mut words: FxHashSet<u32> = FxHashSet::default();
        let mut seen: FxHashSet<&str> = FxHashSet::default();
        let mut marked: FxHashSet<u32> = FxHashSet::default();
        let mut maker = Terms::default();
        let mut is_fenced = false;
        for (number, line) in
            (1..).zip(lines.iter().filter_map(|line| line.get(..line.len().min(MAX_LINE_BYTES))))
        {
            let above = (number as usize)
                .checked_sub(2)
                .and_then(|above| lines.get(above))
                .copied()
                .unwrap_or_default();
            let is_fence = line.trim_start().starts_with("```") && !is_fence_like_underline(line, above);
            is_fenced ^= is_fence;
            each_token(line, &mut |token| {
                if let Some(term) = change.numbers.get(token) {
                    if is_fenced || is_quoted(line, token) {
                        marked.insert(*term);
                    }
                    let lines = terms.entry(*term).or_default();
                    if lines.len() < MAX_LINES && lines.last() != Some(&number) {
                        lines.push(number);
                    }
                }
                if let Some(name) = change.families.numbers.get(token) {
                    let lines = listed.entry(*name).or_default();
                    if lines.len() < MAX_LINES && lines.last() != Some(&number) {
                        lines.push(number);
                    }
                }
                if seen.insert(token) {
                    each_word(&mut maker, token, &mut |word| {
                        words.extend(change.words.get(word));
                    });
                }
            });
        }
        let mut terms: Vec<(u32, Vec<u32>)> = terms.into_iter().collect();
        terms.sort_unstable();
        let mut listed: Vec<(u32, Vec<u32>)> = listed.into_iter().collect();
        listed.sort_unstable();
        let sorted = |set: FxHashSet<u32>| {
            let mut all: Vec<u32> = set.into_iter().collect();
            all.sort_unstable();
            all
        };
        let (marked, words) = (sorted(marked), sorted(words));
        let headings = Headings::of(&lines);
        let mut of_headings: FxHashSet<u32> = FxHashSet::default();
        for heading in &headings.all {
            each_word(&mut maker, &heading.text, &mut |word| of_headings.extend(change.words.get(word)));
        }
        let heading_words = sorted(of_headings);
        Self { size, terms, marked, words, heading_words, listed, headings }
    }
}
