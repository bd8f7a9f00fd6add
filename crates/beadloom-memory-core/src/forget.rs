//! Taking a memory away.

use beadloom_model::answers::{ANSWER_VERSION, ForgetAnswer, ForgetOutcome, MemoryScope};
use beadloom_model::requests::ForgetRequest;
use beadloom_model::{Code, Error, Result};

use crate::answer;
use crate::common::{TRIES, busy, known, not_found, now};
use crate::project::ProjectMemories;
use beadloom_memory_files::shared;

impl ProjectMemories<'_> {
    /// Takes a memory away.
    ///
    /// # Errors
    /// `not_found`, `usage` where it has another source than it must have, those of the files.
    pub fn forget(&self, request: &ForgetRequest) -> Result<ForgetAnswer> {
        let mut held = self.kept.hold();
        let state = held.state(known);
        for _ in 0..TRIES {
            state.refresh(self.root, false)?;
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
                .hint(format!("a person deletes it with `beadloom forget {}`", request.id)));
            }
            let memory = answer::memory(state, &entry, now(), None);
            let answer =
                |outcome| Ok(ForgetAnswer { version: ANSWER_VERSION, memory: memory.clone(), outcome });
            if request.ask {
                return answer(ForgetOutcome::Asked);
            }
            if entry.scope == MemoryScope::Shared {
                shared::edit(self.root, &mut |lines| {
                    lines.remove(&request.id);
                })?;
            }
            // One that is in both files goes from both.
            if !state.has_private(&request.id) {
                return answer(ForgetOutcome::Forgotten);
            }
            state.refresh(self.root, true)?;
            if state.write(&[], &[&request.id])? {
                return answer(ForgetOutcome::Forgotten);
            }
        }
        Err(busy())
    }
}
