//! What the planner is told about a project.

use beadloom_model::LanguageId;

/// A file of the project.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FileFact {
    /// Relative to the root, `/` between the segments; unique.
    pub path: String,
    /// As the index names it; `None` for what it cannot parse.
    pub language: Option<LanguageId>,
    /// Lines in the file; 0 where it was not read.
    pub lines: u32,
    /// First sentence of its head comment.
    pub summary: Option<String>,
    /// Whether running the file does something.
    pub entry_point: bool,
    /// Whether a marker says that a program wrote it.
    pub generated: bool,
    /// Routes that it declares.
    pub routes: u32,
    /// A type that it offers under its own name and that documents name ([`super::NamedTypes`]). In languages in which packages
    /// are imported as a whole (Go), the type that is called like the package.
    pub entity: Option<String>,
}

/// An import that was resolved to a file of the project.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ImportFact {
    /// Index of the importing file.
    pub from: u32,
    /// Index of the imported file.
    pub to: u32,
    /// For types only, or taken inside a function: gives no edge.
    pub weak: bool,
    /// The line of its statement, where that leads to folders: it counts once then, however many files it leads to.
    pub statement: Option<u32>,
}

/// What the planner is told about a project.
#[derive(Clone, Copy)]
pub struct ProjectFacts<'a> {
    /// The project's name, from configuration, the remote or the folder.
    pub name: &'a str,
    /// Every file that the walk found, code or not, in any order.
    pub files: &'a [FileFact],
    /// In any order; repeats count once. Indexes that point at no file are ignored.
    pub imports: &'a [ImportFact],
    /// Indexes of two files of which the first has a type that implements an interface of the second. In any order;
    /// repeats count once. Indexes that point at no file are ignored.
    pub implementations: &'a [(u32, u32)],
    /// The text of a path for which [`super::is_input`] holds, cut to a bound of the caller's; `None` where it
    /// cannot be read.
    pub read: &'a dyn Fn(&str) -> Option<String>,
    /// Folders to which the plan is limited; empty for the whole project.
    pub scopes: &'a [String],
}
