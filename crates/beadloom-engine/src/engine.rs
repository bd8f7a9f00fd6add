//! The engine itself: what it keeps between calls. What it can do stands in a module for each capability.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use beadloom_index::{IndexedFilesCache, Watch};
use beadloom_memory_core::Memories;
use beadloom_model::answers::FullEdge;
use beadloom_model::{Code, Error, Result};

use crate::cache::{BundleCache, StampedCache, TextCache};
use crate::model_cache::ModelCache;
use crate::pool::Pool;
use crate::settings::{Settings, SettingsCache};
use crate::unindexed::UnindexedFilters;

/// A project, opened. Cheap to make: files and index are touched when something is asked.
pub struct Engine {
    root: PathBuf,
    pub(crate) pool: Pool,
    pub(crate) bundles: BundleCache,
    /// Answers to searches.
    pub(crate) searches: TextCache,
    settings: SettingsCache,
    pub(crate) models: ModelCache,
    /// What the index knows of the files.
    pub(crate) indexed: IndexedFilesCache,
    /// What files hold that the index knows by path alone.
    pub(crate) unindexed: UnindexedFilters,
    /// What contracts cross between the nodes.
    pub(crate) crossings: StampedCache<Vec<FullEdge>>,
    /// What agents and people learned.
    pub(crate) memories: Memories,
    /// Watches the files between calls, where that is wanted.
    pub(crate) watch: Option<Watch>,
    /// Whether the last answer came from an index that was behind the files.
    pub(crate) behind: AtomicBool,
    closed: AtomicBool,
}

impl Engine {
    /// An engine for the project at `root`.
    pub fn new(root: impl Into<PathBuf>) -> Self {
        let root = root.into();
        Self {
            pool: Pool::new(root.clone()),
            bundles: BundleCache::default(),
            searches: TextCache::default(),
            settings: SettingsCache::default(),
            models: ModelCache::default(),
            indexed: IndexedFilesCache::default(),
            unindexed: UnindexedFilters::default(),
            crossings: StampedCache::default(),
            memories: Memories::default(),
            watch: None,
            root,
            behind: AtomicBool::new(false),
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

    /// Gives up connections. Calls that run end as they would; later ones answer `closed`.
    pub fn close(&self) {
        self.closed.store(true, Ordering::Relaxed);
        if let Some(watch) = &self.watch {
            watch.end();
        }
        self.pool.clear();
        self.models.clear();
        self.memories.clear();
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
            let _ = beadloom_files::recover(&graph);
        }
    }

    /// Whether the last answer came from an index that was behind the files; of answers side by side, that of any.
    pub fn was_behind(&self) -> bool {
        self.behind.load(Ordering::Relaxed)
    }

    pub(crate) fn is_closed(&self) -> bool {
        self.closed.load(Ordering::Relaxed)
    }

    pub(crate) fn check_open(&self) -> Result<()> {
        if self.is_closed() {
            return Err(Error::new(Code::Closed, "the project was closed").hint("open it again"));
        }
        if !self.root.is_dir() {
            return Err(Error::new(Code::NoProject, format!("{} is not a folder", self.root.display()))
                .hint("pass the project's folder with --project"));
        }
        Ok(())
    }
}
