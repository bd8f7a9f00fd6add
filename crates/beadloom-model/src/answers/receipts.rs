//! What was asked, what was sent, and what was opened afterwards.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Lines of a file, first and last; no lines where all of it is meant.
pub type LinesByPath = BTreeMap<String, Vec<[u32; 2]>>;

answers! {
    /// `beadloom receipts`.
    pub struct ReceiptsAnswer = "receipts" {
        /// Always 1.
        pub version: u32,
        /// Whether answers are recorded now, by the settings and the environment.
        pub kept: bool,
        /// With `--forget`: whether there were receipts, which are deleted now; null otherwise.
        pub forgotten: Option<bool>,
        /// The earliest time that counts, ISO 8601 UTC; null where all do.
        pub since: Option<String>,
        /// When the first and the last answer was given, ISO 8601 UTC; null without answers.
        pub first: Option<String>,
        /// See `first`.
        pub last: Option<String>,
        /// All answers.
        pub totals: ReceiptTotals,
        /// Tokens of all answers, by part.
        pub parts: ReceiptParts,
        /// By channel, program and command; those with the most tokens first.
        pub by: Vec<ReceiptGroup>,
        /// What was opened after the answers.
        pub opened: ReceiptOpened,
        /// The newest first, at most 20; answers of which no session is known belong to none.
        pub sessions: Vec<ReceiptSession>,
        /// How many sessions there are.
        pub session_count: u64,
        /// The newest first, as many as asked for.
        pub answers: Vec<Receipt>,
        /// Lines of the file that are no receipts.
        pub unreadable: u64,
        /// What the figures cannot say, one sentence each.
        pub unknown: Vec<String>,
        /// Why receipts could not be read, or null.
        pub warning: Option<String>,
    }

    /// What several answers come to.
    pub struct ReceiptTotals {
        /// How many.
        pub answers: u64,
        /// Bytes that were sent.
        pub bytes: u64,
        /// Tokens that were sent, of those answers whose tokens could be counted.
        pub tokens: u64,
        /// Answers whose tokens could not be counted.
        pub uncounted: u64,
        /// Answers that said only that the caller has them already.
        pub cached: u64,
        /// Answers that said themselves that something is left out or behind.
        pub incomplete: u64,
        /// Milliseconds that half of them took at most.
        pub median_ms: u64,
    }

    /// Tokens by what they are about.
    pub struct ReceiptParts {
        /// Parts, edges, rules.
        pub graph: u64,
        /// Sections of documents.
        pub documents: u64,
        /// Source, signatures, places in code.
        pub code: u64,
        /// What past commits say.
        pub history: u64,
        /// Everything else: headings, names of fields, advice.
        pub frame: u64,
    }

    /// Answers that came the same way.
    pub struct ReceiptGroup {
        /// `cli`, `mcp`, `hook` or `library`.
        pub channel: String,
        /// The client of MCP with its version as it introduced itself, or the program that called the hook; null otherwise.
        pub program: Option<String>,
        /// The command, the tool, or the event of the hook.
        pub command: String,
        /// What they come to.
        pub totals: ReceiptTotals,
    }

    /// What is known of what was opened. Figures of files count each file once in a session.
    pub struct ReceiptOpened {
        /// Whether hooks told of anything: without them nothing is known, and all figures are 0.
        pub observed: bool,
        /// Files that answers named.
        pub named: u64,
        /// Of these, opened or edited later.
        pub named_opened: u64,
        /// Files that were opened or edited.
        pub files: u64,
        /// Of these, not named by any answer before.
        pub unnamed: u64,
        /// Times that something was opened.
        pub places: u64,
        /// Of these, within lines that were named before.
        pub hits: u64,
        /// In a file that was named, but in other lines of it.
        pub near: u64,
        /// In a file that was not named.
        pub misses: u64,
        /// Characters that the agent read by its own tools.
        pub characters: u64,
        /// Searches by its own tools.
        pub searches: u64,
    }

    /// What a session of an agent was given.
    pub struct ReceiptSession {
        /// Made of the id that the program has for it, or of the connection.
        pub id: String,
        /// The program or client; null where it is not known.
        pub program: Option<String>,
        /// When its first and its last receipt came, ISO 8601 UTC.
        pub first: String,
        /// See `first`.
        pub last: String,
        /// Its answers.
        pub totals: ReceiptTotals,
        /// Tokens of the tool definitions that its client was given.
        pub tool_tokens: u64,
        /// Tokens that stay in its context as long as the program keeps all: of answers and of tool definitions.
        pub resident_tokens: u64,
        /// What it opened.
        pub opened: ReceiptOpened,
    }

    /// One answer.
    pub struct Receipt {
        /// When it was given, ISO 8601 UTC.
        pub at: String,
        /// As in `by`.
        pub channel: String,
        /// As in `by`.
        pub program: Option<String>,
        /// As in `by`.
        pub command: String,
        /// What was asked; null where the settings keep no questions.
        pub asked: Option<String>,
        /// As in `sessions`; null where none is known.
        pub session: Option<String>,
        /// That were sent.
        pub bytes: u64,
        /// That were sent; null where they could not be counted.
        pub tokens: Option<u64>,
        /// The same by part; null where they could not be counted.
        pub parts: Option<ReceiptParts>,
        /// Files that it named, by path, with lines; without lines where it named the file as a whole.
        pub named: LinesByPath,
        /// Files that it named beyond those.
        pub named_more: u64,
        /// Milliseconds that it took.
        pub ms: u64,
        /// Whether it said only that the caller has the answer already.
        pub cached: bool,
        /// Whether it said that nothing is left out or behind.
        pub complete: bool,
        /// Of the files that it named, how many were opened or edited later in its session.
        pub named_opened: u64,
    }
}
