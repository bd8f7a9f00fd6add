//! Where a repository has its hooks.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use crate::command::{Deadline, GitOutput, Index, ProcessIo, ask_with};
use crate::repository::{Absence, Repository};

const TIME: Duration = Duration::from_secs(10);

/// The setting that hooks of earlier versions read, and ran what it says.
const COMMAND: &str = "beadloom.command";

/// Where hooks are, as the repository and its user have it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HookPlaces {
    /// The repository.
    pub repository: Repository,
    /// The folder of the hooks, absolute; links in it are not resolved.
    pub hooks: PathBuf,
    /// Whether `core.hooksPath` says so.
    pub is_set: bool,
}

/// Where the hooks of the repository around a folder are.
///
/// # Errors
/// Why there is no repository.
pub fn hook_places(root: &Path, cancelled: &AtomicBool) -> Result<HookPlaces, Absence> {
    let repository = Repository::around(root)?;
    let arguments = ["config", "--includes", "--path", "-z", "--get", "core.hooksPath"];
    let set = config(root, &arguments, cancelled).filter(|path| !path.is_empty());
    let hooks = match &set {
        // Hooks run at the top, and so is the path meant.
        Some(path) => repository.top.join(crate::repository::os_path(path)),
        None => repository.common_dir.join("hooks"),
    };
    Ok(HookPlaces { repository, hooks, is_set: set.is_some() })
}

/// Takes the setting out of the repository's configuration that hooks of earlier versions went by.
pub fn forget_command(root: &Path, cancelled: &AtomicBool) {
    // Where the configuration is a link, Git would write to where it leads.
    let is_own = Repository::around(root).is_ok_and(|repository| {
        let config = repository.common_dir.join("config");
        config.symlink_metadata().is_ok_and(|metadata| metadata.is_file())
    });
    if is_own && config(root, &["config", "--local", "--get", COMMAND], cancelled).is_some() {
        config(root, &["config", "--local", "--unset-all", COMMAND], cancelled);
    }
}

/// What Git prints of its settings, without the zero byte behind it; None where it has none of that name.
fn config(root: &Path, arguments: &[&str], cancelled: &AtomicBool) -> Option<Vec<u8>> {
    let deadline = Deadline { until: Instant::now() + TIME, cancelled };
    let exchange = ProcessIo { input: &[], most: 1 << 16 };
    match ask_with(root, arguments, exchange, deadline, Index::None) {
        GitOutput::Whole(mut bytes) => {
            if bytes.last() == Some(&0) {
                bytes.pop();
            }
            Some(bytes)
        }
        GitOutput::Cut(_) | GitOutput::Missing | GitOutput::Failed => None,
    }
}
