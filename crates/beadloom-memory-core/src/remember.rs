//! Keeping a text: as a memory of its own, as the one that says the same, or in place of one that says otherwise.

use std::sync::Arc;

use beadloom_memory::{
    Likeness, MAX_MEMORIES, RecallQuery, Record, is_same_text, likeness, new_id, suspicion,
};
use beadloom_model::answers::{ANSWER_VERSION, MemoryScope, MemoryWithheld, RememberAnswer, RememberOutcome};
use beadloom_model::requests::RememberRequest;
use beadloom_model::{Code, Error, Result};

use crate::common::{TRIES, busy, known, make_memory_folder, not_found, now};
use crate::project::ProjectMemories;
use crate::{answer, evidence};
use beadloom_local::seals::{self, Lasts};
use beadloom_memory_files::state::{Entry, State};
use beadloom_memory_files::{accepted, shared};

/// Memories that a new one is compared with.
const COMPARED: usize = 50;

/// Memories that are named because they are much like the new one.
const MAX_SIMILAR_MEMORIES: usize = 5;

/// What becomes of a text.
struct Decision {
    outcome: RememberOutcome,
    record: Record,
    /// Where the memory is now, if it is one that was there.
    was: Option<MemoryScope>,
    scope: MemoryScope,
    superseded: Vec<String>,
    /// Much like it, the nearest first.
    similar: Vec<String>,
}

impl ProjectMemories<'_> {
    /// Keeps a text.
    ///
    /// # Errors
    /// `usage`, `memory_refused`, `not_found` for a node, a file or a memory that is not there, and those of the files.
    pub fn remember(&self, request: &RememberRequest) -> Result<RememberAnswer> {
        let now = now();
        let record = self.recorded(request, now)?;
        refuse(request, &record)?;
        if request.shared {
            make_memory_folder(self.root)?;
        }
        let makes = !request.shared;
        let mut held = self.kept.hold();
        let state = held.state(known);
        for _ in 0..TRIES {
            state.refresh(self.root, makes)?;
            let made = decide(state, request, &record, now)?;
            if !self.carry_out(state, &made)? {
                continue;
            }
            state.refresh(self.root, false)?;
            let shown = |id: &str| {
                let changed = |entry: &Entry| vec![false; entry.record.evidence.len()];
                state.get(id).map(|entry| answer::memory(state, entry, now, Some(&changed(entry))))
            };
            let memory = shown(&made.record.id).ok_or_else(|| not_found(&made.record.id))?;
            let forced = (request.force && suspicion(&record.written()).is_some())
                .then(|| "kept though it reads like a secret or an instruction to an agent".to_owned());
            let passing = (made.scope == MemoryScope::Private).then(passing_key).flatten();
            let warnings: Vec<String> = forced.into_iter().chain(passing).collect();
            let warning = (!warnings.is_empty()).then(|| warnings.join("; "));
            return Ok(RememberAnswer {
                version: ANSWER_VERSION,
                memory,
                outcome: made.outcome,
                superseded: made.superseded.iter().filter_map(|id| shown(id)).collect(),
                similar: made.similar.iter().filter_map(|id| shown(id)).collect(),
                warning,
            });
        }
        Err(busy())
    }

    /// What is to be kept, checked; only where it names nodes or code the index is asked.
    fn recorded(&self, request: &RememberRequest, now: i64) -> Result<Record> {
        let mut evidence = Vec::new();
        if !request.refs.is_empty() || !request.evidence.is_empty() {
            evidence = self.asked(request.refresh, |store, read, _| {
                evidence::check_nodes(store, &request.refs)?;
                request.evidence.iter().map(|place| evidence::evidence(store, read, place)).collect()
            })?;
        }
        Record::of(request, drawn_id()?, evidence, now)
    }

    /// Writes what was decided; false where it has to be decided anew.
    fn carry_out(&self, state: &mut State, made: &Decision) -> Result<bool> {
        if made.scope == MemoryScope::Shared {
            shared::edit(self.root, &mut |lines| lines.put(&made.record))?;
            self.accept_own(state, &made.record)?;
            // One that becomes shared is private no longer.
            if made.was == Some(MemoryScope::Private) && state.has_private(&made.record.id) {
                return state.write(&[], &[&made.record.id]);
            }
            return Ok(true);
        }
        state.write(&[&made.record], &[])
    }
}

/// What to say where the key of what was just kept will not last.
fn passing_key() -> Option<String> {
    (seals::lasts() != Lasts::Always).then(|| {
        let place = seals::file().map_or_else(|| "no file".to_owned(), |file| file.display().to_string());
        format!(
            "no folder for your data can be written, so the key of these memories lies in {place} and will not last; `beadloom \
             memories export` makes a copy that needs none"
        )
    })
}

impl ProjectMemories<'_> {
    /// What is written here is this user's own. Where that cannot be kept it is quoted like a stranger's, and lost is nothing.
    fn accept_own(&self, state: &State, record: &Record) -> Result<()> {
        let all = state.all();
        let present: Vec<&Record> = all.iter().map(|entry| &*entry.record).chain([record]).collect();
        match accepted::change(self.root, &[record], &[], &present) {
            Err(error) if error.code == Code::NotWritable => Ok(()),
            done => done,
        }
    }
}

fn drawn_id() -> Result<String> {
    let mut random = [0; 8];
    getrandom::fill(&mut random)
        .map_err(|error| Error::new(Code::Internal, "the system has no random numbers").caused_by(error))?;
    Ok(new_id(random))
}

fn refuse(request: &RememberRequest, record: &Record) -> Result<()> {
    let Some(found) = suspicion(&record.written()) else { return Ok(()) };
    if request.force && !request.shared {
        return Ok(());
    }
    let what = match found.as_what {
        MemoryWithheld::Secret => "a secret",
        _ => "an instruction to an agent",
    };
    let hint = if request.shared && request.force {
        "what others' agents would read is not kept by force: leave out --shared to keep it for yourself alone"
    } else {
        "remove that part; --force stores the text as it is, for you alone"
    };
    Err(Error::new(
        Code::MemoryRefused,
        format!("the text reads like {what} ({}) and was not kept", found.what),
    )
    .hint(hint))
}

fn decide(state: &mut State, request: &RememberRequest, record: &Record, now: i64) -> Result<Decision> {
    for id in &record.supersedes {
        state.get(id).ok_or_else(|| not_found(id))?;
    }
    let wanted = if request.shared { MemoryScope::Shared } else { MemoryScope::Private };
    let known = state.of_text(&record.content);
    let same = known
        .into_iter()
        // What a stranger wrote is not taken over by who says the same.
        .filter(|entry| entry.accepted && is_same_text(&record.content, &entry.record.content))
        .max_by_key(|entry| (entry.scope == wanted, std::cmp::Reverse(entry.record.id.clone())));
    if let Some(same) = same {
        let mut refreshed = (*same.record).clone();
        if refreshed.expires_at.is_some_and(|at| at <= now) {
            refreshed.expires_at = None;
        }
        refreshed.adopt(record);
        return decided(state, RememberOutcome::Refreshed, refreshed, Some(&same), wanted, now, Vec::new());
    }
    let mut superseded = record.supersedes.clone();
    let mut reworded: Option<(Arc<Record>, Entry, f32)> = None;
    let mut similar: Vec<(f32, String)> = Vec::new();
    for slot in candidates(state, record) {
        let cosine = state.index.cosine(&record.content, slot);
        let Some(Some(entry)) = state.entries.get(slot) else { continue };
        if !entry.accepted
            || answer::withheld(entry, now).is_some()
            || state.replaced_by(&entry.record.id).is_some()
        {
            continue;
        }
        match likeness(record, &entry.record, cosine) {
            Likeness::Contradicts => superseded.push(entry.record.id.clone()),
            Likeness::Reworded if entry.scope == wanted => {
                let is_nearer = reworded.as_ref().is_none_or(|(.., best)| cosine > *best);
                if is_nearer && !record.supersedes.contains(&entry.record.id) {
                    reworded = Some((entry.record.clone(), entry.clone(), cosine));
                }
            }
            // One that says the same and lies elsewhere stays there.
            Likeness::Same | Likeness::Reworded | Likeness::Near => {
                similar.push((cosine, entry.record.id.clone()));
            }
            Likeness::Other => {}
        }
    }
    superseded.sort();
    superseded.dedup();
    similar.sort_by(|(a, one), (b, two)| b.total_cmp(a).then_with(|| one.cmp(two)));
    let similar: Vec<String> = similar
        .into_iter()
        .map(|(_, id)| id)
        .filter(|id| !superseded.contains(id))
        .take(MAX_SIMILAR_MEMORIES)
        .collect();
    if let Some((old, entry, _)) = reworded {
        let mut merged = (*old).clone();
        merged.reword(record.content.clone(), now);
        merged.adopt(record);
        merged.supersedes.extend(superseded.iter().filter(|id| **id != old.id).cloned());
        let mut decision =
            decided(state, RememberOutcome::Merged, merged, Some(&entry), wanted, now, superseded)?;
        decision.similar = similar.into_iter().filter(|id| *id != decision.record.id).collect();
        return Ok(decision);
    }
    let mut stored = record.clone();
    stored.supersedes.clone_from(&superseded);
    let mut decision = decided(state, RememberOutcome::Stored, stored, None, wanted, now, superseded)?;
    decision.similar = similar;
    Ok(decision)
}

fn decided(
    state: &State,
    outcome: RememberOutcome,
    mut record: Record,
    was: Option<&Entry>,
    wanted: MemoryScope,
    now: i64,
    mut superseded: Vec<String>,
) -> Result<Decision> {
    if was.is_none() {
        if state.count() >= MAX_MEMORIES {
            return Err(Error::new(Code::Usage, format!("a project holds at most {MAX_MEMORIES} memories"))
                .hint("forget some: `beadloom memories list --stale` shows those that are hardly used"));
        }
        for _ in 0..TRIES {
            if !state.is_known(&record.id)? {
                break;
            }
            record.id = drawn_id()?;
        }
    }
    // A clock that was set back must not make a state older than the one before it.
    record.updated_at = now.max(was.map_or(0, |entry| entry.record.updated_at));
    superseded.retain(|id| *id != record.id);
    // What is shared stays shared: others have it.
    let scope = match was {
        Some(entry) if entry.scope == MemoryScope::Shared => MemoryScope::Shared,
        _ => wanted,
    };
    Ok(Decision {
        outcome,
        record: record.checked()?,
        was: was.map(|entry| entry.scope),
        scope,
        superseded,
        similar: Vec::new(),
    })
}

/// Slots of memories that may say the same, or otherwise: near by words or by meaning.
fn candidates(state: &mut State, record: &Record) -> Vec<usize> {
    let near = state.index.nearest(&record.content, COMPARED);
    let wanted = RecallQuery { query: &record.content, limit: COMPARED, quality: &|_| Some(1.0) };
    let mut slots: Vec<usize> = state.index.find(&wanted).into_iter().map(|found| found.slot).collect();
    slots.extend(near.into_iter().map(|(slot, _)| slot));
    slots.sort_unstable();
    slots.dedup();
    slots
}
