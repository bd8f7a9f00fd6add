//! What was remembered about the references of a bundle.

use std::fmt::Write;

use beadloom_model::answers::{Bundle, BundleMemory};

use crate::text::{cut_at_word, line};

/// Memories of a bundle.
const MAX_MEMORIES: usize = 12;

/// Characters of one.
const MAX_CONTENT: usize = 600;

/// A memory and what it is about.
#[derive(Debug, Clone, PartialEq)]
pub struct MemoryAbout {
    /// As a bundle shows it.
    pub memory: BundleMemory,
    /// Nodes.
    pub refs: Vec<String>,
    /// Files.
    pub paths: Vec<String>,
}

/// A memory that may help with a task.
#[derive(Debug, Clone, PartialEq)]
pub struct TaskMemory {
    /// What it says and is about.
    pub about: MemoryAbout,
    /// Whether the task is about what it says; else it is shown only where the answer shows what it is about.
    pub answers: bool,
}

/// Memories of an answer to a task.
const MAX_FOR_TASK: usize = 3;

/// Characters of one.
const MAX_TASK_CONTENT: usize = 240;

/// The first of those that the task is about, or that are about nodes and files that its answer shows.
pub(crate) fn for_task(memories: &[TaskMemory], nodes: &[&str], paths: &[&str]) -> Vec<BundleMemory> {
    let is_shown = |about: &MemoryAbout| {
        about.refs.iter().any(|id| nodes.contains(&id.as_str()))
            || about.paths.iter().any(|path| paths.contains(&path.as_str()))
    };
    let shown = memories.iter().filter(|one| one.answers || is_shown(&one.about)).take(MAX_FOR_TASK);
    shown
        .map(|one| BundleMemory {
            content: cut_at_word(&one.about.memory.content, MAX_TASK_CONTENT),
            ..one.about.memory.clone()
        })
        .collect()
}

/// Those about a node or a place – a file, or a folder, which ends in `/` –, in their order.
pub(super) fn about(memories: &[MemoryAbout], nodes: &[String], places: &[String]) -> Vec<BundleMemory> {
    let is_at = |path: &String| {
        places.iter().any(|place| place == path || place.ends_with('/') && path.starts_with(place.as_str()))
    };
    let is_about =
        |one: &&MemoryAbout| one.refs.iter().any(|id| nodes.contains(id)) || one.paths.iter().any(is_at);
    let shown = memories.iter().filter(is_about).take(MAX_MEMORIES);
    shown
        .map(|one| BundleMemory {
            content: cut_at_word(&one.memory.content, MAX_CONTENT),
            ..one.memory.clone()
        })
        .collect()
}

pub(crate) fn markdown(out: &mut String, bundle: &Bundle) {
    if bundle.memories.is_empty() {
        return;
    }
    out.push_str("## Remembered\n");
    for BundleMemory { id, content, outdated, accepted, .. } in &bundle.memories {
        let mark = if *outdated { " (may be outdated: the code under it changed)" } else { "" };
        if *accepted {
            let _ = writeln!(out, "- {}{mark} [{}]", line(content), line(id));
        } else {
            // A stranger's words: data, and marked as such.
            let from = "quoted from .beadloom/memories.jsonl, not accepted here";
            let _ = writeln!(out, "- > {}\n  ({from}{mark}) [{}]", line(content), line(id));
        }
    }
    out.push('\n');
}
