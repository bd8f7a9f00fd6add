//! The tree that `part_of` makes of a graph that need not be one.

use beadloom_model::CompactSort as _;
use std::collections::HashMap;

use beadloom_model::answers::{FullEdge, FullNode};

/// The edge kind that nests.
pub(super) const PART_OF: &str = "part_of";

/// For every node its parent and its depth. Of several parents the first by id counts; a cycle is cut above its
/// smallest node, so that everything has a depth.
pub(super) struct Hierarchy {
    parents: Vec<Option<usize>>,
    depths: Vec<usize>,
}

impl Hierarchy {
    /// Positions are those in `nodes`.
    pub fn new(nodes: &[FullNode], edges: &[FullEdge]) -> Self {
        let places = places(nodes);
        let mut parents: Vec<Option<usize>> = vec![None; nodes.len()];
        for edge in edges.iter().filter(|edge| edge.kind == PART_OF) {
            let (Some(&child), Some(&parent)) =
                (places.get(edge.src.as_str()), places.get(edge.dst.as_str()))
            else {
                continue;
            };
            if child == parent {
                continue;
            }
            if let Some(slot) = parents.get_mut(child)
                && slot.is_none_or(|other| id(nodes, parent) < id(nodes, other))
            {
                *slot = Some(parent);
            }
        }
        let mut tree = Self { parents, depths: vec![usize::MAX; nodes.len()] };
        tree.measure(nodes);
        tree
    }

    pub fn parent(&self, node: usize) -> Option<usize> {
        self.parents.get(node).copied().flatten()
    }

    /// Steps up to the top.
    pub fn depth(&self, node: usize) -> usize {
        self.depths.get(node).copied().unwrap_or(0)
    }

    /// The node itself, then what is above it, nearest first.
    pub fn upwards(&self, node: usize) -> impl Iterator<Item = usize> {
        std::iter::successors(Some(node), |at| self.parent(*at))
    }

    /// Whether a node stands somewhere below another one.
    pub fn is_below(&self, node: usize, above: usize) -> bool {
        self.upwards(node).skip(1).any(|at| at == above)
    }

    /// For every node how many stand below it.
    pub fn sizes(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.parents.len()).collect();
        order.compact_sort_by_key(|node| std::cmp::Reverse(self.depth(*node)));
        let mut sizes = vec![0; order.len()];
        for node in order {
            let own = sizes.get(node).map_or(0, |below| below + 1);
            if let Some(size) = self.parent(node).and_then(|parent| sizes.get_mut(parent)) {
                *size += own;
            }
        }
        sizes
    }

    /// For every node whether it is marked, or below one that is.
    pub fn below(&self, marked: &[bool]) -> Vec<bool> {
        // Parents come before children when sorted by depth.
        let mut order: Vec<usize> = (0..self.parents.len()).collect();
        order.compact_sort_by_key(|node| self.depth(*node));
        let mut inside = marked.to_vec();
        for node in order {
            let parent = self.parent(node).and_then(|parent| inside.get(parent).copied()).unwrap_or(false);
            if let Some(slot) = inside.get_mut(node) {
                *slot |= parent;
            }
        }
        inside
    }

    /// Fills in the depths, each node once, and cuts cycles on the way.
    fn measure(&mut self, nodes: &[FullNode]) {
        const UNKNOWN: usize = usize::MAX;
        const ON_PATH: usize = usize::MAX - 1;
        for start in 0..self.parents.len() {
            let mut path = Vec::new();
            let mut at = Some(start);
            while let Some(node) = at.filter(|node| self.depths.get(*node) == Some(&UNKNOWN)) {
                self.set_depth(node, ON_PATH);
                path.push(node);
                at = self.parent(node);
            }
            if let Some(met) = at.filter(|node| self.depths.get(*node) == Some(&ON_PATH)) {
                let from = path.iter().position(|node| *node == met).unwrap_or(0);
                let cycle = path.get(from..).unwrap_or_default();
                if let Some(at) =
                    (0..cycle.len()).min_by_key(|at| cycle.get(*at).map(|node| id(nodes, *node)))
                {
                    let top = from + at;
                    if let Some(node) = path.get(top).copied()
                        && let Some(slot) = self.parents.get_mut(node)
                    {
                        *slot = None;
                    }
                    // The path up to the cut ends at a top now, and the rest hangs below that part.
                    let upper: Vec<usize> = path.drain(..=top).collect();
                    self.unwind(&upper);
                }
            }
            self.unwind(&path);
        }
    }

    /// Depths of a path from child to parent, whose last node hangs below a known node or below none.
    fn unwind(&mut self, path: &[usize]) {
        for node in path.iter().rev() {
            let depth = self.parent(*node).map_or(0, |parent| match self.depths.get(parent) {
                Some(&depth) if depth < usize::MAX - 1 => depth + 1,
                _ => 0,
            });
            self.set_depth(*node, depth);
        }
    }

    fn set_depth(&mut self, node: usize, depth: usize) {
        if let Some(slot) = self.depths.get_mut(node) {
            *slot = depth;
        }
    }
}

/// Where each node stands, by its id.
pub(super) fn places(nodes: &[FullNode]) -> HashMap<&str, usize> {
    nodes.iter().enumerate().map(|(at, node)| (node.ref_id.as_str(), at)).collect()
}

fn id(nodes: &[FullNode], at: usize) -> &str {
    nodes.get(at).map_or("", |node| node.ref_id.as_str())
}
