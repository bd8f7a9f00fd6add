//! Everything that an answer to a task could say, before the budget.

use beadloom_model::requests::TextFormat;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

use beadloom_model::Result;
use beadloom_model::answers::{BundleSymbol, Focus, FocusType, Symbol, TaskConfidence, TextChunk};
use beadloom_store::Store;

use super::definitions::{self, Candidate, DefinitionFeature, DefinitionValues};
use super::documents::documents;
use super::given::Given;
use super::goes_with::GoesWith;
use super::literals::Held;
use super::maker::Maker;
use super::material::{FileMaterial, Material};
use super::named::Defined;
use super::outline::outline;
use super::piece::{Level, Piece};
use super::pieces::{Chosen, Pieces, chosen_pieces, pieces};
use super::search_scope::SearchScope;
use super::{
    TaskRequest, breaks, confidence, evidence, likely, literals, mentions, named, question, reason, speaking,
    surroundings,
};
use crate::focus::resolve_with;
use crate::places::{is_foreign, is_side, is_test};
use crate::search::asking;
use crate::search::code::{Allowed, Order, RankedFile, Ranking, is_other_text, rank};
use crate::search::meaning::QueryVector;
use crate::search::query::CodeQuery;
use crate::search::words::Words;
use crate::{History, meta, ranking_model, text};

/// Files that are shown with code; those behind them with a line.
const WITH_CODE: usize = 12;

/// From this budget on, the files behind them may show a snippet.
const MIN_LARGE_BUDGET: usize = 12_000;

/// Of the best files, how many definitions beside their pieces may be named, and up to which level each may be shown.
const OUTLINED: [(usize, Level); 8] = [
    (40, Level::Body),
    (30, Level::Body),
    (20, Level::Body),
    (16, Level::Line),
    (12, Level::Line),
    (12, Level::Line),
    (8, Level::Line),
    (8, Level::Line),
];

/// The place from which a file rises that holds what the task quotes.
const AMONG: usize = 4;

/// From these places on, examples, generated code and the like, and text of other kinds, are left out: what stands behind so much code
/// is seldom what is to be changed. Examples before it show one piece; text may be what a question is about.
const ASIDE: usize = 3;
const TEXT_ASIDE: usize = 8;

/// A test among the first of these places is what a question is about.
const ASKED: usize = 3;

/// Tests, and as many other files, that stand in turn at the head of an answer to a question about tests.
const IN_TURN: usize = 4;

/// Folders, in lower case, whose code seldom is what is to be changed.
const ASIDE_FOLDERS: &[&str] = &["benchmark", "benchmarks", "migrations", "migrate"];

/// Files at the head whose callers, callees and imports are looked up; of a short answer the first, whose code it is sure to show.
const LOOKED_AROUND: usize = 3;

/// How likely a question has to be about a definition for what it calls to be named, and to be shown as a rule.
const WORTH_LOOKING: f64 = 0.15;
const SHOWN: f64 = 0.1;

/// Characters of the task that an answer repeats: as its title, and in JSON, where nobody reads it but who asked.
const TITLE: usize = 120;
const SHORT_TITLE: usize = 48;

/// Words of a task that is about tests, in lower case.
const TEST_WORDS: &str = "\
    test tests testing tested testcase testcases testsuite spec specs coverage fixture fixtures mock mocks flaky \
    pytest unittest rspec jest junit phpunit";

/// How many files are looked at: enough to fill the budget with a line of each, but no more than make sense.
fn most_files(budget: usize) -> usize {
    (budget / 20).clamp(12, 72)
}

pub(super) fn gather(store: &Store, request: &TaskRequest<'_>, history: &dyn History) -> Result<Material> {
    let resolved =
        if request.refs.is_empty() { Vec::new() } else { resolve_with(store, history, &request.refs)? };
    let field = if resolved.is_empty() { None } else { Some(SearchScope::new(store, &resolved)?) };
    let keep = |path: &str| field.as_ref().is_none_or(|field| field.holds(path));
    let path: Option<&dyn Fn(&str) -> bool> = if field.is_some() { Some(&keep) } else { None };
    let query = CodeQuery::new(&request.task);
    let asked = QueryVector::new(store, &query, request.model)?;
    let mut words = Words::new(store, &request.task, &query)?;
    let nothing = Given::default();
    let sought = Sought {
        store,
        request,
        about_tests: is_about_tests(&request.task),
        is_question: request.is_question(),
        literals: literals::held(store, request, is_about_tests(&request.task), &keep)?,
        named: named::defined(store, &query, request.is_question(), &keep)?,
        query: &query,
        given: request.given.unwrap_or(&nothing),
    };
    let mut ranking = sought.ranked(path, asked.as_ref())?;
    let folds_tests = !sought.about_tests && ranking.files.iter().any(|file| !is_test(&file.file.path));
    let by_score = confidence::by_score(&ranking.files, !folds_tests);
    if !sought.is_question {
        ranking.reorder(store, &query)?;
        sought.put_first_what_is_quoted(&mut ranking.files);
    }
    let ranked = ranking.files.as_slice();
    let found = sought.files(&ranking, folds_tests, &mut words)?;
    let symbols = sought.symbols(ranked, &found, folds_tests, &mut words)?;
    let (chunks, limited_chunks, chunks_given) =
        documents(store, request, &mut words, path, asked.as_ref(), sought.given)?;
    // A section of a document that changed may say something else by now.
    let is_there = |chunk: &TextChunk| {
        !request.stale.may_differ(&chunk.doc_path) || (request.read)(&chunk.doc_path).is_some()
    };
    let (chunks, chunks_gone): (Vec<_>, Vec<_>) = chunks.into_iter().partition(is_there);
    let focus_ids: Vec<String> = resolved.iter().flat_map(|one| one.nodes.iter().cloned()).collect();
    let parts = surroundings::nodes(store, request, &focus_ids, &found.files, field.as_ref())?;
    let evidence = evidence::evidence(store, request, (sought.about_tests, query.is_text), &found.files)?;
    let chances: Vec<(&str, f64)> =
        found.files.iter().map(|file| (file.path.as_str(), file.chance())).collect();
    let goes_with = if sought.is_question || field.is_some() {
        GoesWith::default()
    } else {
        GoesWith::find(store, &query.terms, &chances, &found.tests)?
    };
    let mentions = if sought.is_question { Vec::new() } else { mentions::mentions(store, request, &keep)? };
    let breaks = if sought.is_question { Vec::new() } else { breaks::breaks(store, &found.files, &keep)? };
    let speaking =
        if sought.is_question { Vec::new() } else { speaking::speaking(store, &found.files, &keep)? };
    Ok(Material {
        mentions,
        speaking,
        breaks,
        goes_with,
        needed: found.needed,
        focuses: resolved.into_iter().map(|one| one.focus).collect(),
        task: focus_of(&request.task, if request.format == TextFormat::Json { SHORT_TITLE } else { TITLE }),
        derived: meta::derived(store)?,
        confidence: match confidence::said(by_score, &evidence, asking::makes_new(&request.task)) {
            // What changed since may be a better match.
            TaskConfidence::High if request.stale.is_behind() => TaskConfidence::Medium,
            confidence => confidence,
        },
        by_score: by_score.level,
        absent: evidence.absent,
        is_aside: evidence.is_aside,
        is_question: sought.is_question,
        ways: question::ways(store, request)?,
        files: found.files,
        tests: found.tests,
        symbols,
        stale_docs: store.stale_documents(&focus_ids)?,
        last_reindex: meta::last_reindex(store)?,
        edges: parts.edges,
        focus_nodes: parts.focus,
        limited_nodes: parts.left_out,
        nodes: parts.nodes,
        chunks,
        limited_chunks: limited_chunks + chunks_gone.len() as u64,
        given: request.given.map(|_| found.given + chunks_given),
    })
}

/// Everything that the choice of an answer sees: ranked files, and what may be shown of the first ones.
pub struct Choice {
    /// The files, best first.
    pub ranked: Vec<RankedFile>,
    /// What may be shown.
    pub candidates: Vec<Candidate>,
}

/// Files whose definitions are compared.
const COMPARED_FILES: usize = 60;

/// Files whose definitions an answer to a task chooses from, definitions that it may name, and the likelihood from which on it may show
/// their code.
const CHOSEN_FILES: usize = 30;
const MAX_CHOSEN_ITEMS: usize = 160;
const MIN_CODE_CHANCE: f64 = 0.01;

/// What the choice of an answer to a task sees.
///
/// # Errors
/// Store errors.
pub fn choice(store: &Store, request: &TaskRequest<'_>) -> Result<Choice> {
    let query = CodeQuery::new(&request.task);
    let asked = QueryVector::new(store, &query, request.model)?;
    let mut words = Words::new(store, &request.task, &query)?;
    let nothing = Given::default();
    let about_tests = is_about_tests(&request.task);
    let sought = Sought {
        store,
        request,
        about_tests,
        is_question: false,
        literals: literals::held(store, request, about_tests, &|_| true)?,
        named: named::defined(store, &query, false, &|_| true)?,
        query: &query,
        given: &nothing,
    };
    let mut ranking = sought.ranked(None, asked.as_ref())?;
    ranking.compare(store, &query)?;
    let candidates = sought.candidates(&ranking, COMPARED_FILES, &mut words)?;
    Ok(Choice { ranked: ranking.files, candidates })
}

/// What a task asks for.
struct Sought<'a> {
    store: &'a Store,
    request: &'a TaskRequest<'a>,
    query: &'a CodeQuery,
    about_tests: bool,
    is_question: bool,
    /// Files that hold what it quotes, by path.
    literals: BTreeMap<String, Held>,
    /// Files that define what it names, by path.
    named: BTreeMap<String, Defined>,
    /// What was given before.
    given: &'a Given,
}

/// The files of an answer, with what is looked for around them.
#[derive(Default)]
struct Found<'r> {
    files: Vec<FileMaterial>,
    /// Tests that are folded, best first.
    tests: Vec<String>,
    /// Definitions in the files at the head, whose callers and callees are looked up.
    heads: Vec<(&'r RankedFile, Vec<i64>)>,
    /// Of a question: definitions that it may be about, with how likely that is.
    likeliest: Vec<(f64, &'r RankedFile, i64)>,
    /// Pieces that were given before.
    given: u64,
    /// How many definitions the task is expected to need.
    needed: f64,
}

/// What is known of the ranked files together.
struct Known {
    /// Of a question, by file: places in the outline with how likely it is about them.
    likely: Vec<Vec<(usize, f64)>>,
    /// Of a task, by file: what of it is most likely needed, the likeliest first.
    chosen: Vec<Vec<Chosen>>,
    /// Lines of tests, by file.
    tests: BTreeMap<i64, Vec<(u32, u32)>>,
    folds_tests: bool,
}

impl Sought<'_> {
    /// First lines of the definitions in a file that the task names.
    fn named_in(&self, file: &RankedFile) -> &[u32] {
        self.named.get(&file.file.path).map(|defined| defined.lines.as_slice()).unwrap_or_default()
    }

    /// What the task most likely needs of the first files, by file.
    fn chosen(&self, ranking: &Ranking, words: &mut Words) -> Result<(Vec<Vec<Chosen>>, f64)> {
        let Some(model) = ranking_model::of_definitions(DefinitionFeature::NAMES.iter().copied()) else {
            return Ok((Vec::new(), 0.0));
        };
        let candidates = self.candidates(ranking, CHOSEN_FILES, words)?;
        let values: Vec<&DefinitionValues> = candidates.iter().map(|candidate| &candidate.values).collect();
        let chances = model.sums(&values).into_iter().map(|sum| model.probability(sum));
        let mut all: Vec<(f64, Candidate)> =
            chances.collect::<Vec<f64>>().into_iter().zip(candidates).collect();
        let needed = all.iter().map(|(chance, _)| chance).sum();
        // Stable: by file and line where they are as likely.
        all.sort_by(|a, b| b.0.total_cmp(&a.0));
        let mut chosen: Vec<Vec<Chosen>> = vec![Vec::new(); CHOSEN_FILES.min(ranking.files.len())];
        for (place, (chance, candidate)) in all.into_iter().enumerate() {
            let Some(of_file) = chosen.get_mut(candidate.file) else { continue };
            let is_beyond = place >= MAX_CHOSEN_ITEMS && !of_file.is_empty();
            if is_beyond || candidate.is_silent {
                continue;
            }
            // What a file imports is changed with what it does, and tells nothing by itself.
            let is_code = chance >= MIN_CODE_CHANCE && !candidate.is_imports;
            let up_to = if is_code { Level::Body } else { Level::Line };
            of_file.push(Chosen { candidate, chance, up_to });
        }
        Ok((chosen, needed))
    }

    /// What may be shown of the first files.
    fn candidates(&self, ranking: &Ranking, most: usize, words: &mut Words) -> Result<Vec<Candidate>> {
        let (ranked, vocabulary) = (ranking.files.as_slice(), ranking.vocabulary());
        let texts: Vec<Option<String>> =
            ranked.iter().take(most).map(|file| (self.request.read)(&file.file.path)).collect();
        let lines: Vec<Option<Vec<&str>>> =
            texts.iter().map(|text| text.as_deref().map(beadloom_words::lines)).collect();
        let ids: Vec<i64> = ranked.iter().take(most).map(|file| file.file.file_id).collect();
        let tests = self.store.inline_tests_of(&ids)?;
        let source = definitions::Source {
            store: self.store,
            ranked,
            best: ranked.first().map_or(0.0, |file| file.sum),
            texts: &lines,
            named: &|path| self.named.get(path).map(|defined| defined.lines.clone()).unwrap_or_default(),
            quoted: &|path| self.literals.get(path).map(|held| held.lines.clone()).unwrap_or_default(),
            tests: &|file| tests.get(&file).cloned().unwrap_or_default(),
            vocabulary,
        };
        definitions::candidates(&source, words)
    }

    /// The files that match, best first.
    fn ranked(&self, path: Option<&dyn Fn(&str) -> bool>, asked: Option<&QueryVector>) -> Result<Ranking> {
        let mut besides = BTreeSet::new();
        for path in self.literals.keys().chain(self.named.keys()) {
            besides.extend(self.store.chunk_first_of(path)?);
        }
        let order = if self.is_question { Order::Weighed } else { Order::Model };
        let allowed = Allowed { path, besides: Some(&besides), order, ..Allowed::default() };
        let mut ranking = rank(self.store, self.query, allowed, asked, &BTreeSet::new())?;
        let ranked = &mut ranking.files;
        if !self.literals.is_empty() || !self.named.is_empty() {
            // Whatever else a file is, one that holds what the task quotes or defines what it names is among the first.
            let floor = ranked.get(AMONG).or(ranked.last()).map_or(0.0, |file| file.score);
            for file in ranked.iter_mut() {
                let held = self.literals.get(&file.file.path).map(|held| held.worth);
                let defined = self.named.get(&file.file.path).map(|defined| defined.worth);
                if held.is_some() || defined.is_some() {
                    file.quoted = held.unwrap_or(0.0).max(defined.unwrap_or(0.0));
                    file.score = file.score.max(floor) + file.quoted;
                }
            }
            // Stable: by path where they are worth as much.
            ranked.sort_by(|a, b| b.score.total_cmp(&a.score));
        }
        if self.is_question && self.about_tests {
            take_turns(ranked);
        }
        Ok(ranking)
    }

    /// Puts the files first that hold a rare literal of the task. Of the training data's tasks 13 have such files, and 10 of them changed one.
    fn put_first_what_is_quoted(&self, ranked: &mut [RankedFile]) {
        let best = ranked.first().map_or(0.0, |file| file.sum);
        let is_rare = |file: &RankedFile| self.literals.get(&file.file.path).is_some_and(Held::is_rare);
        ranked.iter_mut().filter(|file| is_rare(file)).for_each(|file| file.sum = best);
        // Stable: by the model where both are or neither is.
        ranked.sort_by_key(|file| !is_rare(file));
    }

    /// How likely a question is about the definitions of the first files.
    fn likely(&self, ranked: &[RankedFile], words: &mut Words) -> Vec<Vec<(usize, f64)>> {
        if !self.is_question {
            return Vec::new();
        }
        let texts: Vec<Option<String>> =
            ranked.iter().take(likely::FILES).map(|file| (self.request.read)(&file.file.path)).collect();
        let lines: Vec<Option<Vec<&str>>> =
            texts.iter().map(|text| text.as_deref().map(beadloom_words::lines)).collect();
        let names_of = |file: &RankedFile| self.named_in(file).to_vec();
        let mut found: Vec<Vec<(usize, f64)>> = vec![Vec::new(); lines.len()];
        for one in likely::likely(ranked, &lines, &names_of, words, self.about_tests) {
            if let Some(of_file) = found.get_mut(one.file) {
                of_file.push((one.symbol, one.chance));
            }
        }
        found
    }

    /// The files that an answer may show something of, and the definitions around which it looks further.
    fn files<'r>(&self, ranking: &'r Ranking, folds_tests: bool, words: &mut Words) -> Result<Found<'r>> {
        let ranked = ranking.files.as_slice();
        let ids: Vec<i64> = ranked.iter().map(|file| file.file.file_id).collect();
        let likely = self.likely(ranked, words);
        let tests = if folds_tests { self.store.inline_tests_of(&ids)? } else { BTreeMap::new() };
        let (chosen, needed) =
            if self.is_question { Default::default() } else { self.chosen(ranking, words)? };
        let known = Known { likely, chosen, tests, folds_tests };
        let mut found = Found { needed, ..Found::default() };
        for (place, file) in ranked.iter().enumerate() {
            if found.files.len() == most_files(self.request.budget) {
                break;
            }
            if let Some(material) = self.file(place, file, &known, words, &mut found) {
                found.files.push(material);
            }
        }
        // Stable: by file where they are as likely.
        found.likeliest.sort_by(|a, b| b.0.total_cmp(&a.0));
        Ok(found)
    }

    /// What an answer may show of a file; None of one that it does not show.
    fn file<'r>(
        &self,
        place: usize,
        file: &'r RankedFile,
        known: &Known,
        words: &mut Words,
        found: &mut Found<'r>,
    ) -> Option<FileMaterial> {
        let path = &file.file.path;
        let named = self.named_in(file);
        let is_asked = self.is_question && place < ASKED || !named.is_empty();
        if known.folds_tests && !is_asked && is_test(path) {
            found.tests.push(path.clone());
            return None;
        }
        let is_aside = !self.query.wants_sides && named.is_empty() && is_aside(file);
        let is_text = !self.is_question && is_other_text(file);
        if place >= ASIDE && is_aside || place >= TEXT_ASIDE && is_text {
            return None;
        }
        let content = (self.request.read)(path)?;
        let nth = found.files.len();
        let depth = match nth {
            _ if is_aside => (1, Level::Chunk),
            ..WITH_CODE => (usize::MAX, Level::Body),
            _ if self.request.budget >= MIN_LARGE_BUDGET => (1, Level::Snippet),
            _ => (1, Level::Line),
        };
        let lines = beadloom_words::lines(&content);
        let maker = Maker {
            file,
            lines: &lines,
            given: self.given,
            tests: known.tests.get(&file.file.file_id).map(Vec::as_slice).unwrap_or_default(),
            quoted: self.literals.get(path).map(|held| held.lines.as_slice()).unwrap_or_default(),
            named,
            is_question: self.is_question,
            likely: known.likely.get(place).map(Vec::as_slice).unwrap_or_default(),
            with_used: self.request.is_brief && !self.is_question,
        };
        let chosen = known.chosen.get(place).map(Vec::as_slice).unwrap_or_default();
        let Pieces { found: mut pieces, named, given } = if chosen.is_empty() || is_aside {
            pieces(&maker, self.query, words, depth)
        } else {
            chosen_pieces(&maker, chosen, words)
        };
        found.given += given;
        let behind_best = pieces.len().min(named.max(1));
        let mut used = Vec::new();
        if let Some(most) = OUTLINED.get(nth).filter(|_| !is_aside && chosen.is_empty()) {
            let further;
            (used, further) = outline(&maker, words, &pieces, *most);
            pieces.extend(further);
        }
        if pieces.is_empty() && used.is_empty() {
            return None;
        }
        self.look_around(file, &pieces, found);
        pieces.splice(behind_best..behind_best, used);
        let held = held_words(&pieces, words);
        Some(FileMaterial {
            path: path.clone(),
            language: file.file.language.clone(),
            reason: reason::reasons(file, self.query, &held).into_iter().next().unwrap_or_default(),
            named,
            pieces,
        })
    }

    /// Notes the definitions of a file whose surroundings tell something.
    fn look_around<'r>(&self, file: &'r RankedFile, pieces: &[Piece], found: &mut Found<'r>) {
        for piece in pieces.iter().filter(|piece| piece.chance >= WORTH_LOOKING && !piece.is_head) {
            found.likeliest.extend(piece.definition.map(|definition| (piece.chance, file, definition)));
        }
        let most = if self.request.is_brief { 1 } else { LOOKED_AROUND };
        if !self.is_question && found.heads.len() < most {
            // Of the best file two pieces, of those behind it one.
            let most = if found.heads.is_empty() { 2 } else { 1 };
            found.heads.push((file, pieces.iter().take(most).filter_map(|piece| piece.definition).collect()));
        }
    }

    /// Signatures around the definitions at the head.
    fn symbols(
        &self,
        ranked: &[RankedFile],
        found: &Found<'_>,
        folds_tests: bool,
        words: &mut Words,
    ) -> Result<Vec<BundleSymbol>> {
        let (store, request) = (self.store, self.request);
        let paths: BTreeSet<&str> = ranked.iter().map(|file| file.file.path.as_str()).collect();
        let mut is_near_task = |symbol: &Symbol| {
            let is_wanted = !folds_tests || !is_test(&symbol.file_path);
            is_wanted && (paths.contains(symbol.file_path.as_str()) || words.share(&symbol.symbol_name) > 0.0)
        };
        let likeliest = found.likeliest.iter().take(LOOKED_AROUND);
        let likeliest = likeliest.map(|(_, file, definition)| (*file, vec![*definition]));
        let heads: Vec<(&RankedFile, Vec<i64>)> = found.heads.iter().cloned().chain(likeliest).collect();
        let kinds = (!folds_tests, self.is_question);
        let mut symbols = surroundings::symbols(store, &heads, request, kinds, &mut is_near_task)?;
        let is_shown = |symbol: &Symbol| {
            let files = found.files.iter().filter(|file| file.path == symbol.file_path);
            files.flat_map(|file| &file.pieces).any(|piece| {
                piece.chance >= SHOWN
                    && piece.whole.as_ref().is_some_and(|whole| *whole.start() == symbol.line_start)
            })
        };
        symbols.retain(|BundleSymbol { symbol, candidates, .. }| {
            // In a short answer, what may be meant is no answer.
            !is_shown(symbol)
                && request.stale.has_line(&symbol.file_path, symbol.line_end.max(symbol.line_start))
                && (!request.is_brief || candidates.is_empty())
        });
        Ok(symbols)
    }
}

/// Puts tests and other files in turn at the head: a question about a test is one about what it tests, too.
fn take_turns(ranked: &mut Vec<RankedFile>) {
    let Some(first) = ranked.first().map(|file| is_test(&file.file.path)) else { return };
    let (mut one, mut other): (VecDeque<RankedFile>, VecDeque<RankedFile>) =
        ranked.drain(..).partition(|file| is_test(&file.file.path) == first);
    for _ in 0..IN_TURN {
        ranked.extend(one.pop_front());
        ranked.extend(other.pop_front());
    }
    let mut rest: Vec<RankedFile> = one.into_iter().chain(other).collect();
    // Stable: each kind keeps its order.
    rest.sort_by(|a, b| b.score.total_cmp(&a.score));
    ranked.append(&mut rest);
}

/// Whether a task is about tests: then they are what is to be changed, and no aside.
fn is_about_tests(task: &str) -> bool {
    task.split(|c: char| !c.is_alphanumeric()).any(|word| text::has_word(TEST_WORDS, &word.to_lowercase()))
}

/// Whether a file is an example, generated, a step of a migration or the like.
fn is_aside(file: &RankedFile) -> bool {
    let path = &file.file.path;
    let folders = path.rsplit_once('/').map_or("", |(folders, _)| folders).to_lowercase();
    file.file.generated
        || is_side(path)
        || is_foreign(path)
        || folders.split('/').any(|folder| ASIDE_FOLDERS.iter().any(|aside| is_kind_of(folder, aside)))
}

/// Whether a folder has that name, with more before it or without: `old_migrations`.
fn is_kind_of(folder: &str, name: &str) -> bool {
    folder.strip_suffix(name).is_some_and(|before| before.is_empty() || before.ends_with(['_', '-', '.']))
}

/// `longest`: characters of its summary.
fn focus_of(task: &str, longest: usize) -> Focus {
    let first = task.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or("");
    Focus {
        r#type: FocusType::Task,
        ref_id: None,
        kind: "task".to_owned(),
        summary: text::cut_at_word(&text::line(first), longest),
        r#ref: String::new(),
    }
}

/// Words of the task, as written, that the best piece of a file holds.
fn held_words(pieces: &[Piece], words: &mut Words) -> Vec<String> {
    let shown: String = pieces
        .first()
        .map(|piece| {
            let levels = [Level::Chunk, Level::Snippet, Level::Line, Level::Body];
            let parts = levels.iter().map(|level| piece.parts(*level)).find(|parts| !parts.is_empty());
            parts.unwrap_or_default().iter().map(|part| part.content.as_str()).collect::<Vec<_>>().join("\n")
        })
        .unwrap_or_default();
    words.named_in(&shown)
}
