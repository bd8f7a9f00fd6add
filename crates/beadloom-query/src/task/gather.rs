//! Everything that an answer to a task could say, before the budget.

use std::collections::BTreeSet;

use beadloom_model::Result;
use beadloom_model::answers::{BundleSymbol, Edge, Focus, FocusType, Node, TextChunk};
use beadloom_store::Store;

use super::documents::documents;
use super::field::Field;
use super::given::Given;
use super::pieces::{Level, Piece, pieces};
use super::{TaskRequest, reason, surroundings};
use crate::context::Format;
use crate::focus::resolve_with;
use crate::places::is_test;
use crate::search::code::{Allowed, CodeQuery, RankedFile, rank};
use crate::search::meaning::Asked;
use crate::search::words::Words;
use crate::{History, meta, text};

/// Files that are shown with code; those behind them with a line.
const WITH_CODE: usize = 12;

/// From this budget on, the files behind them may show a snippet.
const LARGE: usize = 12_000;

/// Files at the head whose callers, callees and imports are looked up.
const LOOKED_AROUND: usize = 3;

/// Characters of the task that an answer repeats: as its title, and in JSON, where nobody reads it but who asked.
const TITLE: usize = 120;
const SHORT_TITLE: usize = 48;

/// Words of a task that is about tests, in lower case.
const TEST_WORDS: &[&str] = &[
    "test",
    "tests",
    "testing",
    "tested",
    "testcase",
    "testcases",
    "testsuite",
    "spec",
    "specs",
    "coverage",
    "fixture",
    "fixtures",
    "mock",
    "mocks",
    "flaky",
    "pytest",
    "unittest",
    "rspec",
    "jest",
    "junit",
    "phpunit",
];

/// What was found for a task.
pub(super) struct Material {
    pub focuses: Vec<Focus>,
    /// What stands for the focus where there is no reference.
    pub task: Focus,
    pub derived: bool,
    /// Best first; tests only where the task is about them, or nothing else matches.
    pub files: Vec<FileMaterial>,
    /// Tests among the files that match, best first, where they are not among `files`.
    pub tests: Vec<String>,
    /// Callers, callees, imported definitions.
    pub symbols: Vec<BundleSymbol>,
    /// Those of references first, then the owners of the best files.
    pub nodes: Vec<Node>,
    /// How many of the nodes are references.
    pub focus_nodes: usize,
    pub edges: Vec<Edge>,
    /// Best first.
    pub chunks: Vec<TextChunk>,
    pub limited_nodes: u64,
    pub limited_chunks: u64,
    pub stale_docs: Vec<String>,
    pub last_reindex: Option<String>,
    /// Pieces that were given before.
    pub given: Option<u64>,
}

/// A file.
pub(super) struct FileMaterial {
    pub path: String,
    pub language: String,
    pub reason: String,
    /// At least one.
    pub pieces: Vec<Piece>,
}

/// How many files are looked at: enough to fill the budget with a line of each, but no more than make sense.
fn most_files(budget: usize) -> usize {
    (budget / 20).clamp(12, 72)
}

pub(super) fn gather(store: &Store, request: &TaskRequest<'_>, history: &dyn History) -> Result<Material> {
    let resolved =
        if request.refs.is_empty() { Vec::new() } else { resolve_with(store, history, &request.refs)? };
    let field = if resolved.is_empty() { None } else { Some(Field::new(store, &resolved)?) };
    let query = CodeQuery::new(&request.task);
    let asked = Asked::new(store, &query, request.model)?;
    let mut words = Words::new(store, &request.task, &query)?;
    let keep = |path: &str| field.as_ref().is_none_or(|field| field.holds(path));
    let path: Option<&dyn Fn(&str) -> bool> = if field.is_some() { Some(&keep) } else { None };
    let ranked = rank(store, &query, Allowed { language: None, path }, asked.as_ref(), &BTreeSet::new())?;
    let nothing = Given::default();
    let known = request.given.unwrap_or(&nothing);
    let mut given = 0;
    let mut files: Vec<FileMaterial> = Vec::new();
    let mut heads: Vec<(&RankedFile, Vec<i64>)> = Vec::new();
    let most = most_files(request.budget);
    let folds_tests = !is_about_tests(&request.task) && ranked.iter().any(|file| !is_test(&file.file.path));
    let mut tests: Vec<String> = Vec::new();
    for file in &ranked {
        if files.len() == most {
            break;
        }
        if folds_tests && is_test(&file.file.path) {
            tests.push(file.file.path.clone());
            continue;
        }
        let Some(content) = (request.read)(&file.file.path) else { continue };
        let depth = match files.len() {
            ..WITH_CODE => (usize::MAX, Level::Body),
            _ if request.budget >= LARGE => (1, Level::Snippet),
            _ => (1, Level::Line),
        };
        let (found, left_out) = pieces(file, &content, &query, &mut words, known, depth);
        given += left_out;
        if found.is_empty() {
            continue;
        }
        if heads.len() < LOOKED_AROUND {
            // Of the best file two pieces, of those behind it one.
            let most = if heads.is_empty() { 2 } else { 1 };
            heads.push((file, found.iter().take(most).filter_map(|piece| piece.definition).collect()));
        }
        let held = held_words(&found, &mut words);
        files.push(FileMaterial {
            path: file.file.path.clone(),
            language: file.file.language.clone(),
            reason: reason::reasons(file, &query, &held).into_iter().next().unwrap_or_default(),
            pieces: found,
        });
    }
    let symbols = surroundings::symbols(store, &heads, request.budget)?;
    let (chunks, limited_chunks, chunks_given) =
        documents(store, request, &mut words, path, asked.as_ref(), known)?;
    given += chunks_given;
    let focus_ids: Vec<String> = resolved.iter().flat_map(|one| one.nodes.iter().cloned()).collect();
    let parts = surroundings::nodes(store, request, &focus_ids, &files, field.as_ref())?;
    Ok(Material {
        focuses: resolved.into_iter().map(|one| one.focus).collect(),
        task: focus_of(&request.task, if request.format == Format::Json { SHORT_TITLE } else { TITLE }),
        derived: meta::derived(store)?,
        files,
        tests,
        symbols,
        stale_docs: store.stale_documents(&focus_ids)?,
        last_reindex: meta::last_reindex(store)?,
        edges: parts.edges,
        focus_nodes: parts.focus,
        limited_nodes: parts.left_out,
        nodes: parts.nodes,
        chunks,
        limited_chunks,
        given: request.given.map(|_| given),
    })
}

/// Whether a task is about tests: then they are what is to be changed, and no aside.
fn is_about_tests(task: &str) -> bool {
    task.split(|c: char| !c.is_alphanumeric()).any(|word| {
        let word = word.to_lowercase();
        TEST_WORDS.contains(&word.as_str())
    })
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
