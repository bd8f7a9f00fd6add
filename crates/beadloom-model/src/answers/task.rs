//! Answers to a task: its code, the next file to read, and the file that says what a project is.

use serde::{Deserialize, Serialize};

use super::Symbol;

answers! {
    /// A piece of code for a task.
    pub struct CodePiece {
        /// Relative to the root.
        pub path: String,
        /// 1-based.
        pub line_start: u32,
        /// 1-based, inclusive.
        pub line_end: u32,
        /// The definition that it begins with or stands in, qualified; left out where there is none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub symbol: Option<String>,
        /// Those lines, as they stand in the file; where the piece only says what stands there, one of them, cut at a word, or
        /// the signature of the definition.
        pub content: String,
        /// The first 8 hex digits of the SHA-256 of `content`, without spaces at the ends of its lines and with its
        /// indentation taken away: the same wherever it stands. Only with a session.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        pub content_hash: String,
        /// Why it is there, in a few words; left out of pieces of one line.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        pub reason: String,
    }

    /// `beadloom next-file`.
    pub struct NextFileAnswer = "next-file" {
        /// Always 1.
        pub version: u32,
        /// The most relevant file that is not excluded; null where nothing is left.
        pub path: Option<String>,
        /// What speaks for it, in one sentence; null without a path.
        pub reason: Option<String>,
        /// Compares files of one task; null without a path.
        pub score: Option<f64>,
        /// The definitions in it that match best, at most five, by line.
        pub symbols: Vec<Symbol>,
        /// Why the answer may be behind, or null.
        pub warning: Option<String>,
        /// Paths that changed since the index was made, at most 20, by path.
        pub stale_paths: Vec<String>,
    }

    /// `beadloom generate-context`.
    pub struct ContextFileAnswer = "generate-context" {
        /// Always 1.
        pub version: u32,
        /// Where it was written, as given; null where it was only asked for.
        pub path: Option<String>,
        /// Whether that file holds anything else than before.
        pub changed: bool,
        /// What it says, Markdown.
        pub content: String,
        /// Tokens of `content`, in the provider's; never above the budget.
        pub tokens: u64,
        /// Why the answer may be behind, or null.
        pub warning: Option<String>,
        /// Paths that changed since the index was made, at most 20, by path.
        pub stale_paths: Vec<String>,
    }
}
