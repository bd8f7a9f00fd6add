//! What `init` writes: a draft of graph and documents from what the index knows.

use beadloom_model::CompactSort as _;
use beadloom_model::requests::{BootstrapRequest, Stubs};
use std::collections::{BTreeMap, BTreeSet, HashMap};

use beadloom_graph::bootstrap::{
    Plan, PlannedEdge, PlannedNode, StubFacts, StubSymbol, document_path, introduction, stub_document,
};
use beadloom_graph::is_test;
use beadloom_index::{OwnDocuments, Parts, links_to, plan, read_input};
use beadloom_model::answers::InitFiles;
use beadloom_model::{Result, SymbolKind};
use beadloom_store::{DerivedLink, FileKind, FileRow, Store, SymbolRow};
use beadloom_sync::links::{SURE, is_general, plain};
use serde::Serialize;

use crate::prose::documents;
use crate::rules::{DraftRules, draft_rules};
use crate::settings::Settings;
use crate::{Call, Engine, Refresh};
use beadloom_audit::publisher_of;

/// Symbols named in a stub document.
const STUB_SYMBOLS: usize = 8;

/// Documents that a node of a draft names.
const MAX_DOCUMENTS: usize = 4;

/// Words of a sentence among which its subject stands, and letters of a name that can be told there.
const SUBJECT_WORDS: usize = 8;
const MIN_NAME_CHARS: usize = 3;

/// How sentences begin that are about the document and its reader.
const ASIDES: &[&str] = &[
    "a number of", "before ", "export ", "if you", "import ", "in this ", "put ", "the docker",
    "the objective", "this chapter", "this document", "this example", "this guide", "this page",
    "this section", "this tutorial", "to ", "via ", "we ", "you ",
];

/// Neighbours named in a stub document.
const STUB_NEIGHBOURS: usize = 8;

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
            let links = links_to(&state, &files, &Parts::of_plan(&plan))?;
            let read = |path: &str| read_input(self.root(), path);
            let about = Documents::of(&links, &read);
            Ok(Draft { rules, ignored_by, ..draft(store, &files, &plan, options.stubs, &about)? })
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
pub(crate) fn draft(
    store: &Store,
    files: &[FileRow],
    plan: &Plan,
    stubs: Stubs,
    about: &Documents<'_>,
) -> Result<Draft> {
    let stubs = match stubs {
        Stubs::Auto if has_documents(files) => Stubs::None,
        Stubs::Auto => Stubs::First,
        chosen => chosen,
    };
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
        let sure = about.sure(&node.ref_id).filter(|path| !docs.iter().any(|known| known == path));
        docs.extend(sure.map(str::to_owned).collect::<Vec<String>>());
        // Features and entities inside a domain are told about by its document until a person writes one for them, and what
        // somebody wrote, wherever it is, makes a skeleton needless.
        if docs.is_empty() && !about.has(&node.ref_id) && matches!(node.kind.as_str(), "domain" | "service") {
            let path = document_path(node);
            let site = publisher_of(&paths, &path);
            let is_wanted = match stubs {
                Stubs::All => true,
                Stubs::First | Stubs::Auto => parents.is_first_level(&node.ref_id),
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
            summary: if node.summary.is_empty() {
                about.summary(&node.ref_id, &node.source)
            } else {
                node.summary.clone()
            },
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

/// Whether people of the project write documents: skeletons would stand beside them.
fn has_documents(files: &[FileRow]) -> bool {
    let is_readme = |path: &str| {
        let name = path.rsplit('/').next().unwrap_or(path);
        name.split('.').next().is_some_and(|stem| stem.eq_ignore_ascii_case("readme"))
    };
    documents(files).any(|row| !is_readme(&row.path) && !is_general(&row.path) && !is_test(&row.path))
}

/// What documents are about the nodes of a draft.
pub(crate) struct Documents<'a> {
    /// By node, the surest first.
    of_node: HashMap<&'a str, Vec<&'a DerivedLink>>,
    /// How many nodes a document is about.
    nodes_of: HashMap<&'a str, usize>,
    read: &'a dyn Fn(&str) -> Option<String>,
}

impl<'a> Documents<'a> {
    /// From what was found.
    pub(crate) fn of(links: &'a [DerivedLink], read: &'a dyn Fn(&str) -> Option<String>) -> Self {
        let mut of_node: HashMap<&str, Vec<&DerivedLink>> = HashMap::new();
        let mut nodes_of: HashMap<&str, usize> = HashMap::new();
        for link in links {
            of_node.entry(&link.ref_id).or_default().push(link);
            if link.section.is_none() {
                *nodes_of.entry(&link.path).or_default() += 1;
            }
        }
        for links in of_node.values_mut() {
            links.sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| a.path.cmp(&b.path)));
        }
        Self { of_node, nodes_of, read }
    }

    /// Whether any document, or a section of one, is about a node.
    fn has(&self, ref_id: &str) -> bool {
        self.of_node.contains_key(ref_id)
    }

    fn whole(&self, ref_id: &str) -> impl Iterator<Item = &'a DerivedLink> + '_ {
        let links = self.of_node.get(ref_id).into_iter().flatten().copied();
        links.filter(|link| link.section.is_none())
    }

    /// Documents that are about this node alone without doubt.
    fn sure(&self, ref_id: &str) -> impl Iterator<Item = &'a str> + '_ {
        self.whole(ref_id)
            .filter(|link| link.score >= SURE && self.nodes_of.get(link.path.as_str()) == Some(&1))
            .map(|link| link.path.as_str())
            .take(MAX_DOCUMENTS)
    }

    /// What the first document that is called like a node says of it in a sentence, if that speaks of the node; empty where none does.
    fn summary(&self, ref_id: &str, source: &str) -> String {
        let folder = source.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
        let names = [plain(ref_id), plain(folder.split('.').next().unwrap_or_default())];
        let speaks_of_it = |text: &String| {
            let first: String = text.split_whitespace().take(SUBJECT_WORDS).collect();
            let (first, is_aside) = (plain(&first), text.to_lowercase());
            names.iter().any(|name| name.chars().count() >= MIN_NAME_CHARS && first.contains(name))
                && !ASIDES.iter().any(|aside| is_aside.starts_with(aside))
        };
        self.whole(ref_id)
            .filter(|link| link.title)
            .filter_map(|link| introduction(&(self.read)(&link.path)?, ref_id))
            .find(speaks_of_it)
            .unwrap_or_default()
    }
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
