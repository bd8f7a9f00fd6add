//! Computes the graph that the index must hold: what graph files declare, or what follows from the code if there are none.

use std::collections::{HashMap, HashSet};

use beadloom_graph::assemble;
use beadloom_graph::bootstrap::Plan;
use beadloom_model::{Code, Diagnostic, EdgeOrigin, GraphFile, Links, Result};
use beadloom_store::{EdgeRow, FileRow, ImportPair, NodeRow, State};
use serde_json::Map;

use crate::options::Options;
use crate::plan::{OwnDocuments, plan};
use crate::walk::Found;

/// Nodes and edges as they shall be, before imports and annotations add theirs.
pub struct Desired {
    pub nodes: Vec<NodeRow>,
    pub edges: Vec<EdgeRow>,
    /// Where each document of each node is named.
    pub doc_places: HashMap<(String, String), (String, u32, u32)>,
    pub diagnostics: Vec<Diagnostic>,
}

/// A graph as its files declare it, for a state of the project that is not that of the index.
pub struct Declared {
    /// By ref_id.
    pub nodes: Vec<NodeRow>,
    /// By src, dst, kind.
    pub edges: Vec<EdgeRow>,
    /// What its files show together, and sources and documents that are not among the paths.
    pub diagnostics: Vec<Diagnostic>,
}

/// The rows that graph files make in a project of these links and paths, which are sorted.
pub fn declared(files: &[GraphFile], links: &Links, paths: &[&str]) -> Declared {
    let Desired { nodes, edges, doc_places, mut diagnostics } = kept_graph(files, links);
    diagnostics.extend(missing_files(&nodes, &doc_places, paths, &|_| false));
    Declared { nodes, edges, diagnostics }
}

/// That of graph files. What they name by a link they name by its own path in the index.
pub fn kept_graph(files: &[GraphFile], links: &Links) -> Desired {
    let own = |path: String| links.real(&path).unwrap_or(path);
    let graph = assemble(files);
    let mut doc_places = HashMap::new();
    let nodes = graph
        .nodes
        .into_iter()
        .map(|node| {
            let mut docs: Vec<String> = Vec::with_capacity(node.spec.docs.len());
            for (doc, place) in node.spec.docs {
                let doc = own(doc);
                doc_places.entry((node.spec.ref_id.clone(), doc.clone())).or_insert((
                    node.file.clone(),
                    place.line,
                    place.column,
                ));
                if !docs.contains(&doc) {
                    docs.push(doc);
                }
            }
            NodeRow {
                ref_id: node.spec.ref_id,
                kind: node.spec.kind,
                summary: node.spec.summary,
                source: node.spec.source.map(own),
                docs,
                tags: node.spec.tags,
                extra: node.spec.extra,
                path: Some(node.file),
                line: Some(node.spec.place.line),
            }
        })
        .collect();
    let edges = graph
        .edges
        .into_iter()
        .map(|edge| EdgeRow {
            src: edge.spec.src,
            dst: edge.spec.dst,
            kind: edge.spec.kind,
            origin: EdgeOrigin::Declared,
            extra: edge.spec.extra,
            path: Some(edge.file),
            line: Some(edge.spec.place.line),
        })
        .collect();
    Desired { nodes, edges, doc_places, diagnostics: graph.diagnostics }
}

/// The graph that bootstrap would write, kept in the index alone.
pub fn derive_graph(
    state: &State<'_>,
    files: &[FileRow],
    imports: &[ImportPair],
    options: &Options<'_>,
    found: &[Found],
) -> Result<Desired> {
    let plan = plan(state, files, imports, options.root, options.config, &[])?;
    let paths: HashSet<&str> = found.iter().map(|file| &*file.path).collect();
    let (nodes, edges) = drafted(&plan, &|path| paths.contains(path));
    Ok(Desired { nodes, edges, doc_places: HashMap::new(), diagnostics: Vec::new() })
}

/// The nodes and declared edges of a plan, as the index has them while no graph is kept. `has`: whether a file is there.
pub fn drafted(plan: &Plan, has: &dyn Fn(&str) -> bool) -> (Vec<NodeRow>, Vec<EdgeRow>) {
    let own = OwnDocuments::of(plan);
    let nodes = plan
        .nodes
        .iter()
        .map(|node| NodeRow {
            ref_id: node.ref_id.clone(),
            kind: node.kind.clone(),
            summary: node.summary.clone(),
            source: Some(node.source.clone()),
            docs: own.document(node, has).into_iter().collect(),
            tags: Vec::new(),
            extra: Map::new(),
            path: None,
            line: None,
        })
        .collect();
    let edges = plan
        .edges
        .iter()
        .map(|edge| EdgeRow {
            src: edge.src.clone(),
            dst: edge.dst.clone(),
            kind: edge.kind.clone(),
            origin: EdgeOrigin::Declared,
            extra: Map::new(),
            path: None,
            line: None,
        })
        .collect();
    (nodes, edges)
}

/// Sources and documents of nodes that are not among the paths, which are sorted, unless the work tree leaves them out.
pub fn missing_files(
    nodes: &[NodeRow],
    doc_places: &HashMap<(String, String), (String, u32, u32)>,
    paths: &[&str],
    is_left_out: &dyn Fn(&str) -> bool,
) -> Vec<Diagnostic> {
    let has_file = |path: &str| paths.binary_search(&path).is_ok();
    let has_below = |folder: &str| {
        let prefix = format!("{}/", folder.trim_end_matches('/'));
        let at = paths.partition_point(|path| *path < prefix.as_str());
        paths.get(at).is_some_and(|path| path.starts_with(&prefix))
    };
    let mut findings = Vec::new();
    for node in nodes {
        let file = node.path.clone().unwrap_or_default();
        if let Some(source) = node.source.as_deref()
            && !matches!(source, "" | "." | "./")
            && !has_file(source)
            && !has_below(source)
            && !is_left_out(source)
        {
            findings.push(
                Diagnostic::warn(
                    Code::MissingSource,
                    format!("source of {} matches no file: {source}", node.ref_id),
                )
                .at(file.clone(), node.line.unwrap_or(0), 0)
                .hint("correct the path, or remove `source`"),
            );
        }
        for doc in node.docs.iter().filter(|doc| !has_file(doc) && !is_left_out(doc)) {
            let (path, line, column) = doc_places
                .get(&(node.ref_id.clone(), doc.clone()))
                .cloned()
                .unwrap_or((file.clone(), node.line.unwrap_or(0), 0));
            findings.push(
                Diagnostic::warn(
                    Code::MissingDoc,
                    format!("document of {} does not exist: {doc}", node.ref_id),
                )
                .at(path, line, column)
                .hint("write the document, correct the path, or stop ignoring it in `.gitignore`"),
            );
        }
    }
    findings
}
