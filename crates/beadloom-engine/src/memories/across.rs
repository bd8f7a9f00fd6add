//! Memories of the user's other projects: read only, never made, never counted. Which projects there are stands in a list in the
//! user's cache folder, where every project is noted that something private is remembered of.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use beadloom_files::{FileLock, make_private_folders, read_regular_text};
use beadloom_model::answers::Memory;
use beadloom_store::{Access, MemoryStore};

use super::answer;
use super::common::{model, owner};
use super::finding::{self, Filter};
use super::state::State;
use crate::models;

const FILE: &str = "memory-projects.json";
const MAX_BYTES: u64 = 1 << 20;
const MAX_PROJECTS: usize = 1_000;

/// Notes that a project has private memories. Where that cannot be written, other projects do not find them.
pub(super) fn note_project(root: &Path) {
    let Some(folder) = models::cache_folder() else { return };
    let root = root.canonicalize().unwrap_or_else(|_| root.to_owned());
    let Some(root) = root.to_str() else { return };
    if projects(&folder).contains(root) || make_private_folders(&folder).is_err() {
        return;
    }
    let Ok(Some(_lock)) = FileLock::try_acquire(&folder.join("memory-projects.lock")) else { return };
    let mut all = projects(&folder);
    all.insert(root.to_owned());
    // Those that are gone make room.
    if all.len() > MAX_PROJECTS {
        all.retain(|one| one == root || Path::new(one).join(".beadloom/memory.db").is_file());
    }
    if all.len() <= MAX_PROJECTS
        && let Ok(text) = serde_json::to_string_pretty(&all)
    {
        let _ = beadloom_files::write_private(&folder.join(FILE), (text + "\n").as_bytes());
    }
}

fn projects(folder: &Path) -> BTreeSet<String> {
    let text = read_regular_text(&folder.join(FILE), MAX_BYTES).unwrap_or_default();
    serde_json::from_str(&text).unwrap_or_default()
}

/// What answers the question in other projects: the best of each in turn, by the place of the project. And why some could not be
/// read.
pub(super) fn found(
    root: &Path,
    query: &str,
    limit: usize,
    filter: &Filter<'_>,
    now: i64,
) -> (Vec<Memory>, Vec<String>) {
    let own = root.canonicalize().unwrap_or_else(|_| root.to_owned());
    let Some(folder) = models::cache_folder() else {
        return (Vec::new(), vec!["other projects are not known: no cache folder is available".to_owned()]);
    };
    let mut lists: Vec<std::vec::IntoIter<Memory>> = Vec::new();
    let mut failed = Vec::new();
    for place in projects(&folder).into_iter().map(PathBuf::from).filter(|place| *place != own) {
        let name = place.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
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
