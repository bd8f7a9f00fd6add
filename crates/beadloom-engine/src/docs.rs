//! Skeletons of documents, and facts to write documents from.

use std::collections::BTreeSet;

use beadloom_graph::bootstrap::{
    Confidence, PlannedNode, StubFacts, StubSymbol, SummarySource, default_document_path, stub_document,
};
use beadloom_index::read_source;
use beadloom_model::CompactSort as _;
use beadloom_model::answers::{SymbolChange, SyncReason};
use beadloom_model::requests::{DocsGenerateRequest, GenerateDocsRequest};
use beadloom_model::{Result, SymbolKind};
use beadloom_query as query;
use beadloom_store::{NodeRow, Store, SyncRow};

use serde::Serialize;

use crate::json::to_json;
use crate::onboarding::DraftDocument;
use crate::sync::Evidence;
use crate::{Call, Engine, Refresh};
use beadloom_audit::publisher_of;

/// Symbols and neighbours named in a skeleton.
const ENTRIES: usize = 12;

/// Documents that are larger are not sent to anybody.
const DOCUMENT: u64 = 256 << 10;

/// Skeletons to write.
#[derive(Debug, Default, PartialEq, Serialize)]
pub struct Skeletons {
    /// By path.
    pub documents: Vec<DraftDocument>,
    /// Nodes that get none, because a documentation site would publish it.
    pub left_out: u64,
    /// What publishes the folder: a file or folder, relative to the root.
    pub published_by: Option<String>,
}

impl Engine {
    /// Skeletons for nodes that have no document, for one node or all: where the node names its document, else at the default
    /// place, unless a documentation site is made of that. Nothing is written.
    ///
    /// # Errors
    /// `not_found` with suggestions, `no_index`, store errors.
    pub fn skeletons(&self, options: &DocsGenerateRequest, call: &Call<'_>) -> Result<Skeletons> {
        self.answer(Refresh::Needed, call, |store, _, _| {
            let files = store.state().files()?;
            let paths: BTreeSet<&str> = files.iter().map(|file| file.path.as_str()).collect();
            let nodes: Vec<NodeRow> = match &options.reference {
                None => store.state().nodes()?,
                Some(id) => match store.node(id)? {
                    Some(node) => vec![node],
                    None => return Err(query::unknown_node(store, id)?),
                },
            };
            let mut found = Skeletons::default();
            for node in nodes {
                if !store.documents_of_nodes(std::slice::from_ref(&node.ref_id))?.is_empty() {
                    continue;
                }
                let draft = skeleton(store, &node)?;
                let publisher = if node.docs.is_empty() { publisher_of(&paths, &draft.path) } else { None };
                if publisher.is_some() {
                    found.left_out += 1;
                    found.published_by = found.published_by.or(publisher);
                } else {
                    found.documents.push(draft);
                }
            }
            found.documents.compact_sort_by(|a, b| a.path.cmp(&b.path));
            Ok(found)
        })
    }

    /// Facts about a node, or all, for somebody to write from, as JSON.
    ///
    /// # Errors
    /// `not_found` with suggestions, `no_index`, store errors.
    pub fn documentation(&self, options: &GenerateDocsRequest, call: &Call<'_>) -> Result<String> {
        self.answer(options.refresh, call, |store, settings, stale| {
            let read = |path: &str| read_source(self.root(), path, DOCUMENT).map(|file| file.text);
            let request = query::DocumentationRequest {
                reference: options.reference.as_deref(),
                read: &read,
                stale: stale.clone(),
            };
            let mut answer = query::documentation(store, &request)?;
            let rows = store.state().sync_rows()?;
            let shown = |row: &&SyncRow| {
                row.status == "stale" && answer.nodes.iter().any(|node| node.ref_id == row.ref_id)
            };
            let behind: Vec<&SyncRow> = rows.iter().filter(shown).collect();
            let mut evidence = Evidence::new(store, self.root(), self.contents(settings), call.cancelled);
            evidence.gather(&behind);
            for row in behind {
                let change = SymbolChange {
                    doc_path: row.doc_path.clone(),
                    code_path: row.code_path.clone(),
                    reason: row.reason.as_deref().and_then(SyncReason::from_name),
                    symbols: evidence.details(row)?.symbols,
                };
                if let Some(node) = answer.nodes.iter_mut().find(|node| node.ref_id == row.ref_id) {
                    node.symbol_changes.push(change);
                }
            }
            to_json(&answer)
        })
    }
}

fn skeleton(store: &Store, node: &NodeRow) -> Result<DraftDocument> {
    let mut symbols = store.symbols_of_node(&node.ref_id, ENTRIES * 4)?;
    symbols.retain(|symbol| {
        symbol.exported && symbol.kind != SymbolKind::Method && symbol.kind != SymbolKind::Constant
    });
    let links = store.links_touching(std::slice::from_ref(&node.ref_id))?;
    let ends = |part: bool, from: bool| -> Vec<String> {
        links
            .iter()
            .filter(|link| (link.kind == "part_of") == part)
            .filter(|link| if from { link.src == node.ref_id } else { link.dst == node.ref_id })
            .map(|link| if from { link.dst.clone() } else { link.src.clone() })
            .take(ENTRIES)
            .collect()
    };
    let facts = StubFacts {
        symbols: symbols
            .into_iter()
            .take(ENTRIES)
            .map(|symbol| StubSymbol {
                name: symbol.qualified_name,
                path: symbol.file_path,
                line: symbol.line_start,
            })
            .collect(),
        depends_on: ends(false, true),
        used_by: ends(false, false),
        parts: ends(true, false),
    };
    let source = node.source.clone().unwrap_or_default();
    let planned = PlannedNode {
        ref_id: node.ref_id.clone(),
        kind: node.kind.clone(),
        summary: node.summary.clone(),
        summary_source: if node.summary.is_empty() { SummarySource::Fallback } else { SummarySource::Readme },
        confidence: Confidence::High,
        folders: if source.is_empty() { Vec::new() } else { vec![source.clone()] },
        source,
    };
    // A node that names its document finds it there; to any other the document says itself whose it is.
    let (path, mark) = match node.docs.first() {
        Some(declared) => (declared.clone(), String::new()),
        None => (
            default_document_path(&node.kind, &node.ref_id),
            format!("\n<!-- beadloom:ref={} -->\n", node.ref_id),
        ),
    };
    let content = format!("{}{mark}", stub_document(&planned, &facts));
    Ok(DraftDocument { path, content, ref_id: node.ref_id.clone() })
}
