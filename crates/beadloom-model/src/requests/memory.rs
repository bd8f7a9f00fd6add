//! What is remembered between sessions, and how it is found again.

use super::{Hits, RefreshMode};
use crate::answers::{MemoryKind, MemorySource};

requests! {
    /// Stores a note for later sessions.
    pub struct RememberRequest = "remember" [command("remember"), tool("remember")] {
        /// the note, in one or a few sentences
        pub content: String [argument(), value("text")],
        /// a tag to find it by
        pub tags: Vec<String> [value("tag")],
        /// the node that it is about
        pub refs: Vec<String> [value("ref_id")],
        /// what it is
        pub kind: Option<MemoryKind> [value("kind"), otherwise("note")],
        /// the reason behind it
        pub why: Option<String> [value("text")],
        /// the code that shows it, PATH or PATH:LINE; recall says if that code changed
        pub evidence: Vec<String> [value("place")],
        /// store it in .beadloom/memories.jsonl, for everyone with the repository
        pub shared: bool,
        /// when it expires: a date, a time, or a number of days such as 30d
        pub expires: Option<String> [value("when"), otherwise("never")],
        /// the id of a memory that it replaces
        pub supersedes: Vec<String> [value("id")],
        /// store it even if it reads like a secret or an instruction to an agent; private memories only
        pub force: bool,
        /// who says so
        pub source: MemorySource [default("manual"), library()],
        /// refresh the index first
        pub refresh: RefreshMode [default("auto"), internal()],
    }

    /// Finds memories for a question, best first.
    pub struct RecallRequest = "recall" [method(), relayed(), starts_daemon(), command("recall"), tool("recall")] {
        /// what to find, in words
        pub query: String [argument()],
        /// maximum memories
        pub limit: Hits [default(10), value("n")],
        /// only memories with this tag; several tags must all match
        pub tags: Vec<String> [value("tag")],
        /// only memories about this node; of several nodes, any
        pub refs: Vec<String> [value("ref_id")],
        /// only memories of this kind
        pub kind: Option<MemoryKind> [value("kind")],
        /// also search the private memories of your other projects
        pub across: bool,
        /// do not count the answer as a use
        pub peek: bool [library()],
        /// refresh the index first
        pub refresh: RefreshMode [default("auto")],
    }

    /// Deletes a memory.
    pub struct ForgetRequest = "forget" [method(), command("forget"), tool("forget")] {
        /// the id of a memory
        pub id: String [argument()],
        /// only if it has this source
        pub only: Option<MemorySource> [library()],
        /// only show the memory
        pub ask: bool [library()],
    }

    /// Lists the memories of a project, by id.
    pub struct MemoriesRequest = "memories" [method()] {
        /// list memories that recall leaves out: expired, withheld, or old and hardly used
        pub stale: bool,
        /// only memories with this tag; several tags must all match
        pub tags: Vec<String> [value("tag")],
        /// only memories about this node; of several nodes, any
        pub refs: Vec<String> [value("ref_id")],
        /// only memories of this kind
        pub kind: Option<MemoryKind> [value("kind")],
        /// refresh the index first
        pub refresh: RefreshMode [default("auto")],
    }

    /// Returns one memory with its earlier wordings.
    pub struct MemoryRequest = "memory" [method()] {
        /// the id of a memory
        pub id: String [argument()],
        /// refresh the index first
        pub refresh: RefreshMode [default("auto")],
    }

    /// Exports all memories as JSON lines, by id, for `memories import`.
    pub struct MemoriesExportRequest = "memoriesExport" {
        /// only memories of .beadloom/memories.jsonl
        pub shared: bool,
    }

    /// Adds the memories of JSON lines: all of them, or none if one is invalid.
    pub struct MemoriesImportRequest = "memoriesImport" {
        /// JSON lines, as `memories export` writes them
        pub lines: String [argument()],
        /// also add texts that read like a secret or an instruction to an agent
        pub force: bool,
    }

    /// Adds the private memories of any `memory.db` after a person confirmed it.
    pub struct MemoriesAdoptRequest = "memoriesAdopt" {
        /// a memory.db, which stays unchanged
        pub file: String [argument()],
        /// also add texts that read like a secret or an instruction to an agent
        pub force: bool,
    }

    /// Accepts memories of the repository's .beadloom/memories.jsonl in their current form.
    pub struct MemoriesAcceptRequest = "memoriesAccept" {
        /// their ids
        pub ids: Vec<String> [library()],
        /// all that read neither like an instruction nor like a secret
        pub all: bool,
        /// revoke the acceptance
        pub revoke: bool [library()],
        /// only list them
        pub ask: bool [library()],
    }

    /// Removes the conflict markers of a merge from .beadloom/memories.jsonl, and keeps the memories of both sides.
    pub struct MemoriesResolveRequest = "memoriesResolve" {
    }
}
