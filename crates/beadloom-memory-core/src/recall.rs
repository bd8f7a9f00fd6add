//! Finding memories again, and listing them.

use std::collections::HashMap;
use std::sync::atomic::Ordering;

use beadloom_memory::quoted;
use beadloom_model::answers::{ANSWER_VERSION, MemoriesAnswer, Memory, MemoryAnswer, RecallAnswer};
use beadloom_model::requests::{MemoriesRequest, MemoryRequest, RecallRequest, RefreshMode};
use beadloom_model::{Code, Error, Result};

use crate::common::{known, not_found, now};
use crate::evidence::{Look, MAX_ASKED_FILES, Now};
use crate::finding::{Filter, found};
use crate::project::ProjectMemories;
use crate::{across, answer, evidence};
use beadloom_memory_files::state::Entry;

/// What the index says of the evidence of memories, by id.
struct Checked {
    changed: HashMap<String, Vec<Now>>,
    warning: Option<String>,
    stale_paths: Vec<String>,
}

impl ProjectMemories<'_> {
    /// The memories that answer a question.
    ///
    /// # Errors
    /// `usage` for an empty question, `not_found` for a node that is not there, those of the files.
    pub fn recall(&self, request: &RecallRequest) -> Result<RecallAnswer> {
        if request.query.trim().is_empty() {
            return Err(Error::new(Code::Usage, "the question is empty").hint("say in words what to find"));
        }
        let filter = Filter { tags: &request.tags, refs: &request.refs, kind: request.kind };
        let now = now();
        let limit = request.limit.get();
        let (mut entries, mut memories, mut warnings, count) = {
            let mut held = self.kept.hold();
            let state = held.state(known);
            state.refresh(self.root, false)?;
            let entries = found(state, &request.query, limit, &filter, now);
            // Who no longer waits for the answer asks again elsewhere, and counts there.
            if !request.peek && !self.cancelled.load(Ordering::Relaxed) {
                let ids: Vec<String> = entries.iter().map(|entry| entry.record.id.clone()).collect();
                state.count_uses(self.root, &ids);
            }
            let mut warnings: Vec<String> = state.diagnostics().iter().map(said).collect();
            let memories: Vec<Memory> =
                entries.iter().map(|entry| quoted(answer::memory(state, entry, now, None))).collect();
            let (_, withheld) = state.strangers();
            warnings.extend(left_out(withheld));
            (entries, memories, warnings, state.count())
        };
        self.check_filter(&filter, request.refresh)?;
        let checked = self.check_evidence(&entries, request.refresh)?;
        for (entry, memory) in entries.iter().zip(&mut memories) {
            mark(memory, checked.changed.get(&entry.record.id));
        }
        if request.across {
            let (others, failed) = across::found(self.root, &request.query, limit, &filter, now);
            // Each list is best first; what is of this project comes before what is as good elsewhere.
            memories = interleaved(memories, others, limit);
            warnings.extend(failed);
        }
        entries.clear();
        if memories.is_empty() {
            warnings.insert(0, nothing(count, &filter).to_owned());
        }
        warnings.extend(checked.warning);
        Ok(RecallAnswer {
            version: ANSWER_VERSION,
            query: request.query.clone(),
            memories,
            warning: (!warnings.is_empty()).then(|| warnings.join("; ")),
            stale_paths: checked.stale_paths,
        })
    }

    /// The memories that are in force, or those that recall leaves out.
    ///
    /// # Errors
    /// `not_found` for a node that is not there, those of the files.
    pub fn list(&self, request: &MemoriesRequest) -> Result<MemoriesAnswer> {
        let filter = Filter { tags: &request.tags, refs: &request.refs, kind: request.kind };
        self.check_filter(&filter, request.refresh)?;
        let now = now();
        let (entries, mut memories, diagnostics) = {
            let mut held = self.kept.hold();
            let state = held.state(known);
            state.refresh(self.root, false)?;
            let entries: Vec<Entry> = state
                .all()
                .into_iter()
                .filter(|entry| {
                    filter.takes(entry) && answer::withheld(entry, now).is_some() == request.stale
                })
                .cloned()
                .collect();
            let memories: Vec<Memory> =
                entries.iter().map(|entry| answer::memory(state, entry, now, None)).collect();
            (entries, memories, state.diagnostics())
        };
        let checked = self.check_evidence(&entries, request.refresh)?;
        for (entry, memory) in entries.iter().zip(&mut memories) {
            mark(memory, checked.changed.get(&entry.record.id));
        }
        Ok(MemoriesAnswer { version: ANSWER_VERSION, memories, diagnostics, warning: checked.warning })
    }

    /// One memory.
    ///
    /// # Errors
    /// `not_found`, those of the files.
    pub fn memory(&self, request: &MemoryRequest) -> Result<MemoryAnswer> {
        let (entry, mut memory) = {
            let mut held = self.kept.hold();
            let state = held.state(known);
            state.refresh(self.root, false)?;
            let entry = state.get(&request.id).ok_or_else(|| not_found(&request.id))?.clone();
            let memory = answer::memory(state, &entry, now(), None);
            (entry, memory)
        };
        let checked = self.check_evidence(std::slice::from_ref(&entry), request.refresh)?;
        mark(&mut memory, checked.changed.get(&entry.record.id));
        Ok(MemoryAnswer { version: ANSWER_VERSION, memory, warning: checked.warning })
    }

    /// Refuses a node that neither a memory nor the graph knows: an empty answer would say that nothing is known of it.
    fn check_filter(&self, filter: &Filter<'_>, refresh: RefreshMode) -> Result<()> {
        let unknown: Vec<String> = {
            let mut held = self.kept.hold();
            let state = held.state(known);
            state.refresh(self.root, false)?;
            let is_known =
                |one: &String| state.entries.iter().flatten().any(|entry| entry.record.refs.contains(one));
            filter.refs.iter().filter(|one| !is_known(one)).cloned().collect()
        };
        if unknown.is_empty() {
            return Ok(());
        }
        self.asked(refresh, |store, _, _| evidence::check_nodes(store, &unknown))
    }

    /// Whether the code that memories are about is still the same. Only where some is, the index is asked.
    fn check_evidence(&self, entries: &[Entry], refresh: RefreshMode) -> Result<Checked> {
        let mut checked = Checked { changed: HashMap::new(), warning: None, stale_paths: Vec::new() };
        let with: Vec<&Entry> = entries.iter().filter(|entry| !entry.record.evidence.is_empty()).collect();
        if with.is_empty() {
            return Ok(checked);
        }
        let looked = self.asked(refresh, |store, read, stale| {
            let look = Look::new(store, read, self.root, self.cancelled, MAX_ASKED_FILES);
            let mut changed = HashMap::new();
            for entry in &with {
                changed.insert(entry.record.id.clone(), look.all(&entry.record)?);
            }
            Ok((changed, stale.warning.clone(), stale.shown_paths()))
        });
        match looked {
            Ok((changed, warning, stale_paths)) => checked = Checked { changed, warning, stale_paths },
            Err(error) if error.code == Code::NoIndex => {
                checked.warning = Some("evidence was not looked at: the project has no index yet".to_owned());
            }
            Err(error) => return Err(error),
        }
        Ok(checked)
    }
}

/// Sets what the index said of a memory's evidence.
fn mark(memory: &mut Memory, changed: Option<&Vec<Now>>) {
    let Some(changed) = changed else { return };
    for (one, now) in memory.evidence.iter_mut().zip(changed) {
        one.changed = now.changed;
        if let Some((path, line)) = &now.moved {
            path.clone_into(&mut one.path);
            one.line = *line;
        }
    }
    answer::settle(memory);
}

/// Turn by turn, this project first.
fn interleaved(mut own: Vec<Memory>, others: Vec<Memory>, limit: usize) -> Vec<Memory> {
    let mut all = Vec::with_capacity(own.len() + others.len());
    let mut others = others.into_iter();
    for memory in own.drain(..) {
        all.push(memory);
        all.extend(others.next());
    }
    all.extend(others);
    all.truncate(limit);
    all
}

fn said(finding: &beadloom_model::Diagnostic) -> String {
    let line = finding.line.map(|line| format!(":{line}")).unwrap_or_default();
    format!("{}{line}: {}", finding.path.as_deref().unwrap_or_default(), finding.message)
}

/// Says that there are memories that are not shown for what they say.
fn left_out(withheld: u64) -> Option<String> {
    let (memories, read) =
        if withheld == 1 { ("memory is", "it reads") } else { ("memories are", "they read") };
    (withheld > 0).then(|| {
        format!(
            "{withheld} {memories} left out: {read} like an order to an agent or like a secret; see `beadloom memories list --stale`"
        )
    })
}

/// Why the answer is empty.
fn nothing(count: usize, filter: &Filter<'_>) -> &'static str {
    if count == 0 {
        "there are no memories yet; `beadloom remember` stores one"
    } else if filter.is_any() {
        "no memory that passes the filters has to do with the question"
    } else {
        "no memory has to do with the question"
    }
}
