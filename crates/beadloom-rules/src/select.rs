//! Which nodes a matcher means.

use std::collections::HashSet;

use crate::facts::{Facts, NodeFact};
use crate::rule::{Matcher, Rules};

/// A set of nodes, by index.
#[derive(Debug, Clone)]
pub(crate) struct NodeSet {
    is: Vec<bool>,
}

impl NodeSet {
    /// The nodes that a matcher means.
    pub(crate) fn of(matcher: &Matcher, rules: &Rules, facts: &Facts) -> Self {
        let ids: HashSet<&str> = matcher.ref_id.iter().map(String::as_str).collect();
        let matches = |node: &NodeFact| {
            (ids.is_empty() || ids.contains(node.ref_id.as_str()))
                && (matcher.kind.is_empty() || matcher.kind.contains(&node.kind))
                && (matcher.tag.is_empty() || matcher.tag.iter().any(|tag| has_tag(node, tag, rules)))
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
    pub(crate) fn tagged(tag: &str, rules: &Rules, facts: &Facts) -> Self {
        Self { is: facts.nodes.iter().map(|node| has_tag(node, tag, rules)).collect() }
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

fn has_tag(node: &NodeFact, tag: &str, rules: &Rules) -> bool {
    node.tags.iter().any(|own| own == tag)
        || rules.tags.get(tag).is_some_and(|names| names.matches_node(&node.ref_id, &node.source))
}
