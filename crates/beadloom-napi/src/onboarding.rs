//! What a first graph is made from.

use beadloom_engine::Stubs;
use napi::bindgen_prelude::AsyncTask;
use napi_derive::napi;

use crate::NativeEngine;
use crate::task::{Cancellation, Job, ProgressListener, to_json};

/// Of `bootstrap` and `merge`.
#[napi(object)]
pub struct BootstrapOptions {
    /// Folders to look at; all where empty.
    pub scopes: Vec<String>,
    /// Which domains and services without a document get a stub: `all`, `first` or `none`.
    pub stubs: String,
}

impl BootstrapOptions {
    fn stubs(&self) -> Stubs {
        Stubs::named(&self.stubs).unwrap_or_default()
    }
}

/// Of `importDocuments`.
#[napi(object)]
pub struct ImportOptions {
    /// Relative to the root; `.` for the whole project.
    pub folder: String,
    /// Copy the documents into the usual layout instead of naming them where they are.
    pub restructure: bool,
}

#[napi]
impl NativeEngine {
    /// A draft of graph and documents, as JSON; nothing is written but the index.
    #[napi(ts_return_type = "Promise<Outcome>", catch_unwind)]
    pub fn bootstrap(
        &self,
        options: BootstrapOptions,
        cancellation: &Cancellation,
        #[napi(ts_arg_type = "((error: Error | null, json: string) => void) | null | undefined")]
        progress: Option<ProgressListener>,
    ) -> AsyncTask<Job> {
        Job::spawn(&self.engine, cancellation, progress, move |engine, call| {
            Ok(to_json(&engine.bootstrap(&options.scopes, options.stubs(), call)?))
        })
    }

    /// What a kept graph lacks of such a draft, and where both disagree, as JSON; nothing is written but the index.
    #[napi(ts_return_type = "Promise<Outcome>", catch_unwind)]
    pub fn merge(
        &self,
        options: BootstrapOptions,
        cancellation: &Cancellation,
        #[napi(ts_arg_type = "((error: Error | null, json: string) => void) | null | undefined")]
        progress: Option<ProgressListener>,
    ) -> AsyncTask<Job> {
        Job::spawn(&self.engine, cancellation, progress, move |engine, call| {
            Ok(to_json(&engine.merge(&options.scopes, options.stubs(), call)?))
        })
    }

    /// What the Markdown files of a folder say, as a draft to add to the graph, as JSON; nothing is written but the index.
    #[napi(ts_return_type = "Promise<Outcome>", catch_unwind)]
    pub fn import_documents(
        &self,
        options: ImportOptions,
        cancellation: &Cancellation,
        #[napi(ts_arg_type = "((error: Error | null, json: string) => void) | null | undefined")]
        progress: Option<ProgressListener>,
    ) -> AsyncTask<Job> {
        Job::spawn(&self.engine, cancellation, progress, move |engine, call| {
            Ok(to_json(&engine.import(&options.folder, options.restructure, call)?))
        })
    }
}
