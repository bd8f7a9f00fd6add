//! Which rules a part of a project has to keep.

use crate::facts::Facts;
use crate::part::Part;
use crate::rule::{Rule, Rules};

/// The rules that nodes and files can break, or be the reason why another breaks them, in the order of the file. `nodes`: ids;
/// `paths`: of code files.
pub fn rules_about<'r>(rules: &'r Rules, facts: &Facts, nodes: &[String], paths: &[String]) -> Vec<&'r Rule> {
    let part = Part::new(&rules.tags, facts, nodes, paths);
    rules.rules.iter().filter(|rule| rule.body.concerns(&part)).collect()
}
