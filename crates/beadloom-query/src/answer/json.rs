//! Answers as JSON, and what they take in that form.

use beadloom_model::{Code, Error, Result};
use beadloom_tokens::CachedCounter;
use serde::Serialize;

/// On one line.
///
/// # Errors
/// `internal` where it has no JSON form.
pub(crate) fn json(value: &impl Serialize) -> Result<String> {
    serde_json::to_string(value)
        .map_err(|error| Error::new(Code::Internal, "an answer has no JSON form").caused_by(error))
}

/// Its tokens.
pub(crate) fn tokens_of(value: &impl Serialize, counter: &CachedCounter<'_>) -> Result<usize> {
    Ok(counter.count(&json(value)?))
}
