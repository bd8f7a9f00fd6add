//! Architecture rules.

use beadloom_engine as engine;
use beadloom_model::Result;
use beadloom_model::answers::Severity;
use napi::bindgen_prelude::AsyncTask;
use napi_derive::napi;

use crate::NativeEngine;
use crate::options::{Refresh, unknown};
use crate::task::{Cancellation, Job, ProgressListener};

/// Of `lint`.
#[napi(object)]
pub struct LintOptions {
    /// `error` or `warn`; all where it is not given.
    pub severity: Option<String>,
    /// Freshness.
    pub refresh: Refresh,
}

impl LintOptions {
    fn into_engine(self) -> Result<engine::LintOptions> {
        let severity = match self.severity.as_deref() {
            None | Some("all") => None,
            Some("error") => Some(Severity::Error),
            Some("warn") => Some(Severity::Warn),
            Some(other) => return Err(unknown("severity", other, "all, error, warn")),
        };
        Ok(engine::LintOptions { severity, refresh: self.refresh.into_engine()? })
    }
}

/// Of `explainRule`.
#[napi(object)]
pub struct ExplainRuleOptions {
    /// The rule's name.
    pub rule: String,
    /// Freshness.
    pub refresh: Refresh,
}

impl ExplainRuleOptions {
    fn into_engine(self) -> Result<engine::ExplainRuleOptions> {
        Ok(engine::ExplainRuleOptions { rule: self.rule, refresh: self.refresh.into_engine()? })
    }
}

#[napi]
impl NativeEngine {
    /// What breaks the project's rules, as JSON.
    #[napi(ts_return_type = "Promise<Outcome>", catch_unwind)]
    pub fn lint(
        &self,
        options: LintOptions,
        cancellation: &Cancellation,
        #[napi(ts_arg_type = "((error: Error | null, json: string) => void) | null | undefined")]
        progress: Option<ProgressListener>,
    ) -> AsyncTask<Job> {
        Job::spawn(&self.engine, cancellation, progress, move |engine, call| {
            engine.lint(&options.into_engine()?, call)
        })
    }

    /// What one rule demands and matches, as JSON.
    #[napi(ts_return_type = "Promise<Outcome>", catch_unwind)]
    pub fn explain_rule(
        &self,
        options: ExplainRuleOptions,
        cancellation: &Cancellation,
        #[napi(ts_arg_type = "((error: Error | null, json: string) => void) | null | undefined")]
        progress: Option<ProgressListener>,
    ) -> AsyncTask<Job> {
        Job::spawn(&self.engine, cancellation, progress, move |engine, call| {
            engine.explain_rule(&options.into_engine()?, call)
        })
    }
}
