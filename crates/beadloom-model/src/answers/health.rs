//! The answer of `doctor`.

use serde::{Deserialize, Serialize};

/// How well something is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum FindingLevel {
    /// It has to be mended.
    Error,
    /// It is probably not as it should be.
    Warn,
    /// Worth knowing.
    Info,
    /// It was looked at and is well.
    Ok,
}

answers! {
    /// `beadloom doctor`.
    pub struct DoctorAnswer = "doctor" {
        /// Always 1.
        pub version: u32,
        /// In the order of the checks; of each check by level (errors first), path, line and message.
        pub findings: Vec<Finding>,
        /// How many there are of each level.
        pub summary: FindingCounts,
        /// What `--fix` did, one sentence each; empty without it.
        pub fixed: Vec<String>,
        /// Why the answer may be behind, or null.
        pub warning: Option<String>,
        /// Paths that changed since the index was made.
        pub stale_paths: Vec<String>,
    }

    /// What a check found.
    pub struct Finding {
        /// Name of the check.
        pub check: String,
        /// How well it is.
        pub level: FindingLevel,
        /// One sentence without a final period.
        pub message: String,
        /// Relative to the root.
        pub path: Option<String>,
        /// 1-based.
        pub line: Option<u32>,
        /// How to mend it.
        pub hint: Option<String>,
    }

    /// Findings of each level.
    pub struct FindingCounts {
        /// Well.
        pub ok: u64,
        /// Worth knowing.
        pub info: u64,
        /// Probably wrong.
        pub warn: u64,
        /// Wrong.
        pub error: u64,
    }
}
