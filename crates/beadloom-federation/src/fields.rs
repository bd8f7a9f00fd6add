//! The fields of a contract: how they are made, sorted, hashed, and what a type's text means.

use beadloom_model::CompactSort as _;
use beadloom_model::answers::ContractField;
use sha2::{Digest as _, Sha256};

/// How many fields one contract holds. A larger schema is cut, and not compared as a whole.
pub(crate) const MAX_FIELDS: usize = 20_000;

/// How many fields all contracts of a repository hold together: each of ten thousand services may reach every message. What
/// comes after has none, and is not compared as a whole.
const MAX_TOTAL_FIELDS: usize = 400_000;

/// Room for the fields of contracts that are still to come.
#[derive(Debug)]
pub(crate) struct Room(usize);

impl Default for Room {
    fn default() -> Self {
        Self(MAX_TOTAL_FIELDS)
    }
}

impl Room {
    /// What `describe` says of a contract; nothing, without asking, once there is no room left.
    pub(crate) fn of(&mut self, describe: impl FnOnce() -> Vec<ContractField>) -> Vec<ContractField> {
        if self.0 == 0 {
            return Vec::new();
        }
        let fields = describe();
        self.0 = self.0.saturating_sub(fields.len());
        fields
    }
}

/// How many lists, maps and `!` are looked into.
const MAX_WRAPPERS: usize = 16;

/// A field of the whole, or an operation.
pub(crate) fn root(name: impl Into<String>) -> ContractField {
    ContractField { of: None, name: name.into(), r#type: None, input: None, number: None, required: false }
}

/// A field of a type.
pub(crate) fn member(of: &str, name: impl Into<String>, r#type: impl Into<String>) -> ContractField {
    ContractField { of: Some(of.to_owned()), r#type: Some(r#type.into()), ..root(name) }
}

/// As a person names it: `Order.total`.
pub(crate) fn shown(field: &ContractField) -> String {
    match &field.of {
        Some(of) => format!("{of}.{}", field.name),
        None => field.name.clone(),
    }
}

/// Sorts by of and name and keeps one of those that are alike. Says whether all of them are within the bound.
pub(crate) fn settle(fields: &mut Vec<ContractField>) -> bool {
    fields.compact_sort_by(|a, b| key(a).cmp(&key(b)));
    fields.dedup_by(|a, b| a.of == b.of && a.name == b.name);
    let whole = fields.len() <= MAX_FIELDS;
    fields.truncate(MAX_FIELDS);
    whole
}

type Key<'a> = (Option<&'a str>, &'a str, Option<u32>, Option<&'a str>, Option<&'a str>);

fn key(field: &ContractField) -> Key<'_> {
    (field.of.as_deref(), &field.name, field.number, field.r#type.as_deref(), field.input.as_deref())
}

/// The hash of a schema: of what its fields are, not of how a file writes them. None where there are none.
pub fn schema_hash(fields: &[ContractField]) -> Option<String> {
    if fields.is_empty() {
        return None;
    }
    let mut hasher = Sha256::new();
    let mut add = |text: Option<&str>| {
        // A length before every text, so that no two lists have the same bytes.
        let length = text.map_or(u64::MAX, |text| text.len() as u64);
        hasher.update(length.to_le_bytes());
        hasher.update(text.unwrap_or_default().as_bytes());
    };
    for field in fields {
        add(field.of.as_deref());
        add(Some(&field.name));
        add(field.r#type.as_deref());
        add(field.input.as_deref());
        add(field.number.map(|number| number.to_string()).as_deref());
        add(field.required.then_some("required"));
    }
    let digits: String = hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    Some(format!("sha256:{digits}"))
}

/// What stands inside of lists, maps and `!`, and these around `_`: `[Order!]!` is `Order` in `[_!]!`.
pub(crate) fn unwrapped(r#type: &str) -> (&str, String) {
    let (mut before, mut after) = (String::new(), String::new());
    let mut rest = r#type;
    for _ in 0..MAX_WRAPPERS {
        if let Some(inner) = rest.strip_suffix('!') {
            after.insert(0, '!');
            rest = inner;
        } else if let Some(inner) = rest.strip_prefix('[').and_then(|inner| inner.strip_suffix(']')) {
            before.push('[');
            after.insert(0, ']');
            rest = inner;
        } else if let Some(inner) = rest.strip_prefix("stream ") {
            before.push_str("stream ");
            rest = inner;
        } else if let Some((key, value)) = map_type(rest) {
            before.push_str(&format!("map<{key}, "));
            after.insert(0, '>');
            rest = value;
        } else {
            break;
        }
    }
    (rest, format!("{before}_{after}"))
}

fn map_type(text: &str) -> Option<(&str, &str)> {
    text.strip_prefix("map<")?.strip_suffix('>')?.split_once(", ")
}

#[cfg(test)]
mod tests {
    use super::{Room, member, root, schema_hash, settle, unwrapped};

    #[test]
    fn what_finds_no_room_is_not_asked_for() {
        let mut room = Room(2);
        let three = || vec![root("a"), root("b"), root("c")];
        assert_eq!(room.of(three).len(), 3);
        assert_eq!(room.of(three), Vec::new());
    }

    #[test]
    fn types_are_unwrapped() {
        for (text, want) in [
            ("Order", ("Order", "_")),
            ("[Order!]!", ("Order", "[_!]!")),
            ("map<string, [Order]>", ("Order", "map<string, [_]>")),
            ("stream Order", ("Order", "stream _")),
            ("GET /a/{id} response", ("GET /a/{id} response", "_")),
            ("[", ("[", "_")),
            ("", ("", "_")),
        ] {
            let (inner, around) = unwrapped(text);
            assert_eq!((inner, around.as_str()), want, "{text}");
        }
    }

    #[test]
    fn the_hash_is_that_of_what_fields_are() {
        let hash = |mut fields: Vec<_>| {
            settle(&mut fields);
            schema_hash(&fields)
        };
        let one = hash(vec![root("a"), member("T", "x", "string")]);
        assert_eq!(one, hash(vec![member("T", "x", "string"), root("a"), root("a")]));
        assert_ne!(one, hash(vec![root("a"), member("T", "x", "integer")]));
        assert_ne!(hash(vec![root("ab")]), hash(vec![root("a"), root("b")]));
        assert_eq!(hash(Vec::new()), None);
    }
}
