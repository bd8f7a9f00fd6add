//! The first graph of a project.

choices! {
    /// The treatment of imported documents.
    pub enum ImportStrategy {
        /// Refers to them in place.
        Map = "map",
        /// Copies them into the usual layout.
        Restructure = "restructure",
    }

    /// The domains and services without a document that get a stub.
    pub enum Stubs {
        /// Each.
        All = "all",
        /// Those that are part of nothing but the project itself.
        First = "first",
        /// None.
        None = "none",
        /// As `first` where the project has no document beside READMEs and guides for all of it, else none.
        Auto = "auto",
    }
}

requests! {
    /// Finds the project's parts and writes them as a graph.
    pub struct InitRequest = "init" {
        /// only these folders, relative to the root
        pub scopes: Option<Vec<String>> [place(), value("path")],
        /// add missing parts to an existing graph; list differences
        pub merge: bool,
        /// make nodes from the Markdown files in this folder
        pub import: Option<String> [place(), value("path")],
        /// with --import: refer to the documents in place, or copy them into docs/
        pub strategy: Option<ImportStrategy> [value("strategy")],
        /// which domains and services without a document get a stub; auto: those of the first level, if there are only READMEs
        pub docs: Stubs [default("auto"), value("which")],
        /// replace an existing graph; a copy stays in _graph.bak-<time>/
        pub force: bool,
        /// write nothing, list what would be written
        pub dry_run: bool,
    }

    /// Drafts graph and documents from the code.
    pub struct BootstrapRequest = "bootstrap" {
        /// folders to look at
        pub scopes: Vec<String> [internal()],
        /// which domains and services without a document get a stub
        pub stubs: Stubs [internal(), default("auto")],
    }

    /// Compares an existing graph with such a draft.
    pub struct MergeRequest = "merge" {
        /// folders to look at
        pub scopes: Vec<String> [internal()],
        /// which domains and services without a document get a stub
        pub stubs: Stubs [internal(), default("auto")],
    }

    /// Writes the edges that follow from the code into the graph files.
    pub struct WriteEdgesRequest = "writeEdges" {
        /// write nothing, list what would be written
        pub dry_run: bool,
    }

    /// Lists the edges that follow from the code and that no graph file has.
    pub struct CodeEdgesRequest = "codeEdges" {}

    /// Drafts additions to the graph from the Markdown files of a folder.
    pub struct ImportDocumentsRequest = "importDocuments" {
        /// relative to the root; `.` for the whole project
        pub folder: String [internal()],
        /// copy the documents into the usual layout instead of referring to them in place
        pub restructure: bool [internal()],
    }
}
