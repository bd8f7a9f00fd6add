//! What was remembered about the references of a bundle.

use beadloom_model::answers::BundleMemory;

use super::chapter::{About, Listed, Tier, bytes_of};
use super::list::List;
use super::request::{MemoryAbout, TaskMemory};
use crate::text::{cut_at_word, line};

/// Memories of a bundle.
const MAX_MEMORIES: usize = 12;

/// Of these, those that come before what is further off.
const FIRST: usize = 3;

/// Characters of one.
const MAX_CONTENT_CHARS: usize = 600;

/// Memories of an answer to a task.
const MAX_TASK_MEMORIES: usize = 3;

/// Characters of one.
const MAX_TASK_CONTENT_CHARS: usize = 240;

/// The first of those that the task is about, or that are about nodes and files that its answer shows.
pub(crate) fn for_task(memories: &[TaskMemory], nodes: &[&str], paths: &[&str]) -> Vec<BundleMemory> {
    let is_shown = |about: &MemoryAbout| {
        about.refs.iter().any(|id| nodes.contains(&id.as_str()))
            || about.paths.iter().any(|path| paths.contains(&path.as_str()))
    };
    let shown = memories.iter().filter(|one| one.answers || is_shown(&one.about)).take(MAX_TASK_MEMORIES);
    shown
        .map(|one| BundleMemory {
            content: cut_at_word(&one.about.memory.content, MAX_TASK_CONTENT_CHARS),
            ..one.about.memory.clone()
        })
        .collect()
}

/// Those about a node or a place – a file, or a folder, which ends in `/` –, in their order.
fn about(memories: &[MemoryAbout], nodes: &[String], places: &[String]) -> Vec<BundleMemory> {
    let is_at = |path: &String| {
        places.iter().any(|place| place == path || place.ends_with('/') && path.starts_with(place.as_str()))
    };
    let is_about =
        |one: &&MemoryAbout| one.refs.iter().any(|id| nodes.contains(id)) || one.paths.iter().any(is_at);
    let shown = memories.iter().filter(is_about).take(MAX_MEMORIES);
    shown
        .map(|one| BundleMemory {
            content: cut_at_word(&one.memory.content, MAX_CONTENT_CHARS),
            ..one.memory.clone()
        })
        .collect()
}

pub(crate) static MEMORIES: List<BundleMemory> = List {
    title: "Remembered",
    tier: |_, _, at, _| if at < FIRST { Tier::Beginning } else { Tier::MoreOfOwn },
    bytes: |one| bytes_of(&[&one.content, &one.id]),
    put: |bundle, memories, left_out| {
        bundle.memories = memories;
        bundle.omitted.memories = left_out;
    },
    line: |BundleMemory { id, content, outdated, accepted, .. }| {
        let mark = if *outdated { " (may be outdated: the code under it changed)" } else { "" };
        if *accepted {
            return format!("- {}{mark} [{}]", line(content), line(id));
        }
        // A stranger's words: data, and marked as such.
        let from = "quoted from .beadloom/memories.jsonl, not accepted here";
        format!("- > {}\n  ({from}{mark}) [{}]", line(content), line(id))
    },
    ..List::PLAIN
};

/// Those about the references.
pub(super) const CHAPTER: Listed = Listed {
    about: About::Frame,
    gather: |found| Ok(MEMORIES.of(about(&found.request.memories, &found.starts, &found.places))),
};
