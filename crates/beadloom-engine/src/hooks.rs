//! Where Git's hooks are, for whoever writes them.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use beadloom_model::{Code, Error, Result};

use crate::Engine;

/// Where a project's hooks are. Paths are absolute.
#[derive(Debug, Clone)]
pub struct HookPlaces {
    /// The top of the work tree.
    pub top: String,
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
}

impl Engine {
    /// Where the hooks of the repository are that the project is in.
    ///
    /// # Errors
    /// `usage` where there is none.
    pub fn hook_places(&self) -> Result<HookPlaces> {
        let places = beadloom_git::hook_places(self.root(), &AtomicBool::new(false)).map_err(|absence| {
            let (message, hint) = absence.sentences();
            Error::new(Code::Usage, format!("hooks belong to a Git repository, and {message}")).hint(hint)
        })?;
        let text = |path: &Path| path.to_string_lossy().into_owned();
        Ok(HookPlaces {
            top: text(&places.repository.top),
            folder: places.repository.prefix(),
            git_dir: text(&places.repository.git_dir),
            common_dir: text(&places.repository.common_dir),
            hooks: text(&places.hooks),
            is_set: places.is_set,
        })
    }

    /// Takes out of the repository's configuration what hooks of earlier versions went by.
    pub fn forget_hook_command(&self) {
        beadloom_git::forget_command(self.root(), &AtomicBool::new(false));
    }
}
