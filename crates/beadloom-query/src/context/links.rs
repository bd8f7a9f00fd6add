//! Links of a node to elsewhere: the key `links` of its entry in the graph.

use beadloom_model::answers::NodeLink;
use serde_json::{Map, Value};

/// Characters of an address and of a label; what is longer is no link that a reader can use.
const MAX_URL: usize = 500;
const MAX_LABEL: usize = 120;

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
        || url.chars().nth(MAX_URL).is_some()
        || url.chars().any(|c| c.is_whitespace() || c.is_control())
    {
        return None;
    }
    Some(NodeLink { url: url.to_owned(), label: label.chars().take(MAX_LABEL).collect() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_addresses_of_the_web_are_links() {
        let long = format!("https://{}", "a".repeat(MAX_URL));
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
