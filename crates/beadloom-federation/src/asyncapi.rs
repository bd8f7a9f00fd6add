//! AsyncAPI 2 and 3: channels, who sends and who receives, and the fields of messages.

use std::collections::{BTreeSet, HashMap};

use beadloom_model::answers::{ContractField, Role};
use serde_json::Value;

use crate::fields::{Room, root, unwrapped};
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

/// A message and the file that names it.
type Message = (String, Value);

/// Where a channel is, its address, and a side.
type Key = (String, String, Role);

/// The channels of a document, each once for each side, in the order in which they are first named.
pub(crate) fn channels(
    path: &str,
    document: &Value,
    documents: &mut Documents<'_>,
    room: &mut Room,
) -> Vec<Channel> {
    let mut sides: Vec<(Key, Vec<Message>)> = Vec::new();
    let mut places: HashMap<Key, usize> = HashMap::new();
    let mut add = |key: Key, messages: Vec<Message>| {
        let place = *places.entry(key.clone()).or_insert(sides.len());
        match sides.get_mut(place) {
            Some((_, known)) => known.extend(messages),
            None => sides.push((key, messages)),
        }
    };
    let entries = |key: &str| document.get(key).and_then(Value::as_object).into_iter().flatten();
    for (key, channel) in entries("channels") {
        let Some(channel) = Schemas::new(documents).followed(path, channel) else { continue };
        let (from, channel) = (channel.path().to_owned(), channel.value());
        // In version 2 a document says what others may do: whoever lets subscribe, sends.
        for (verb, role) in [("subscribe", Role::Produces), ("publish", Role::Consumes)] {
            let Some(operation) = channel.get(verb) else { continue };
            let messages = match operation.get("message") {
                None => Vec::new(),
                Some(one) if one.get("oneOf").is_some() => list(one, "oneOf").to_vec(),
                Some(one) => vec![one.clone()],
            };
            let messages = messages.into_iter().map(|message| (from.clone(), message)).collect();
            add((key.clone(), key.clone(), role), messages);
        }
    }
    // Channels all of whose messages are known to be sent, or received.
    let mut whole = BTreeSet::new();
    for (_, operation) in entries("operations") {
        let role = match operation.get("action").and_then(Value::as_str) {
            Some("send") => Role::Produces,
            Some("receive") => Role::Consumes,
            _ => continue,
        };
        let Some(reference) = operation.pointer("/channel/$ref").and_then(Value::as_str) else { continue };
        let Some(channel) = documents.resolve(path, reference) else { continue };
        let key = reference_name(reference).replace("~1", "/").replace("~0", "~");
        let address = channel.value().get("address").and_then(Value::as_str).unwrap_or(&key).to_owned();
        let named = list(operation, "messages");
        let messages = if named.is_empty() && !whole.insert((key.clone(), role)) {
            Vec::new()
        } else if named.is_empty() {
            let all = channel.value().get("messages").and_then(Value::as_object);
            all.into_iter()
                .flatten()
                .map(|(name, message)| (channel.path.clone(), with_name(name, message)))
                .collect()
        } else {
            named.iter().map(|message| (path.to_owned(), message.clone())).collect()
        };
        add((key, address, role), messages);
    }
    sides
        .into_iter()
        .map(|((key, name, role), messages)| Channel {
            name,
            key,
            role,
            fields: room.of(|| message_fields(&messages, documents)),
        })
        .collect()
}

/// A message that has no name gets that of its key.
fn with_name(name: &str, message: &Value) -> Value {
    let mut message = message.clone();
    if let Value::Object(map) = &mut message
        && !map.contains_key("$ref")
    {
        map.entry("name").or_insert_with(|| Value::from(name));
    }
    message
}

/// The fields of one message; of several, each under its name.
fn message_fields(messages: &[Message], documents: &mut Documents<'_>) -> Vec<ContractField> {
    let mut schemas = Schemas::new(documents);
    let mut types: Vec<(String, String)> = Vec::new();
    let mut names = BTreeSet::new();
    for (from, message) in messages {
        let Some(followed) = schemas.followed(from, message) else { continue };
        let value = followed.value();
        let named = value.get("name").and_then(Value::as_str);
        let referred = message.get("$ref").and_then(Value::as_str).map(reference_name);
        let name = named.or(referred).unwrap_or("payload").to_owned();
        if let Some(payload) = value.get("payload").filter(|_| names.insert(name.clone())) {
            let text = schemas.type_of(followed.path(), payload, &name);
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
