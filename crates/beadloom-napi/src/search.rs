//! Search.

use beadloom_engine as engine;
use beadloom_model::Result;
use napi::bindgen_prelude::AsyncTask;
use napi_derive::napi;

use crate::NativeEngine;
use crate::options::{Refresh, count};
use crate::task::{Cancellation, Job, ProgressListener};

/// Of `search`.
#[napi(object)]
pub struct SearchOptions {
    /// Plain words.
    pub query: String,
    /// Node or symbol kind.
    pub kind: Option<String>,
    /// `nodes`, `docs`, `code` or `all`.
    pub within: Option<String>,
    /// Language id.
    pub lang: Option<String>,
    /// Path pattern.
    pub path: Option<String>,
    /// Hits at most.
    pub limit: Option<f64>,
    /// Every chunk of a file that matches.
    pub all_chunks: Option<bool>,
    /// Why each hit in code stands where it does.
    pub explain: Option<bool>,
    /// Freshness.
    pub refresh: Refresh,
}

impl SearchOptions {
    fn into_engine(self) -> Result<engine::SearchOptions> {
        Ok(engine::SearchOptions {
            query: self.query,
            kind: self.kind,
            within: self.within,
            language: self.lang,
            path: self.path,
            limit: self.limit.map(count),
            all_chunks: self.all_chunks.unwrap_or(false),
            explain: self.explain.unwrap_or(false),
            refresh: self.refresh.into_engine()?,
        })
    }
}

#[napi]
impl NativeEngine {
    /// Ranked hits, as JSON.
    #[napi(ts_return_type = "Promise<Outcome>", catch_unwind)]
    pub fn search(
        &self,
        options: SearchOptions,
        cancellation: &Cancellation,
        #[napi(ts_arg_type = "((error: Error | null, json: string) => void) | null | undefined")]
        progress: Option<ProgressListener>,
    ) -> AsyncTask<Job> {
        Job::spawn(&self.engine, cancellation, progress, move |engine, call| {
            engine.search(&options.into_engine()?, call)
        })
    }
}
