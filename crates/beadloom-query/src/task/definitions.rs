//! What an answer to a task may show, of all its files together: definitions, and the lines between them, each with what speaks for it.

use std::collections::HashMap;

use beadloom_history::Vocabulary;
use beadloom_lexical::Chunk;
use beadloom_model::{Result, SymbolKind, is_in_tests};
use beadloom_store::{OutlineRow, Store};
use rustc_hash::{FxHashMap, FxHashSet};

use super::given::of_span;
use super::likely::{most_of, scores_of_chunks};
use super::lines::{LineReader, Shape, Told, are_imports, are_silent, is_comment};
use crate::features::{features, set};
use crate::places::is_test;
use crate::search::code::{RankedFile, RerankFeature};
use crate::search::words::{Profile, Words};
use crate::symbols::holds_definitions;

features! {
    /// A feature of a definition, or of lines between definitions, of a candidate file.
    DefinitionFeature:
    /// Share of the task that its own lines hold, 0 to 1.
    Held = "held",
    /// The same, over the most of its file.
    HeldOfFile = "held_of_file",
    /// The same, over the most of all.
    HeldOfAll = "held_of_all",
    /// Greatest share of the task that one of its lines holds.
    BestLine = "best_line",
    /// Share of its lines that hold a word of the task.
    MatchedLines = "matched_lines",
    /// Share of the task that its name holds.
    Name = "name",
    /// Share of its name that the task holds.
    NameCovered = "name_covered",
    /// Share of the task that the names around it hold.
    Scope = "scope",
    /// Whether the task names it.
    Named = "named",
    /// Lines that hold what the task quotes.
    Quoted = "quoted",
    /// BM25 of its best chunk, over the most of all.
    Chunk = "chunk",
    /// The same, over the most of its file.
    ChunkOfFile = "chunk_of_file",
    /// How near its nearest chunk is, in deviations.
    Near = "near",
    /// How much farther than the nearest of its file.
    Farther = "farther",
    /// Place among those of its file by share of the task, as a logarithm.
    PlaceInFile = "place_in_file",
    /// Lines between definitions.
    Rest = "rest",
    /// A function or a method.
    Callable = "callable",
    /// A type.
    Type = "type",
    /// A constant.
    Constant = "constant",
    /// Visible outside.
    Exported = "exported",
    /// Named as what makes an object.
    Constructor = "constructor",
    /// A callable of few lines.
    Accessor = "accessor",
    /// Logarithm of its own lines.
    OwnLines = "own_lines",
    /// Logarithm of all its lines.
    AllLines = "all_lines",
    /// Where it begins in its file, 0 to 1.
    Position = "position",
    /// Logarithm of the definitions of its file.
    InFile = "in_file",
    /// Logarithm of the definitions in it.
    Members = "members",
    /// Logarithm of the branches in its lines.
    Branches = "branches",
    /// Logarithm of the calls in its lines.
    Calls = "calls",
    /// Logarithm of the literals in its lines.
    Literals = "literals",
    /// Share of its lines that import.
    Imports = "imports",
    /// Share of its lines that are comments.
    Comments = "comments",
    /// Logarithm of the candidates of its name.
    Common = "common",
    /// Logarithm of the files that refer to it.
    Referred = "referred",
    /// What the likeliest candidate hands on that uses it by its name.
    UsedByBest = "used_by_best",
    /// The likelihood of the likeliest candidate that it uses by its name.
    UsesBest = "uses_best",
    /// The likelihood of the likeliest other one within the same definition.
    BestSibling = "best_sibling",
    /// Its likelihood by the linear model of words.
    Alone = "alone",
    /// In a test that stands in its file.
    InTest = "in_test",
    /// Its file's place, as a logarithm.
    FilePlace = "file_place",
    /// Its file's sum, less that of the best.
    FileBehind = "file_behind",
    /// Its file's votes.
    FileVotes = "file_votes",
    /// Its file's voters.
    FileVoters = "file_voters",
    /// Days since its file was changed, as a logarithm.
    FileAge = "file_age",
    /// Its file is a template.
    FileTemplate = "file_template",
    /// Its file is a style sheet.
    FileStyle = "file_style",
    /// Its file is settings or data.
    FileSettings = "file_settings",
    /// Its file is a test.
    FileTest = "file_test",
    /// Its file carries data.
    FileData = "file_data",
    /// Its file takes requests.
    FileHandler = "file_handler",
    /// Its file does the work.
    FileService = "file_service",
    /// Logarithm of its file's lines.
    FileLines = "file_lines",
    /// Best files import its file.
    FileImported = "file_imported",
    /// Its file's value by the model of files, less that of the best.
    FileModel = "file_model",
    /// Its file's place by that, as a logarithm.
    FileModelPlace = "file_model_place",
    /// Share of the task's first line that its own lines hold, 0 to 1.
    Title = "title",
    /// Share of that line that its name holds, 0 to 1.
    TitleInName = "title_in_name",
    /// How much the words of its name go with the task, by past messages, over the most of all.
    Vocabulary = "vocabulary",
    /// Its file's share of the task's first line.
    FileTitle = "file_title",
    /// The votes for its file's folder.
    FileFolderVotes = "file_folder_votes",
    /// How much the words of its file's path go with the task.
    FileVocabulary = "file_vocabulary",
    /// Words of the task.
    QueryWords = "query_words",
}

/// The values of a definition, in the order of [`DefinitionFeature`].
pub type DefinitionValues = [f32; DefinitionFeature::COUNT];

/// What may be shown.
#[derive(Debug, Clone)]
pub struct Candidate {
    /// Place of its file among the ranked ones.
    pub file: usize,
    /// Its place in that file's outline; None for lines between definitions.
    pub definition: Option<usize>,
    /// All its lines, with the comment above it.
    pub lines: Chunk,
    /// Those among them that lie in no definition within it: spans, in their order.
    pub own: Vec<Chunk>,
    /// Whether hardly anything but imports stands in them.
    pub is_imports: bool,
    /// Whether nothing but comments and brackets stands in them, and in no definition: a licence, a closing line.
    pub is_silent: bool,
    /// What speaks for it.
    pub values: DefinitionValues,
}

/// Candidates of one file, and of all files.
const MAX_FILE_CANDIDATES: usize = 120;
const MAX_CANDIDATES: usize = 2_500;

/// Lines of one of them that are read.
const MAX_READ_LINES: usize = 200;

/// Lines of an accessor.
const MAX_ACCESSOR_LINES: usize = 4;

/// Bytes of a name that is looked for in others.
const MIN_NAME_BYTES: usize = 4;

/// One that uses so many others says less of each of them.
const MANY_USES: usize = 5;

/// What may be shown of the first files. `texts`: the lines of each, none where it cannot be read; `named`, `quoted`: first lines of
/// definitions that the task names, and lines that hold what it quotes, by path; `tests`: lines of tests, by file.
pub struct Source<'a> {
    pub store: &'a Store,
    pub ranked: &'a [RankedFile],
    /// The best value of the model of files.
    pub best: f64,
    pub texts: &'a [Option<Vec<&'a str>>],
    pub named: &'a dyn Fn(&str) -> Vec<u32>,
    pub quoted: &'a dyn Fn(&str) -> Vec<u32>,
    pub tests: &'a dyn Fn(i64) -> Vec<(u32, u32)>,
    pub vocabulary: &'a Vocabulary,
}

/// The candidates, by file, then by line.
pub fn candidates(source: &Source<'_>, words: &mut Words) -> Result<Vec<Candidate>> {
    let files = source.ranked.iter().zip(source.texts).map(|(file, _)| file);
    let outlined = files.flat_map(|file| file.outline.iter());
    let known = outlined.map(|one| one.name.as_str()).filter(|name| name.len() >= MIN_NAME_BYTES).collect();
    let mut scan =
        Scan { source, words, reader: LineReader::new(known), found: Vec::new(), names: Vec::new() };
    for (place, (file, text)) in source.ranked.iter().zip(source.texts).enumerate() {
        let Some(lines) = text else { continue };
        if scan.found.len() >= MAX_CANDIDATES {
            break;
        }
        let from = scan.found.len();
        scan.file(place, file, lines);
        if let Some(own) = scan.found.get_mut(from..) {
            compare_within_file(own);
        }
    }
    let Scan { mut found, names, .. } = scan;
    compare_all(source, &mut found, &names)?;
    Ok(found)
}

/// What is known of a file whose candidates are looked at.
struct InFile<'a> {
    place: usize,
    file: &'a RankedFile,
    lines: &'a [&'a str],
    is_test: bool,
    named: Vec<u32>,
    quoted: Vec<u32>,
    tests: Vec<(u32, u32)>,
    /// How many candidates it has.
    count: usize,
    /// The score of every chunk, the best of them, and how near the nearest is.
    scores: Vec<f64>,
    best: f64,
    nearest: f32,
}

struct Scan<'a, 'w> {
    source: &'a Source<'a>,
    words: &'w mut Words,
    /// It knows the names of definitions.
    reader: LineReader<'a>,
    found: Vec<Candidate>,
    /// Of every candidate, those in its lines.
    names: Vec<FxHashSet<&'a str>>,
}

impl Scan<'_, '_> {
    fn file(&mut self, place: usize, file: &RankedFile, lines: &[&str]) {
        let path = file.file.path.as_str();
        let parts = parts_of(file, lines);
        let scores = scores_of_chunks(file);
        let known = InFile {
            place,
            file,
            lines,
            is_test: is_test(path),
            named: (self.source.named)(path),
            quoted: (self.source.quoted)(path),
            tests: (self.source.tests)(file.file.file_id),
            count: parts.len(),
            best: scores.iter().copied().fold(0.0, f64::max),
            scores,
            nearest: file.near.iter().copied().fold(0.0, f32::max),
        };
        for part in parts.into_iter().take(MAX_FILE_CANDIDATES) {
            self.part(&known, part);
        }
    }

    fn part(&mut self, known: &InFile<'_>, FilePart { definition, lines, own }: FilePart) {
        let mut values: DefinitionValues = [0.0; DefinitionFeature::COUNT];
        let mut text: Vec<&str> = own.iter().flat_map(|span| of_span(known.lines, *span)).copied().collect();
        text.truncate(MAX_READ_LINES);
        let Told { shape, profile, mut names } = self.reader.read(&text, self.words);
        let symbol = definition.and_then(|at| known.file.outline.get(at));
        self.put_words(&mut values, (profile, text.len()), symbol);
        if let Some(symbol) = symbol {
            put_symbol(&mut values, symbol, known, &shape);
            names.remove(symbol.name.as_str());
        }
        put_shape(&mut values, &shape);
        put_place(&mut values, known, lines, &own);
        put_file(&mut values, known, self.source.best);
        set(&mut values, DefinitionFeature::Rest as usize, flag(symbol.is_none()));
        let is_imports = symbol.is_none() && are_imports(&text);
        let is_silent = symbol.is_none() && are_silent(&text);
        self.found.push(Candidate {
            file: known.place,
            definition,
            lines,
            own,
            is_imports,
            is_silent,
            values,
        });
        self.names.push(names);
    }

    /// What of the task it holds.
    #[expect(clippy::cast_possible_truncation, reason = "a share")]
    fn put_words(
        &mut self,
        values: &mut DefinitionValues,
        (profile, lines): (Profile, usize),
        symbol: Option<&OutlineRow>,
    ) {
        let Profile { held, best, matched, title } = profile;
        let vocabulary = self.source.vocabulary;
        let mut put = |feature: DefinitionFeature, value: f32| set(values, feature as usize, value);
        put(DefinitionFeature::Held, held);
        put(DefinitionFeature::BestLine, best);
        put(DefinitionFeature::MatchedLines, share(matched, lines));
        put(DefinitionFeature::Title, title);
        if let Some(symbol) = symbol {
            put(DefinitionFeature::TitleInName, self.words.title_share(&symbol.name));
            put(DefinitionFeature::Vocabulary, vocabulary.of(&symbol.name).1 as f32);
            put(DefinitionFeature::Name, self.words.share(&symbol.name));
            put(DefinitionFeature::NameCovered, self.words.covered(&symbol.name));
            put(DefinitionFeature::Scope, self.words.share(symbol.scope()));
        }
    }
}

/// What kind of definition it is.
fn put_symbol(values: &mut DefinitionValues, symbol: &OutlineRow, known: &InFile<'_>, shape: &Shape) {
    let mut put = |feature: DefinitionFeature, value: f32| set(values, feature as usize, value);
    let is_callable = matches!(
        symbol.kind,
        SymbolKind::Function | SymbolKind::Method | SymbolKind::Route | SymbolKind::Component
    );
    put(DefinitionFeature::Callable, flag(is_callable));
    put(DefinitionFeature::Type, flag(holds_definitions(symbol.kind)));
    put(DefinitionFeature::Constant, flag(symbol.kind == SymbolKind::Constant));
    put(DefinitionFeature::Exported, flag(symbol.exported));
    put(DefinitionFeature::Constructor, flag(is_constructor(symbol)));
    put(DefinitionFeature::Accessor, flag(is_callable && shape.lines <= MAX_ACCESSOR_LINES));
    let is_member =
        |other: &&OutlineRow| other.line_start > symbol.line_start && other.line_end <= symbol.line_end;
    put(DefinitionFeature::Members, ln_1p(known.file.outline.iter().filter(is_member).count()));
    put(DefinitionFeature::Named, flag(known.named.contains(&symbol.line_start)));
}

/// What its lines do.
fn put_shape(values: &mut DefinitionValues, shape: &Shape) {
    let mut put = |feature: DefinitionFeature, value: f32| set(values, feature as usize, value);
    put(DefinitionFeature::Branches, ln_1p(shape.branches));
    put(DefinitionFeature::Calls, ln_1p(shape.calls));
    put(DefinitionFeature::Literals, ln_1p(shape.literals));
    put(DefinitionFeature::Imports, share(shape.imports, shape.lines));
    put(DefinitionFeature::Comments, share(shape.comments, shape.lines));
}

/// Where it stands in its file, and how its chunks match.
#[expect(clippy::cast_possible_truncation, reason = "a score")]
fn put_place(values: &mut DefinitionValues, known: &InFile<'_>, lines: Chunk, own: &[Chunk]) {
    let mut put = |feature: DefinitionFeature, value: f32| set(values, feature as usize, value);
    let is_own = |line: &&u32| own.iter().any(|span| (span.first..=span.last).contains(*line));
    put(DefinitionFeature::Quoted, ln_1p(known.quoted.iter().filter(is_own).count()));
    let (chunk, near) = most_of(known.file, &known.scores, lines);
    put(DefinitionFeature::Chunk, chunk as f32);
    put(DefinitionFeature::ChunkOfFile, (chunk / known.best.max(1e-9)) as f32);
    put(DefinitionFeature::Near, near);
    put(DefinitionFeature::Farther, near - known.nearest);
    put(
        DefinitionFeature::OwnLines,
        ln_1p(own.iter().map(|span| (span.last - span.first + 1) as usize).sum()),
    );
    put(DefinitionFeature::AllLines, ln_1p((lines.last - lines.first + 1) as usize));
    put(DefinitionFeature::Position, share(lines.first as usize, known.lines.len()));
    put(DefinitionFeature::InFile, ln_1p(known.count));
    put(DefinitionFeature::InTest, flag(is_in_tests(&known.tests, lines.first)));
}

/// Features of a definition that are those of its file.
const OF_FILE: [(DefinitionFeature, RerankFeature); 17] = [
    (DefinitionFeature::FileTitle, RerankFeature::Title),
    (DefinitionFeature::FileFolderVotes, RerankFeature::FolderVotes),
    (DefinitionFeature::FileVocabulary, RerankFeature::VocabularyOfPath),
    (DefinitionFeature::FilePlace, RerankFeature::Place),
    (DefinitionFeature::FileBehind, RerankFeature::Behind),
    (DefinitionFeature::FileVotes, RerankFeature::Votes),
    (DefinitionFeature::FileVoters, RerankFeature::Voters),
    (DefinitionFeature::FileAge, RerankFeature::Age),
    (DefinitionFeature::FileTemplate, RerankFeature::Template),
    (DefinitionFeature::FileStyle, RerankFeature::Style),
    (DefinitionFeature::FileSettings, RerankFeature::Settings),
    (DefinitionFeature::FileData, RerankFeature::Data),
    (DefinitionFeature::FileHandler, RerankFeature::Handler),
    (DefinitionFeature::FileService, RerankFeature::Service),
    (DefinitionFeature::FileLines, RerankFeature::Lines),
    (DefinitionFeature::FileImported, RerankFeature::ImportedByBest),
    (DefinitionFeature::QueryWords, RerankFeature::QueryWords),
];

/// What its file is. `best`: the best value of the model of files.
#[expect(clippy::cast_possible_truncation, reason = "a sum of leaves")]
fn put_file(values: &mut DefinitionValues, known: &InFile<'_>, best: f64) {
    let mut put = |feature: DefinitionFeature, value: f32| set(values, feature as usize, value);
    for (feature, from) in OF_FILE {
        put(feature, known.file.among.get(from as usize).copied().unwrap_or(0.0));
    }
    put(DefinitionFeature::FileModel, (known.file.sum - best) as f32);
    put(DefinitionFeature::FileModelPlace, ln_1p(known.place));
    put(DefinitionFeature::FileTest, flag(known.is_test));
}

/// Compares those of one file.
fn compare_within_file(own: &mut [Candidate]) {
    let held = |one: &Candidate| value(one, DefinitionFeature::Held);
    let most = own.iter().map(held).fold(0.0, f32::max).max(1e-6);
    let mut order: Vec<usize> = (0..own.len()).collect();
    order.sort_by(|a, b| {
        let of = |at: &usize| own.get(*at).map_or(0.0, held);
        of(b).total_cmp(&of(a))
    });
    for (place, at) in order.into_iter().enumerate() {
        if let Some(one) = own.get_mut(at) {
            let share = value(one, DefinitionFeature::Held) / most;
            set(&mut one.values, DefinitionFeature::HeldOfFile as usize, share);
            set(&mut one.values, DefinitionFeature::PlaceInFile as usize, ln_1p(place));
        }
    }
}

/// Compares all of them.
fn compare_all(source: &Source<'_>, found: &mut [Candidate], names: &[FxHashSet<&str>]) -> Result<()> {
    let symbols: Vec<Option<&OutlineRow>> = found
        .iter()
        .map(|one| source.ranked.get(one.file).and_then(|file| file.outline.get(one.definition?)))
        .collect();
    let most = |feature| found.iter().map(|one| value(one, feature)).fold(0.0, f32::max).max(1e-6);
    let (most_held, most_chunk) = (most(DefinitionFeature::Held), most(DefinitionFeature::Chunk));
    let most_vocabulary = most(DefinitionFeature::Vocabulary);
    let alone: Vec<f32> = found.iter().map(|one| alone(one, most_chunk)).collect();
    let mut by_name: FxHashMap<&str, Vec<usize>> = FxHashMap::default();
    let mut by_scope: FxHashMap<(usize, &str), Vec<usize>> = FxHashMap::default();
    for (at, (one, symbol)) in found.iter().zip(&symbols).enumerate() {
        if let Some(symbol) = symbol {
            by_name.entry(&symbol.name).or_default().push(at);
            by_scope.entry((one.file, symbol.scope())).or_default().push(at);
        }
    }
    let (used_by, uses) = handed_on(&alone, names, &by_name);
    let siblings = best_siblings(&alone, &by_scope);
    let mut ids: Vec<i64> = symbols.iter().flatten().map(|symbol| symbol.id).collect();
    ids.sort_unstable();
    ids.dedup();
    let referred: HashMap<i64, u64> = source.store.referring_counts(&ids)?.into_iter().collect();
    let of = |values: &[f32], at: usize| values.get(at).copied().unwrap_or(0.0);
    for (at, (one, symbol)) in found.iter_mut().zip(&symbols).enumerate() {
        let held = value(one, DefinitionFeature::Held) / most_held;
        let chunk = value(one, DefinitionFeature::Chunk) / most_chunk;
        let vocabulary = value(one, DefinitionFeature::Vocabulary) / most_vocabulary;
        let common = symbol.map_or(1, |symbol| by_name.get(symbol.name.as_str()).map_or(1, Vec::len));
        let referred = symbol.and_then(|symbol| referred.get(&symbol.id)).copied().unwrap_or(0);
        let mut put = |feature: DefinitionFeature, value: f32| set(&mut one.values, feature as usize, value);
        put(DefinitionFeature::Vocabulary, vocabulary);
        put(DefinitionFeature::HeldOfAll, held);
        put(DefinitionFeature::Chunk, chunk);
        put(DefinitionFeature::Common, ln_1p(common));
        put(DefinitionFeature::Referred, ln_1p(usize::try_from(referred).unwrap_or(usize::MAX)));
        put(DefinitionFeature::UsedByBest, of(&used_by, at));
        put(DefinitionFeature::UsesBest, of(&uses, at));
        put(DefinitionFeature::BestSibling, of(&siblings, at));
        put(DefinitionFeature::Alone, of(&alone, at));
    }
    Ok(())
}

/// What the likeliest candidate hands on to each that it uses by its name, and the likelihood of the likeliest that each uses.
fn handed_on(
    alone: &[f32],
    names: &[FxHashSet<&str>],
    by_name: &FxHashMap<&str, Vec<usize>>,
) -> (Vec<f32>, Vec<f32>) {
    let mut used_by = vec![0.0f32; alone.len()];
    let mut uses = vec![0.0f32; alone.len()];
    for (at, names) in names.iter().enumerate() {
        let named = names.iter().filter_map(|name| by_name.get(name)).flatten();
        let others: Vec<usize> = named.copied().filter(|other| *other != at).collect();
        let own = alone.get(at).copied().unwrap_or(0.0);
        let handed = own / (1.0 + share(others.len(), MANY_USES)).sqrt();
        for other in others {
            let likelihood = alone.get(other).copied().unwrap_or(0.0);
            for (values, place, value) in [(&mut used_by, other, handed), (&mut uses, at, likelihood)] {
                if let Some(place) = values.get_mut(place) {
                    *place = place.max(value);
                }
            }
        }
    }
    (used_by, uses)
}

/// Of each, the likelihood of the likeliest other one within the same definition.
fn best_siblings(alone: &[f32], by_scope: &FxHashMap<(usize, &str), Vec<usize>>) -> Vec<f32> {
    let mut siblings = vec![0.0f32; alone.len()];
    let of = |at: &usize| alone.get(*at).copied().unwrap_or(0.0);
    for members in by_scope.values() {
        // The best, and the second, which is the best beside that one.
        let best = members.iter().copied().max_by(|a, b| of(a).total_cmp(&of(b)));
        let second = members.iter().filter(|at| Some(**at) != best).map(of).fold(0.0, f32::max);
        for at in members {
            if let Some(place) = siblings.get_mut(*at) {
                *place = if Some(*at) == best { second } else { best.as_ref().map_or(0.0, of) };
            }
        }
    }
    siblings
}

/// How likely the task is about one, by its words and its file's place: as `likely.rs` has it of questions, without names that are common.
fn alone(one: &Candidate, most_chunk: f32) -> f32 {
    let sum: f32 = ALONE.iter().map(|(feature, worth)| worth * value(one, *feature)).sum();
    let sum = sum + CHUNK_ALONE * value(one, DefinitionFeature::Chunk) / most_chunk + BIAS_ALONE;
    1.0 / (1.0 + (-sum).exp())
}

const ALONE: [(DefinitionFeature, f32); 4] = [
    (DefinitionFeature::FilePlace, -0.73),
    (DefinitionFeature::Near, 0.18),
    (DefinitionFeature::Name, 6.3),
    (DefinitionFeature::Named, 2.2),
];
const CHUNK_ALONE: f32 = 2.6;
const BIAS_ALONE: f32 = -5.3;

fn value(one: &Candidate, feature: DefinitionFeature) -> f32 {
    one.values.get(feature as usize).copied().unwrap_or(0.0)
}

/// A definition of a file with the comment above it, or lines of a chunk that lie in none.
struct FilePart {
    /// Its place in the outline.
    definition: Option<usize>,
    lines: Chunk,
    /// Those of its lines that lie in no definition within it.
    own: Vec<Chunk>,
}

/// The definitions of a file, and the lines that lie in none, chunk by chunk; by line.
fn parts_of(file: &RankedFile, lines: &[&str]) -> Vec<FilePart> {
    let outline = &file.outline;
    let (owner, firsts) = owners(outline, lines);
    let mut own: Vec<Vec<Chunk>> = vec![Vec::new(); outline.len()];
    let mut rest: Vec<Vec<Chunk>> = vec![Vec::new(); file.file.chunks.len()];
    let mut chunk = 0;
    for (number, (line, owner)) in (1u32..).zip(lines.iter().zip(&owner)) {
        while file.file.chunks.get(chunk).is_some_and(|one| one.last < number) {
            chunk += 1;
        }
        let spans = match owner {
            Some(at) => own.get_mut(*at),
            None if line.trim().is_empty() => None,
            None => rest.get_mut(chunk),
        };
        let Some(spans) = spans else { continue };
        match spans.last_mut() {
            Some(last) if last.last + 1 == number => last.last = number,
            _ => spans.push(Chunk { first: number, last: number }),
        }
    }
    let definitions = own.into_iter().zip(firsts).enumerate().filter_map(|(at, (own, first))| {
        let last = outline.get(at).map(|one| one.line_end.max(one.line_start))?;
        Some(FilePart { definition: Some(at), lines: Chunk { first, last }, own })
    });
    let rest = rest.into_iter().filter_map(|own| {
        let lines = Chunk { first: own.first()?.first, last: own.last()?.last };
        Some(FilePart { definition: None, lines, own })
    });
    let mut parts: Vec<FilePart> = definitions.chain(rest).collect();
    parts.sort_by_key(|part| (part.lines.first, u32::MAX - part.lines.last));
    parts
}

/// Of each line, the innermost definition that it lies in, with the comments and attributes above it; and where each definition begins
/// with these.
fn owners(outline: &[OutlineRow], lines: &[&str]) -> (Vec<Option<usize>>, Vec<u32>) {
    let mut owner: Vec<Option<usize>> = vec![None; lines.len()];
    let mut order: Vec<(usize, &OutlineRow)> = outline.iter().enumerate().collect();
    // What lies within another one comes behind it.
    order.sort_by_key(|(_, one)| (one.line_start, u32::MAX - one.line_end));
    for (at, one) in &order {
        let first = (one.line_start as usize).saturating_sub(1);
        let last = (one.line_end.max(one.line_start) as usize).min(lines.len());
        if let Some(span) = owner.get_mut(first..last) {
            span.fill(Some(*at));
        }
    }
    let mut firsts: Vec<u32> = outline.iter().map(|one| one.line_start).collect();
    for (at, one) in order {
        // The place of the line above, counted from 0.
        let mut above = (one.line_start as usize).saturating_sub(1);
        let around = above.checked_sub(1).and_then(|line| owner.get(line)).copied().flatten();
        while let Some(line) = above.checked_sub(1)
            && owner.get(line).copied().flatten() == around
            && lines.get(line).is_some_and(|text| is_above(text))
        {
            above = line;
            if let Some(place) = owner.get_mut(line) {
                *place = Some(at);
            }
        }
        if let Some(first) = firsts.get_mut(at) {
            *first = (*first).min(u32::try_from(above + 1).unwrap_or(u32::MAX));
        }
    }
    (owner, firsts)
}

/// Whether a line above a definition belongs to it: a comment, an attribute.
fn is_above(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with('@') || line.starts_with('[') || is_comment(line)
}

fn is_constructor(symbol: &OutlineRow) -> bool {
    let scope = symbol.scope().trim_end_matches('.');
    let class = scope.rsplit('.').next().unwrap_or("");
    symbol.name == class && !class.is_empty()
        || matches!(
            symbol.name.as_str(),
            "constructor" | "__init__" | "new" | "init" | "initialize" | "__construct"
        )
}

fn flag(on: bool) -> f32 {
    f32::from(u8::from(on))
}

#[expect(clippy::cast_precision_loss, reason = "small counts")]
fn share(part: usize, whole: usize) -> f32 {
    part as f32 / whole.max(1) as f32
}

#[expect(clippy::cast_precision_loss, reason = "small counts")]
fn ln_1p(count: usize) -> f32 {
    (count as f32).ln_1p()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_model_of_definitions_was_trained_with_these_features() {
        assert!(crate::ranking_model::of_definitions(DefinitionFeature::NAMES.iter().copied()).is_some());
    }

    #[test]
    fn lines_belong_to_the_innermost_definition() {
        let row = |name: &str, line_start: u32, line_end: u32| OutlineRow {
            id: i64::from(line_start),
            name: name.to_owned(),
            letters: 0,
            qualified_name: name.to_owned(),
            kind: SymbolKind::Class,
            line_start,
            line_end,
            exported: true,
        };
        let lines = [
            "import a", "", "# About A.", "class A:", "    x = 1", "    # About m.", "    def m(self):",
            "        pass",
        ];
        let (owner, firsts) = owners(&[row("A", 4, 8), row("m", 7, 8)], &lines);
        assert_eq!(owner, [None, None, Some(0), Some(0), Some(0), Some(1), Some(1), Some(1)]);
        assert_eq!(firsts, [3, 6]);
    }
}
