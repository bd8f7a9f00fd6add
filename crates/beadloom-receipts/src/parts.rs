//! What the parts of an answer are about.

use beadloom_model::About;
use beadloom_model::answers::{NOT_WHOLE, ReceiptParts, about_of_field};
use beadloom_model::requests::{Traits, requests};
use beadloom_query::SummedText;
use serde::Deserialize as _;
use serde_json::{Map, Value};

use super::delivered::{Answer, Delivered};

/// What the answer of a command or tool is about as a whole; None where its parts say it.
fn subject_of(name: &str) -> Option<About> {
    let has_name = |traits: &Traits| traits.command == Some(name) || traits.tool == Some(name);
    // The hook of prompts shows code, and asks nothing by a command.
    if name == "prompt" {
        return Some(About::Code);
    }
    requests().into_iter().map(|request| request.traits).find(has_name)?.subject
}

/// Counts what was sent, whole and by part.
pub(crate) fn parts_of(
    command: &str,
    delivered: &Delivered<'_>,
    count: &impl Fn(&str) -> u64,
) -> (u64, ReceiptParts) {
    let total = count(delivered.sent);
    let mut parts = ReceiptParts { graph: 0, documents: 0, code: 0, history: 0, frame: 0 };
    let subject = subject_of(command);
    match &delivered.answer {
        Some(Answer::Text(SummedText { text, summary })) => {
            let shown = text.get(..delivered.shown_of(text)).unwrap_or_default();
            add_pieces(&mut parts, shown, &summary.parts, count);
        }
        Some(Answer::Json(Value::Object(fields))) if delivered.is_json() && subject.is_none() => {
            add_fields(&mut parts, fields, count);
        }
        _ if !delivered.laid_out.is_empty() => {
            // Something may have been put above it.
            let length: usize = delivered.laid_out.iter().map(|(_, length)| length).sum();
            let text = delivered.sent.get(delivered.sent.len().saturating_sub(length)..).unwrap_or_default();
            add_pieces(&mut parts, text, delivered.laid_out, count);
        }
        _ => add(&mut parts, subject.unwrap_or(About::Frame), total),
    }
    // Where pieces meet, a token may be counted twice or not at all: the frame takes up the difference.
    let known = parts.graph + parts.documents + parts.code + parts.history;
    parts.frame = total.saturating_sub(known);
    (total, parts)
}

/// A text by its pieces, in their order.
fn add_pieces(parts: &mut ReceiptParts, text: &str, pieces: &[(About, usize)], count: &impl Fn(&str) -> u64) {
    let mut at = 0_usize;
    for (about, length) in pieces {
        let end = at.saturating_add(*length).min(text.len());
        if *about != About::Frame {
            add(parts, *about, count(text.get(at..end).unwrap_or_default()));
        }
        at = end;
    }
}

/// JSON by its fields, and hits by their types.
fn add_fields(parts: &mut ReceiptParts, fields: &Map<String, Value>, count: &impl Fn(&str) -> u64) {
    for (name, value) in fields {
        match (name.as_str(), value) {
            ("hits", Value::Array(hits)) => {
                for hit in hits {
                    let about = hit.get("type").and_then(|name| About::deserialize(name).ok());
                    add(parts, about.unwrap_or(About::Frame), count(&hit.to_string()));
                }
            }
            (name, value) => match about_of_field(name) {
                About::Frame => {}
                about => add(parts, about, count(&value.to_string())),
            },
        }
    }
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

/// Whether an answer says that nothing is left out or behind.
pub(crate) fn is_complete(delivered: &Delivered<'_>) -> bool {
    let answer = match &delivered.answer {
        None => return true,
        Some(Answer::Text(SummedText { text, summary })) => {
            return summary.complete && delivered.shown_of(text) >= text.trim_end().len();
        }
        Some(Answer::Json(answer)) => answer,
    };
    let is_nothing = |value: &Value| match value {
        Value::Null => true,
        Value::Number(number) => number.as_u64() == Some(0),
        Value::Array(items) => items.is_empty(),
        Value::Object(fields) => fields.values().all(|field| matches!(field.as_u64(), None | Some(0))),
        Value::Bool(_) | Value::String(_) => false,
    };
    NOT_WHOLE.iter().all(|name| answer.get(*name).is_none_or(is_nothing))
        && [answer.get("complete"), answer.get("next").and_then(|next| next.get("complete"))]
            .iter()
            .all(|complete| complete.and_then(Value::as_bool) != Some(false))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn counted(command: &str, delivered: &Delivered<'_>) -> [u64; 6] {
        // Letters stand for tokens.
        let (total, parts) = parts_of(command, delivered, &|text| text.len() as u64);
        [total, parts.graph, parts.documents, parts.code, parts.history, parts.frame]
    }

    fn summed(text: &str, parts: &[(&str, usize)], complete: bool) -> String {
        let named = json!({"d/e.md": [[3, 3]]});
        json!({"text": text, "etag": "", "warning": null, "complete": complete, "parts": parts, "named": named})
            .to_string()
    }

    #[test]
    fn texts_by_the_pieces_that_they_say_they_have() {
        let text = "# a\n### d/e.md:3\nz\n## Commits\nof others\n";
        let answer = summed(text, &[("frame", 4), ("documents", 36)], true);
        let warned = format!("> w\n\n{text}");
        let delivered = |sent| Delivered::new(sent, Some(&answer), &[]);
        // Whatever a document says of itself, it is a document.
        assert_eq!(counted("ctx", &delivered(text)), [40, 0, 36, 0, 0, 4]);
        // A warning above it; its beginning; the name of the file that it was written to.
        assert_eq!(counted("ctx", &delivered(&warned)), [45, 0, 36, 0, 0, 9]);
        assert_eq!(counted("ctx", &delivered(&text[..14])), [14, 0, 10, 0, 0, 4]);
        assert_eq!(counted("ctx", &delivered("a.md written\n")), [13, 0, 0, 0, 0, 13]);
        let places = |sent| delivered(sent).places().named.len();
        assert_eq!([places(text), places(&text[..14]), places("a.md written\n")], [1, 1, 0]);
        assert!(is_complete(&delivered(text)) && !is_complete(&delivered(&text[..14])));
        let cut = summed(text, &[], false);
        assert!(!is_complete(&Delivered::new(text, Some(&cut), &[])));
        let page = format!("{{\"content\": {}, \"summary\": {answer}}}", json!(text));
        assert_eq!(counted("ctx", &Delivered::new(text, Some(&page), &[])), [40, 0, 36, 0, 0, 4]);
    }

    #[test]
    fn texts_of_a_shell_by_what_it_says_or_by_their_subject() {
        let answer = json!({"hits": [{"path": "a.md"}]}).to_string();
        let laid_out = [(About::Code, 5), (About::Documents, 7)];
        let delivered = Delivered::new("> w\nCode\nDocs\n2\n", Some(&answer), &laid_out);
        assert_eq!(counted("search", &delivered), [16, 0, 7, 5, 0, 4]);
        assert_eq!(counted("show", &Delivered::new("a\n## Rules\n", Some("{}"), &[])), [11, 0, 0, 11, 0, 0]);
        assert_eq!(counted("ctx", &Delivered::new("", None, &[])), [0; 6]);
    }

    #[test]
    fn json_by_key() {
        let sent = json!({"version": 1, "code": [1, 2], "commits": [3], "hits": [{"type": "doc"}, {"type": "code"}]});
        let text = sent.to_string();
        let whole = text.len() as u64;
        assert_eq!(counted("search", &Delivered::new(&text, None, &[])), [whole, 0, 14, 20, 3, whole - 37]);
        // All of it is about what the request is about.
        assert_eq!(counted("why", &Delivered::new(&text, None, &[])), [whole, whole, 0, 0, 0, 0]);
        assert_eq!(counted("search", &Delivered::new("{broken", None, &[])), [7, 0, 0, 0, 0, 7]);
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
            // Outlines of further files.
            (json!({"omitted": 0, "more": [{"path": "b.py"}]}), true),
        ];
        for (answer, complete) in cases {
            assert_eq!(
                is_complete(&Delivered::new("", Some(&answer.to_string()), &[])),
                complete,
                "{answer}"
            );
        }
    }
}
