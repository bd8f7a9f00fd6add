//! Which arrows a flowchart draws, and at which level of `part_of`: nobody can read hundreds.

use std::collections::{BTreeMap, BTreeSet};

use beadloom_model::CompactSort as _;
use beadloom_model::answers::{FullEdge, GraphAnswer};
use beadloom_model::kinds::edge_rank;

use crate::graph::contracts;
use crate::graph::hierarchy::{Hierarchy, PART_OF, places};
use crate::graph::remarks::grouped;
use crate::graph::strength::{Strength, strength, weight};

/// Edges other than `part_of` that a reader can follow.
const MAX_ARROWS: usize = 40;

/// Frames inside each other; what lies deeper is drawn as the part that holds it.
const MAX_FRAMES: usize = 12;

/// The edges between two nodes that are drawn as one arrow.
#[derive(Debug, Default)]
pub(super) struct Arrow {
    pub from: usize,
    pub to: usize,
    /// Edges behind it.
    pub edges: usize,
    /// By kind, what stands behind the edges; those that a contract names are not among them.
    kinds: BTreeMap<String, u64>,
    /// What crosses contracts.
    crossing: BTreeSet<String>,
    weight: u64,
    /// Whether it is a `part_of` that no frame shows.
    pub nests: bool,
}

impl Arrow {
    fn add(&mut self, edge: &FullEdge) {
        self.edges += 1;
        self.weight += weight(edge);
        let crossing = contracts::labels(edge);
        if crossing.is_empty() {
            *self.kinds.entry(edge.kind.clone()).or_default() += weight(edge);
        }
        self.crossing.extend(crossing);
    }

    /// `gRPC Carts, depends_on ×12, uses`: the most telling first.
    pub fn label(&self) -> String {
        let mut kinds: Vec<(&String, &u64)> = self.kinds.iter().collect();
        kinds.compact_sort_by_key(|(kind, _)| (edge_rank(kind), *kind));
        let kinds = kinds.into_iter().map(|(kind, weight)| match weight {
            1 => kind.clone(),
            many => format!("{kind} ×{}", grouped(usize::try_from(*many).unwrap_or(usize::MAX))),
        });
        self.crossing.iter().cloned().chain(kinds).collect::<Vec<_>>().join(", ")
    }

    /// Strong ones first.
    pub fn strength(&self) -> Strength {
        strength(!self.crossing.is_empty(), self.weight, self.kinds.keys().map(String::as_str))
    }
}

/// What is drawn of the edges.
pub(super) struct Rollup {
    /// By their ends, those of `part_of` last.
    pub arrows: Vec<Arrow>,
    /// Nodes deeper than that are drawn as the part that holds them.
    pub level: usize,
    /// What became of the rest, one sentence each.
    pub remarks: Vec<String>,
}

impl Rollup {
    pub fn new(graph: &GraphAnswer, tree: &Hierarchy) -> Self {
        let edges = Edges::new(graph, tree);
        let deepest = (0..graph.nodes.len()).map(|at| tree.depth(at)).max().unwrap_or(0);
        let lowest = deepest.min(MAX_FRAMES);
        let mut rolled = Self { arrows: Vec::new(), level: lowest, remarks: Vec::new() };
        let is_rolled = edges.links.len() > MAX_ARROWS;
        if is_rolled {
            let highest = highest(tree, graph.nodes.len()).min(lowest);
            let fits = |level: &usize| edges.arrows(tree, *level, true).len() <= MAX_ARROWS;
            rolled.level = (highest..=lowest).rev().find(fits).unwrap_or(highest);
        }
        rolled.arrows = edges.arrows(tree, rolled.level, is_rolled);
        rolled.keep_strongest();
        if is_rolled || rolled.level < deepest {
            rolled.say(&edges, deepest);
        }
        rolled.arrows.extend(edges.nesting(tree, rolled.level));
        rolled
    }

    fn keep_strongest(&mut self) {
        let all = self.arrows.len();
        if all <= MAX_ARROWS {
            return;
        }
        self.arrows.compact_sort_by_key(|arrow| (arrow.strength(), arrow.from, arrow.to));
        self.arrows.truncate(MAX_ARROWS);
        self.arrows.compact_sort_by_key(|arrow| (arrow.from, arrow.to));
        self.remarks.push(format!(
            "the {MAX_ARROWS} strongest of {} arrows are drawn, {} are left out",
            grouped(all),
            grouped(all - MAX_ARROWS),
        ));
    }

    fn say(&mut self, edges: &Edges<'_>, deepest: usize) {
        let drawn: usize = self.arrows.iter().map(|arrow| arrow.edges).sum();
        let arrows = self.arrows.len();
        let all = edges.links.len();
        let what = match (self.level < deepest, arrows) {
            (true, _) => format!(
                "{} {} rolled up to the parts that hold their ends: {} {} for {}, and × counts what is behind each",
                grouped(all),
                if all == 1 { "edge is" } else { "edges are" },
                grouped(arrows),
                if arrows == 1 { "arrow stands" } else { "arrows stand" },
                grouped(drawn),
            ),
            (false, _) => format!(
                "{} of {} {} drawn as {} {}; × counts what is behind each",
                grouped(drawn),
                grouped(all),
                if all == 1 { "edge is" } else { "edges are" },
                grouped(arrows),
                if arrows == 1 { "arrow" } else { "arrows" },
            ),
        };
        self.remarks.insert(0, what);
        self.remarks.push("`beadloom graph REF --depth 1` draws a part, `--format html` all".to_owned());
    }
}

/// The uppermost level that says something: not the one where a single node, such as the project, stands for nearly all.
fn highest(tree: &Hierarchy, nodes: usize) -> usize {
    let whole = |(at, below): (usize, usize)| (10 * (below + 1) >= 9 * nodes).then_some(tree.depth(at) + 1);
    tree.sizes().into_iter().enumerate().filter_map(whole).max().unwrap_or(0)
}

/// The edges whose two ends are nodes.
struct Edges<'a> {
    /// Those that say more than `part_of`.
    links: Vec<(usize, usize, &'a FullEdge)>,
    /// Those of `part_of` that no frame shows.
    nesting: Vec<(usize, usize, &'a FullEdge)>,
}

impl<'a> Edges<'a> {
    fn new(graph: &'a GraphAnswer, tree: &Hierarchy) -> Self {
        let places = places(&graph.nodes);
        let joined = graph.edges.iter().filter_map(|edge| {
            Some((*places.get(edge.src.as_str())?, *places.get(edge.dst.as_str())?, edge))
        });
        let (mut nesting, links): (Vec<_>, Vec<_>) = joined.partition(|(_, _, edge)| edge.kind == PART_OF);
        nesting.retain(|(child, parent, _)| child != parent && !tree.is_below(*child, *parent));
        Self { links, nesting }
    }

    /// By their ends: one for each kind, or, where they are `merged`, one for all.
    fn arrows(&self, tree: &Hierarchy, level: usize, merged: bool) -> Vec<Arrow> {
        let mut all: BTreeMap<(usize, usize, &str), Arrow> = BTreeMap::new();
        for (src, dst, edge) in &self.links {
            let (from, to) = (lifted(tree, *src, level), lifted(tree, *dst, level));
            // What lies within one drawn node; a node that needs itself is another matter.
            if from == to && (*src != from || *dst != to) {
                continue;
            }
            let kind = if merged { "" } else { edge.kind.as_str() };
            all.entry((from, to, kind)).or_insert_with(|| Arrow { from, to, ..Arrow::default() }).add(edge);
        }
        all.into_values().collect()
    }

    fn nesting(&self, tree: &Hierarchy, level: usize) -> Vec<Arrow> {
        let mut all: BTreeMap<(usize, usize), Arrow> = BTreeMap::new();
        for (child, parent, edge) in &self.nesting {
            let (from, to) = (lifted(tree, *child, level), lifted(tree, *parent, level));
            let shown = from == to || tree.is_below(from, to);
            if !shown {
                let arrow = all.entry((from, to)).or_default();
                (arrow.from, arrow.to, arrow.nests, arrow.edges) = (from, to, true, arrow.edges + 1);
                arrow.kinds.insert(edge.kind.clone(), 1);
            }
        }
        all.into_values().collect()
    }
}

/// The node itself, or what holds it at a level.
fn lifted(tree: &Hierarchy, node: usize, level: usize) -> usize {
    tree.upwards(node).find(|at| tree.depth(*at) <= level).unwrap_or(node)
}
