//! Links of a node to elsewhere: the key `links` of its entry in the graph.

use std::collections::HashSet;

use beadloom_model::Result;
use beadloom_model::answers::{Bundle, NodeLink};
use serde_json::{Map, Value};

use super::chapter::{Chapter, Listed, Tier, bytes_of};
use super::gathered::{Gathered, Shape};
use super::list::List;
use crate::text::line;

/// Links of a bundle.
const MAX_LINKS: usize = 20;

/// Of these, those that come before what is further off.
const FIRST: usize = 3;

/// Characters of an address and of a label; what is longer is no link that a reader can use.
const MAX_URL_CHARS: usize = 500;
const MAX_LABEL_CHARS: usize = 120;

/// The links that a node's other keys hold, in their order: addresses, or maps of `url` and `label`. Anything but `http` and
/// `https` is left out: an answer shall not offer to run something.
pub fn of_node(extra: &Map<String, Value>) -> Vec<NodeLink> {
    let list = match extra.get("links") {
        Some(Value::Array(items)) => items.as_slice(),
        Some(one) => std::slice::from_ref(one),
        None => &[],
    };
    list.iter().filter_map(link).collect()
}

fn link(value: &Value) -> Option<NodeLink> {
    let (url, label) = match value {
        Value::String(url) => (url.as_str(), ""),
        Value::Object(map) => (
            map.get("url").and_then(Value::as_str)?,
            map.get("label").and_then(Value::as_str).unwrap_or_default(),
        ),
        _ => return None,
    };
    let url = url.trim();
    let is_web = ["https://", "http://"]
        .iter()
        .any(|scheme| url.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme)));
    if !is_web
        || url.chars().nth(MAX_URL_CHARS).is_some()
        || url.chars().any(|c| c.is_whitespace() || c.is_control())
    {
        return None;
    }
    Some(NodeLink { url: url.to_owned(), label: label.chars().take(MAX_LABEL_CHARS).collect() })
}

static LINKS: List<NodeLink> = List {
    title: "Links",
    tier: |plan, _, at, _| match plan.shape {
        Shape::Other if at < FIRST => Tier::Core,
        Shape::Other => Tier::Fringe,
        _ if at < FIRST => Tier::Opening,
        _ => Tier::Neighbours,
    },
    bytes: |link| bytes_of(&[&link.label, &link.url]),
    put: |bundle, links, left_out| {
        bundle.links = (left_out > 0 || !links.is_empty()).then_some(links);
        bundle.omitted.links = left_out;
    },
    line: |link| match line(&link.label).as_str() {
        "" => format!("- {}", line(&link.url)),
        label => format!("- {label}: {}", line(&link.url)),
    },
    ..List::PLAIN
};

pub(super) const CHAPTER: Listed = Listed { about: Bundle::links, gather };

/// Those of the references, in their order.
fn gather(found: &mut Gathered<'_>) -> Result<Box<dyn Chapter>> {
    let mut seen: HashSet<&str> = HashSet::new();
    let nodes = found.starts.iter().filter(|id| seen.insert(id)).filter_map(|id| found.nodes.get(id));
    Ok(LINKS.of(nodes.flat_map(|node| of_node(&node.extra)).take(MAX_LINKS).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_addresses_of_the_web_are_links() {
        let long = format!("https://{}", "a".repeat(MAX_URL_CHARS));
        for (written, urls) in [
            (serde_json::json!(["https://a.example/1", {"url": "http://b.example", "label": "B"}]), 2),
            (serde_json::json!("HTTPS://a.example"), 1),
            (serde_json::json!([{"url": "javascript:alert(1)"}, "file:///etc/passwd", "data:x"]), 0),
            (serde_json::json!([{"label": "no address"}, 7, null, ["https://a.example"]]), 0),
            (serde_json::json!(["https://a.example/a b", "https://a.example/\u{1b}[31m", long]), 0),
            (serde_json::json!({}), 0),
        ] {
            let mut extra = Map::new();
            extra.insert("links".to_owned(), written.clone());
            assert_eq!(of_node(&extra).len(), urls, "{written}");
        }
        assert!(of_node(&Map::new()).is_empty());
    }
}
