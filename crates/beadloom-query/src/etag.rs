//! What tells one answer from another, without either being at hand.

use beadloom_model::{Code, Error, Result};
use serde::Serialize;
use sha2::{Digest, Sha256};

/// `sha256:` and 64 hex digits over the JSON of what an answer says.
///
/// # Errors
/// `internal` where it has no JSON form.
pub(crate) fn etag_of(said: &impl Serialize) -> Result<String> {
    let json = serde_json::to_vec(said)
        .map_err(|error| Error::new(Code::Internal, "an answer has no JSON form").caused_by(error))?;
    Ok(format!("sha256:{}", hex(&Sha256::digest(json))))
}

/// Two digits for each byte.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
