//! Strongly connected components, and a shortest way round through one of their members.

use std::collections::VecDeque;

/// A directed graph over `0..len`.
#[derive(Debug, Clone)]
pub(crate) struct Digraph {
    /// Where the targets of each vertex begin; one more than there are vertices.
    starts: Vec<u32>,
    targets: Vec<u32>,
}

impl Digraph {
    /// From pairs of vertices, in any order; repeats count once. Loops and ends outside `0..len` are left out.
    pub(crate) fn new(len: usize, mut pairs: Vec<(u32, u32)>) -> Self {
        pairs.retain(|(from, to)| from != to && (*from as usize) < len && (*to as usize) < len);
        pairs.sort_unstable();
        pairs.dedup();
        let mut starts = vec![0_u32; len + 1];
        for (from, _) in &pairs {
            if let Some(count) = starts.get_mut(*from as usize + 1) {
                *count += 1;
            }
        }
        let mut sum = 0;
        for start in &mut starts {
            sum += *start;
            *start = sum;
        }
        Self { starts, targets: pairs.into_iter().map(|(_, to)| to).collect() }
    }

    /// How many vertices there are.
    pub(crate) fn len(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    /// Where edges lead from a vertex, sorted.
    pub(crate) fn targets(&self, vertex: u32) -> &[u32] {
        let at = vertex as usize;
        match (self.starts.get(at), self.starts.get(at + 1)) {
            (Some(from), Some(to)) => self.targets.get(*from as usize..*to as usize).unwrap_or(&[]),
            _ => &[],
        }
    }

    /// The component of each vertex, numbered so that edges between components lead to lower numbers, and how many
    /// components there are. Tarjan's algorithm with a stack of its own: time and memory are linear, depth is no matter.
    pub(crate) fn components(&self) -> (Vec<u32>, u32) {
        const NONE: u32 = u32::MAX;
        let len = self.len();
        let mut component = vec![NONE; len];
        let mut order = vec![NONE; len];
        let mut low = vec![NONE; len];
        let mut open: Vec<u32> = Vec::new();
        // A vertex and how many of its targets were looked at.
        let mut path: Vec<(u32, u32)> = Vec::new();
        let (mut next, mut count) = (0_u32, 0_u32);
        let at = |list: &[u32], vertex: u32| list.get(vertex as usize).copied().unwrap_or(NONE);
        let set = |list: &mut [u32], vertex: u32, value: u32| {
            if let Some(slot) = list.get_mut(vertex as usize) {
                *slot = value;
            }
        };
        for root in (0_u32..).take(len) {
            if at(&order, root) != NONE {
                continue;
            }
            path.push((root, 0));
            while let Some((vertex, looked)) = path.pop() {
                if looked == 0 {
                    set(&mut order, vertex, next);
                    set(&mut low, vertex, next);
                    next += 1;
                    open.push(vertex);
                }
                if let Some(target) = self.targets(vertex).get(looked as usize).copied() {
                    path.push((vertex, looked + 1));
                    if at(&order, target) == NONE {
                        path.push((target, 0));
                    } else if at(&component, target) == NONE {
                        let reached = at(&low, vertex).min(at(&order, target));
                        set(&mut low, vertex, reached);
                    }
                    continue;
                }
                if at(&low, vertex) == at(&order, vertex) {
                    while let Some(member) = open.pop() {
                        set(&mut component, member, count);
                        if member == vertex {
                            break;
                        }
                    }
                    count += 1;
                }
                if let Some((parent, _)) = path.last() {
                    let reached = at(&low, *parent).min(at(&low, vertex));
                    set(&mut low, *parent, reached);
                }
            }
        }
        (component, count)
    }

    /// Every component of two vertices or more, each sorted, by their smallest vertices.
    pub(crate) fn tangles(&self) -> Vec<Vec<u32>> {
        let (component, count) = self.components();
        let mut members: Vec<Vec<u32>> = vec![Vec::new(); count as usize];
        for (vertex, of) in (0_u32..).zip(&component) {
            if let Some(list) = members.get_mut(*of as usize) {
                list.push(vertex);
            }
        }
        members.retain(|list| list.len() > 1);
        members.sort_unstable();
        members
    }

    /// A shortest way from the first member of a tangle back to it, without its end; of several the one through the
    /// smallest vertices.
    pub(crate) fn way_round(&self, tangle: &[u32]) -> Vec<u32> {
        let Some(&start) = tangle.first() else { return Vec::new() };
        let place = |vertex: u32| tangle.binary_search(&vertex).ok();
        let mut came_from: Vec<Option<u32>> = vec![None; tangle.len()];
        let mut queue = VecDeque::from([start]);
        while let Some(vertex) = queue.pop_front() {
            for &target in self.targets(vertex) {
                if target == start {
                    let mut way = vec![vertex];
                    let mut at = vertex;
                    while at != start {
                        let Some(before) = place(at).and_then(|at| came_from.get(at).copied().flatten())
                        else {
                            break;
                        };
                        way.push(before);
                        at = before;
                    }
                    way.reverse();
                    return way;
                }
                if let Some(slot) = place(target).and_then(|at| came_from.get_mut(at))
                    && slot.is_none()
                {
                    *slot = Some(vertex);
                    queue.push_back(target);
                }
            }
        }
        vec![start]
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn rings_chords_and_loops() {
        let ring: Vec<(u32, u32)> = (0..12).map(|i| (i, (i + 1) % 12)).collect();
        let graph = Digraph::new(12, ring.clone());
        assert_eq!(graph.tangles(), [(0..12).collect::<Vec<u32>>()]);
        assert_eq!(graph.way_round(&(0..12).collect::<Vec<u32>>()), (0..12).collect::<Vec<u32>>());
        let mut chord = ring;
        chord.push((3, 0));
        let graph = Digraph::new(13, chord);
        assert_eq!(graph.way_round(&graph.tangles()[0]), [0, 1, 2, 3]);
        assert!(Digraph::new(3, vec![(0, 1), (1, 2), (0, 2)]).tangles().is_empty());
        assert!(Digraph::new(2, vec![(0, 9)]).tangles().is_empty());
    }

    #[test]
    fn depth_is_no_matter() {
        let mut pairs: Vec<(u32, u32)> = (0..200_000).map(|i| (i, i + 1)).collect();
        pairs.push((200_000, 0));
        assert_eq!(Digraph::new(200_001, pairs).tangles().len(), 1);
    }

    /// Whether each vertex reaches each other, by the plain way.
    fn closure(len: usize, pairs: &[(u32, u32)]) -> Vec<Vec<bool>> {
        let mut reaches = vec![vec![false; len]; len];
        for (from, to) in pairs {
            reaches[*from as usize][*to as usize] = true;
        }
        for middle in 0..len {
            for from in 0..len {
                for to in 0..len {
                    reaches[from][to] |= reaches[from][middle] && reaches[middle][to];
                }
            }
        }
        reaches
    }

    proptest! {
        #[test]
        fn components_are_those_of_the_plain_way(pairs in prop::collection::vec((0..9_u32, 0..9_u32), 0..25)) {
            let graph = Digraph::new(9, pairs.clone());
            let reaches = closure(9, &pairs);
            let (component, _) = graph.components();
            for a in 0..9 {
                for b in 0..9 {
                    let together = a == b || (reaches[a][b] && reaches[b][a]);
                    prop_assert_eq!(component[a] == component[b], together);
                    if reaches[a][b] {
                        prop_assert!(component[a] >= component[b]);
                    }
                }
            }
            for tangle in graph.tangles() {
                let way = graph.way_round(&tangle);
                prop_assert_eq!(way[0], tangle[0]);
                for (at, vertex) in way.iter().enumerate() {
                    let next = way[(at + 1) % way.len()];
                    prop_assert!(graph.targets(*vertex).contains(&next));
                }
            }
        }
    }
}
