//! What of a tool's definition is read, and what each part of it is worth.

use beadloom_model::requests::GatewayTool;
use serde_json::Value;

/// Bytes of one text that are read.
pub(crate) const MAX_TEXT_BYTES: usize = 20_000;

/// Bytes of all parameters of a tool that are read.
const MAX_SCHEMA_BYTES: usize = 40_000;

/// How deep properties of properties are read.
const MAX_DEPTH: usize = 3;

/// A part of a tool's text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Field {
    Name,
    Title,
    Server,
    Description,
    ParameterName,
    ParameterText,
}

impl Field {
    /// How much an occurrence there counts.
    pub fn weight(self) -> f32 {
        match self {
            Self::Name => 3.0,
            Self::Title | Self::Server | Self::Description => 1.0,
            Self::ParameterName => 0.5,
            Self::ParameterText => 0.3,
        }
    }
}

/// Calls `emit` with every text of a tool.
pub(crate) fn each_text(server: &str, tool: &GatewayTool, emit: &mut dyn FnMut(Field, &str)) {
    emit(Field::Name, &tool.name);
    emit(Field::Server, server);
    if let Some(title) = &tool.title {
        emit(Field::Title, cut(title, MAX_TEXT_BYTES));
    }
    if let Some(description) = &tool.description {
        emit(Field::Description, cut(description, MAX_TEXT_BYTES));
    }
    let mut left = MAX_SCHEMA_BYTES;
    parameters(&tool.input_schema, MAX_DEPTH, &mut left, emit);
}

fn parameters(schema: &Value, depth: usize, left: &mut usize, emit: &mut dyn FnMut(Field, &str)) {
    let Some(schema) = schema.as_object() else { return };
    let mut say = |field, text: &str, left: &mut usize| {
        let text = cut(text, *left);
        *left -= text.len();
        if !text.is_empty() {
            emit(field, text);
        }
    };
    for (name, property) in schema.get("properties").and_then(Value::as_object).into_iter().flatten() {
        if *left == 0 {
            return;
        }
        say(Field::ParameterName, name, left);
        for key in ["title", "description"] {
            if let Some(text) = property.get(key).and_then(Value::as_str) {
                say(Field::ParameterText, text, left);
            }
        }
        for choice in property.get("enum").and_then(Value::as_array).into_iter().flatten() {
            if let Some(text) = choice.as_str() {
                say(Field::ParameterText, text, left);
            }
        }
    }
    if depth <= 1 {
        return;
    }
    for property in
        schema.get("properties").and_then(Value::as_object).into_iter().flat_map(|all| all.values())
    {
        parameters(property, depth - 1, left, emit);
        if let Some(items) = property.get("items") {
            parameters(items, depth - 1, left, emit);
        }
    }
}

/// The beginning of a text, of so many bytes at most.
pub(crate) fn cut(text: &str, most: usize) -> &str {
    text.get(..text.floor_char_boundary(most)).unwrap_or_default()
}
