//! What Git knows of commits, as far as pairs depend on it.

use std::collections::BTreeMap;
use std::path::Path;

/// A document and a code file.
pub type Paths = (String, String);

/// What Git knows, which whoever runs the index hands it.
#[derive(Debug, Clone, Copy)]
pub struct History {
    /// The id of HEAD's commit; None where there is none.
    pub head: fn(&Path) -> Option<String>,
    /// The text of a blob; None where Git does not have it.
    pub text: fn(&Path, &str) -> Option<String>,
    /// Of each document and code file the texts that the code file had after commits which changed both, the latest first.
    pub together: fn(&Path, &[Paths]) -> BTreeMap<Paths, Vec<String>>,
}
