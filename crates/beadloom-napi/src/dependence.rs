//! What depends on what in the code, and what its files hold.

use beadloom_engine as engine;
use beadloom_model::Result;
use napi::bindgen_prelude::AsyncTask;
use napi_derive::napi;

use crate::NativeEngine;
use crate::options::{Refresh, count};
use crate::task::{Cancellation, Job, ProgressListener};

/// Of `why`.
#[napi(object)]
pub struct WhyOptions {
    /// Node id, path or symbol.
    pub reference: String,
    /// Steps at most.
    pub depth: Option<f64>,
    /// Entries of each list at most.
    pub limit: Option<f64>,
    /// Only what it needs.
    pub reverse: Option<bool>,
    /// Freshness.
    pub refresh: Refresh,
}

impl WhyOptions {
    fn into_engine(self) -> Result<engine::WhyOptions> {
        Ok(engine::WhyOptions {
            reference: self.reference,
            depth: self.depth.map(count),
            limit: self.limit.map(count),
            reverse: self.reverse.unwrap_or(false),
            refresh: self.refresh.into_engine()?,
        })
    }
}

/// Of `refs`.
#[napi(object)]
pub struct RefsOptions {
    /// A symbol's name.
    pub symbol: String,
    /// `call`, `type`, `inherit` or `override`.
    pub kind: Option<String>,
    /// The least: `exact`, `unique` or `ambiguous`.
    pub confidence: Option<String>,
    /// Entries of each list at most.
    pub limit: Option<f64>,
    /// Freshness.
    pub refresh: Refresh,
}

impl RefsOptions {
    fn into_engine(self) -> Result<engine::RefsOptions> {
        Ok(engine::RefsOptions {
            symbol: self.symbol,
            kind: self.kind,
            confidence: self.confidence,
            limit: self.limit.map(count),
            refresh: self.refresh.into_engine()?,
        })
    }
}

/// Of `related`.
#[napi(object)]
pub struct RelatedOptions {
    /// A file of the project.
    pub path: String,
    /// Entries of each list at most.
    pub limit: Option<f64>,
    /// Freshness.
    pub refresh: Refresh,
}

impl RelatedOptions {
    fn into_engine(self) -> Result<engine::RelatedOptions> {
        Ok(engine::RelatedOptions {
            path: self.path,
            limit: self.limit.map(count),
            refresh: self.refresh.into_engine()?,
        })
    }
}

/// Of `signatures`.
#[napi(object)]
pub struct SignaturesOptions {
    /// Files of the project.
    pub paths: Vec<String>,
    /// Tokens at most.
    pub budget: Option<f64>,
    /// Freshness.
    pub refresh: Refresh,
}

impl SignaturesOptions {
    fn into_engine(self) -> Result<engine::SignaturesOptions> {
        Ok(engine::SignaturesOptions {
            paths: self.paths,
            budget: self.budget.map(count),
            refresh: self.refresh.into_engine()?,
        })
    }
}

#[napi]
impl NativeEngine {
    /// What a reference needs and what needs it, as JSON.
    #[napi(ts_return_type = "Promise<Outcome>", catch_unwind)]
    pub fn why(
        &self,
        options: WhyOptions,
        cancellation: &Cancellation,
        #[napi(ts_arg_type = "((error: Error | null, json: string) => void) | null | undefined")]
        progress: Option<ProgressListener>,
    ) -> AsyncTask<Job> {
        Job::spawn(&self.engine, cancellation, progress, move |engine, call| {
            engine.why(&options.into_engine()?, call)
        })
    }

    /// The places that refer to a symbol, as JSON.
    #[napi(ts_return_type = "Promise<Outcome>", catch_unwind)]
    pub fn refs(
        &self,
        options: RefsOptions,
        cancellation: &Cancellation,
        #[napi(ts_arg_type = "((error: Error | null, json: string) => void) | null | undefined")]
        progress: Option<ProgressListener>,
    ) -> AsyncTask<Job> {
        Job::spawn(&self.engine, cancellation, progress, move |engine, call| {
            engine.refs(&options.into_engine()?, call)
        })
    }

    /// The files that have to do with a file, as JSON.
    #[napi(ts_return_type = "Promise<Outcome>", catch_unwind)]
    pub fn related(
        &self,
        options: RelatedOptions,
        cancellation: &Cancellation,
        #[napi(ts_arg_type = "((error: Error | null, json: string) => void) | null | undefined")]
        progress: Option<ProgressListener>,
    ) -> AsyncTask<Job> {
        Job::spawn(&self.engine, cancellation, progress, move |engine, call| {
            engine.related(&options.into_engine()?, call)
        })
    }

    /// The outlines of files, as JSON.
    #[napi(ts_return_type = "Promise<Outcome>", catch_unwind)]
    pub fn signatures(
        &self,
        options: SignaturesOptions,
        cancellation: &Cancellation,
        #[napi(ts_arg_type = "((error: Error | null, json: string) => void) | null | undefined")]
        progress: Option<ProgressListener>,
    ) -> AsyncTask<Job> {
        Job::spawn(&self.engine, cancellation, progress, move |engine, call| {
            engine.signatures(&options.into_engine()?, call)
        })
    }
}
