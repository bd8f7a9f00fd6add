//! Which files the planner reads.

use super::manifest;
use super::words;

/// Whether the plan depends on the content of the file at this path: manifests, READMEs, and the two files in
/// which maintainers state which paths belong together. The index tracks these by content.
pub fn is_input(path: &str) -> bool {
    let mut segments = path.split('/');
    let Some(name) = segments.next_back() else { return false };
    if is_stated(path) {
        return true;
    }
    (manifest::is_manifest(name) || manifest::names_project(path) || is_readme(name))
        && !segments.any(words::never_kept)
}

/// `CODEOWNERS` where the forges look for it, and the labeler's configuration.
fn is_stated(path: &str) -> bool {
    CODEOWNERS.contains(&path) || LABELERS.contains(&path)
}

/// In the order in which they are looked for; the first that exists counts.
pub(super) const CODEOWNERS: &[&str] =
    &[".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS", ".gitlab/CODEOWNERS"];

/// In the order in which they are looked for; the first that exists counts.
pub(super) const LABELERS: &[&str] = &[".github/labeler.yml", ".github/labeler.yaml"];

/// README file names, best first.
pub(super) const READMES: &[&str] = &["readme.md", "readme.markdown", "readme.rst", "readme.txt", "readme"];

/// Whether a file of this name is a README.
pub(super) fn is_readme(name: &str) -> bool {
    READMES.iter().any(|readme| readme.eq_ignore_ascii_case(name))
}
