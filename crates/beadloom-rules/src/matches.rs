//! The nodes and files that one part of a rule matches.

use beadloom_model::CompactSort as _;
use beadloom_model::answers::RuleMatch;

use crate::evaluation::Context;
use crate::matcher::Matcher;
use crate::select::NodeSet;

/// Paths of one part that are shown.
const MAX_FILES: usize = 100;

/// The nodes that a matcher means.
pub(crate) fn matched_nodes(part: &str, matcher: &Matcher, context: &Context<'_>) -> RuleMatch {
    matched_set(part, &NodeSet::of(matcher, context.tags, context.facts), context)
}

/// The nodes of a set.
pub(crate) fn matched_set(part: &str, set: &NodeSet, context: &Context<'_>) -> RuleMatch {
    RuleMatch {
        part: part.to_owned(),
        nodes: set.iter().map(|node| context.facts.id(node).to_owned()).collect(),
        files: Vec::new(),
        files_count: 0,
    }
}

/// Files and packages, in any order.
pub(crate) fn matched_files(part: &str, mut files: Vec<String>) -> RuleMatch {
    files.compact_sort();
    files.dedup();
    let files_count = files.len() as u64;
    files.truncate(MAX_FILES);
    RuleMatch { part: part.to_owned(), nodes: Vec::new(), files, files_count }
}
