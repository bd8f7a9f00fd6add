//! What a graph that is kept lacks of a plan, and where both disagree.
//!
//! The graph is a person's: nothing in it is changed. A planned node is the kept one that has its source, under whatever id a
//! person gave it, else the one of the same id; the whole of the project, which has no source, is the one around its parts.
//! What is left is new; where both say something else about the same thing, a
//! person decides.

use beadloom_model::CompactSort as _;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use super::{Plan, PlannedEdge, PlannedNode, SummarySource};
use crate::paths::ROOT;

/// Kinds of edges that say the same as an import: a person may have chosen the other word.
const DEPENDENCE: &[&str] = &["depends_on", "uses"];

const CONTAINMENT: &str = "part_of";

/// A node of the graph that is kept.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct KeptNode {
    /// Unique.
    pub ref_id: String,
    /// May be empty.
    pub summary: String,
    /// A folder, a file, or `""` where it has none.
    pub source: String,
}

/// An edge that a person wrote.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct KeptEdge {
    /// From.
    pub src: String,
    /// To.
    pub dst: String,
    /// Its kind.
    pub kind: String,
}

/// Where the kept graph and the code disagree.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Disagreement {
    /// The kept node.
    pub ref_id: String,
    /// `source`, `summary` or `edge`.
    pub field: &'static str,
    /// What the graph says; empty where it says nothing.
    pub kept: String,
    /// What the code says; empty where it says nothing.
    pub found: String,
}

/// What to add to a kept graph, and what to tell about it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Merge {
    /// Planned nodes that the graph has not, by ref_id.
    pub nodes: Vec<PlannedNode>,
    /// Edges that have a new node at an end, by src, dst, kind; ends as the graph names them.
    pub edges: Vec<PlannedEdge>,
    /// By ref_id, field, kept, found.
    pub disagreements: Vec<Disagreement>,
    /// Kept nodes whose source is gone, by ref_id.
    pub gone: Vec<KeptNode>,
}

/// Compares a plan with the graph that is kept. `exists`: whether a path – a folder where it ends with `/` – is there.
pub fn merge(plan: &Plan, nodes: &[KeptNode], edges: &[KeptEdge], exists: &dyn Fn(&str) -> bool) -> Merge {
    let names = Names::of(plan, nodes, edges);
    let mut found = Merge::default();
    for node in &plan.nodes {
        match names.kept.get(node.ref_id.as_str()) {
            None => found.nodes.push(node.clone()),
            Some(kept) => found.disagreements.extend(compare(node, kept)),
        }
    }
    let planned = Planned::of(plan, &names);
    for edge in &plan.edges {
        let (src, dst) = (names.name(&edge.src), names.name(&edge.dst));
        if !names.is_kept(&edge.src) || !names.is_kept(&edge.dst) {
            found.edges.push(PlannedEdge { src: src.to_owned(), dst: dst.to_owned(), ..edge.clone() });
        }
    }
    found.disagreements.extend(planned.parents(edges));
    found.disagreements.extend(planned.unfounded(edges));
    found.disagreements.compact_sort();
    found.disagreements.dedup();
    found.edges.compact_sort_by(|a, b| (&a.src, &a.dst, &a.kind).cmp(&(&b.src, &b.dst, &b.kind)));
    found.gone =
        nodes.iter().filter(|node| !node.source.is_empty() && !exists(&node.source)).cloned().collect();
    found.gone.compact_sort_by(|a, b| a.ref_id.cmp(&b.ref_id));
    found
}

/// Gives other ids to planned nodes that are new, where a kept node of another source has theirs.
pub fn rename_taken(plan: &mut Plan, nodes: &[KeptNode]) {
    let mut taken: HashSet<String> = nodes.iter().map(|node| node.ref_id.to_lowercase()).collect();
    let names = Names::of(plan, nodes, &[]);
    let clashing: Vec<String> = plan
        .nodes
        .iter()
        .filter(|node| !names.is_kept(&node.ref_id) && taken.contains(&node.ref_id.to_lowercase()))
        .map(|node| node.ref_id.clone())
        .collect();
    taken.extend(plan.nodes.iter().map(|node| node.ref_id.to_lowercase()));
    let mut renamed: HashMap<String, String> = HashMap::new();
    for id in clashing {
        let mut number = 2;
        while taken.contains(&format!("{id}-{number}").to_lowercase()) {
            number += 1;
        }
        let free = format!("{id}-{number}");
        taken.insert(free.to_lowercase());
        renamed.insert(id, free);
    }
    let rename = |id: &mut String| {
        if let Some(free) = renamed.get(id) {
            id.clone_from(free);
        }
    };
    plan.nodes.iter_mut().for_each(|node| rename(&mut node.ref_id));
    for edge in plan.edges.iter_mut().chain(&mut plan.dependences).chain(&mut plan.imports) {
        rename(&mut edge.src);
        rename(&mut edge.dst);
    }
    plan.nodes.compact_sort_by(|a, b| a.ref_id.cmp(&b.ref_id));
    for edges in [&mut plan.edges, &mut plan.dependences, &mut plan.imports] {
        edges.compact_sort_by(|a, b| (&a.src, &a.dst, &a.kind).cmp(&(&b.src, &b.dst, &b.kind)));
    }
}

/// Which kept node each planned one is.
struct Names<'a> {
    /// By the planned id.
    kept: HashMap<&'a str, &'a KeptNode>,
}

impl<'a> Names<'a> {
    fn of(plan: &'a Plan, nodes: &'a [KeptNode], edges: &[KeptEdge]) -> Self {
        let mut by_source: BTreeMap<&str, &KeptNode> = BTreeMap::new();
        // Of several nodes of one source, the one of the same id, else the first by id.
        let planned: HashSet<(&str, &str)> =
            plan.nodes.iter().map(|node| (bare(&node.source), node.ref_id.as_str())).collect();
        let rank = |node: &'a KeptNode| {
            (!planned.contains(&(bare(&node.source), node.ref_id.as_str())), node.ref_id.as_str())
        };
        for node in nodes.iter().filter(|node| !node.source.is_empty()) {
            by_source
                .entry(bare(&node.source))
                .and_modify(|first| {
                    if rank(node) < rank(first) {
                        *first = node;
                    }
                })
                .or_insert(node);
        }
        let mut kept: HashMap<&str, &KeptNode> = HashMap::new();
        for node in plan.nodes.iter().filter(|node| !node.source.is_empty()) {
            if let Some(other) = by_source.remove(bare(&node.source)) {
                kept.insert(&node.ref_id, other);
            }
        }
        let taken: HashSet<&str> = kept.values().map(|node| node.ref_id.as_str()).collect();
        let by_id: HashMap<&str, &KeptNode> = nodes
            .iter()
            .map(|node| (node.ref_id.as_str(), node))
            .filter(|(id, _)| !taken.contains(id))
            .collect();
        for node in &plan.nodes {
            if let (false, Some(other)) =
                (kept.contains_key(node.ref_id.as_str()), by_id.get(node.ref_id.as_str()))
            {
                kept.insert(&node.ref_id, other);
            }
        }
        let mut names = Self { kept };
        for node in plan.nodes.iter().filter(|node| node.source.is_empty()) {
            if let (false, Some(whole)) = (names.is_kept(&node.ref_id), names.whole(node, plan, nodes, edges))
            {
                names.kept.insert(&node.ref_id, whole);
            }
        }
        names
    }

    /// The kept node that is the whole of the project: the one whose source is the root, else the one without a source that
    /// most parts of the planned whole are in, and of several such the outermost.
    fn whole(
        &self,
        planned: &PlannedNode,
        plan: &Plan,
        nodes: &'a [KeptNode],
        edges: &[KeptEdge],
    ) -> Option<&'a KeptNode> {
        let taken: HashSet<&str> = self.kept.values().map(|node| node.ref_id.as_str()).collect();
        let free = || nodes.iter().filter(|node| !taken.contains(node.ref_id.as_str()));
        if let Some(root) = free().find(|node| matches!(node.source.as_str(), "." | ROOT)) {
            return Some(root);
        }
        let wholes = wholes(edges);
        let of_root = |edge: &&PlannedEdge| edge.kind == CONTAINMENT && edge.dst == planned.ref_id;
        let parts: Vec<&str> = plan
            .edges
            .iter()
            .filter(of_root)
            .filter_map(|edge| Some(self.kept.get(edge.src.as_str())?.ref_id.as_str()))
            .filter(|part| wholes.contains_key(part))
            .collect();
        let held =
            |whole: &KeptNode| parts.iter().filter(|part| reaches(&wholes, part, &whole.ref_id)).count();
        let mut best: Option<(usize, &KeptNode)> = None;
        for node in free().filter(|node| node.source.is_empty()) {
            let count = held(node);
            let is_better = best.is_none_or(|(most, inner)| {
                count > most || count == most && reaches(&wholes, &inner.ref_id, &node.ref_id)
            });
            if count * 2 > parts.len() && is_better {
                best = Some((count, node));
            }
        }
        best.map(|(_, node)| node)
    }

    fn is_kept(&self, planned: &str) -> bool {
        self.kept.contains_key(planned)
    }

    /// What the graph calls it.
    fn name<'n>(&self, planned: &'n str) -> &'n str
    where
        'a: 'n,
    {
        self.kept.get(planned).map_or(planned, |node| node.ref_id.as_str())
    }
}

/// A path without the `/` at its end: people leave it out.
fn bare(path: &str) -> &str {
    path.trim_end_matches('/')
}

fn compare(node: &PlannedNode, kept: &KeptNode) -> Vec<Disagreement> {
    let mut found = Vec::new();
    let mut say = |field, kept_says: &str, code_says: &str| {
        found.push(Disagreement {
            ref_id: kept.ref_id.clone(),
            field,
            kept: kept_says.to_owned(),
            found: code_says.to_owned(),
        });
    };
    // A node that lies in several folders may name any of them.
    let same_place = bare(&node.source) == bare(&kept.source)
        || node.folders.iter().any(|folder| bare(folder) == bare(&kept.source));
    if !node.source.is_empty() && !same_place {
        say("source", &kept.source, &node.source);
    }
    // That nothing says it is no reason to doubt what a person wrote.
    if node.summary_source != SummarySource::Fallback && node.summary != kept.summary {
        say("summary", &kept.summary, &node.summary);
    }
    found
}

fn of_edge(ref_id: &str, kept: String, found: String) -> Disagreement {
    Disagreement { ref_id: ref_id.to_owned(), field: "edge", kept, found }
}

/// What the graph says in either word for it.
fn dependences(edges: &[KeptEdge]) -> impl Iterator<Item = &KeptEdge> {
    edges.iter().filter(|edge| DEPENDENCE.contains(&edge.kind.as_str()))
}

/// What the code says about nodes that are kept, under the graph's names.
struct Planned<'a> {
    /// Nodes that the plan knows.
    nodes: HashSet<&'a str>,
    /// Every import between two of them, however rare.
    imports: HashSet<(&'a str, &'a str)>,
    /// (part, whole)
    contained: BTreeSet<(&'a str, &'a str)>,
}

impl<'a> Planned<'a> {
    fn of(plan: &'a Plan, names: &Names<'a>) -> Self {
        let known = |edge: &PlannedEdge| names.is_kept(&edge.src) && names.is_kept(&edge.dst);
        let pair = |edge: &'a PlannedEdge| (names.name(&edge.src), names.name(&edge.dst));
        Self {
            nodes: names.kept.values().map(|node| node.ref_id.as_str()).collect(),
            imports: plan.imports.iter().filter(|edge| known(edge)).map(pair).collect(),
            contained: plan
                .edges
                .iter()
                .filter(|edge| edge.kind == CONTAINMENT && known(edge))
                .map(pair)
                .collect(),
        }
    }

    /// Where a part lies in another whole than the graph says; in one around that is no contradiction.
    fn parents(&self, edges: &[KeptEdge]) -> Vec<Disagreement> {
        let wholes = wholes(edges);
        let mut found = Vec::new();
        for &(part, whole) in &self.contained {
            if part == whole || reaches(&wholes, part, whole) {
                continue;
            }
            let kept = wholes.get(part).and_then(|wholes| wholes.iter().min());
            let kept = kept.map(|whole| format!("{CONTAINMENT} {whole}")).unwrap_or_default();
            found.push(of_edge(part, kept, format!("{CONTAINMENT} {whole}")));
        }
        found
    }

    /// Dependences of the graph between nodes that the code knows, without an import behind them.
    fn unfounded(&self, edges: &[KeptEdge]) -> Vec<Disagreement> {
        let known = |id: &str| self.nodes.contains(id);
        dependences(edges)
            .filter(|edge| known(&edge.src) && known(&edge.dst))
            .filter(|edge| !self.imports.contains(&(edge.src.as_str(), edge.dst.as_str())))
            .map(|edge| of_edge(&edge.src, format!("{} {}", edge.kind, edge.dst), String::new()))
            .collect()
    }
}

/// What the graph says each node is a part of.
fn wholes(edges: &[KeptEdge]) -> HashMap<&str, Vec<&str>> {
    let mut wholes: HashMap<&str, Vec<&str>> = HashMap::new();
    for edge in edges.iter().filter(|edge| edge.kind == CONTAINMENT) {
        wholes.entry(&edge.src).or_default().push(&edge.dst);
    }
    wholes
}

/// Whether `whole` is around `part`, over any number of levels; cycles do no harm.
fn reaches(wholes: &HashMap<&str, Vec<&str>>, part: &str, whole: &str) -> bool {
    let mut seen: HashSet<&str> = HashSet::new();
    let mut open: Vec<&str> = wholes.get(part).cloned().unwrap_or_default();
    while let Some(next) = open.pop() {
        if next == whole {
            return true;
        }
        if seen.insert(next) {
            open.extend(wholes.get(next).into_iter().flatten());
        }
    }
    false
}
