//! Ways along calls, uses of types, inheritance and overriding.

use beadloom_model::answers::{Certainty, Way, WayStep};
use beadloom_model::{Result, SymbolKind};
use beadloom_store::{Confidence, Store, SymbolPlace, SymbolRow};
use rustc_hash::{FxHashMap, FxHashSet};

use super::endpoints::End;
use super::trace::{Edge, Edges, MAX_STEPS, Reach, add_edge, add_level, on_ways, traced};
use crate::lists::each_once;
use crate::overrides::Overrides;
use crate::references::{callees_of_all, callers, rank_and_name};
use crate::refs::certainty;

/// Symbols that are reached, at most.
const MAX_REACHED_SYMBOLS: usize = 50_000;

/// Steps that are followed where some may mean something else: of a longer way nobody would believe all.
const MAX_UNSURE_STEPS: usize = 4;

/// References that may mean several things, that are named.
const MAX_AMBIGUOUS_REFERENCES: usize = 3;

/// Members that run when a value of their type is made.
const CONSTRUCTORS: &[&str] = &["__init__", "__new__", "__post_init__", "constructor", "initialize", "new"];

/// The shortest ways, and how far the walk came. `unsure`: steps that may mean something else count too.
pub(super) fn ways(store: &Store, from: &End, to: &End, unsure: bool) -> Result<(Vec<Way>, Reach)> {
    let mut overrides = Overrides::new(store);
    let mut edges: Edges = FxHashMap::default();
    let mut reach = Reach { complete: true, ..Reach::default() };
    let starts: FxHashSet<i64> = from.symbols.difference(&to.symbols).copied().collect();
    let mut seen = starts.clone();
    let mut level: Vec<i64> = starts.into_iter().collect();
    level.sort_unstable();
    for step in 1..=if unsure { MAX_UNSURE_STEPS } else { MAX_STEPS } {
        if level.is_empty() {
            break;
        }
        if seen.len() > MAX_REACHED_SYMBOLS {
            reach.complete = false;
            break;
        }
        let places = store.symbol_places(&level)?;
        let found = callees_of_all(store, &mut overrides, &places)?;
        let mut next: Edges = FxHashMap::default();
        for row in &found.rows {
            let sure = row.confidence != Confidence::Ambiguous || row.dispatched;
            if !sure && !unsure {
                if row.far.is_some_and(|far| !seen.contains(&far)) {
                    note_unsure(&mut reach, &found.paths, row.file_id, row.lines.first());
                }
                continue;
            }
            let others = if sure { &[][..] } else { &row.candidates[..] };
            for far in row.far.into_iter().chain(others.iter().copied()) {
                if seen.contains(&far) {
                    continue;
                }
                let (rank, kind) = rank_and_name(row.kind);
                let edge = Edge {
                    confidence: certainty(row.confidence),
                    rank,
                    kind,
                    from: row.near,
                    file: row.file_id,
                    line: row.lines.first().copied().unwrap_or(1),
                };
                add_edge(&mut next, far, edge);
            }
        }
        add_constructors(store, &places, &seen, &mut next)?;
        if next.is_empty() {
            break;
        }
        reach.steps = step as u64;
        reach.reached += next.len() as u64;
        let reached = add_level(next, &mut edges, &mut seen);
        let targets: Vec<i64> = reached.iter().copied().filter(|id| to.symbols.contains(id)).collect();
        if !targets.is_empty() {
            return Ok((described(store, &targets, &edges)?, reach));
        }
        level = reached;
    }
    Ok((Vec::new(), reach))
}

/// What makes a value of a type that was reached is reached with it.
fn add_constructors(
    store: &Store,
    places: &[SymbolPlace],
    seen: &FxHashSet<i64>,
    next: &mut Edges,
) -> Result<()> {
    let mut types: FxHashMap<i64, Vec<&SymbolPlace>> = FxHashMap::default();
    for place in places {
        types.entry(place.file_id).or_default().push(place);
    }
    let ids: Vec<i64> = places.iter().map(|place| place.id).collect();
    let classes: FxHashSet<i64> = store
        .symbols_by_id(&ids)?
        .into_iter()
        .filter(|row| matches!(row.kind, SymbolKind::Class | SymbolKind::Type))
        .map(|row| row.id)
        .collect();
    let files: Vec<i64> =
        each_once(places.iter().filter(|place| classes.contains(&place.id)).map(|place| place.file_id));
    for file in files {
        let all = store.symbol_places_in(file)?;
        for place in types.get(&file).into_iter().flatten().filter(|place| classes.contains(&place.id)) {
            let short = place.qualified_name.rsplit('.').next().unwrap_or_default();
            for member in &all {
                let rest = member.qualified_name.strip_prefix(place.qualified_name.as_str());
                let Some(name) = rest.and_then(|rest| rest.strip_prefix('.')) else { continue };
                if (CONSTRUCTORS.contains(&name) || name == short) && !seen.contains(&member.id) {
                    let edge = Edge {
                        confidence: Certainty::Exact,
                        rank: 0,
                        kind: "constructor",
                        from: place.id,
                        file,
                        line: member.line_start,
                    };
                    add_edge(next, member.id, edge);
                }
            }
        }
    }
    Ok(())
}

fn note_unsure(
    reach: &mut Reach,
    paths: &std::collections::BTreeMap<i64, String>,
    file: i64,
    line: Option<&u32>,
) {
    reach.unsure_count += 1;
    if reach.unsure.len() < MAX_AMBIGUOUS_REFERENCES
        && let (Some(path), Some(line)) = (paths.get(&file), line)
    {
        reach.unsure.push(format!("{}:{line}", crate::text::line(path)));
    }
}

fn described(store: &Store, targets: &[i64], edges: &Edges) -> Result<Vec<Way>> {
    let (ids, files) = on_ways(targets, edges);
    let rows: FxHashMap<i64, SymbolRow> =
        store.symbols_by_id(&ids)?.into_iter().map(|row| (row.id, row)).collect();
    let paths: FxHashMap<i64, String> = store.paths_of_files(&files)?.into_iter().collect();
    Ok(traced(targets, edges, &|edge, to| {
        let (from, to) = (rows.get(&edge.from)?, rows.get(&to)?);
        Some(WayStep {
            path: paths.get(&edge.file)?.clone(),
            line: edge.line,
            text: None,
            from: from.qualified_name.clone(),
            to: to.qualified_name.clone(),
            at: format!("{}:{}", to.file_path, to.line_start),
            kind: edge.kind.to_owned(),
            confidence: edge.confidence,
        })
    }))
}

/// Whether anything outside of an end surely refers to something in it.
pub(super) fn is_referred_to(store: &Store, end: &End) -> Result<bool> {
    let mut ids: Vec<i64> = end.symbols.iter().copied().collect();
    ids.sort_unstable();
    let found = callers(store, &ids, 500)?;
    Ok(found.rows.iter().any(|row| row.far.is_none_or(|far| !end.symbols.contains(&far))))
}
