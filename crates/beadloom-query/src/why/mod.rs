//! What a node, file or symbol needs, what needs it, and what a change of it concerns.

mod affected;
mod around;
mod dependency_graph;
mod files;
mod impact;
mod likely_tests;
mod nodes;
mod runnable;
mod shared_helpers;
mod symbols;
mod walk;

use std::collections::BTreeSet;

use beadloom_model::answers::{ANSWER_VERSION, DependenceCounts, DependenceOmitted, Focus, WhyAnswer};
use beadloom_model::requests::WhyRequest;
use beadloom_model::{Code, Error, Result};
use beadloom_store::Store;

use crate::Staleness;
use crate::focus::{Own, Resolved, resolve_all, symbol_focus_of};
use crate::lists::{cut, each_once};
use crate::mentioned::{is_telling_of_one, written_paths};
use crate::symbols::{Chosen, Named, chosen, named, several};
use crate::unseen::unseen;

pub use affected::{AffectedRequest, affected};
use dependency_graph::{DependencyGraph, Direction, DirectionResult, side};

/// Files below a folder that stand for it.
const MAX_FOLDER_FILES: usize = 10_000;

/// What was asked about, once it is known what it is.
enum Subject {
    Nodes(Vec<String>),
    Files { path: String, files: Vec<(i64, String)> },
    Symbols(Chosen),
}

/// Dependences of one reference, in both directions.
///
/// # Errors
/// `usage` for an empty reference, `not_found` with suggestions, `ambiguous` where several symbols have the name; store
/// errors.
pub fn why(store: &Store, request: &WhyRequest, stale: &Staleness) -> Result<WhyAnswer> {
    if request.reference.trim().is_empty() {
        return Err(Error::new(Code::Usage, "the reference is empty").hint_with(|hints| {
            format!("name a node, a path or a symbol: {}", hints.form::<WhyRequest>("REF"))
        }));
    }
    store.snapshot(|| {
        let resolved = resolve(store, &request.reference)?;
        let (focus, subject) = subject(store, resolved)?;
        match subject {
            Subject::Nodes(starts) => {
                let around = around::of_nodes(store, &starts, request.limit.get())?;
                answer(
                    store,
                    request,
                    stale,
                    focus,
                    Name::default(),
                    &mut nodes::Nodes::new(store, starts),
                    around,
                )
            }
            Subject::Files { path, files } => {
                let ids: Vec<i64> = files.iter().map(|(id, _)| *id).collect();
                let around = around::of_files(store, &ids, &focus)?;
                let name = Name { file: Some(path.clone()), ..Name::default() };
                let is_file = files.iter().any(|(_, file)| *file == path);
                let mut answer = answer(
                    store,
                    request,
                    stale,
                    focus,
                    name,
                    &mut files::Files::new(store, files)?,
                    around,
                )?;
                if is_file && answer.tests.is_empty() {
                    // Texts are not read here: routes and schemas are for who asks for tests alone.
                    let likely = likely_tests::likely(store, &[path], &[], request.depth.get(), &|_| None)?;
                    answer.likely_tests = likely.tests;
                }
                Ok(answer)
            }
            Subject::Symbols(Chosen { rows, others }) => {
                let around = around::of_symbols(store, &rows)?;
                let symbol = rows.first().map(|row| row.qualified_name.clone());
                let unseen = if request.reverse { None } else { unseen(store, &rows)? };
                let name = Name { symbol, others, unseen, ..Name::default() };
                answer(store, request, stale, focus, name, &mut symbols::Symbols::new(store, &rows)?, around)
            }
        }
    })
}

/// What the answer calls its subject, where that is no node.
#[derive(Default)]
struct Name {
    file: Option<String>,
    symbol: Option<String>,
    /// Where else the symbol's name is defined.
    others: Vec<String>,
    /// Which uses of the symbol cannot be seen.
    unseen: Option<String>,
}

/// What documents call a file or symbol by; nothing where that may be several.
fn called(store: &Store, name: &Name) -> Result<BTreeSet<String>> {
    let path = name.file.as_deref().map(|path| written_paths(store, path)).transpose()?;
    let mut names = path.unwrap_or_default();
    if let Some(symbol) = &name.symbol {
        let short = symbol.rsplit('.').next().unwrap_or(symbol);
        if is_telling_of_one(store, short)? {
            names.insert(short.to_owned());
        }
    }
    Ok(names)
}

fn resolve(store: &Store, reference: &str) -> Result<Resolved> {
    let found = resolve_all(store, &[reference.to_owned()]).and_then(|found| {
        found.into_iter().next().ok_or_else(|| Error::new(Code::Internal, "a reference without a meaning"))
    });
    match found {
        Err(error) if error.code == Code::NotFound => match named(store, reference)? {
            Named::Several(names) => Err(several(reference, &names)),
            _ => Err(error),
        },
        other => other,
    }
}

fn subject(store: &Store, resolved: Resolved) -> Result<(Focus, Subject)> {
    let Resolved { mut focus, nodes, own } = resolved;
    let subject = match own {
        Own::Nothing => Subject::Nodes(nodes),
        Own::Symbols(rows) => {
            let chosen = chosen(store, &focus.r#ref, rows)?;
            if let Some(first) = chosen.rows.first() {
                focus = symbol_focus_of(&focus.r#ref, &chosen.rows, first);
            }
            Subject::Symbols(chosen)
        }
        Own::File(path) => {
            let files = store.file_id(&path)?.map(|id| (id, path.clone())).into_iter().collect();
            Subject::Files { path, files }
        }
        Own::Folder(path) => {
            let files = store.code_files_below(&path, MAX_FOLDER_FILES)?;
            Subject::Files { path, files }
        }
        Own::Touched(touched) => {
            let mut files = Vec::new();
            for path in touched.files {
                files.extend(store.file_id(&path)?.map(|id| (id, path)));
            }
            Subject::Files { path: focus.r#ref.clone(), files }
        }
    };
    Ok((focus, subject))
}

fn answer<F: DependencyGraph>(
    store: &Store,
    request: &WhyRequest,
    stale: &Staleness,
    focus: Focus,
    name: Name,
    field: &mut F,
    around: around::Around,
) -> Result<WhyAnswer> {
    let (depth, limit) = (request.depth.get(), request.limit.get());
    let up = side(field, Direction::Upstream, depth, limit)?;
    let listed = if request.reverse { 0 } else { limit };
    let down = side(field, Direction::Downstream, depth, listed)?;
    let holders = field.nodes_of(&down.keys)?;
    let direct = names(holders.iter().filter(|(at, _)| *at < down.direct_keys).map(|(_, id)| id));
    let mut affected = names(holders.iter().map(|(_, id)| id));
    affected.retain(|id| !around.own.contains(id));
    affected.truncate(around::MAX_AFFECTED_NODES);

    let mut tests = if field.has_tests() { down.tests.clone() } else { around.tests.clone() };
    let more_tests = cut(&mut tests, limit);
    let is_node = name.file.is_none() && name.symbol.is_none();
    let documented = around::Documented {
        own: &around.own,
        direct: &direct,
        is_nodes: is_node,
        names: &called(store, &name)?,
    };
    let (docs, more_docs) = around::documents(store, &documented, limit)?;
    let mut answer = WhyAnswer {
        version: ANSWER_VERSION,
        ref_id: if is_node { focus.ref_id.clone() } else { None },
        symbol: name.symbol,
        file: name.file,
        focus,
        other_definitions: name.others,
        depth: depth as u64,
        counts: counts(&up, &down),
        omitted: DependenceOmitted {
            upstream: up.omitted,
            downstream: down.omitted,
            parts: around.more_parts,
            tests: more_tests,
            docs_at_risk: more_docs,
        },
        upstream: up.items,
        downstream: down.items,
        part_of: around.part_of,
        parts: around.parts,
        tests,
        likely_tests: Vec::new(),
        docs_at_risk: docs,
        affected_nodes: affected,
        unseen: name.unseen,
        impact_summary: String::new(),
        warning: stale.warning.clone(),
        stale_paths: stale.shown_paths(),
    };
    answer.impact_summary = impact::paragraph(&answer, &down.first, F::WORDS);
    Ok(answer)
}

fn counts<K>(up: &DirectionResult<K>, down: &DirectionResult<K>) -> DependenceCounts {
    DependenceCounts {
        upstream_direct: up.direct,
        upstream_transitive: up.transitive,
        downstream_direct: down.direct,
        downstream_transitive: down.transitive,
        upstream_ambiguous: up.ambiguous,
        downstream_ambiguous: down.ambiguous,
        complete: up.complete && down.complete,
    }
}

/// Each name once, sorted.
fn names<'a>(all: impl Iterator<Item = &'a String>) -> Vec<String> {
    let names: Vec<&String> = each_once(all);
    names.into_iter().cloned().collect()
}
