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

    /// A value, or what it refers to.
    pub(crate) fn followed<'v>(&mut self, from: &str, value: &'v Value) -> Option<Followed<'v>> {
        match value.get("$ref").and_then(Value::as_str) {
            Some(reference) => self.documents.resolve(from, reference).map(Followed::There),
            None => Some(Followed::Here(from.to_owned(), value)),
        }
    }

    /// The type of a schema. `name` is what it is called where it has no name of its own.
    pub(crate) fn type_of(&mut self, from: &str, schema: &Value, name: &str) -> String {
        let text = self.type_at(from, schema, name, 0);
        while let Some((name, found)) = self.waiting.pop_front() {
            if self.is_full() {
                break;
            }
            self.object(&found.path, found.value(), &name, 0, &mut BTreeSet::new());
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
        let id = found.id();
        if let Some(known) = self.types.get(&id) {
            return known.clone();
        }
        let schema = found.value();
        let is_object = schema.get("properties").is_some() || list(schema, "allOf").len() > 1;
        if !is_object {
            // In a circle of lists the inner one is said to be anything.
            self.types.insert(id.clone(), "any".to_owned());
            let text = self.type_at(&found.path, schema, reference_name(reference), depth + 1);
            self.types.insert(id, text.clone());
            return text;
        }
        let name = self.free_name(reference_name(reference));
        self.types.insert(id, name.clone());
        self.waiting.push_back((name.clone(), found));
        name
    }

    fn described(&mut self, from: &str, schema: &Value, name: &str, depth: usize) -> String {
        let name = self.free_name(name);
        self.object(from, schema, &name, depth, &mut BTreeSet::new());
        name
    }

    fn free_name(&mut self, wanted: &str) -> String {
        let times = self.names.entry(wanted.to_owned()).or_insert(0);
        *times += 1;
        // `#` cannot be in a name that a reference ends with.
        if *times == 1 { wanted.to_owned() } else { format!("{wanted}#{times}") }
    }

    /// The properties of a schema and of all that it is made of, each of what it refers to once.
    fn object(&mut self, from: &str, schema: &Value, name: &str, depth: usize, met: &mut BTreeSet<String>) {
        if depth > MAX_DEPTH || self.is_full() {
            return;
        }
        let Some(followed) = self.followed(from, schema) else { return };
        if let Followed::There(found) = &followed
            && !met.insert(found.id())
        {
            return;
        }
        let (from, schema) = (followed.path(), followed.value());
        let required: BTreeSet<&str> = list(schema, "required").iter().filter_map(Value::as_str).collect();
        for (property, value) in schema.get("properties").and_then(Value::as_object).into_iter().flatten() {
            let text = self.type_at(from, value, &format!("{name}.{property}"), depth + 1);
            let required = required.contains(property.as_str());
            self.fields.push(ContractField { required, ..member(name, property, text) });
        }
        for part in list(schema, "allOf") {
            self.object(from, part, name, depth + 1, met);
        }
    }
}

/// A value that stands where it was met, or where that refers to.
pub(crate) enum Followed<'v> {
    /// In that file.
    Here(String, &'v Value),
    /// In another place.
    There(Found),
}

impl Followed<'_> {
    /// The file that it stands in.
    pub(crate) fn path(&self) -> &str {
        match self {
            Self::Here(path, _) => path,
            Self::There(found) => &found.path,
        }
    }

    /// The value.
    pub(crate) fn value(&self) -> &Value {
        match self {
            Self::Here(_, value) => value,
            Self::There(found) => found.value(),
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
