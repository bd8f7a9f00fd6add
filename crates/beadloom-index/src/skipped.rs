//! Reports what a walk skips, and why.

use std::io::ErrorKind;
use std::path::Path;

use beadloom_model::{Code, Diagnostic};

/// Findings about paths below a root.
pub struct LeftOut<'a> {
    /// Absolute, without links.
    pub root: &'a Path,
}

impl LeftOut<'_> {
    /// The same for people: whatever is not UTF-8 is replaced.
    pub fn shown(&self, path: &Path) -> String {
        with_slashes(&path.strip_prefix(self.root).unwrap_or(path).to_string_lossy())
    }

    pub fn link(&self, link: &Path, why: &str) -> Diagnostic {
        Diagnostic::warn(Code::LinkSkipped, format!("the link {why} and was not followed"))
            .at(self.shown(link), 0, 0)
            .hint("add it to .beadloomignore to silence this")
    }

    /// For what no path of the index can name.
    pub fn no_name(&self, path: &Path) -> Diagnostic {
        Diagnostic::warn(
            Code::Unreadable,
            "its name, or that of a folder above, is not UTF-8, it was left out",
        )
        .at(self.shown(path), 0, 0)
        .hint("rename it")
    }

    /// For what is there and is not read.
    pub fn unreadable(&self, path: &Path, error: &dyn std::fmt::Display) -> Diagnostic {
        Diagnostic::warn(Code::Unreadable, format!("could not be read and was left out: {error}"))
            .at(self.shown(path), 0, 0)
            .hint("check its permissions, or add it to .beadloomignore")
    }

    /// None where it is gone, or a file by now where a folder was.
    pub fn io_error(&self, path: &Path, error: &std::io::Error) -> Option<Diagnostic> {
        let gone = matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory);
        (!gone).then(|| self.unreadable(path, error))
    }

    /// What is wrong with ignore files above the folder where the walk began.
    pub fn rules_error(&self, error: &ignore::Error) -> Option<Diagnostic> {
        let (mut path, mut inner) = (None, error);
        loop {
            inner = match inner {
                ignore::Error::WithPath { path: p, err } => {
                    path = Some(p.as_path());
                    err
                }
                ignore::Error::WithDepth { err, .. } | ignore::Error::WithLineNumber { err, .. } => err,
                ignore::Error::Io(error) => return self.io_error(path.unwrap_or(self.root), error),
                other => return Some(self.unreadable(path.unwrap_or(self.root), other)),
            };
        }
    }
}

/// A backslash is a separator on Windows alone, and a letter like any other elsewhere.
pub fn with_slashes(path: &str) -> String {
    if std::path::MAIN_SEPARATOR == '/' {
        path.to_owned()
    } else {
        path.replace(std::path::MAIN_SEPARATOR, "/")
    }
}
