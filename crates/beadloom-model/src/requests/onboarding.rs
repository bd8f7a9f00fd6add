//! The first graph of a project.

choices! {
    /// What an import does with documents.
    pub enum ImportStrategy {
        /// Names them where they are.
        Map = "map",
        /// Copies them into the usual layout.
        Restructure = "restructure",
    }

    /// Which domains and services without a document get a stub.
    pub enum Stubs {
        /// Each.
        All = "all",
        /// Those that are part of nothing but the project itself.
        First = "first",
        /// None.
        None = "none",
    }
}

requests! {
    /// Finds the project's parts and writes them as a graph.
    pub struct InitRequest = "init" {
        /// only these folders, relative to the root
        pub scopes: Option<Vec<String>> [place(), value("path")],
        /// add what an existing graph lacks; list differences
        pub merge: bool,
        /// make nodes from the Markdown files in this folder
        pub import: Option<String> [place(), value("path")],
        /// of an import: name the documents where they are, or copy them into docs/
        pub strategy: Option<ImportStrategy> [value("strategy")],
        /// stub documents for domains and services without one: all, those of the first level, or none
        pub docs: Stubs [default("first"), value("which")],
        /// replace an existing graph; a copy stays in _graph.bak-<time>/
        pub force: bool,
        /// write nothing, list what would be written
        pub dry_run: bool,
    }

    /// A draft of graph and documents from the code.
    pub struct BootstrapRequest = "bootstrap" {
        /// folders to look at
        pub scopes: Vec<String> [internal()],
        /// which domains and services without a document get a stub
        pub stubs: Stubs [internal(), default("first")],
    }

    /// What a kept graph lacks of such a draft, and where both disagree.
    pub struct MergeRequest = "merge" {
        /// folders to look at
        pub scopes: Vec<String> [internal()],
        /// which domains and services without a document get a stub
        pub stubs: Stubs [internal(), default("first")],
    }

    /// What the Markdown files of a folder say, as a draft to add to the graph.
    pub struct ImportDocumentsRequest = "importDocuments" {
        /// relative to the root; `.` for the whole project
        pub folder: String [internal()],
        /// copy the documents into the usual layout instead of naming them where they are
        pub restructure: bool [internal()],
    }
}
