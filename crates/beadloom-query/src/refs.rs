//! Every place that refers to a symbol, and what the symbol itself refers to.

use beadloom_model::CompactSort as _;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use beadloom_model::answers::{
    ANSWER_VERSION, Callee, Caller, Certainty, Next, RefsAnswer, RefsCounts, RefsOmitted, UseKind,
};
use beadloom_model::languages::LanguageFamily;
use beadloom_model::requests::RefsRequest;
use beadloom_model::{LanguageId, MAX_LINES_ITEMS, ReferenceKind, Result};
use beadloom_store::{Confidence, MAX_DEFINITIONS, MAX_REFERENCE_CANDIDATES, Store, SymbolPlace, SymbolRow};

use crate::Staleness;
use crate::completeness::{Beside, of_refs};
use crate::lists::{cut, sort_once};
use crate::overrides::Overrides;
use crate::references::{Relation, Relations, callees_of_all, callers_of_all};
use crate::symbols::{Chosen, definitions, place_and_name, shown, with_members};
use crate::text;
use crate::unnamed::unnamed;
use crate::unread::unread_files;
use crate::unseen::{handed_on, unseen_reads};

/// Import statements that are named where nothing else refers to a symbol.
const MAX_IMPORT_ITEMS: u64 = 4;

/// So many files that refer to one symbol are looked at.
const MAX_FILES: usize = 5_000;

/// Other meanings that are shown of an ambiguous reference.
const MAX_CANDIDATES: usize = 3;

/// Places that are shown of one callee.
const MAX_PLACES: usize = 8;

fn wants(request: &RefsRequest, kind: UseKind, confidence: Certainty) -> bool {
    confidence <= request.confidence && request.kind.is_none_or(|wanted| wanted == kind)
}

/// Places that refer to the symbol, and what it refers to. A type's members count as its own for what it refers to,
/// and not for what refers to it.
///
/// # Errors
/// `usage` for an empty name, `not_found` with suggestions, `ambiguous` where several symbols have the name; store
/// errors.
pub fn refs(store: &Store, request: &RefsRequest, stale: &Staleness) -> Result<RefsAnswer> {
    store.snapshot(|| {
        let Chosen { rows, others } = definitions(store, &request.symbol)?;
        let symbol = rows.first().map(|row| row.qualified_name.clone()).unwrap_or_default();
        let ids: Vec<i64> = rows.iter().map(|row| row.id).collect();
        let mut overrides = Overrides::new(store);
        let to = callers_of_all(store, &mut overrides, &ids, MAX_FILES)?;
        let to_nothing = to.rows.is_empty();
        let members = with_members(store, &rows)?;
        let from = callees_of_all(store, &mut overrides, &members)?;
        let names = Names::of(store, &to, &from)?;

        let mut counts = count(&to);
        counts.left_out = calls_left_out(store, &rows)?;
        counts.unseen_reads = unseen_reads(store, &rows)?;
        let lists = lists_names(store, &rows)?;
        let handed_on = handed_on(store, &rows)?.into_values().next();
        let unread = unread_files(store, &rows)?;
        let unnamed = unnamed(store, &rows)?;
        counts.complete &= counts.left_out + counts.unseen_reads == 0
            && unread.is_none()
            && unnamed.is_none()
            && overrides.is_complete();
        counts.external_callees = from.external;
        let (found_callers, more_callers) = shown_callers(request, stale, &to, &names);
        let (found_callees, more_callees) = shown_callees(request, stale, &from, &members, &names);
        let mut answer = RefsAnswer {
            version: ANSWER_VERSION,
            symbol,
            definitions: rows
                .into_iter()
                .map(shown)
                .filter(|one| stale.has_line(&one.file_path, one.line_start))
                .collect(),
            other_definitions: others,
            callers: found_callers,
            callees: found_callees,
            counts,
            omitted: RefsOmitted { callers: more_callers, callees: more_callees },
            next: Next::default(),
            warning: stale.warning.clone(),
            stale_paths: Vec::new(),
        };
        let shown = answer.definitions.iter().map(|one| one.file_path.as_str());
        let callers = answer.callers.iter().map(|one| one.path.as_str());
        let callees = answer.callees.iter().map(|one| one.path.as_str());
        answer.stale_paths = stale.shown_paths_of(shown.chain(callers).chain(callees));
        let filtered = request.kind.is_some() || request.confidence != Certainty::Ambiguous;
        let reads = request.kind.is_none_or(|kind| kind == UseKind::Value);
        let imports = if to_nothing { imports_of(store, &answer.symbol)? } else { Vec::new() };
        let beside = Beside { reads, lists, handed_on, unread, unnamed, imports };
        answer.next = of_refs(&answer, filtered, &beside, request.hints);
        Ok(answer)
    })
}

/// Import statements that bring a name in, as `path:line`: to be imported and not used is no reference, but names it.
fn imports_of(store: &Store, symbol: &str) -> Result<Vec<String>> {
    let name = symbol.rsplit('.').next().unwrap_or(symbol);
    let found = store.imports_naming(name, MAX_IMPORT_ITEMS)?;
    Ok(found.into_iter().map(|(path, line)| format!("{}:{line}", text::line(&path))).collect())
}

/// How sure a reference is, as answers say it.
pub(crate) fn certainty(confidence: Confidence) -> Certainty {
    match confidence {
        Confidence::Exact => Certainty::Exact,
        Confidence::Unique => Certainty::Unique,
        Confidence::Ambiguous | Confidence::External => Certainty::Ambiguous,
    }
}

/// What the other ends of references are called.
struct Names(HashMap<i64, SymbolRow>);

impl Names {
    fn of(store: &Store, to: &Relations, from: &Relations) -> Result<Self> {
        let mut ids: BTreeSet<i64> = BTreeSet::new();
        for row in to.rows.iter().chain(&from.rows) {
            ids.extend(row.far);
            ids.extend(row.candidates.iter().take(MAX_CANDIDATES + 1));
        }
        let ids: Vec<i64> = ids.into_iter().collect();
        Ok(Self(store.symbols_by_id(&ids)?.into_iter().map(|row| (row.id, row)).collect()))
    }

    /// What else an ambiguous reference may mean than one symbol.
    fn candidates(&self, row: &Relation, but: i64) -> Vec<String> {
        row.candidates
            .iter()
            .filter(|id| **id != but)
            .filter_map(|id| self.0.get(id))
            .take(MAX_CANDIDATES)
            .map(|symbol| place_and_name(&symbol.file_path, symbol.line_start, &symbol.qualified_name))
            .collect()
    }
}

fn count(found: &Relations) -> RefsCounts {
    let mut counts = RefsCounts {
        exact: 0,
        unique: 0,
        ambiguous: 0,
        files: found.paths.len() as u64 + found.files_left_out,
        external_callees: 0,
        left_out: 0,
        unseen_reads: 0,
        complete: found.files_left_out == 0,
    };
    for row in &found.rows {
        counts.complete &= row.lines.len() < MAX_LINES_ITEMS;
        let places = row.lines.len() as u64;
        match certainty(row.confidence) {
            Certainty::Exact => counts.exact += places,
            Certainty::Unique => counts.unique += places,
            Certainty::Ambiguous => counts.ambiguous += places,
        }
    }
    counts
}

/// Calls that may mean one of the symbols and name none, because there are more candidates than are kept, or so many
/// that none are looked for.
pub(crate) fn calls_left_out(store: &Store, rows: &[SymbolRow]) -> Result<u64> {
    let Some(name) = rows.first().map(|row| row.symbol_name.as_str()) else { return Ok(0) };
    let named = store.count_named(name, MAX_DEFINITIONS + 1)?;
    if named <= MAX_REFERENCE_CANDIDATES {
        return Ok(0);
    }
    let paths: BTreeSet<&str> = rows.iter().map(|row| row.file_path.as_str()).collect();
    let languages: Vec<String> =
        paths.iter().filter_map(|path| store.language_of(path).transpose()).collect::<Result<_>>()?;
    let known = languages.iter().filter_map(|language| LanguageId::parse(language));
    let families: BTreeSet<LanguageFamily> = known.map(LanguageId::family).collect();
    let mut files = store.files_naming(name)?;
    files.retain(|(_, language)| language.is_some_and(|language| families.contains(&language.family())));
    let files: Vec<i64> = files.into_iter().map(|(file, _)| file).collect();
    let mut calls = 0;
    store.each_reference(&files, |_, _, fact, resolution| {
        let targets = resolution.targets();
        let is_cut =
            targets.is_empty() || targets.len() >= MAX_REFERENCE_CANDIDATES || named > MAX_DEFINITIONS;
        if fact.name == name
            && fact.kind == ReferenceKind::Call
            && resolution.confidence() == Confidence::Ambiguous
            && is_cut
            && !rows.iter().any(|row| targets.contains(&row.id))
        {
            calls += fact.places() as u64;
        }
    })?;
    Ok(calls)
}

/// Whether one is an enum of C or C++ whose values are names beside it.
fn lists_names(store: &Store, rows: &[SymbolRow]) -> Result<bool> {
    for row in rows.iter().filter(|row| row.form == "enum") {
        let language = store.language_of(&row.file_path)?.and_then(|id| LanguageId::parse(&id));
        if language.is_some_and(|language| language.family() == LanguageFamily::C) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The places that are shown, by path and line, and how many are not.
fn shown_callers(
    request: &RefsRequest,
    stale: &Staleness,
    found: &Relations,
    names: &Names,
) -> (Vec<Caller>, u64) {
    let mut places: Vec<(Certainty, &str, u32, &Relation)> = Vec::new();
    for row in &found.rows {
        let confidence = certainty(row.confidence);
        if wants(request, row.kind, confidence) {
            let path = found.paths.get(&row.file_id).map_or("", String::as_str);
            places.extend(row.lines.iter().map(|line| (confidence, path, *line, row)));
        }
    }
    let known = places.len();
    places.retain(|(_, path, line, _)| stale.has_line(path, *line));
    let gone = known.saturating_sub(places.len()) as u64;
    places.compact_sort_by(|a, b| (a.0, a.1, a.2, a.3.kind).cmp(&(b.0, b.1, b.2, b.3.kind)));
    let more = cut(&mut places, request.limit.get());
    places.compact_sort_by(|a, b| (a.1, a.2, a.0, a.3.kind).cmp(&(b.1, b.2, b.0, b.3.kind)));
    let callers = places
        .into_iter()
        .map(|(confidence, path, line, row)| Caller {
            path: path.to_owned(),
            line,
            symbol: row.far.and_then(|id| names.0.get(&id)).map(|symbol| symbol.qualified_name.clone()),
            kind: row.kind,
            confidence,
            candidates: names.candidates(row, row.near),
            reason: row.reason.as_deref().map(str::to_owned),
        })
        .collect();
    (callers, more + gone)
}

/// The symbols that are shown, by name, path and line, and how many are not. What stands within the symbol itself is
/// none of them.
fn shown_callees(
    request: &RefsRequest,
    stale: &Staleness,
    found: &Relations,
    members: &[SymbolPlace],
    names: &Names,
) -> (Vec<Callee>, u64) {
    let own: BTreeSet<i64> = members.iter().map(|place| place.id).collect();
    let mut grouped: BTreeMap<(i64, UseKind, Certainty), Vec<&Relation>> = BTreeMap::new();
    for row in &found.rows {
        let (kind, confidence) = (row.kind, certainty(row.confidence));
        if let Some(far) = row.far.filter(|far| !own.contains(far) && wants(request, kind, confidence)) {
            grouped.entry((far, kind, confidence)).or_default().push(row);
        }
    }
    let mut gone = 0;
    let mut entries: Vec<Callee> = grouped
        .into_iter()
        .filter_map(|((far, kind, confidence), rows)| {
            let symbol = names.0.get(&far)?;
            if !stale.has_line(&symbol.file_path, symbol.line_start) {
                gone += 1;
                return None;
            }
            let mut places: Vec<(&str, u32)> = rows
                .iter()
                .flat_map(|row| {
                    let path = found.paths.get(&row.file_id).map_or("", String::as_str);
                    row.lines.iter().map(move |line| (path, *line))
                })
                .collect();
            sort_once(&mut places);
            Some(Callee {
                path: symbol.file_path.clone(),
                line: symbol.line_start,
                symbol: symbol.qualified_name.clone(),
                kind,
                confidence,
                signature: symbol.signature.clone(),
                places: places.iter().take(MAX_PLACES).map(|(path, line)| format!("{path}:{line}")).collect(),
                candidates: rows.first().map(|row| names.candidates(row, far)).unwrap_or_default(),
                reason: rows.first().and_then(|row| row.reason.as_deref().map(str::to_owned)),
            })
        })
        .collect();
    let order = |one: &Callee| (one.symbol.clone(), one.path.clone(), one.line, one.kind, one.confidence);
    entries.compact_sort_by_cached_key(|one| (one.confidence, order(one)));
    let more = cut(&mut entries, request.limit.get());
    entries.compact_sort_by_cached_key(order);
    (entries, more + gone)
}
