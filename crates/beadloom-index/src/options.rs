//! What a run is asked to do.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use beadloom_embed::StaticModel;
use beadloom_graph::config::Config;
use beadloom_model::Diagnostic;
use beadloom_store::ParseCache;

use crate::indexed_files::IndexedFilesCache;
use crate::progress::Progress;
use crate::sync_stage::History;
use crate::watch::Watch;

/// A model that is read when the first text needs it.
#[derive(Clone, Copy)]
pub struct Embedder<'a> {
    /// Names the model.
    pub fingerprint: u64,
    /// Reads it; None where it turns out to be damaged: there are no vectors then.
    pub load: &'a (dyn Fn() -> Option<Arc<StaticModel>> + Sync),
}

/// Finds the part of the user's cache that is for a project, where that may be used; looked for when it is needed.
pub type FindParseCache<'a> = &'a (dyn Fn(&Path, &Config) -> Option<ParseCache> + Sync);

/// How to run.
pub struct Options<'a> {
    /// The project's root.
    pub root: &'a Path,
    /// Settings.
    pub config: &'a Config,
    /// Names the content of `config.yml`; another one means a full run.
    pub config_digest: &'a str,
    /// Findings in `config.yml`.
    pub config_diagnostics: &'a [Diagnostic],
    /// What makes vectors of chunks; without it there are none. Another one means a full run.
    pub embedder: Option<Embedder<'a>>,
    /// What Git knows of commits; without it none says that documents are up to date.
    pub history: Option<History>,
    /// What watches the files, so that they need not all be looked at.
    pub watch: Option<&'a Watch>,
    /// Where what the index knows of the files is kept for the next run of this process.
    pub indexed: Option<&'a IndexedFilesCache>,
    /// Where what files parse to is kept for other work trees of the repository.
    pub parse_cache: Option<FindParseCache<'a>>,
    /// Rebuild everything, from the files alone.
    pub full: bool,
    /// How long to wait for another writer.
    pub wait: Duration,
    /// Give up, and leave the index as it is, where the run would end after this moment.
    pub deadline: Option<Instant>,
    /// Set from outside to stop the run.
    pub cancelled: &'a AtomicBool,
    /// Is called with how far the run is.
    pub progress: &'a (dyn Fn(Progress) + Sync),
}
