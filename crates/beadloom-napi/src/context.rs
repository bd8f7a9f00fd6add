//! What an agent is given.

use beadloom_engine as engine;
use beadloom_model::Result;
use napi::bindgen_prelude::AsyncTask;
use napi_derive::napi;

use crate::NativeEngine;
use crate::options::{Refresh, count, unknown};
use crate::task::{Cancellation, Job, ProgressListener};

/// Of `context`.
#[napi(object)]
pub struct ContextOptions {
    /// Node ids, paths, symbols.
    pub refs: Vec<String>,
    /// Steps from the focus.
    pub depth: Option<f64>,
    /// Nodes at most.
    pub max_nodes: Option<f64>,
    /// Pieces of documents at most.
    pub max_chunks: Option<f64>,
    /// Tokens at most.
    pub budget: Option<f64>,
    /// Computed anew whatever the caches hold.
    pub force: Option<bool>,
    /// `json` or `markdown`.
    pub format: String,
    /// Freshness.
    pub refresh: Refresh,
}

impl ContextOptions {
    fn into_engine(self) -> Result<engine::ContextOptions> {
        Ok(engine::ContextOptions {
            refs: self.refs,
            depth: self.depth.map(count),
            max_nodes: self.max_nodes.map(count),
            max_chunks: self.max_chunks.map(count),
            budget: self.budget.map(count),
            force: self.force.unwrap_or(false),
            format: context_format(&self.format)?,
            refresh: self.refresh.into_engine()?,
        })
    }
}

/// Of `task`.
#[napi(object)]
pub struct TaskOptions {
    /// What is to be done.
    pub task: String,
    /// Node ids, paths, symbols; all of the project where empty.
    pub refs: Vec<String>,
    /// Nodes at most.
    pub max_nodes: Option<f64>,
    /// Pieces of documents at most.
    pub max_chunks: Option<f64>,
    /// Tokens at most.
    pub budget: Option<f64>,
    /// Leaves out what the session of that name was given.
    pub session: Option<String>,
    /// `json` or `markdown`.
    pub format: String,
    /// Freshness.
    pub refresh: Refresh,
}

impl TaskOptions {
    fn into_engine(self) -> Result<engine::TaskOptions> {
        Ok(engine::TaskOptions {
            task: self.task,
            refs: self.refs,
            max_nodes: self.max_nodes.map(count),
            max_chunks: self.max_chunks.map(count),
            budget: self.budget.map(count),
            session: self.session,
            format: context_format(&self.format)?,
            refresh: self.refresh.into_engine()?,
        })
    }
}

/// Of `nextFile`.
#[napi(object)]
pub struct NextFileOptions {
    /// What is to be done.
    pub task: String,
    /// Path patterns.
    pub exclude: Vec<String>,
    /// Freshness.
    pub refresh: Refresh,
}

impl NextFileOptions {
    fn into_engine(self) -> Result<engine::NextFileOptions> {
        Ok(engine::NextFileOptions {
            task: self.task,
            exclude: self.exclude,
            refresh: self.refresh.into_engine()?,
        })
    }
}

/// Of `overview`.
#[napi(object)]
pub struct OverviewOptions {
    /// Tokens at most.
    pub budget: Option<f64>,
    /// Freshness.
    pub refresh: Refresh,
}

impl OverviewOptions {
    fn into_engine(self) -> Result<engine::OverviewOptions> {
        Ok(engine::OverviewOptions { budget: self.budget.map(count), refresh: self.refresh.into_engine()? })
    }
}

/// Of `prime`.
#[napi(object)]
pub struct PrimeOptions {
    /// `json` or `markdown`.
    pub format: String,
    /// Freshness.
    pub refresh: Refresh,
}

impl PrimeOptions {
    fn into_engine(self) -> Result<engine::PrimeOptions> {
        Ok(engine::PrimeOptions {
            format: context_format(&self.format)?,
            refresh: self.refresh.into_engine()?,
        })
    }
}

#[napi]
impl NativeEngine {
    /// A context bundle, as JSON or Markdown.
    #[napi(ts_return_type = "Promise<Outcome>", catch_unwind)]
    pub fn context(
        &self,
        options: ContextOptions,
        cancellation: &Cancellation,
        #[napi(ts_arg_type = "((error: Error | null, json: string) => void) | null | undefined")]
        progress: Option<ProgressListener>,
    ) -> AsyncTask<Job> {
        Job::spawn(&self.engine, cancellation, progress, move |engine, call| {
            engine.context(&options.into_engine()?, call)
        })
    }

    /// What a task needs, as JSON or Markdown.
    #[napi(ts_return_type = "Promise<Outcome>", catch_unwind)]
    pub fn task(
        &self,
        options: TaskOptions,
        cancellation: &Cancellation,
        #[napi(ts_arg_type = "((error: Error | null, json: string) => void) | null | undefined")]
        progress: Option<ProgressListener>,
    ) -> AsyncTask<Job> {
        Job::spawn(&self.engine, cancellation, progress, move |engine, call| {
            engine.task(&options.into_engine()?, call)
        })
    }

    /// The next file to read for a task, as JSON.
    #[napi(ts_return_type = "Promise<Outcome>", catch_unwind)]
    pub fn next_file(
        &self,
        options: NextFileOptions,
        cancellation: &Cancellation,
        #[napi(ts_arg_type = "((error: Error | null, json: string) => void) | null | undefined")]
        progress: Option<ProgressListener>,
    ) -> AsyncTask<Job> {
        Job::spawn(&self.engine, cancellation, progress, move |engine, call| {
            engine.next_file(&options.into_engine()?, call)
        })
    }

    /// The page that says what the project is, as JSON.
    #[napi(ts_return_type = "Promise<Outcome>", catch_unwind)]
    pub fn overview(
        &self,
        options: OverviewOptions,
        cancellation: &Cancellation,
        #[napi(ts_arg_type = "((error: Error | null, json: string) => void) | null | undefined")]
        progress: Option<ProgressListener>,
    ) -> AsyncTask<Job> {
        Job::spawn(&self.engine, cancellation, progress, move |engine, call| {
            engine.overview(&options.into_engine()?, call)
        })
    }

    /// What an agent needs to know when a session starts, as JSON or Markdown.
    #[napi(ts_return_type = "Promise<Outcome>", catch_unwind)]
    pub fn prime(
        &self,
        options: PrimeOptions,
        cancellation: &Cancellation,
        #[napi(ts_arg_type = "((error: Error | null, json: string) => void) | null | undefined")]
        progress: Option<ProgressListener>,
    ) -> AsyncTask<Job> {
        Job::spawn(&self.engine, cancellation, progress, move |engine, call| {
            engine.prime(&options.into_engine()?, call)
        })
    }
}

fn context_format(name: &str) -> Result<engine::ContextFormat> {
    match name {
        "json" => Ok(engine::ContextFormat::Json),
        "markdown" => Ok(engine::ContextFormat::Markdown),
        other => Err(unknown("format", other, "json, markdown")),
    }
}
