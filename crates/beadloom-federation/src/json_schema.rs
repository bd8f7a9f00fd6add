//! JSON Schema as fields: what OpenAPI and AsyncAPI describe messages with.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use beadloom_model::answers::ContractField;
use serde_json::{Map, Value};

use crate::fields::{MAX_FIELDS, member};
use crate::specification::{Documents, Found, reference_name};

/// How deep schemas are looked into before one of them has a name.
const MAX_DEPTH: usize = 64;

/// Makes fields of schemas. Types that have a name are described once, whatever refers to them.
pub(crate) struct Schemas<'d, 'r> {
    pub(crate) documents: &'d mut Documents<'r>,
    /// In the order in which they were met.
    pub(crate) fields: Vec<ContractField>,
    /// The type of what each reference leads to.
    types: BTreeMap<String, String>,
    /// How often each name was wanted.
    names: BTreeMap<String, u32>,
    waiting: VecDeque<(String, Found)>,
}

impl<'d, 'r> Schemas<'d, 'r> {
    pub(crate) fn new(documents: &'d mut Documents<'r>) -> Self {
        Self {
            documents,
            fields: Vec::new(),
            types: BTreeMap::new(),
            names: BTreeMap::new(),
            waiting: VecDeque::new(),
        }
    }

    /// A value, or what it refers to; with the file that it stands in.
    pub(crate) fn followed(&mut self, from: &str, value: &Value) -> Option<(String, Value)> {
        match value.get("$ref").and_then(Value::as_str) {
            Some(reference) => {
                let found = self.documents.resolve(from, reference)?;
                Some((found.path, found.value))
            }
            None => Some((from.to_owned(), value.clone())),
        }
    }

    /// The type of a schema. `name` is what it is called where it has no name of its own.
    pub(crate) fn type_of(&mut self, from: &str, schema: &Value, name: &str) -> String {
        let text = self.type_at(from, schema, name, 0);
        while let Some((name, found)) = self.waiting.pop_front() {
            if self.is_full() {
                break;
            }
            self.object(&found.path, &found.value, &name, 0);
        }
        text
    }

    fn is_full(&self) -> bool {
        self.fields.len() > MAX_FIELDS
    }

    fn type_at(&mut self, from: &str, schema: &Value, name: &str, depth: usize) -> String {
        if depth > MAX_DEPTH || self.is_full() {
            return "any".to_owned();
        }
        let Some(map) = schema.as_object() else { return "any".to_owned() };
        if let Some(reference) = map.get("$ref").and_then(Value::as_str) {
            return self.referred(from, reference, depth);
        }
        if let Some(parts) = map.get("allOf").and_then(Value::as_array) {
            if let [one] = parts.as_slice()
                && !map.contains_key("properties")
            {
                return self.type_at(from, one, name, depth + 1);
            }
            return self.described(from, schema, name, depth);
        }
        for choice in ["oneOf", "anyOf"] {
            let Some(parts) = map.get(choice).and_then(Value::as_array) else { continue };
            let mut parts = parts.iter().filter(|part| part.get("type") != Some(&Value::from("null")));
            return match (parts.next(), parts.next()) {
                (Some(one), None) => self.type_at(from, one, name, depth + 1),
                _ => "any".to_owned(),
            };
        }
        if map.contains_key("properties") {
            return self.described(from, schema, name, depth);
        }
        match plain_type(map) {
            "array" => match map.get("items") {
                Some(items) => format!("[{}]", self.type_at(from, items, &format!("{name}[]"), depth + 1)),
                None => "[any]".to_owned(),
            },
            "object" => match map.get("additionalProperties") {
                Some(values @ Value::Object(_)) => {
                    let values = self.type_at(from, values, &format!("{name}{{}}"), depth + 1);
                    format!("map<string, {values}>")
                }
                _ => "object".to_owned(),
            },
            plain => plain.to_owned(),
        }
    }

    fn referred(&mut self, from: &str, reference: &str, depth: usize) -> String {
        let Some(found) = self.documents.resolve(from, reference) else { return "any".to_owned() };
        if let Some(known) = self.types.get(&found.id) {
            return known.clone();
        }
        let is_object = found.value.get("properties").is_some()
            || found.value.get("allOf").and_then(Value::as_array).is_some_and(|parts| parts.len() > 1);
        if !is_object {
            // In a circle of lists the inner one is said to be anything.
            self.types.insert(found.id.clone(), "any".to_owned());
            let name = reference_name(reference).to_owned();
            let text = self.type_at(&found.path, &found.value, &name, depth + 1);
            self.types.insert(found.id, text.clone());
            return text;
        }
        let name = self.free_name(reference_name(reference));
        self.types.insert(found.id.clone(), name.clone());
        self.waiting.push_back((name.clone(), found));
        name
    }

    fn described(&mut self, from: &str, schema: &Value, name: &str, depth: usize) -> String {
        let name = self.free_name(name);
        self.object(from, schema, &name, depth);
        name
    }

    fn free_name(&mut self, wanted: &str) -> String {
        let times = self.names.entry(wanted.to_owned()).or_insert(0);
        *times += 1;
        // `#` cannot be in a name that a reference ends with.
        if *times == 1 { wanted.to_owned() } else { format!("{wanted}#{times}") }
    }

    /// The properties of a schema and of all that it is made of.
    fn object(&mut self, from: &str, schema: &Value, name: &str, depth: usize) {
        let mut parts = vec![(from.to_owned(), schema.clone())];
        let mut seen = 0;
        while let Some((from, schema)) = parts.pop() {
            seen += 1;
            if seen > MAX_DEPTH || self.is_full() {
                return;
            }
            let Some((from, schema)) = self.followed(&from, &schema) else { continue };
            let required: BTreeSet<&str> =
                list(&schema, "required").iter().filter_map(Value::as_str).collect();
            for (property, value) in schema.get("properties").and_then(Value::as_object).into_iter().flatten()
            {
                let text = self.type_at(&from, value, &format!("{name}.{property}"), depth + 1);
                let required = required.contains(property.as_str());
                self.fields.push(ContractField { required, ..member(name, property, text) });
            }
            parts.extend(list(&schema, "allOf").iter().map(|part| (from.clone(), part.clone())));
        }
    }
}

/// The list under a key, or nothing.
pub(crate) fn list<'v>(value: &'v Value, key: &str) -> &'v [Value] {
    value.get(key).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

/// The first type that is not `null`.
fn plain_type(map: &Map<String, Value>) -> &str {
    match map.get("type") {
        Some(Value::String(text)) => text,
        Some(Value::Array(types)) => {
            types.iter().filter_map(Value::as_str).find(|text| *text != "null").unwrap_or("any")
        }
        _ if map.contains_key("items") => "array",
        _ if map.contains_key("additionalProperties") => "object",
        _ => match map.get("enum").and_then(|values| values.get(0)) {
            Some(Value::String(_)) => "string",
            _ => "any",
        },
    }
}
