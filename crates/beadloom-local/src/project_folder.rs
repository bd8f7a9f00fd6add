//! The folder `.beadloom` of a project.

use std::path::Path;

use beadloom_model::{Code, Error, Result};

/// Written into a `.beadloom` folder that beadloom itself made, so that a project without `init` shows no
/// untracked files.
const OWN_GITIGNORE: &str = "beadloom.db*\nmemory.db*\ngateway.db*\nCONTEXT.md\n.gitignore\n";

/// Makes the folder `.beadloom` where it is missing.
///
/// # Errors
/// `not_writable`, `disk_full`.
pub fn make_folder(folder: &Path) -> Result<()> {
    // What a link leads to is looked at when the index is opened.
    if folder.is_dir() || folder.is_symlink() {
        return Ok(());
    }
    beadloom_files::place_folder(folder, ".gitignore", OWN_GITIGNORE.as_bytes()).map_err(|error| {
        let code = if beadloom_files::is_out_of_room(&error) { Code::DiskFull } else { Code::NotWritable };
        Error::new(code, "the folder .beadloom cannot be made, and the index and memories have to live there")
            .at(".beadloom", 0, 0)
            .hint("check the permissions and the free space of the project's folder")
            .caused_by(error)
    })
}
