//! Memories.

use serde::{Deserialize, Serialize};

use crate::Diagnostic;

/// What a memory is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum MemoryKind {
    /// Something worth knowing.
    Note,
    /// What was decided.
    Decision,
    /// What goes wrong where one does not know it.
    Gotcha,
}

/// Who said so.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum MemorySource {
    /// A person, by command.
    Manual,
    /// An agent, by a tool.
    Agent,
    /// A program, unasked.
    Auto,
}

/// Where a memory is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum MemoryScope {
    /// In a `memory.db` of this user, which Git does not have.
    Private,
    /// In `memories.jsonl`.
    Shared,
}

/// What its evidence says of a memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum MemoryTrust {
    /// The code is as it was.
    Verified,
    /// There is none.
    Unverified,
    /// The code changed, or is gone.
    Outdated,
}

/// What became of a text that was to be kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum RememberOutcome {
    /// It is a memory of its own.
    Stored,
    /// The same text was there.
    Refreshed,
    /// Another wording of it was there, and is in the history now.
    Merged,
}

/// What became of a memory that was to go.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum ForgetOutcome {
    /// It is gone.
    Forgotten,
    /// It is still there: to be asked again with its id as `confirm`.
    Asked,
}

/// Why recall leaves a memory out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum MemoryWithheld {
    /// It holds no longer.
    Expired,
    /// It is older than 90 days, and its quality below 0.3.
    Unused,
    /// It came with the repository, nobody here accepted it, and it reads like an instruction to an agent.
    Instruction,
    /// It came with the repository, and reads like a secret.
    Secret,
}

answers! {
    /// What was remembered.
    pub struct Memory {
        /// Stable, and never another's.
        pub id: String,
        /// What to know.
        pub content: String,
        /// Note, decision or gotcha.
        pub kind: MemoryKind,
        /// The reason, or null.
        pub why: Option<String>,
        /// Sorted.
        pub tags: Vec<String>,
        /// Who said so.
        pub source: MemorySource,
        /// What its evidence says of it.
        pub trust: MemoryTrust,
        /// Where it is kept.
        pub scope: MemoryScope,
        /// The first node that it is about, or null.
        pub ref_id: Option<String>,
        /// All nodes that it is about, sorted.
        pub refs: Vec<String>,
        /// Code that shows it, by path and line.
        pub evidence: Vec<MemoryEvidence>,
        /// ISO 8601 UTC.
        pub created_at: String,
        /// ISO 8601 UTC.
        pub updated_at: String,
        /// ISO 8601 UTC, or null.
        pub expires_at: Option<String>,
        /// How often it was recalled here.
        pub uses: u64,
        /// 0 to 1: how new it is, how much it is used, who said so.
        pub quality: f64,
        /// Whether the code under its evidence changed.
        pub outdated: bool,
        /// Ids of memories that it replaces, sorted.
        pub supersedes: Vec<String>,
        /// The id of the memory that replaces it, or null.
        pub superseded_by: Option<String>,
        /// Earlier wordings, oldest first.
        pub history: Vec<MemoryWording>,
        /// Whether it was made on this machine, or a person of this machine accepted it; what is not is a quotation of whoever wrote
        /// the repository's `memories.jsonl`.
        pub accepted: bool,
        /// Why recall leaves it out, or null.
        pub withheld: Option<MemoryWithheld>,
        /// The project that it is of, where that is another one.
        pub project: Option<String>,
    }

    /// Code that shows what a memory says.
    pub struct MemoryEvidence {
        /// Relative to the root.
        pub path: String,
        /// 1-based, as it was when the memory was made; null for a file.
        pub line: Option<u32>,
        /// The qualified name of the definition there, or null.
        pub symbol: Option<String>,
        /// Whether the code is another one now, or gone.
        pub changed: bool,
    }

    /// An earlier wording of a memory.
    pub struct MemoryWording {
        /// As it was.
        pub content: String,
        /// ISO 8601 UTC: until when.
        pub until: String,
    }

    /// `beadloom remember` and the tool of that name.
    pub struct RememberAnswer = "remember" {
        /// Always 1.
        pub version: u32,
        /// As it is kept.
        pub memory: Memory,
        /// What became of the text.
        pub outcome: RememberOutcome,
        /// Memories that this one contradicts or replaces, by id.
        pub superseded: Vec<Memory>,
        /// At most five that are much like it and may say the same, the nearest first; both are kept.
        pub similar: Vec<Memory>,
        /// What to know beside it, or null.
        pub warning: Option<String>,
    }

    /// `beadloom recall` and the tool of that name.
    pub struct RecallAnswer = "recall" {
        /// Always 1.
        pub version: u32,
        /// As given.
        pub query: String,
        /// Best first; a memory that was replaced stands behind the one that replaces it.
        pub memories: Vec<Memory>,
        /// Why nothing was found, or what could not be read; null where there is nothing to say.
        pub warning: Option<String>,
        /// Always empty where no memory has evidence: paths that changed since the index was made.
        pub stale_paths: Vec<String>,
    }

    /// `beadloom forget` and the tool of that name.
    pub struct ForgetAnswer = "forget" {
        /// Always 1.
        pub version: u32,
        /// As it was.
        pub memory: Memory,
        /// What became of it.
        pub outcome: ForgetOutcome,
    }

    /// `beadloom memories list`.
    pub struct MemoriesAnswer = "memories-list" {
        /// Always 1.
        pub version: u32,
        /// By id.
        pub memories: Vec<Memory>,
        /// What is wrong in `memories.jsonl`, by line.
        pub diagnostics: Vec<Diagnostic>,
        /// Why the answer may be behind, or null.
        pub warning: Option<String>,
    }

    /// `beadloom memories show`.
    pub struct MemoryAnswer = "memories-show" {
        /// Always 1.
        pub version: u32,
        /// The one.
        pub memory: Memory,
        /// Why the answer may be behind, or null.
        pub warning: Option<String>,
    }

    /// `beadloom memories import`, `beadloom memories adopt`.
    pub struct MemoriesImportAnswer = "memories-import" {
        /// Always 1.
        pub version: u32,
        /// New ones.
        pub added: u64,
        /// Those that were there in an older state.
        pub updated: u64,
        /// Those that were there as they are, or newer.
        pub unchanged: u64,
    }

    /// `beadloom memories accept` and `revoke`.
    pub struct MemoriesAcceptAnswer = "memories-accept" {
        /// Always 1.
        pub version: u32,
        /// Those that are accepted, or no longer, by id; with `ask` those that would be.
        pub memories: Vec<Memory>,
        /// Shared memories that are not accepted now.
        pub left: u64,
        /// Those among them that read like an instruction or a secret, which are accepted by their ids alone.
        pub suspicious: u64,
    }

    /// `beadloom memories resolve`.
    pub struct MemoriesResolveAnswer = "memories-resolve" {
        /// Always 1.
        pub version: u32,
        /// Memories in the file.
        pub memories: u64,
        /// Markers of merges that were taken out.
        pub markers: u64,
        /// Older states of a memory that were taken out.
        pub older: u64,
        /// Whether the file was written.
        pub changed: bool,
        /// Lines that are no memory, which stay for a person to look at.
        pub diagnostics: Vec<Diagnostic>,
    }
}
