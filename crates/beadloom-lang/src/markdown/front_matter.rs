//! The YAML block between `---` lines at the very beginning of a document.

use serde_json::{Map, Value};
use serde_saphyr::{DuplicateKeyPolicy, MergeKeyPolicy, NonFiniteFloatPolicy, Options};

/// How long front matter may be, in bytes. What is longer is left out unread.
const MAX_BYTES: usize = 64 << 10;

/// The front matter and the byte at which the document goes on. Without front matter: empty, and 0.
///
/// A block that begins like front matter but does not parse is still none of the document's text.
pub(super) fn read(text: &str) -> (Map<String, Value>, usize) {
    let Some((yaml, body)) = block(text) else { return (Map::new(), 0) };
    if yaml.len() > MAX_BYTES {
        return (Map::new(), if begins_with_key(yaml) { body } else { 0 });
    }
    match serde_saphyr::from_str_with_options::<Value>(yaml, options()) {
        Ok(Value::Object(map)) => (sorted(map), body),
        Ok(Value::Null) => (Map::new(), body),
        _ if begins_with_key(yaml) => (Map::new(), body),
        // Two thematic breaks, or a setext heading.
        _ => (Map::new(), 0),
    }
}

/// The title that front matter gives.
pub(super) fn title(metadata: &Map<String, Value>) -> Option<String> {
    let title = metadata.get("title")?.as_str()?.split_whitespace().collect::<Vec<_>>().join(" ");
    (!title.is_empty()).then_some(title)
}

/// The YAML between the first line, `---`, and the next that is `---` or `...`; and where the text goes on.
fn block(text: &str) -> Option<(&str, usize)> {
    let (first, _) = text.split_once('\n')?;
    if first.trim_end() != "---" {
        return None;
    }
    let start = first.len() + 1;
    let mut at = start;
    for line in text[start..].split_inclusive('\n') {
        let next = at + line.len();
        if matches!(line.trim_end(), "---" | "...") {
            return Some((&text[start..at], next));
        }
        at = next;
    }
    None
}

/// Whether the first line that is no comment looks like `key: …`.
fn begins_with_key(yaml: &str) -> bool {
    let Some(line) = yaml.lines().find(|line| !line.starts_with('#') && !line.trim().is_empty()) else {
        return false;
    };
    line.split_once(':').is_some_and(|(key, rest)| {
        !key.is_empty()
            && key.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '.'))
            && (rest.is_empty() || rest.starts_with(char::is_whitespace))
    })
}

fn options() -> Options {
    serde_saphyr::options! {
        budget: serde_saphyr::budget! {
            max_depth: 32,
            flow_nesting_limit: 32,
            max_nodes: 20_000,
            max_aliases: 100,
            max_anchors: 100,
        },
        alias_limits: serde_saphyr::alias_limits! {
            max_total_replayed_events: 20_000,
            max_replay_stack_depth: 16,
        },
        duplicate_keys: DuplicateKeyPolicy::Error,
        merge_keys: MergeKeyPolicy::Error,
        non_finite_float_policy: NonFiniteFloatPolicy::AsString,
        strict_booleans: true,
        ignore_binary_tag_for_string: true,
        with_snippet: false,
    }
}

/// Keys in order, at every depth, so that one document has one form whatever the map type of `serde_json`.
fn sorted(map: Map<String, Value>) -> Map<String, Value> {
    let mut pairs: Vec<(String, Value)> = map.into_iter().collect();
    pairs.sort_by(|(a, _), (b, _)| a.cmp(b));
    pairs.into_iter().map(|(key, value)| (key, sorted_value(value))).collect()
}

/// Recurses as deep as the parser allowed.
fn sorted_value(value: Value) -> Value {
    match value {
        Value::Object(map) => Value::Object(sorted(map)),
        Value::Array(items) => items.into_iter().map(sorted_value).collect(),
        other => other,
    }
}
