//! What the parts of an answer are about.

use beadloom_model::answers::ReceiptParts;
use beadloom_model::requests::{Subject, Traits, requests};
use beadloom_query::{About, about_title};
use serde_json::Value;

/// Keys of answers; those that stand here for nothing are the frame.
const KEYS: &[(About, &[&str])] = &[
    (
        About::Graph,
        &[
            "architecture",
            "constraints",
            "crossings",
            "downstream",
            "edges",
            "focus",
            "focuses",
            "graph",
            "links",
            "nodes",
            "rules",
            "upstream",
            "violations",
        ],
    ),
    (About::Documents, &["documents", "pairs", "text_chunks", "health"]),
    (
        About::Code,
        &[
            "callees",
            "callers",
            "code",
            "code_symbols",
            "definitions",
            "files",
            "imported_by",
            "imports",
            "other_definitions",
            "other_files",
            "related",
            "routes",
            "shown",
            "signatures",
            "symbols",
            "tests",
            "used_by",
            "uses",
            "ways",
        ],
    ),
    (About::History, &["changed_together", "commits"]),
];

/// What a text of a command or tool is about before its first chapter.
fn subject_of(name: &str) -> About {
    let has_name = |traits: &Traits| traits.command == Some(name) || traits.tool == Some(name);
    // The hook of prompts shows code, and asks nothing by a command.
    if name == "prompt" {
        return About::Code;
    }
    let found = requests().into_iter().map(|request| request.traits).find(has_name);
    match found.and_then(|traits| traits.subject) {
        Some(Subject::Graph) => About::Graph,
        Some(Subject::Documents) => About::Documents,
        Some(Subject::Code) => About::Code,
        None => About::Frame,
    }
}

fn part_of_key(name: &str) -> Option<About> {
    KEYS.iter().find(|(_, names)| names.contains(&name)).map(|(part, _)| *part)
}

/// Counts what was sent, whole and by part. JSON is divided by its keys, a text by its chapters.
pub(super) fn parts_of(command: &str, sent: &str, count: &impl Fn(&str) -> u64) -> (u64, ReceiptParts) {
    let total = count(sent);
    let mut parts = ReceiptParts { graph: 0, documents: 0, code: 0, history: 0, frame: 0 };
    match sent.starts_with('{').then(|| serde_json::from_str::<Value>(sent).ok()).flatten() {
        Some(Value::Object(fields)) => {
            for (key, value) in &fields {
                match (key.as_str(), value) {
                    ("hits", Value::Array(hits)) => {
                        for hit in hits {
                            let part = match hit.get("type").and_then(Value::as_str) {
                                Some("code") => About::Code,
                                Some("doc") => About::Documents,
                                _ => About::Graph,
                            };
                            add(&mut parts, part, count(&hit.to_string()));
                        }
                    }
                    (key, value) => {
                        if let Some(part) = part_of_key(key) {
                            add(&mut parts, part, count(&value.to_string()));
                        }
                    }
                }
            }
        }
        _ => {
            let before = subject_of(command);
            let pieces = chapters(sent, before);
            let is_one = pieces.len() == 1;
            for (part, piece) in pieces {
                // What the frame comes to is what the others leave.
                match part {
                    About::Frame => {}
                    part if is_one => add(&mut parts, part, total),
                    part => add(&mut parts, part, count(piece)),
                }
            }
        }
    }
    // Where pieces meet, a token may be counted twice or not at all: the frame takes up the difference.
    let known = parts.graph + parts.documents + parts.code + parts.history;
    parts.frame = total.saturating_sub(known);
    (total, parts)
}

fn add(parts: &mut ReceiptParts, part: About, tokens: u64) {
    let field = match part {
        About::Graph => &mut parts.graph,
        About::Documents => &mut parts.documents,
        About::Code => &mut parts.code,
        About::History => &mut parts.history,
        About::Frame => &mut parts.frame,
    };
    *field += tokens;
}

/// Pieces of a text that are about one thing each.
fn chapters(text: &str, before: About) -> Vec<(About, &str)> {
    let mut pieces = Vec::new();
    let (mut part, mut start, mut at, mut fence) = (before, 0, 0, false);
    for line in text.split_inclusive('\n') {
        fence ^= line.starts_with("```");
        let next = if fence { None } else { part_of_heading(line.trim_end(), before) };
        if let Some(next) = next.filter(|next| *next != part) {
            pieces.push((part, text.get(start..at).unwrap_or_default()));
            (part, start) = (next, at);
        }
        at += line.len();
    }
    pieces.push((part, text.get(start..).unwrap_or_default()));
    pieces.retain(|(_, piece)| !piece.is_empty());
    pieces
}

fn part_of_heading(line: &str, before: About) -> Option<About> {
    if let Some(title) = line.strip_prefix("## ") {
        return Some(about_title(title).unwrap_or(About::Frame));
    }
    if let Some(title) = line.strip_prefix("### ") {
        let path = title.split([' ', ':']).next().unwrap_or_default();
        let is_document = path.ends_with(".md") || path.ends_with(".mdx");
        let is_file = path.contains('/') || path.contains('.');
        return is_file.then_some(if is_document { About::Documents } else { About::Code });
    }
    // Chapters of what a terminal shows.
    match line {
        "Code" => Some(About::Code),
        "Documents" => Some(About::Documents),
        "Nodes" | "Graph" => Some(About::Graph),
        _ if line.starts_with("Not shown:") || line.starts_with("# ") => Some(before),
        _ => None,
    }
}

/// Whether an answer says that nothing is left out or behind.
pub(super) fn is_complete(sent: &str, answer: Option<&Value>) -> bool {
    let Some(answer) = answer else {
        let mut lines = sent.lines();
        return !lines.any(|line| {
            ["Not shown:", "Incomplete", "> index is stale", "… "].iter().any(|start| line.starts_with(start))
        });
    };
    let is_nothing = |value: &Value| match value {
        Value::Null => true,
        Value::Number(number) => number.as_u64() == Some(0),
        Value::Array(items) => items.is_empty(),
        Value::Object(fields) => fields.values().all(|field| matches!(field.as_u64(), None | Some(0))),
        Value::Bool(_) | Value::String(_) => false,
    };
    ["warning", "omitted", "omitted_files", "limited", "more", "missing", "stale_paths"]
        .iter()
        .all(|key| answer.get(*key).is_none_or(is_nothing))
        && [answer.get("complete"), answer.get("next").and_then(|next| next.get("complete"))]
            .iter()
            .all(|complete| complete.and_then(Value::as_bool) != Some(false))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn counted(command: &str, sent: &str) -> [u64; 6] {
        // Letters stand for tokens.
        let (total, parts) = parts_of(command, sent, &|text| text.len() as u64);
        [total, parts.graph, parts.documents, parts.code, parts.history, parts.frame]
    }

    #[test]
    fn texts_by_chapter() {
        let markdown = "# a\nfor\n## Code\nx\n## Around it\ny\n## Documents\nz\n## Commits\nc\n";
        assert_eq!(counted("ctx", markdown), [61, 15, 15, 10, 13, 8]);
        let task = "# a\n### s/a.ts:1 b\n```\n## Rules\n```\n### d/e.md:3\nz\n";
        assert_eq!(counted("ctx", task), [51, 0, 15, 32, 0, 4]);
        assert_eq!(counted("show", "a\nb\n"), [4, 0, 0, 4, 0, 0]);
        assert_eq!(counted("search", "Code\n1\n\nDocuments\n2\n"), [20, 0, 12, 8, 0, 0]);
        assert_eq!(counted("ctx", ""), [0; 6]);
    }

    #[test]
    fn json_by_key() {
        let sent = json!({"version": 1, "code": [1, 2], "commits": [3], "hits": [{"type": "doc"}, {"type": "code"}]});
        let text = sent.to_string();
        let whole = text.len() as u64;
        assert_eq!(counted("search", &text), [whole, 0, 14, 20, 3, whole - 37]);
        assert_eq!(counted("search", "{broken"), [7, 0, 0, 0, 0, 7]);
    }

    #[test]
    fn what_an_answer_leaves_out_is_no_secret() {
        let cases = [
            (json!({}), true),
            (json!({"omitted": 0, "warning": null, "limited": {"nodes": 0}}), true),
            (json!({"omitted": {"nodes": 3}}), false),
            (json!({"warning": "index is stale"}), false),
            (json!({"complete": false}), false),
            (json!({"missing": ["x"]}), false),
        ];
        for (answer, complete) in cases {
            assert_eq!(is_complete("", Some(&answer)), complete, "{answer}");
        }
        assert!(is_complete("# a\n", None) && !is_complete("# a\n\nNot shown: 3 nodes.\n", None));
    }
}
