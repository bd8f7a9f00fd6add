//! The memories of a project as a process knows them: read once, then kept in step with what others write.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::Path;
use std::sync::Arc;
use std::time::SystemTime;

use beadloom_embed::StaticModel;
use beadloom_memory::{Lines, MAX_MEMORIES, RecallIndex, Record, Settings, normalised, read_line, suspicion};
use beadloom_model::answers::{MemoryScope, MemoryWithheld};
use beadloom_model::{Diagnostic, Result};
use beadloom_store::{FileId, MemoryOwner, MemoryRow, MemoryStore};

use super::accepted::Accepted;
use super::private::Private;
use super::shared;

/// A memory that is in force.
#[derive(Debug, Clone)]
pub struct Entry {
    /// The memory, as it is kept.
    pub record: Arc<Record>,
    /// Whether it is private or shared.
    pub scope: MemoryScope,
    /// How often an answer showed it.
    pub uses: u64,
    /// Whether it was made on this machine, or accepted by a person of it.
    pub accepted: bool,
    /// Of shared ones that read like something that is not kept, and that nobody accepted.
    pub withheld: Option<MemoryWithheld>,
}

/// A memory of the file of shared ones.
#[derive(Clone)]
struct Shared {
    record: Arc<Record>,
    accepted: bool,
    withheld: Option<MemoryWithheld>,
}

/// What tells one state of a file from the next.
type Stamp = (u64, Option<SystemTime>, FileId);

fn stamp(path: &Path) -> Option<Stamp> {
    let metadata = path.symlink_metadata().ok()?;
    Some((metadata.len(), metadata.modified().ok(), FileId::of(&metadata)))
}

/// What is known.
pub struct State {
    model: Option<Arc<StaticModel>>,
    private: Private,
    shared: HashMap<String, Shared>,
    shared_stamp: Option<Stamp>,
    accepted: Option<Accepted>,
    accepted_stamp: Vec<Option<Stamp>>,
    /// What is wrong in the file of shared ones.
    diagnostics: Vec<Diagnostic>,
    /// By slot of the index.
    pub entries: Vec<Option<Entry>>,
    slots: HashMap<String, usize>,
    /// Ids by what they say, once somebody asked.
    texts: Option<HashMap<String, BTreeSet<String>>>,
    /// What replaces a memory: the newest, where several do.
    pub replaced: BTreeMap<String, String>,
    /// What recalls them.
    pub index: RecallIndex,
}

impl State {
    /// Nothing yet. `owner`: whose private memories are read.
    pub fn new(owner: MemoryOwner, model: Option<Arc<StaticModel>>) -> Self {
        Self {
            private: Private::new(owner),
            index: RecallIndex::new(model.clone(), Settings::default()),
            model,
            shared: HashMap::new(),
            shared_stamp: None,
            accepted: None,
            accepted_stamp: Vec::new(),
            diagnostics: Vec::new(),
            entries: Vec::new(),
            slots: HashMap::new(),
            texts: None,
            replaced: BTreeMap::new(),
        }
    }

    /// Brings it in step with the files. `makes`: the private file is made where it is missing; its folder is there.
    pub fn refresh(&mut self, root: &Path, makes: bool) -> Result<()> {
        let mut touched = BTreeSet::new();
        self.private.refresh(root, makes, &mut touched)?;
        self.refresh_shared(root, &mut touched);
        for id in &touched {
            self.place(id);
        }
        if !touched.is_empty() {
            self.find_replaced();
        }
        if self.index.unused() > self.index.len() / 4 + 100 {
            self.rebuild();
        }
        if self.private.refresh_uses()? {
            self.show_uses();
        }
        Ok(())
    }

    fn show_uses(&mut self) {
        for (id, slot) in &self.slots {
            if let Some(Some(entry)) = self.entries.get_mut(*slot) {
                entry.uses = self.private.uses(id);
            }
        }
    }

    fn refresh_shared(&mut self, root: &Path, touched: &mut BTreeSet<String>) {
        let stamp = stamp(&root.join(shared::PATH));
        // Only what a repository brings is accepted.
        if stamp.is_some() {
            self.refresh_accepted(root);
        }
        // Within a tick of the clock a file may change and keep its stamp: a young one is read each time.
        let is_settled =
            stamp.and_then(|(_, modified, _)| modified?.elapsed().ok()).is_some_and(|age| age.as_secs() >= 2);
        if stamp == self.shared_stamp && (stamp.is_none() || is_settled) {
            return;
        }
        self.shared_stamp = stamp;
        let (lines, found) = match shared::read(root) {
            Ok(bytes) => (Lines::parse(bytes.as_deref().unwrap_or_default()), None),
            Err(error) => (Lines::default(), Some(shared::finding(&error))),
        };
        self.diagnostics = lines.diagnostics(shared::PATH);
        self.diagnostics.extend(found);
        let mut now: HashMap<String, Shared> = HashMap::new();
        for (id, record) in lines.records().into_iter().take(MAX_MEMORIES) {
            let accepted = self.accepted.as_ref().is_some_and(|accepted| accepted.has(record));
            let kept = match self.shared.remove(id) {
                Some(kept) if *kept.record == *record && kept.accepted == accepted => kept,
                _ => {
                    touched.insert(id.to_owned());
                    // Who accepts one has read it.
                    let found = if accepted { None } else { suspicion(&record.written()) };
                    Shared {
                        record: Arc::new(record.clone()),
                        accepted,
                        withheld: found.map(|one| one.as_what),
                    }
                }
            };
            now.insert(id.to_owned(), kept);
        }
        touched.extend(self.shared.drain().map(|(id, _)| id));
        self.shared = now;
    }

    /// Looks whether somebody accepted other memories meanwhile.
    fn refresh_accepted(&mut self, root: &Path) {
        let stamps = |accepted: &Accepted| accepted.files().map(stamp).collect::<Vec<_>>();
        if self.accepted.as_ref().map(stamps).is_none_or(|now| now != self.accepted_stamp) {
            let accepted = Accepted::of(root);
            self.accepted_stamp = stamps(&accepted);
            self.accepted = Some(accepted);
            self.shared_stamp = None;
        }
    }

    /// Puts the state of a memory that counts in its place: the newer one, where it is private and shared.
    fn place(&mut self, id: &str) {
        if let Some(slot) = self.slots.remove(id)
            && let Some(entry) = self.entries.get_mut(slot).and_then(Option::take)
        {
            self.index.take_out(slot);
            let texts = self.texts.as_mut();
            if let Some(ids) = texts.and_then(|texts| texts.get_mut(&normalised(&entry.record.content))) {
                ids.remove(id);
            }
        }
        let entry = match (self.private.get(id), self.shared.get(id)) {
            // What a stranger says in place of a memory of the user's is not heard.
            (Some(private), Some(shared))
                if private.updated_at > shared.record.updated_at || !shared.accepted =>
            {
                (private.clone(), MemoryScope::Private, true, None)
            }
            (_, Some(shared)) => {
                (shared.record.clone(), MemoryScope::Shared, shared.accepted, shared.withheld)
            }
            (Some(private), None) => (private.clone(), MemoryScope::Private, true, None),
            (None, None) => return,
        };
        let (record, scope, accepted, withheld) = entry;
        let uses = self.private.uses(id);
        self.put(id, Entry { record, scope, uses, accepted, withheld });
    }

    fn put(&mut self, id: &str, entry: Entry) {
        let record = &entry.record;
        let slot = self.index.put(id, record.created_at, &record.content, record.besides());
        self.entries.resize_with(slot + 1, || None);
        if let Some(texts) = &mut self.texts {
            texts.entry(normalised(&record.content)).or_default().insert(id.to_owned());
        }
        if let Some(place) = self.entries.get_mut(slot) {
            *place = Some(entry);
        }
        self.slots.insert(id.to_owned(), slot);
    }

    fn find_replaced(&mut self) {
        let mut newest: BTreeMap<String, (i64, String)> = BTreeMap::new();
        for record in self.entries.iter().flatten().filter(|entry| entry.accepted).map(|entry| &entry.record)
        {
            for old in &record.supersedes {
                let by = (record.created_at, record.id.clone());
                newest
                    .entry(old.clone())
                    .and_modify(|best| *best = by.clone().max(best.clone()))
                    .or_insert(by);
            }
        }
        self.replaced = newest.into_iter().map(|(old, (_, by))| (old, by)).collect();
    }

    fn rebuild(&mut self) {
        let ids: Vec<String> = self.slots.keys().cloned().collect::<BTreeSet<_>>().into_iter().collect();
        self.index = RecallIndex::new(self.model.clone(), Settings::default());
        self.entries.clear();
        self.slots.clear();
        self.texts = None;
        for id in ids {
            self.place(&id);
        }
    }

    /// The memory of an id.
    pub fn get(&self, id: &str) -> Option<&Entry> {
        self.entries.get(*self.slots.get(id)?)?.as_ref()
    }

    /// All, by id.
    pub fn all(&self) -> Vec<&Entry> {
        let ids: BTreeMap<&String, &usize> = self.slots.iter().collect();
        ids.into_values().filter_map(|slot| self.entries.get(*slot)?.as_ref()).collect()
    }

    /// Of one file alone.
    pub fn of_store(
        store: &MemoryStore,
        owner: MemoryOwner,
        model: Option<Arc<StaticModel>>,
    ) -> Result<Self> {
        let uses = store.uses()?;
        let mut state = Self::new(owner, model);
        for MemoryRow { id, record } in store.since(0)?.1 {
            if let Some(record) = record.and_then(|line| read_line(&line).ok()).map(Arc::new) {
                let uses = uses.get(&id).copied().unwrap_or(0);
                state.put(
                    &id,
                    Entry { record, scope: MemoryScope::Private, uses, accepted: true, withheld: None },
                );
            }
        }
        state.find_replaced();
        Ok(state)
    }

    /// What a person has to know of the files: what is wrong in them, and which are not read.
    pub fn diagnostics(&self) -> Vec<Diagnostic> {
        self.diagnostics.iter().chain(&self.private.notices).cloned().collect()
    }

    /// What to say of private memories that are not read.
    pub fn unread(&self) -> Option<String> {
        let first = self.private.notices.first()?;
        Some(format!("{}: {}", first.path.as_deref().unwrap_or_default(), first.message))
    }

    /// Whether the private file has a state of it.
    pub fn has_private(&self, id: &str) -> bool {
        self.private.get(id).is_some()
    }

    /// Of shared memories, how many nobody here accepted, and how many of these are left out for what they say.
    pub fn strangers(&self) -> (u64, u64) {
        let not_accepted = || self.entries.iter().flatten().filter(|entry| !entry.accepted);
        let withheld = not_accepted().filter(|entry| entry.withheld.is_some()).count();
        (not_accepted().count() as u64, withheld as u64)
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.slots.len()
    }

    /// Those that say the same, by id.
    pub fn of_text(&mut self, content: &str) -> Vec<Entry> {
        let entries = &self.entries;
        let texts = self.texts.get_or_insert_with(|| {
            let mut texts: HashMap<String, BTreeSet<String>> = HashMap::new();
            for entry in entries.iter().flatten() {
                let text = normalised(&entry.record.content);
                texts.entry(text).or_default().insert(entry.record.id.clone());
            }
            texts
        });
        let ids = texts.get(&normalised(content)).cloned().unwrap_or_default();
        ids.iter().filter_map(|id| self.get(id)).cloned().collect()
    }

    /// What replaces a memory.
    pub fn replaced_by(&self, id: &str) -> Option<&str> {
        self.replaced.get(id).map(String::as_str)
    }

    /// Whether an id is, or was, a memory's.
    pub fn is_known(&self, id: &str) -> Result<bool> {
        Ok(self.slots.contains_key(id) || self.private.is_known(id)?)
    }

    /// Writes private memories, all of them or none; false where somebody else wrote since they were looked at.
    pub fn write(&mut self, put: &[&Record], gone: &[&str]) -> Result<bool> {
        self.private.write(put, gone)
    }

    /// Counts a use of each memory; where that cannot be written, it is not counted. A file is made for the counts, because memories
    /// that came with the repository are counted too.
    pub fn count_uses(&mut self, root: &Path, ids: &[String]) {
        if ids.is_empty() || (!self.private.can_write() && self.refresh(root, true).is_err()) {
            return;
        }
        if self.private.count_uses(ids) {
            self.show_uses();
        }
    }
}
