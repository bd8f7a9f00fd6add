//! The outlines of files, brought up to date first.

use beadloom_model::Result;
use beadloom_model::requests::{SignaturesRequest, Whole};
use beadloom_query as query;

use crate::answers::whole;
use crate::json::to_json;
use crate::unchanged::Unchanged;
use crate::{Call, Engine, counting, vocabularies};

impl Engine {
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
            let sources = Unchanged::new(self.root(), store, options.refresh, stale);
            to_json(&query::signatures(store, &request, &counter, &|path| sources.text(path))?)
        })
    }
}
