//! What differs between two states of the project, and what a change reaches.

use beadloom_engine as engine;
use beadloom_model::Result;
use napi::bindgen_prelude::AsyncTask;
use napi_derive::napi;

use crate::NativeEngine;
use crate::options::{Refresh, count};
use crate::task::{Cancellation, Job, ProgressListener};

/// Of `diff`.
#[napi(object)]
pub struct DiffOptions {
    /// The earlier revision; `HEAD` where it is not given.
    pub since: Option<String>,
    /// The later revision; the working tree where it is not given.
    pub to: Option<String>,
    /// Freshness.
    pub refresh: Refresh,
}

impl DiffOptions {
    fn into_engine(self) -> Result<engine::DiffOptions> {
        Ok(engine::DiffOptions { since: self.since, to: self.to, refresh: self.refresh.into_engine()? })
    }
}

/// Of `affected`.
#[napi(object)]
pub struct AffectedOptions {
    /// Files and folders; what differs from the base where empty.
    pub files: Vec<String>,
    /// The revision to compare with.
    pub base: Option<String>,
    /// Steps that are followed.
    pub depth: Option<f64>,
    /// Entries of the longest lists at most.
    pub limit: Option<f64>,
    /// Freshness.
    pub refresh: Refresh,
}

impl AffectedOptions {
    fn into_engine(self) -> Result<engine::AffectedOptions> {
        Ok(engine::AffectedOptions {
            files: self.files,
            base: self.base,
            depth: self.depth.map(count),
            limit: self.limit.map(count),
            refresh: self.refresh.into_engine()?,
        })
    }
}

/// Of `snapshot`.
#[napi(object)]
pub struct SnapshotOptions {
    /// Unique.
    pub id: String,
    /// What a person calls it.
    pub label: Option<String>,
    /// ISO 8601 UTC.
    pub created_at: String,
    /// Names of the files that are there.
    pub names: Vec<String>,
    /// Freshness.
    pub refresh: Refresh,
}

impl SnapshotOptions {
    fn into_engine(self) -> Result<engine::SnapshotOptions> {
        Ok(engine::SnapshotOptions {
            id: self.id,
            label: self.label,
            created_at: self.created_at,
            names: self.names,
            refresh: self.refresh.into_engine()?,
        })
    }
}

/// Of `compareSnapshots`.
#[napi(object)]
pub struct SnapshotCompareOptions {
    /// Id or label of the earlier one.
    pub since: String,
    /// Id or label of the later one; the working tree where it is not given.
    pub to: Option<String>,
    /// Names of the files that are there.
    pub names: Vec<String>,
    /// Freshness.
    pub refresh: Refresh,
}

impl SnapshotCompareOptions {
    fn into_engine(self) -> Result<engine::SnapshotCompareOptions> {
        Ok(engine::SnapshotCompareOptions {
            since: self.since,
            to: self.to,
            names: self.names,
            refresh: self.refresh.into_engine()?,
        })
    }
}

#[napi]
impl NativeEngine {
    /// What changed since a revision, as JSON.
    #[napi(ts_return_type = "Promise<Outcome>", catch_unwind)]
    pub fn diff(
        &self,
        options: DiffOptions,
        cancellation: &Cancellation,
        #[napi(ts_arg_type = "((error: Error | null, json: string) => void) | null | undefined")]
        progress: Option<ProgressListener>,
    ) -> AsyncTask<Job> {
        Job::spawn(&self.engine, cancellation, progress, move |engine, call| {
            engine.diff(&options.into_engine()?, call)
        })
    }

    /// What a change reaches, as JSON.
    #[napi(ts_return_type = "Promise<Outcome>", catch_unwind)]
    pub fn affected(
        &self,
        options: AffectedOptions,
        cancellation: &Cancellation,
        #[napi(ts_arg_type = "((error: Error | null, json: string) => void) | null | undefined")]
        progress: Option<ProgressListener>,
    ) -> AsyncTask<Job> {
        Job::spawn(&self.engine, cancellation, progress, move |engine, call| {
            engine.affected(&options.into_engine()?, call)
        })
    }

    /// The architecture as it is, to be written down, as JSON.
    #[napi(ts_return_type = "Promise<Outcome>", catch_unwind)]
    pub fn snapshot(
        &self,
        options: SnapshotOptions,
        cancellation: &Cancellation,
        #[napi(ts_arg_type = "((error: Error | null, json: string) => void) | null | undefined")]
        progress: Option<ProgressListener>,
    ) -> AsyncTask<Job> {
        Job::spawn(&self.engine, cancellation, progress, move |engine, call| {
            engine.snapshot(&options.into_engine()?, call)
        })
    }

    /// The snapshots in files of these names, as JSON.
    #[napi(ts_return_type = "Promise<Outcome>", catch_unwind)]
    pub fn snapshots(
        &self,
        names: Vec<String>,
        cancellation: &Cancellation,
        #[napi(ts_arg_type = "((error: Error | null, json: string) => void) | null | undefined")]
        progress: Option<ProgressListener>,
    ) -> AsyncTask<Job> {
        Job::spawn(&self.engine, cancellation, progress, move |engine, _| engine.snapshots(&names))
    }

    /// What differs between two snapshots, or one and the working tree, as JSON.
    #[napi(ts_return_type = "Promise<Outcome>", catch_unwind)]
    pub fn compare_snapshots(
        &self,
        options: SnapshotCompareOptions,
        cancellation: &Cancellation,
        #[napi(ts_arg_type = "((error: Error | null, json: string) => void) | null | undefined")]
        progress: Option<ProgressListener>,
    ) -> AsyncTask<Job> {
        Job::spawn(&self.engine, cancellation, progress, move |engine, call| {
            engine.compare_snapshots(&options.into_engine()?, call)
        })
    }
}
