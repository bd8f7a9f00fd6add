//! What differs between two states of the project, what a change reaches, and what other repositories need to know.

use super::{Depth, Limit, RefreshMode};

requests! {
    /// Compares the graph and the public symbols of code with a revision.
    pub struct DiffRequest = "diff" [relayed(), command("diff"), tool("diff_architecture"), graph()] {
        /// the revision to compare with
        pub since: String [default("HEAD"), value("rev")],
        /// the later revision
        pub to: Option<String> [otherwise("the working tree"), value("rev")],
        /// refresh the index first
        pub refresh: RefreshMode [default("auto")],
    }

    /// Lists what a change reaches, through imports and references.
    pub struct AffectedRequest = "affected" [
        relayed(), command("affected"), tool("find_affected_tests"), code(),
    ] {
        /// files or folders, relative to the root
        pub files: Vec<String> [argument(), place(), value("file")],
        /// the revision that the working tree is compared with
        pub base: Option<String> [otherwise("HEAD where no files are given"), value("rev")],
        /// how far to follow
        pub depth: Depth [default(100), value("steps")],
        /// maximum entries of the lists of files and symbols; tests are always complete
        pub limit: Limit [default(200), value("count")],
        /// refresh the index first
        pub refresh: RefreshMode [default("auto")],
    }

    /// Returns the current architecture for a snapshot.
    pub struct SnapshotSaveRequest = "snapshotSave" {
        /// unique
        pub id: String [internal()],
        /// a label for it
        pub label: Option<String> [value("name")],
        /// ISO 8601 UTC
        pub created_at: String [internal()],
        /// names of the existing files
        pub names: Vec<String> [internal()],
        /// refresh the index first
        pub refresh: RefreshMode [default("auto")],
    }

    /// Lists the snapshots of this project, by time.
    pub struct SnapshotListRequest = "snapshotList" {
        /// names of the existing files
        pub names: Vec<String> [internal()],
    }

    /// Compares a snapshot with a later one, or with the working tree.
    pub struct SnapshotCompareRequest = "snapshotCompare" [relayed()] {
        /// id or label of a snapshot
        pub since: String [argument()],
        /// id or label of a later one
        pub to: Option<String> [otherwise("the working tree")],
        /// names of the existing files
        pub names: Vec<String> [internal()],
        /// refresh the index first
        pub refresh: RefreshMode [default("auto")],
    }

    /// Exports what other repositories need to know about this one.
    pub struct ExportRequest = "export" [method()] {
        /// refresh the index first
        pub refresh: RefreshMode [default("auto")],
    }

    /// Combines the artifacts of many repositories.
    pub struct FederateRequest = "federate" [method()] {
        /// files that `beadloom export` wrote
        pub artifacts: Vec<String> [argument(), value("artifact")],
    }
}
