//! Documents themselves: what they claim, and what they can be written from.

use beadloom_engine as engine;
use beadloom_model::Result;
use napi::bindgen_prelude::AsyncTask;
use napi_derive::napi;

use crate::NativeEngine;
use crate::options::Refresh;
use crate::task::{Cancellation, Job, ProgressListener, to_json};

/// Of `auditDocuments`.
#[napi(object)]
pub struct AuditOptions {
    /// A condition on the numbers of findings.
    pub condition: Option<String>,
    /// Freshness.
    pub refresh: Refresh,
}

impl AuditOptions {
    fn into_engine(self) -> Result<engine::AuditOptions> {
        Ok(engine::AuditOptions { condition: self.condition, refresh: self.refresh.into_engine()? })
    }
}

/// Of `documentation`.
#[napi(object)]
pub struct DocumentationOptions {
    /// A node; all where it is not given.
    pub reference: Option<String>,
    /// Freshness.
    pub refresh: Refresh,
}

#[napi]
impl NativeEngine {
    /// What documents say that is not so, as JSON.
    #[napi(ts_return_type = "Promise<Outcome>", catch_unwind)]
    pub fn audit_documents(
        &self,
        options: AuditOptions,
        cancellation: &Cancellation,
        #[napi(ts_arg_type = "((error: Error | null, json: string) => void) | null | undefined")]
        progress: Option<ProgressListener>,
    ) -> AsyncTask<Job> {
        Job::spawn(&self.engine, cancellation, progress, move |engine, call| {
            engine.audit_documents(&options.into_engine()?, call)
        })
    }

    /// Skeletons of documents for nodes that have none, as JSON; nothing is written.
    #[napi(ts_return_type = "Promise<Outcome>", catch_unwind)]
    pub fn skeletons(
        &self,
        reference: Option<String>,
        cancellation: &Cancellation,
        #[napi(ts_arg_type = "((error: Error | null, json: string) => void) | null | undefined")]
        progress: Option<ProgressListener>,
    ) -> AsyncTask<Job> {
        Job::spawn(&self.engine, cancellation, progress, move |engine, call| {
            Ok(to_json(&engine.skeletons(reference.as_deref(), call)?))
        })
    }

    /// What there is to write about nodes, as JSON.
    #[napi(ts_return_type = "Promise<Outcome>", catch_unwind)]
    pub fn documentation(
        &self,
        options: DocumentationOptions,
        cancellation: &Cancellation,
        #[napi(ts_arg_type = "((error: Error | null, json: string) => void) | null | undefined")]
        progress: Option<ProgressListener>,
    ) -> AsyncTask<Job> {
        Job::spawn(&self.engine, cancellation, progress, move |engine, call| {
            engine.documentation(options.reference.as_deref(), options.refresh.into_engine()?, call)
        })
    }
}
