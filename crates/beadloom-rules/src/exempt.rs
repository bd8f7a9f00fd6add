//! Where a rule does not hold.

use std::cell::Cell;

use crate::facts::Facts;
use crate::matcher::{Exemption, Side};

/// The exemptions of a rule, and how often each was needed.
pub(crate) struct Exemptions {
    list: Vec<Exempt>,
}

struct Exempt {
    from: Option<Named>,
    to: Option<Named>,
    count: Cell<u64>,
}

struct Named {
    side: Side,
    /// Of each node, whether it is named.
    nodes: Vec<bool>,
}

/// One end of what a rule found.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct End<'a> {
    pub(crate) node: Option<u32>,
    /// A file, a folder or a package.
    pub(crate) path: Option<&'a str>,
}

impl<'a> End<'a> {
    pub(crate) fn node(node: u32) -> Self {
        Self { node: Some(node), path: None }
    }

    pub(crate) fn path(path: &'a str) -> Self {
        Self { node: None, path: Some(path) }
    }
}

impl Named {
    fn new(side: &Side, facts: &Facts) -> Self {
        let named = |node: &crate::NodeFact| side.names.matches_node(&node.ref_id, &node.source);
        Self { nodes: facts.nodes.iter().map(named).collect(), side: side.clone() }
    }

    fn has(&self, end: End<'_>) -> bool {
        end.node.is_some_and(|node| self.nodes.get(node as usize).copied().unwrap_or(false))
            || end.path.is_some_and(|path| self.side.names.matches_path(path))
    }
}

impl Exemptions {
    pub(crate) fn new(exempt: &[Exemption], facts: &Facts) -> Self {
        let list = exempt
            .iter()
            .map(|one| Exempt {
                from: one.from.as_ref().map(|side| Named::new(side, facts)),
                to: one.to.as_ref().map(|side| Named::new(side, facts)),
                count: Cell::new(0),
            })
            .collect();
        Self { list }
    }

    /// Whether something is exempt; a rule about single things has no end `to`, and what an exemption says of it is no
    /// matter.
    pub(crate) fn has(&self, from: End<'_>, to: Option<End<'_>>) -> bool {
        let exempt = self.list.iter().find(|one| {
            one.from.as_ref().is_none_or(|named| named.has(from))
                && match (&one.to, to) {
                    (Some(named), Some(to)) => named.has(to),
                    (Some(_), None) => one.from.is_some(),
                    (None, _) => true,
                }
        });
        if let Some(exempt) = exempt {
            exempt.count.set(exempt.count.get() + 1);
        }
        exempt.is_some()
    }

    pub(crate) fn counts(&self) -> Vec<u64> {
        self.list.iter().map(|one| one.count.get()).collect()
    }
}
