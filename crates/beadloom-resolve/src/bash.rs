//! Shell scripts: paths beside the script, or from a folder around it.

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
        let path = import.specifier.trim();
        let folder = paths::parent(from);
        let seen_from = |base: &str| paths::resolve(base, path).filter(|path| self.files.has_file(path));
        // `./x.sh` may also be seen from the working folder, which is mostly the root; a path without dots from
        // any folder around.
        let found = if path.starts_with("../") {
            seen_from(folder)
        } else if path.starts_with("./") {
            seen_from(folder).or_else(|| seen_from(""))
        } else {
            paths::ancestors(folder).find_map(seen_from)
        };
        match found {
            Some(path) => ImportTarget::internal(path, None, import.names.clone()),
            None => ImportTarget::external(None, &import.names),
        }
    }
}
