//! What memories are worth, from outside.

#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

#[path = "it/detect.rs"]
mod detect;
#[path = "it/lines.rs"]
mod lines;
#[path = "it/moment.rs"]
mod moment;
#[path = "it/recall.rs"]
mod recall;
#[path = "it/wording.rs"]
mod wording;

use beadloom_memory::Record;
use beadloom_model::answers::{MemoryKind, MemorySource};
use beadloom_model::time::parse_utc;

/// A memory that says this.
pub fn record(id: &str, content: &str) -> Record {
    let at = parse_utc("2026-01-31").unwrap();
    Record {
        id: id.to_owned(),
        content: content.to_owned(),
        kind: MemoryKind::Note,
        why: None,
        tags: Vec::new(),
        source: MemorySource::Manual,
        refs: Vec::new(),
        evidence: Vec::new(),
        created_at: at,
        updated_at: at,
        expires_at: None,
        supersedes: Vec::new(),
        history: Vec::new(),
        more: Default::default(),
    }
}
