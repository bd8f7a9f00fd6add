//! Every text of a definition that a model reads.

use beadloom_model::requests::GatewayTool;
use serde_json::Value;

use crate::document::cut;

/// Bytes of all texts of a tool that are looked at.
const MAX_TEXTS_BYTES: usize = 1 << 20;

/// How deep a schema is looked into.
const MAX_DEPTH: usize = 64;

/// Calls `look` with each place and its text, names of properties too.
pub(super) fn each(tool: &GatewayTool, look: &mut dyn FnMut(&str, &str)) {
    let mut left = MAX_TEXTS_BYTES;
    let mut look = |place: &str, text: &str| {
        let text = cut(text, left);
        left -= text.len();
        if !text.is_empty() {
            look(place, text);
        }
    };
    look("name", &tool.name);
    if let Some(title) = &tool.title {
        look("title", title);
    }
    if let Some(description) = &tool.description {
        look("description", description);
    }
    let parts = [
        ("annotations", tool.annotations.as_ref()),
        ("input_schema", Some(&tool.input_schema)),
        ("output_schema", tool.output_schema.as_ref()),
    ];
    for (place, value) in parts {
        if let Some(value) = value {
            within(&mut place.to_owned(), value, 0, &mut look);
        }
    }
}

fn within(place: &mut String, value: &Value, depth: usize, look: &mut dyn FnMut(&str, &str)) {
    if depth > MAX_DEPTH {
        return;
    }
    match value {
        Value::String(text) => look(place, text),
        Value::Array(values) => values.iter().for_each(|value| within(place, value, depth + 1, look)),
        Value::Object(values) => {
            let before = place.len();
            for (key, value) in values {
                place.push('.');
                place.push_str(cut(key, 80));
                look(place, key);
                within(place, value, depth + 1, look);
                place.truncate(before);
            }
        }
        _ => {}
    }
}
