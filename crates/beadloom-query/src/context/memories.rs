//! What was remembered about the references of a bundle.

use std::fmt::Write;

use beadloom_model::Result;
use beadloom_model::answers::{Bundle, BundleMemory};

use super::chapter::{Chapter, Draft, Listed, Plan, bytes_of, chosen, left_out};
use super::gathered::Gathered;
use super::request::{MemoryAbout, TaskMemory};
use crate::answer::about::About;
use crate::answer::packer::Entry;
use crate::answer::tier::Tier;
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

struct Memories(Vec<BundleMemory>);

/// These.
pub(crate) fn chapter(memories: Vec<BundleMemory>) -> Box<dyn Chapter> {
    Box::new(Memories(memories))
}

const TITLE: &str = "Remembered";
pub(super) const CHAPTER: Listed = Listed { about: About::Frame, gather };

/// Those about the references.
fn gather(found: &mut Gathered<'_>) -> Result<Box<dyn Chapter>> {
    Ok(Box::new(Memories(about(&found.request.memories, &found.starts, &found.places))))
}

impl Chapter for Memories {
    fn entries<'c>(&'c self, _: &mut Plan<'c>) -> Vec<Entry<Tier>> {
        let tier = |at: usize| if at < FIRST { Tier::Beginning } else { Tier::MoreOfOwn };
        let memories = self.0.iter().enumerate();
        memories
            .map(|(at, one)| Entry { at, worth: tier(at), cost: bytes_of(&[&one.content, &one.id]) })
            .collect()
    }

    fn put<'c>(&'c self, kept: &[usize], draft: &mut Draft<'c>) {
        draft.bundle.memories = chosen(&self.0, kept).cloned().collect();
        draft.bundle.omitted.memories = left_out(&self.0, kept);
    }

    fn markdown(&self, out: &mut String, bundle: &Bundle) {
        if bundle.memories.is_empty() {
            return;
        }
        let _ = writeln!(out, "## {TITLE}");
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
}
