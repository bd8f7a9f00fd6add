//! The answer of `prime`.

use serde::{Deserialize, Serialize};

use super::Severity;

/// What is 0 goes without saying.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "as serde calls it")]
fn is_nothing(count: &u64) -> bool {
    *count == 0
}

answers! {
    /// `beadloom prime`: what an agent needs to know when a session starts, in fewer than 2,000 tokens.
    pub struct PrimeAnswer = "prime" {
        /// Always 1.
        pub version: u32,
        /// The project's name.
        pub project: String,
        /// Of the program.
        pub beadloom_version: String,
        /// How many there are of everything.
        pub architecture: PrimeArchitecture,
        /// How far documents and architecture can be trusted.
        pub health: PrimeHealth,
        /// Errors first, then in the order of the rules file.
        pub rules: Vec<PrimeRule> [Graph],
        /// Those with the most symbols inside first, then by ref_id.
        pub domains: Vec<PrimeNode> [Graph],
        /// Likewise.
        pub services: Vec<PrimeNode> [Graph],
        /// What was remembered: what a person said first, then the older first. Left out where there is nothing.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub memories: Vec<PrimeMemory>,
        /// Shared memories that nobody on this machine accepted, which are not shown here; left out where it is 0.
        #[serde(default, skip_serializing_if = "is_nothing")]
        pub unaccepted: u64,
        /// Memories, rules and parts whose texts read like an instruction to an agent or a secret, and are not shown; left out where it
        /// is 0.
        #[serde(default, skip_serializing_if = "is_nothing")]
        pub withheld: u64,
        /// How to use beadloom, as Markdown.
        pub instructions: String,
        /// What the bound on tokens left out, from the ends of the lists.
        pub omitted: PrimeOmitted,
        /// Tokens of this rendering.
        pub tokens: u64,
        /// Why the answer may be behind, or null.
        pub warning: Option<String>,
        /// Paths that changed since the index was made.
        pub stale_paths: Vec<String>,
    }

    /// A memory in short.
    pub struct PrimeMemory {
        /// Stable id.
        pub id: String,
        /// What to know, cut behind a word where it is long.
        pub content: String,
    }

    /// Counts of the whole project.
    pub struct PrimeArchitecture {
        /// Nodes of every kind.
        pub nodes: u64,
        /// Nodes of kind domain.
        pub domains: u64,
        /// Nodes of kind service.
        pub services: u64,
        /// Nodes of kind feature.
        pub features: u64,
        /// Nodes of kind entity.
        pub entities: u64,
        /// Symbols of all code.
        pub symbols: u64,
        /// Whether the graph was derived from the code because the project keeps none.
        pub derived: bool,
    }

    /// How far documents and architecture can be trusted.
    pub struct PrimeHealth {
        /// Documents that are behind their code, by path.
        pub stale_docs: Vec<String>,
        /// What breaks the rules.
        pub lint: PrimeLint,
        /// ISO 8601 UTC.
        pub last_reindex: Option<String>,
    }

    /// Violations of the rules.
    pub struct PrimeLint {
        /// Of severity error.
        pub errors: u64,
        /// Of severity warn.
        pub warnings: u64,
    }

    /// A rule of the architecture.
    pub struct PrimeRule {
        /// Unique.
        pub name: String,
        /// How much a violation matters.
        pub severity: Severity,
        /// What its author says of it, cut behind a word where it is long; empty where nothing is said.
        pub description: String,
    }

    /// A part of the project.
    pub struct PrimeNode {
        /// Its id.
        pub ref_id: String,
        /// What it is, cut behind a word where that is long.
        pub summary: String,
    }

    /// What was left out.
    pub struct PrimeOmitted {
        /// Rules.
        pub rules: u64,
        /// Domains.
        pub domains: u64,
        /// Services.
        pub services: u64,
        /// Documents that are behind.
        pub stale_docs: u64,
        /// Memories; left out where it is 0.
        #[serde(default, skip_serializing_if = "is_nothing")]
        pub memories: u64,
    }
}
