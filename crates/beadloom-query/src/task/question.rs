//! Tasks that ask how one thing reaches another.

use beadloom_model::answers::Way;
use beadloom_model::{Code, Result};
use beadloom_store::Store;

use super::TaskRequest;
use crate::Staleness;
use crate::paths::path;
use crate::text::has_word;

/// Characters of a question.
const MAX_QUESTION_CHARS: usize = 300;

/// How it begins, what stands between its two ends, and whether the second end comes first.
const FORMS: &[(&str, &[&str], bool)] = &[
    (
        "how does ",
        &[" reach ", " get to ", " get into ", " end up in ", " end up at ", " lead to ", " call ", " use "],
        false,
    ),
    ("how do ", &[" reach ", " get to ", " get into ", " end up in ", " lead to "], false),
    ("how can ", &[" reach ", " get to "], false),
    ("how is ", &[" reached from ", " called from ", " called by ", " used by "], true),
    ("where does ", &[" call ", " use ", " reach "], false),
    ("path from ", &[" to "], false),
    ("way from ", &[" to "], false),
    ("how to get from ", &[" to "], false),
];

/// Words that stand before or behind a name.
const AROUND: &str = "\
    the a an function method class module file command type eventually finally";

/// Tokens of the budget for each step that is shown.
const PER_STEP: usize = 250;

/// The ways that a task asks for, the best first; none where it asks for none, where one of its ends is nothing in this project, or where
/// the budget is for code alone.
pub(super) fn ways(store: &Store, request: &TaskRequest<'_>) -> Result<Vec<Way>> {
    for (from, to) in ends(&request.task) {
        match path(store, [&from, &to], &Staleness::default(), request.read) {
            Ok(answer) if !answer.ways.is_empty() => {
                let mut room = request.budget / PER_STEP;
                let mut fits = |way: &Way| {
                    let fits = way.steps.len() <= room;
                    room = if fits { room - way.steps.len() } else { 0 };
                    fits
                };
                return Ok(answer.ways.into_iter().take_while(|way| fits(way)).collect());
            }
            // What is nothing here was no name.
            Ok(_) => {}
            Err(error) if matches!(error.code, Code::NotFound | Code::Usage) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(Vec::new())
}

/// From where to where a question asks, as names; the likeliest first.
fn ends(task: &str) -> Vec<(String, String)> {
    let Some(question) = task.lines().map(str::trim).find(|line| !line.is_empty()) else { return Vec::new() };
    if question.chars().count() > MAX_QUESTION_CHARS {
        return Vec::new();
    }
    // Of the same length in bytes, so that places agree.
    let lower = question.to_ascii_lowercase();
    let mut found = Vec::new();
    for (begins, between, is_reversed) in FORMS {
        let Some(begin) = lower.find(begins).map(|at| at + begins.len()) else { continue };
        for middle in *between {
            let Some(at) = lower.get(begin..).and_then(|rest| rest.find(middle)).map(|at| at + begin) else {
                continue;
            };
            let (Some(first), Some(second)) = (question.get(begin..at), question.get(at + middle.len()..))
            else {
                continue;
            };
            if let (Some(first), Some(second)) = (name_of(first), name_of(second)) {
                found.push(if *is_reversed { (second, first) } else { (first, second) });
            }
        }
    }
    found
}

/// The one name among words.
fn name_of(words: &str) -> Option<String> {
    let names: Vec<&str> = words
        .split_whitespace()
        .map(|word| word.trim_matches(|c: char| !c.is_alphanumeric() && !"_/.-".contains(c)))
        .map(|word| word.trim_end_matches(['.', '-']))
        .filter(|word| !word.is_empty() && !has_word(AROUND, &word.to_ascii_lowercase()))
        .collect();
    match names.as_slice() {
        [name] => Some((*name).to_owned()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::ends;

    #[test]
    fn questions_have_two_ends() {
        for (task, expected) in [
            ("How does `main` reach the Ledger?", Some(("main", "Ledger"))),
            ("how does src/cli.ts get to Store.open", Some(("src/cli.ts", "Store.open"))),
            ("How is the class Ledger reached from checkout?", Some(("checkout", "Ledger"))),
            ("show the path from parse to emit", Some(("parse", "emit"))),
            ("how does the cache of pages reach a good hit rate", None),
            ("fix the ledger", None),
        ] {
            let found = ends(task);
            let first = found.first().map(|(from, to)| (from.as_str(), to.as_str()));
            assert_eq!(first, expected, "{task}");
        }
    }
}
