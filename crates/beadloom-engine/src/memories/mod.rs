//! What agents and people learned: kept, found again, taken away. Private memories lie in a `memory.db` among the user's data, shared
//! ones in `memories.jsonl`; neither follows from the index, and no reindex touches either.

mod accepting;
mod across;
mod adopting;
mod answer;
mod common;
mod evidence;
mod finding;
mod forget;
mod importing;
mod recall;
mod remember;
mod shown;

pub use adopting::MemoryHome;
