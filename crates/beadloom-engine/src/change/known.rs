//! What the index knows that both sides of a comparison need.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use beadloom_model::Result;
use beadloom_store::{FileKind, FileRow, Store};

use crate::settings::Settings;

/// What the index knows that both sides need.
pub(crate) struct Known {
    /// Files of the project now, by path.
    pub(crate) files: Vec<FileRow>,
    /// Id and source of the nodes now: who owns code where a side has no graph of its own.
    pub(crate) sources: Arc<Vec<(String, String)>>,
    /// All ids now.
    pub(crate) ids: BTreeSet<String>,
    /// Of the graph files, relative to the root, ending in `/`.
    pub(crate) graph_folder: String,
}

impl Known {
    pub(super) fn read(store: &Store, settings: &Settings) -> Result<Self> {
        let folder = settings.config.docs.graph.trim_end_matches('/');
        Ok(Self {
            files: store.state().files()?,
            sources: store.node_sources()?,
            ids: store.node_ids()?.into_iter().collect(),
            graph_folder: if folder.is_empty() { String::new() } else { format!("{folder}/") },
        })
    }

    /// Whether the index has a file of that path.
    pub(super) fn has(&self, path: &str) -> bool {
        self.file(path).is_some()
    }

    fn file(&self, path: &str) -> Option<&FileRow> {
        let at = self.files.binary_search_by(|file| file.path.as_str().cmp(path)).ok()?;
        self.files.get(at)
    }

    /// Whether a path at a commit is code that would be looked at: what is there and not indexed as code is left out
    /// on purpose.
    pub(crate) fn is_code(&self, root: &Path, path: &str) -> bool {
        if beadloom_lang::detect(path).is_none() || beadloom_query::is_test(path) {
            return false;
        }
        match self.file(path) {
            Some(file) => file.kind == FileKind::Code && file.skipped.is_none() && !file.generated,
            None => !root.join(path).exists(),
        }
    }
}
