//! What a node says under `contracts`: its sides of what is talked between repositories.

use beadloom_model::answers::{ContractField, Protocol, Role};
use beadloom_model::{Code, ContractSpec, Place};

use super::fields::Fields;
use super::tree::{Node, Value, place, shortened};
use crate::suggest::did_you_mean;

const KEYS: &[&str] = &["protocol", "role", "name", "schema", "fields", "external"];
const FIELD_KEYS: &[&str] = &["name", "type", "number", "required"];
const PROTOCOLS: &[&str] = &["amqp", "asyncapi", "graphql", "openapi", "protobuf"];
const ROLES: &[&str] = &["produces", "consumes"];

/// How many fields a contract may name.
const MAX_FIELDS: usize = 10_000;

/// The contracts of a node. One without protocol, role or name is left out with an error, any other bad value alone.
pub(super) fn read_contracts<'t>(fields: &mut Fields<'t>, node: &'t Node) -> Vec<ContractSpec> {
    let items = fields.items(node, "contracts", "Begin each contract with `- protocol: …`");
    items.iter().filter_map(|item| read_contract(fields, item)).collect()
}

fn read_contract<'t>(fields: &mut Fields<'t>, node: &'t Node) -> Option<ContractSpec> {
    let Value::Map(entries) = &node.value else {
        fields.wrong_type(node, "contracts", "a list of maps", "Begin each with `- protocol: …`");
        return None;
    };
    let (mut protocol, mut role, mut name) = (None, None, None);
    let (mut schema, mut external, mut named) = (None, false, Vec::new());
    let mut at = place(node);
    let mut bad = false;
    for (key, value) in entries {
        let Some(word) = fields.key(key) else { continue };
        match word.as_str() {
            "protocol" => {
                protocol =
                    choice(fields, value, "protocol", PROTOCOLS).and_then(|one| Protocol::from_name(&one));
                bad |= protocol.is_none();
            }
            "role" => {
                role = choice(fields, value, "role", ROLES)
                    .map(|one| if one == "produces" { Role::Produces } else { Role::Consumes });
                bad |= role.is_none();
            }
            "name" => {
                name = fields.id(value, "name");
                bad |= name.is_none() && !matches!(value.value, Value::Null);
                at = place(value);
            }
            "schema" => schema = read_schema(fields, value),
            "external" => match value.value {
                Value::Bool(yes) => external = yes,
                _ => fields.wrong_type(value, "external", "true or false", ""),
            },
            "fields" => {
                let items = fields.items(value, "fields", "Write a list: [id, total]");
                if items.len() > MAX_FIELDS {
                    let message = format!("`fields` has more than {MAX_FIELDS} entries");
                    fields.error(place(value), Code::BadValue, message, "Name the `schema` file instead");
                } else {
                    named = items.iter().filter_map(|item| read_field(fields, item)).collect();
                }
            }
            _ => unknown(fields, key, &word, KEYS),
        }
    }
    if let (Some(protocol), Some(role), Some(name)) = (protocol, role, name) {
        return Some(ContractSpec { protocol, role, name, schema, external, fields: named, place: at });
    }
    if !bad {
        missing(fields, place(node), "The contract lacks `protocol`, `role` or `name`");
    }
    None
}

fn missing(fields: &mut Fields<'_>, at: Place, message: &str) {
    let hint = "A contract needs `protocol`, `role` (produces or consumes) and `name`";
    fields.error(at, Code::MissingKey, message.to_owned(), hint);
}

fn unknown(fields: &mut Fields<'_>, key: &Node, word: &str, known: &[&str]) {
    let message = format!("The key `{}` is not known here", shortened(word));
    let hint = did_you_mean(word, known.iter().copied())
        .unwrap_or_else(|| format!("Known keys: {}", known.join(", ")));
    fields.warn(place(key), Code::UnknownKey, message, &hint);
}

fn choice(fields: &mut Fields<'_>, node: &Node, name: &str, known: &[&str]) -> Option<String> {
    let Some(text) = fields.text(node, name) else {
        if matches!(node.value, Value::Null) {
            missing(fields, place(node), &format!("`{name}` has no value"));
        }
        return None;
    };
    if known.contains(&text.as_str()) {
        return Some(text);
    }
    let message = format!("`{name}`: \"{}\" is not one of {}", shortened(&text), known.join(", "));
    let hint = did_you_mean(&text, known.iter().copied()).unwrap_or_default();
    fields.error(place(node), Code::BadValue, message, &hint);
    None
}

/// A file of the project, or the hash of a schema.
fn read_schema(fields: &mut Fields<'_>, node: &Node) -> Option<String> {
    let text = fields.text(node, "schema")?;
    if let Some(digits) = text.strip_prefix("sha256:") {
        if digits.len() == 64 && digits.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f')) {
            return Some(text);
        }
        let message = "`schema`: a hash is `sha256:` and 64 digits of 0-9 and a-f".to_owned();
        fields.error(place(node), Code::BadValue, message, "`beadloom export` prints it as schema_hash");
        return None;
    }
    let path = fields.path(node, "schema")?;
    if path.is_empty() || path.ends_with('/') {
        let message = format!("`schema`: \"{}\" names no file", shortened(&text));
        fields.error(place(node), Code::BadValue, message, "Name the specification file, or its hash");
        return None;
    }
    Some(path)
}

/// A name, or a map with more.
fn read_field<'t>(fields: &mut Fields<'t>, node: &'t Node) -> Option<ContractField> {
    let plain = |name: String| ContractField {
        of: None,
        name,
        r#type: None,
        input: None,
        number: None,
        required: false,
    };
    let Value::Map(entries) = &node.value else { return fields.name(node, "fields").map(plain) };
    let mut field = plain(String::new());
    for (key, value) in entries {
        let Some(word) = fields.key(key) else { continue };
        match word.as_str() {
            "name" => field.name = fields.name(value, "name")?,
            "type" => field.r#type = fields.text(value, "type"),
            "number" => match &value.value {
                Value::Number(number) => field.number = number.as_u64().and_then(|n| u32::try_from(n).ok()),
                _ => fields.wrong_type(value, "number", "a whole number", ""),
            },
            "required" => match value.value {
                Value::Bool(yes) => field.required = yes,
                _ => fields.wrong_type(value, "required", "true or false", ""),
            },
            _ => unknown(fields, key, &word, FIELD_KEYS),
        }
    }
    if field.name.trim().is_empty() {
        fields.error(place(node), Code::MissingKey, "The field has no `name`".to_owned(), "");
        return None;
    }
    Some(field)
}
