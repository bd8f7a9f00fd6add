//! Answers as JSON.

use beadloom_model::{Code, Error, Result};
use serde::Serialize;

pub(crate) fn to_json(answer: &impl Serialize) -> Result<String> {
    serde_json::to_string(answer)
        .map_err(|error| Error::new(Code::Internal, "an answer has no JSON form").caused_by(error))
}
