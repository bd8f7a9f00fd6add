//! What speaks for a file, feature by feature.

use std::collections::HashMap;
use std::sync::Arc;

use beadloom_lexical::{ChunkNorms, ENTRY_STEMS, idf, stem_and_folders};
use beadloom_model::SymbolKind;
use beadloom_store::{ChunkFile, OutlineRow};
use beadloom_words::{bigram_mask, fold_name};

use super::candidates::{Matches, Term};
use super::names::Names;
use super::ranked::TitleShares;
use crate::places;
use crate::search::name::joined;
use crate::search::query::CodeQuery;
use crate::search::weights::{FILE_FEATURES, FileFeature, FileValues};
use crate::text::has_word;

/// Definitions of a file that are looked at.
const MAX_DEFINITIONS: usize = 2_000;

/// Definitions whose names are most like the query that count.
const BEST_DEFINITIONS: usize = 3;

/// Rarity of a term that the query does not have, as a share of that of one which a single chunk holds.
const RARITY_OF_OTHER_TERMS: f64 = 0.3;

/// Letters that the beginnings of two words must share to be alike.
const FUZZY_LETTERS: usize = 4;

/// File names of declarations.
const DECLARATIONS: &str = "\
    types type typing interfaces interface constants consts constant models model enums errors exceptions";

/// Folders and file names of what was.
const OLD: &[&str] = &["legacy", "deprecated", "old", "compat", "compatibility", "obsolete"];

/// Everything about the query that features need, made once.
pub struct Judge<'q> {
    query: &'q CodeQuery,
    matches: &'q Matches,
    /// Rarity of the query's terms, by their numbers.
    rarity: Vec<f64>,
    /// Of all of them.
    total: f64,
    /// Rarity that other terms are taken to have.
    usual: f64,
    names: Names,
    /// What a name begins with that has a term of the query, with its pairs of letters.
    beginnings: Vec<(&'q str, u64)>,
    /// Names that the query spells out, in lower case without what is between letters.
    named: Vec<String>,
    /// Parts of a name.
    parts: Vec<u32>,
    /// A name in lower case.
    lower: String,
    /// Folders of the candidates that differ in a version number only: the highest of each.
    versions: HashMap<String, u32>,
}

impl<'q> Judge<'q> {
    /// `files`: the candidates.
    pub fn new(
        query: &'q CodeQuery,
        matches: &'q Matches,
        marks: &ChunkNorms,
        files: &[Arc<ChunkFile>],
    ) -> Self {
        let rarity: Vec<f64> = matches.terms.iter().map(Term::worth).collect();
        let total = rarity.iter().sum();
        let mut versions: HashMap<String, u32> = HashMap::new();
        for file in files {
            for (around, version) in version_folders(&file.path) {
                let highest = versions.entry(around).or_default();
                *highest = version.max(*highest);
            }
        }
        Self {
            query,
            matches,
            rarity,
            total,
            usual: RARITY_OF_OTHER_TERMS * f64::from(idf(1, marks.measured())),
            names: Names::new(matches.terms.iter().map(|term| term.text.as_str())),
            beginnings: matches.terms.iter().map(|term| beginning(&term.text)).collect(),
            named: query.named.iter().map(|named| joined(&named.name)).collect(),
            parts: Vec::new(),
            lower: String::new(),
            versions,
        }
    }

    /// The values of a file, relative ones not yet compared. `near`: how near each of its chunks is; `importers`: how many files import it.
    pub fn values(
        &mut self,
        file: &ChunkFile,
        outline: &[OutlineRow],
        (near, importers): (&[f32], u64),
    ) -> FileValues {
        let mut values = [0.0; FILE_FEATURES];
        let mut set = |feature: FileFeature, value: f64| {
            if let Some(place) = values.get_mut(feature as usize) {
                *place = value;
            }
        };
        let (best, next) = self.chunk_scores(file);
        set(FileFeature::BestChunk, best);
        set(FileFeature::NextChunks, next);
        let (covered, covered_at_best) = self.covered(file);
        set(FileFeature::Covered, covered);
        set(FileFeature::CoveredAtOnce, covered_at_best);
        set(FileFeature::Summary, self.overlap(file.summary.as_deref().unwrap_or("")));
        let (sum, nearest) = near.iter().fold((0.0, 0.0f32), |(sum, most), one| (sum + one, most.max(*one)));
        set(FileFeature::BestMeaning, f64::from(nearest));
        set(FileFeature::MeanMeaning, f64::from(sum) / ratio(near.len().max(1), 1));
        let place = Place::of(&file.path);
        self.stem(&place, &mut set);
        set(FileFeature::Folders, self.folders(&place));
        set(FileFeature::DefinesNamed, self.defines_named(outline));
        set(FileFeature::NamedDefinitions, self.named_definitions(outline));
        set(FileFeature::Definitions, self.definitions(outline));
        set(FileFeature::Imported, ln_1p(importers));
        set(FileFeature::Depth, ratio(file.path.matches('/').count(), 1));
        let flag = |on: bool| if on { 1.0 } else { 0.0 };
        set(FileFeature::Test, flag(!self.query.wants_tests && places::is_test(&file.path)));
        set(FileFeature::Side, flag(!self.query.wants_sides && places::is_side(&file.path)));
        set(FileFeature::Foreign, flag(file.generated || places::is_foreign(&file.path)));
        set(FileFeature::OldVersion, flag(self.is_old(&file.path)));
        set(FileFeature::Declarations, flag(self.is_declarations(&place)));
        set(FileFeature::OtherText, flag(file.is_text));
        set(FileFeature::Entry, flag(ENTRY_STEMS.contains(&place.stem)));
        let lower = file.path.to_lowercase();
        let is_named = |path: &String| ends_with_path(&lower, path);
        set(
            FileFeature::NamedPath,
            flag(self.query.paths.iter().any(is_named)) + flag(self.query.paths.last().is_some_and(is_named)),
        );
        values
    }

    /// The best chunk and the next three, over the best of all files.
    fn chunk_scores(&self, file: &ChunkFile) -> (f64, f64) {
        let from = file.first as usize;
        let mut scores: Vec<f32> =
            self.matches.scores.get(from..from + file.chunks.len()).unwrap_or(&[]).to_vec();
        scores.sort_unstable_by(|a, b| b.total_cmp(a));
        let best = f64::from(self.matches.best.max(f32::MIN_POSITIVE));
        let sum = |scores: &[f32]| scores.iter().map(|score| f64::from(*score)).sum::<f64>() / best;
        (sum(scores.get(..1).unwrap_or(&[])), sum(scores.get(1..scores.len().min(4)).unwrap_or(&[])))
    }

    /// The share of the query that the file holds, and the greatest share that one of its chunks holds.
    fn covered(&self, file: &ChunkFile) -> (f64, f64) {
        let mut chunks = vec![0.0f64; file.chunks.len()];
        let mut covered = 0.0;
        for term in &self.matches.terms {
            let found = term.in_file(file);
            if !found.is_empty() {
                covered += term.worth();
            }
            for (chunk, _) in found {
                if let Some(sum) = chunks.get_mut((chunk - file.first) as usize) {
                    *sum += term.worth();
                }
            }
        }
        let total = self.total.max(1e-9);
        (covered / total, chunks.into_iter().fold(0.0, f64::max) / total)
    }

    /// What the file holds of the first line of the query.
    pub fn title(&mut self, file: &ChunkFile) -> TitleShares {
        let mut chunks = vec![0.0f64; file.chunks.len()];
        let (mut covered, mut total) = (0.0, 0.0);
        for term in self.matches.terms.iter().take(self.query.title_terms) {
            total += term.worth();
            let found = term.in_file(file);
            if !found.is_empty() {
                covered += term.worth();
            }
            for (chunk, _) in found {
                if let Some(sum) = chunks.get_mut((chunk - file.first) as usize) {
                    *sum += term.worth();
                }
            }
        }
        self.names.parts_of(&file.path, &mut self.parts);
        let in_title = self.parts.iter().filter(|part| (**part as usize) < self.query.title_terms);
        let path: f64 = in_title.filter_map(|part| self.asked(*part)).sum();
        let total = total.max(1e-9);
        TitleShares {
            covered: covered / total,
            at_once: chunks.into_iter().fold(0.0, f64::max) / total,
            path: (path / total).min(1.0),
        }
    }

    /// How far a sentence and the query are the same words, by their rarity.
    fn overlap(&mut self, text: &str) -> f64 {
        let (mut held, mut whole) = (0.0, 0.0);
        self.names.parts_of(text, &mut self.parts);
        for part in &self.parts {
            let rarity = self.rarity_of(*part);
            whole += rarity;
            if self.asked(*part).is_some() {
                held += rarity;
            }
        }
        if whole <= 0.0 {
            return 0.0;
        }
        (held / whole).min(1.0).sqrt() * (held / self.total.max(1e-9)).min(1.0)
    }

    fn stem(&mut self, place: &Place<'_>, set: &mut impl FnMut(FileFeature, f64)) {
        self.names.parts_of(place.name_for_stem(), &mut self.parts);
        if self.parts.is_empty() {
            return;
        }
        let mut held = 0.0;
        let mut whole = 0.0;
        let mut fuzzy = 0.0;
        let mut all = true;
        for part in &self.parts {
            let rarity = self.rarity_of(*part);
            whole += rarity;
            match self.asked(*part) {
                Some(own) => held += own,
                None => {
                    all = false;
                    fuzzy += self.likeness(self.names.term(*part)) * rarity;
                }
            }
        }
        let total = self.total.max(1e-9);
        set(FileFeature::StemOverlap, (held / whole.max(1e-9)).min(1.0) * (held / total).sqrt());
        set(FileFeature::StemAll, if all { 1.0 } else { 0.0 });
        set(FileFeature::StemFuzzy, fuzzy / whole.max(1e-9));
        let stem = joined(place.name_for_stem());
        let named = self.query.words.contains(&stem)
            || (stem.len() > 3 && !self.query.is_text && self.query.joined.contains(&stem))
            || self.named.contains(&stem);
        set(FileFeature::StemEqual, if named { 1.0 } else { 0.0 });
    }

    /// How alike the part is to the term of the query that begins most like it, 0 to 1.
    fn likeness(&self, part: &str) -> f64 {
        let alike = |term: &str| {
            let common = part.bytes().zip(term.bytes()).take_while(|(a, b)| a == b).count();
            let longer = part.len().max(term.len());
            if common >= FUZZY_LETTERS && common * 10 >= longer * 6 { ratio(common, longer) } else { 0.0 }
        };
        self.matches.terms.iter().map(|term| alike(&term.text)).fold(0.0, f64::max)
    }

    fn folders(&mut self, place: &Place<'_>) -> f64 {
        self.names.parts_of(place.folders, &mut self.parts);
        let held: f64 = self.parts.iter().filter_map(|part| self.asked(*part)).sum();
        held / self.total.max(1e-9)
    }

    fn defines_named(&self, outline: &[OutlineRow]) -> f64 {
        let mut best = 0.0f64;
        for named in &self.query.named {
            for symbol in outline.iter().filter(|symbol| symbol.name == named.name) {
                let lines = symbol.line_end.saturating_sub(symbol.line_start) + 1;
                let scope = symbol.scope();
                let qualified = named.qualifier.as_deref().is_some_and(|qualifier| {
                    scope.split('.').any(|part| part.eq_ignore_ascii_case(qualifier))
                });
                let value =
                    worth(symbol) + f64::from(lines).min(60.0) / 200.0 + if qualified { 1.0 } else { 0.0 };
                best = best.max(value);
            }
        }
        best
    }

    fn named_definitions(&self, outline: &[OutlineRow]) -> f64 {
        let named = self.query.named.iter().zip(&self.matches.defining);
        named
            .filter(|(named, files)| **files > 0 && outline.iter().any(|symbol| symbol.name == named.name))
            .map(|(_, files)| 1.0 / f64::from(*files))
            .sum()
    }

    /// The three definitions whose names are most like the query.
    fn definitions(&mut self, outline: &[OutlineRow]) -> f64 {
        let mut best = Vec::new();
        for symbol in outline.iter().take(MAX_DEFINITIONS) {
            if !self.may_hold_term(symbol) {
                continue;
            }
            self.names.parts_of(&symbol.name, &mut self.parts);
            let held: f64 = self.parts.iter().filter_map(|part| self.asked(*part)).sum();
            if held <= 0.0 {
                continue;
            }
            let whole: f64 = self.parts.iter().map(|part| self.rarity_of(*part)).sum();
            let share = (held / self.total.max(1e-9)).powf(0.7) * (held / whole.max(1e-9)).min(1.0);
            best.push(share * (0.4 + 0.25 * worth(symbol)));
        }
        best.sort_unstable_by(|a, b| b.total_cmp(a));
        best.iter().take(BEST_DEFINITIONS).sum()
    }

    /// Whether a name can hold a term of the query. Most do not, which costs less to see than to make terms of them.
    fn may_hold_term(&mut self, symbol: &OutlineRow) -> bool {
        let may = |pairs: u64| pairs & !symbol.letters == 0;
        if !self.beginnings.iter().any(|(_, pairs)| may(*pairs)) {
            return false;
        }
        fold_name(&symbol.name, &mut self.lower);
        self.beginnings.iter().any(|(begin, pairs)| may(*pairs) && self.lower.contains(begin))
    }

    fn is_old(&self, path: &str) -> bool {
        let parts = path.split(['/', '.']);
        let named = |word: &str| self.query.words.contains(word);
        parts.clone().any(|part| OLD.contains(&part) && !named(part))
            || version_folders(path).any(|(around, version)| {
                self.versions.get(&around).is_some_and(|highest| *highest > version)
                    && !named(&format!("v{version}"))
            })
    }

    fn is_declarations(&self, place: &Place<'_>) -> bool {
        let named = self.query.words.contains(place.stem);
        !named
            && (has_word(DECLARATIONS, place.stem)
                || place.file.ends_with(".d.ts")
                || place.file.ends_with(".pyi"))
    }

    /// Rarity of a term, by its number, where the query has it.
    fn asked(&self, term: u32) -> Option<f64> {
        self.rarity.get(term as usize).copied()
    }

    /// How rare a term is. Only those of the query were counted; to count others takes most of the time of a search and
    /// orders no better than to take all of them for equally rare.
    fn rarity_of(&self, term: u32) -> f64 {
        self.asked(term).unwrap_or(self.usual)
    }
}

/// What a name has in lower case that has this term, with its pairs of letters. An ending that was taken off may have left
/// another last letter: retry, retri.
fn beginning(term: &str) -> (&str, u64) {
    let end = term.char_indices().next_back().map_or(0, |(at, _)| at);
    let begin = term.get(..end).filter(|begin| begin.len() > 2).unwrap_or(term);
    (begin, bigram_mask(begin))
}

/// The parts of a path.
struct Place<'p> {
    folders: &'p str,
    file: &'p str,
    stem: &'p str,
}

impl<'p> Place<'p> {
    fn of(path: &'p str) -> Self {
        let (stem, folders) = stem_and_folders(path);
        let file = path.rsplit('/').next().unwrap_or(path);
        Self { folders, file, stem }
    }

    /// The file's name; that of its folder, where every folder has such a file.
    fn name_for_stem(&self) -> &'p str {
        if ENTRY_STEMS.contains(&self.stem) {
            self.folders.rsplit('/').next().filter(|name| !name.is_empty()).unwrap_or(self.stem)
        } else {
            self.stem
        }
    }
}

/// What a definition is worth to those who look for it: types most, then functions, seen from outside and at the top.
fn worth(symbol: &OutlineRow) -> f64 {
    let kind = match symbol.kind {
        SymbolKind::Class | SymbolKind::Interface | SymbolKind::Type | SymbolKind::Component => 2.0,
        SymbolKind::Function | SymbolKind::Method | SymbolKind::Route | SymbolKind::Module => 1.0,
        SymbolKind::Constant => 0.5,
    };
    kind + if symbol.scope().is_empty() { 0.4 } else { 0.0 } + if symbol.exported { 0.3 } else { 0.0 }
}

/// Folders `vN` of a path: what stands around the number, and the number.
fn version_folders(path: &str) -> impl Iterator<Item = (String, u32)> {
    let mut end = 0;
    let mut found = Vec::new();
    for part in path.split('/') {
        if let Some(version) = part.strip_prefix('v').and_then(|number| number.parse().ok())
            && end + part.len() < path.len()
        {
            found.push((path.get(..end).unwrap_or("").to_owned(), version));
        }
        end += part.len() + 1;
    }
    found.into_iter()
}

fn ends_with_path(path: &str, end: &str) -> bool {
    path.strip_suffix(end).is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
        || end.strip_suffix(path).is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
}

#[expect(clippy::cast_precision_loss, reason = "a count of files")]
fn ln_1p(count: u64) -> f64 {
    (count as f64).ln_1p()
}

#[expect(clippy::cast_precision_loss, reason = "small counts")]
fn ratio(part: usize, whole: usize) -> f64 {
    part as f64 / whole as f64
}
