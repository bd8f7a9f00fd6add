//! Search over nodes, documents and code.

pub(crate) mod asking;
mod candidate;
pub(crate) mod code;
pub(crate) mod filter;
mod hits;
pub(crate) mod meaning;
pub(crate) mod name;
pub(crate) mod query;
pub(crate) mod rank;
mod request;
mod snippet;
pub(crate) mod sources;
mod spot;
mod suggest;
pub(crate) mod texts;
pub(crate) mod understand;
pub(crate) mod weights;
pub(crate) mod words;

use std::collections::BTreeSet;

use beadloom_model::CompactSort as _;
use beadloom_model::answers::{ANSWER_VERSION, Hit, Next, SearchAnswer};
use beadloom_model::requests;
use beadloom_model::{Code, Error, Result};
use beadloom_store::Store;

use crate::completeness::of_search;
use candidate::Candidate;
use code::Holders;
use filter::Filter;
use meaning::{Model, QueryVector};
use query::CodeQuery;
use rank::Ranker;
pub use request::{MAX_HITS, SearchRequest};
use sources::Sources;
use weights::FILE_WEIGHTS;

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
        return Err(Error::new(Code::Usage, "the query is empty")
            .hint_with(|hints| format!("give a query: {}", hints.form::<requests::SearchRequest>("QUERY"))));
    }
    if !(1..=MAX_HITS).contains(&request.limit) {
        return Err(Error::new(Code::Usage, format!("a limit of {} is out of range", request.limit))
            .hint(format!("use --limit 1 to {MAX_HITS}")));
    }
    store.snapshot(|| {
        let filter = Filter::new(store, request)?;
        let (mut found, ranker) = candidates(store, request, &filter)?;
        found.compact_sort_by(|Candidate { hit: a, .. }, Candidate { hit: b, .. }| {
            b.score
                .total_cmp(&a.score)
                .then_with(|| a.r#type.cmp(&b.r#type))
                .then_with(|| (&a.path, a.line_start, &a.name).cmp(&(&b.path, b.line_start, &b.name)))
        });
        found.retain(|one| {
            one.hit.path.as_deref().is_none_or(|path| {
                request.stale.has_line(path, one.hit.line_end.or(one.hit.line_start).unwrap_or(0))
            })
        });
        found.truncate(request.limit);
        let hits: Vec<Hit> = found.into_iter().map(|one| with_snippet(one, &ranker)).collect();
        let suggestions = if hits.is_empty() { suggest::suggest(store, query)? } else { Vec::new() };
        let shown = request.stale.shown_paths_of(hits.iter().filter_map(|hit| hit.path.as_deref()));
        let mut answer = SearchAnswer {
            version: ANSWER_VERSION,
            query: request.query.clone(),
            kind: understand::kind_of(query),
            hits,
            suggestions,
            tiers: tiers(request),
            next: Next::default(),
            warning: request.stale.warning.clone(),
            stale_paths: shown,
        };
        answer.next = of_search(&answer, request.limit, request.hints);
        Ok(answer)
    })
}

/// What ranks.
fn tiers(request: &SearchRequest<'_>) -> Vec<String> {
    let mut tiers = vec!["lexical".to_owned()];
    tiers.extend(request.model.map(|model| model.tier().to_owned()));
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
pub fn code_candidates(store: &Store, query: &str, model: Option<Model<'_>>) -> Result<Vec<CandidateFile>> {
    let query = CodeQuery::new(query);
    let ranked = store
        .snapshot(|| {
            let asked = QueryVector::new(store, &query, model)?;
            code::rank(store, &query, code::Allowed::default(), asked.as_ref(), &BTreeSet::new())
        })?
        .files;
    let candidate = |file: code::RankedFile| CandidateFile {
        lines: file
            .chunks
            .first()
            .and_then(|(number, _)| file.chunk(*number))
            .map(|chunk| (chunk.first, chunk.last)),
        features: FILE_WEIGHTS.iter().map(|weight| weight.name).zip(file.values).collect(),
        score: file.score,
        path: file.file.path.clone(),
    };
    Ok(ranked.into_iter().map(candidate).collect())
}

/// Every feature with its weight: for questions, and for long texts.
pub fn feature_weights() -> Vec<(&'static str, f64, f64)> {
    FILE_WEIGHTS.iter().map(|weight| (weight.name, weight.weight, weight.weight_in_text)).collect()
}

fn with_snippet(candidate: Candidate, ranker: &Ranker) -> Hit {
    let mut hit = candidate.hit;
    if let Some(chunk) = &candidate.chunk {
        let (snippet, first, last) = snippet::of_document(chunk, ranker);
        (hit.snippet, hit.line_start, hit.line_end) = (Some(snippet), Some(first), Some(last));
        hit.snippet_line = Some(first);
    }
    hit
}

fn candidates(
    store: &Store,
    request: &SearchRequest<'_>,
    filter: &Filter,
) -> Result<(Vec<Candidate>, Ranker)> {
    let query = CodeQuery::new(&request.query);
    let asked = QueryVector::new(store, &query, request.model)?;
    let sources = Sources::new(request.read);
    let holders = Holders::find(store, &query, &sources)?;
    let ranker = Ranker::new(request.query.trim(), matches!(holders, Holders::Few(_)));
    let mut hits = Vec::new();
    if filter.nodes {
        hits.extend(texts::nodes(store, request, filter, &ranker, asked.as_ref())?);
    }
    if filter.docs {
        hits.extend(texts::documents(store, request, filter, &ranker, asked.as_ref())?);
    }
    if filter.code {
        hits.extend(hits::in_code(
            store,
            request,
            filter,
            &ranker,
            &query,
            asked.as_ref(),
            (&sources, &holders.few()),
        )?);
    }
    Ok((hits, ranker))
}
