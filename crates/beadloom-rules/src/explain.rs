//! What a rule matches, for whoever wonders why it finds nothing, or so much.

use beadloom_model::CompactSort as _;
use beadloom_model::answers::{ANSWER_VERSION, RuleAnswer, RuleExemption, RuleMatch};

use crate::evaluate::Context;
use crate::evaluate::edges::described;
use crate::facts::{Facts, Target};
use crate::rule::{Body, Matcher, Rule, Rules, Scope};
use crate::select::NodeSet;

/// Paths of one part that are shown.
const MAX_FILES: usize = 100;

/// What one rule demands and matches. `path`: the rules file, relative to the root.
pub fn explain(rule: &Rule, rules: &Rules, path: &str, facts: &Facts) -> RuleAnswer {
    let outcome = Context::new(rules, path, facts).outcome(rule);
    RuleAnswer {
        version: ANSWER_VERSION,
        rule: rule.name.clone(),
        rule_type: rule.body.name().to_owned(),
        severity: rule.severity,
        description: rule.description.clone(),
        says: says(&rule.body),
        path: path.to_owned(),
        line: rule.place.line,
        matches: matches(&rule.body, rules, facts),
        exempt: rule
            .exempt
            .iter()
            .zip(outcome.exempted.iter().chain(std::iter::repeat(&0)))
            .map(|(one, exempted)| RuleExemption {
                from: one.from.as_ref().map(crate::Side::text),
                to: one.to.as_ref().map(crate::Side::text),
                reason: one.reason.clone(),
                until: one.until.clone(),
                exempted: *exempted,
            })
            .collect(),
        violations: outcome.violations.iter().filter(|one| one.rule_type == rule.body.name()).count() as u64,
        warning: None,
        stale_paths: Vec::new(),
    }
}

fn kinds(kinds: &[String], any: &str) -> String {
    if kinds.is_empty() { any.to_owned() } else { format!("of kind {}", kinds.join(" or ")) }
}

fn says(body: &Body) -> String {
    match body {
        Body::Deny { from, to, unless_edge } => {
            let unless = if unless_edge.is_empty() {
                String::new()
            } else {
                format!(", unless the graph declares an edge {} between the two", kinds(unless_edge, ""))
            };
            format!("No file of {} imports from {}{unless}", described(from), described(to))
        }
        Body::Require { nodes, has_edge_to, edge_kind } => format!(
            "The graph declares an edge {} from {} to {}",
            kinds(edge_kind, "of any kind"),
            described(nodes),
            described(has_edge_to)
        ),
        Body::Forbid { from, to, edge_kind } => format!(
            "The graph declares no edge {} from {} to {}",
            kinds(edge_kind, "of any kind"),
            described(from),
            described(to)
        ),
        Body::Layers { layers, allow_skip, edge_kind } => {
            let names: Vec<&str> = layers.iter().map(|layer| layer.name.as_str()).collect();
            let skip = if *allow_skip { "" } else { ", and only to the next layer" };
            let edges = kinds(edge_kind, "of dependence");
            format!("Imports, and edges {edges}, go down from {}{skip}", names.join(" to "))
        }
        Body::ForbidCycles { edge_kind, scope: Scope::Nodes } => {
            format!("No cycle of edges {}", kinds(edge_kind, "of dependence"))
        }
        Body::ForbidCycles { scope: Scope::Files, .. } => {
            "No cycle of imports that run when files are loaded".to_owned()
        }
        Body::ForbidImport { from, to } => {
            format!("No file of {} imports {}", from.texts.join(", "), to.texts.join(", "))
        }
        Body::Check { nodes, limits } => {
            let most = [
                (limits.max_symbols, "symbols"),
                (limits.max_files, "files"),
                (limits.max_fan_out, "nodes that it depends on"),
            ];
            let mut bounds: Vec<String> = most
                .into_iter()
                .filter_map(|(most, what)| Some(format!("at most {} {what}", most?)))
                .collect();
            bounds.extend(limits.min_doc_coverage.map(|least| format!("at least {least} % documented")));
            let who = described(nodes);
            let who = who.strip_prefix("a node").map_or(who.clone(), |rest| format!("every node{rest}"));
            format!("Of {who}: {}", bounds.join(", "))
        }
        Body::ModuleCoverage { source_root, .. } => {
            let place = if source_root.is_empty() { "the project" } else { source_root };
            format!("Every source file of {place} belongs to a node")
        }
    }
}

fn nodes_part(part: &str, matcher: &Matcher, rules: &Rules, facts: &Facts) -> RuleMatch {
    of_set(part, &NodeSet::of(matcher, rules, facts), facts)
}

fn of_set(part: &str, set: &NodeSet, facts: &Facts) -> RuleMatch {
    RuleMatch {
        part: part.to_owned(),
        nodes: set.iter().map(|node| facts.id(node).to_owned()).collect(),
        files: Vec::new(),
        files_count: 0,
    }
}

fn files_part(part: &str, mut files: Vec<String>) -> RuleMatch {
    files.compact_sort();
    files.dedup();
    let files_count = files.len() as u64;
    files.truncate(MAX_FILES);
    RuleMatch { part: part.to_owned(), nodes: Vec::new(), files, files_count }
}

fn matches(body: &Body, rules: &Rules, facts: &Facts) -> Vec<RuleMatch> {
    match body {
        Body::Deny { from, to, .. } | Body::Forbid { from, to, .. } => {
            vec![nodes_part("from", from, rules, facts), nodes_part("to", to, rules, facts)]
        }
        Body::Require { nodes, has_edge_to, .. } => {
            vec![nodes_part("for", nodes, rules, facts), nodes_part("has_edge_to", has_edge_to, rules, facts)]
        }
        Body::Layers { layers, .. } => layers
            .iter()
            .map(|layer| of_set(&layer.name, &NodeSet::tagged(&layer.tag, rules, facts), facts))
            .collect(),
        Body::ForbidCycles { .. } => Vec::new(),
        Body::ForbidImport { from, to } => {
            let files = facts.files.iter().map(|file| file.path.as_str());
            let inside: Vec<String> =
                files.clone().filter(|path| from.matches_path(path)).map(str::to_owned).collect();
            let mut meant: Vec<String> =
                files.filter(|path| to.matches_path(path)).map(str::to_owned).collect();
            meant.extend(
                facts
                    .imports
                    .iter()
                    .filter(|import| import.target == Target::External)
                    .filter_map(|import| import.package.clone())
                    .filter(|package| to.matches_path(package)),
            );
            vec![files_part("from", inside), files_part("to", meant)]
        }
        Body::Check { nodes, .. } => vec![nodes_part("for", nodes, rules, facts)],
        Body::ModuleCoverage { source_root, exempt } => {
            let files = facts.files.iter().filter(|file| {
                file.product
                    && file.path.starts_with(source_root.as_str())
                    && !exempt.matches_path(&file.path)
            });
            vec![files_part("source_root", files.map(|file| file.path.clone()).collect())]
        }
    }
}
