//! How sure an answer is.

use serde::{Deserialize, Serialize};

/// How sure it is that one thing depends on another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Certainty {
    /// Declared, or found by an import, a scope or the type of a receiver.
    Exact,
    /// Only one definition of the name is reachable.
    Unique,
    /// Several definitions are possible.
    Ambiguous,
}
