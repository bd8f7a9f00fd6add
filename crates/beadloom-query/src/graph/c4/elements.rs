//! Which nodes a C4 diagram draws, and which of them as boundaries around others.

use beadloom_model::requests::C4Level;
use std::collections::{BTreeSet, HashMap, HashSet};

use beadloom_model::CompactSort as _;
use beadloom_model::answers::{FullEdge, FullNode};
use beadloom_model::kinds::is_record;

use super::item::{Item, Relation, Shape};
use super::left_out::folded;
use super::level::{level_below, level_of};
use crate::graph::GraphView;
use crate::graph::hierarchy::{Hierarchy, PART_OF, places};
use crate::lists::each_once;

/// The graph with what of it is drawn. Nodes are positions in `nodes`.
pub(super) struct Field<'a> {
    pub nodes: &'a [FullNode],
    /// Those whose arrows are drawn.
    pub edges: Vec<&'a FullEdge>,
    pub places: HashMap<&'a str, usize>,
    tree: Hierarchy,
    level: C4Level,
    levels: Vec<C4Level>,
    /// What was asked for.
    inside: HashSet<usize>,
    /// Beside the scope.
    outside: HashSet<usize>,
    drawn: BTreeSet<usize>,
    /// What is written about the software and is no part of it.
    records: HashSet<usize>,
    /// The one system that has all containers.
    root: Option<usize>,
}

impl<'a> Field<'a> {
    pub fn new(view: &'a GraphView, level: C4Level) -> Self {
        let (nodes, all_edges) = view.whole();
        // The answer's own nodes may stand in another order.
        let places = places(nodes);
        let tree = Hierarchy::new(nodes, all_edges);
        let asked = view.answer.nodes.iter();
        let inside: HashSet<usize> =
            asked.filter_map(|node| places.get(node.ref_id.as_str()).copied()).collect();
        let mut candidates: HashSet<usize> = HashSet::new();
        for node in &inside {
            // Stops where an earlier walk has been.
            for above in tree.upwards(*node) {
                if !candidates.insert(above) {
                    break;
                }
            }
        }
        let is_inside = |id: &str| places.get(id).is_some_and(|at| inside.contains(at));
        let mut outside = HashSet::new();
        let edges: Vec<&FullEdge> = if view.scope.is_empty() {
            view.answer.edges.iter().collect()
        } else {
            all_edges.iter().filter(|edge| is_inside(&edge.src) || is_inside(&edge.dst)).collect()
        };
        let records = nodes.iter().enumerate().filter(|(_, node)| is_record(&node.kind));
        let records: HashSet<usize> = records.map(|(at, _)| at).collect();
        let is_of_record = |edge: &FullEdge| {
            let mut ends = [&edge.src, &edge.dst].into_iter().filter_map(|end| places.get(end.as_str()));
            ends.any(|at| records.contains(at))
        };
        let edges: Vec<&FullEdge> = edges.into_iter().filter(|edge| !is_of_record(edge)).collect();
        for edge in edges.iter().filter(|edge| edge.kind != PART_OF) {
            for end in [&edge.src, &edge.dst] {
                if let Some(at) = places.get(end.as_str()) {
                    // As far up as it stands apart from the scope.
                    outside.extend(tree.upwards(*at).take_while(|at| !candidates.contains(at)).last());
                }
            }
        }
        candidates.extend(&outside);
        let levels: Vec<C4Level> =
            nodes.iter().enumerate().map(|(at, node)| level_of(node, tree.depth(at))).collect();
        let mut drawn: BTreeSet<usize> = candidates.difference(&records).copied().collect();
        drawn.retain(|at| levels.get(*at).is_some_and(|own| *own <= level));
        let mut field =
            Self { nodes, edges, places, tree, level, levels, inside, outside, drawn, records, root: None };
        field.root = field.only_system();
        field
    }

    /// The only system with containers in it, if there is one.
    fn only_system(&self) -> Option<usize> {
        let systems: Vec<usize> = each_once(
            self.drawn
                .iter()
                .filter_map(|at| self.boundary_of(*at))
                .filter(|at| self.level_of(*at) == C4Level::Context),
        );
        match systems.as_slice() {
            [root] => Some(*root),
            _ => None,
        }
    }

    /// Whether an arrow between two drawn nodes has nowhere to begin or end: a system that is drawn as the boundary around
    /// its containers is no element inside of itself.
    pub fn meets_boundary(&self, one: usize, other: usize) -> bool {
        [(one, other), (other, one)].into_iter().any(|(system, other)| {
            self.root == Some(system)
                || (self.level_of(system) == C4Level::Context
                    && self.level_of(other) > C4Level::Context
                    && self.tree.is_below(other, system))
        })
    }

    /// What is drawn for a node: itself, or the nearest that it is part of.
    pub fn lifted(&self, node: usize) -> Option<usize> {
        self.tree.upwards(node).find(|at| self.drawn.contains(at))
    }

    /// Whether that edge is one of the tree, which boundaries show.
    pub fn nests(&self, child: usize, parent: usize) -> bool {
        self.tree.parent(child) == Some(parent)
    }

    /// The only system with containers, else the only node at the top.
    pub fn whole(&self) -> Option<&'a FullNode> {
        let is_top = |at: &usize| self.tree.parent(*at).is_none() && !self.records.contains(at);
        let mut tops = (0..self.nodes.len()).filter(is_top);
        let only = match (tops.next(), tops.next()) {
            (Some(top), None) => Some(top),
            _ => None,
        };
        self.root.or(only).and_then(|at| self.nodes.get(at))
    }

    /// What the level hides, in words.
    pub fn folded(&self) -> Vec<String> {
        let hidden = self.inside.difference(&self.records).filter(|at| !self.drawn.contains(at));
        let (kept, lost): (Vec<&usize>, Vec<&usize>) = hidden.partition(|at| self.lifted(**at).is_some());
        folded(self.level, kept.len(), lost.len())
    }

    /// How many of what was asked for are records, and not drawn.
    pub fn records(&self) -> usize {
        self.inside.intersection(&self.records).count()
    }

    fn level_of(&self, node: usize) -> C4Level {
        self.levels.get(node).copied().unwrap_or(C4Level::Component)
    }

    /// The boundary that a drawn node stands in: the nearest node above that is of a higher level, so that boundaries
    /// nest no deeper than levels do.
    fn boundary_of(&self, node: usize) -> Option<usize> {
        let own = self.level_of(node);
        self.tree.upwards(node).skip(1).find(|at| self.drawn.contains(at) && self.level_of(*at) < own)
    }

    /// The elements, and the relations between them.
    pub fn items(&self, lifted: Vec<Relation>) -> (Vec<Item<'a>>, Vec<Relation>) {
        let mut children: HashMap<Option<usize>, Vec<usize>> = HashMap::new();
        for at in &self.drawn {
            children.entry(self.boundary_of(*at)).or_default().push(*at);
        }
        // Mermaid draws elements row by row: those that need others stand above them, those that nothing needs last.
        let mut degrees: HashMap<usize, (i64, i64)> = HashMap::new();
        for one in &lifted {
            degrees.entry(one.from).or_default().0 += 1;
            degrees.entry(one.to).or_default().1 += 1;
        }
        for siblings in children.values_mut() {
            siblings.compact_sort_by_key(|at| {
                let (out, into) = degrees.get(at).copied().unwrap_or_default();
                (!degrees.contains_key(at), into - out, *at)
            });
        }
        let ends: BTreeSet<usize> = lifted.iter().flat_map(|one| [one.from, one.to]).collect();
        let mut items = Vec::new();
        let mut element: HashMap<usize, usize> = HashMap::new();
        self.place(None, None, &children, &ends, &mut items, &mut element);
        let relations = lifted
            .into_iter()
            .filter_map(|one| {
                let (from, to) = (*element.get(&one.from)?, *element.get(&one.to)?);
                Some(Relation { from, to, ..one })
            })
            .collect();
        (items, relations)
    }

    /// Places what stands in a boundary. As every boundary is of a higher level than what it holds, this goes three
    /// deep at most.
    fn place(
        &self,
        holder: Option<usize>,
        parent: Option<usize>,
        children: &HashMap<Option<usize>, Vec<usize>>,
        ends: &BTreeSet<usize>,
        items: &mut Vec<Item<'a>>,
        element: &mut HashMap<usize, usize>,
    ) {
        for &at in children.get(&holder).map_or(&[][..], Vec::as_slice) {
            let Some(node) = self.nodes.get(at) else { continue };
            let boundary = children.contains_key(&Some(at));
            let level = self.level_of(at);
            let item = Item {
                node,
                level,
                shape: Shape::of(&node.kind),
                external: self.is_external(at, node),
                parent,
                boundary,
                itself: false,
            };
            let place = items.len();
            items.push(item);
            if !boundary {
                element.insert(at, place);
                continue;
            }
            if ends.contains(&at) {
                // What it does by itself, beside its parts.
                element.insert(at, items.len());
                items.push(Item {
                    node,
                    level: level_below(level),
                    shape: Shape::Plain,
                    external: false,
                    parent: Some(place),
                    boundary: false,
                    itself: true,
                });
            }
            self.place(Some(at), Some(place), children, ends, items, element);
        }
    }

    /// What the node says itself (`external: true`), a node of another repository (`@repository:ref_id`), or what
    /// stands beside the scope without being part of the same system.
    fn is_external(&self, at: usize, node: &FullNode) -> bool {
        node.extra.get("external").and_then(serde_json::Value::as_bool) == Some(true)
            || (node.ref_id.starts_with('@') && node.ref_id.contains(':'))
            || (self.outside.contains(&at) && self.tree.parent(at).is_none())
    }
}
