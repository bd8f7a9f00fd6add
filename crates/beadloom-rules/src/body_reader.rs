//! The keys in the body of a rule.

use beadloom_graph::yaml::{Node, Value, place};
use beadloom_model::Code;

use crate::matcher::Matcher;
use crate::reader::{Entry, Reader};

/// The value of a key.
pub(crate) fn value_of<'t>(entries: &[Entry<'t>], key: &str) -> Option<&'t Node> {
    entries.iter().find(|(name, ..)| *name == key).map(|(_, _, value)| *value)
}

/// The body of a rule while it is read: a map.
pub(crate) struct BodyReader<'r, 't, 'f> {
    pub(crate) reader: &'r mut Reader<'t, 'f>,
    pub(crate) entries: Vec<Entry<'t>>,
    /// The key that it stands under.
    kind: &'static str,
    node: &'t Node,
}

impl<'t, 'f> Reader<'t, 'f> {
    /// The body of a rule of a kind, which has these keys and no other.
    pub(crate) fn body<'r>(
        &'r mut self,
        kind: &'static str,
        node: &'t Node,
        keys: &[&'static str],
    ) -> BodyReader<'r, 't, 'f> {
        let entries = self.entries(node, &format!("`{kind}`"), keys);
        BodyReader { reader: self, entries, kind, node }
    }

    /// Reports that a body, or a part of it, lacks a key.
    pub(crate) fn missing(&mut self, node: &Node, kind: &str, key: &str) {
        let message = format!("`{kind}` has no `{key}`");
        self.fields.error(place(node), Code::MissingKey, message, "");
    }
}

impl<'t> BodyReader<'_, 't, '_> {
    /// The value of a key.
    pub(crate) fn value(&self, key: &str) -> Option<&'t Node> {
        value_of(&self.entries, key)
    }

    /// The value of a key that has to be there.
    pub(crate) fn required(&mut self, key: &str) -> Option<&'t Node> {
        let value = self.value(key);
        // A key that is not known may be this one, and is an error already.
        if value.is_none() && !self.has_unknown_keys() {
            self.reader.missing(self.node, self.kind, key);
        }
        value
    }

    /// Whether there are keys that are not known.
    pub(crate) fn has_unknown_keys(&self) -> bool {
        matches!(&self.node.value, Value::Map(all) if all.len() > self.entries.len())
    }

    /// A matcher that has to be there, and to say something.
    pub(crate) fn nodes(&mut self, key: &str) -> Matcher {
        self.required(key).map(|value| self.reader.matcher(value, key, false)).unwrap_or_default()
    }

    /// A matcher that has to be there, and may stand for every node.
    pub(crate) fn any_nodes(&mut self, key: &str) -> Matcher {
        self.required(key).map(|value| self.reader.matcher(value, key, true)).unwrap_or_default()
    }

    /// Edge kinds; none where the key is not there.
    pub(crate) fn edge_kinds(&mut self, key: &str) -> Vec<String> {
        self.value(key).map(|value| self.reader.kinds(value, key, true)).unwrap_or_default()
    }

    /// A whole number.
    pub(crate) fn count(&mut self, key: &str) -> Option<u64> {
        self.value(key).and_then(|value| self.reader.count(value, key))
    }

    /// A share, 0 to 100.
    pub(crate) fn percent(&mut self, key: &str) -> Option<f64> {
        self.value(key).and_then(|value| self.reader.percent(value, key))
    }
}
