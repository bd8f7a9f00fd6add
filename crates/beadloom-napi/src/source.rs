//! Source as it stands in the files.

use beadloom_engine as engine;
use beadloom_model::Result;
use napi::bindgen_prelude::AsyncTask;
use napi_derive::napi;

use crate::NativeEngine;
use crate::options::{Refresh, count};
use crate::task::{Cancellation, Job, ProgressListener};

/// Of `show`.
#[napi(object)]
pub struct ShowOptions {
    /// Names of symbols, paths, lines of files.
    pub refs: Vec<String>,
    /// With the lines that refer to them.
    pub callers: Option<bool>,
    /// Tokens at most.
    pub budget: Option<f64>,
    /// Freshness.
    pub refresh: Refresh,
}

impl ShowOptions {
    fn into_engine(self) -> Result<engine::ShowOptions> {
        Ok(engine::ShowOptions {
            refs: self.refs,
            callers: self.callers.unwrap_or(false),
            budget: self.budget.map(count),
            refresh: self.refresh.into_engine()?,
        })
    }
}

#[napi]
impl NativeEngine {
    /// The source that references name, as JSON.
    #[napi(ts_return_type = "Promise<Outcome>", catch_unwind)]
    pub fn show(
        &self,
        options: ShowOptions,
        cancellation: &Cancellation,
        #[napi(ts_arg_type = "((error: Error | null, json: string) => void) | null | undefined")]
        progress: Option<ProgressListener>,
    ) -> AsyncTask<Job> {
        Job::spawn(&self.engine, cancellation, progress, move |engine, call| {
            engine.show(&options.into_engine()?, call)
        })
    }
}
