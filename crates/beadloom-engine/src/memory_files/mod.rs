//! The memories of a project as they lie on disk: private ones in a `memory.db` among the user's data, shared ones in `memories.jsonl`,
//! and which of these a person accepted.

pub(crate) mod accepted;
mod held;
pub(crate) mod homes;
mod private;
pub(crate) mod shared;
pub(crate) mod state;

pub(crate) use held::Memories;
