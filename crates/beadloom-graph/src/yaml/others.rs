//! Keys of nodes and edges that are not known: metadata of the project's own, which is kept, or known keys misspelt.

use beadloom_model::Code;

use super::fields::Fields;
use super::tree::{Node, Value, place, shortened};

/// Names longer than this are no misspelling of ours.
const MAX_NAME_CHARS: usize = 24;

/// A key that is read.
pub(super) struct Key {
    pub(super) name: &'static str,
    /// What people write instead who know the key by another name.
    instead: &'static [&'static str],
    /// Whether a value is one of this key. What does not fit is something else, under a name that is alike.
    fits: fn(&Value) -> bool,
}

/// Of a node.
pub(super) const NODE_KEYS: &[Key] = &[
    Key { name: "ref_id", instead: &["id", "ref", "name"], fits: is_scalar },
    Key { name: "kind", instead: &["type"], fits: is_scalar },
    Key { name: "summary", instead: &["description", "desc"], fits: is_scalar },
    Key { name: "source", instead: &["src"], fits: is_scalar },
    Key { name: "docs", instead: &["documents", "documentation"], fits: is_list_of_scalars },
    Key { name: "tags", instead: &[], fits: is_list_of_scalars },
    Key { name: "contracts", instead: &[], fits: has_contracts },
    Key { name: "links", instead: &[], fits: |value| !matches!(value, Value::Number(_) | Value::Bool(_)) },
    Key { name: "c4_level", instead: &[], fits: is_scalar },
    Key { name: "external", instead: &[], fits: |value| matches!(value, Value::Bool(_)) },
];

/// Of an edge.
pub(super) const EDGE_KEYS: &[Key] = &[
    Key { name: "src", instead: &["source", "from"], fits: is_scalar },
    Key { name: "dst", instead: &["destination", "target", "to"], fits: is_scalar },
    Key { name: "kind", instead: &["type", "relation"], fits: is_scalar },
];

/// The keys of a map that are not known, each with the known one that it seems to be.
pub(super) struct Misspelt<'t> {
    keys: Vec<(&'t Node, &'static str)>,
}

impl<'t> Misspelt<'t> {
    /// Of all entries of a map. A key that is there is not what another one was meant to be.
    pub(super) fn among(fields: &Fields<'t>, entries: &'t [(Node, Node)], known: &'static [Key]) -> Self {
        let named: Vec<(&Node, &str, &Node)> =
            entries.iter().filter_map(|(key, value)| Some((key, fields.key_text(key)?, value))).collect();
        let absent: Vec<&Key> =
            known.iter().filter(|key| named.iter().all(|(_, name, _)| *name != key.name)).collect();
        let others = named.into_iter().filter(|(_, name, _)| known.iter().all(|key| key.name != *name));
        let meant = |name: &str, value: &Node| {
            let near = absent.iter().filter(|key| (key.fits)(&value.value));
            near.filter_map(|key| Some((distance(name, key)?, key.name))).min().map(|(_, name)| name)
        };
        Self { keys: others.filter_map(|(key, name, value)| Some((key, meant(name, value)?))).collect() }
    }

    /// Takes out the key that was meant to be `name`.
    pub(super) fn take(&mut self, name: &str) -> Option<&'t Node> {
        let at = self.keys.iter().position(|(_, meant)| *meant == name)?;
        Some(self.keys.remove(at).0)
    }

    /// Warns of those that are left.
    pub(super) fn warn(self, fields: &mut Fields<'t>) {
        for (key, meant) in self.keys {
            let name = shortened(fields.key_text(key).unwrap_or_default());
            let message = format!("The key `{name}` is not known here, and is kept as metadata");
            fields.warn(place(key), Code::UnknownKey, message, &hint(meant));
        }
    }
}

/// What to write instead.
pub(super) fn hint(meant: &str) -> String {
    format!("Did you mean: {meant}?")
}

/// How far a name is from a key that it may be, if it may be that one: one letter, or two of a longer name that begins alike.
fn distance(name: &str, key: &Key) -> Option<usize> {
    let length = name.chars().count();
    if length > MAX_NAME_CHARS {
        return None;
    }
    let folded = name.to_lowercase();
    if key.instead.contains(&folded.as_str()) {
        return Some(2);
    }
    let far = strsim::osa_distance(&folded, key.name);
    let shorter = length.min(key.name.len());
    let alike = folded.chars().next() == key.name.chars().next();
    (shorter > 1 && (far <= 1 || (far == 2 && shorter >= 6 && alike))).then_some(far)
}

fn is_scalar(value: &Value) -> bool {
    matches!(value, Value::Text(_) | Value::Number(_))
}

fn is_list_of_scalars(value: &Value) -> bool {
    match value {
        Value::List(items) => items.iter().all(|item| is_scalar(&item.value)),
        other => is_scalar(other),
    }
}

/// Other lists of maps stand under names such as `contacts`.
fn has_contracts(value: &Value) -> bool {
    let Value::List(items) = value else { return false };
    items.iter().any(|item| {
        let Value::Map(entries) = &item.value else { return false };
        entries.iter().any(|(key, _)| matches!(&key.value, Value::Text(key) if key == "protocol"))
    })
}
