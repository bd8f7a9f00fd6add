//! A memory as answers have it.

use beadloom_memory::{is_unused, quality};
use beadloom_model::answers::{Memory, MemoryEvidence, MemoryTrust, MemoryWithheld, MemoryWording};
use beadloom_model::time::iso_utc;

use beadloom_memory_files::state::{Entry, State};

/// `changed`: of each piece of evidence whether the code is another one now; None where nobody looked.
pub(super) fn memory(state: &State, entry: &Entry, now: i64, changed: Option<&[bool]>) -> Memory {
    let record = &entry.record;
    let is_changed = |at: usize| changed.and_then(|all| all.get(at)).copied().unwrap_or(false);
    let evidence: Vec<MemoryEvidence> = record
        .evidence
        .iter()
        .enumerate()
        .map(|(at, one)| MemoryEvidence {
            path: one.path.clone(),
            line: one.line,
            symbol: one.symbol.clone(),
            changed: is_changed(at),
        })
        .collect();
    let outdated = evidence.iter().any(|one| one.changed);
    let trust = match (outdated, evidence.is_empty() || changed.is_none()) {
        (true, _) => MemoryTrust::Outdated,
        (false, true) => MemoryTrust::Unverified,
        (false, false) => MemoryTrust::Verified,
    };
    Memory {
        id: record.id.clone(),
        content: record.content.clone(),
        kind: record.kind,
        why: record.why.clone(),
        tags: record.tags.clone(),
        source: record.source,
        trust,
        scope: entry.scope,
        ref_id: record.refs.first().cloned(),
        refs: record.refs.clone(),
        evidence,
        created_at: iso_utc(record.created_at),
        updated_at: iso_utc(record.updated_at),
        expires_at: record.expires_at.map(iso_utc),
        uses: entry.uses,
        quality: quality_of(entry, now),
        outdated,
        supersedes: record.supersedes.clone(),
        superseded_by: state.replaced_by(&record.id).map(str::to_owned),
        history: record
            .history
            .iter()
            .map(|one| MemoryWording { content: one.content.clone(), until: iso_utc(one.until) })
            .collect(),
        accepted: entry.accepted,
        withheld: withheld(entry, now),
        project: None,
    }
}

/// Characters of a quotation.
const MAX_QUOTED_CHARS: usize = 1_000;

/// A memory that nobody here accepted, as answers to agents quote it: a line for each text, without what a terminal obeys, and without
/// earlier wordings.
pub(super) fn quoted(mut memory: Memory) -> Memory {
    if !memory.accepted {
        memory.content = in_a_line(&memory.content);
        memory.why = memory.why.as_deref().map(in_a_line);
        for words in [&mut memory.tags, &mut memory.refs] {
            words.iter_mut().for_each(|word| *word = in_a_line(word));
        }
        memory.ref_id = memory.ref_id.as_deref().map(in_a_line);
        memory.history.clear();
    }
    memory
}

/// In one line, without control characters, cut where it is long.
pub(super) fn in_a_line(text: &str) -> String {
    let words: Vec<&str> =
        text.split(|c: char| c.is_whitespace() || c.is_control()).filter(|word| !word.is_empty()).collect();
    let line = words.join(" ");
    match line.char_indices().nth(MAX_QUOTED_CHARS) {
        Some((end, _)) => format!("{}…", line.get(..end).unwrap_or_default()),
        None => line,
    }
}

pub(super) fn quality_of(entry: &Entry, now: i64) -> f64 {
    quality(entry.record.created_at, entry.uses, entry.record.source, now)
}

/// Why recall leaves a memory out.
pub(super) fn withheld(entry: &Entry, now: i64) -> Option<MemoryWithheld> {
    if entry.withheld.is_some() {
        return entry.withheld;
    }
    if entry.record.expires_at.is_some_and(|at| at <= now) {
        return Some(MemoryWithheld::Expired);
    }
    is_unused(quality_of(entry, now), entry.record.created_at, now).then_some(MemoryWithheld::Unused)
}
