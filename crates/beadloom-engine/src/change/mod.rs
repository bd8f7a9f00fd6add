//! What changed between two states of a project: `diff`.

mod affected;
mod known;
mod side;
mod snapshot;
mod symbols;

use std::cell::{Cell, OnceCell};
use std::collections::BTreeSet;

use beadloom_git::{LeftOut, Revisions};
use beadloom_graph::{GraphChanges, compare};
use beadloom_model::answers::{
    ANSWER_VERSION, ChangedNode, DiffAnswer, Edge, Node, NodeSymbols, RenamedNode,
};
use beadloom_model::requests::DiffRequest;
use beadloom_model::{NodeSpec, Result};
use beadloom_query::Staleness;

use crate::json::to_json;
use crate::{Call, Engine};
use known::Known;
use side::{Place, Side};

impl Engine {
    /// What changed in the graph and in what code offers, between a revision and another one or the working tree, as
    /// JSON. Both are read from Git's objects; nothing is checked out.
    ///
    /// # Errors
    /// `bad_revision`, `no_repository`, `not_readable`, `no_index`, store errors.
    pub fn diff(&self, options: &DiffRequest, call: &Call<'_>) -> Result<String> {
        let revisions = Revisions { root: self.root(), cancelled: call.cancelled };
        let since = options.since.as_str();
        // A revision that does not exist is said before anything is indexed.
        let since_commit = revisions.commit(since)?;
        let to_commit = options.to.as_deref().map(|to| revisions.commit(to)).transpose()?;
        self.answer(crate::rules::whole(options.refresh), call, |store, settings, stale| {
            let known = Known::read(store, settings)?;
            // Compared with files, what the work tree leaves out is on neither side.
            let left_out = OnceCell::new();
            let left = Cell::new(false);
            let is_left_out = |path: &str| {
                let is_left_out = to_commit.is_none()
                    && !known.has(path)
                    && left_out.get_or_init(|| LeftOut::around(self.root(), call.cancelled)).has(path)
                    && !self.root().join(path).exists();
                left.set(left.get() || is_left_out);
                is_left_out
            };
            let before = Side::of_commit(revisions, &since_commit, &known, settings, &is_left_out)?;
            let after = match &to_commit {
                Some(commit) => Side::of_commit(revisions, commit, &known, settings, &|_| false)?,
                None => Side::of_files(revisions, store, &known)?,
            };
            let changes = compare(&before.graph, &after.graph);
            let files = changed_files(revisions, &before, &after)?;
            let symbols = symbols::compare(&symbols::Comparison {
                revisions,
                before: &before,
                after: &after,
                files: &files,
                known: &known,
                changes: &changes,
            })?;
            let mut warnings: Vec<String> = stale.warning.iter().cloned().collect();
            warnings.extend(before.warnings.iter().chain(&after.warnings).cloned());
            if left.get() {
                warnings.push("files that are not checked out were not compared".to_owned());
            }
            let ends = Ends {
                since: since.to_owned(),
                since_commit: Some(since_commit.clone()),
                to: options.to.clone(),
                to_commit: to_commit.clone(),
            };
            to_json(&answer(ends, &changes, symbols, &warnings, stale))
        })
    }
}

/// What two states are called.
struct Ends {
    since: String,
    since_commit: Option<String>,
    to: Option<String>,
    to_commit: Option<String>,
}

fn answer(
    ends: Ends,
    changes: &GraphChanges<'_>,
    symbols: Vec<NodeSymbols>,
    warnings: &[String],
    stale: &Staleness,
) -> DiffAnswer {
    DiffAnswer {
        version: ANSWER_VERSION,
        since: ends.since,
        since_commit: ends.since_commit,
        to: ends.to,
        to_commit: ends.to_commit,
        added_nodes: changes.added.iter().map(|node| short(node)).collect(),
        removed_nodes: changes.removed.iter().map(|node| short(node)).collect(),
        renamed_nodes: changes
            .renamed
            .iter()
            .map(|(from, to)| RenamedNode { from: from.ref_id.clone(), to: to.ref_id.clone() })
            .collect(),
        changed_nodes: changes
            .changed
            .iter()
            .map(|(from, to, fields)| ChangedNode {
                ref_id: to.ref_id.clone(),
                fields: fields.clone(),
                old_summary: from.summary.clone(),
                new_summary: to.summary.clone(),
                old_source: from.source.clone(),
                new_source: to.source.clone(),
                old_tags: from.tags.clone(),
                new_tags: to.tags.clone(),
            })
            .collect(),
        added_edges: changes.added_edges.iter().cloned().map(edge).collect(),
        removed_edges: changes.removed_edges.iter().cloned().map(edge).collect(),
        symbols,
        warning: (!warnings.is_empty()).then(|| warnings.join("; ")),
        stale_paths: stale.shown_paths(),
    }
}

fn short(node: &NodeSpec) -> Node {
    Node { ref_id: node.ref_id.clone(), kind: node.kind.clone(), summary: node.summary.clone() }
}

fn edge((src, dst, kind): (String, String, String)) -> Edge {
    Edge { src, dst, kind }
}

/// Paths of code that is not the same on both sides, sorted.
fn changed_files(revisions: Revisions<'_>, before: &Side, after: &Side) -> Result<Vec<String>> {
    let mut changed: BTreeSet<String> = BTreeSet::new();
    // Same size, and one of the two has no id yet.
    let mut open: Vec<(&str, &str)> = Vec::new();
    for (path, old) in &before.code {
        match (old, after.code.get(path)) {
            (Place::Blob(old), Some(Place::Blob(new))) if old.id == new.id => {}
            (Place::Blob(old), Some(Place::Disk { size })) if old.size == *size => {
                open.push((path, &old.id));
            }
            _ => {
                changed.insert(path.clone());
            }
        }
    }
    changed.extend(after.code.keys().filter(|path| !before.code.contains_key(*path)).cloned());
    let paths: Vec<&str> = open.iter().map(|(path, _)| *path).collect();
    let ids = revisions.ids_of_files(&paths, open.first().map_or("", |(_, old)| old))?;
    changed.extend(
        open.iter().zip(&ids).filter(|((_, old), id)| old != id).map(|((path, _), _)| (*path).to_owned()),
    );
    Ok(changed.into_iter().collect())
}
