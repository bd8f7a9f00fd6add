//! Stub documents: what is known about a node, and marks where a person knows more.

use std::fmt::Write as _;

use beadloom_model::GENERATED_MARK;

use super::{PlannedNode, SummarySource};

/// A symbol worth naming in a stub.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StubSymbol {
    /// As the index qualifies it.
    pub name: String,
    /// Relative to the root.
    pub path: String,
    /// 1-based.
    pub line: u32,
}

/// What a stub tells about its node; each list in the order in which it is to appear.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct StubFacts {
    /// Most telling first.
    pub symbols: Vec<StubSymbol>,
    /// ref_ids.
    pub depends_on: Vec<String>,
    /// ref_ids.
    pub used_by: Vec<String>,
    /// ref_ids of the nodes that are part of it.
    pub parts: Vec<String>,
}

/// Where a node's stub document goes, relative to the root.
pub fn document_path(node: &PlannedNode) -> String {
    default_document_path(&node.kind, &node.ref_id)
}

/// The same for a node of that kind and id. An id may hold anything; what is no good in a path becomes `-`.
pub fn default_document_path(kind: &str, ref_id: &str) -> String {
    let folder = match kind {
        "domain" => "domains",
        "service" => "services",
        "feature" => "features",
        "entity" => "entities",
        _ => "nodes",
    };
    let clean = |c: char| if c.is_alphanumeric() || "-_.@+".contains(c) { c } else { '-' };
    let name: String = ref_id.chars().map(clean).collect();
    let name = if name.chars().all(|c| c == '.') { "node".to_owned() } else { name };
    format!("docs/{folder}/{name}/README.md")
}

/// Whether a path is one that [`default_document_path`] gives. Such a document may be a draft that a run left which was
/// killed before its graph was in place.
pub(super) fn is_default_document_path(path: &str) -> bool {
    let folders = ["domains", "services", "features", "entities", "nodes"];
    let mut names = path.split('/');
    names.next() == Some("docs")
        && names.next().is_some_and(|folder| folders.contains(&folder))
        && names.next().is_some()
        && names.next() == Some("README.md")
        && names.next().is_none()
}

/// A Markdown document with what is known about a node and `TODO` marks for the rest.
pub fn stub_document(node: &PlannedNode, facts: &StubFacts) -> String {
    let id = &node.ref_id;
    let mut text = format!(
        "# {}: {id}\n\n{GENERATED_MARK}\n> Drafted by beadloom from the code. Review it, complete it, and delete these \
         two lines.\n",
        capitalised(&node.kind)
    );
    text.push_str("\n## Summary\n");
    if node.summary_source != SummarySource::Fallback {
        line(&mut text, &prose(&node.summary));
        text.push('\n');
    }
    todo(&mut text, &format!("describe the {id} {}", node.kind));
    if node.kind == "domain" || node.kind == "service" {
        text.push_str("\n## Invariants\n");
        todo(&mut text, "list the rules that must always hold");
    } else {
        text.push_str("\n## Behaviour\n");
        todo(&mut text, "describe what it does, for whom, and where it ends");
    }
    if !facts.symbols.is_empty() {
        text.push_str("\n## Key symbols\n");
        line(&mut text, GENERATED_MARK);
        for symbol in &facts.symbols {
            line(
                &mut text,
                &format!("- {} ({}:{})", code(&symbol.name), code_free(&symbol.path), symbol.line),
            );
        }
    }
    list(&mut text, "Parts", &facts.parts);
    list(&mut text, "Depends on", &facts.depends_on);
    list(&mut text, "Used by", &facts.used_by);
    let places: Vec<String> = node.folders.clone();
    list(&mut text, "Source", &places);
    text
}

fn list(text: &mut String, heading: &str, items: &[String]) {
    if items.is_empty() {
        return;
    }
    let _ = write!(text, "\n## {heading}\n{GENERATED_MARK}\n");
    for item in items {
        line(text, &format!("- {}", code(item)));
    }
}

fn line(text: &mut String, content: &str) {
    text.push_str(content);
    text.push('\n');
}

fn todo(text: &mut String, what: &str) {
    line(text, &format!("<!-- TODO: {} -->", what.replace("--", "- ")));
}

/// With its first letter in upper case.
pub(crate) fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    let first: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
    format!("{first}{}", letters.as_str())
}

/// Names and paths come from the repository: nothing in them may end the line or the code span.
fn code(name: &str) -> String {
    let name = one_line(name);
    if name.contains('`') { format!("`` {name} ``") } else { format!("`{name}`") }
}

fn code_free(path: &str) -> String {
    one_line(path).replace('<', "&lt;")
}

/// A sentence from the repository as plain text: no HTML (which could hide or fake a mark), no heading.
fn prose(text: &str) -> String {
    let text = one_line(text).replace('<', "&lt;");
    match text.chars().next() {
        Some('#' | '>' | '-' | '+' | '=' | '|') => format!("\\{text}"),
        _ => text,
    }
}

fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}
