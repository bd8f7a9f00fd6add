//! Where what the files of a project parse to is kept for other work trees of its repository.

use std::path::Path;

use beadloom_git::Repository;
use beadloom_graph::Config;
use beadloom_index::project_name;
use beadloom_store::ParseCache;

use crate::{models, seals};

/// The part of the user's cache that is for the project; None where the settings want none, the project is in no repository, or
/// nothing can be kept.
pub(crate) fn of_project(root: &Path, config: &Config) -> Option<ParseCache> {
    if !config.cache.parse {
        return None;
    }
    let key = seals::kept_key()?;
    let cache = models::cache_folder()?;
    let repository = Repository::around(root).ok()?;
    // A derived graph has the name of the project in it, which all work trees share, unless their settings differ.
    let name = project_name(root, config);
    let common = repository.common_dir.as_os_str().as_encoded_bytes();
    Some(ParseCache::new(&cache, key, &[common, repository.prefix().as_bytes(), name.as_bytes()]))
}
