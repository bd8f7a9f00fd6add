//! Which nodes a C4 diagram draws, and which of them as boundaries around others.

use std::collections::{BTreeSet, HashMap, HashSet};

use beadloom_model::answers::{FullEdge, FullNode};

use super::relations::Lifted;
use super::{Item, Level, Relation, Shape, folded};
use crate::graph::GraphView;
use crate::graph::hierarchy::{Hierarchy, PART_OF, places};

/// The graph with what of it is drawn. Nodes are positions in `nodes`.
pub(super) struct Field<'a> {
    pub nodes: &'a [FullNode],
    /// Those whose arrows are drawn.
    pub edges: Vec<&'a FullEdge>,
    pub places: HashMap<&'a str, usize>,
    tree: Hierarchy,
    level: Level,
    levels: Vec<Level>,
    /// What was asked for.
    inside: Vec<bool>,
    /// Beside the scope.
    outside: HashSet<usize>,
    drawn: Vec<bool>,
}

impl<'a> Field<'a> {
    pub fn new(view: &'a GraphView, level: Level) -> Self {
        let (nodes, all_edges) = view.whole();
        // The answer's own nodes may stand in another order.
        let places = places(nodes);
        let tree = Hierarchy::new(nodes, all_edges);
        let mut inside = vec![false; nodes.len()];
        for at in view.answer.nodes.iter().filter_map(|node| places.get(node.ref_id.as_str())) {
            if let Some(slot) = inside.get_mut(*at) {
                *slot = true;
            }
        }
        let mut candidates: HashSet<usize> = HashSet::new();
        for node in (0..nodes.len()).filter(|node| inside.get(*node) == Some(&true)) {
            // Stops where an earlier walk has been.
            for above in tree.upwards(node) {
                if !candidates.insert(above) {
                    break;
                }
            }
        }
        let is_inside = |id: &str| places.get(id).and_then(|at| inside.get(*at)) == Some(&true);
        let mut outside = HashSet::new();
        let edges: Vec<&FullEdge> = if view.scope.is_empty() {
            view.answer.edges.iter().collect()
        } else {
            all_edges.iter().filter(|edge| is_inside(&edge.src) || is_inside(&edge.dst)).collect()
        };
        for edge in edges.iter().filter(|edge| edge.kind != PART_OF) {
            for end in [&edge.src, &edge.dst] {
                if let Some(at) = places.get(end.as_str()) {
                    // As far up as it stands apart from the scope.
                    outside.extend(tree.upwards(*at).take_while(|at| !candidates.contains(at)).last());
                }
            }
        }
        candidates.extend(&outside);
        let levels: Vec<Level> =
            nodes.iter().enumerate().map(|(at, node)| Level::of(node, tree.depth(at))).collect();
        let drawn =
            levels.iter().enumerate().map(|(at, own)| *own <= level && candidates.contains(&at)).collect();
        Self { nodes, edges, places, tree, level, levels, inside, outside, drawn }
    }

    /// What is drawn for a node: itself, or the nearest that it is part of.
    pub fn lifted(&self, node: usize) -> Option<usize> {
        self.tree.upwards(node).find(|at| self.is_drawn(*at))
    }

    /// Whether that edge is one of the tree, which boundaries show.
    pub fn nests(&self, child: usize, parent: usize) -> bool {
        self.tree.parent(child) == Some(parent)
    }

    /// The only node at the top, if there is one.
    pub fn only_top(&self) -> Option<&'a FullNode> {
        let mut tops = (0..self.nodes.len()).filter(|at| self.tree.parent(*at).is_none());
        match (tops.next(), tops.next()) {
            (Some(top), None) => self.nodes.get(top),
            _ => None,
        }
    }

    /// What the level hides, in words.
    pub fn folded(&self) -> Vec<String> {
        let hidden = (0..self.nodes.len())
            .filter(|at| self.inside.get(*at) == Some(&true) && !self.is_drawn(*at))
            .map(|at| self.lifted(at).is_some());
        let (kept, lost): (Vec<bool>, Vec<bool>) = hidden.partition(|has_place| *has_place);
        folded(self.level, kept.len(), lost.len())
    }

    fn is_drawn(&self, node: usize) -> bool {
        self.drawn.get(node) == Some(&true)
    }

    fn level_of(&self, node: usize) -> Level {
        self.levels.get(node).copied().unwrap_or(Level::Component)
    }

    /// The boundary that a drawn node stands in: the nearest node above that is of a higher level, so that boundaries
    /// nest no deeper than levels do.
    fn boundary_of(&self, node: usize) -> Option<usize> {
        let own = self.level_of(node);
        self.tree.upwards(node).skip(1).find(|at| self.is_drawn(*at) && self.level_of(*at) < own)
    }

    /// The elements, and the relations between them.
    pub fn items(&self, lifted: Vec<Lifted>) -> (Vec<Item<'a>>, Vec<Relation>) {
        let mut children: HashMap<Option<usize>, Vec<usize>> = HashMap::new();
        for at in (0..self.nodes.len()).filter(|at| self.is_drawn(*at)) {
            children.entry(self.boundary_of(at)).or_default().push(at);
        }
        let ends: BTreeSet<usize> = lifted.iter().flat_map(|one| [one.from, one.to]).collect();
        let mut items = Vec::new();
        let mut element: HashMap<usize, usize> = HashMap::new();
        self.place(None, None, &children, &ends, &mut items, &mut element);
        let relations = lifted
            .into_iter()
            .filter_map(|one| {
                let (from, to) = (*element.get(&one.from)?, *element.get(&one.to)?);
                Some(Relation { from, to, kinds: one.kinds, imports: one.imports })
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
                    level: level.below(),
                    shape: Shape::Plain,
                    external: false,
                    parent: Some(place),
                    boundary: false,
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
