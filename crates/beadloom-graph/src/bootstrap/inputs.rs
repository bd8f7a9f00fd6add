//! Which files the planner reads.

use super::manifest;
use super::words;

/// Whether the plan depends on the content of the file at this path: manifests, READMEs, guides to the
/// code, and the files in which maintainers state which paths belong together. The index tracks these by content.
pub fn is_input(path: &str) -> bool {
    let mut segments = path.split('/');
    let Some(name) = segments.next_back() else { return false };
    if is_stated(path) {
        return true;
    }
    (manifest::is_manifest(name)
        || manifest::names_project(path)
        || is_readme(name)
        || name == OWNERS
        || is_guide(path)
        || is_decision(path))
        && !segments.any(words::never_kept)
}

/// The file with which some projects label a folder.
pub(super) const OWNERS: &str = "OWNERS";

/// Folders between the root and a document that says how the project is laid out.
const GUIDE_DEPTH: usize = 4;

/// What the names of such documents contain, folded.
const GUIDES: &[&str] = &[
    "architectur", "codebase", "contributing", "development", "hacking", "internals", "layout",
    "modularization", "modules", "overview", "structure",
];

/// Whether the document at this path may say how the project is laid out: a README or guide at the root, or a
/// guide among the documentation.
pub(super) fn is_guide(path: &str) -> bool {
    let (folder, name) = (words::folder_of(path), words::file_name(path));
    if !matches!(words::extension(name), "md" | "mdx" | "markdown" | "rst" | "adoc" | "txt" | "") {
        return false;
    }
    let stem = words::folded(words::stem(name));
    if folder.is_empty() {
        return is_readme(name) || stem == "agents" || GUIDES.iter().any(|guide| stem.contains(guide));
    }
    let first = folder.split('/').next().unwrap_or("");
    ["docs", "doc", "documentation", "devdocs", "dev"].iter().any(|docs| docs.eq_ignore_ascii_case(first))
        && folder.split('/').count() <= GUIDE_DEPTH
        && GUIDES.iter().any(|guide| stem.contains(guide))
        && !path.split('/').any(words::never_kept)
}

/// Whether the document at this path records a decision, by its folder and its number.
pub(super) fn is_decision(path: &str) -> bool {
    const FOLDERS: &[&str] = &[
        "adr", "adrs", "architecturedecisions", "architecturedecisionrecords", "decisionrecords", "decisions",
    ];
    let stem = words::stem(path).to_lowercase();
    matches!(words::extension(path), "md" | "markdown" | "adoc" | "rst")
        && words::folder_of(path).split('/').any(|folder| FOLDERS.contains(&words::folded(folder).as_str()))
        && (stem.starts_with(|c: char| c.is_ascii_digit()) || stem.starts_with("adr"))
        && !stem.contains("template")
        && !path.split('/').any(words::never_kept)
}

/// Whether a guide tells what single files are for; others name them for other reasons.
pub(super) fn explains_files(path: &str) -> bool {
    let stem = words::folded(words::stem(path));
    !["agents", "contributing", "development"].iter().any(|guide| stem.contains(guide))
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
