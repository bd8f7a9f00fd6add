//! The answer of `affected`: what a change reaches.

use serde::{Deserialize, Serialize};

use super::Certainty;
use crate::SymbolKind;

/// Why a test is to be run, the surest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum TestReason {
    /// It was changed, or holds tests beside code that was.
    Changed,
    /// Imports, references and conventions of frameworks lead from it to what was changed.
    Reached,
    /// It is called like a changed file.
    Name,
    /// It holds the path of a route that a changed file states.
    Route,
    /// It holds the name of a type or a table of a changed schema.
    Schema,
    /// Past commits changed it together with a changed file.
    History,
}

answers! {
    /// `beadloom affected`. Everything stands at the fewest steps from a changed file; 0 is what was changed itself.
    pub struct AffectedAnswer = "affected" {
        /// Always 1.
        pub version: u32,
        /// The revision that the working tree was compared with, as typed; null where the files were named.
        pub base: Option<String>,
        /// Its commit.
        pub base_commit: Option<String>,
        /// Steps that were followed.
        pub depth: u64,
        /// What was changed, relative to the root, by path.
        pub files: Vec<String>,
        /// Other files that are reached, tests too; by distance, confidence, path.
        pub reached: Vec<AffectedFile>,
        /// Nodes that these belong to; by distance, confidence, ref_id.
        pub nodes: Vec<AffectedNode>,
        /// Symbols that were changed, and what refers to them; by distance, confidence, path, line.
        pub symbols: Vec<AffectedSymbol>,
        /// Tests to run; by distance, confidence, path. First come those that surely need the change, then those that are called
        /// like a changed file or write out its routes or schema. Then come those that an uncertain reference leads to, which are
        /// in no other list, and last those that past commits changed together with it.
        pub tests: Vec<AffectedTest>,
        /// Changed files that a test may need and of which no test is known, by path: where there are some, only all tests
        /// are enough.
        pub unknown: Vec<String>,
        /// Documents of these nodes, and those that were changed; by distance, confidence, path.
        pub documents: Vec<AffectedDocument>,
        /// Who owns these files by CODEOWNERS; by distance, confidence, owner.
        pub owners: Vec<AffectedOwner>,
        /// The owners file, relative to the root; null where there is none.
        pub owners_path: Option<String>,
        /// How many more there are than are listed.
        pub omitted: AffectedOmitted,
        /// Which uses of the changed symbols cannot be seen and were not followed, or null.
        pub unseen: Option<String>,
        /// Whether all that is reached was followed.
        pub complete: bool,
        /// Why the answer may be behind or incomplete, or null.
        pub warning: Option<String>,
        /// Paths that changed since the index was made.
        pub stale_paths: Vec<String>,
    }

    /// A file that a change reaches.
    pub struct AffectedFile {
        /// Relative to the root.
        pub path: String,
        /// Steps from a changed file.
        pub distance: u64,
        /// Of the weakest step on the way.
        pub confidence: Certainty,
    }

    /// A test to run.
    pub struct AffectedTest {
        /// Relative to the root.
        pub path: String,
        /// Steps from a changed file; 1 for what is likely.
        pub distance: u64,
        /// Of the weakest step on the way; of what is likely, `ambiguous`.
        pub confidence: Certainty,
        /// Why it is to be run.
        pub reason: TestReason,
        /// The changed file that it is likely for; null where something leads from it to what was changed.
        pub of: Option<String>,
    }

    /// A node with files that a change reaches.
    pub struct AffectedNode {
        /// Its id.
        pub ref_id: String,
        /// Of its nearest file.
        pub distance: u64,
        /// Of the surest way to a file at that distance.
        pub confidence: Certainty,
        /// Files of it that are changed or reached.
        pub files: u64,
    }

    /// A symbol that a change reaches.
    pub struct AffectedSymbol {
        /// Qualified name; of what stands outside of all symbols, the file.
        pub name: String,
        /// Across languages; null for a file.
        pub kind: Option<SymbolKind>,
        /// Relative to the root.
        pub path: String,
        /// 1-based; null for a file.
        pub line: Option<u32>,
        /// The node that it belongs to.
        pub ref_id: Option<String>,
        /// Steps from a changed symbol.
        pub distance: u64,
        /// Of the weakest step on the way.
        pub confidence: Certainty,
    }

    /// A document that a change concerns.
    pub struct AffectedDocument {
        /// Relative to the root.
        pub path: String,
        /// The node that it tells of; null for a document that was changed and belongs to none.
        pub ref_id: Option<String>,
        /// Of the node; 0 for a document that was changed.
        pub distance: u64,
        /// Of the node.
        pub confidence: Certainty,
    }

    /// Somebody who owns files that a change reaches.
    pub struct AffectedOwner {
        /// As the owners file writes it.
        pub owner: String,
        /// Of the nearest file.
        pub distance: u64,
        /// Of the surest way to a file at that distance.
        pub confidence: Certainty,
        /// Files that are changed or reached.
        pub files: u64,
    }

    /// What is not listed.
    pub struct AffectedOmitted {
        /// Files.
        pub reached: u64,
        /// Symbols.
        pub symbols: u64,
    }
}
