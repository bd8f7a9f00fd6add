//! What `init` writes: a draft of graph and documents from what the index knows.

use beadloom_model::CompactSort as _;
use beadloom_model::requests::{BootstrapRequest, Stubs};
use std::collections::{BTreeMap, BTreeSet, HashMap};

use beadloom_graph::bootstrap::{
    Plan, PlannedEdge, PlannedNode, StubFacts, StubSymbol, document_path, stub_document,
};
use beadloom_graph::is_test;
use beadloom_index::{OwnDocuments, plan};
use beadloom_model::answers::InitFiles;
use beadloom_model::{Result, SymbolKind};
use beadloom_store::{FileKind, FileRow, Store, SymbolRow};
use serde::Serialize;

use crate::rules::{DraftRules, draft_rules};
use crate::settings::Settings;
use crate::{Call, Engine, Refresh};
use beadloom_audit::publisher_of;

/// Symbols named in a stub document.
const STUB_SYMBOLS: usize = 12;

/// Neighbours named in a stub document.
const STUB_NEIGHBOURS: usize = 12;

/// A draft: what would be written, and whether something stands in its way.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Draft {
    /// What was looked at.
    pub files: InitFiles,
    /// By ref_id.
    pub nodes: Vec<DraftNode>,
    /// By src, dst, kind.
    pub edges: Vec<PlannedEdge>,
    /// By src, dst, kind: what the code says of how nodes depend on each other.
    pub dependences: Vec<PlannedEdge>,
    /// By src, dst: every dependence by imports, also what `dependences` leaves out because it is rare or mutual.
    pub imports: Vec<PlannedEdge>,
    /// Documents to write where there are none, by path.
    pub documents: Vec<DraftDocument>,
    /// Domains and services without a document that get none here.
    pub stubs_left_out: u64,
    /// What publishes the folder that stubs would go to, so that none are written: a file or folder, relative to the root.
    pub published_by: Option<String>,
    /// The pattern that keeps Git from tracking the graph that is to be written.
    pub ignored_by: Option<String>,
    /// The rules that hold for this graph, with what is kept of it; none in what documents give.
    pub rules: DraftRules,
    /// Whether a graph is kept already.
    pub graph_exists: bool,
}

/// A node to write.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct DraftNode {
    /// Unique.
    pub ref_id: String,
    /// `service`, `domain`, `feature`, `entity` or `adr`.
    pub kind: String,
    /// One sentence.
    pub summary: String,
    /// A folder, a file, or `""`.
    pub source: String,
    /// A README that is there, or the stub.
    pub docs: Vec<String>,
    /// `high`, `medium` or `low`.
    pub confidence: String,
    /// Every folder (ends with `/`) and file that belongs to it; `source` is the one with most of it.
    pub folders: Vec<String>,
}

/// A stub document.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct DraftDocument {
    /// Relative to the root.
    pub path: String,
    /// Markdown.
    pub content: String,
    /// The node it tells about.
    pub ref_id: String,
}

impl Engine {
    /// Drafts graph and documents; nothing is written but the index. `scopes`: folders to look at, all where empty.
    ///
    /// # Errors
    /// What bringing the index up to date says.
    pub fn bootstrap(&self, options: &BootstrapRequest, call: &Call<'_>) -> Result<Draft> {
        self.answer(Refresh::Needed, call, |store, settings, _| {
            let state = store.state();
            let files = state.files()?;
            let imports = state.import_pairs()?;
            let plan = plan(&state, &files, &imports, self.root(), &settings.config, &options.scopes)?;
            let rules = draft_rules(store, &plan, Default::default(), &files, &imports)?;
            let ignored_by = self.ignored_graph(settings, call);
            Ok(Draft { rules, ignored_by, ..draft(store, &files, &plan, options.stubs)? })
        })
    }

    /// The pattern that keeps Git from tracking new files of the graph, as it is shown.
    pub(crate) fn ignored_graph(&self, settings: &Settings, call: &Call<'_>) -> Option<String> {
        let folder = &settings.config.docs.graph;
        let found = beadloom_git::ignore_pattern(self.root(), folder, call.cancelled)?;
        Some(format!("`{}` in {}:{}", found.pattern, found.file, found.line))
    }
}

/// Nodes, edges and documents of a plan, without rules.
pub(crate) fn draft(store: &Store, files: &[FileRow], plan: &Plan, stubs: Stubs) -> Result<Draft> {
    let paths: BTreeSet<&str> = files.iter().map(|file| file.path.as_str()).collect();
    let mut languages: BTreeMap<String, u64> = BTreeMap::new();
    for file in files.iter().filter(|file| file.kind == FileKind::Code) {
        *languages.entry(file.language.clone().unwrap_or_default()).or_default() += 1;
    }
    let own = OwnDocuments::of(plan);
    let neighbours = Neighbours::of(plan);
    let mut documents = Vec::new();
    let (mut stubs_left_out, mut published_by) = (0, None);
    let parents = Parents::of(plan);
    let mut nodes = Vec::with_capacity(plan.nodes.len());
    for node in &plan.nodes {
        let mut docs: Vec<String> = own.document(node, &|path| paths.contains(path)).into_iter().collect();
        // Features and entities inside a domain are told about by its document until a person writes one for them.
        if docs.is_empty() && matches!(node.kind.as_str(), "domain" | "service") {
            let path = document_path(node);
            let site = publisher_of(&paths, &path);
            let is_wanted = match stubs {
                Stubs::All => true,
                Stubs::First => parents.is_first_level(&node.ref_id),
                Stubs::None => false,
            };
            if is_wanted && site.is_none() {
                documents.push(DraftDocument {
                    path: path.clone(),
                    content: stub_document(node, &stub_facts(store, &neighbours, node)?),
                    ref_id: node.ref_id.clone(),
                });
                docs.push(path);
            } else {
                stubs_left_out += 1;
                published_by = published_by.or(site.filter(|_| is_wanted));
            }
        }
        nodes.push(DraftNode {
            ref_id: node.ref_id.clone(),
            kind: node.kind.clone(),
            summary: node.summary.clone(),
            source: node.source.clone(),
            docs,
            confidence: node.confidence.as_str().to_owned(),
            folders: node.folders.clone(),
        });
    }
    documents.compact_sort_by(|a, b| a.path.cmp(&b.path));
    Ok(Draft {
        files: InitFiles { scanned: files.len() as u64, languages },
        nodes,
        edges: plan.edges.clone(),
        dependences: plan.dependences.clone(),
        imports: plan.imports.clone(),
        documents,
        stubs_left_out,
        published_by,
        ignored_by: None,
        rules: DraftRules::default(),
        graph_exists: files.iter().any(|file| file.kind == FileKind::Graph),
    })
}

/// What nodes are part of.
struct Parents<'a>(HashMap<&'a str, &'a str>);

impl<'a> Parents<'a> {
    fn of(plan: &'a Plan) -> Self {
        let part_of = plan.edges.iter().filter(|edge| edge.kind == "part_of");
        Self(part_of.map(|edge| (edge.src.as_str(), edge.dst.as_str())).collect())
    }

    /// Whether it is part of nothing, or of what is part of nothing.
    fn is_first_level(&self, id: &str) -> bool {
        self.0.get(id).is_none_or(|parent| !self.0.contains_key(parent))
    }
}

/// The ends of a plan's edges, by node and in the order of the edges; no more of each than a stub names.
#[derive(Default)]
struct Neighbours<'a> {
    depends_on: HashMap<&'a str, Vec<String>>,
    used_by: HashMap<&'a str, Vec<String>>,
    parts: HashMap<&'a str, Vec<String>>,
}

impl<'a> Neighbours<'a> {
    fn of(plan: &'a Plan) -> Self {
        let mut found = Self::default();
        let note = |lists: &mut HashMap<&'a str, Vec<String>>, of: &'a str, other: &str| {
            let list = lists.entry(of).or_default();
            if list.len() < STUB_NEIGHBOURS {
                list.push(other.to_owned());
            }
        };
        for PlannedEdge { src, dst, kind, .. } in plan.edges.iter().chain(&plan.dependences) {
            match kind.as_str() {
                "depends_on" => {
                    note(&mut found.depends_on, src, dst);
                    note(&mut found.used_by, dst, src);
                }
                "part_of" => note(&mut found.parts, dst, src),
                _ => {}
            }
        }
        found
    }
}

fn stub_facts(store: &Store, neighbours: &Neighbours<'_>, node: &PlannedNode) -> Result<StubFacts> {
    let mut symbols: Vec<SymbolRow> = Vec::new();
    for place in &node.folders {
        symbols.extend(if place.ends_with('/') {
            store.symbols_below(place, STUB_SYMBOLS * 4)?
        } else {
            store.symbols_of_file(place, STUB_SYMBOLS * 4)?
        });
    }
    symbols.retain(|symbol| {
        symbol.exported && symbol.kind != SymbolKind::Method && symbol.kind != SymbolKind::Constant
    });
    symbols.compact_sort_by_key(|symbol| {
        let is_function = symbol.kind == SymbolKind::Function;
        let depth = symbol.qualified_name.matches('.').count();
        (is_test(&symbol.file_path), depth, is_function, symbol.file_path.clone(), symbol.line_start)
    });
    let ends =
        |lists: &HashMap<&str, Vec<String>>| lists.get(node.ref_id.as_str()).cloned().unwrap_or_default();
    Ok(StubFacts {
        symbols: symbols
            .into_iter()
            .take(STUB_SYMBOLS)
            .map(|symbol| StubSymbol {
                name: symbol.qualified_name,
                path: symbol.file_path,
                line: symbol.line_start,
            })
            .collect(),
        depends_on: ends(&neighbours.depends_on),
        used_by: ends(&neighbours.used_by),
        parts: ends(&neighbours.parts),
    })
}
