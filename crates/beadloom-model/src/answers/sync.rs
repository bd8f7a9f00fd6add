//! Answers of doc sync.

use serde::{Deserialize, Serialize};

macro_rules! words {
    ($($(#[$meta:meta])* pub enum $name:ident { $($(#[$doc:meta])* $variant:ident = $text:literal,)+ })+) => {
        $($(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        pub enum $name { $($(#[$doc])* #[serde(rename = $text)] $variant,)+ }

        impl $name {
            /// As it is written in JSON and in the store.
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $text,)+ }
            }

            /// The reverse of [`Self::as_str`].
            pub fn from_name(name: &str) -> Option<Self> {
                match name { $($text => Some(Self::$variant),)+ _ => None }
            }
        })+
    };
}

words! {
    /// Whether a document is in step with a code file.
    pub enum PairStatus {
        /// In step.
        Ok = "ok",
        /// Something changed since somebody said so.
        Stale = "stale",
        /// Nobody said so yet.
        Untracked = "untracked",
    }

    /// Why a document is not in step.
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
}

answers! {
    /// What is known of a pair that is not in step.
    pub struct PairDetails {
        /// Qualified names of the symbols that came, went or changed, sorted; empty where the text that they are compared
        /// with is not known.
        pub symbols: Vec<String>,
        /// Lines of the code file that came since the baseline; null where Git does not have its text.
        pub added_lines: Option<u32>,
        /// Lines of the code file that went.
        pub removed_lines: Option<u32>,
        /// When the code file's last commit was made, ISO 8601; null where Git does not know.
        pub since: Option<String>,
        /// Where the code file or the document is now; null where it did not move.
        pub moved_to: Option<String>,
    }

    /// A document and a code file that share a node.
    pub struct Pair {
        /// Whether they are in step.
        pub status: PairStatus,
        /// The node.
        pub ref_id: String,
        /// Relative to the root.
        pub doc_path: String,
        /// Relative to the root; where it moved, the old path.
        pub code_path: String,
        /// Why they are not in step; null where they are, or nothing is known of the pair.
        pub reason: Option<SyncReason>,
        /// What changed.
        pub details: PairDetails,
    }

    /// How many pairs are in which state.
    pub struct SyncSummary {
        /// In step.
        pub ok: u64,
        /// Not in step.
        pub stale: u64,
        /// Without a baseline.
        pub untracked: u64,
    }

    /// `beadloom sync-check`.
    pub struct SyncCheckAnswer {
        /// Always 1.
        pub version: u32,
        /// Counts of `pairs`.
        pub summary: SyncSummary,
        /// By document, code and node.
        pub pairs: Vec<Pair>,
        /// Why the answer may be behind, or null.
        pub warning: Option<String>,
        /// Paths that changed since the index was made, at most 20, by path.
        pub stale_paths: Vec<String>,
    }

    /// `beadloom sync-update`.
    pub struct SyncUpdateAnswer {
        /// Always 1.
        pub version: u32,
        /// The node; null where all were meant.
        pub ref_id: Option<String>,
        /// Pairs whose baseline was set, moved or taken away.
        pub pairs_synced: u64,
    }
}
