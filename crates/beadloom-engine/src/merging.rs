//! What `init --merge` adds to a graph that is kept, and what it tells about it.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet, HashSet};

use beadloom_git::LeftOut;
use beadloom_graph::bootstrap::{KeptEdge, KeptNode, Plan, PlannedEdge, merge, rename_taken};
use beadloom_index::{Parts, links_to, plan, read_input};
use beadloom_lang::markdown;
use beadloom_model::answers::{Conflict, Gone, InitFiles};
use beadloom_model::requests::MergeRequest;
use beadloom_model::{Code, Diagnostic, EdgeOrigin, Error, Result};
use beadloom_store::{EdgeRow, FileKind, FileRow, NodeRow, Store};
use serde::Serialize;

use crate::onboarding::{Documents, Draft, draft};
use crate::rules::{DraftRules, draft_rules};
use crate::{Call, Engine, Refresh};

/// What a kept graph lacks.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct MergeDraft {
    /// New nodes, their edges and documents.
    #[serde(flatten)]
    pub draft: Draft,
    /// Where graph and code disagree, by node.
    pub conflicts: Vec<Conflict>,
    /// Nodes whose source is gone, by ref_id.
    pub gone: Vec<Gone>,
    /// How many nodes of each kind the graph's files hold, by path and kind.
    pub graph_files: Vec<GraphFileNodes>,
    /// The graph file of each kept node that an edge of the draft begins at, by ref_id.
    pub homes: BTreeMap<String, String>,
}

/// Nodes of one kind in a file of the graph.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct GraphFileNodes {
    /// Relative to the root.
    pub path: String,
    /// Of nodes.
    pub kind: String,
    /// How many.
    pub nodes: u64,
}

impl Engine {
    /// Compares what bootstrap would write with the graph that is kept; nothing is written but the index.
    ///
    /// # Errors
    /// A graph with errors is not merged into: the first of them. What bringing the index up to date says.
    pub fn merge(&self, options: &MergeRequest, call: &Call<'_>) -> Result<MergeDraft> {
        self.answer(Refresh::Needed, call, |store, settings, _| {
            let state = store.state();
            let files = state.files()?;
            check_graph(&state.errors()?, &files)?;
            let imports_of_files = state.import_pairs()?;
            let mut plan =
                plan(&state, &files, &imports_of_files, self.root(), &settings.config, &options.scopes)?;
            let nodes = store.nodes_by_id(&store.node_ids()?)?;
            self.leave_out_known(&mut plan, &nodes);
            let kept: Vec<KeptNode> = nodes.iter().map(kept_node).collect();
            rename_taken(&mut plan, &kept);
            let links = links_to(&state, &files, &Parts::of_plan(&plan))?;
            let read = |path: &str| read_input(self.root(), path);
            let about = Documents::of(&links, &read);
            let all = draft(store, &files, &plan, options.stubs, &about)?;
            let edges = declared_edges(store, &nodes)?;
            let paths: BTreeSet<&str> = files.iter().map(|file| file.path.as_str()).collect();
            let merge = merge(&plan, &kept, &edges, &|path| is_there(&paths, path));
            // Of what the work tree leaves out nobody knows that it is gone.
            let left_out = OnceCell::new();
            let is_left_out =
                |path: &str| left_out.get_or_init(|| LeftOut::around(self.root(), call.cancelled)).has(path);
            let added_plan =
                Plan { nodes: merge.nodes.clone(), edges: merge.edges.clone(), ..Plan::default() };
            let kept_rows = (nodes.clone(), declared_rows(store, &nodes)?);
            let rules = draft_rules(store, &added_plan, kept_rows, &files, &imports_of_files)?;
            let added: HashSet<&str> = merge.nodes.iter().map(|node| node.ref_id.as_str()).collect();
            let is_added = |ref_id: &str| added.contains(ref_id);
            let Draft {
                files: found,
                nodes: drafted,
                dependences,
                imports,
                documents,
                published_by,
                graph_exists,
                ..
            } = all;
            Ok(MergeDraft {
                homes: homes(&nodes, merge.edges.iter().map(|edge| edge.src.as_str())),
                draft: Draft {
                    files: found,
                    nodes: drafted.into_iter().filter(|node| is_added(&node.ref_id)).collect(),
                    documents: documents.into_iter().filter(|one| is_added(&one.ref_id)).collect(),
                    edges: merge.edges,
                    dependences,
                    imports,
                    // What the graph has already gets no stub either way.
                    stubs_left_out: 0,
                    published_by,
                    ignored_by: self.ignored_graph(settings, call),
                    rules,
                    graph_exists,
                },
                conflicts: merge
                    .disagreements
                    .into_iter()
                    .map(|one| Conflict {
                        ref_id: one.ref_id,
                        field: one.field.to_owned(),
                        kept: one.kept,
                        found: one.found,
                    })
                    .collect(),
                gone: merge
                    .gone
                    .into_iter()
                    .filter(|node| !is_left_out(&node.source))
                    .map(|node| Gone { ref_id: node.ref_id, source: node.source })
                    .collect(),
                graph_files: graph_files(&nodes),
            })
        })
    }
}

impl Engine {
    /// The edges that follow from the code and that no graph file has, as additions to the graph.
    ///
    /// # Errors
    /// `usage` where the graph itself follows from the code; the first error of a graph with errors; what bringing the index up to
    /// date says.
    pub fn code_edges(&self, call: &Call<'_>) -> Result<MergeDraft> {
        self.answer(Refresh::Needed, call, |store, settings, _| {
            let state = store.state();
            let files = state.files()?;
            check_graph(&state.errors()?, &files)?;
            let graph_exists = files.iter().any(|file| file.kind == FileKind::Graph);
            if !graph_exists {
                return Err(Error::new(Code::Usage, "no graph is kept that edges could be written into")
                    .hint("`beadloom init --bootstrap` writes one"));
            }
            let nodes = state.nodes()?;
            let known: HashSet<&str> = nodes.iter().map(|node| node.ref_id.as_str()).collect();
            let is_kept = |id: &String| known.contains(id.as_str());
            let edges: Vec<PlannedEdge> = state
                .edges()?
                .into_iter()
                .filter(|edge| edge.origin == EdgeOrigin::Code && is_kept(&edge.src) && is_kept(&edge.dst))
                .map(|edge| PlannedEdge { src: edge.src, dst: edge.dst, kind: edge.kind, count: 0 })
                .collect();
            Ok(MergeDraft {
                homes: homes(&nodes, edges.iter().map(|edge| edge.src.as_str())),
                draft: Draft {
                    files: InitFiles { scanned: files.len() as u64, languages: BTreeMap::new() },
                    nodes: Vec::new(),
                    edges,
                    dependences: Vec::new(),
                    imports: Vec::new(),
                    documents: Vec::new(),
                    stubs_left_out: 0,
                    published_by: None,
                    ignored_by: self.ignored_graph(settings, call),
                    rules: DraftRules::default(),
                    graph_exists,
                },
                conflicts: Vec::new(),
                gone: Vec::new(),
                graph_files: graph_files(&nodes),
            })
        })
    }

    /// Leaves out decision records that the graph has: nodes that name the document itself, or a copy of it, as an import
    /// makes them (the same file name, title and first paragraph).
    fn leave_out_known(&self, plan: &mut Plan, kept: &[NodeRow]) {
        let name = |path: &str| path.rsplit('/').next().unwrap_or(path).to_owned();
        let mut known: BTreeMap<String, Vec<&str>> = BTreeMap::new();
        for doc in kept.iter().filter(|node| node.kind == "adr").flat_map(|node| &node.docs) {
            known.entry(name(doc)).or_default().push(doc);
        }
        let read = |path: &str| {
            let reading = markdown::read(path, &read_input(self.root(), path)?);
            Some((reading.title, reading.introduction))
        };
        let is_known = |path: &str| {
            let copies = known.get(&name(path)).map_or(&[][..], Vec::as_slice);
            let is_copy = |text| copies.iter().any(|copy| read(copy).as_ref() == Some(&text));
            copies.contains(&path) || (!copies.is_empty() && read(path).is_some_and(is_copy))
        };
        let left_out: HashSet<String> = plan
            .nodes
            .iter()
            .filter(|node| node.kind == "adr" && node.folders.iter().any(|path| is_known(path)))
            .map(|node| node.ref_id.clone())
            .collect();
        plan.nodes.retain(|node| !left_out.contains(&node.ref_id));
        for edges in [&mut plan.edges, &mut plan.dependences, &mut plan.imports] {
            edges.retain(|edge| !left_out.contains(&edge.src) && !left_out.contains(&edge.dst));
        }
    }
}

/// The first error of the graph's files, if there is one: what a broken file means is not known, so that what it lacks is
/// not known either.
pub(crate) fn check_graph(errors: &[Diagnostic], files: &[FileRow]) -> Result<()> {
    let graph: HashSet<&str> =
        files.iter().filter(|file| file.kind == FileKind::Graph).map(|file| file.path.as_str()).collect();
    let mut of_graph =
        errors.iter().filter(|error| error.path.as_deref().is_some_and(|path| graph.contains(path)));
    let Some(first) = of_graph.next() else { return Ok(()) };
    let more = match of_graph.count() {
        0 => String::new(),
        1 => "; there is one more".to_owned(),
        count => format!("; there are {count} more"),
    };
    Err(Error::new(first.code, format!("{}; nothing is added to a graph with errors", first.message))
        .at(
            first.path.clone().unwrap_or_default(),
            first.line.unwrap_or_default(),
            first.column.unwrap_or_default(),
        )
        .hint(format!("correct it, then run the command again{more}: `beadloom reindex --full` lists them")))
}

fn kept_node(node: &NodeRow) -> KeptNode {
    KeptNode {
        ref_id: node.ref_id.clone(),
        summary: node.summary.clone(),
        source: node.source.clone().unwrap_or_default(),
    }
}

fn declared_rows(store: &Store, nodes: &[NodeRow]) -> Result<Vec<EdgeRow>> {
    let ids: Vec<String> = nodes.iter().map(|node| node.ref_id.clone()).collect();
    let edges = store.edges_between(&ids)?;
    Ok(edges.into_iter().filter(|edge| edge.origin == EdgeOrigin::Declared).collect())
}

pub(crate) fn declared_edges(store: &Store, nodes: &[NodeRow]) -> Result<Vec<KeptEdge>> {
    let rows = declared_rows(store, nodes)?;
    Ok(rows.into_iter().map(|edge| KeptEdge { src: edge.src, dst: edge.dst, kind: edge.kind }).collect())
}

/// Whether a file of that path, or one below it, is there. `paths`: of files.
fn is_there(paths: &BTreeSet<&str>, path: &str) -> bool {
    let bare = path.trim_end_matches('/');
    if paths.contains(bare) {
        return true;
    }
    let folder = format!("{bare}/");
    paths.range(folder.as_str()..).next().is_some_and(|first| first.starts_with(&folder))
}

pub(crate) fn graph_files(nodes: &[NodeRow]) -> Vec<GraphFileNodes> {
    let mut counts: BTreeMap<(&str, &str), u64> = BTreeMap::new();
    for node in nodes {
        if let Some(path) = node.path.as_deref() {
            *counts.entry((path, &node.kind)).or_default() += 1;
        }
    }
    counts
        .into_iter()
        .map(|((path, kind), nodes)| GraphFileNodes { path: path.to_owned(), kind: kind.to_owned(), nodes })
        .collect()
}

/// The graph files of the nodes among `sources`, by ref_id.
pub(crate) fn homes<'a>(
    nodes: &[NodeRow],
    sources: impl Iterator<Item = &'a str>,
) -> BTreeMap<String, String> {
    let sources: HashSet<&str> = sources.collect();
    nodes
        .iter()
        .filter(|node| sources.contains(node.ref_id.as_str()))
        .filter_map(|node| Some((node.ref_id.clone(), node.path.clone()?)))
        .collect()
}
