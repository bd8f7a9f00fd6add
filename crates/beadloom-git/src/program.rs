//! Which `git` is run.

use std::env;
use std::path::{Path, PathBuf};

/// The `git` of the search path, absolute; None where there is none. What lies in the work tree is passed over, as are
/// relative entries, which would be looked up there: package managers put folders of the project at the front of the path.
pub(crate) fn git(top: &Path) -> Option<PathBuf> {
    let name = if cfg!(windows) { "git.exe" } else { "git" };
    let path = env::var_os("PATH")?;
    env::split_paths(&path)
        .filter(|folder| folder.is_absolute())
        .map(|folder| folder.join(name))
        .filter(|file| is_program(file))
        .find(|file| {
            let is_inside = |path: &Path| path.starts_with(top);
            !is_inside(file) && crate::repository::real(file).is_some_and(|real| !is_inside(&real))
        })
}

fn is_program(file: &Path) -> bool {
    let Ok(metadata) = file.metadata() else { return false };
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        metadata.is_file() && metadata.permissions().mode() & 0o111 != 0
    }
    #[cfg(not(unix))]
    {
        metadata.is_file()
    }
}
