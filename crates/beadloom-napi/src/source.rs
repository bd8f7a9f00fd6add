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

/// Of `exact`.
#[napi(object)]
pub struct ExactOptions {
    /// Text, or a regular expression.
    pub pattern: String,
    /// Whether it is a regular expression.
    pub regex: bool,
    /// Upper and lower case are the same.
    pub ignore_case: Option<bool>,
    /// Path pattern.
    pub path: Option<String>,
    /// Language or format id.
    pub lang: Option<String>,
    /// Kind of the definition around.
    pub kind: Option<String>,
    /// Lines around each line.
    pub context: Option<f64>,
    /// Lines at most.
    pub limit: Option<f64>,
    /// Freshness.
    pub refresh: Refresh,
}

impl ExactOptions {
    fn into_engine(self) -> Result<engine::ExactOptions> {
        Ok(engine::ExactOptions {
            pattern: self.pattern,
            is_regex: self.regex,
            ignore_case: self.ignore_case.unwrap_or(false),
            path: self.path,
            language: self.lang,
            kind: self.kind,
            context: self.context.map(count),
            limit: self.limit.map(count),
            refresh: self.refresh.into_engine()?,
        })
    }
}

/// Of `path`.
#[napi(object)]
pub struct PathOptions {
    /// A symbol, a file, a folder or a node.
    pub from: String,
    /// Another.
    pub to: String,
    /// Freshness.
    pub refresh: Refresh,
}

impl PathOptions {
    fn into_engine(self) -> Result<engine::PathOptions> {
        Ok(engine::PathOptions { from: self.from, to: self.to, refresh: self.refresh.into_engine()? })
    }
}

#[napi]
impl NativeEngine {
    /// The lines that hold a text, as JSON.
    #[napi(ts_return_type = "Promise<Outcome>", catch_unwind)]
    pub fn exact(
        &self,
        options: ExactOptions,
        cancellation: &Cancellation,
        #[napi(ts_arg_type = "((error: Error | null, json: string) => void) | null | undefined")]
        progress: Option<ProgressListener>,
    ) -> AsyncTask<Job> {
        Job::spawn(&self.engine, cancellation, progress, move |engine, call| {
            engine.exact(&options.into_engine()?, call)
        })
    }

    /// How one thing reaches another, as JSON.
    #[napi(ts_return_type = "Promise<Outcome>", catch_unwind)]
    pub fn path(
        &self,
        options: PathOptions,
        cancellation: &Cancellation,
        #[napi(ts_arg_type = "((error: Error | null, json: string) => void) | null | undefined")]
        progress: Option<ProgressListener>,
    ) -> AsyncTask<Job> {
        Job::spawn(&self.engine, cancellation, progress, move |engine, call| {
            engine.path(&options.into_engine()?, call)
        })
    }

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
