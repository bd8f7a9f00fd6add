//! Memories as JSON lines, out and in; and what a merge left in the file of shared ones.

use std::collections::BTreeMap;

use beadloom_memory::{Lines, MAX_MEMORIES, Record, read_line, suspicion, write_line};
use beadloom_model::answers::{ANSWER_VERSION, MemoriesImportAnswer, MemoriesResolveAnswer, MemoryScope};
use beadloom_model::requests::{MemoriesExportRequest, MemoriesImportRequest};
use beadloom_model::{Code, Error, Result};

use crate::common::{TRIES, busy, known};
use crate::project::ProjectMemories;
use beadloom_memory_files::shared;

impl ProjectMemories<'_> {
    /// All memories, a line each, by id.
    ///
    /// # Errors
    /// Those of the files.
    pub fn export(&self, request: &MemoriesExportRequest) -> Result<String> {
        let mut held = self.kept.hold();
        let state = held.state(known);
        state.refresh(self.root, false)?;
        let lines =
            state.all().into_iter().filter(|entry| !request.shared || entry.scope == MemoryScope::Shared);
        Ok(lines.map(|entry| write_line(&entry.record) + "\n").collect())
    }

    /// Adds memories to the private ones: all, or none. What is there as it is, or newer, stays.
    ///
    /// # Errors
    /// `bad_memory` and `memory_refused` with the line, `usage` for too many, those of the files.
    pub fn import(&self, request: &MemoriesImportRequest) -> Result<MemoriesImportAnswer> {
        self.add_private(&records(&request.lines, request.force)?)
    }

    /// Adds memories to the private ones: all, or none; what is there as it is, or newer, stays.
    pub(crate) fn add_private(&self, records: &BTreeMap<String, Record>) -> Result<MemoriesImportAnswer> {
        let mut held = self.kept.hold();
        let state = held.state(known);
        for _ in 0..TRIES {
            state.refresh(self.root, true)?;
            let mut answer =
                MemoriesImportAnswer { version: ANSWER_VERSION, added: 0, updated: 0, unchanged: 0 };
            let mut put: Vec<&Record> = Vec::new();
            for record in records.values() {
                match state.get(&record.id) {
                    None => answer.added += 1,
                    Some(there) if there.record.updated_at < record.updated_at => answer.updated += 1,
                    Some(_) => {
                        answer.unchanged += 1;
                        continue;
                    }
                }
                put.push(record);
            }
            if state.count().saturating_add(usize::try_from(answer.added).unwrap_or(usize::MAX))
                > MAX_MEMORIES
            {
                return Err(too_many());
            }
            if put.is_empty() {
                return Ok(answer);
            }
            if state.write(&put, &[])? {
                return Ok(answer);
            }
        }
        Err(busy())
    }

    /// Takes the markers of a merge out of the file of shared memories.
    ///
    /// # Errors
    /// Those of the file.
    pub fn resolve(&self) -> Result<MemoriesResolveAnswer> {
        let mut answer = MemoriesResolveAnswer {
            version: ANSWER_VERSION,
            memories: 0,
            markers: 0,
            older: 0,
            changed: false,
            diagnostics: Vec::new(),
        };
        if shared::read(self.root)?.is_none() {
            return Ok(answer);
        }
        answer.changed = shared::change(self.root, &mut |lines| {
            let resolved = lines.resolved();
            answer.memories = resolved.memories as u64;
            answer.markers = resolved.markers as u64;
            answer.older = resolved.older as u64;
            answer.diagnostics = Lines::parse(&resolved.bytes).diagnostics(shared::PATH);
            Ok((resolved.markers > 0 || resolved.older > 0).then_some(resolved.bytes))
        })?;
        Ok(answer)
    }
}

fn too_many() -> Error {
    Error::new(Code::Usage, format!("a project holds at most {MAX_MEMORIES} memories")).hint(
        "import fewer, or forget some: `beadloom memories list --stale` shows those that are hardly used",
    )
}

/// The memories of the lines, the newest state of each.
pub(crate) fn records(lines: &str, force: bool) -> Result<BTreeMap<String, Record>> {
    let mut records: BTreeMap<String, Record> = BTreeMap::new();
    for (number, line) in (1_usize..).zip(lines.lines()) {
        if line.trim().is_empty() {
            continue;
        }
        if records.len() >= MAX_MEMORIES {
            return Err(too_many());
        }
        let wrong = |code, what: String| {
            Err(Error::new(code, format!("line {number} of the import {what}, and nothing was imported")))
        };
        let record = match read_line(line) {
            Ok(record) => record,
            Err(why) => {
                return wrong(Code::BadMemory, format!("is not a valid memory ({why})")).map_err(|error| {
                    error.hint("each line is a memory as `beadloom memories export` writes it")
                });
            }
        };
        if let Some(found) = suspicion(&record.written()).filter(|_| !force) {
            return wrong(Code::MemoryRefused, format!("reads like {}", found.what))
                .map_err(|error| error.hint("read it; --force imports it unchanged"));
        }
        let newer = records.get(&record.id).is_none_or(|there| there.updated_at < record.updated_at);
        if newer {
            records.insert(record.id.clone(), record);
        }
    }
    Ok(records)
}
