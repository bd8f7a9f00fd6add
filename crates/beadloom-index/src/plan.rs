//! What bootstrap makes of the index: for the derived graph, and for the draft that `init` writes.

use std::collections::HashMap;
use std::path::Path;

use beadloom_graph::Config;
use beadloom_graph::bootstrap::{self, FileFact, ImportFact, ProjectFacts};
use beadloom_store::{FileKind, FileRow, ImportPair};

use crate::name::project_name;
use crate::source::read_input;

/// Lines as the plan sees them: to one part in eight, so that most edits of a file leave the plan as it is, and it
/// need not be made again.
pub fn coarse_lines(lines: u32) -> u32 {
    let step = (lines / 8).max(1).next_power_of_two();
    lines / step * step
}

/// What bootstrap makes of the index. `scopes`: folders to look at, all where empty.
pub fn plan(
    files: &[FileRow],
    imports: &[ImportPair],
    root: &Path,
    config: &Config,
    scopes: &[String],
) -> bootstrap::Plan {
    let mut index: HashMap<&str, u32> = HashMap::with_capacity(files.len());
    let mut facts: Vec<FileFact> = Vec::with_capacity(files.len());
    for (at, file) in (0_u32..).zip(files) {
        let is_code = file.kind == FileKind::Code && file.skipped.is_none();
        // Other text makes no part, whatever it says: a change of it leaves the plan as it is.
        let is_known = file.kind != FileKind::Text && file.kind != FileKind::Manifest;
        index.insert(&file.path, at);
        // A package folder stands for its first file of code.
        if is_code
            && let Some(slash) = file.path.rfind('/')
            && let Some(folder) = file.path.get(..=slash)
        {
            index.entry(folder).or_insert(at);
        }
        facts.push(FileFact {
            path: file.path.clone(),
            language: file.language.clone().filter(|_| is_code),
            lines: if is_known { coarse_lines(file.lines) } else { 0 },
            summary: file.summary.clone(),
            entry_point: file.entry_point,
            generated: is_known && file.generated,
        });
    }
    let edges: Vec<ImportFact> = imports
        .iter()
        .filter_map(|pair| {
            let from = *index.get(&*pair.from)?;
            let to = *index.get(&*pair.to)?;
            Some(ImportFact { from, to, weak: pair.weak })
        })
        .collect();
    bootstrap::plan(&ProjectFacts {
        name: &project_name(root, config),
        files: &facts,
        imports: &edges,
        read: &|path| read_input(root, path),
        scopes,
    })
}

/// The document that a planned node has already: the README of its folder, and the root's for the node that
/// holds all others.
pub fn own_document(
    plan: &bootstrap::Plan,
    node: &bootstrap::PlannedNode,
    has: &dyn Fn(&str) -> bool,
) -> Option<String> {
    let is_inner = |id: &str| plan.edges.iter().any(|edge| edge.kind == "part_of" && edge.src == id);
    let tops = plan.nodes.iter().filter(|other| !is_inner(&other.ref_id)).count();
    let is_whole = tops == 1 && !is_inner(&node.ref_id);
    let folders = [node.source.as_str(), ""];
    let folders = if is_whole { &folders[..] } else { &folders[..1] };
    folders
        .iter()
        .filter(|folder| folder.ends_with('/') || (is_whole && folder.is_empty()))
        .flat_map(|folder| ["README.md", "readme.md", "Readme.md"].map(|name| format!("{folder}{name}")))
        .find(|path| has(path))
}
