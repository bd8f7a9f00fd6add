//! Source by name and place. Fields that hold nothing are left out: the budget is for text.

use serde::{Deserialize, Serialize};

use super::{Certainty, Next};
use crate::SymbolKind;

fn is_zero(number: &u64) -> bool {
    *number == 0
}

answers! {
    /// `beadloom show`.
    pub struct ShowAnswer = "show" {
        /// Always 1.
        pub version: u32,
        /// In the order of the references; of several definitions of a name, tests come last, then by path and line.
        pub shown: Vec<Source>,
        /// References that nothing was found for, in their order.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub missing: Vec<Missing>,
        /// Definitions that the budget left no room to list.
        #[serde(default, skip_serializing_if = "is_zero")]
        pub omitted: u64,
        /// Tokens of this answer as JSON; never above the budget.
        pub tokens: u64,
        /// Whether this is all, and what to read or ask next.
        pub next: Next,
        /// Why the answer may be behind, or null. The text never is.
        pub warning: Option<String>,
        /// Paths that changed since the index was made.
        pub stale_paths: Vec<String>,
    }

    /// A definition, some lines or a file, as the file holds them now.
    pub struct Source {
        /// The reference that it answers.
        pub r#ref: String,
        /// Relative to the root.
        pub path: String,
        /// The first of its lines, 1-based: that of its documentation comment, where one stands above.
        pub line_start: u32,
        /// The last of its lines, 1-based, inclusive.
        pub line_end: u32,
        /// The definition's qualified name; of lines, that of the innermost definition around all of them.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub symbol: Option<String>,
        /// Of a definition.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub kind: Option<SymbolKind>,
        /// The lines, from `line_start` on; all of them, unless `rest` says that some are missing. Left out where none fits.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub text: Option<String>,
        /// Where nothing of the text fits: the definition on one line. `path:line_start-line_end` shows it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub signature: Option<String>,
        /// What stands in the lines that are not shown, by line.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub outline: Vec<Member>,
        /// What belongs to it and stands elsewhere in the file, such as methods in another block; by line.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub members: Vec<Member>,
        /// Where else the name is defined, `path:line`, at most eight: in tests, which are shown only where nothing else has
        /// the name.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub also: Vec<String>,
        /// The reference that shows what the budget left out here.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub rest: Option<String>,
        /// With `--callers`: lines that refer to it, the surest first, then by path and line; those of tests are counted. Of a file and
        /// of lines those that refer from other files to what they define.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub callers: Vec<CallingLine>,
        /// Further lines that refer to it.
        #[serde(default, skip_serializing_if = "is_zero")]
        pub more_callers: u64,
        /// Lines in tests that refer to it.
        #[serde(default, skip_serializing_if = "is_zero")]
        pub test_callers: u64,
    }

    /// A definition among others.
    pub struct Member {
        /// 1-based.
        pub line_start: u32,
        /// 1-based, inclusive.
        pub line_end: u32,
        /// On one line.
        pub signature: String,
    }

    /// A line that refers to a definition.
    pub struct CallingLine {
        /// Relative to the root.
        pub path: String,
        /// 1-based.
        pub line: u32,
        /// The line, without its indentation; left out where the file changed since the index was made.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub text: Option<String>,
        /// The definition around it, qualified; left out at the top of a file.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub symbol: Option<String>,
        /// How sure it is that this definition is meant.
        pub confidence: Certainty,
    }

    /// A reference that nothing was found for.
    pub struct Missing {
        /// As given.
        pub r#ref: String,
        /// What is wrong with it.
        pub message: String,
        /// What is near, or what to do.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub hint: Option<String>,
    }
}
