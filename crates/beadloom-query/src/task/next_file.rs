//! The next file to read for a task.

use std::collections::BTreeSet;

use beadloom_lexical::Chunk;
use beadloom_model::answers::{ANSWER_VERSION, NextFileAnswer, Symbol};
use beadloom_model::{Code, Error, Result};
use beadloom_store::Store;

use super::given::of_span;
use super::not_empty;
use super::reason;
use crate::Staleness;
use crate::search::code::{Allowed, RankedFile, definition_of, ordered};
use crate::search::filter::Pattern;
use crate::search::meaning::{Model, QueryVector};
use crate::search::query::CodeQuery;
use crate::search::words::Words;
use crate::symbols::shown;

/// Patterns that one request may have.
const MAX_PATTERNS: usize = 10_000;

/// Definitions that an answer names.
const MAX_SYMBOLS: usize = 5;

/// What `next-file` is asked.
pub struct NextFileRequest<'a> {
    /// What is to be done.
    pub task: String,
    /// Patterns in gitignore's dialect, of files that are not wanted.
    pub exclude: Vec<String>,
    /// How far the index is behind.
    pub stale: Staleness,
    /// What compares meaning; None where nothing does.
    pub model: Option<Model<'a>>,
    /// The text of a file; None where it cannot be read.
    pub read: &'a dyn Fn(&str) -> Option<String>,
}

/// The one most relevant file of code that no pattern matches; `path` is None where no further file matches the task.
///
/// # Errors
/// `usage` for an empty task, too many patterns or one that is none; store errors.
pub fn next_file(store: &Store, request: &NextFileRequest<'_>) -> Result<NextFileAnswer> {
    not_empty(&request.task, "next-file TASK")?;
    if request.exclude.len() > MAX_PATTERNS {
        return Err(Error::new(Code::Usage, format!("{} patterns are too many", request.exclude.len()))
            .hint(format!("exclude whole folders; at most {MAX_PATTERNS} patterns are taken")));
    }
    let excluded = Pattern::any(&request.exclude)?;
    store.snapshot(|| {
        let query = CodeQuery::new(&request.task);
        let keep = |path: &str| !excluded.matches(path);
        let path: Option<&dyn Fn(&str) -> bool> = if request.exclude.is_empty() { None } else { Some(&keep) };
        let asked = QueryVector::new(store, &query, request.model)?;
        let allowed = Allowed { path, ..Allowed::default() };
        let ranked = ordered(store, &query, allowed, asked.as_ref(), &BTreeSet::new())?.files;
        let is_there = |path: &str| request.stale.has_line(path, 1);
        let mut answer = NextFileAnswer {
            version: ANSWER_VERSION,
            path: None,
            reason: None,
            score: None,
            symbols: Vec::new(),
            warning: request.stale.warning.clone(),
            stale_paths: request.stale.shown_paths(),
        };
        let Some(best) = ranked.iter().find(|one| is_there(&one.file.path)) else { return Ok(answer) };
        let mut words = Words::new(store, &request.task, &query)?;
        let text = (request.read)(&best.file.path).unwrap_or_default();
        let lines = beadloom_words::lines(&text);
        let shown: Vec<String> = chunks(best).map(|chunk| of_span(&lines, chunk).join("\n")).collect();
        let held = words.named_in(&shown.join("\n"));
        answer.reason = Some(reason::sentence(&reason::reasons(best, &query, &held)));
        answer.score = Some((best.score * 10_000.0).round() / 10_000.0);
        answer.symbols = symbols(store, best, &query)?;
        answer.symbols.retain(|symbol| request.stale.has_line(&symbol.file_path, symbol.line_start));
        answer.path = Some(best.file.path.clone());
        answer.stale_paths = request.stale.shown_paths_of([best.file.path.as_str()]);
        Ok(answer)
    })
}

/// The best chunks of a file.
fn chunks(file: &RankedFile) -> impl Iterator<Item = Chunk> + '_ {
    file.chunks.iter().take(MAX_SYMBOLS).filter_map(|(number, _)| file.chunk(*number))
}

/// The definitions of the best chunks, by line.
fn symbols(store: &Store, file: &RankedFile, query: &CodeQuery) -> Result<Vec<Symbol>> {
    let matches = |name: &str| {
        let name = name.to_lowercase();
        query.terms.iter().filter(|(term, _)| name.contains(term.as_str())).count()
    };
    let mut ids: Vec<i64> = Vec::new();
    for chunk in chunks(file) {
        if let Some(symbol) = definition_of(file, chunk, query, None, &matches)
            && !ids.contains(&symbol.id)
        {
            ids.push(symbol.id);
        }
    }
    Ok(store.symbols_by_id(&ids)?.into_iter().map(shown).collect())
}
