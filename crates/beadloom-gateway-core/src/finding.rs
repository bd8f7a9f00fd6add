//! Searches.

use std::collections::{BTreeSet, HashSet};

use beadloom_gateway::{ParsedQuery, Ranked, cut_query};
use beadloom_model::Result;
use beadloom_model::answers::{GatewayResult, GatewaySearchAnswer};
use beadloom_model::requests::GatewaySearchRequest;

use crate::state::State;

impl State {
    pub fn search(&mut self, request: &GatewaySearchRequest) -> Result<GatewaySearchAnswer> {
        self.refresh()?;
        let catalogue = self.tools();
        let calibration = self.calibration()?;
        let servers: BTreeSet<&str> = request.servers.iter().map(String::as_str).collect();
        let candidates: Option<HashSet<u32>> = request.tools.as_ref().map(|tools| {
            tools.iter().filter_map(|tool| catalogue.number(&tool.server, &tool.name)).collect()
        });
        let may = |number: u32| {
            (servers.is_empty() || servers.contains(catalogue.server(number)))
                && candidates.as_ref().is_none_or(|candidates| candidates.contains(&number))
                && (!request.read_only || catalogue.is_read_only(number))
        };
        let context = request.context_query.as_deref().map(|query| self.asked(query));
        let mut rankings: Vec<Vec<Ranked>> = Vec::with_capacity(request.queries.len());
        let mut confidence: f64 = 1.0;
        for query in &request.queries {
            let asked = self.asked(query);
            let (found, signals) = self.rank(&asked, context.as_ref(), &may);
            confidence = confidence.min(calibration.confidence(&signals));
            rankings.push(found);
        }
        let results: Vec<GatewayResult> = together(&rankings, request.limit)
            .into_iter()
            .map(|one| GatewayResult {
                server: catalogue.server(one.number).to_owned(),
                name: catalogue.name(one.number).to_owned(),
                score: rounded(f64::from(one.score)),
            })
            .collect();
        let confidence = if results.is_empty() { 0.0 } else { rounded(confidence) };
        Ok(GatewaySearchAnswer { results, confidence })
    }

    /// A query, its words as what was learned has them.
    pub fn asked(&mut self, query: &str) -> ParsedQuery {
        let asked = self.reader.ask(cut_query(query));
        self.with_meaning(asked, query)
    }
}

/// The best of each ranking before the second of another; a tool once, at its best place.
fn together(rankings: &[Vec<Ranked>], limit: usize) -> Vec<Ranked> {
    if let [one] = rankings {
        return one.iter().take(limit).copied().collect();
    }
    let mut all: Vec<(usize, Ranked)> =
        rankings.iter().flat_map(|found| found.iter().copied().take(limit).enumerate()).collect();
    all.sort_by(|(place, a), (other, b)| {
        place.cmp(other).then(b.score.total_cmp(&a.score)).then(a.number.cmp(&b.number))
    });
    let mut seen = HashSet::new();
    all.into_iter().map(|(_, one)| one).filter(|one| seen.insert(one.number)).take(limit).collect()
}

fn rounded(value: f64) -> f64 {
    (value * 10_000.0).round() / 10_000.0
}
