//! Ignore files that the walk must not open: it would wait for a pipe, and read a device or gigabytes to their end.

use std::path::{Path, PathBuf};

use beadloom_model::{Code, Diagnostic};

/// Names of the ignore files that a walk reads in every folder.
pub const NAMES: [&str; 3] = [".gitignore", ".ignore", BEADLOOMIGNORE];
/// The ignore file of our own.
pub const BEADLOOMIGNORE: &str = ".beadloomignore";
/// More than any list of patterns needs (bytes).
pub const MAX_BYTES: u64 = 1 << 20;

/// An ignore file that is not read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unfit {
    /// Absolute.
    pub path: PathBuf,
    /// One of the names of ignore files.
    pub name: &'static str,
    /// Why, as the end of a sentence about the file.
    pub why: &'static str,
}

impl Unfit {
    /// For one at the root of what is walked, or above: the rest is walked without such files. `path`: as shown.
    pub fn switched_off(&self, path: &str) -> Diagnostic {
        self.diagnostic(path, &format!("no {} counts", self.name))
    }

    /// For one further down, whose folder is left out.
    pub fn left_out(&self, path: &str) -> Diagnostic {
        self.diagnostic(path, "its folder was left out")
    }

    fn diagnostic(&self, path: &str, so: &str) -> Diagnostic {
        Diagnostic::warn(Code::Unreadable, format!("{} and was not read: {so}", self.why))
            .at(path, 0, 0)
            .hint("make it a file of patterns, or remove it")
    }
}

/// The ignore files in a folder that are not to be opened, in a fixed order. `there`: which of [`NAMES`] to look at.
pub fn unfit_in(folder: &Path, there: [bool; NAMES.len()]) -> impl Iterator<Item = Unfit> {
    let folder = folder.to_owned();
    NAMES.into_iter().zip(there).filter(|(_, there)| *there).filter_map(move |(name, _)| {
        let path = folder.join(name);
        let metadata = path.metadata().ok()?;
        let why = match (metadata.is_file(), metadata.is_dir()) {
            (true, _) if metadata.len() > MAX_BYTES => "is larger than 1 MiB",
            // Reading a folder as a file fails, and that is all.
            (true, _) | (_, true) => return None,
            _ => "is not a file",
        };
        Some(Unfit { path, name, why })
    })
}

/// The same for a folder and those above it, up to the root.
pub fn unfit_above(folder: &Path, root: &Path) -> Vec<Unfit> {
    folder
        .ancestors()
        .take_while(|above| above.starts_with(root))
        .flat_map(|above| unfit_in(above, [true; NAMES.len()]))
        .collect()
}
