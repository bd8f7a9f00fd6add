//! What agents and people learned: kept, found again, taken away. Private memories lie in `memory.db`, shared ones in
//! `memories.jsonl`; neither follows from the index, and no reindex touches either.

mod across;
mod answer;
mod evidence;
mod importing;
mod recall;
mod remember;
mod shared;
mod shown;
mod state;

use std::sync::{Mutex, MutexGuard};
use std::time::{SystemTime, UNIX_EPOCH};

use beadloom_model::answers::{ANSWER_VERSION, ForgetAnswer, ForgetOutcome, MemoryScope};
use beadloom_model::requests::ForgetRequest;
use beadloom_model::{Code, Error, Result};

use self::state::State;
use crate::answers::to_json;
use crate::{Call, Engine};

/// The memories of a project, read when they are first asked for.
#[derive(Default)]
pub(crate) struct Memories(Mutex<Option<Box<State>>>);

/// Memories that nobody else changes or reads meanwhile.
pub(crate) struct Held<'a>(MutexGuard<'a, Option<Box<State>>>);

impl Memories {
    pub(crate) fn hold(&self) -> Held<'_> {
        Held(self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner))
    }

    /// Gives up the connection and what is known.
    pub(crate) fn clear(&self) {
        *self.hold().0 = None;
    }
}

impl Held<'_> {
    fn state(&mut self) -> &mut State {
        self.0.get_or_insert_default()
    }
}

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
        let state = held.state();
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

/// Seconds since 1970.
fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    i64::try_from(since).unwrap_or(i64::MAX)
}
