//! Lines that hold exact text. Fields that hold nothing are left out.

use serde::{Deserialize, Serialize};

use super::Next;

fn is_zero(number: &u64) -> bool {
    *number == 0
}

answers! {
    /// `beadloom search --exact` and `--regex`.
    pub struct ExactAnswer = "search-exact" {
        /// Always 1.
        pub version: u32,
        /// The text or the regular expression, as given.
        pub pattern: String,
        /// Lines that define what was found, by path and line.
        pub definitions: Vec<FoundFile>,
        /// All other lines: those of code first, then of other text, of examples and of what programs wrote; then by path and
        /// line.
        pub uses: Vec<FoundFile>,
        /// Lines in tests, where there are others too.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub tests: Option<FoundTests>,
        /// All lines that were found.
        pub lines: u64,
        /// The files that hold them.
        pub files: u64,
        /// Lines that the limit left out.
        #[serde(default, skip_serializing_if = "is_zero")]
        pub omitted: u64,
        /// Files with some of these that are named nowhere.
        #[serde(default, skip_serializing_if = "is_zero")]
        pub omitted_files: u64,
        /// Files that were not searched.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub not_searched: Option<NotSearched>,
        /// Whether this is all, and what to read or ask next.
        pub next: Next,
        /// Why the answer may be behind, or null. Lines are those of the files as they are now.
        pub warning: Option<String>,
        /// Paths that changed since the index was made.
        pub stale_paths: Vec<String>,
    }

    /// Lines of one file.
    pub struct FoundFile {
        /// Relative to the root.
        pub path: String,
        /// By line.
        pub lines: Vec<FoundLine>,
        /// Further lines of the file, which the limit left out.
        #[serde(default, skip_serializing_if = "is_zero")]
        pub more: u64,
    }

    /// A line.
    pub struct FoundLine {
        /// 1-based.
        pub line: u32,
        /// What stands there, without indentation unless lines around it are wanted; of a long line the part that was found.
        pub text: String,
        /// The innermost definition around it, qualified; left out where it is that of the line before, or none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub symbol: Option<String>,
        /// Lines before it that are not listed themselves.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub before: Vec<String>,
        /// Lines behind it that are not listed themselves.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub after: Vec<String>,
    }

    /// Lines in tests.
    pub struct FoundTests {
        /// How many.
        pub lines: u64,
        /// In how many files.
        pub files: u64,
        /// Those with most of them, at most three, ties by path.
        pub most: Vec<String>,
    }

    /// Files that were not searched, by reason.
    pub struct NotSearched {
        /// Files that are no text.
        #[serde(default, skip_serializing_if = "is_zero")]
        pub binary: u64,
        /// Files of more than eight megabytes.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub large: Vec<String>,
        /// Files whose name says that they hold keys or other secrets.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub secret: Vec<String>,
        /// Files that could not be read.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub unreadable: Vec<String>,
    }
}
