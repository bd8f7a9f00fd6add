//! The memories that answer a question, of one project.

use beadloom_memory::RecallQuery;
use beadloom_model::answers::MemoryKind;

use crate::answer;
use beadloom_memory_files::state::{Entry, State};

/// What a memory must be to be found or listed.
pub(crate) struct Filter<'a> {
    pub tags: &'a [String],
    pub refs: &'a [String],
    pub kind: Option<MemoryKind>,
}

impl Filter<'_> {
    pub(crate) fn is_any(&self) -> bool {
        !self.tags.is_empty() || !self.refs.is_empty() || self.kind.is_some()
    }

    pub(crate) fn takes(&self, entry: &Entry) -> bool {
        let record = &entry.record;
        self.tags.iter().all(|tag| record.tags.contains(tag))
            && (self.refs.is_empty() || self.refs.iter().any(|one| record.refs.contains(one)))
            && self.kind.is_none_or(|kind| kind == record.kind)
    }
}

/// What answers a question, best first; what was replaced stands behind what replaces it.
pub(crate) fn found(
    state: &mut State,
    query: &str,
    limit: usize,
    filter: &Filter<'_>,
    now: i64,
) -> Vec<Entry> {
    let State { entries: known, index, .. } = &mut *state;
    let quality = |slot: usize| {
        let entry = known.get(slot)?.as_ref().filter(|entry| filter.takes(entry))?;
        answer::withheld(entry, now).is_none().then(|| answer::quality_of(entry, now))
    };
    let found = index.find(&RecallQuery { query, limit, quality: &quality });
    let mut entries: Vec<Entry> = Vec::new();
    let is_in = |entries: &[Entry], id: &str| entries.iter().any(|entry| entry.record.id == id);
    for one in found {
        let Some(Some(entry)) = state.entries.get(one.slot) else { continue };
        let newer = state.replaced_by(&entry.record.id).and_then(|id| state.get(id));
        let newer = newer.filter(|newer| filter.takes(newer) && answer::withheld(newer, now).is_none());
        for entry in newer.into_iter().chain([entry]) {
            if !is_in(&entries, &entry.record.id) {
                entries.push(entry.clone());
            }
        }
    }
    entries.truncate(limit);
    entries
}
