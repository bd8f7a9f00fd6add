//! What a run changed so far.

use std::collections::BTreeSet;

use crate::derived_links;
use crate::invalidation::Invalidation;
use crate::references::Gathering;

/// What a run changed so far: counts, files that later stages look at, and what that invalidates.
#[derive(Default)]
pub struct RunChanges {
    pub counts: Counts,
    /// Code files whose symbols or imports are new: row id and path. Empty in a full run, where all are.
    pub code: Vec<(i64, String)>,
    /// Documents that are new or changed.
    pub documents: Vec<String>,
    /// Nodes that documents were linked to before they changed or went.
    pub unlinked: BTreeSet<String>,
    /// What changed for the links of documents. Empty in a full run, which finds all.
    pub linked: derived_links::Changed,
    /// Which stages run over everything because of what was found.
    pub invalidation: Invalidation,
    /// What changed for references.
    pub references: Gathering,
    /// Whether anything was written that a reader can see.
    pub visible: bool,
}

#[derive(Default)]
pub struct Counts {
    pub parsed: u64,
    pub reused: u64,
    pub added: u64,
    pub changed: u64,
    pub deleted: u64,
    pub renamed: u64,
}
