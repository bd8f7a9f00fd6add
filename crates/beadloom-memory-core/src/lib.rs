//! What agents and people learned: kept, found again, taken away. Private memories lie in a `memory.db` among the user's data, shared
//! ones in `memories.jsonl`; neither follows from the index, and no reindex touches either.
//!
//! - `project` has [`ProjectMemories`], what everything here is done with; `common` is what every work needs, `answer` a memory as answers have it.
//! - `remember` keeps, `forget` takes away, `accepting` accepts what a repository brought, `adopting` and `importing` take over those of
//!   files.
//! - `recall` finds, by `finding`, and `across` other projects; `evidence` looks whether the code that shows a memory is still the same.
//! - `shown` has the memories that stand in other answers.

mod accepting;
mod across;
mod adopting;
mod answer;
mod common;
mod evidence;
mod finding;
mod forget;
mod importing;
mod project;
mod recall;
mod remember;
mod shown;

pub use adopting::{MemoryHome, projects, release};
pub use beadloom_memory_files::Memories;
pub use project::{AskIndex, Asking, ProjectMemories};
pub use shown::{ShownMemories, task_memories};
