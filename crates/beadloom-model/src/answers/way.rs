//! How one thing reaches another. Fields that hold nothing are left out.

use serde::{Deserialize, Serialize};

use super::Certainty;

answers! {
    /// `beadloom path`.
    pub struct PathAnswer = "path" {
        /// Always 1.
        pub version: u32,
        /// Where the ways begin.
        pub from: WayEnd,
        /// Where they end.
        pub to: WayEnd,
        /// The shortest ways, at most three: the surest first, then the shortest, then by place. Empty where none is known.
        pub ways: Vec<Way>,
        /// Whether the ways lead the other way round, because none leads from `from` to `to`.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        pub reversed: bool,
        /// Where the graph stops, where there is no way: a sentence.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub stops: Option<String>,
        /// Why the answer may be behind, or null.
        pub warning: Option<String>,
        /// Paths that changed since the index was made.
        pub stale_paths: Vec<String>,
    }

    /// An end of a way.
    pub struct WayEnd {
        /// As given.
        pub r#ref: String,
        /// `symbol`, `file`, `folder` or the kind of a node.
        pub kind: String,
        /// The qualified name, the path, or the id.
        pub name: String,
        /// Where a symbol is defined: `path:line`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub place: Option<String>,
    }

    /// A way.
    pub struct Way {
        /// Of its weakest step.
        pub confidence: Certainty,
        /// In order.
        pub steps: Vec<WayStep>,
    }

    /// One step: a line in which something is used.
    pub struct WayStep {
        /// The file of that line.
        pub path: String,
        /// The line, 1-based.
        pub line: u32,
        /// What stands there; left out where the file changed since the index was made.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub text: Option<String>,
        /// The definition that the line stands in, qualified; the path where it stands outside of all.
        pub from: String,
        /// What is used: a qualified name or, of an import, a path.
        pub to: String,
        /// Where that is defined: `path:line`; the path of a file.
        pub at: String,
        /// `call`, `type`, `inherit`, `override`, `import`, `names` from a document to what it names, or `constructor` from a type
        /// to what runs when one is made.
        pub kind: String,
        /// How sure it is that this is meant.
        pub confidence: Certainty,
    }
}
