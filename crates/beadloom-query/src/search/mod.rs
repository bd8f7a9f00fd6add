//! Search over nodes, documents and code.

pub(crate) mod code;
pub(crate) mod filter;
mod hits;
mod rank;
mod snippet;
mod suggest;
mod understand;

use beadloom_embed::StaticModel;
use beadloom_model::answers::{ANSWER_VERSION, Hit, HitType, SearchAnswer};
use beadloom_model::{Code, Error, Result};
use beadloom_store::{ChunkMatch, ChunkRow, NodeMatch, Store, words};

use crate::Staleness;
use filter::Filter;
use rank::Ranker;

/// The most hits that one search gives.
pub const MAX_HITS: usize = 1_000;

/// Nodes and pieces of documents, at least, that are ranked by more than their words.
const FEW_CANDIDATES: usize = 40;

/// What is searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Within {
    /// The graph's nodes.
    Nodes,
    /// Documents.
    Docs,
    /// Symbols in the code.
    Code,
    /// All of them.
    #[default]
    All,
}

/// What is looked for.
pub struct SearchRequest<'a> {
    /// Any text; operators and quotes are plain text.
    pub query: String,
    /// A node or symbol kind; documents have none and are left out.
    pub kind: Option<String>,
    /// What is searched.
    pub within: Within,
    /// Code in this language only, by its id in the language table.
    pub language: Option<String>,
    /// Files that a gitignore pattern matches only.
    pub path: Option<String>,
    /// Hits, at most; 1 to [`MAX_HITS`].
    pub limit: usize,
    /// Every chunk that matches, not only the best of each file.
    pub all_chunks: bool,
    /// The model that the index was made with, if it compares meaning.
    pub model: Option<&'a StaticModel>,
    /// Say of each hit in code why it stands where it does.
    pub explain: bool,
    /// How far the index is behind.
    pub stale: Staleness,
    /// Lines of a file, 1-based and inclusive; None where it cannot be read.
    pub read_lines: &'a dyn Fn(&str, u32, u32) -> Option<String>,
}

/// The hits for a query, best first.
///
/// An exact id or symbol name comes first, then what its words match best; definitions of types before functions,
/// what is exported before what is not, tests, examples and foreign code last unless the query names them. One hit per
/// file of code, its best chunk. One unknown word does not empty a result.
///
/// # Errors
/// `usage` for an empty query, a limit out of range, an unknown kind or language, a pattern that is none; store
/// errors.
pub fn search(store: &Store, request: &SearchRequest<'_>) -> Result<SearchAnswer> {
    let query = request.query.trim();
    if query.is_empty() {
        return Err(
            Error::new(Code::Usage, "the query is empty").hint("say what to look for: beadloom search QUERY")
        );
    }
    if !(1..=MAX_HITS).contains(&request.limit) {
        return Err(Error::new(Code::Usage, format!("a limit of {} is out of range", request.limit))
            .hint(format!("give --limit 1 to {MAX_HITS}")));
    }
    store.snapshot(|| {
        let filter = Filter::new(store, request)?;
        let ranker = Ranker::new(query);
        let mut found = candidates(store, request, &filter, &ranker, query)?;
        found.sort_by(|Candidate { hit: a, .. }, Candidate { hit: b, .. }| {
            b.score
                .total_cmp(&a.score)
                .then_with(|| a.r#type.cmp(&b.r#type))
                .then_with(|| (&a.path, a.line_start, &a.name).cmp(&(&b.path, b.line_start, &b.name)))
        });
        found.truncate(request.limit);
        let hits: Vec<Hit> = found.into_iter().map(|one| with_snippet(one, request, &ranker)).collect();
        let suggestions = if hits.is_empty() { suggest::suggest(store, query)? } else { Vec::new() };
        Ok(SearchAnswer {
            version: ANSWER_VERSION,
            query: request.query.clone(),
            kind: understand::kind_of(query),
            hits,
            suggestions,
            tiers: tiers(request),
            warning: request.stale.warning.clone(),
            stale_paths: request.stale.shown_paths(),
        })
    })
}

/// What ranks.
fn tiers(request: &SearchRequest<'_>) -> Vec<String> {
    let mut tiers = vec!["lexical".to_owned()];
    if request.model.is_some() {
        tiers.push("static".to_owned());
    }
    tiers
}

/// A file of code that a query made a candidate, for the benchmark that measures and fits weights.
#[derive(Debug, Clone)]
pub struct CandidateFile {
    /// Where it is.
    pub path: String,
    /// Lines of its best chunk, 1-based and inclusive; None where no word matches.
    pub lines: Option<(u32, u32)>,
    /// Values by the names of their features, relative ones compared.
    pub features: Vec<(&'static str, f64)>,
    /// Their weighted sum.
    pub score: f64,
}

/// All candidates of a query among code, best first.
///
/// # Errors
/// Store errors.
pub fn code_candidates(
    store: &Store,
    query: &str,
    model: Option<&StaticModel>,
) -> Result<Vec<CandidateFile>> {
    let query = code::CodeQuery::new(query);
    let ranked = store.snapshot(|| code::rank(store, &query, code::Allowed::default(), model))?;
    let candidate = |file: code::RankedFile| CandidateFile {
        lines: file
            .chunks
            .first()
            .and_then(|(number, _)| file.chunk(*number))
            .map(|chunk| (chunk.first, chunk.last)),
        features: code::WEIGHTS.iter().map(|weight| weight.name).zip(file.values).collect(),
        score: file.score,
        path: file.file.path,
    };
    Ok(ranked.into_iter().map(candidate).collect())
}

/// Every feature with its weight: for questions, and for long texts.
pub fn feature_weights() -> Vec<(&'static str, f64, f64)> {
    code::WEIGHTS.iter().map(|weight| (weight.name, weight.weight, weight.weight_in_text)).collect()
}

/// A hit before it is known whether it is shown.
struct Candidate {
    hit: Hit,
    /// Of a document: where its snippet comes from.
    chunk: Option<ChunkRow>,
}

fn with_snippet(candidate: Candidate, request: &SearchRequest<'_>, ranker: &Ranker) -> Hit {
    let mut hit = candidate.hit;
    match (&candidate.chunk, hit.r#type) {
        (Some(chunk), _) => {
            let (snippet, first, last) = snippet::of_document(chunk, ranker);
            (hit.snippet, hit.line_start, hit.line_end) = (Some(snippet), Some(first), Some(last));
        }
        (None, HitType::Code) if hit.kind == snippet::OTHER_TEXT => {
            if let Some((snippet, first, last)) = snippet::of_text(&hit, ranker, request.read_lines) {
                (hit.snippet, hit.line_start, hit.line_end) = (Some(snippet), Some(first), Some(last));
            }
        }
        (None, HitType::Code) => hit.snippet = snippet::of_code(&hit, request.read_lines),
        (None, _) => {}
    }
    hit
}

fn candidates(
    store: &Store,
    request: &SearchRequest<'_>,
    filter: &Filter,
    ranker: &Ranker,
    query: &str,
) -> Result<Vec<Candidate>> {
    let few = FEW_CANDIDATES.max(request.limit);
    let expression = words::match_expression(query);
    let mut hits = Vec::new();
    if filter.nodes {
        let keep = |kind: &str, source: Option<&str>| filter.keeps_node(kind, source);
        let mut found = match &expression {
            Some(expression) => store.search_nodes(expression, few, &keep)?,
            None => Vec::new(),
        };
        if let Some(node) = store.node(query)?
            && found.iter().all(|one| one.ref_id != node.ref_id)
            && keep(&node.kind, node.source.as_deref())
        {
            found.push(NodeMatch {
                ref_id: node.ref_id,
                kind: node.kind,
                summary: node.summary,
                source: node.source,
                score: 0.0,
            });
        }
        let best = best_score(found.iter().map(|one| one.score));
        hits.extend(found.into_iter().map(|one| node_hit(one, best, ranker)));
    }
    if filter.docs
        && let Some(expression) = &expression
    {
        let keep = |path: &str| filter.keeps_path(path);
        let keep: Option<&dyn Fn(&str) -> bool> = if filter.has_pattern() { Some(&keep) } else { None };
        let found = store.search_chunks(expression, few, keep)?;
        let best = best_score(found.iter().map(|one| one.score));
        hits.extend(found.into_iter().map(|one| doc_hit(one, best, ranker)));
    }
    if filter.code {
        hits.extend(hits::in_code(store, request, filter, ranker)?);
    }
    Ok(hits)
}

/// The best score of a tier, or 1: what the others are measured by.
fn best_score(scores: impl Iterator<Item = f64>) -> f64 {
    let best = scores.fold(0.0, f64::max);
    if best > 0.0 { best } else { 1.0 }
}

fn node_hit(found: NodeMatch, best: f64, ranker: &Ranker) -> Candidate {
    let score = ranker.node(&found, found.score / best);
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
        score,
        explain: Vec::new(),
    };
    Candidate { hit, chunk: None }
}

fn doc_hit(found: ChunkMatch, best: f64, ranker: &Ranker) -> Candidate {
    let score = ranker.chunk(&found, found.score / best);
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
        score,
        explain: Vec::new(),
    };
    Candidate { hit, chunk: Some(chunk) }
}
