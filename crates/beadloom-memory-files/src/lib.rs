//! The memories of a project as they lie on disk: private ones in a `memory.db` among the user's data, shared ones in `memories.jsonl`,
//! and which of these a person accepted.

pub mod accepted;
mod held;
pub mod homes;
mod private;
pub mod shared;
pub mod state;

pub use held::Memories;
