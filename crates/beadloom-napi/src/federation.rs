//! Export and landscape.

use napi::bindgen_prelude::AsyncTask;
use napi_derive::napi;

use crate::NativeEngine;
use crate::options::Refresh;
use crate::task::{Cancellation, Job, ProgressListener};

/// Of `export`.
#[napi(object)]
pub struct ExportOptions {
    /// Freshness.
    pub refresh: Refresh,
}

#[napi]
impl NativeEngine {
    /// What others need to know of this repository, as JSON.
    #[napi(js_name = "export", ts_return_type = "Promise<Outcome>", catch_unwind)]
    pub fn export_artifact(
        &self,
        options: ExportOptions,
        cancellation: &Cancellation,
        #[napi(ts_arg_type = "((error: Error | null, json: string) => void) | null | undefined")]
        progress: Option<ProgressListener>,
    ) -> AsyncTask<Job> {
        Job::spawn(&self.engine, cancellation, progress, move |engine, call| {
            engine.export(&beadloom_engine::ExportOptions { refresh: options.refresh.into_engine()? }, call)
        })
    }

    /// The landscape of artifacts, as JSON.
    #[napi(ts_return_type = "Promise<Outcome>", catch_unwind)]
    pub fn federate(
        &self,
        artifacts: Vec<String>,
        cancellation: &Cancellation,
        #[napi(ts_arg_type = "((error: Error | null, json: string) => void) | null | undefined")]
        progress: Option<ProgressListener>,
    ) -> AsyncTask<Job> {
        Job::spawn(&self.engine, cancellation, progress, move |engine, call| {
            engine.federate(&artifacts, call)
        })
    }
}
