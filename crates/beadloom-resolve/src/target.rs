//! Where an import leads.

/// Where an import leads, or that it leads out of the project.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct ImportTarget {
    /// Relative to the root: a file, or a folder ending in `/` (a package as a whole; the root itself is `./`).
    /// `None` is external or not there.
    pub path: Option<String>,
    /// The package's own name: npm name, Go import path, crate, Python top-level module, Java package. `None`
    /// inside the importing package and where no name can be told.
    pub package: Option<String>,
    /// The import's names that lead here, in the order of the import.
    pub names: Vec<String>,
}

impl ImportTarget {
    pub(crate) fn internal(path: impl Into<String>, package: Option<String>, names: Vec<String>) -> Self {
        Self { path: Some(path.into()), package, names }
    }

    pub(crate) fn external(package: Option<String>, names: &[String]) -> Self {
        Self { path: None, package, names: names.to_vec() }
    }
}
