//! The graph in the index brought up to date: its nodes and edges, and which documents and symbols belong to which node.

use beadloom_model::CompactSort as _;
use std::cell::OnceCell;
use std::collections::{BTreeSet, HashMap, HashSet};

use beadloom_git::LeftOut;
use beadloom_model::{Code, Diagnostic, Result};
use beadloom_store::{EdgeRow, FileKind, FileRow, NodeRow, Writer};

use crate::checked_out::{LEFT_OUT, left_out};
use crate::embed;
use crate::graph_files::GraphRead;
use crate::invalidation::{Cause, Scope, Stage};
use crate::links::{self, Owners, add_found_edges};
use crate::run::Run;
use crate::run_changes::RunChanges;
use crate::target_graph::{derive_graph, kept_graph, missing_files};

/// Where the index notes whether its graph is derived from the code: `1` or `0`.
pub const DERIVED: &str = "derived";

/// What a run of the stage changed.
#[derive(Debug, Default, Clone, Copy)]
pub struct Differs {
    /// Something that a reader can see.
    pub visible: bool,
    /// Which nodes there are, where their code is, or what is part of what.
    pub parts: bool,
}

/// Brings nodes, edges and ownership up to date.
///
/// # Errors
/// Store errors.
pub fn run(writer: &Writer<'_>, run: &Run<'_>, graph: &GraphRead, tally: &RunChanges) -> Result<Differs> {
    let state = writer.state();
    let old_nodes = state.nodes()?;
    if tally.invalidation.scope(Stage::Graph) != Scope::All {
        // Bodies changed, nothing that nodes, edges, documents or findings are made of.
        let owners = Owners::new(&old_nodes);
        link_symbols_of(writer, &owners, &tally.code)?;
        return Ok(Differs::default());
    }

    let derived = tally.invalidation.derived;
    let files = state.files()?;
    let imports = state.import_pairs()?;
    let desired = if derived {
        derive_graph(&state, &files, &imports, run.options, run.files)?
    } else {
        kept_graph(&graph.files, run.links)
    };
    let changed_nodes = put_nodes(writer, &old_nodes, &desired.nodes)?;
    let mut visible = !changed_nodes.is_empty() || tally.invalidation.has(Cause::GraphOrigin);
    writer.set_meta(DERIVED, if derived { "1" } else { "0" })?;

    let owners = Owners::new(&desired.nodes);
    let mut edges = desired.edges;
    let implementations = state.implementations()?;
    let code = links::Code { files: &files, imports: &imports, implementations: &implementations };
    add_found_edges(&owners, &mut edges, &code);
    let old_edges = state.edges()?;
    let parts = parts_differ(&old_nodes, &desired.nodes) || parents(&old_edges) != parents(&edges);
    visible |= put_edges(writer, &old_edges, edges)?;

    if tally.invalidation.has(Cause::Everything) || ownership_differs(&old_nodes, &desired.nodes) {
        link_all_symbols(writer, &owners, &files)?;
    } else {
        link_symbols_of(writer, &owners, &tally.code)?;
    }

    let mut stale_words: BTreeSet<String> = changed_nodes;
    stale_words.extend(tally.unlinked.iter().cloned());
    let mut findings = desired.diagnostics;
    visible |=
        link_documents(writer, &owners, &desired.nodes, &tally.documents, &mut stale_words, &mut findings)?;
    let embedder = run.options.embedder.filter(|_| !stale_words.is_empty());
    let model = embedder.and_then(|embedder| (embedder.load)());
    for id in &stale_words {
        writer.refresh_node_words(id)?;
        if let Some(model) = &model
            && let Some(words) = writer.state().node_words(id)?
        {
            writer.put_node_vector(id, &embed::node(model, &words))?;
        }
    }
    if !derived {
        let paths: Vec<&str> = run.files.iter().map(|file| &*file.path).collect();
        let asked: OnceCell<LeftOut> = OnceCell::new();
        let is_left_out = |path: &str| asked.get_or_init(|| left_out(run.options.root)).has(path);
        findings.extend(missing_files(&desired.nodes, &desired.doc_places, &paths, &is_left_out));
        if let Some(asked) = asked.get() {
            writer.set_meta(LEFT_OUT, &asked.mark())?;
        }
        findings.extend(unknown_annotations(&owners, &files));
    }
    findings.compact_sort();
    writer.set_diagnostics("", &findings)?;
    Ok(Differs { visible, parts })
}

fn put_nodes(writer: &Writer<'_>, old: &[NodeRow], new: &[NodeRow]) -> Result<BTreeSet<String>> {
    let before: HashMap<&str, &NodeRow> = old.iter().map(|node| (node.ref_id.as_str(), node)).collect();
    let mut changed = BTreeSet::new();
    for node in new {
        if before.get(node.ref_id.as_str()) != Some(&node) {
            writer.put_node(node)?;
            changed.insert(node.ref_id.clone());
        }
    }
    let after: HashSet<&str> = new.iter().map(|node| node.ref_id.as_str()).collect();
    for node in old.iter().filter(|node| !after.contains(node.ref_id.as_str())) {
        writer.delete_node(&node.ref_id)?;
        changed.insert(node.ref_id.clone());
    }
    Ok(changed)
}

fn put_edges(writer: &Writer<'_>, old: &[EdgeRow], new: Vec<EdgeRow>) -> Result<bool> {
    let key = |edge: &EdgeRow| (edge.src.clone(), edge.dst.clone(), edge.kind.clone());
    let before: HashMap<_, &EdgeRow> = old.iter().map(|edge| (key(edge), edge)).collect();
    let mut after = HashSet::with_capacity(new.len());
    let mut changed = false;
    for edge in &new {
        let key = key(edge);
        if before.get(&key) != Some(&edge) {
            writer.put_edge(edge)?;
            changed = true;
        }
        after.insert(key);
    }
    for edge in old.iter().filter(|edge| !after.contains(&key(edge))) {
        writer.delete_edge(&edge.src, &edge.dst, &edge.kind)?;
        changed = true;
    }
    Ok(changed)
}

/// Whether nodes are others to those who ask which of them a document is about.
fn parts_differ(old: &[NodeRow], new: &[NodeRow]) -> bool {
    fn part(node: &NodeRow) -> (&str, &str, Option<&str>, Vec<String>) {
        (&node.ref_id, &node.kind, node.source.as_deref(), node.not_docs())
    }
    old.len() != new.len() || old.iter().map(part).collect::<BTreeSet<_>>() != new.iter().map(part).collect()
}

/// What is part of what.
fn parents(edges: &[EdgeRow]) -> BTreeSet<(&str, &str)> {
    let part_of = edges.iter().filter(|edge| edge.kind == links::PART_OF);
    part_of.map(|edge| (edge.src.as_str(), edge.dst.as_str())).collect()
}

fn ownership_differs(old: &[NodeRow], new: &[NodeRow]) -> bool {
    let of = |nodes: &[NodeRow]| -> Vec<(String, Option<String>)> {
        let mut sources: Vec<_> =
            nodes.iter().map(|node| (node.ref_id.clone(), node.source.clone())).collect();
        sources.compact_sort();
        sources
    };
    of(old) != of(new)
}

/// Says anew to which nodes the symbols of these files belong.
fn link_symbols_of(writer: &Writer<'_>, owners: &Owners<'_>, files: &[(i64, String)]) -> Result<()> {
    for (file, path) in files {
        writer.clear_symbol_nodes(Some(*file))?;
        link_annotated(writer, owners, Some(*file))?;
        if let Some(node) = owners.by_source(path) {
            writer.add_file_nodes(&[(node, *file)])?;
        }
    }
    Ok(())
}

/// Says anew to which nodes all symbols belong.
fn link_all_symbols(writer: &Writer<'_>, owners: &Owners<'_>, files: &[FileRow]) -> Result<()> {
    writer.clear_symbol_nodes(None)?;
    link_annotated(writer, owners, None)?;
    let mut links: Vec<(&str, i64)> = files
        .iter()
        .filter(|file| file.kind == FileKind::Code && file.language.is_some() && file.skipped.is_none())
        .filter_map(|file| Some((owners.by_source(&file.path)?, file.id)))
        .collect();
    // In the order of the table's key, rows are appended; in any other, each is looked for its place.
    links.sort_unstable_by_key(|(_, file)| *file);
    writer.add_file_nodes(&links)
}

/// Links symbols of a file, or all, to the nodes that their annotations name.
fn link_annotated(writer: &Writer<'_>, owners: &Owners<'_>, file: Option<i64>) -> Result<()> {
    let symbols = writer.state().annotated_symbols(file)?;
    let mut links: Vec<(&str, i64)> = symbols
        .iter()
        .flat_map(|symbol| owners.annotated(&symbol.annotations).into_iter().map(|node| (node, symbol.id)))
        .collect();
    links.sort_unstable();
    writer.add_symbol_nodes(&links)
}

/// Links documents to the nodes that name them and that they name. `documents`: those that are new or changed. Nodes whose
/// words change are added to `stale_words`.
fn link_documents(
    writer: &Writer<'_>,
    owners: &Owners<'_>,
    nodes: &[NodeRow],
    documents: &[String],
    stale_words: &mut BTreeSet<String>,
    findings: &mut Vec<Diagnostic>,
) -> Result<bool> {
    let mut named: HashMap<&str, BTreeSet<&str>> = HashMap::new();
    for node in nodes {
        for doc in &node.docs {
            named.entry(doc).or_default().insert(&node.ref_id);
        }
    }
    let fresh: HashSet<&str> = documents.iter().map(String::as_str).collect();
    let mut visible = false;
    for document in writer.state().document_links()? {
        let mut wanted: BTreeSet<String> =
            named.get(document.path.as_str()).into_iter().flatten().map(|id| (*id).to_owned()).collect();
        for (id, line) in &document.refs {
            if owners.has(id) {
                wanted.insert(id.clone());
            } else {
                findings.push(
                    Diagnostic::warn(Code::UnknownAnnotation, format!("beadloom:ref names no node: {id}"))
                        .at(document.path.clone(), *line, 0)
                        .hint("add the node to the graph, or correct the id"),
                );
            }
        }
        let wanted: Vec<String> = wanted.into_iter().collect();
        // A node that goes takes its links along, and leaves the row without its first one.
        let differs = wanted != document.nodes || wanted.first() != document.first.as_ref();
        if differs || fresh.contains(document.path.as_str()) {
            writer.link_document(&document.path, &wanted)?;
            stale_words.extend(document.nodes);
            stale_words.extend(wanted);
            visible |= differs;
        }
    }
    Ok(visible)
}

fn unknown_annotations(owners: &Owners<'_>, files: &[FileRow]) -> Vec<Diagnostic> {
    let mut findings = Vec::new();
    for file in files {
        for annotation in file.annotations.iter().filter(|annotation| !owners.has(&annotation.value)) {
            findings.push(
                Diagnostic::warn(
                    Code::UnknownAnnotation,
                    format!("annotation names no node: {}={}", annotation.key, annotation.value),
                )
                .at(file.path.clone(), annotation.line, 0)
                .hint("add the node to the graph, or correct the annotation"),
            );
        }
    }
    findings
}
