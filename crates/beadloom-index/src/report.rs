//! What came of a run.

use beadloom_model::Diagnostic;
use beadloom_model::answers::{FileCounts, ReindexMode, Totals};

/// What a run did.
#[derive(Debug, Clone)]
pub struct Report {
    /// How much was looked at.
    pub mode: ReindexMode,
    /// What happened to the files.
    pub files: FileCounts,
    /// What the index holds.
    pub totals: Totals,
    /// All findings, also those of earlier runs whose cause is still there.
    pub diagnostics: Vec<Diagnostic>,
    /// Goes up by one per committed change.
    pub generation: u64,
}

/// How a run ended.
#[derive(Debug, Clone)]
pub enum Outcome {
    /// The index is up to date with the files.
    Done(Report),
    /// The deadline came first: the index is as it was, and these paths differ from it.
    TooSlow(Vec<String>),
}
