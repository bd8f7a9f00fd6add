//! Ways along calls, uses of types, inheritance and overriding.

use beadloom_model::answers::{Certainty, UseKind, Way, WayStep};
use beadloom_model::{CompactSort as _, Result, SymbolKind};
use beadloom_store::{Confidence, Store, SymbolPlace, SymbolRow};
use rustc_hash::{FxHashMap, FxHashSet};

use super::ends::End;
use super::trace::{Edge, Edges, MAX_STEPS, Reach, traced};
use crate::overrides::Overrides;
use crate::references::{callees_of_all, callers};
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
///
/// # Errors
/// Store errors.
pub(super) fn ways(store: &Store, from: &End, to: &End, unsure: bool) -> Result<(Vec<Way>, Reach)> {
    let mut overrides = Overrides::new(store);
    let mut edges: Edges<i64> = FxHashMap::default();
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
        let mut next: Edges<i64> = FxHashMap::default();
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
                let (rank, kind) = kind_of(row.kind);
                let edge = Edge {
                    confidence: certainty(row.confidence),
                    rank,
                    kind,
                    from: row.near,
                    file: row.file_id,
                    line: row.lines.first().copied().unwrap_or(1),
                };
                let known = next.entry(far).or_default();
                if !known.contains(&edge) {
                    known.push(edge);
                }
            }
        }
        add_constructors(store, &places, &seen, &mut next)?;
        if next.is_empty() {
            break;
        }
        reach.steps = step as u64;
        reach.reached += next.len() as u64;
        for known in next.values_mut() {
            known.compact_sort();
        }
        let mut reached: Vec<i64> = next.keys().copied().collect();
        reached.sort_unstable();
        seen.extend(reached.iter().copied());
        edges.extend(next);
        let mut targets: Vec<i64> = reached.iter().copied().filter(|id| to.symbols.contains(id)).collect();
        if !targets.is_empty() {
            targets.compact_sort();
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
    next: &mut Edges<i64>,
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
    let mut files: Vec<i64> =
        places.iter().filter(|place| classes.contains(&place.id)).map(|place| place.file_id).collect();
    files.compact_sort();
    files.dedup();
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
                    let known = next.entry(member.id).or_default();
                    if !known.contains(&edge) {
                        known.push(edge);
                    }
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

fn kind_of(kind: UseKind) -> (u8, &'static str) {
    match kind {
        UseKind::Call => (0, "call"),
        UseKind::Override => (1, "override"),
        UseKind::Inherit => (2, "inherit"),
        UseKind::Type => (3, "type"),
        UseKind::Value => (4, "value"),
        UseKind::Convention => (5, "convention"),
    }
}

fn described(store: &Store, targets: &[i64], edges: &Edges<i64>) -> Result<Vec<Way>> {
    // All that may stand on a way.
    let mut ids: FxHashSet<i64> = FxHashSet::default();
    let mut open: Vec<i64> = targets.to_vec();
    let mut files: FxHashSet<i64> = FxHashSet::default();
    while let Some(id) = open.pop() {
        if ids.insert(id) {
            for edge in edges.get(&id).into_iter().flatten() {
                files.insert(edge.file);
                open.push(edge.from);
            }
        }
    }
    let ids: Vec<i64> = ids.into_iter().collect();
    let rows: FxHashMap<i64, SymbolRow> =
        store.symbols_by_id(&ids)?.into_iter().map(|row| (row.id, row)).collect();
    let files: Vec<i64> = files.into_iter().collect();
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
///
/// # Errors
/// Store errors.
pub(super) fn is_referred_to(store: &Store, end: &End) -> Result<bool> {
    let mut ids: Vec<i64> = end.symbols.iter().copied().collect();
    ids.sort_unstable();
    let found = callers(store, &ids, 500)?;
    Ok(found.rows.iter().any(|row| row.far.is_none_or(|far| !end.symbols.contains(&far))))
}
