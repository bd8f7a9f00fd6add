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

pub(super) fn markdown(out: &mut String, bundle: &Bundle) {
    if bundle.memories.is_empty() {
        return;
    }
    out.push_str("## Remembered\n");
    for BundleMemory { id, content, outdated, .. } in &bundle.memories {
        let mark = if *outdated { " (may be outdated: the code under it changed)" } else { "" };
        let _ = writeln!(out, "- {}{mark} [{}]", line(content), line(id));
    }
    out.push('\n');
}
