//! The definitions that a task names as they stand in code: who names one wants to read it, whatever else matches.

use std::collections::BTreeMap;

use beadloom_model::Result;
use beadloom_store::{Store, SymbolPlace};

use crate::places::is_test;
use crate::search::query::{CodeQuery, Named};

/// Names that are looked up.
const MAX_NAMES: usize = 10;

/// Definitions of a name; where there are more, it says which one is meant only together with a type.
const MAX_DEFINITIONS: usize = 3;

/// Definitions of a name among which such a one is looked for.
const MAX_CANDIDATES: usize = 40;

/// What a file is worth that alone defines a name; of several, each has its part. A question names what it is about, a task often what the
/// place to be changed uses.
const WORTH_TO_QUESTION: f64 = 6.0;
const WORTH_TO_TASK: f64 = 2.0;

/// Lines of a definition that does something, at least, where others of its name are there.
const MIN_WORK: u32 = 8;

/// Members of a type that are looked up by words, and bytes of their names at least.
const MAX_MEMBERS: usize = 4;
const MIN_MEMBER: usize = 3;

/// What a file defines of the names of a task.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Defined {
    /// What that adds to its score.
    pub worth: f64,
    /// First lines of the definitions, in the order in which the task names them.
    pub lines: Vec<u32>,
}

/// The files that define what the task names, by path. `keep`: those that are wanted.
pub(super) fn defined(
    store: &Store,
    query: &CodeQuery,
    is_question: bool,
    keep: &dyn Fn(&str) -> bool,
) -> Result<BTreeMap<String, Defined>> {
    let worth = if is_question { WORTH_TO_QUESTION } else { WORTH_TO_TASK };
    let mut found: BTreeMap<String, Defined> = BTreeMap::new();
    let is_meant = |named: &&Named| is_distinct(named) || is_question && is_own(&named.name);
    for named in query.named.iter().filter(is_meant).take(MAX_NAMES) {
        let mut definitions = definitions(store, query, named, keep)?;
        let share = worth / f64::from(u32::try_from(definitions.len().max(1)).unwrap_or(u32::MAX)).sqrt();
        if is_question {
            let members = members(store, query, &definitions)?;
            definitions.extend(members);
        }
        for definition in definitions {
            let defined = found.entry(definition.file_path).or_default();
            // One file is not worth more for every method of a class.
            defined.worth = defined.worth.max(share);
            if !defined.lines.contains(&definition.line_start) {
                defined.lines.push(definition.line_start);
            }
        }
    }
    Ok(found)
}

/// The definitions of a name, as far as they are few: those that stand in a type or file which the task names too, else those that are
/// no tests, else all. What has a type before it that is not there is another's: `os.path.join`.
fn definitions(
    store: &Store,
    query: &CodeQuery,
    named: &Named,
    keep: &dyn Fn(&str) -> bool,
) -> Result<Vec<SymbolPlace>> {
    let mut all = store.places_named(&named.name, MAX_CANDIDATES)?;
    all.retain(|place| keep(&place.file_path));
    // Of overloads that one is meant which does the work.
    let is_overloaded = |one: &SymbolPlace| {
        all.iter().any(|other| {
            other.file_id == one.file_id
                && other.qualified_name == one.qualified_name
                && lines_of(other) >= MIN_WORK
                && lines_of(one) < MIN_WORK.min(lines_of(other))
        })
    };
    let stubs: Vec<i64> = all.iter().filter(|one| is_overloaded(one)).map(|one| one.id).collect();
    all.retain(|place| !stubs.contains(&place.id));
    let is_within_named = |place: &SymbolPlace| {
        let mut around = place.qualified_name.rsplit('.').skip(1).chain(stem(&place.file_path));
        around.any(|scope| match &named.qualifier {
            Some(qualifier) => qualifier == scope,
            None => query
                .named
                .iter()
                .any(|other| other.name == scope && (is_distinct(other) || is_own(&named.name))),
        })
    };
    if named.qualifier.is_none() && is_own(&named.name) {
        // It stands in every class.
        all.retain(is_within_named);
    }
    if named.qualifier.is_some() && !has_several_words(&named.name) {
        all.retain(is_within_named);
    }
    let choices: [&dyn Fn(&SymbolPlace) -> bool; 3] =
        [&is_within_named, &|place| !is_test(&place.file_path), &|_| true];
    for choice in choices {
        let chosen: Vec<SymbolPlace> = all.iter().filter(|place| choice(place)).cloned().collect();
        if !chosen.is_empty() {
            return Ok(if chosen.len() <= MAX_DEFINITIONS { chosen } else { Vec::new() });
        }
    }
    Ok(Vec::new())
}

/// What definitions hold whose name is a word of the question: who asks for the name of a type and a word asks for its member of that name.
fn members(store: &Store, query: &CodeQuery, types: &[SymbolPlace]) -> Result<Vec<SymbolPlace>> {
    let mut found = Vec::new();
    for one in types {
        let is_asked = |place: &SymbolPlace| {
            place
                .qualified_name
                .strip_prefix(&one.qualified_name)
                .and_then(|rest| rest.strip_prefix('.'))
                .is_some_and(|member| {
                    member.len() >= MIN_MEMBER && query.words.contains(&member.to_lowercase())
                })
        };
        found.extend(store.symbol_places_in(one.file_id)?.into_iter().filter(is_asked).take(MAX_MEMBERS));
    }
    Ok(found)
}

fn lines_of(place: &SymbolPlace) -> u32 {
    place.line_end.saturating_sub(place.line_start) + 1
}

/// Whether a name can be nothing but that of code: it has several words, something before it, or was written as code. `Cluster` in the middle
/// of a sentence is a word.
fn is_distinct(named: &Named) -> bool {
    named.is_code || named.qualifier.is_some() || has_several_words(&named.name)
}

/// Whether a name is one that a language itself calls: `__init__`.
fn is_own(name: &str) -> bool {
    name.starts_with("__") && name.ends_with("__")
}

/// Python's own names have one: they stand in every class.
fn has_several_words(name: &str) -> bool {
    !is_own(name) && beadloom_words::split_identifiers(name).contains(' ')
}

/// A file's name without its ending.
fn stem(path: &str) -> Option<&str> {
    path.rsplit('/').next()?.split('.').next()
}
