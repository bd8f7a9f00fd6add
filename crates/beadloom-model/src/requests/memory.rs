//! What is remembered between sessions, and how it is found again.

use super::{Hits, RefreshMode};
use crate::answers::{MemoryKind, MemorySource};

requests! {
    /// Keeps what was learned, so that later sessions find it.
    pub struct RememberRequest = "remember" [command("remember"), tool("remember")] {
        /// what to keep, in one or a few sentences
        pub content: String [argument(), value("text")],
        /// a word to find it by
        pub tags: Vec<String> [value("tag")],
        /// the node that it is about
        pub refs: Vec<String> [value("ref_id")],
        /// what it is
        pub kind: Option<MemoryKind> [value("kind"), otherwise("note")],
        /// the reason behind it
        pub why: Option<String> [value("text")],
        /// the code that shows it, PATH or PATH:LINE; recall says when that code changed
        pub evidence: Vec<String> [value("place")],
        /// keep it in .beadloom/memories.jsonl, for everybody who has the repository
        pub shared: bool,
        /// when it ceases to hold: a date, a time, or a number of days such as 30d
        pub expires: Option<String> [value("when"), otherwise("never")],
        /// the id of a memory that it replaces
        pub supersedes: Vec<String> [value("id")],
        /// keep it though it reads like a secret or an instruction to an agent; private memories only
        pub force: bool,
        /// who says so
        pub source: MemorySource [default("manual"), library()],
        /// bring the index up to date first
        pub refresh: RefreshMode [default("auto"), internal()],
    }

    /// What was remembered that has to do with a question, best first.
    pub struct RecallRequest = "recall" [relayed(), starts_daemon(), command("recall"), tool("recall")] {
        /// what to find, in words
        pub query: String [argument()],
        /// maximum memories
        pub limit: Hits [default(10), value("n")],
        /// only memories with this tag; with several, those that have all
        pub tags: Vec<String> [value("tag")],
        /// only memories about this node; with several, those about any
        pub refs: Vec<String> [value("ref_id")],
        /// only memories of this kind
        pub kind: Option<MemoryKind> [value("kind")],
        /// also search the private memories of your other projects
        pub across: bool,
        /// find them without counting that as a use
        pub peek: bool [library()],
        /// bring the index up to date first
        pub refresh: RefreshMode [default("auto")],
    }

    /// Takes a memory away.
    pub struct ForgetRequest = "forget" [command("forget"), tool("forget")] {
        /// the id of a memory
        pub id: String [argument()],
        /// only where it has this source
        pub only: Option<MemorySource> [library()],
        /// only say what would be forgotten
        pub ask: bool [library()],
    }

    /// The memories of a project, by id.
    pub struct MemoriesRequest = "memories" {
        /// list those that recall leaves out instead: expired, withheld, or old and hardly used
        pub stale: bool,
        /// only memories with this tag; with several, those that have all
        pub tags: Vec<String> [value("tag")],
        /// only memories about this node; with several, those about any
        pub refs: Vec<String> [value("ref_id")],
        /// only memories of this kind
        pub kind: Option<MemoryKind> [value("kind")],
        /// bring the index up to date first
        pub refresh: RefreshMode [default("auto")],
    }

    /// One memory, with its earlier wordings.
    pub struct MemoryRequest = "memory" {
        /// the id of a memory
        pub id: String [argument()],
        /// bring the index up to date first
        pub refresh: RefreshMode [default("auto")],
    }

    /// All memories as JSON lines, by id: what `memories import` reads.
    pub struct MemoriesExportRequest = "memoriesExport" {
        /// only those of .beadloom/memories.jsonl
        pub shared: bool,
    }

    /// Adds the memories of JSON lines: all of them, or none where one is wrong.
    pub struct MemoriesImportRequest = "memoriesImport" {
        /// JSON lines, as `memories export` writes them
        pub lines: String [argument()],
        /// add also what reads like a secret or an instruction to an agent
        pub force: bool,
    }

    /// Takes over the private memories of a `memory.db`, whoever made it, on a person's word.
    pub struct MemoriesAdoptRequest = "memoriesAdopt" {
        /// a memory.db, which stays as it is
        pub file: String [argument()],
        /// take over also what reads like a secret or an instruction to an agent
        pub force: bool,
    }

    /// Accepts memories that the repository brought in .beadloom/memories.jsonl, as they stand there now.
    pub struct MemoriesAcceptRequest = "memoriesAccept" {
        /// their ids
        pub ids: Vec<String> [library()],
        /// all that do not read like an instruction or a secret
        pub all: bool,
        /// no longer accept them
        pub revoke: bool [library()],
        /// only say which ones
        pub ask: bool [library()],
    }

    /// Takes the markers of a merge out of .beadloom/memories.jsonl, and keeps what both sides have.
    pub struct MemoriesResolveRequest = "memoriesResolve" {
    }
}
