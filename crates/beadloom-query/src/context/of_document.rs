//! What a document that is the only reference is about, and what it says that is not so.

use beadloom_model::Result;
use beadloom_model::answers::{Bundle, FalseStatement, Focus, FocusType, LinkedNode};
use beadloom_model::prose::is_document;
use beadloom_store::DerivedLink;

use super::chapter::{Listed, Tier, bytes_of};
use super::gathered::Gathered;
use super::list::List;
use crate::text::line;

/// Nodes that are named.
const MAX_NODES: usize = 8;

/// Names of a node that are given.
const MAX_SHOWN_NAMES: usize = 4;

static ABOUT: List<LinkedNode> = List {
    title: "It is about",
    tier: |_, _, _, _| Tier::Subject,
    bytes: |one| bytes_of(&[&one.ref_id]) + 60,
    put: |bundle: &mut Bundle, nodes, _| bundle.document_nodes = nodes,
    line: about,
    alone: about,
    ..List::PLAIN
};

static NOT_SO: List<FalseStatement> = List {
    title: "Not so",
    share: 10,
    tier: |_, share, _, one| if share.takes(one.text.len() + 10) { Tier::Subject } else { Tier::Uses },
    bytes: |one| bytes_of(&[&one.text]) + 10,
    put: |bundle: &mut Bundle, findings, _| bundle.document_findings = findings,
    line: not_so,
    alone: not_so,
    ..List::PLAIN
};

/// The nodes.
pub(super) const NODES: Listed =
    Listed { about: Bundle::document_nodes, gather: |found| Ok(ABOUT.of(nodes(found)?)) };

/// The findings.
pub(super) const FINDINGS: Listed = Listed {
    about: Bundle::document_findings,
    gather: |found| {
        let findings = of_one(found).map_or_else(Vec::new, |_| found.request.findings.clone());
        Ok(NOT_SO.of(findings))
    },
};

/// The document, where it is the only reference.
pub(super) fn of_one<'g>(found: &'g Gathered<'_>) -> Option<&'g str> {
    let [one] = &found.resolved[..] else { return None };
    document_of(&one.focus)
}

/// The path of a reference that is a document.
pub(super) fn document_of(focus: &Focus) -> Option<&str> {
    let path = focus.r#ref.trim_start_matches("./");
    let is_one = focus.r#type == FocusType::Path && focus.kind == "file" && is_document(path);
    is_one.then_some(path)
}

fn nodes(found: &Gathered<'_>) -> Result<Vec<LinkedNode>> {
    let Some(path) = of_one(found) else { return Ok(Vec::new()) };
    let derived = found.store.links_of_document(path)?;
    let mut nodes: Vec<LinkedNode> = derived.into_iter().take(MAX_NODES).map(linked_node).collect();
    let declared = found.store.nodes_of_document(path)?.into_iter();
    for ref_id in declared {
        if !nodes.iter().any(|node| node.ref_id == ref_id && node.heading.is_empty()) {
            nodes.insert(0, LinkedNode { ref_id, score: None, heading: String::new(), names: Vec::new() });
        }
    }
    Ok(nodes)
}

fn linked_node(link: DerivedLink) -> LinkedNode {
    LinkedNode {
        ref_id: link.ref_id,
        score: Some((link.score * 100.0).round() / 100.0),
        heading: link.section.map_or_else(String::new, |(_, _, heading)| heading),
        names: link.names.into_iter().take(MAX_SHOWN_NAMES).map(|(name, _)| name).collect(),
    }
}

fn about(node: &LinkedNode) -> String {
    let section =
        if node.heading.is_empty() { String::new() } else { format!(" in \"{}\"", line(&node.heading)) };
    let sure = node.score.map_or_else(|| "declared".to_owned(), |score| format!("{score:.2}"));
    let names =
        if node.names.is_empty() { String::new() } else { format!("; {}", line(&node.names.join(", "))) };
    format!("- {}{section} ({sure}{names})", line(&node.ref_id))
}

fn not_so(one: &FalseStatement) -> String {
    format!("- {}: {}", one.line, line(&one.text))
}
