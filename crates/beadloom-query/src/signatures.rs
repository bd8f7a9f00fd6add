//! The outline of files: what they define, without bodies.

use beadloom_model::CompactSort as _;
use beadloom_model::answers::{ANSWER_VERSION, FileOutline, SignaturesAnswer, Symbol};
use beadloom_model::requests::{SignaturesRequest, Whole};
use beadloom_model::{Code, Error, Result};
use beadloom_tokens::{CachedCounter, Counter};

use crate::QueryInput;
use crate::answer::json::tokens_of;
use crate::answer::packer::{Entry, Queue};
use crate::budget::frame_too_large;
use crate::enum_members::outline_of;
use crate::files::file_named;
use crate::symbols::shown;

/// Symbols of one file that are considered.
const MAX_SYMBOLS: usize = 20_000;

/// The outlines of the files, each once, within the budget. What is hidden is dropped before what is exported, then what stands
/// deepest, then what comes last.
///
/// # Errors
/// `usage` without paths, `outside_root`, `not_found` with suggestions, `budget_too_small`, `no_vocabulary`; store errors.
pub fn signatures(given: &QueryInput<'_>, request: &SignaturesRequest) -> Result<SignaturesAnswer> {
    let QueryInput { store, stale, read, .. } = *given;
    let counter = (given.counter)()?;
    store.snapshot(|| {
        let mut outlines: Vec<FileOutline> = Vec::new();
        for path in &request.paths {
            let file = file_named(store, path)?;
            if outlines.iter().any(|known| known.path == file.path) {
                continue;
            }
            let mut symbols: Vec<Symbol> =
                outline_of(store, &file.path, MAX_SYMBOLS, read)?.into_iter().map(shown).collect();
            let known = symbols.len();
            symbols.retain(|symbol| stale.has_line(&file.path, symbol.line_start));
            let gone = known.saturating_sub(symbols.len()) as u64;
            symbols.compact_sort_by(|a, b| {
                (a.line_start, b.line_end, &a.qualified_name)
                    .cmp(&(b.line_start, a.line_end, &b.qualified_name))
            });
            outlines.push(FileOutline {
                path: file.path,
                language: file.language,
                lines: file.lines,
                symbols,
                omitted: gone,
            });
        }
        let mut outlines = outlines.into_iter();
        let Some(first) = outlines.next() else {
            return Err(Error::new(Code::Usage, "no file given").hint_with(|hints| {
                format!("name a file of the project: {}", hints.form::<SignaturesRequest>("FILE"))
            }));
        };
        let answer = SignaturesAnswer {
            version: ANSWER_VERSION,
            path: first.path,
            language: first.language,
            lines: first.lines,
            symbols: first.symbols,
            omitted: first.omitted,
            more: outlines.collect(),
            tokens: 0,
            warning: stale.warning.clone(),
            stale_paths: stale.shown_paths_of(request.paths.iter().map(String::as_str)),
        };
        within(answer, request.budget.map_or(given.budget, Whole::get), &counter)
    })
}

/// The answer with as many symbols as the budget holds.
fn within(mut answer: SignaturesAnswer, budget: usize, counter: &Counter<'_>) -> Result<SignaturesAnswer> {
    let counter = &CachedCounter::new(*counter);
    let mut lists: Vec<Vec<Symbol>> = vec![std::mem::take(&mut answer.symbols)];
    lists.extend(answer.more.iter_mut().map(|outline| std::mem::take(&mut outline.symbols)));
    let entry = |(at, symbol): (usize, &Symbol)| {
        // With the comma behind its JSON.
        let cost = tokens_of(symbol, counter)? + 1;
        Ok(Entry { at, worth: (!symbol.exported, symbol.qualified_name.matches('.').count()), cost })
    };
    let entries = lists.iter().map(|symbols| symbols.iter().enumerate().map(entry).collect());
    let queue = Queue::new(entries.collect::<Result<_>>()?);

    // The numbers that are not known yet are as long as they can become.
    answer.tokens = budget as u64;
    let most = lists.iter().map(|symbols| symbols.len() as u64).max().unwrap_or(0);
    set_symbols(&mut answer, lists.iter().map(|_| Vec::new()).collect(), &vec![most; lists.len()]);
    let frame = tokens_of(&answer, counter)?;
    if frame > budget {
        return Err(frame_too_large(budget, frame as u64, "files"));
    }
    let mut taken = queue.reach(budget - frame);
    // Tokens may join differently once the pieces stand together.
    loop {
        let mut omitted = Vec::with_capacity(lists.len());
        let mut symbols = Vec::with_capacity(lists.len());
        for (all, kept) in lists.iter().zip(queue.first(taken)) {
            omitted.push((all.len() - kept.len()) as u64);
            symbols.push(kept.iter().filter_map(|at| all.get(*at)).cloned().collect());
        }
        set_symbols(&mut answer, symbols, &omitted);
        let tokens = tokens_of(&answer, counter)?;
        if tokens <= budget || taken == 0 {
            answer.tokens = tokens as u64;
            return Ok(answer);
        }
        taken -= taken.min((tokens - budget) / 16 + 1);
    }
}

fn set_symbols(answer: &mut SignaturesAnswer, lists: Vec<Vec<Symbol>>, omitted: &[u64]) {
    let mut both = lists.into_iter().zip(omitted.iter().copied());
    if let Some((symbols, omitted)) = both.next() {
        answer.symbols = symbols;
        answer.omitted = omitted;
    }
    for (outline, (symbols, omitted)) in answer.more.iter_mut().zip(both) {
        outline.symbols = symbols;
        outline.omitted = omitted;
    }
}
