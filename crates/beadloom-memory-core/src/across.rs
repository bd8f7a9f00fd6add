//! Memories of the user's other projects: read only, never made, never counted.

use std::path::Path;

use beadloom_model::answers::Memory;
use beadloom_store::{Access, MemoryStore};

use crate::answer;
use crate::common::{model, owner};
use crate::finding::{self, Filter};
use beadloom_memory_files::homes::{self, Identity};
use beadloom_memory_files::state::State;

/// What answers the question in other projects: the best of each in turn, by the place of the project. And why some could not be
/// read.
pub(crate) fn found(
    root: &Path,
    query: &str,
    limit: usize,
    filter: &Filter<'_>,
    now: i64,
) -> (Vec<Memory>, Vec<String>) {
    let others = match homes::others(&Identity::of(root)) {
        Ok(others) => others,
        Err(error) => return (Vec::new(), vec![format!("other projects are not known: {}", error.message)]),
    };
    let mut lists: Vec<std::vec::IntoIter<Memory>> = Vec::new();
    let mut failed = Vec::new();
    for (place_of, place) in others {
        let name = Path::new(&place_of)
            .file_name()
            .map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        let mut state = match MemoryStore::open(&place, owner(), Access::Read) {
            // A project that is gone has no memories.
            Ok(None) => continue,
            Ok(Some(store)) => match State::of_store(&store, owner(), model()) {
                Ok(state) => state,
                Err(error) => {
                    failed.push(format!("the memories of {name} could not be read: {}", error.message));
                    continue;
                }
            },
            Err(error) => {
                failed.push(format!("the memories of {name} could not be read: {}", error.message));
                continue;
            }
        };
        let entries = finding::found(&mut state, query, limit, filter, now);
        let memories: Vec<Memory> = entries
            .iter()
            .map(|entry| Memory { project: Some(name.clone()), ..answer::memory(&state, entry, now, None) })
            .collect();
        lists.push(memories.into_iter());
    }
    let mut all = Vec::new();
    while all.len() < limit {
        let before = all.len();
        all.extend(lists.iter_mut().filter_map(Iterator::next));
        if all.len() == before {
            break;
        }
    }
    all.truncate(limit);
    (all, failed)
}
