//! Which rules a part of a project has to keep.

use crate::facts::Facts;
use crate::rule::{Body, Matcher, Names, Rule, Rules, Scope};
use crate::select::NodeSet;

/// The rules that nodes and files can break, or be the reason why another breaks them, in the order of the file. `nodes`: ids;
/// `paths`: of code files.
pub fn rules_about<'r>(rules: &'r Rules, facts: &Facts, nodes: &[String], paths: &[String]) -> Vec<&'r Rule> {
    let about =
        About { rules, facts, nodes: nodes.iter().filter_map(|id| facts.index_of(id)).collect(), paths };
    rules.rules.iter().filter(|rule| about.holds(&rule.body)).collect()
}

struct About<'a> {
    rules: &'a Rules,
    facts: &'a Facts,
    nodes: Vec<u32>,
    paths: &'a [String],
}

impl About<'_> {
    fn holds(&self, body: &Body) -> bool {
        match body {
            Body::Deny { from, to, .. } | Body::Forbid { from, to, .. } => self.between(from, to),
            Body::Require { nodes, .. } | Body::Check { nodes, .. } => self.are_among(nodes),
            Body::Layers { layers, .. } => layers.iter().any(|layer| {
                let tagged = NodeSet::tagged(&layer.tag, self.rules, self.facts);
                self.nodes.iter().any(|node| tagged.has(*node))
            }),
            Body::ForbidCycles { scope: Scope::Nodes, .. } => !self.nodes.is_empty(),
            Body::ForbidCycles { scope: Scope::Files, .. } => !self.paths.is_empty(),
            Body::ForbidImport { from, to } => {
                let matches = |names: &Names| self.paths.iter().any(|path| names.matches_path(path));
                matches(from) || matches(to)
            }
            // What has a node keeps it.
            Body::ModuleCoverage { .. } => false,
        }
    }

    /// An end that every node is says nothing about one of them, unless the other end is one as well.
    fn between(&self, from: &Matcher, to: &Matcher) -> bool {
        match (from.is_empty(), to.is_empty()) {
            (false, true) => self.are_among(from),
            (true, false) => self.are_among(to),
            _ => self.are_among(from) || self.are_among(to),
        }
    }

    fn are_among(&self, matcher: &Matcher) -> bool {
        let set = NodeSet::of(matcher, self.rules, self.facts);
        self.nodes.iter().any(|node| set.has(*node))
    }
}
