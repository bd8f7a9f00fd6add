//! Which rules a part of a project has to keep.

use crate::facts::Facts;
use crate::rule::{Matcher, Names, Rule, Rules};
use crate::select::NodeSet;

/// The rules that nodes and files can break, or be the reason why another breaks them, in the order of the file. `nodes`: ids;
/// `paths`: of code files.
pub fn rules_about<'r>(rules: &'r Rules, facts: &Facts, nodes: &[String], paths: &[String]) -> Vec<&'r Rule> {
    let part =
        Part { rules, facts, nodes: nodes.iter().filter_map(|id| facts.index_of(id)).collect(), paths };
    rules.rules.iter().filter(|rule| rule.body.concerns(&part)).collect()
}

/// A part of a project.
pub(crate) struct Part<'a> {
    rules: &'a Rules,
    facts: &'a Facts,
    /// Indexes of nodes.
    pub(crate) nodes: Vec<u32>,
    /// Of code files.
    pub(crate) paths: &'a [String],
}

impl Part<'_> {
    /// Whether a rule from some nodes to others is about one of the part. An end that every node is says nothing about
    /// one of them, unless the other end is one as well.
    pub(crate) fn is_between(&self, from: &Matcher, to: &Matcher) -> bool {
        match (from.is_empty(), to.is_empty()) {
            (false, true) => self.is_among(from),
            (true, false) => self.is_among(to),
            _ => self.is_among(from) || self.is_among(to),
        }
    }

    /// Whether a matcher means one of its nodes.
    pub(crate) fn is_among(&self, matcher: &Matcher) -> bool {
        self.has_node_of(&NodeSet::of(matcher, self.rules, self.facts))
    }

    /// Whether one of its nodes has a tag.
    pub(crate) fn is_tagged(&self, tag: &str) -> bool {
        self.has_node_of(&NodeSet::tagged(tag, self.rules, self.facts))
    }

    /// Whether one of its files matches.
    pub(crate) fn has_path_of(&self, names: &Names) -> bool {
        self.paths.iter().any(|path| names.matches_path(path))
    }

    fn has_node_of(&self, set: &NodeSet) -> bool {
        self.nodes.iter().any(|node| set.has(*node))
    }
}
