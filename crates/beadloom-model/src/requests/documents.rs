//! Documents: which are behind their code, what they claim, what they can be written from.

use super::RefreshMode;
use crate::answers::DriftCertainty;

requests! {
    /// Lists documents that are out of date with their code.
    pub struct SyncCheckRequest = "syncCheck" [
        method(), relayed(), command("sync-check"), tool("sync_check"), documents(),
    ] {
        /// only the documents of this node
        pub reference: Option<String> [name("ref"), value("id")],
        /// only pairs whose document or code is staged; compares the staged content
        pub staged: bool,
        /// compare with this revision instead of the lock
        pub since: Option<String> [value("gitref")],
        /// list the sections of documents that changes since this revision make untrue; needs no graph
        pub base: Option<String> [value("gitref")],
        /// with a base, sections of at least this certainty
        pub certainty: Option<DriftCertainty> [otherwise("the setting sync.certainty")],
        /// all pairs; compares the content of the next commit
        pub next_commit: bool [library()],
        /// count pairs that are up to date without listing them
        pub behind: bool [library()],
        /// refresh the index first
        pub refresh: RefreshMode [default("auto")],
    }

    /// Shows the changes in the code of a node since its documents were last confirmed.
    pub struct SyncReviewRequest = "syncReview" {
        /// ref_id of a node
        pub reference: String [name("ref"), argument()],
    }

    /// Confirms that documents are up to date with their code.
    pub struct SyncUpdateRequest = "syncUpdate" [method(), command("sync-update"), tool("mark_synced")] {
        /// ref_id of a node
        pub reference: Option<String> [name("ref"), otherwise("every pair that is stale or untracked")],
        /// only pairs of nodes without an entry in the lock
        pub new_only: bool [library()],
        /// only entries whose files were deleted
        pub vanished_only: bool [internal()],
    }

    /// Lists outdated claims in documents.
    pub struct DocsAuditRequest = "docsAudit" [method(), relayed()] {
        /// a condition on the numbers of findings, such as `findings > 0` or `links >= 3 or paths > 5`
        pub fail_if: Option<String> [value("condition")],
        /// refresh the index first
        pub refresh: RefreshMode [default("auto")],
    }

    /// Lists which documents are about which nodes, and why.
    pub struct DocsLinksRequest = "docsLinks" [method(), relayed()] {
        /// a ref_id or the path of a document
        pub reference: Option<String> [name("ref"), otherwise("all documents")],
        /// refresh the index first
        pub refresh: RefreshMode [default("auto")],
    }

    /// Notes that a document is not about a node, whatever it names.
    pub struct DocsUnlinkRequest = "docsUnlink" {
        /// the path of a document
        pub document: String [argument()],
        /// ref_id of a node
        pub reference: String [name("ref"), argument()],
    }

    /// Writes skeletons of documents for nodes that have none.
    pub struct DocsGenerateRequest = "docsGenerate" {
        /// ref_id of a node
        pub reference: Option<String> [name("ref"), otherwise("every node that has no document")],
        /// write nothing, list what would be written
        pub dry_run: bool,
    }

    /// Gathers facts for writing the documents of nodes.
    pub struct GenerateDocsRequest = "generateDocs" [method(), relayed(), tool("generate_docs"), graph()] {
        /// ref_id of a node
        pub reference: Option<String> [name("ref"), otherwise("all of them")],
        /// refresh the index first
        pub refresh: RefreshMode [default("auto")],
    }
}
