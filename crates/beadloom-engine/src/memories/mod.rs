//! What agents and people learned: kept, found again, taken away. Private memories lie in `memory.db`, shared ones in
//! `memories.jsonl`; neither follows from the index, and no reindex touches either.

mod across;
mod answer;
mod evidence;
mod finding;
mod held;
mod importing;
mod recall;
mod remember;
mod shared;
mod shown;
mod state;

use std::time::{SystemTime, UNIX_EPOCH};

use beadloom_model::answers::{ANSWER_VERSION, ForgetAnswer, ForgetOutcome, MemoryScope};
use beadloom_model::requests::ForgetRequest;
use beadloom_model::{Code, Error, Result};
use beadloom_store::MemoryOwner;

use self::state::State;
use crate::answers::to_json;
use crate::embedding::static_model;
use crate::{Call, Engine, pool, seals};

pub(crate) use held::Memories;

/// How often others may write while something is decided.
const TRIES: usize = 50;

impl Engine {
    /// Takes a memory away.
    ///
    /// # Errors
    /// `not_found`, `usage` where it has another source than it must have, those of the files.
    pub fn forget(&self, request: &ForgetRequest, _call: &Call<'_>) -> Result<String> {
        self.check_open()?;
        let mut held = self.memories.hold();
        let state = held.state(known);
        for _ in 0..TRIES {
            state.refresh(self.root(), false)?;
            let entry = state.get(&request.id).ok_or_else(|| not_found(&request.id))?.clone();
            if let Some(only) = request.only.filter(|only| *only != entry.record.source) {
                let name =
                    |source| serde_json::to_value(source).ok().and_then(|v| v.as_str().map(str::to_owned));
                return Err(Error::new(
                    Code::Usage,
                    format!(
                        "{} was not remembered by {}: its source is {}",
                        request.id,
                        name(only).unwrap_or_default(),
                        name(entry.record.source).unwrap_or_default()
                    ),
                )
                .hint(format!("a person takes it away with `beadloom forget {}`", request.id)));
            }
            let memory = answer::memory(state, &entry, now(), None);
            let answer =
                |outcome| to_json(&ForgetAnswer { version: ANSWER_VERSION, memory: memory.clone(), outcome });
            if request.ask {
                return answer(ForgetOutcome::Asked);
            }
            if entry.scope == MemoryScope::Shared {
                shared::edit(self.root(), &mut |lines| {
                    lines.remove(&request.id);
                })?;
            }
            // One that is in both files goes from both.
            if !state.has_private(&request.id) {
                return answer(ForgetOutcome::Forgotten);
            }
            state.refresh(self.root(), true)?;
            if state.write(&[], &[&request.id])? {
                return answer(ForgetOutcome::Forgotten);
            }
        }
        Err(busy())
    }
}

fn busy() -> Error {
    Error::new(Code::IndexBusy, "other processes keep writing the memories")
        .hint("wait until they are done, then try again")
}

fn not_found(id: &str) -> Error {
    let shown: String = id.chars().take(60).collect();
    Error::new(Code::NotFound, format!("no memory has the id {shown:?}"))
        .hint("`beadloom memories list` shows all with their ids")
}

/// Memories of which nothing is known yet.
fn known() -> State {
    State::new(owner(), static_model())
}

/// Whose private memories are read.
fn owner() -> MemoryOwner {
    MemoryOwner { key: seals::kept_key(), trusts: seals::trusts() }
}

impl Engine {
    /// Makes the folder that memories are kept in.
    fn make_memory_folder(&self) -> Result<()> {
        pool::make_folder(&self.root().join(".beadloom"))
    }
}

/// Seconds since 1970.
fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    i64::try_from(since).unwrap_or(i64::MAX)
}
