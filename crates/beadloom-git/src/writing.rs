//! Where files of a project are written: neither through a link that leads out of it, nor in place of a file that Git has and
//! the work tree leaves out.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use beadloom_files::{leads_astray, place_inside};
use beadloom_model::{Code, Error, Result};

use crate::LeftOut;

/// Whether a file is missing that Git tracks and the work tree leaves out: what is written in its place would take what it says.
pub fn is_left_out(root: &Path, path: &str) -> bool {
    root.join(path).symlink_metadata().is_err_and(|error| error.kind() == io::ErrorKind::NotFound)
        && LeftOut::around(root, &AtomicBool::new(false)).has(path)
}

/// Where a file of the project is to be written. `failed`: what is said of errors of the file system.
pub fn place_to_write(root: &Path, path: &str, failed: impl FnOnce(io::Error) -> Error) -> Result<PathBuf> {
    let place = place_inside(root, path).map_err(|error| {
        if !leads_astray(&error) {
            return failed(error);
        }
        Error::new(Code::OutsideRoot, format!("{path} is not written: {error}"))
            .at(path, 0, 0)
            .hint("put the file or folder itself in place of the link, then run the command again")
    })?;
    if is_left_out(root, path) {
        return Err(Error::new(
            Code::NotWritable,
            format!("{path} is not checked out, so it is not created"),
        )
        .at(path, 0, 0)
        .hint("check it out first, for example with `git sparse-checkout add .beadloom`"));
    }
    Ok(place)
}
