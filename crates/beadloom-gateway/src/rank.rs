//! From scores to a list.

use beadloom_model::requests::{MAX_QUERY_BYTES, MAX_RESULTS};

use crate::catalogue::{Catalogue, ParsedQuery};
use crate::learned::Learned;
use crate::parts::Parts;
use crate::ranking::{Ranked, Ranking};

/// What the context that a client works in counts beside what it asks for.
const CONTEXT_WEIGHT: f32 = 0.3;

/// Sorts the first ones, of which more than enough are asked for; those behind them stand in no order.
fn sort_first(found: &mut [Ranked], compare: impl Fn(&Ranked, &Ranked) -> std::cmp::Ordering) {
    let first =
        if found.len() > MAX_RESULTS { found.select_nth_unstable_by(MAX_RESULTS, &compare).0 } else { found };
    first.sort_unstable_by(compare);
}

/// As much of a query as is read.
pub fn cut_query(query: &str) -> &str {
    crate::document::cut(query, MAX_QUERY_BYTES)
}

/// All tools that `may` be found.
pub fn rank(
    catalogue: &Catalogue,
    learned: &Learned,
    asked: &ParsedQuery,
    context: Option<&ParsedQuery>,
    parts: Parts,
    may: &dyn Fn(u32) -> bool,
) -> Ranking {
    let cold = catalogue.cold(asked, parts);
    let mut scores = learned.scores(catalogue, asked, &cold, parts);
    if let Some(context) = context {
        let cold = catalogue.cold(context, parts);
        let of_context = crate::inverted::z(learned.scores(catalogue, context, &cold, parts));
        scores = crate::inverted::z(scores);
        crate::catalogue::add(&mut scores, CONTEXT_WEIGHT, &of_context);
    }
    let mut found: Vec<Ranked> = (0_u32..)
        .zip(&scores)
        .filter(|(number, _)| may(*number))
        .map(|(number, score)| Ranked { number, score: *score })
        .collect();
    sort_first(&mut found, |a, b| b.score.total_cmp(&a.score).then(a.number.cmp(&b.number)));
    if parts.guard {
        learned.guard(&cold.scores, &mut found);
    }
    Ranking { found, cold: cold.scores, agreement: cold.agreement }
}
