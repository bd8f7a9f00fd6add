//! What differs between two graphs.

use beadloom_model::CompactSort as _;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use beadloom_model::NodeSpec;

use crate::declared::Graph;

/// From an earlier graph to a later one.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct GraphChanges<'a> {
    /// Nodes of the later graph alone, by ref_id.
    pub added: Vec<&'a NodeSpec>,
    /// Nodes of the earlier graph alone, by ref_id.
    pub removed: Vec<&'a NodeSpec>,
    /// Nodes with another id: earlier and later one, by the earlier ref_id.
    pub renamed: Vec<(&'a NodeSpec, &'a NodeSpec)>,
    /// Nodes of both that differ, renamed ones too: the earlier, the later and the names of the keys that differ, sorted;
    /// by the later ref_id.
    pub changed: Vec<(&'a NodeSpec, &'a NodeSpec, Vec<String>)>,
    /// src, dst and kind of edges of the later graph alone, sorted. An edge whose end was renamed is the same.
    pub added_edges: Vec<(String, String, String)>,
    /// The same of the earlier graph.
    pub removed_edges: Vec<(String, String, String)>,
}

impl GraphChanges<'_> {
    /// The id that a node of the earlier graph has in the later.
    pub fn later_id<'b>(&'b self, earlier: &'b str) -> &'b str {
        let at = self.renamed.binary_search_by(|(from, _)| from.ref_id.as_str().cmp(earlier));
        at.ok().and_then(|at| self.renamed.get(at)).map_or(earlier, |(_, to)| &to.ref_id)
    }
}

/// Compares two graphs. A node that went and one that came are the same, renamed, where kind and non-empty source are
/// equal, or kind and non-empty summary; of several the first by id.
pub fn compare<'a>(before: &'a Graph, after: &'a Graph) -> GraphChanges<'a> {
    let mut changes = GraphChanges::default();
    let came: Vec<&NodeSpec> = after
        .nodes
        .iter()
        .map(|node| &node.spec)
        .filter(|node| before.node(&node.ref_id).is_none())
        .collect();
    let went: Vec<&NodeSpec> = before
        .nodes
        .iter()
        .map(|node| &node.spec)
        .filter(|node| after.node(&node.ref_id).is_none())
        .collect();
    changes.renamed = renamed(&went, &came);
    let old: BTreeSet<&str> = changes.renamed.iter().map(|(from, _)| from.ref_id.as_str()).collect();
    let new: BTreeSet<&str> = changes.renamed.iter().map(|(_, to)| to.ref_id.as_str()).collect();
    changes.added = came.into_iter().filter(|node| !new.contains(node.ref_id.as_str())).collect();
    changes.removed = went.into_iter().filter(|node| !old.contains(node.ref_id.as_str())).collect();

    let kept =
        before.nodes.iter().filter_map(|node| Some((&node.spec, &after.node(&node.spec.ref_id)?.spec)));
    changes.changed = kept
        .chain(changes.renamed.iter().copied())
        .map(|(from, to)| (from, to, fields(from, to)))
        .filter(|(_, _, fields)| !fields.is_empty())
        .collect();
    changes.changed.compact_sort_by(|a, b| a.1.ref_id.cmp(&b.1.ref_id));

    let to_later: HashMap<&str, &str> =
        changes.renamed.iter().map(|(from, to)| (from.ref_id.as_str(), to.ref_id.as_str())).collect();
    type Ends<'e> = (&'e str, &'e str, &'e str);
    let mut earlier: BTreeMap<Ends<'_>, Ends<'_>> = BTreeMap::new();
    for edge in before.edges.iter().map(|edge| &edge.spec) {
        let later = |id: &'a str| to_later.get(id).copied().unwrap_or(id);
        let own = (edge.src.as_str(), edge.dst.as_str(), edge.kind.as_str());
        earlier.insert((later(own.0), later(own.1), own.2), own);
    }
    let owned = |(src, dst, kind): Ends<'_>| (src.to_owned(), dst.to_owned(), kind.to_owned());
    let mut stayed: BTreeSet<Ends<'_>> = BTreeSet::new();
    for edge in after.edges.iter().map(|edge| &edge.spec) {
        let ends = (edge.src.as_str(), edge.dst.as_str(), edge.kind.as_str());
        if earlier.contains_key(&ends) {
            stayed.insert(ends);
        } else {
            changes.added_edges.push(owned(ends));
        }
    }
    changes.removed_edges =
        earlier.iter().filter(|(ends, _)| !stayed.contains(*ends)).map(|(_, own)| owned(*own)).collect();
    changes.added_edges.compact_sort();
    changes.removed_edges.compact_sort();
    changes
}

/// Pairs of nodes that went and came, by the id of the one that went.
fn renamed<'a>(went: &[&'a NodeSpec], came: &[&'a NodeSpec]) -> Vec<(&'a NodeSpec, &'a NodeSpec)> {
    let by_source = |node: &'a NodeSpec| {
        let source = node.source.as_deref().filter(|source| !source.is_empty())?;
        Some((node.kind.as_str(), source))
    };
    let by_summary = |node: &'a NodeSpec| {
        (!node.summary.is_empty()).then_some((node.kind.as_str(), node.summary.as_str()))
    };
    let mut pairs: Vec<(&NodeSpec, &NodeSpec)> = Vec::new();
    let mut paired: BTreeSet<&str> = BTreeSet::new();
    for key in [&by_source as &dyn Fn(&'a NodeSpec) -> Option<(&'a str, &'a str)>, &by_summary] {
        // Reversed: the first by id is taken from the end.
        let mut open: HashMap<(&str, &str), Vec<&'a NodeSpec>> = HashMap::new();
        for node in came.iter().rev().filter(|node| !paired.contains(node.ref_id.as_str())) {
            if let Some(key) = key(node) {
                open.entry(key).or_default().push(node);
            }
        }
        for node in went {
            if paired.contains(node.ref_id.as_str()) {
                continue;
            }
            if let Some(other) = key(node).and_then(|key| open.get_mut(&key)).and_then(Vec::pop) {
                paired.insert(&node.ref_id);
                paired.insert(&other.ref_id);
                pairs.push((node, other));
            }
        }
    }
    pairs.compact_sort_by(|a, b| a.0.ref_id.cmp(&b.0.ref_id));
    pairs
}

/// The keys in which two nodes differ, `ref_id` aside.
fn fields(from: &NodeSpec, to: &NodeSpec) -> Vec<String> {
    let docs = |node: &NodeSpec| node.docs.iter().map(|(doc, _)| doc.clone()).collect::<Vec<String>>();
    let named = [
        ("kind", from.kind != to.kind),
        ("summary", from.summary != to.summary),
        ("source", from.source != to.source),
        ("docs", docs(from) != docs(to)),
        ("tags", from.tags != to.tags),
    ];
    let mut fields: BTreeSet<String> =
        named.into_iter().filter(|(_, differs)| *differs).map(|(name, _)| name.to_owned()).collect();
    let keys: BTreeSet<&String> = from.extra.keys().chain(to.extra.keys()).collect();
    fields.extend(keys.into_iter().filter(|key| from.extra.get(*key) != to.extra.get(*key)).cloned());
    fields.into_iter().collect()
}
