//! Which documents are behind their code.

use beadloom_engine as engine;
use beadloom_model::Result;
use napi::bindgen_prelude::AsyncTask;
use napi_derive::napi;

use crate::NativeEngine;
use crate::options::Refresh;
use crate::task::{Cancellation, Job, ProgressListener, to_json};

/// Of `syncCheck`.
#[napi(object)]
pub struct SyncCheckOptions {
    /// Only the pairs of this node.
    pub reference: Option<String>,
    /// Only pairs that the next commit touches.
    pub staged: Option<bool>,
    /// All pairs, as the next commit holds them.
    pub next_commit: Option<bool>,
    /// Pairs in step are counted and not listed.
    pub behind: Option<bool>,
    /// A revision to compare with.
    pub since: Option<String>,
    /// Freshness.
    pub refresh: Refresh,
}

impl SyncCheckOptions {
    fn into_engine(self) -> Result<engine::SyncCheckOptions> {
        Ok(engine::SyncCheckOptions {
            reference: self.reference,
            staged: self.staged.unwrap_or(false),
            next_commit: self.next_commit.unwrap_or(false),
            behind: self.behind.unwrap_or(false),
            since: self.since,
            refresh: self.refresh.into_engine()?,
        })
    }
}

/// Of `syncUpdate`.
#[napi(object)]
pub struct SyncUpdateOptions {
    /// The pairs of this node; all that are not in step where it is not given.
    pub reference: Option<String>,
    /// Only pairs of nodes that the lock does not know yet.
    pub new_only: Option<bool>,
    /// Only pairs of these documents, relative to the root.
    pub documents: Option<Vec<String>>,
}

/// Where Git's hooks are. Paths are absolute.
#[napi(object)]
pub struct HookPlaces {
    /// The top of the work tree; absent where the project is in no repository.
    pub top: Option<String>,
    /// The project, relative to the top and `/`-separated; empty where it is the top.
    pub folder: String,
    /// Of this work tree.
    pub git_dir: String,
    /// Of all work trees of the repository.
    pub common_dir: String,
    /// The folder of the hooks; links in it are not resolved.
    pub hooks: String,
    /// Whether `core.hooksPath` says so.
    pub is_set: bool,
    /// Why there is no repository.
    pub problem: Option<String>,
    /// What to do about it.
    pub hint: Option<String>,
}

#[napi]
impl NativeEngine {
    /// Where the hooks of the repository are that the project is in.
    #[napi(catch_unwind)]
    pub fn hook_places(&self) -> HookPlaces {
        match self.engine.hook_places() {
            Ok(places) => HookPlaces {
                top: Some(places.top),
                folder: places.folder,
                git_dir: places.git_dir,
                common_dir: places.common_dir,
                hooks: places.hooks,
                is_set: places.is_set,
                problem: None,
                hint: None,
            },
            Err(error) => HookPlaces {
                top: None,
                folder: String::new(),
                git_dir: String::new(),
                common_dir: String::new(),
                hooks: String::new(),
                is_set: false,
                problem: Some(error.message),
                hint: error.hint,
            },
        }
    }

    /// Takes out of the repository's configuration what hooks of earlier versions went by.
    #[napi(catch_unwind)]
    pub fn forget_hook_command(&self) {
        self.engine.forget_hook_command();
    }

    /// What the Git hook does about stale documents, by the settings of now.
    #[napi(ts_return_type = "'warn' | 'block' | 'off'", catch_unwind)]
    pub fn hook_mode(&self) -> &'static str {
        self.engine.hook_mode().as_str()
    }

    /// The pairs of documents and code with their status, as JSON.
    #[napi(ts_return_type = "Promise<Outcome>", catch_unwind)]
    pub fn sync_check(
        &self,
        options: SyncCheckOptions,
        cancellation: &Cancellation,
        #[napi(ts_arg_type = "((error: Error | null, json: string) => void) | null | undefined")]
        progress: Option<ProgressListener>,
    ) -> AsyncTask<Job> {
        Job::spawn(&self.engine, cancellation, progress, move |engine, call| {
            engine.sync_check(&options.into_engine()?, call)
        })
    }

    /// What changed in the code of a node since its documents were in step, as JSON.
    #[napi(ts_return_type = "Promise<Outcome>", catch_unwind)]
    pub fn sync_review(
        &self,
        reference: String,
        cancellation: &Cancellation,
        #[napi(ts_arg_type = "((error: Error | null, json: string) => void) | null | undefined")]
        progress: Option<ProgressListener>,
    ) -> AsyncTask<Job> {
        Job::spawn(&self.engine, cancellation, progress, move |engine, call| {
            engine.sync_review(&reference, call)
        })
    }

    /// Says that documents are in step; the value is the JSON of `sync-update`.
    #[napi(ts_return_type = "Promise<Outcome>", catch_unwind)]
    pub fn sync_update(
        &self,
        options: SyncUpdateOptions,
        cancellation: &Cancellation,
        #[napi(ts_arg_type = "((error: Error | null, json: string) => void) | null | undefined")]
        progress: Option<ProgressListener>,
    ) -> AsyncTask<Job> {
        Job::spawn(&self.engine, cancellation, progress, move |engine, call| {
            let options = engine::SyncUpdateOptions {
                reference: options.reference,
                new_only: options.new_only.unwrap_or(false),
                documents: options.documents.map(|paths| paths.into_iter().collect()),
                vanished_only: false,
            };
            Ok(to_json(&engine.sync_update(&options, call)?))
        })
    }
}
