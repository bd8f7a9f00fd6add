//! Documents: which are behind their code, what they claim, what they can be written from.

use super::RefreshMode;

requests! {
    /// Which documents are behind their code.
    pub struct SyncCheckRequest = "syncCheck" [
        relayed(), command("sync-check"), tool("sync_check"), documents(),
    ] {
        /// only the documents of this node
        pub reference: Option<String> [name("ref"), value("id")],
        /// only pairs whose document or code is staged, as staged
        pub staged: bool,
        /// compare with this revision instead of the lock
        pub since: Option<String> [value("gitref")],
        /// all pairs, as the next commit holds them
        pub next_commit: bool [library()],
        /// count pairs that are up to date, and do not list them
        pub behind: bool [library()],
        /// bring the index up to date first
        pub refresh: RefreshMode [default("auto")],
    }

    /// What changed in the code of a node since its documents were up to date with it.
    pub struct SyncReviewRequest = "syncReview" {
        /// ref_id of a node
        pub reference: String [name("ref"), argument()],
    }

    /// Says that documents are up to date with their code.
    pub struct SyncUpdateRequest = "syncUpdate" [command("sync-update"), tool("mark_synced")] {
        /// ref_id of a node
        pub reference: Option<String> [name("ref"), otherwise("every pair that is stale or untracked")],
        /// only pairs of nodes that the lock does not know yet
        pub new_only: bool [library()],
        /// only pairs of these documents, relative to the root
        pub documents: Option<Vec<String>> [internal()],
        /// only lines of which nothing is left
        pub vanished_only: bool [internal()],
    }

    /// What documents say that is not so.
    pub struct DocsAuditRequest = "docsAudit" [relayed()] {
        /// a condition on the numbers of findings, such as `findings > 0` or `links >= 3 or paths > 5`
        pub fail_if: Option<String> [value("condition")],
        /// bring the index up to date first
        pub refresh: RefreshMode [default("auto")],
    }

    /// Skeletons of documents for nodes that have none.
    pub struct DocsGenerateRequest = "docsGenerate" {
        /// ref_id of a node
        pub reference: Option<String> [name("ref"), otherwise("every node that has no document")],
        /// write nothing, list what would be written
        pub dry_run: bool,
    }

    /// What documents of nodes can be written from.
    pub struct GenerateDocsRequest = "generateDocs" [relayed()] {
        /// ref_id of a node
        pub reference: Option<String> [name("ref"), otherwise("all of them")],
        /// bring the index up to date first
        pub refresh: RefreshMode [default("auto")],
    }
}
