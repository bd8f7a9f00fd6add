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
mod draft;
mod edges;
mod entities;
mod facts;
mod flat;
mod formats;
mod ids;
mod inputs;
mod kept;
mod kinds;
mod manifest;
mod manifests;
mod merge;
mod named;
mod named_folders;
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
pub use draft::{Confidence, Plan, PlannedEdge, PlannedNode, SummarySource};
pub use entities::NamedTypes;
pub use facts::{FileFact, ImportFact, ProjectFacts};
pub use inputs::is_input;
pub use merge::{Disagreement, KeptEdge, KeptNode, Merge, merge, rename_taken};
pub use prose::introduction;

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
    let edges::Edges { contained: mut edges, mut dependences, imports } = edges::write(&parts, &ids, &links);
    entities::add(facts, &parts, &ids, &mut nodes, (&mut edges, &mut dependences));
    entities::add_decisions(facts, &mut nodes, &mut edges);
    nodes.compact_sort_by(|a, b| a.ref_id.cmp(&b.ref_id));
    for list in [&mut edges, &mut dependences] {
        list.compact_sort_by(|a, b| (&a.src, &a.dst, &a.kind).cmp(&(&b.src, &b.dst, &b.kind)));
    }
    Plan { nodes, edges, dependences, imports }
}
