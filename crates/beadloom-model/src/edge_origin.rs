//! Where an edge comes from.

use serde::{Deserialize, Serialize};

/// How an edge came to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum EdgeOrigin {
    /// A person (or bootstrap) wrote it.
    Declared,
    /// Resolved imports between files that the two nodes own.
    Import,
    /// An annotation in a file that another node owns.
    Annotation,
}

impl EdgeOrigin {
    /// The name in JSON and in the store.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Declared => "declared",
            Self::Import => "import",
            Self::Annotation => "annotation",
        }
    }
}
