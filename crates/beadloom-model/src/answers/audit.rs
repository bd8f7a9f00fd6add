//! The answer of `docs audit`.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// What a document says that can be compared with what is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum ClaimKind {
    /// A link to a file or folder of the project.
    Link,
    /// A link to a heading.
    Anchor,
    /// A path in backticks.
    Path,
    /// A symbol in backticks.
    Symbol,
    /// A command that a manifest of the project defines.
    Command,
    /// A version of the project, or of what it needs.
    Version,
    /// How many there are of something in a folder.
    Count,
}

answers! {
    /// `beadloom docs audit`.
    pub struct DocsAuditAnswer = "docs-audit" {
        /// Always 1.
        pub version: u32,
        /// By path, line, kind and what is said.
        pub findings: Vec<AuditFinding>,
        /// What was looked at.
        pub summary: AuditSummary,
        /// The condition that was asked, as typed.
        pub condition: Option<String>,
        /// Whether it holds; null without one.
        pub condition_holds: Option<bool>,
        /// Why the answer may be behind, or null.
        pub warning: Option<String>,
        /// Paths that changed since the index was made.
        pub stale_paths: Vec<String>,
    }

    /// Something that a document says and that is not so.
    pub struct AuditFinding {
        /// What is said.
        pub kind: ClaimKind,
        /// The document.
        pub path: String,
        /// 1-based.
        pub line: u32,
        /// As the document has it.
        pub said: String,
        /// One sentence without a final period.
        pub message: String,
        /// The nearest thing that exists, or null.
        pub nearest: Option<String>,
    }

    /// Counts of an audit.
    pub struct AuditSummary {
        /// Documents that were read.
        pub documents: u64,
        /// Documents that were not: change logs, decision records, plans and what is not the project's own speak of other
        /// times and places.
        pub left_out: u64,
        /// Claims that could be compared, by kind.
        pub checked: BTreeMap<ClaimKind, u64>,
        /// Findings, by kind.
        pub findings: BTreeMap<ClaimKind, u64>,
    }
}
