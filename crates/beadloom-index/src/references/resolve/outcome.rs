//! What was found for a reference.

use crate::references::lookup::Def;

/// What was found for a reference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Outcome {
    /// Definitions that it is proven to mean.
    Exact(Vec<Def>),
    /// Definitions that it may mean; the only one where there is one and it is within reach.
    Likely(Vec<Def>, bool),
    /// Definitions that are too many to look at.
    Common,
    /// Nothing of this project.
    Outside,
    /// Nothing at all.
    Nothing,
}
