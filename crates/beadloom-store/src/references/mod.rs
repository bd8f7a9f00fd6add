//! How references are kept: a row per file, packed. There are many of them, they are written and read by the file,
//! and what leads to a symbol is found through `ref_targets`.

mod facts;
mod numbers;
mod targets;

use beadloom_model::{Receiver, ReferenceKind};

pub use facts::{Fact, FactReceiver, Facts, pack_facts};
pub use targets::{Resolution, pack_resolutions, unpack_resolutions};
pub(crate) use targets::{distinct_targets, pack_ids, unpack_ids};

/// Candidates that are kept of a reference that may mean several things.
pub const MAX_REFERENCE_CANDIDATES: usize = 8;

/// Places that are kept of one thing that is defined in several.
pub const MAX_PLACES_ITEMS: usize = 32;

/// Of a name that has more definitions than this, those anywhere in the project are no candidates.
pub const MAX_DEFINITIONS: usize = 64;

/// How sure it is what a reference means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Confidence {
    /// By an import, the scope it stands in, or the type of its receiver.
    Exact,
    /// Only one definition of the name is reachable.
    Unique,
    /// Several definitions are possible.
    Ambiguous,
    /// Nothing in the project, as far as can be told.
    External,
}

impl Confidence {
    /// The name in answers.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Unique => "unique",
            Self::Ambiguous => "ambiguous",
            Self::External => "external",
        }
    }
}

/// References of one definition to one name, and what they mean.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReferenceRow {
    /// Row id of the file it stands in.
    pub file_id: i64,
    /// Row id of the innermost definition around; `None` at the top of the file.
    pub from: Option<i64>,
    /// The last name, as the file calls it.
    pub name: String,
    /// What stands before it.
    pub receiver: Receiver,
    /// What it does.
    pub kind: ReferenceKind,
    /// 1-based, ascending, at least one.
    pub lines: Vec<u32>,
    /// How sure the targets are.
    pub confidence: Confidence,
    /// Row ids of symbols: one where exact or unique, or all places of a type that is defined in several; at most 8 candidates where ambiguous, best first, none where
    /// external.
    pub targets: Vec<i64>,
}
