//! SQL: files that a client runs, seen from the file that says so or from where the client was started.

use std::sync::Arc;

use beadloom_model::ImportFacts;

use super::files::ProjectFiles;
use super::{ImportTarget, paths};

pub(super) struct Resolver {
    files: Arc<ProjectFiles>,
}

impl Resolver {
    pub(super) fn new(files: Arc<ProjectFiles>) -> Self {
        Self { files }
    }

    pub(super) fn resolve(&self, from: &str, import: &ImportFacts) -> ImportTarget {
        let path = import.specifier.as_str();
        let beside = paths::resolve(paths::parent(from), path);
        let below_root = paths::resolve("", path);
        match self.files.first_file([beside, below_root].into_iter().flatten()) {
            Some(path) => ImportTarget::internal(path, None, import.names.clone()),
            None => ImportTarget::external(None, &import.names),
        }
    }
}
