//! How one thing reaches another.

use beadloom_model::Result;
use beadloom_model::requests::PathRequest;
use beadloom_query as query;

use crate::json::to_json;
use crate::unchanged::Unchanged;
use crate::{Call, Engine};

impl Engine {
    /// The shortest ways from one thing to another, as JSON.
    ///
    /// # Errors
    /// `usage` for an empty reference, `not_found` with suggestions, `no_index`, store errors.
    pub fn path(&self, options: &PathRequest, call: &Call<'_>) -> Result<String> {
        self.answer(options.refresh, call, |store, _, stale| {
            let sources = Unchanged::new(self.root(), store, options.refresh, stale);
            let request = query::PathRequest {
                from: options.from.clone(),
                to: options.to.clone(),
                read: &|path| sources.text(path),
                stale: stale.clone(),
            };
            to_json(&query::path(store, &request)?)
        })
    }
}
