//! Nodes as a flowchart nests them: a frame (`subgraph`) around the parts of each that has some.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Write;

use beadloom_model::CompactSort as _;
use beadloom_model::answers::FullNode;

use super::labels::{label, node_label, node_line, units};
use super::rollup::Arrow;
use crate::graph::hierarchy::Hierarchy;
use crate::graph::strength::degrees;

/// Fewer nodes without an arrow stand well beside each other.
const MIN_NODES_IN_ROWS: usize = 4;

/// The nodes that are drawn, by position in `nodes`, inside of what they are part of.
pub(super) struct Frames<'a> {
    nodes: &'a [FullNode],
    tree: &'a Hierarchy,
    drawn: BTreeSet<usize>,
    /// How many nodes stand below each.
    sizes: Vec<usize>,
    /// Ends of arrows at each that has any.
    degrees: HashMap<usize, usize>,
    /// Parts that are drawn, by what they are part of; None: of nothing.
    parts: BTreeMap<Option<usize>, Vec<usize>>,
    /// Frames that an arrow leads from or to, from inside.
    wholes: BTreeSet<usize>,
    /// Nodes at the level or above it.
    all: usize,
}

impl<'a> Frames<'a> {
    /// Nodes deeper than `level` are folded into what holds them.
    pub fn new(nodes: &'a [FullNode], tree: &'a Hierarchy, level: usize, arrows: &[Arrow]) -> Self {
        let drawn: BTreeSet<usize> = (0..nodes.len()).filter(|at| tree.depth(*at) <= level).collect();
        let mut frames = Self {
            nodes,
            tree,
            all: drawn.len(),
            drawn,
            sizes: tree.sizes(),
            degrees: degrees(arrows.iter().flat_map(|arrow| [arrow.from, arrow.to])),
            parts: BTreeMap::new(),
            wholes: BTreeSet::new(),
        };
        frames.nest();
        for arrow in arrows {
            for (at, other) in [(arrow.from, arrow.to), (arrow.to, arrow.from)] {
                if frames.is_around(at, other) {
                    frames.wholes.insert(at);
                }
            }
        }
        frames
    }

    /// The upper ones first, then those with most arrows, as long as there is room.
    pub fn within(mut self, most: usize) -> Self {
        if self.room() <= most {
            return self;
        }
        let mut ranked: Vec<usize> = self.drawn.iter().copied().collect();
        ranked.compact_sort_by_key(|at| (self.tree.depth(*at), Reverse(self.degrees.get(at).copied()), *at));
        let mut left = most;
        let mut is_full = false;
        for at in ranked {
            // A frame whose parts find no room becomes a node that counts them.
            let room = self.room_of(at) + if self.is_frame(at) { 24 } else { 0 };
            is_full |= room > left;
            if is_full {
                self.drawn.remove(&at);
            } else {
                left -= room;
            }
        }
        self.nest();
        self
    }

    pub fn draws(&self, node: usize) -> bool {
        self.drawn.contains(&node)
    }

    /// Nodes of the level, and how many of them are drawn.
    pub fn counts(&self) -> (usize, usize) {
        (self.all, self.drawn.len())
    }

    /// What an arrow between two nodes begins at. Mermaid fails on an arrow between a frame and what is inside, so inside
    /// of it a node stands for the whole.
    pub fn end(&self, node: usize, other: usize) -> String {
        let whole = if self.is_around(node, other) { "_whole" } else { "" };
        format!("n{}{whole}", node + 1)
    }

    fn is_around(&self, frame: usize, other: usize) -> bool {
        self.is_frame(frame) && (frame == other || self.tree.is_below(other, frame))
    }

    fn is_frame(&self, node: usize) -> bool {
        self.parts.contains_key(&Some(node))
    }

    fn nest(&mut self) {
        self.parts.clear();
        for at in &self.drawn {
            self.parts.entry(self.tree.parent(*at)).or_default().push(*at);
        }
    }

    /// UTF-16 units of all that [`Frames::write`] writes.
    pub fn room(&self) -> usize {
        self.drawn.iter().map(|at| self.room_of(*at)).sum()
    }

    fn room_of(&self, at: usize) -> usize {
        let Some(node) = self.nodes.get(at) else { return 0 };
        let indent = 2 * (self.tree.depth(at) + 1);
        let own = indent + units(&self.line(at, node));
        let whole = if self.wholes.contains(&at) { indent + 2 + units(&whole_line(at, node)) } else { 0 };
        own + whole + if self.is_frame(at) { indent + units("end\n") } else { 0 }
    }

    fn line(&self, at: usize, node: &FullNode) -> String {
        if self.is_frame(at) {
            format!("subgraph n{}[\"{}\"]\n", at + 1, node_label(node, 0))
        } else {
            node_line(at + 1, node, self.sizes.get(at).copied().unwrap_or(0))
        }
    }

    /// Invisible links that put nodes without an arrow in rows, a line each: Mermaid would put all of them in one.
    pub fn rows(&self) -> Vec<String> {
        let mut rows = Vec::new();
        for parts in self.parts.values() {
            let is_loose = |at: &&usize| !self.is_frame(**at) && !self.degrees.contains_key(*at);
            let loose: Vec<String> = parts.iter().filter(is_loose).map(|at| format!("n{}", at + 1)).collect();
            if loose.len() >= MIN_NODES_IN_ROWS {
                let length = loose.len().isqrt().max(2);
                rows.extend(
                    loose
                        .chunks(length)
                        .filter(|row| row.len() > 1)
                        .map(|row| format!("  {}\n", row.join(" ~~~ "))),
                );
            }
        }
        rows
    }

    /// Frames and nodes, each by position.
    pub fn write(&self, out: &mut String) {
        self.write_parts(None, 1, out);
    }

    /// As deep as frames are nested, which has a bound.
    fn write_parts(&self, of: Option<usize>, depth: usize, out: &mut String) {
        let indent = "  ".repeat(depth);
        for &at in self.parts.get(&of).map_or(&[][..], Vec::as_slice) {
            let Some(node) = self.nodes.get(at) else { continue };
            let _ = write!(out, "{indent}{}", self.line(at, node));
            if self.is_frame(at) {
                if self.wholes.contains(&at) {
                    let _ = write!(out, "{indent}  {}", whole_line(at, node));
                }
                self.write_parts(Some(at), depth + 1, out);
                let _ = writeln!(out, "{indent}end");
            }
        }
    }
}

/// The node that stands for a frame inside of it.
fn whole_line(at: usize, node: &FullNode) -> String {
    format!("n{}_whole([\"{} itself\"])\n", at + 1, label(&node.ref_id))
}
