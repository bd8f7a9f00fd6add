//! What depends on what, from the graph down to symbols, brought up to date first.

use beadloom_model::Result;
use beadloom_model::requests::{RefsRequest, RelatedRequest, SignaturesRequest, Whole, WhyRequest};
use beadloom_query as query;

use crate::answers::whole;
use crate::json::to_json;
use crate::{Call, Engine, counting, vocabularies};

impl Engine {
    /// What a reference needs and what needs it, as JSON.
    ///
    /// # Errors
    /// `usage` for an empty reference, `not_found` with suggestions, `no_index`, store errors.
    pub fn why(&self, options: &WhyRequest, call: &Call<'_>) -> Result<String> {
        self.answer(options.refresh, call, |store, _, stale| {
            let request = query::WhyRequest {
                reference: options.reference.clone(),
                depth: options.depth.get(),
                limit: options.limit.get(),
                reverse: options.reverse,
                stale: stale.clone(),
            };
            to_json(&query::why(store, &request)?)
        })
    }

    /// The places that refer to a symbol, as JSON.
    ///
    /// # Errors
    /// `usage` for an empty name, an unknown kind or certainty, `not_found` with suggestions, `no_index`, store errors.
    pub fn refs(&self, options: &RefsRequest, call: &Call<'_>) -> Result<String> {
        self.answer(options.refresh, call, |store, _, stale| {
            let request = query::RefsRequest {
                symbol: options.symbol.clone(),
                kind: options.kind,
                confidence: options.confidence,
                limit: options.limit.get(),
                hints: options.hints,
                stale: stale.clone(),
            };
            to_json(&query::refs(store, &request)?)
        })
    }

    /// The files that have to do with a file, as JSON.
    ///
    /// # Errors
    /// `usage` for an empty path, `outside_root`, `not_found` with suggestions, `no_index`, store errors.
    pub fn related(&self, options: &RelatedRequest, call: &Call<'_>) -> Result<String> {
        self.answer(options.refresh, call, |store, _, stale| {
            let request = query::RelatedRequest {
                path: options.path.clone(),
                limit: options.limit.get(),
                stale: stale.clone(),
            };
            to_json(&query::related(store, &request)?)
        })
    }

    /// The outlines of files, as JSON within a token budget.
    ///
    /// # Errors
    /// `usage` without a path, `outside_root`, `not_found` with suggestions, `budget_too_small`, `no_vocabulary`,
    /// `no_index`, store errors.
    pub fn signatures(&self, options: &SignaturesRequest, call: &Call<'_>) -> Result<String> {
        self.answer(options.refresh, call, |store, settings, stale| {
            let request = query::SignaturesRequest {
                paths: options.paths.clone(),
                budget: options.budget.map_or_else(|| whole(settings.config.context.budget), Whole::get),
                stale: stale.clone(),
            };
            let counter = vocabularies::counter(counting::counting(&settings.config))?;
            to_json(&query::signatures(store, &request, &counter)?)
        })
    }
}
