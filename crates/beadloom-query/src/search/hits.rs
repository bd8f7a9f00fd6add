//! Hits in code, from ranked files.

use std::collections::{BTreeSet, HashMap};

use beadloom_model::Result;
use beadloom_model::answers::{Explanation, Hit, HitType};
use beadloom_store::{Store, SymbolRow};

use super::candidate::Candidate;
use super::code::{Allowed, RankedFile, ordered};
use super::filter::Filter;
use super::meaning::QueryVector;
use super::query::CodeQuery;
use super::rank::Ranker;
use super::request::SearchRequest;
use super::snippet;
use super::sources::Sources;
use super::spot::{Spot, Spotter};
use super::weights::{FILE_WEIGHTS, explained};
use super::words::Words;

/// Scores of neighbours differ by at least so much: their order is that of their files.
const MIN_SCORE_DIFFERENCE: f64 = 0.0001;

/// A hit before its definition is read.
#[derive(Clone)]
struct Place<'f> {
    file: &'f RankedFile,
    /// Row id of its definition.
    symbol: Option<i64>,
    lines: (u32, u32),
    /// The line from which on its snippet may be shown.
    from: u32,
    /// How much of the query its chunk holds, 0 to 1.
    words: f64,
}

/// Hits in code, in their order: what the query names exactly, then by file. The scores fall from hit to hit, on the
/// scale of nodes and documents.
pub(super) fn in_code(
    store: &Store,
    request: &SearchRequest<'_>,
    filter: &Filter,
    ranker: &Ranker,
    query: &CodeQuery,
    asked: Option<&QueryVector>,
    (sources, holders): (&Sources<'_>, &BTreeSet<u32>),
) -> Result<Vec<Candidate>> {
    let keep = |path: &str| filter.keeps_path(path);
    let path: Option<&dyn Fn(&str) -> bool> = if filter.has_pattern() { Some(&keep) } else { None };
    let allowed = Allowed { language: filter.language(), path, ..Allowed::default() };
    let files = ordered(store, query, allowed, asked, holders)?.files;
    // Where the name stands as it is written, one that is spelt otherwise is another.
    let folds = |file: &RankedFile| holders.is_empty() || file.holds_name;
    let exact: Vec<Option<Place<'_>>> =
        files.iter().map(|file| exact_place(file, filter, ranker, folds(file))).collect();
    let words = Words::new(store, request.query.trim(), query)?;
    let mut spotter = Spotter { query, ranker, kind: filter.symbol_kind(), words };
    // Files keep their order among what is exact and among what is not. Where enough was found, nobody asks further.
    let mut places: Vec<Place<'_>> = exact.iter().flatten().cloned().collect();
    for (file, exact) in files.iter().zip(exact) {
        if places.len() >= request.limit {
            break;
        }
        places.extend(other_places(file, exact, &mut spotter, sources, request.all_chunks));
    }
    places.truncate(request.limit);
    let ids: Vec<i64> = places.iter().filter_map(|place| place.symbol).collect();
    let symbols: HashMap<i64, SymbolRow> =
        store.symbols_by_id(&ids)?.into_iter().map(|symbol| (symbol.id, symbol)).collect();
    let mut hits: Vec<Candidate> = places
        .iter()
        .map(|place| {
            let symbol = place.symbol.and_then(|id| symbols.get(&id));
            let score = match symbol {
                Some(symbol) => ranker.symbol(symbol, place.file, place.words),
                None => ranker.piece(place.file, place.words),
            };
            let explain = if request.explain {
                explained(&place.file.values, &FILE_WEIGHTS, query.is_text)
            } else {
                Vec::new()
            };
            let mut found = hit(place, symbol, score, explain);
            if let Some(text) = sources.text(&place.file.file.path) {
                snippet::of_code(&mut found.hit, place.from, &text, query, &mut spotter.words);
            }
            found
        })
        .collect();
    let mut below = f64::MIN;
    for found in hits.iter_mut().rev() {
        found.hit.score = found.hit.score.max(below + MIN_SCORE_DIFFERENCE);
        below = found.hit.score;
    }
    Ok(hits)
}

/// Where a file defines the very name that is looked for.
fn exact_place<'f>(
    file: &'f RankedFile,
    filter: &Filter,
    ranker: &Ranker,
    but_for_case: bool,
) -> Option<Place<'f>> {
    let kind = filter.symbol_kind();
    let chunk_words = |line: u32| {
        let number = file.file.chunks.iter().position(|chunk| chunk.first <= line && line <= chunk.last);
        let score = file.chunks.iter().find(|(other, _)| Some(*other) == number);
        score.map_or(0.0, |(_, score)| score.min(1.0))
    };
    let symbol = file
        .outline
        .iter()
        .filter(|symbol| kind.is_none_or(|kind| symbol.kind == kind))
        .find(|symbol| ranker.is_exact(&symbol.name, &symbol.qualified_name, but_for_case))?;
    Some(Place {
        file,
        symbol: Some(symbol.id),
        lines: (symbol.line_start, symbol.line_end),
        from: symbol.line_start,
        words: chunk_words(symbol.line_start),
    })
}

/// The best spot of a file in which nothing is named exactly; with `all` one for every chunk that matches.
fn other_places<'f>(
    file: &'f RankedFile,
    exact: Option<Place<'f>>,
    spotter: &mut Spotter<'_>,
    sources: &Sources<'_>,
    all: bool,
) -> Vec<Place<'f>> {
    if exact.is_some() && !all {
        return Vec::new();
    }
    let most = if all { usize::MAX } else { 1 };
    let mut places: Vec<Place<'f>> = Vec::new();
    for Spot { symbol, lines, from, words } in spotter.spots(file, sources.text(&file.file.path), most) {
        let symbol = symbol.map(|symbol| symbol.id);
        let is_one = |place: &Place<'_>| symbol.is_some() && place.symbol == symbol && place.lines == lines;
        if !exact.iter().chain(&places).any(is_one) {
            places.push(Place { file, symbol, lines, from, words });
        }
    }
    places
}

fn hit(place: &Place<'_>, symbol: Option<&SymbolRow>, score: f64, explain: Vec<Explanation>) -> Candidate {
    let path = place.file.file.path.clone();
    let of_file = if place.file.file.is_text { snippet::OTHER_TEXT } else { "code" };
    let kind = symbol.map_or(of_file, |symbol| symbol.kind.as_str());
    let hit = Hit {
        r#type: HitType::Code,
        ref_id: symbol.and_then(|symbol| symbol.ref_id.clone()),
        kind: kind.to_owned(),
        name: symbol.map_or_else(|| path.clone(), |symbol| symbol.qualified_name.clone()),
        path: Some(path),
        line_start: Some(place.lines.0),
        line_end: Some(place.lines.1),
        signature: symbol.map(|symbol| symbol.signature.clone()),
        summary: symbol.and_then(|symbol| symbol.summary.clone()),
        snippet: None,
        snippet_line: None,
        score,
        explain,
    };
    Candidate { hit, chunk: None }
}
