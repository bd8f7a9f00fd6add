//! What differs between two states of the project, what a change reaches, and what other repositories need to know.

use super::{Depth, Limit, RefreshMode};

requests! {
    /// What changed in the graph and in the public symbols of code.
    pub struct DiffRequest = "diff" [relayed(), command("diff"), tool("diff_architecture")] {
        /// the revision to compare with
        pub since: String [default("HEAD"), value("rev")],
        /// the later revision
        pub to: Option<String> [otherwise("the working tree"), value("rev")],
        /// bring the index up to date first
        pub refresh: RefreshMode [default("auto")],
    }

    /// What changed files reach, through imports and references.
    pub struct AffectedRequest = "affected" [relayed(), command("affected"), tool("find_affected_tests")] {
        /// files or folders, relative to the root
        pub files: Vec<String> [argument(), place(), value("file")],
        /// the revision that the working tree is compared with
        pub base: Option<String> [otherwise("HEAD where no files are given"), value("rev")],
        /// how far to follow
        pub depth: Depth [default(100), value("steps")],
        /// entries of the lists of files and symbols; tests are always all
        pub limit: Limit [default(200), value("count")],
        /// bring the index up to date first
        pub refresh: RefreshMode [default("auto")],
    }

    /// The architecture as it is, to be written down.
    pub struct SnapshotSaveRequest = "snapshotSave" {
        /// unique
        pub id: String [internal()],
        /// a label for it
        pub label: Option<String> [value("name")],
        /// ISO 8601 UTC
        pub created_at: String [internal()],
        /// names of the files that are there
        pub names: Vec<String> [internal()],
        /// bring the index up to date first
        pub refresh: RefreshMode [default("auto")],
    }

    /// The snapshots of this project, by time.
    pub struct SnapshotListRequest = "snapshotList" {
        /// names of the files that are there
        pub names: Vec<String> [internal()],
    }

    /// What differs between a snapshot and a later one, or the working tree.
    pub struct SnapshotCompareRequest = "snapshotCompare" [relayed()] {
        /// id or label of a snapshot
        pub since: String [argument()],
        /// id or label of a later one
        pub to: Option<String> [otherwise("the working tree")],
        /// names of the files that are there
        pub names: Vec<String> [internal()],
        /// bring the index up to date first
        pub refresh: RefreshMode [default("auto")],
    }

    /// What other repositories need to know of this one.
    pub struct ExportRequest = "export" {
        /// bring the index up to date first
        pub refresh: RefreshMode [default("auto")],
    }

    /// What the artifacts of many repositories say together.
    pub struct FederateRequest = "federate" {
        /// files that `beadloom export` wrote
        pub artifacts: Vec<String> [argument(), value("artifact")],
    }
}
