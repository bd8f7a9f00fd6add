//! OpenAPI 3 and Swagger 2: operations, what they take and what they answer.

use std::collections::BTreeSet;

use beadloom_model::answers::ContractField;
use serde_json::Value;

use crate::fields::{member, root};
use crate::json_schema::{Schemas, list};
use crate::specification::Documents;

const METHODS: &[&str] = &["get", "put", "post", "delete", "options", "head", "patch", "trace"];

/// Whether a document is one of these: it says so, and has paths.
pub(crate) fn is_openapi(document: &Value) -> bool {
    let says = |key: &str, begins: &str| {
        document.get(key).is_some_and(|version| match version {
            Value::String(text) => text.starts_with(begins),
            Value::Number(number) => number.to_string().starts_with(begins),
            _ => false,
        })
    };
    (says("openapi", "3") || says("swagger", "2")) && document.get("paths").is_some_and(Value::is_object)
}

/// The operations of a document with what they take and answer.
pub(crate) fn fields(path: &str, document: &Value, documents: &mut Documents<'_>) -> Vec<ContractField> {
    let mut schemas = Schemas::new(documents);
    let prefix = document.get("basePath").and_then(Value::as_str).unwrap_or("").trim_end_matches('/');
    for (route, item) in document.get("paths").and_then(Value::as_object).into_iter().flatten() {
        let Some(item) = schemas.followed(path, item) else { continue };
        let (from, item) = (item.path(), item.value());
        for method in METHODS {
            if let Some(operation) = item.get(*method) {
                let name = format!("{} {prefix}{route}", method.to_ascii_uppercase());
                let common = list(item, "parameters");
                read_operation(&mut schemas, from, &name, common, operation);
            }
        }
    }
    schemas.fields
}

fn read_operation(
    schemas: &mut Schemas<'_, '_>,
    from: &str,
    name: &str,
    common: &[Value],
    operation: &Value,
) {
    let (request, response) = (format!("{name} request"), format!("{name} response"));
    let mut takes = Vec::new();
    let mut known = BTreeSet::new();
    // What the operation says of a parameter counts, not what its path does.
    for parameter in list(operation, "parameters").iter().chain(common) {
        let Some(parameter) = schemas.followed(from, parameter) else { continue };
        let (from, parameter) = (parameter.path(), parameter.value());
        let (Some(place), Some(called)) =
            (parameter.get("in").and_then(Value::as_str), parameter.get("name").and_then(Value::as_str))
        else {
            continue;
        };
        let called = if place == "body" { "body".to_owned() } else { format!("{place}.{called}") };
        if !known.insert(called.clone()) {
            continue;
        }
        let schema = parameter.get("schema").unwrap_or(parameter);
        let text = schemas.type_of(from, schema, &format!("{request}.{called}"));
        let required = parameter.get("required") == Some(&Value::Bool(true));
        takes.push(ContractField { required, ..member(&request, called, text) });
    }
    if let Some(body) = operation.get("requestBody").and_then(|body| schemas.followed(from, body))
        && let Some(schema) = content_schema(body.value())
    {
        let text = schemas.type_of(body.path(), schema, &format!("{request}.body"));
        let required = body.value().get("required") == Some(&Value::Bool(true));
        takes.push(ContractField { required, ..member(&request, "body", text) });
    }
    let mut answers = Vec::new();
    for (status, answer) in operation.get("responses").and_then(Value::as_object).into_iter().flatten() {
        if !(status.starts_with('2') || status == "default") {
            continue;
        }
        let Some(answer) = schemas.followed(from, answer) else { continue };
        if let Some(schema) = answer.value().get("schema").or_else(|| content_schema(answer.value())) {
            let text = schemas.type_of(answer.path(), schema, &format!("{response}.{status}"));
            answers.push(member(&response, status, text));
        }
    }
    schemas.fields.push(ContractField {
        r#type: (!answers.is_empty()).then_some(response),
        input: (!takes.is_empty()).then_some(request),
        ..root(name)
    });
    schemas.fields.extend(takes);
    schemas.fields.extend(answers);
}

/// The schema of a body: that of JSON where there is one, else the first.
fn content_schema(body: &Value) -> Option<&Value> {
    let content = body.get("content")?.as_object()?;
    let json = content.iter().find(|(media, _)| media.contains("json"));
    json.or_else(|| content.iter().next())?.1.get("schema")
}
