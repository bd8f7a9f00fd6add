//! Hits among nodes and documents: what matches by words, and what is near by meaning.

use beadloom_model::CompactSort as _;
use std::collections::HashSet;

use beadloom_model::Result;
use beadloom_model::answers::{Hit, HitType};
use beadloom_store::{ChunkMatch, NodeMatch, Store, VectorsOf, words};

use super::candidate::Candidate;
use super::filter::Filter;
use super::meaning::{Among, QueryVector};
use super::rank::{Judged, Ranker};
use super::request::SearchRequest;

/// Nodes and pieces of documents, at least, that are ranked by more than their words.
const FEW_CANDIDATES: usize = 40;

/// The same of pieces of documents, where a name is looked for.
const MANY_CANDIDATES: usize = 200;

/// Nodes and pieces of documents that come by meaning alone.
const BY_MEANING: usize = 10;

/// Those whose signs agree most with the query's are compared closely.
const COMPARED: usize = 200;

/// With all that are as near as the last of them.
const MAX_TIED_ITEMS: usize = 100;

/// What holds no word of the query must be nearly as near as the nearest: much is a little like everything.
const NEARLY: f32 = 0.75;

/// Rows that are near enough to be found by that alone.
fn near(among: &Among<'_>, keep: &dyn Fn(u32) -> bool) -> Vec<u32> {
    let mut near = among.near(among.floor, COMPARED, keep);
    near.compact_sort_by(|a, b| b.1.total_cmp(&a.1));
    let best = near.first().map_or(0.0, |(_, nearness)| *nearness);
    // Numbers of rows differ between two indexes of the same files: what is as near as the last comes too.
    let last = near.get(BY_MEANING - 1).map_or(0.0, |(_, nearness)| *nearness);
    near.retain(|(_, nearness)| *nearness >= last.max(best * NEARLY));
    near.truncate(MAX_TIED_ITEMS);
    near.into_iter().map(|(row, _)| row).collect()
}

pub(super) fn nodes(
    store: &Store,
    request: &SearchRequest<'_>,
    filter: &Filter,
    ranker: &Ranker,
    asked: Option<&QueryVector>,
) -> Result<Vec<Candidate>> {
    let query = request.query.trim();
    let keep = |kind: &str, source: Option<&str>| filter.keeps_node(kind, source);
    let mut found = match words::match_expression(query) {
        Some(expression) => store.search_nodes(&expression, FEW_CANDIDATES.max(request.limit), &keep)?,
        None => Vec::new(),
    };
    let mut known: HashSet<i64> = found.iter().map(|node| node.id).collect();
    let mut more: Vec<NodeMatch> = store.node_match(query)?.into_iter().collect();
    let among = asked.map(|asked| asked.among(store, VectorsOf::Nodes)).transpose()?.flatten();
    if let Some(among) = &among {
        let id = |row: u32| among.vectors().owner(row).map(|(id, _)| id);
        let ids: Vec<i64> = near(among, &|_| true).into_iter().filter_map(id).collect();
        more.extend(store.node_matches(&ids)?);
    }
    more.retain(|node| keep(&node.kind, node.source.as_deref()) && known.insert(node.id));
    found.extend(more);
    let best = best_score(found.iter().map(|one| one.score));
    Ok(found
        .into_iter()
        .map(|one| {
            let row = among.as_ref().and_then(|among| Some((among, among.vectors().first_row(one.id)?)));
            let nearness = row.map_or(0.0, |(among, row)| among.of_row(row));
            let judged = ranker.node(&one, one.score / best, f64::from(nearness));
            node_hit(one, judged, request.explain)
        })
        .collect())
}

pub(super) fn documents(
    store: &Store,
    request: &SearchRequest<'_>,
    filter: &Filter,
    ranker: &Ranker,
    asked: Option<&QueryVector>,
) -> Result<Vec<Candidate>> {
    let keep = |path: &str| filter.keeps_path(path);
    let keep: Option<&dyn Fn(&str) -> bool> = if filter.has_pattern() { Some(&keep) } else { None };
    let expression = words::match_expression(&request.query);
    // The index knows stems: what holds the very name may stand far behind what holds many of another form.
    let most = if ranker.name().is_some() { MANY_CANDIDATES } else { FEW_CANDIDATES };
    let found = chunks(store, expression.as_deref(), most.max(request.limit), keep, asked)?;
    let best = best_score(found.iter().map(|(one, _)| one.score));
    Ok(found
        .into_iter()
        .map(|(one, nearness)| {
            let judged = ranker.chunk(&one, one.score / best, nearness);
            doc_hit(one, judged, request.explain)
        })
        .collect())
}

/// The best `most` chunks of documents by words, and those that are near; each with how near it is.
pub(crate) fn chunks(
    store: &Store,
    expression: Option<&str>,
    most: usize,
    keep: Option<&dyn Fn(&str) -> bool>,
    asked: Option<&QueryVector>,
) -> Result<Vec<(ChunkMatch, f64)>> {
    let mut found = match expression {
        Some(expression) => store.search_chunks(expression, most, keep)?,
        None => Vec::new(),
    };
    let Some(among) = asked.map(|asked| asked.among(store, VectorsOf::Docs)).transpose()?.flatten() else {
        return Ok(found.into_iter().map(|one| (one, 0.0)).collect());
    };
    let known: HashSet<i64> = found.iter().map(|one| one.chunk.id).collect();
    let allowed = keep.map(|keep| store.documents_at(keep)).transpose()?;
    let is_allowed = |row: u32| {
        let document = among.vectors().owner(row).map(|(id, _)| id);
        allowed.as_ref().is_none_or(|allowed| document.is_some_and(|id| allowed.contains(&id)))
    };
    let places: Vec<(i64, u32)> =
        near(&among, &is_allowed).into_iter().filter_map(|row| among.vectors().owner(row)).collect();
    found.extend(store.chunk_matches(&places)?.into_iter().filter(|one| !known.contains(&one.chunk.id)));
    let nearness = |one: &ChunkMatch| {
        let row = among.vectors().first_row(one.chunk.doc_id)?.checked_add(one.chunk.index)?;
        Some(f64::from(among.of_row(row)))
    };
    Ok(found
        .into_iter()
        .map(|one| {
            let nearness = nearness(&one).unwrap_or(0.0);
            (one, nearness)
        })
        .collect())
}

/// The best score of a tier, or 1: what the others are measured by.
fn best_score(scores: impl Iterator<Item = f64>) -> f64 {
    let best = scores.fold(0.0, f64::max);
    if best > 0.0 { best } else { 1.0 }
}

fn node_hit(found: NodeMatch, judged: Judged, explain: bool) -> Candidate {
    let hit = Hit {
        r#type: HitType::Node,
        ref_id: Some(found.ref_id.clone()),
        kind: found.kind,
        name: found.ref_id,
        path: found.source.filter(|source| !source.is_empty()),
        line_start: None,
        line_end: None,
        signature: None,
        summary: (!found.summary.is_empty()).then_some(found.summary),
        snippet: None,
        snippet_line: None,
        score: judged.score,
        explain: if explain { judged.explain } else { Vec::new() },
    };
    Candidate { hit, chunk: None }
}

fn doc_hit(found: ChunkMatch, judged: Judged, explain: bool) -> Candidate {
    let ChunkMatch { chunk, title, .. } = found;
    let name = match (&title, chunk.heading.as_str()) {
        (Some(title), "") => title.clone(),
        (None, "") => chunk.doc_path.clone(),
        (_, heading) => heading.to_owned(),
    };
    let hit = Hit {
        r#type: HitType::Doc,
        ref_id: chunk.ref_id.clone(),
        kind: chunk.section.as_str().to_owned(),
        name,
        path: Some(chunk.doc_path.clone()),
        line_start: Some(chunk.line_start),
        line_end: None,
        signature: None,
        summary: title,
        snippet: None,
        snippet_line: None,
        score: judged.score,
        explain: if explain { judged.explain } else { Vec::new() },
    };
    Candidate { hit, chunk: Some(chunk) }
}
