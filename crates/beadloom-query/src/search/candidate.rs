//! A hit on its way to the answer.

use beadloom_model::answers::Hit;
use beadloom_store::ChunkRow;

/// A hit before it is known whether it is shown.
pub(super) struct Candidate {
    pub(super) hit: Hit,
    /// Of a document: where its snippet comes from.
    pub(super) chunk: Option<ChunkRow>,
}
