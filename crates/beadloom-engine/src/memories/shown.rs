//! Memories that stand in other answers: in bundles, in what a session begins with, on the page about the project.

use beadloom_model::CompactSort as _;
use beadloom_model::answers::{BundleMemory, MemoryScope, PrimeMemory};
use beadloom_query::MemoryAbout;
use beadloom_store::Store;

use super::answer;
use super::common::{known, now};
use super::evidence::{self, ReadText};
use super::state::Entry;
use crate::Engine;

/// Memories that a bundle is chosen from.
const MAX_ABOUT: usize = 2_000;

/// Memories that another answer looks at.
const MAX_SHOWN: usize = 400;

/// Memories as other answers show them, and why there may be more of them.
pub(crate) struct ShownMemories {
    /// By source, then as old ones first, then by id: nothing that use changes decides.
    entries: Vec<Entry>,
    /// Why they could not be read.
    pub warning: Option<String>,
}

impl Engine {
    /// Those that are in force and that nothing replaces. `only_shared`: those that everybody has, whatever the time is. An answer
    /// about something else is as good without them, so what is wrong with them is no error.
    pub(crate) fn shown_memories(&self, only_shared: bool) -> ShownMemories {
        let mut held = self.memories.hold();
        let state = held.state(known);
        if let Err(error) = state.refresh(self.root(), false) {
            let warning = Some(format!("memories could not be read: {}", error.message));
            return ShownMemories { entries: Vec::new(), warning };
        }
        let now = now();
        let is_shown = |entry: &Entry| {
            let kept = if only_shared {
                entry.scope == MemoryScope::Shared && entry.withheld.is_none()
            } else {
                answer::withheld(entry, now).is_none()
            };
            kept && state.replaced_by(&entry.record.id).is_none()
        };
        let mut entries: Vec<Entry> =
            state.entries.iter().flatten().filter(|entry| is_shown(entry)).cloned().collect();
        entries.compact_sort_by(|a, b| {
            let key = |entry: &Entry| (entry.record.source, entry.record.created_at);
            key(a).cmp(&key(b)).then_with(|| a.record.id.cmp(&b.record.id))
        });
        ShownMemories { entries, warning: None }
    }
}

impl ShownMemories {
    /// Those that say what they are about, for bundles.
    pub(crate) fn about(&self, store: &Store, read: ReadText<'_>) -> Vec<MemoryAbout> {
        let anchored = |entry: &&Entry| !entry.record.refs.is_empty() || !entry.record.evidence.is_empty();
        let shown = self.entries.iter().filter(anchored).take(MAX_ABOUT);
        shown
            .map(|entry| {
                let record = &entry.record;
                let outdated =
                    evidence::changed(store, read, record).is_ok_and(|changed| changed.contains(&true));
                MemoryAbout {
                    memory: BundleMemory {
                        id: record.id.clone(),
                        content: record.content.clone(),
                        ref_id: record.refs.first().cloned(),
                        outdated,
                    },
                    refs: record.refs.clone(),
                    paths: record.evidence.iter().map(|one| one.path.clone()).collect(),
                }
            })
            .collect()
    }

    /// In short.
    pub(crate) fn brief(&self) -> Vec<PrimeMemory> {
        let shown = self.entries.iter().take(MAX_SHOWN);
        shown
            .map(|one| PrimeMemory { id: one.record.id.clone(), content: one.record.content.clone() })
            .collect()
    }

    /// What they say.
    pub(crate) fn contents(&self) -> Vec<String> {
        self.entries.iter().take(MAX_SHOWN).map(|one| one.record.content.clone()).collect()
    }
}
