//! Which nodes a matcher means.

use std::collections::HashSet;

use crate::facts::{Facts, NodeFact};
use crate::matcher::{Matcher, Names, Tags};

/// A set of nodes, by index.
#[derive(Debug, Clone)]
pub(crate) struct NodeSet {
    is: Vec<bool>,
}

impl NodeSet {
    /// The nodes that a matcher means. `listed`: of the rules file.
    pub(crate) fn of(matcher: &Matcher, listed: &Tags, facts: &Facts) -> Self {
        let ids: HashSet<&str> = matcher.ref_id.iter().map(String::as_str).collect();
        let tags: HashSet<&str> = matcher.tag.iter().map(String::as_str).collect();
        let listed: Vec<&Names> = tags.iter().filter_map(|tag| listed.get(*tag)).collect();
        let matches = |node: &NodeFact| {
            (ids.is_empty() || ids.contains(node.ref_id.as_str()))
                && (matcher.kind.is_empty() || matcher.kind.contains(&node.kind))
                && (tags.is_empty() || has_tag(node, &tags, &listed))
                && matcher
                    .source
                    .as_ref()
                    .is_none_or(|source| !node.source.is_empty() && source.matches_path(&node.source))
                && !matcher
                    .exclude
                    .as_ref()
                    .is_some_and(|exclude| exclude.matches_node(&node.ref_id, &node.source))
        };
        Self { is: facts.nodes.iter().map(matches).collect() }
    }

    /// The nodes with a tag.
    pub(crate) fn tagged(tag: &str, listed: &Tags, facts: &Facts) -> Self {
        let (tags, listed) = (HashSet::from([tag]), Vec::from_iter(listed.get(tag)));
        Self { is: facts.nodes.iter().map(|node| has_tag(node, &tags, &listed)).collect() }
    }

    /// Whether a node is in it.
    pub(crate) fn has(&self, node: u32) -> bool {
        self.is.get(node as usize).copied().unwrap_or(false)
    }

    /// Whether no node is.
    pub(crate) fn is_empty(&self) -> bool {
        !self.is.contains(&true)
    }

    /// The nodes, in their order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = u32> {
        (0_u32..).zip(&self.is).filter_map(|(index, is)| is.then_some(index))
    }
}

/// Whether a node carries one of the tags, or the rules file lists it for one.
fn has_tag(node: &NodeFact, tags: &HashSet<&str>, listed: &[&Names]) -> bool {
    node.tags.iter().any(|own| tags.contains(own.as_str()))
        || listed.iter().any(|names| names.matches_node(&node.ref_id, &node.source))
}
