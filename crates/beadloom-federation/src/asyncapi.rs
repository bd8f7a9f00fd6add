//! AsyncAPI 2 and 3: channels, who sends and who receives, and the fields of messages.

use std::collections::BTreeSet;

use beadloom_model::answers::{ContractField, Role};
use serde_json::Value;

use crate::fields::{root, unwrapped};
use crate::json_schema::{Schemas, list};
use crate::specification::{Documents, reference_name};

/// Whether a document is one of these.
pub(crate) fn is_asyncapi(document: &Value) -> bool {
    document.get("asyncapi").is_some_and(|version| version.is_string() || version.is_number())
        && document.get("channels").is_some_and(Value::is_object)
}

/// One side of a channel.
pub(crate) struct Channel {
    /// Its address.
    pub(crate) name: String,
    /// The key that it stands under.
    pub(crate) key: String,
    pub(crate) role: Role,
    pub(crate) fields: Vec<ContractField>,
}

/// The channels of a document, in its order.
pub(crate) fn channels(path: &str, document: &Value, documents: &mut Documents<'_>) -> Vec<Channel> {
    let mut found = Vec::new();
    for (key, channel) in document.get("channels").and_then(Value::as_object).into_iter().flatten() {
        let Some((from, channel)) = Schemas::new(documents).followed(path, channel) else { continue };
        // In version 2 a document says what others may do: whoever lets subscribe, sends.
        for (verb, role) in [("subscribe", Role::Produces), ("publish", Role::Consumes)] {
            let Some(operation) = channel.get(verb) else { continue };
            let message = operation.get("message").into_iter();
            let messages = message.flat_map(|one| match one.get("oneOf").and_then(Value::as_array) {
                Some(many) => many.iter().collect(),
                None => vec![one],
            });
            let fields = message_fields(&from, messages, documents);
            found.push(Channel { name: key.clone(), key: key.clone(), role, fields });
        }
    }
    for operation in
        document.get("operations").and_then(Value::as_object).into_iter().flat_map(|all| all.values())
    {
        let role = match operation.get("action").and_then(Value::as_str) {
            Some("send") => Role::Produces,
            Some("receive") => Role::Consumes,
            _ => continue,
        };
        let Some(reference) = operation.pointer("/channel/$ref").and_then(Value::as_str) else { continue };
        let Some(channel) = documents.resolve(path, reference) else { continue };
        let key = reference_name(reference).replace("~1", "/").replace("~0", "~");
        let address = channel.value.get("address").and_then(Value::as_str).unwrap_or(&key).to_owned();
        let named = list(operation, "messages");
        let all = channel.value.get("messages").and_then(Value::as_object);
        let fields = if named.is_empty() {
            message_fields(&channel.path, all.into_iter().flat_map(|all| all.values()), documents)
        } else {
            message_fields(path, named.iter(), documents)
        };
        found.push(Channel { name: address, key, role, fields });
    }
    found
}

/// The fields of one message; of several, each under its name.
fn message_fields<'v>(
    from: &str,
    messages: impl Iterator<Item = &'v Value>,
    documents: &mut Documents<'_>,
) -> Vec<ContractField> {
    let mut schemas = Schemas::new(documents);
    let mut types = Vec::new();
    for message in messages {
        let Some((at, value)) = schemas.followed(from, message) else { continue };
        let named = value.get("name").and_then(Value::as_str);
        let referred = message.get("$ref").and_then(Value::as_str).map(reference_name);
        let name = named.or(referred).unwrap_or("payload").to_owned();
        if let Some(payload) = value.get("payload") {
            let text = schemas.type_of(&at, payload, &name);
            types.push((name, text));
        }
    }
    let mut fields = schemas.fields;
    if let [(_, text)] = types.as_slice() {
        let used: BTreeSet<&str> =
            fields.iter().filter_map(|field| field.r#type.as_deref()).map(|text| unwrapped(text).0).collect();
        let has_members = fields.iter().any(|field| field.of.as_deref() == Some(text));
        if has_members && !used.contains(text.as_str()) {
            let text = text.clone();
            for field in fields.iter_mut().filter(|field| field.of.as_deref() == Some(&text)) {
                field.of = None;
            }
            return fields;
        }
    }
    fields.extend(types.into_iter().map(|(name, text)| ContractField { r#type: Some(text), ..root(name) }));
    fields
}
