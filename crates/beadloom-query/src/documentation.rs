//! What there is to write about nodes, for whoever writes it.

use beadloom_graph::bootstrap::default_document_path;
use beadloom_model::CompactSort as _;
use beadloom_model::Result;
use beadloom_model::answers::{ANSWER_VERSION, Edge, ExistingDocument, GenerateDocsAnswer, NodeFacts};
use beadloom_store::{NodeRow, Store};

use crate::graph::{GraphFormat, GraphRequest, graph_view};
use crate::symbols::shown;
use crate::{Staleness, focus, routes};

/// Nodes of an answer.
const NODES: usize = 40;

/// Symbols and routes of a node.
const ENTRIES: usize = 60;

/// How to write. It is the same for every project: what differs stands in the facts.
const INSTRUCTIONS: &str = "Write or correct the document at doc_path of each node. Say what the node does, for whom, which rules \
always hold, and how it is called; leave out what the code says as well. Every statement must follow from the symbols, \
routes and dependencies given, or from code that you have read; where you do not know, say so. Put names of symbols and \
files into backticks only where the document depends on them: a document that names symbols in backticks is checked \
against these alone. Keep what a person wrote unless symbol_changes show that it is wrong, keep front matter and \
beadloom comments, and delete TODO comments and the marks of generated sections that you replace. When a document is in \
step with the code, run `beadloom sync-update <ref_id> -y`.";

/// What [`documentation`] needs to be told.
pub struct DocumentationRequest<'a> {
    /// A node; None: all.
    pub reference: Option<&'a str>,
    /// The text of a document.
    pub read: &'a dyn Fn(&str) -> Option<String>,
    /// How far the index is behind.
    pub stale: Staleness,
}

/// Facts about nodes, in the order of their ids. `symbol_changes` are left empty: the index does not know what was.
///
/// # Errors
/// `not_found` with suggestions, store errors.
pub fn documentation(store: &Store, request: &DocumentationRequest<'_>) -> Result<GenerateDocsAnswer> {
    store.snapshot(|| {
        let nodes: Vec<NodeRow> = match request.reference {
            None => store.state().nodes()?,
            Some(id) => match store.node(id)? {
                Some(node) => vec![node],
                None => return Err(focus::unknown_node(store, id)?),
            },
        };
        let owners = focus::ownership(store)?;
        let routes = routes::of_product(store, store.state().routes()?)?;
        let omitted = nodes.len().saturating_sub(NODES) as u64;
        let facts = |node: NodeRow| -> Result<NodeFacts> {
            let mut symbols = store.symbols_of_node(&node.ref_id, ENTRIES)?;
            symbols.retain(|symbol| symbol.exported);
            symbols.compact_sort_by(|a, b| (&a.file_path, a.line_start).cmp(&(&b.file_path, b.line_start)));
            let links = store.links_touching(std::slice::from_ref(&node.ref_id))?;
            let documents = store.documents_of_nodes(std::slice::from_ref(&node.ref_id))?;
            let existing_doc = documents.into_iter().find_map(|(path, _)| {
                let content = (request.read)(&path)?;
                Some(ExistingDocument { path, content })
            });
            Ok(NodeFacts {
                doc_path: match (&existing_doc, node.docs.first()) {
                    (Some(document), _) => document.path.clone(),
                    (None, Some(declared)) => declared.clone(),
                    (None, None) => default_document_path(&node.kind, &node.ref_id),
                },
                symbols: symbols.into_iter().map(shown).collect(),
                routes: routes
                    .iter()
                    .filter(|route| owners.owner(&route.file_path) == Some(node.ref_id.as_str()))
                    .take(ENTRIES)
                    .cloned()
                    .map(routes::shown)
                    .collect(),
                dependencies: links
                    .into_iter()
                    .filter(|link| link.kind != "part_of")
                    .map(|link| Edge { src: link.src, dst: link.dst, kind: link.kind })
                    .collect(),
                existing_doc,
                symbol_changes: Vec::new(),
                ref_id: node.ref_id,
                kind: node.kind,
                summary: node.summary,
                source: node.source,
            })
        };
        let nodes = nodes.into_iter().take(NODES).map(facts).collect::<Result<Vec<NodeFacts>>>()?;
        let picture = GraphRequest {
            refs: request.reference.map(str::to_owned).into_iter().collect(),
            depth: 1,
            scope: None,
            surroundings: false,
            contracts: Vec::new(),
            stale: request.stale.clone(),
        };
        Ok(GenerateDocsAnswer {
            version: ANSWER_VERSION,
            nodes,
            omitted,
            architecture: graph_view(store, &picture)?.write(GraphFormat::Mermaid)?,
            instructions: INSTRUCTIONS.to_owned(),
            warning: request.stale.warning.clone(),
            stale_paths: request.stale.shown_paths(),
        })
    })
}
