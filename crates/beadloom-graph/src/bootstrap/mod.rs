//! From facts about a project to a draft architecture graph.
//!
//! [`plan`] is a pure function: files, resolved imports and the text of a few manifests in, nodes and edges
//! out, independent of the order of its input. It serves `beadloom init --bootstrap`, which writes the plan as
//! YAML, and the graph that the index derives while none is kept, so it runs after every change.
//!
//! Parts come from manifests, from folders opened within a budget, and from groups of loose files in flat
//! folders; import communities were measured and find almost none of the parts that maintainers name. Imports
//! give edges only, and tell which of the types that documents name are entities.

use beadloom_model::CompactSort as _;

mod document;
mod edges;
mod entities;
mod flat;
mod formats;
mod ids;
mod inputs;
mod kept;
mod kinds;
mod manifest;
mod merge;
mod named;
mod open;
mod parts;
mod prose;
mod scan;
mod stated;
mod summary;
mod tree;
mod units;
mod words;

pub(crate) use document::capitalised;
pub(crate) use ids::id_of;
pub(crate) use prose::sentence;
pub(crate) use words::file_name;

pub use document::{StubFacts, StubSymbol, default_document_path, document_path, stub_document};
pub use entities::NamedTypes;
pub use inputs::is_input;
pub use merge::{Disagreement, KeptEdge, KeptNode, Merge, merge, rename_taken};
pub use prose::introduction;

/// A file of the project.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FileFact {
    /// Relative to the root, `/` between the segments; unique.
    pub path: String,
    /// As the index names it; `None` for what it cannot parse.
    pub language: Option<String>,
    /// Lines in the file; 0 where it was not read.
    pub lines: u32,
    /// First sentence of its head comment.
    pub summary: Option<String>,
    /// Whether running the file does something.
    pub entry_point: bool,
    /// Whether a marker says that a program wrote it.
    pub generated: bool,
    /// Routes that it declares.
    pub routes: u32,
    /// A type that it offers under its own name and that documents name ([`NamedTypes`]). In languages in which packages
    /// are imported as a whole (Go), the type that is called like the package.
    pub entity: Option<String>,
}

/// An import that was resolved to a file of the project.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ImportFact {
    /// Index of the importing file.
    pub from: u32,
    /// Index of the imported file.
    pub to: u32,
    /// For types only, or taken inside a function: gives no edge.
    pub weak: bool,
}

/// What the planner is told about a project.
#[derive(Clone, Copy)]
pub struct ProjectFacts<'a> {
    /// The project's name, from configuration, the remote or the folder.
    pub name: &'a str,
    /// Every file that the walk found, code or not, in any order.
    pub files: &'a [FileFact],
    /// In any order; repeats count once. Indexes that point at no file are ignored.
    pub imports: &'a [ImportFact],
    /// Indexes of two files of which the first has a type that implements an interface of the second. In any order;
    /// repeats count once. Indexes that point at no file are ignored.
    pub implementations: &'a [(u32, u32)],
    /// The text of a path for which [`is_input`] holds, cut to a bound of the caller's; `None` where it
    /// cannot be read.
    pub read: &'a dyn Fn(&str) -> Option<String>,
    /// Folders to which the plan is limited; empty for the whole project.
    pub scopes: &'a [String],
}

/// How far a person should trust a planned node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Confidence {
    /// A unit with a manifest, or a folder that a person described.
    High,
    /// A folder.
    Medium,
    /// A group of files, or a folder found deep inside others.
    Low,
}

impl Confidence {
    /// The name in YAML.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::High => "high",
            Self::Medium => "medium",
            Self::Low => "low",
        }
    }
}

/// Where a planned node's summary comes from, most trusted first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SummarySource {
    /// The description in its manifest.
    Manifest,
    /// The head comment of its main file.
    HeadComment,
    /// The first paragraph of its README.
    Readme,
    /// Nothing says what it is: the summary is empty, or follows from the kind alone.
    Fallback,
}

/// A node that the project seems to have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlannedNode {
    /// Unique in the plan, also where case is ignored; safe as a file name and in an annotation.
    pub ref_id: String,
    /// `service`, `domain`, `feature`, `entity` or `adr`.
    pub kind: String,
    /// One sentence, or empty where nothing says what it is: a count of files would tell a reader nothing.
    pub summary: String,
    /// Where `summary` comes from.
    pub summary_source: SummarySource,
    /// The folder (ends with `/`) with most of its files, the file that names a group, or `""` where the node
    /// owns no file itself.
    pub source: String,
    /// How far to trust it.
    pub confidence: Confidence,
    /// Every folder (ends with `/`) and file that belongs to it, sorted; holds `source` unless that is empty. Of a
    /// decision record its document.
    pub folders: Vec<String>,
}

/// An edge that the project seems to have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlannedEdge {
    /// From.
    pub src: String,
    /// To.
    pub dst: String,
    /// `part_of`, `depends_on`, `implements` or `touches_entity`.
    pub kind: String,
    /// Pairs of files behind a `depends_on` or `implements`; 0 for others.
    pub count: u32,
}

/// A draft graph.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Plan {
    /// By ref_id.
    pub nodes: Vec<PlannedNode>,
    /// By src, dst, kind: containment, and dependence as far as it has a direction.
    pub edges: Vec<PlannedEdge>,
    /// By src, dst: every dependence, also what `edges` leaves out because it is rare or mutual. Rules are
    /// derived from these; from `edges` they would fail on their first run.
    pub imports: Vec<PlannedEdge>,
}

/// Drafts the graph of a project. Without code the plan is empty.
pub fn plan(facts: &ProjectFacts) -> Plan {
    let manifest_dirs = manifest::folders(facts.files);
    let mut stated = stated::read(facts);
    let kept = kept::select(facts, &manifest_dirs, &stated);
    if kept.files.is_empty() {
        return Plan::default();
    }
    let manifests = manifest::read_all(facts, &manifest_dirs, &kept);
    let tree = tree::build(facts, &kept, manifests);
    let mut named = named::read(facts, &tree);
    stated.add(std::mem::take(&mut named.folders));
    let mut chosen = open::choose(facts, &tree, &stated);
    flat::add_groups(facts, &tree, &named, &mut chosen);
    let parts = parts::settle(facts, &tree, chosen);
    let ids = ids::name_all(facts, &tree, &parts);
    let links = edges::link(facts, &parts);
    let kinds = kinds::of_all(facts, &tree, &parts);
    let summaries = summary::of_all(facts, &tree, &parts);
    let confidences = stated::confidences(facts, &tree, &parts, &ids, &stated);

    let mut nodes: Vec<PlannedNode> = parts
        .list
        .iter()
        .zip(&ids)
        .zip(kinds.iter().zip(summaries).zip(confidences))
        .map(|((part, id), ((kind, (summary, summary_source)), confidence))| PlannedNode {
            ref_id: id.clone(),
            kind: (*kind).to_owned(),
            summary,
            summary_source,
            source: part.source.clone(),
            confidence,
            folders: part.folders.clone(),
        })
        .collect();
    let (mut edges, imports) = edges::write(&parts, &ids, &links);
    entities::add(facts, &parts, &ids, &mut nodes, &mut edges);
    entities::add_decisions(facts, &mut nodes, &mut edges);
    nodes.compact_sort_by(|a, b| a.ref_id.cmp(&b.ref_id));
    edges.compact_sort_by(|a, b| (&a.src, &a.dst, &a.kind).cmp(&(&b.src, &b.dst, &b.kind)));
    Plan { nodes, edges, imports }
}
