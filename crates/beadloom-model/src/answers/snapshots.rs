//! Snapshots of the architecture, and the answers about them. `snapshot compare` answers as `diff` does.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::Edge;
use crate::SymbolKind;

answers! {
    /// A file of `.beadloom/snapshots/`.
    pub struct Snapshot {
        /// Always 1.
        pub version: u32,
        /// Unique among the project's snapshots.
        pub id: String,
        /// What a person calls it.
        pub label: Option<String>,
        /// HEAD when it was made; null without Git.
        pub commit: Option<String>,
        /// ISO 8601 UTC.
        pub created_at: String,
        /// Name of the repository: only snapshots of one are compared.
        pub project: String,
        /// What was owed then.
        pub debt: DebtFigure,
        /// By ref_id.
        pub nodes: Vec<SnapshotNode>,
        /// Declared edges, by src, dst, kind.
        pub edges: Vec<Edge>,
        /// Public symbols outside of tests, by node, name, kind, path, line; those of no node first.
        pub symbols: Vec<SnapshotSymbol>,
    }

    /// A node as it was.
    pub struct SnapshotNode {
        /// Its id.
        pub ref_id: String,
        /// Node kind.
        pub kind: String,
        /// One sentence.
        pub summary: String,
        /// A folder or file, or null.
        pub source: Option<String>,
        /// Documents, in the order of the graph file.
        pub docs: Vec<String>,
        /// In the order of the graph file.
        pub tags: Vec<String>,
        /// Every other key.
        pub extra: Map<String, Value>,
    }

    /// A public symbol as it was.
    pub struct SnapshotSymbol {
        /// The node that it belonged to.
        pub ref_id: Option<String>,
        /// Qualified name.
        pub name: String,
        /// Across languages.
        pub kind: SymbolKind,
        /// Relative to the root.
        pub path: String,
        /// 1-based.
        pub line: u32,
        /// On one line.
        pub signature: String,
    }

    /// `beadloom snapshot save`.
    pub struct SnapshotSaveAnswer = "snapshot-save" {
        /// Always 1.
        pub version: u32,
        /// Unique among the project's snapshots.
        pub id: String,
        /// What a person calls it.
        pub label: Option<String>,
        /// HEAD; null without Git.
        pub commit: Option<String>,
        /// ISO 8601 UTC.
        pub created_at: String,
        /// The file, relative to the root.
        pub path: String,
        /// How many nodes it holds.
        pub nodes: u64,
        /// How many edges.
        pub edges: u64,
        /// How many public symbols.
        pub symbols: u64,
    }

    /// `beadloom snapshot list`.
    pub struct SnapshotListAnswer = "snapshot-list" {
        /// Always 1.
        pub version: u32,
        /// By time, then id.
        pub snapshots: Vec<SnapshotHead>,
        /// Files of the folder that are no snapshots of this project, each with the reason.
        pub unread: Vec<String>,
    }

    /// What tells one snapshot from another.
    pub struct SnapshotHead {
        /// Unique among the project's snapshots.
        pub id: String,
        /// What a person calls it.
        pub label: Option<String>,
        /// HEAD when it was made; null without Git.
        pub commit: Option<String>,
        /// ISO 8601 UTC.
        pub created_at: String,
        /// What was owed then.
        pub debt: u64,
    }

    /// A debt in one figure, with how often each part occurs.
    pub struct DebtFigure {
        /// The sum of the parts' points.
        pub debt: u64,
        /// How often each part occurs, in the order of [`DebtAnswer::parts`].
        pub parts: Vec<DebtCount>,
    }

    /// How often a part of the debt occurs.
    pub struct DebtCount {
        /// Its name.
        pub part: String,
        /// How often.
        pub count: u64,
    }

    /// `beadloom status --debt`.
    pub struct DebtAnswer = "status-debt" {
        /// Always 1.
        pub version: u32,
        /// The sum of the parts' points.
        pub debt: u64,
        /// `rule_errors`, `rule_warnings`, `stale_documents`, `missing_documents`, `size`, `fan_out`, `untested`.
        pub parts: Vec<DebtPart>,
        /// What it is made of, by part in the order of `parts`, then path, line, message.
        pub items: Vec<DebtItem>,
        /// Snapshots of this project by time, then what is now; empty where it was not asked for.
        pub trend: Vec<DebtPoint>,
        /// The condition that was asked, as typed.
        pub condition: Option<String>,
        /// Whether it holds; null without one.
        pub condition_holds: Option<bool>,
        /// Why the answer may be behind, or null.
        pub warning: Option<String>,
        /// Paths that changed since the index was made.
        pub stale_paths: Vec<String>,
    }

    /// A part of the debt.
    pub struct DebtPart {
        /// Its name.
        pub part: String,
        /// How often it occurs.
        pub count: u64,
        /// Points for each, from `debt:` in config.yml.
        pub weight: u64,
        /// Both multiplied.
        pub points: u64,
    }

    /// One thing that is owed.
    pub struct DebtItem {
        /// The part that it counts in.
        pub part: String,
        /// The node that it is about.
        pub ref_id: Option<String>,
        /// Relative to the root; null only where the graph is derived.
        pub path: Option<String>,
        /// 1-based.
        pub line: Option<u32>,
        /// One sentence without a final period.
        pub message: String,
        /// What it adds to the debt.
        pub points: u64,
    }

    /// The debt at one time.
    pub struct DebtPoint {
        /// The snapshot's id; null: now.
        pub id: Option<String>,
        /// What a person calls the snapshot.
        pub label: Option<String>,
        /// HEAD then; null without Git.
        pub commit: Option<String>,
        /// ISO 8601 UTC; null: now.
        pub created_at: Option<String>,
        /// The figure.
        pub debt: u64,
        /// How often each part occurs.
        pub parts: Vec<DebtCount>,
    }
}
