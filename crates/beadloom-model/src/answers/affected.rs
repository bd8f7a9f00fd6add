//! The answer of `affected`: what a change reaches.

use serde::{Deserialize, Serialize};

use super::{Certainty, CoveringTest};
use crate::SymbolKind;

answers! {
    /// `beadloom affected`. Everything stands at the fewest steps from a changed file; 0 is what was changed itself.
    pub struct AffectedAnswer {
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
        /// Tests to run; by distance, confidence, path. Those that are reached only if a reference means one thing and not
        /// another come last: they are ambiguous, and in no other list.
        pub tests: Vec<CoveringTest>,
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
