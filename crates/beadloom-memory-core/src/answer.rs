//! A memory as answers have it.

use beadloom_memory::{is_unused, quality};
use beadloom_model::answers::{Memory, MemoryTrust, MemoryWithheld};

use beadloom_memory_files::state::{Entry, State};

/// `changed`: of each piece of evidence whether the code is another one now; None where nobody looked.
pub(crate) fn memory(state: &State, entry: &Entry, now: i64, changed: Option<&[bool]>) -> Memory {
    let mut memory = Memory {
        scope: entry.scope,
        uses: entry.uses,
        quality: quality_of(entry, now),
        superseded_by: state.replaced_by(&entry.record.id).map(str::to_owned),
        accepted: entry.accepted,
        withheld: withheld(entry, now),
        ..entry.record.answer()
    };
    if let Some(changed) = changed {
        for (one, changed) in memory.evidence.iter_mut().zip(changed) {
            one.changed = *changed;
        }
        settle(&mut memory);
    }
    memory
}

/// Sets what its evidence says of a memory, once somebody looked at it.
pub(crate) fn settle(memory: &mut Memory) {
    memory.outdated = memory.evidence.iter().any(|one| one.changed);
    memory.trust = match (memory.outdated, memory.evidence.is_empty()) {
        (true, _) => MemoryTrust::Outdated,
        (false, true) => MemoryTrust::Unverified,
        (false, false) => MemoryTrust::Verified,
    };
}

pub(crate) fn quality_of(entry: &Entry, now: i64) -> f64 {
    quality(entry.record.created_at, entry.uses, entry.record.source, now)
}

/// Why recall leaves a memory out.
pub(crate) fn withheld(entry: &Entry, now: i64) -> Option<MemoryWithheld> {
    if entry.withheld.is_some() {
        return entry.withheld;
    }
    if entry.record.expires_at.is_some_and(|at| at <= now) {
        return Some(MemoryWithheld::Expired);
    }
    is_unused(quality_of(entry, now), entry.record.created_at, now).then_some(MemoryWithheld::Unused)
}
