//! What rules and the findings of the graph are asked of, as it was at the revision.

use std::collections::{HashMap, HashSet};

use beadloom_graph::{GraphChanges, assemble, compare};
use beadloom_index::{Code, Owners, add_found_edges, declared};
use beadloom_model::{CompactSort, Diagnostic, EdgeOrigin, Result};
use beadloom_rules::Facts;
use beadloom_store::{EdgeRow, NodeRow, Store};

use super::Base;
use super::files::Files;
use super::imports::pairs;
use crate::rules::facts::{self, Rows};
use crate::settings::Settings;

/// The project at a revision.
pub(crate) struct Project {
    /// What rules are evaluated on. Nodes have the ids that they have today.
    pub(crate) facts: Facts,
    /// What is wrong in the graph, of its files and of all together.
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// Ids of the nodes, as they are today.
    pub(crate) ids: HashSet<String>,
    /// Of these, those without a summary.
    pub(crate) unsaid: HashSet<String>,
}

impl Base<'_> {
    /// The project at this revision, as far as rules and the graph's findings go. `today`: what rules are evaluated on now.
    ///
    /// # Errors
    /// `not_readable`, `cancelled`, store errors.
    pub(crate) fn project(&self, store: &Store, settings: &Settings, today: &Facts) -> Result<Project> {
        let now = store.state().files()?;
        let files = self.rows(&now, settings)?;
        let paths: Vec<&str> = self.files.keys().map(String::as_str).collect();
        let graph = declared(&self.graph, &store.links()?, &paths);
        let earlier = assemble(&self.graph);
        let later = assemble(&store.state().graph_files()?);
        let changes = compare(&earlier, &later);

        let mut diagnostics = self.unread.clone();
        diagnostics.extend(self.graph.iter().flat_map(|file| file.diagnostics.iter().cloned()));
        diagnostics.extend(graph.diagnostics);
        let (mut nodes, mut edges) = (graph.nodes, graph.edges);
        if nodes.is_empty() {
            // Without a graph of its own, the revision is looked at with today's.
            (nodes, edges) = (store.state().nodes()?, store.state().edges()?);
            edges.retain(|edge| edge.origin == EdgeOrigin::Declared);
        } else {
            rename(&mut nodes, &mut edges, &changes);
        }
        let imports = self.imports(store, &now, &files)?;
        let pairs = pairs(&files.rows, &imports.lines);
        let owners = Owners::new(&nodes);
        // Files that changed have other ids here: what they implemented is left out, as imports between the same nodes say it.
        let implementations = store.state().implementations()?;
        let code = Code { files: &files.rows, imports: &pairs, implementations: &implementations };
        add_found_edges(&owners, &mut edges, &code);
        let mut facts = facts::build(Rows {
            nodes: &nodes,
            edges: &edges,
            files: &files.rows,
            imports: imports.erased(store, &files)?,
            graph_files: &self.graph,
        });
        self.count(store, &mut facts, today, &nodes, &files)?;
        Ok(Project {
            facts,
            diagnostics,
            ids: nodes.iter().map(|node| node.ref_id.clone()).collect(),
            unsaid: nodes
                .iter()
                .filter(|node| node.summary.trim().is_empty())
                .map(|node| node.ref_id.clone())
                .collect(),
        })
    }

    /// Symbols and documents of nodes: today's, without those of files that changed, with those that these files had.
    fn count(
        &self,
        store: &Store,
        facts: &mut Facts,
        today: &Facts,
        nodes: &[NodeRow],
        files: &Files,
    ) -> Result<()> {
        let whole = |count: u64| i64::try_from(count).unwrap_or(i64::MAX);
        let mut counts: HashMap<String, i64> =
            today.nodes.iter().map(|node| (node.ref_id.clone(), whole(node.symbols))).collect();
        let now: HashMap<String, u64> = store.file_symbol_counts()?.into_iter().collect();
        for file in today.files.iter().filter(|file| !self.is_unchanged(&file.path)) {
            let had = whole(now.get(&file.path).copied().unwrap_or(0));
            for owner in &file.owners {
                if let Some(count) =
                    today.nodes.get(*owner as usize).and_then(|node| counts.get_mut(&node.ref_id))
                {
                    *count -= had;
                }
            }
        }
        let owners = Owners::new(nodes);
        for (path, file) in &files.parsed {
            for symbol in &file.symbols {
                let named = owners.annotated(&symbol.annotations);
                let of_source = owners.by_source(path).filter(|_| named.is_empty());
                for id in named.into_iter().chain(of_source) {
                    *counts.entry(id.to_owned()).or_default() += 1;
                }
            }
        }
        let stubs: HashSet<String> =
            store.node_documents()?.into_iter().filter(|one| one.stub).map(|one| one.path).collect();
        let documented: HashSet<&str> =
            today.nodes.iter().filter(|node| node.documented).map(|node| node.ref_id.as_str()).collect();
        let named: HashMap<&str, &NodeRow> = nodes.iter().map(|node| (node.ref_id.as_str(), node)).collect();
        for node in &mut facts.nodes {
            let count = counts.get(&node.ref_id).copied().unwrap_or(0);
            node.symbols = u64::try_from(count).unwrap_or(0);
            let has = |doc: &String| self.has(doc) && !(stubs.contains(doc) && self.is_unchanged(doc));
            node.documented = match named.get(node.ref_id.as_str()) {
                Some(row) if !row.docs.is_empty() => row.docs.iter().any(has),
                _ => documented.contains(node.ref_id.as_str()),
            };
        }
        Ok(())
    }
}

/// Gives nodes, and the ends of edges, the ids that they have today.
fn rename(nodes: &mut [NodeRow], edges: &mut [EdgeRow], changes: &GraphChanges<'_>) {
    if changes.renamed.is_empty() {
        return;
    }
    for node in nodes.iter_mut() {
        node.ref_id = changes.later_id(&node.ref_id).to_owned();
    }
    nodes.compact_sort_by(|a, b| a.ref_id.cmp(&b.ref_id));
    for edge in edges {
        edge.src = changes.later_id(&edge.src).to_owned();
        edge.dst = changes.later_id(&edge.dst).to_owned();
    }
}
