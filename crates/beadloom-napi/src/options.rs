//! What options of all capabilities share. Numbers arrive as f64: JavaScript has no others.

use beadloom_engine as engine;
use beadloom_model::{Code, Error, Result};
use napi_derive::napi;

/// How an answer is brought up to date first.
#[napi(object)]
pub struct Refresh {
    /// `auto`; `mcp`, as the settings for MCP say; `last`, while another call is at it; `compare`, not, but the answer says how far it is behind; `off`, from the index as it is, without a look at the files.
    pub mode: String,
}

impl Refresh {
    pub(crate) fn into_engine(self) -> Result<engine::Refresh> {
        match self.mode.as_str() {
            "auto" => Ok(engine::Refresh::Auto),
            "mcp" => Ok(engine::Refresh::Mcp),
            "last" => Ok(engine::Refresh::Last),
            "compare" => Ok(engine::Refresh::Compare),
            "off" => Ok(engine::Refresh::Off),
            other => Err(unknown("refresh", other, "auto, mcp, last, compare, off")),
        }
    }
}

/// How many.
pub(crate) fn count(number: f64) -> usize {
    usize::try_from(whole(number)).unwrap_or(usize::MAX)
}

/// A whole number from JavaScript's; out of range becomes the nearest end, NaN becomes 0.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped first")]
fn whole(number: f64) -> u64 {
    number.clamp(0.0, 9_007_199_254_740_991.0) as u64
}

/// For a name that is none of those known.
pub(crate) fn unknown(what: &str, given: &str, known: &str) -> Error {
    Error::new(Code::Usage, format!("unknown {what} {given:?}")).hint(format!("one of: {known}"))
}
