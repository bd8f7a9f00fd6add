//! Accepting memories that the repository brought, and taking that back.

use beadloom_memory::Record;
use beadloom_model::answers::{ANSWER_VERSION, MemoriesAcceptAnswer, Memory, MemoryScope};
use beadloom_model::requests::MemoriesAcceptRequest;
use beadloom_model::{Code, Error, Result};

use crate::answer;
use crate::common::{known, not_found, now};
use crate::project::ProjectMemories;
use beadloom_memory_files::accepted;
use beadloom_memory_files::state::Entry;

impl ProjectMemories<'_> {
    /// Accepts shared memories as they stand, or no longer.
    ///
    /// # Errors
    /// `usage` without memories, `not_found`, those of the files.
    pub fn accept(&self, request: &MemoriesAcceptRequest) -> Result<MemoriesAcceptAnswer> {
        let verb = if request.revoke { "revoke" } else { "accept" };
        if request.ids.is_empty() != request.all {
            return Err(Error::new(Code::Usage, format!("name the memories to {verb}, or all of them"))
                .hint(format!(
                    "`beadloom memories {verb} ID`, or --all; `beadloom memories list` shows them"
                )));
        }
        let mut held = self.kept.hold();
        let state = held.state(known);
        state.refresh(self.root, false)?;
        let shared: Vec<Entry> =
            state.all().into_iter().filter(|entry| entry.scope == MemoryScope::Shared).cloned().collect();
        let mut chosen: Vec<&Entry> = Vec::new();
        for id in &request.ids {
            let entry =
                shared.iter().find(|entry| entry.record.id == *id).ok_or_else(|| match state.get(id) {
                    Some(_) => {
                        Error::new(Code::Usage, format!("{id} is a private memory, which is yours already"))
                    }
                    None => not_found(id),
                })?;
            chosen.push(entry);
        }
        if request.all {
            // What reads like an order is accepted one by one, by who has read it.
            chosen.extend(shared.iter().filter(|entry| request.revoke || entry.withheld.is_none()));
        }
        chosen.retain(|entry| entry.accepted == request.revoke);
        chosen.sort_by(|a, b| a.record.id.cmp(&b.record.id));
        chosen.dedup_by(|a, b| a.record.id == b.record.id);
        if !request.ask && !chosen.is_empty() {
            let records: Vec<&Record> = chosen.iter().map(|entry| &*entry.record).collect();
            let present: Vec<&Record> = shared.iter().map(|entry| &*entry.record).collect();
            let (put, gone): (&[&Record], &[&Record]) =
                if request.revoke { (&[], &records) } else { (&records, &[]) };
            accepted::change(self.root, put, gone, &present)?;
            state.refresh(self.root, false)?;
        }
        let now = now();
        let memories: Vec<Memory> = chosen
            .iter()
            .map(|entry| {
                let entry = state.get(&entry.record.id).unwrap_or(entry);
                answer::memory(state, entry, now, None)
            })
            .collect();
        let left: Vec<&Entry> = state.all().into_iter().filter(|entry| !entry.accepted).collect();
        Ok(MemoriesAcceptAnswer {
            version: ANSWER_VERSION,
            memories,
            left: left.len() as u64,
            suspicious: left.iter().filter(|entry| entry.withheld.is_some()).count() as u64,
        })
    }
}
