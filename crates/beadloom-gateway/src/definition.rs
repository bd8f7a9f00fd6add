//! When two definitions of a tool are the same, and what differs where they are not.

use beadloom_model::requests::GatewayTool;
use serde_json::Value;

/// What differs between two definitions, as words for a person; empty where nothing does. The order of keys is no difference.
pub fn differences(before: &GatewayTool, now: &GatewayTool) -> Vec<&'static str> {
    let none = &Value::Null;
    [
        ("title", before.title == now.title),
        ("description", before.description == now.description),
        ("input schema", same(&before.input_schema, &now.input_schema)),
        (
            "output schema",
            same(before.output_schema.as_ref().unwrap_or(none), now.output_schema.as_ref().unwrap_or(none)),
        ),
        (
            "annotations",
            same(before.annotations.as_ref().unwrap_or(none), now.annotations.as_ref().unwrap_or(none)),
        ),
    ]
    .into_iter()
    .filter(|(_, is_same)| !is_same)
    .map(|(what, _)| what)
    .collect()
}

/// Objects are the same in any order; where a crate of the build keeps that order, `==` would say so too.
fn same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Object(one), Value::Object(other)) => {
            one.len() == other.len()
                && one.iter().all(|(key, value)| other.get(key).is_some_and(|other| same(value, other)))
        }
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| same(one, other))
        }
        _ => one == other,
    }
}
