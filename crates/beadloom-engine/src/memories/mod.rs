//! What agents and people learned: kept, found again, taken away. Private memories lie in `memory.db`, shared ones in
//! `memories.jsonl`; neither follows from the index, and no reindex touches either.

mod accepted;
mod accepting;
mod across;
mod answer;
mod common;
mod evidence;
mod finding;
mod forget;
mod held;
mod importing;
mod recall;
mod remember;
mod shared;
mod shown;
mod state;

pub(crate) use held::Memories;
