//! Memories that stand in other answers: in bundles, in what a session begins with, on the page about the project.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use beadloom_memory::{Found, RecallQuery, Record, in_a_line, suspicion};
use beadloom_model::answers::{BundleMemory, MemoryScope, PrimeMemory};
use beadloom_model::{CompactSort as _, Error};
use beadloom_query::{MemoryAbout, ReadText, TaskMemory};
use beadloom_store::Store;

use crate::answer;
use crate::common::{known, now};
use crate::evidence::{Look, MAX_SHOWN_EVIDENCE_FILES};
use beadloom_memory_files::Memories;
use beadloom_memory_files::state::{Entry, State};

/// Memories that a bundle is chosen from.
const MAX_BUNDLE_MEMORIES: usize = 2_000;

/// Memories that another answer looks at.
const MAX_EXAMINED_MEMORIES: usize = 400;

/// Memories as other answers show them, and why there may be more of them.
#[derive(Default)]
pub struct ShownMemories {
    /// By source, then as old ones first, then by id: nothing that use changes decides.
    entries: Vec<Entry>,
    /// Shared memories that nobody here accepted.
    pub unaccepted: u64,
    /// Those among them that are left out for what they say.
    pub withheld: u64,
    /// Why they could not be read.
    pub warning: Option<String>,
}

impl ShownMemories {
    /// Those that are in force and that nothing replaces. `only_shared`: those that everybody has, whatever the time is. An answer
    /// about something else is as good without them, so what is wrong with them is no error.
    pub fn of(root: &Path, kept: &Memories, only_shared: bool) -> Self {
        let mut held = kept.hold();
        let state = held.state(known);
        if let Err(error) = state.refresh(root, false) {
            return Self { warning: Some(unread(&error)), ..Self::default() };
        }
        let now = now();
        let is_shown = |entry: &Entry| {
            let kept = if only_shared {
                // The same page on every machine: what one of them accepted does not decide.
                let reads_well = || !entry.accepted || suspicion(&entry.record.written()).is_none();
                entry.scope == MemoryScope::Shared && entry.withheld.is_none() && reads_well()
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
        let (unaccepted, withheld) = state.strangers();
        Self { entries, unaccepted, withheld, warning: state.unread() }
    }
}

/// Memories that a task is compared with closely.
const MAX_TASK_MEMORIES: usize = 24;

/// What a task and a memory must have in common for the memory to be about it: so many words, that are worth so much of those of
/// the one or of the other. A memory about the code that is shown needs less.
const MIN_MATCHED_TERMS: usize = 2;
const MIN_TASK_SHARE: f32 = 0.5;
const MIN_MEMORY_SHARE: f32 = 0.5;
const MIN_SHARE_ABOUT_CODE: f32 = 0.15;

/// Memories that may help with a task, the best first, and why there may be more. Neither age nor use decides, so the same task
/// gets the same ones.
pub fn task_memories(
    root: &Path,
    kept: &Memories,
    task: &str,
    store: &Store,
    read: ReadText<'_>,
    cancelled: &AtomicBool,
) -> (Vec<TaskMemory>, Option<String>) {
    let mut held = kept.hold();
    let state = held.state(known);
    if let Err(error) = state.refresh(root, false) {
        return (Vec::new(), Some(unread(&error)));
    }
    let unread_files = state.unread();
    if state.count() == 0 {
        return (Vec::new(), unread_files);
    }
    let now = now();
    let State { entries, index, replaced, .. } = &mut *state;
    let quality = |slot: usize| {
        let entry = entries.get(slot)?.as_ref()?;
        let is_shown = answer::withheld(entry, now).is_none() && !replaced.contains_key(&entry.record.id);
        is_shown.then_some(1.0)
    };
    let found = index.find(&RecallQuery { query: task, limit: MAX_TASK_MEMORIES, quality: &quality });
    let look = Look::new(store, read, root, cancelled, MAX_SHOWN_EVIDENCE_FILES);
    let about = |one: &Found| {
        let entry = entries.get(one.slot)?.as_ref()?;
        let record = &entry.record;
        let answers =
            one.matched >= MIN_MATCHED_TERMS && (one.words >= MIN_TASK_SHARE || one.told >= MIN_MEMORY_SHARE);
        let is_of_code = !record.refs.is_empty() || !record.evidence.is_empty();
        let may = answers || is_of_code && (one.words.max(one.told) >= MIN_SHARE_ABOUT_CODE);
        may.then(|| TaskMemory { about: memory_about(&look, entry), answers })
    };
    let about = found.iter().filter_map(about).collect();
    (about, unread_files)
}

fn unread(error: &Error) -> String {
    format!("memories could not be read: {}", error.message)
}

fn memory_about(look: &Look<'_>, entry: &Entry) -> MemoryAbout {
    let record: &Record = &entry.record;
    let now = look.all(record).unwrap_or_default();
    let outdated = now.iter().any(|one| one.changed);
    let moved = |at: usize| now.get(at).and_then(|one| one.moved.as_ref()).map(|(path, _)| path.clone());
    MemoryAbout {
        memory: BundleMemory {
            id: record.id.clone(),
            content: if entry.accepted { record.content.clone() } else { in_a_line(&record.content) },
            ref_id: record.refs.first().cloned(),
            outdated,
            accepted: entry.accepted,
        },
        refs: record.refs.clone(),
        paths: record
            .evidence
            .iter()
            .enumerate()
            .map(|(at, one)| moved(at).unwrap_or_else(|| one.path.clone()))
            .collect(),
    }
}

impl ShownMemories {
    /// Those that say what they are about, for bundles.
    pub fn about(
        &self,
        store: &Store,
        read: ReadText<'_>,
        root: &Path,
        cancelled: &AtomicBool,
    ) -> Vec<MemoryAbout> {
        let look = Look::new(store, read, root, cancelled, MAX_SHOWN_EVIDENCE_FILES);
        let anchored = |entry: &&Entry| !entry.record.refs.is_empty() || !entry.record.evidence.is_empty();
        let shown = self.entries.iter().filter(anchored).take(MAX_BUNDLE_MEMORIES);
        shown.map(|entry| memory_about(&look, entry)).collect()
    }

    /// In short, for the beginning of a session: what a stranger wrote does not stand there.
    pub fn brief(&self) -> Vec<PrimeMemory> {
        let shown = self.entries.iter().filter(|one| one.accepted).take(MAX_EXAMINED_MEMORIES);
        shown
            .map(|one| PrimeMemory { id: one.record.id.clone(), content: one.record.content.clone() })
            .collect()
    }

    /// What they say.
    pub fn contents(&self) -> Vec<String> {
        self.entries.iter().take(MAX_EXAMINED_MEMORIES).map(|one| one.record.content.clone()).collect()
    }
}
