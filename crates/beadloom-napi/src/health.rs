//! How project, index and machine are.

use beadloom_engine as engine;
use beadloom_model::Result;
use napi::bindgen_prelude::AsyncTask;
use napi_derive::napi;

use crate::NativeEngine;
use crate::options::Refresh;
use crate::task::{Cancellation, Job, ProgressListener};

/// Of `status`.
#[napi(object)]
pub struct StatusOptions {
    /// Freshness.
    pub refresh: Refresh,
}

impl StatusOptions {
    fn into_engine(self) -> Result<engine::StatusOptions> {
        Ok(engine::StatusOptions { refresh: self.refresh.into_engine()? })
    }
}

/// A Git hook with a block of ours.
#[napi(object)]
pub struct HookState {
    /// `pre-commit` or `pre-push`.
    pub hook: String,
    /// As it is shown.
    pub path: String,
    /// `well`, `outdated`, `gone`, `outside` or `not_executable`.
    pub state: String,
}

impl HookState {
    fn into_engine(self) -> engine::HookState {
        engine::HookState { hook: self.hook, path: self.path, state: self.state }
    }
}

/// Something that is not as it should be in a file that an agent's program reads.
#[napi(object)]
pub struct AgentsFinding {
    /// `mcp` or `agents`.
    pub check: String,
    /// Whether it keeps something from working.
    pub broken: bool,
    /// One sentence.
    pub message: String,
    /// Relative to the root where it is inside.
    pub path: String,
    /// 1-based.
    pub line: Option<u32>,
    /// How to mend it.
    pub hint: String,
}

impl AgentsFinding {
    fn into_engine(self) -> engine::AgentsFinding {
        let Self { check, broken, message, path, line, hint } = self;
        engine::AgentsFinding { check, broken, message, path, line, hint }
    }
}

/// Of `doctor`.
#[napi(object)]
pub struct DoctorOptions {
    /// Mend what can be mended without a risk.
    pub fix: Option<bool>,
    /// What the caller mended already, one sentence each.
    pub fixed: Vec<String>,
    /// Lines that `.gitignore` lacks.
    pub missing_ignore_lines: Vec<String>,
    /// What is wrong in the files of agents' programs.
    pub agents: Vec<AgentsFinding>,
    /// Hooks that have a block of ours.
    pub hooks: Vec<HookState>,
    /// Freshness.
    pub refresh: Refresh,
}

impl DoctorOptions {
    fn into_engine(self) -> Result<engine::DoctorOptions> {
        Ok(engine::DoctorOptions {
            fix: self.fix.unwrap_or(false),
            fixed: self.fixed,
            missing_ignore_lines: self.missing_ignore_lines,
            agents: self.agents.into_iter().map(AgentsFinding::into_engine).collect(),
            hooks: self.hooks.into_iter().map(HookState::into_engine).collect(),
            refresh: self.refresh.into_engine()?,
        })
    }
}

/// Of `ci`.
#[napi(object)]
pub struct CiOptions {
    /// Only what is new since this revision; everything where it is not given.
    pub base: Option<String>,
}

/// Of `debt`.
#[napi(object)]
pub struct DebtOptions {
    /// A condition on the figures.
    pub condition: Option<String>,
    /// Names of the files of snapshots; no trend where it is not given.
    pub snapshots: Option<Vec<String>>,
    /// Freshness.
    pub refresh: Refresh,
}

impl DebtOptions {
    fn into_engine(self) -> Result<engine::DebtOptions> {
        Ok(engine::DebtOptions {
            condition: self.condition,
            snapshots: self.snapshots,
            refresh: self.refresh.into_engine()?,
        })
    }
}

#[napi]
impl NativeEngine {
    /// What the index holds and how well it is documented, as JSON.
    #[napi(ts_return_type = "Promise<Outcome>", catch_unwind)]
    pub fn status(
        &self,
        options: StatusOptions,
        cancellation: &Cancellation,
        #[napi(ts_arg_type = "((error: Error | null, json: string) => void) | null | undefined")]
        progress: Option<ProgressListener>,
    ) -> AsyncTask<Job> {
        Job::spawn(&self.engine, cancellation, progress, move |engine, call| {
            engine.status(&options.into_engine()?, call)
        })
    }

    /// How well project, index and machine are, as JSON.
    #[napi(ts_return_type = "Promise<Outcome>", catch_unwind)]
    pub fn doctor(
        &self,
        options: DoctorOptions,
        cancellation: &Cancellation,
        #[napi(ts_arg_type = "((error: Error | null, json: string) => void) | null | undefined")]
        progress: Option<ProgressListener>,
    ) -> AsyncTask<Job> {
        Job::spawn(&self.engine, cancellation, progress, move |engine, call| {
            engine.doctor(&options.into_engine()?, call)
        })
    }

    /// All checks of a pipeline, as JSON.
    #[napi(ts_return_type = "Promise<Outcome>", catch_unwind)]
    pub fn ci(
        &self,
        options: CiOptions,
        cancellation: &Cancellation,
        #[napi(ts_arg_type = "((error: Error | null, json: string) => void) | null | undefined")]
        progress: Option<ProgressListener>,
    ) -> AsyncTask<Job> {
        Job::spawn(&self.engine, cancellation, progress, move |engine, call| {
            engine.ci(&engine::CiOptions { base: options.base }, call)
        })
    }

    /// What the architecture owes, as JSON.
    #[napi(ts_return_type = "Promise<Outcome>", catch_unwind)]
    pub fn debt(
        &self,
        options: DebtOptions,
        cancellation: &Cancellation,
        #[napi(ts_arg_type = "((error: Error | null, json: string) => void) | null | undefined")]
        progress: Option<ProgressListener>,
    ) -> AsyncTask<Job> {
        Job::spawn(&self.engine, cancellation, progress, move |engine, call| {
            engine.debt(&options.into_engine()?, call)
        })
    }
}
