//! The facade: everything that the addon offers, as plain functions on one [`Engine`].
//!
//! An engine belongs to one project root. It is shared between threads; calls run side by side, each on a
//! connection of its own. Answers are brought up to date first (see [`refresh`]).
//!
//! - `onboarding`, `merging` and `importing` make what `init` drafts; `sync` says which documents are stale and is the one place that
//!   writes the lock.
//! - `models` and `active_model` select what compares meaning, `embedding` has the bundled table; `vocabularies` and `counting` count
//!   tokens; `tasks` and `sessions` belong to `ctx --task`.
//! - `rules` gathers facts for rules, `change` compares two states, `base` is the project at a revision, without a checkout; `ci` runs
//!   all checks and leaves out what the base had, `debt` counts, `doctor` has the table of checks, `audit` a module per kind of claim.
//! - `daemon` has what a process needs that keeps the index fresh for others.
//! - `federation` finds contracts, `crossings` makes edges of them for pictures of the graph: they are no rows of the index.

mod active_model;
mod answers;
mod audit;
mod base;
mod cache;
mod change;
mod ci;
mod condition;
mod counting;
mod crossings;
mod daemon;
mod debt;
mod dependence;
mod docs;
mod doctor;
mod embedding;
mod exact;
mod federation;
mod history;
mod hooks;
mod importing;
mod merging;
mod models;
mod onboarding;
mod past;
mod pool;
mod priming;
mod refresh;
mod requests;
mod rules;
mod seals;
mod sessions;
mod settings;
mod showing;
mod sites;
mod sync;
mod tables;
mod tasks;
mod unchanged;
mod vocabularies;
mod way;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use beadloom_index::{IndexedFilesCache, Options, Outcome};
use beadloom_model::answers::{ANSWER_VERSION, ReindexAnswer};
use beadloom_model::{Code, Diagnostic, Error, Result};

use beadloom_store::{Access, Condition, Store};

pub use beadloom_index::{Phase, Progress, Wait, Watch};
pub use beadloom_query::GraphFormat;
pub use counting::providers_markdown;
pub use daemon::DaemonSettings;
pub use docs::Skeletons;
pub use hooks::HookPlaces;
pub use importing::ImportDraft;
pub use merging::{GraphFileNodes, MergeDraft};
pub use models::{
    ModelPlaces, Semantic, SemanticModel, check_model, check_model_words, set_model_places, try_model,
};
pub use onboarding::{Draft, DraftDocument, DraftEdge, DraftNode};
pub use refresh::Refresh;
pub use requests::check_request;
pub use rules::{DraftRule, DraftRules};
pub use sync::{Review, ReviewedFile};
pub use tables::{codes_markdown, requests_json, rule_kinds_markdown, settings_markdown};
pub use vocabularies::{count_tokens, set_data_folder};

/// How files are written, for the shell too.
pub use beadloom_files as files;

use crate::cache::BundleCache;
use crate::models::ModelCache;
use crate::pool::Pool;
use crate::settings::{Settings, SettingsCache};

/// How long an explicit reindex waits for another one to finish.
const REINDEX_WAIT: Duration = Duration::from_secs(600);

/// A project, opened. Cheap to make: files and index are touched when something is asked.
pub struct Engine {
    root: PathBuf,
    pool: Pool,
    bundles: BundleCache,
    settings: SettingsCache,
    models: ModelCache,
    /// What the index knows of the files.
    indexed: IndexedFilesCache,
    /// What files hold that the index knows by path alone.
    unindexed: exact::Unindexed,
    /// What contracts cross between the nodes.
    crossings: crossings::CrossingsCache,
    /// Watches the files between calls, where that is wanted.
    watch: Option<Watch>,
    closed: AtomicBool,
}

/// What every call takes along: how to stop it, and whom to tell how far it is.
pub struct Call<'a> {
    /// Set from outside to stop the work; it ends with `cancelled` within 100 ms.
    pub cancelled: &'a AtomicBool,
    /// Called often, from several threads; throttling is up to the listener.
    pub progress: &'a (dyn Fn(Progress) + Sync),
}

impl Engine {
    /// An engine for the project at `root`.
    pub fn new(root: impl Into<PathBuf>) -> Self {
        let root = root.into();
        Self {
            pool: Pool::new(root.clone()),
            bundles: BundleCache::default(),
            settings: SettingsCache::default(),
            models: ModelCache::default(),
            indexed: IndexedFilesCache::default(),
            unindexed: exact::Unindexed::default(),
            crossings: crossings::CrossingsCache::default(),
            watch: None,
            root,
            closed: AtomicBool::new(false),
        }
    }

    /// An engine that watches the files: worth it where many answers are wanted. They are those that another engine gives.
    /// It begins at once, on a thread of its own; where there is no index yet, after the first answer, so as not to be in
    /// the way of that.
    pub fn watching(root: impl Into<PathBuf>) -> Self {
        let engine = Self::new(root);
        let watch = Watch::new(&engine.root);
        if engine.is_indexed() {
            watch.begin(&engine.settings().config);
        }
        Self { watch: Some(watch), ..engine }
    }

    /// The watch, where there is one.
    pub fn watch(&self) -> Option<&Watch> {
        self.watch.as_ref()
    }

    /// Brings the index in step with the files.
    ///
    /// # Errors
    /// See [`beadloom_index::reindex`]; `not_writable` where the project's folder is read-only.
    pub fn reindex(&self, full: bool, call: &Call<'_>) -> Result<ReindexAnswer> {
        self.check_open()?;
        let began = Instant::now();
        let settings = self.settings();
        let mut mended = full && self.remove_damaged()?;
        let run = || {
            self.pool.with(Access::Write, |store| {
                let options = Options {
                    full,
                    watch: self.watch.as_ref(),
                    indexed: Some(&self.indexed),
                    ..settings.reindex_options(&self.root, REINDEX_WAIT, None, call)
                };
                let index = |store: &mut Store| beadloom_index::reindex(store, &options);
                match self.with_past(store, &settings, call, index)? {
                    Outcome::Done(report) => Ok(report),
                    Outcome::TooSlow(_) => {
                        Err(Error::new(Code::Internal, "a reindex without a deadline passed it"))
                    }
                }
            })
        };
        let report = match run() {
            // What a run keeps of the index before may be what is damaged.
            Err(error) if full && !mended && error.code == Code::IndexDamaged => {
                self.pool.remove()?;
                mended = true;
                run()?
            }
            report => report?,
        };
        if let Some(watch) = &self.watch {
            watch.begin(&settings.config);
        }
        let (embedded, failure) = self.embed_all(call)?;
        let mut diagnostics = report.diagnostics;
        if mended {
            let what = "the damaged index was rebuilt";
            diagnostics.push(Diagnostic::warn(Code::IndexDamaged, what));
        }
        diagnostics.extend(self.pool.told().map(|(code, what)| Diagnostic::warn(code, what)));
        diagnostics.extend(failure.map(as_finding));
        Ok(ReindexAnswer {
            version: ANSWER_VERSION,
            mode: report.mode,
            files: report.files,
            totals: report.totals,
            embedded,
            diagnostics,
            duration_ms: u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX),
            generation: report.generation,
        })
    }

    /// Takes a damaged index away: a run over all files would only mend those of its pages that it writes.
    fn remove_damaged(&self) -> Result<bool> {
        let looked = self.pool.with(Access::Read, |store| {
            // What outlives a run has to be what it should be too.
            if store.condition()? == Condition::Ready {
                store.state().health_snapshots()?;
            }
            store.damages()
        });
        let damaged = match looked {
            Ok(damages) => !damages.is_empty(),
            Err(error) => error.code == Code::IndexDamaged,
        };
        if damaged {
            self.pool.remove()?;
        }
        Ok(damaged)
    }

    /// Gives up connections. Calls that run end as they would; later ones answer `closed`.
    pub fn close(&self) {
        self.closed.store(true, Ordering::Relaxed);
        if let Some(watch) = &self.watch {
            watch.end();
        }
        self.pool.clear();
        self.models.clear();
        self.indexed.clear();
    }

    /// The project's root, as given.
    pub fn root(&self) -> &Path {
        &self.root
    }

    pub(crate) fn settings(&self) -> Arc<Settings> {
        let settings = self.settings.get(&self.root);
        self.recover_graph(&settings);
        settings
    }

    /// Puts the graph back in its place where a process was killed between the two renames that exchange it. What cannot be
    /// put back is said where the graph is missed.
    fn recover_graph(&self, settings: &Settings) {
        let graph = self.root.join(settings.config.docs.graph.trim_end_matches('/'));
        if graph.symlink_metadata().is_err() {
            let _ = files::recover(&graph);
        }
    }

    pub(crate) fn check_open(&self) -> Result<()> {
        if self.closed.load(Ordering::Relaxed) {
            return Err(Error::new(Code::Closed, "the project was closed").hint("open it again"));
        }
        if !self.root.is_dir() {
            return Err(Error::new(Code::NoProject, format!("{} is not a folder", self.root.display()))
                .hint("pass the project's folder with --project"));
        }
        Ok(())
    }
}

/// Why a model does not serve, as one of the findings of a reindex: everything else was done.
fn as_finding(error: Error) -> Diagnostic {
    let mut finding = Diagnostic::warn(error.code, error.message);
    if let Some(path) = error.path {
        finding = finding.at(path, error.line.unwrap_or(0), error.column.unwrap_or(0));
    }
    match error.hint {
        Some(hint) => finding.hint(hint),
        None => finding,
    }
}
