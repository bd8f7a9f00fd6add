//! The answer of `ci`: all checks of a pipeline together.

use serde::{Deserialize, Serialize};

use crate::Level;

/// How a step ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum StepStatus {
    /// It was run, and nothing has to be mended.
    Passed,
    /// It found what has to be mended, or could not be run to its end.
    Failed,
    /// There is nothing that it could look at; `unchecked` says why.
    Skipped,
}

answers! {
    /// `beadloom ci`.
    pub struct CiAnswer = "ci" {
        /// Always 1.
        pub version: u32,
        /// The revision that findings are compared with, as typed; null where all are listed.
        pub base: Option<String>,
        /// Its commit.
        pub base_commit: Option<String>,
        /// `reindex`, `lint`, `sync-check`, `doctor`, in this order.
        pub steps: Vec<CiStep>,
        /// In the order of the steps; of each step errors first, then by path, line and message.
        pub findings: Vec<CiFinding>,
        /// Whether no step failed.
        pub passed: bool,
        /// Why the answer may be behind, or null.
        pub warning: Option<String>,
        /// Paths that changed since the index was made.
        pub stale_paths: Vec<String>,
    }

    /// A step of `ci`.
    pub struct CiStep {
        /// `reindex`, `lint`, `sync-check` or `doctor`.
        pub name: String,
        /// How it ended.
        pub status: StepStatus,
        /// How many of the findings are of this step.
        pub findings: u64,
        /// How many of these are errors.
        pub errors: u64,
        /// Findings that are not listed because the base has them, too.
        pub known: u64,
        /// What it looked at, one phrase.
        pub checked: String,
        /// What it did not look at, one phrase each.
        pub unchecked: Vec<String>,
        /// How long it took.
        pub duration_ms: u64,
    }

    /// What a step found.
    pub struct CiFinding {
        /// The step.
        pub step: String,
        /// What sort of finding it is: a code of `docs/errors.md`, the kind of a broken rule, the reason for which a
        /// document is behind, or the name of doctor's check.
        pub code: String,
        /// The rule that is broken; null where it is none.
        pub rule: Option<String>,
        /// An error fails the step.
        pub level: Level,
        /// One sentence without a final period.
        pub message: String,
        /// Relative to the root.
        pub path: Option<String>,
        /// 1-based.
        pub line: Option<u32>,
        /// 1-based, in characters.
        pub column: Option<u32>,
        /// What to do about it.
        pub hint: Option<String>,
    }
}
