//! What `init --import` makes of documents that people wrote.

use beadloom_model::CompactSort as _;
use beadloom_model::requests::ImportDocumentsRequest;
use std::collections::{BTreeMap, BTreeSet};

use beadloom_graph::bootstrap::PlannedEdge;
use beadloom_graph::import::{
    self, DocumentFact, Import, ImportFacts, Imported, KeptNode, Strategy, TypeFact,
};
use beadloom_graph::is_test;
use beadloom_index::{plan, read_text};
use beadloom_lang::markdown;
use beadloom_model::answers::{Conflict, ImportedDocument, InitFiles, ReviewItem};
use beadloom_model::{Code, Error, Result, SymbolKind};
use beadloom_store::{FileKind, NodeRow, Store};
use serde::Serialize;

use crate::merging::{GraphFileNodes, check_graph, declared_edges, graph_files, homes};
use crate::onboarding::{Draft, DraftDocument, DraftNode};
use crate::rules::DraftRules;
use crate::{Call, Engine, Refresh};

/// How many types of one name are looked at.
const TYPES: usize = 20;

/// What an import would write, and what it tells.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ImportDraft {
    /// New nodes, their edges, and the copies as documents.
    #[serde(flatten)]
    pub draft: Draft,
    /// Kept nodes that documents belong to, which do not name them.
    pub conflicts: Vec<Conflict>,
    /// How many nodes of each kind the graph's files hold, by path and kind.
    pub graph_files: Vec<GraphFileNodes>,
    /// The graph file of each kept node that an edge of the draft begins at, by ref_id.
    pub homes: BTreeMap<String, String>,
    /// How many documents are of each class.
    pub classified: BTreeMap<String, u64>,
    /// What became of each document, by path.
    pub imported: Vec<ImportedDocument>,
    /// Relations to decide on, by path and line.
    pub review: Vec<ReviewItem>,
}

impl Engine {
    /// Drafts nodes, edges and copies of the Markdown files in a folder; nothing is written but the index.
    ///
    /// `folder`: relative to the root, `.` for all of the project.
    ///
    /// # Errors
    /// `not_found` where the folder has no Markdown files that the index may see; the first error of a graph with
    /// errors; what bringing the index up to date says.
    pub fn import(&self, options: &ImportDocumentsRequest, call: &Call<'_>) -> Result<ImportDraft> {
        self.answer(Refresh::Needed, call, |store, settings, _| {
            let state = store.state();
            let rows = state.files()?;
            check_graph(&state.errors()?, &rows)?;
            let folder = options.folder.trim_start_matches("./").trim_end_matches('/');
            let folder =
                if folder.is_empty() || folder == "." { String::new() } else { format!("{folder}/") };
            let files: BTreeSet<&str> = rows.iter().map(|row| row.path.as_str()).collect();
            let drafts = state.drafts()?;
            let (documents, skipped) =
                self.read_documents(&files, &folder, (settings.config.max_file_size, &drafts), call)?;
            let imports = state.import_pairs()?;
            let mut code = plan(&state, &rows, &imports, self.root(), &settings.config, &[])?;
            // Types and decision records are found in what the documents say.
            code.nodes.retain(|node| matches!(node.kind.as_str(), "service" | "domain" | "feature"));
            let nodes: Vec<NodeRow> = kept_nodes(store)?;
            let edges = declared_edges(store, &nodes)?;
            let kept: Vec<KeptNode> = nodes.iter().map(kept_node).collect();
            let root = settings.config.docs.root.first().map_or("docs/", String::as_str);
            let docs_root = format!("{}/", root.trim_end_matches('/'));
            let docs_root = docs_root.trim_start_matches("./");
            let found = import::plan(&ImportFacts {
                folder: &folder,
                documents: &documents,
                files: &files,
                parts: &code.nodes,
                kept: &kept,
                kept_edges: &edges.into_iter().map(|edge| (edge.src, edge.dst)).collect(),
                types: &|name| types(store, name),
                standing: &|path| {
                    let text = files.contains(path).then(|| read_text(self.root(), path, 1 << 20).ok())??;
                    Some(markdown::read(path, &text))
                },
                docs_root,
                strategy: if options.restructure { Strategy::Restructure } else { Strategy::Map },
            });
            let graph_exists = rows.iter().any(|row| row.kind == FileKind::Graph);
            let mut languages: BTreeMap<String, u64> = BTreeMap::new();
            for row in rows.iter().filter(|row| row.kind == FileKind::Code) {
                *languages.entry(row.language.clone().unwrap_or_default()).or_default() += 1;
            }
            let files = InitFiles { scanned: rows.len() as u64, languages };
            let mut draft = draft(found, skipped, &nodes, files, graph_exists);
            draft.draft.ignored_by = self.ignored_graph(settings, call);
            Ok(draft)
        })
    }

    /// The documents of a folder that can be read, and those that cannot, with the reason.
    fn read_documents(
        &self,
        files: &BTreeSet<&str>,
        folder: &str,
        (max_size, drafts): (u64, &BTreeSet<String>),
        call: &Call<'_>,
    ) -> Result<(Vec<DocumentFact>, Vec<ImportedDocument>)> {
        let mut documents = Vec::new();
        let mut skipped = Vec::new();
        let inside = files.range(folder..).take_while(|path| path.starts_with(folder));
        let not_imported = |path: &str, why: String| ImportedDocument {
            path: path.to_owned(),
            class: None,
            ref_id: None,
            copy: None,
            links_changed: 0,
            links_broken: 0,
            skipped: Some(why),
        };
        for &path in inside.filter(|path| is_markdown(path) && !path.starts_with(".beadloom/")) {
            // It was made of the code, and says nothing that the code does not.
            if drafts.contains(path) {
                skipped.push(not_imported(path, "a draft of beadloom that nobody has reviewed".to_owned()));
                continue;
            }
            if call.cancelled.load(std::sync::atomic::Ordering::Relaxed) {
                return Err(Error::new(Code::Cancelled, "the work was cancelled"));
            }
            match read_text(self.root(), path, max_size) {
                Ok(text) => {
                    let reading = markdown::read(path, &text);
                    documents.push(DocumentFact { path: path.to_owned(), text, reading });
                }
                Err(diagnostic) => skipped.push(not_imported(path, diagnostic.message)),
            }
        }
        if documents.is_empty() && skipped.is_empty() {
            let name = if folder.is_empty() { "the project" } else { folder };
            return Err(Error::new(Code::NotFound, format!("no Markdown files in {name}")).hint(
                "name the folder of the documents; files that .gitignore or .beadloomignore names are not seen",
            ));
        }
        Ok((documents, skipped))
    }
}

fn is_markdown(path: &str) -> bool {
    path.rsplit_once('.')
        .is_some_and(|(_, end)| end.eq_ignore_ascii_case("md") || end.eq_ignore_ascii_case("markdown"))
}

/// Nodes that stand in graph files; those that are derived from the code are nobody's.
fn kept_nodes(store: &Store) -> Result<Vec<NodeRow>> {
    let nodes = store.nodes_by_id(&store.node_ids()?)?;
    Ok(nodes.into_iter().filter(|node| node.path.is_some()).collect())
}

fn kept_node(node: &NodeRow) -> KeptNode {
    KeptNode {
        ref_id: node.ref_id.clone(),
        kind: node.kind.clone(),
        source: node.source.clone().unwrap_or_default(),
        docs: node.docs.clone(),
    }
}

/// The exported types of a name outside of tests, one per file. What cannot be asked is not there.
fn types(store: &Store, name: &str) -> Vec<TypeFact> {
    let mut found: Vec<TypeFact> = Vec::new();
    for symbol in store.symbols_named(name, name, TYPES).unwrap_or_default() {
        let is_type = matches!(symbol.kind, SymbolKind::Class | SymbolKind::Interface | SymbolKind::Type);
        if is_type
            && symbol.exported
            && !is_test(&symbol.file_path)
            && found.iter().all(|other| other.path != symbol.file_path)
        {
            found.push(TypeFact { path: symbol.file_path, form: symbol.form, summary: symbol.summary });
        }
    }
    found
}

/// Documents as the answer and the draft have them, each list by path.
struct ImportedDocuments {
    /// How many there are of each class.
    classified: BTreeMap<String, u64>,
    imported: Vec<ImportedDocument>,
    /// Those that are copied to a place of their own.
    copies: Vec<DraftDocument>,
}

fn imported_documents(documents: Vec<Imported>, skipped: Vec<ImportedDocument>) -> ImportedDocuments {
    let mut classified: BTreeMap<String, u64> = BTreeMap::new();
    let mut copies = Vec::new();
    let mut imported = skipped;
    for one in documents {
        *classified.entry(one.class.as_str().to_owned()).or_default() += 1;
        let Imported { path, class, ref_id, copy, text, links_changed, links_broken } = one;
        if let (Some(place), Some(content)) = (&copy, text) {
            let ref_id = ref_id.clone().unwrap_or_default();
            copies.push(DraftDocument { path: place.clone(), content, ref_id });
        }
        imported.push(ImportedDocument {
            path,
            class: Some(class.as_str().to_owned()),
            ref_id,
            copy,
            links_changed: u64::from(links_changed),
            links_broken: u64::from(links_broken),
            skipped: None,
        });
    }
    imported.compact_sort_by(|a, b| a.path.cmp(&b.path));
    copies.compact_sort_by(|a, b| a.path.cmp(&b.path));
    ImportedDocuments { classified, imported, copies }
}

fn draft(
    found: Import,
    skipped: Vec<ImportedDocument>,
    kept: &[NodeRow],
    files: InitFiles,
    graph_exists: bool,
) -> ImportDraft {
    let Import { documents, nodes, edges, doubts, unnamed } = found;
    let ImportedDocuments { classified, imported, copies } = imported_documents(documents, skipped);
    ImportDraft {
        homes: homes(kept, edges.iter().map(|edge| edge.src.as_str())),
        draft: Draft {
            files,
            nodes: nodes
                .into_iter()
                .map(|node| DraftNode {
                    ref_id: node.ref_id,
                    kind: node.kind,
                    summary: node.summary,
                    source: node.source,
                    docs: node.docs,
                    confidence: node.confidence.as_str().to_owned(),
                    folders: Vec::new(),
                })
                .collect(),
            edges: edges
                .into_iter()
                .map(|edge| PlannedEdge {
                    src: edge.src,
                    dst: edge.dst,
                    kind: edge.kind.to_owned(),
                    count: 0,
                })
                .collect(),
            dependences: Vec::new(),
            imports: Vec::new(),
            documents: copies,
            stubs_left_out: 0,
            published_by: None,
            ignored_by: None,
            rules: DraftRules::default(),
            graph_exists,
        },
        conflicts: unnamed
            .into_iter()
            .map(|one| Conflict {
                ref_id: one.ref_id,
                field: "docs".to_owned(),
                kept: one.docs.join(", "),
                found: one.path,
            })
            .collect(),
        graph_files: graph_files(kept),
        classified,
        imported,
        review: doubts
            .into_iter()
            .map(|doubt| ReviewItem {
                path: doubt.path,
                line: u64::from(doubt.line),
                src: doubt.src,
                dst: Some(doubt.dst).filter(|dst| !dst.is_empty()),
                kind: doubt.kind.to_owned(),
                reason: doubt.reason,
            })
            .collect(),
    }
}
