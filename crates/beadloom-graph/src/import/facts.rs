//! What an import is told, and what it may ask of that.

use std::collections::BTreeSet;

use beadloom_model::DocumentReading;

use crate::bootstrap::PlannedNode;

/// What becomes of the documents.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Strategy {
    /// They stay where they are; nodes name them there.
    Map,
    /// They are copied into the usual layout; nodes name the copies.
    Restructure,
}

/// A document to import.
#[derive(Debug, Clone, PartialEq)]
pub struct DocumentFact {
    /// Relative to the root.
    pub path: String,
    /// As it was read; ranges of `reading` count in it.
    pub text: String,
    /// What the parser found.
    pub reading: DocumentReading,
}

/// A type that the code defines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TypeFact {
    /// The file.
    pub path: String,
    /// The language's word for it.
    pub form: String,
    /// First sentence of its doc comment.
    pub summary: Option<String>,
}

/// A node of the graph that is kept.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct KeptNode {
    /// Unique.
    pub ref_id: String,
    /// Its kind.
    pub kind: String,
    /// A folder, a file, or `""` where it has none.
    pub source: String,
    /// Paths relative to the root.
    pub docs: Vec<String>,
}

/// What an import is told.
#[derive(Clone, Copy)]
pub struct ImportFacts<'a> {
    /// The folder that is imported, ending in `/`; `""` for the whole project.
    pub folder: &'a str,
    /// By path.
    pub documents: &'a [DocumentFact],
    /// Every file that the walk found.
    pub files: &'a BTreeSet<&'a str>,
    /// What bootstrap finds in the code.
    pub parts: &'a [PlannedNode],
    /// By ref_id.
    pub kept: &'a [KeptNode],
    /// From, to.
    pub kept_edges: &'a BTreeSet<(String, String)>,
    /// The exported types of a name, outside of tests, by path.
    pub types: &'a dyn Fn(&str) -> Vec<TypeFact>,
    /// What a document says that stands at a path; `None` where nothing does.
    pub standing: &'a dyn Fn(&str) -> Option<DocumentReading>,
    /// Where the usual layout begins: `docs/`.
    pub docs_root: &'a str,
    /// Copy, or leave.
    pub strategy: Strategy,
}

/// As wikis link: `Refunds` for `Refunds.md`.
pub(super) fn named_without_end(facts: &ImportFacts, path: &str) -> Option<String> {
    if path.is_empty() || path.ends_with('/') || exists(facts.files, path) {
        return None;
    }
    let page = format!("{path}.md");
    facts.files.contains(page.as_str()).then_some(page)
}

/// Whether a file of that path, or one below it, is there.
pub(super) fn exists(files: &BTreeSet<&str>, path: &str) -> bool {
    files.contains(path) || is_folder(files, path)
}

/// Whether a file lies below that path.
pub(super) fn is_folder(files: &BTreeSet<&str>, path: &str) -> bool {
    let folder = format!("{}/", path.trim_end_matches('/'));
    files.range(folder.as_str()..).next().is_some_and(|first| first.starts_with(&folder))
}

/// Whether two documents are one: by title; a person may have worked on the copy since.
pub(super) fn says_the_same(one: &DocumentReading, other: &DocumentReading) -> bool {
    one.title == other.title && (one.title.is_some() || one.introduction == other.introduction)
}
