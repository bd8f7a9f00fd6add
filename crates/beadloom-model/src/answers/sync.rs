//! Answers of doc sync.

use serde::{Deserialize, Serialize};

use super::{Edge, Route, Symbol};

crate::named! {
    /// Whether a document is up to date with a code file.
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
    pub enum PairStatus {
        /// In step.
        Ok = "ok",
        /// Something changed since somebody said so.
        Stale = "stale",
        /// Nobody said so yet.
        Untracked = "untracked",
    }

    /// Why a document is not up to date.
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
    pub enum SyncReason {
        /// A symbol that others see changed its signature, came or went.
        SignatureChanged = "signature_changed",
        /// A body changed; what others see is the same.
        BodyChanged = "body_changed",
        /// The code file is gone.
        CodeDeleted = "code_deleted",
        /// The document is gone.
        DocDeleted = "doc_deleted",
        /// The code file or the document has another path now.
        Moved = "moved",
        /// Both are there, and share no node any more.
        Unpaired = "unpaired",
        /// A new file that no document of its node names.
        UndocumentedModule = "undocumented_module",
    }

    /// How sure it is that a section is no longer true.
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
    pub enum DriftCertainty {
        /// It names what is gone, renamed or moved.
        Certain = "certain",
        /// People often change it with such code.
        Likely = "likely",
        /// People sometimes do.
        Possible = "possible",
    }

    /// What became of something that a document names.
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
    pub enum DriftChange {
        /// Nowhere any more.
        Removed = "removed",
        /// Called otherwise.
        Renamed = "renamed",
        /// At another path.
        Moved = "moved",
        /// Another value.
        Value = "value",
        /// Other parameters.
        Signature = "signature",
        /// No longer in the changed files.
        Dropped = "dropped",
        /// In changed lines.
        Changed = "changed",
        /// Only in new lines.
        Added = "added",
        /// Around or beside changed lines.
        Near = "near",
        /// Commits changed the document together with this code.
        Together = "together",
    }
}

answers! {
    /// What is known of a pair that is not up to date.
    pub struct PairDetails {
        /// Qualified names of the symbols that came, went or changed, sorted; empty where the text that they are compared
        /// with is not known.
        pub symbols: Vec<String>,
        /// Lines of the code file that came since the baseline; null where Git does not have its text.
        pub added_lines: Option<u32>,
        /// Lines of the code file that went.
        pub removed_lines: Option<u32>,
        /// When the code file's last commit was made, ISO 8601; null where Git does not know, and where the file is not as
        /// that commit has it.
        pub since: Option<String>,
        /// Where the code file or the document is now; null where it did not move.
        pub moved_to: Option<String>,
    }

    /// A document and a code file that share a node.
    pub struct Pair {
        /// Whether they are up to date.
        pub status: PairStatus,
        /// The node.
        pub ref_id: String,
        /// Relative to the root.
        pub doc_path: String,
        /// Relative to the root; where it moved, the old path.
        pub code_path: String,
        /// Why they are not up to date; null where they are, or nothing is known of the pair.
        pub reason: Option<SyncReason>,
        /// What changed.
        pub details: PairDetails,
    }

    /// What a section names, and what became of it.
    pub struct DriftEvidence {
        /// As the document has it.
        pub name: String,
        /// In the document.
        pub line: u32,
        /// That line, at most 200 characters.
        pub text: String,
        /// What became of it.
        pub change: DriftChange,
        /// The same in words, with the place.
        pub what: String,
        /// Its name, path, value or signature now, where it has another one.
        pub now: Option<String>,
        /// The changed file.
        pub code_path: String,
        /// Null: the file as a whole. Of what is gone, the line in the base.
        pub code_line: Option<u32>,
        /// That line, at most 200 characters; null where there is none.
        pub code_text: Option<String>,
    }

    /// A section that a change makes untrue, or may.
    pub struct DriftedSection {
        /// The document.
        pub doc_path: String,
        /// 1-based.
        pub line_start: u32,
        /// Inclusive.
        pub line_end: u32,
        /// Empty before the first one.
        pub heading: String,
        /// How sure it is.
        pub certainty: DriftCertainty,
        /// Of the document, 0 to 1.
        pub probability: f64,
        /// At most five; empty where past commits speak for it.
        pub evidence: Vec<DriftEvidence>,
    }

    /// How many pairs are in which state.
    pub struct SyncSummary {
        /// In step.
        pub ok: u64,
        /// Not up to date.
        pub stale: u64,
        /// Without a baseline.
        pub untracked: u64,
    }

    /// `beadloom sync-check`.
    pub struct SyncCheckAnswer = "sync-check" {
        /// Always 1.
        pub version: u32,
        /// Counts of `pairs`.
        pub summary: SyncSummary,
        /// By document, code and node.
        pub pairs: Vec<Pair>,
        /// With a base, in the place of pairs: certain ones first, then by probability.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub sections: Vec<DriftedSection>,
        /// Why the answer may be behind, or null.
        pub warning: Option<String>,
        /// Paths that changed since the index was made, at most 20, by path.
        pub stale_paths: Vec<String>,
    }

    /// `beadloom sync-update`.
    pub struct SyncUpdateAnswer = "sync-update" {
        /// Always 1.
        pub version: u32,
        /// The node; null where all were meant.
        pub ref_id: Option<String>,
        /// Pairs whose baseline was set, moved or taken away.
        pub pairs_synced: u64,
    }

    /// The document of a node that is there.
    pub struct ExistingDocument {
        /// Relative to the root.
        pub path: String,
        /// Markdown.
        pub content: String,
    }

    /// What changed in a code file since a document was up to date with it.
    pub struct SymbolChange {
        /// The document.
        pub doc_path: String,
        /// The code file.
        pub code_path: String,
        /// Why it is not up to date.
        pub reason: Option<SyncReason>,
        /// Qualified names of the symbols that came, went or changed, sorted.
        pub symbols: Vec<String>,
    }

    /// What there is to write about a node.
    pub struct NodeFacts {
        /// The node.
        pub ref_id: String,
        /// Its kind.
        pub kind: String,
        /// As the graph has it.
        pub summary: String,
        /// Its folder or file; null where it owns none.
        pub source: Option<String>,
        /// Where its document is, or would be.
        pub doc_path: String,
        /// What others see of it, by path and line; at most 60.
        pub symbols: Vec<Symbol>,
        /// By file and line; at most 60.
        pub routes: Vec<Route>,
        /// Its edges in both directions but `part_of`, by src, dst and kind.
        pub dependencies: Vec<Edge>,
        /// The first of its documents; null where there is none.
        pub existing_doc: Option<ExistingDocument>,
        /// By document and code file.
        pub symbol_changes: Vec<SymbolChange>,
    }

    /// `beadloom docs polish`.
    pub struct GenerateDocsAnswer = "docs-polish" {
        /// Always 1.
        pub version: u32,
        /// By ref_id; at most 40. With a reference: that one.
        pub nodes: Vec<NodeFacts>,
        /// How many nodes more there are.
        pub omitted: u64,
        /// A Mermaid flowchart.
        pub architecture: String,
        /// How to write, for whoever does.
        pub instructions: String,
        /// Why the answer may be behind, or null.
        pub warning: Option<String>,
        /// Paths that changed since the index was made, at most 20, by path.
        pub stale_paths: Vec<String>,
    }

    /// `beadloom docs generate`.
    pub struct DocsGenerateAnswer = "docs-generate" {
        /// Always 1.
        pub version: u32,
        /// Skeletons that were written, by path, relative to the root.
        pub written: Vec<String>,
        /// Documents that were there and stay as they are, by path.
        pub kept: Vec<String>,
        /// Nodes whose skeleton would lie where a documentation site publishes it; none is written for them.
        pub left_out: u64,
        /// What publishes that folder: a file or folder, relative to the root.
        pub published_by: Option<String>,
    }

    /// A Git hook.
    pub struct InstalledHook {
        /// `pre-commit` or `pre-push`.
        pub hook: String,
        /// The file, relative to the root; absolute where it lies outside.
        pub path: String,
        /// `installed`, `unchanged`, `removed` or `absent`.
        pub outcome: String,
    }

    /// `beadloom install-hooks`.
    pub struct InstallHooksAnswer = "install-hooks" {
        /// Always 1.
        pub version: u32,
        /// In the order of a commit's way.
        pub hooks: Vec<InstalledHook>,
    }
}
