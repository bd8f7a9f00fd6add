//! A part of a project, as rules see it that ask whether they are about it.

use crate::facts::Facts;
use crate::matcher::{Matcher, Names, Tags};
use crate::select::NodeSet;

/// A part of a project.
pub(crate) struct Part<'a> {
    tags: &'a Tags,
    facts: &'a Facts,
    /// Indexes of nodes.
    pub(crate) nodes: Vec<u32>,
    /// Of code files.
    pub(crate) paths: &'a [String],
}

impl<'a> Part<'a> {
    /// `nodes`: ids, `paths`: of code files.
    pub(crate) fn new(tags: &'a Tags, facts: &'a Facts, nodes: &[String], paths: &'a [String]) -> Self {
        Self { tags, facts, nodes: nodes.iter().filter_map(|id| facts.index_of(id)).collect(), paths }
    }

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
        self.has_node_of(&NodeSet::of(matcher, self.tags, self.facts))
    }

    /// Whether one of its nodes has a tag.
    pub(crate) fn is_tagged(&self, tag: &str) -> bool {
        self.has_node_of(&NodeSet::tagged(tag, self.tags, self.facts))
    }

    /// Whether one of its files matches.
    pub(crate) fn has_path_of(&self, names: &Names) -> bool {
        self.paths.iter().any(|path| names.matches_path(path))
    }

    fn has_node_of(&self, set: &NodeSet) -> bool {
        self.nodes.iter().any(|node| set.has(*node))
    }
}
