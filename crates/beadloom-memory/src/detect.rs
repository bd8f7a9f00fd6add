//! Texts that are not kept: secrets, which belong in no memory, and texts that would instruct the agent that reads them.

use beadloom_model::answers::MemoryWithheld;
use beadloom_screening::{instruction, secret};

/// Why a text is not kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Suspicion {
    /// Secret or instruction.
    pub as_what: MemoryWithheld,
    /// What it looks like, as the end of a sentence: "it looks like …".
    pub what: &'static str,
}

/// What is wrong with a text; None where nothing is.
pub fn suspicion(text: &str) -> Option<Suspicion> {
    let secret = secret(text).map(|what| Suspicion { as_what: MemoryWithheld::Secret, what });
    secret.or_else(|| instruction(text).map(|what| Suspicion { as_what: MemoryWithheld::Instruction, what }))
}
