//! Values that several parts of a rules file have: maps of known keys, names of nodes, kinds, matchers.

use std::collections::HashSet;

use beadloom_graph::PathPattern;
use beadloom_graph::suggest::{Suggester, did_you_mean};
use beadloom_graph::yaml::{Fields, Node, Value, place, shortened};
use beadloom_model::Code;

use crate::facts::Facts;
use crate::matcher::{Matcher, Names};

const MATCHER_KEYS: &[&str] = &["ref_id", "kind", "tag", "source", "exclude"];

/// Longest name of a rule, in characters.
const MAX_NAME_CHARS: usize = 200;

/// Entries of one list of names.
const MAX_LIST_ITEMS: usize = 10_000;

/// What names stand for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NameKind {
    /// Ids, or patterns of sources.
    Nodes,
    /// Patterns of paths.
    Paths,
}

/// One file while it is read, with what its names may mean.
pub(crate) struct Reader<'t, 'f> {
    pub(crate) fields: Fields<'t>,
    pub(crate) facts: &'f Facts,
    ids: HashSet<&'f str>,
    suggester: Suggester,
}

/// A key that is known, its node and its value.
pub(crate) type Entry<'t> = (&'static str, &'t Node, &'t Node);

impl<'t, 'f> Reader<'t, 'f> {
    pub(crate) fn new(fields: Fields<'t>, facts: &'f Facts) -> Self {
        let ids = facts.nodes.iter().map(|node| node.ref_id.as_str()).collect();
        Self { fields, facts, ids, suggester: Suggester::new() }
    }

    /// The entries of a map, in file order; keys that are not known are errors.
    pub(crate) fn entries(&mut self, node: &'t Node, what: &str, known: &[&'static str]) -> Vec<Entry<'t>> {
        let entries = match &node.value {
            Value::Map(entries) => entries.as_slice(),
            Value::Null => &[],
            other => {
                let message = format!("{what} must be a map, not {}", other.describe());
                let hint = format!("Its keys are: {}", known.join(", "));
                self.fields.error(place(node), Code::WrongType, message, &hint);
                &[]
            }
        };
        let mut found = Vec::with_capacity(entries.len());
        for (key, value) in entries {
            let Some(name) = self.fields.key(key) else { continue };
            match known.iter().find(|one| **one == name) {
                Some(known) => found.push((*known, key, value)),
                None => {
                    let message = format!("The key `{}` is not known here", shortened(&name));
                    let hint = did_you_mean(&name, known.iter().copied())
                        .unwrap_or_else(|| format!("Known keys: {}", known.join(", ")));
                    self.fields.error(place(key), Code::UnknownKey, message, &hint);
                }
            }
        }
        found
    }

    /// The name of a rule: one line.
    pub(crate) fn rule_name(&mut self, node: &Node) -> Option<String> {
        let name = self.fields.name(node, "name")?;
        let fits = !name.trim().is_empty()
            && !name.chars().any(char::is_control)
            && name.chars().nth(MAX_NAME_CHARS).is_none();
        if !fits {
            let message = "The name of a rule must be one line of 1 to 200 characters".to_owned();
            self.fields.error(place(node), Code::BadValue, message, "");
            return None;
        }
        Some(name)
    }

    /// One text or a list of them, each with its place.
    pub(crate) fn texts(&mut self, node: &'t Node, name: &str) -> Vec<(String, &'t Node)> {
        let items: &'t [Node] = match &node.value {
            Value::List(items) => items,
            Value::Null => &[],
            _ => std::slice::from_ref(node),
        };
        let items = self.most(items, name, MAX_LIST_ITEMS);
        items.iter().filter_map(|item| Some((self.fields.name(item, name)?, item))).collect()
    }

    /// The first items of a list, and an error where there are more.
    pub(crate) fn most<'i>(&mut self, items: &'i [Node], name: &str, most: usize) -> &'i [Node] {
        match items.get(most) {
            Some(first) => {
                self.too_many(first, name, most);
                items.get(..most).unwrap_or(items)
            }
            None => items,
        }
    }

    /// That there are more entries than are read.
    pub(crate) fn too_many(&mut self, first: &Node, name: &str, most: usize) {
        let message = format!("`{name}` has more than {most} entries");
        self.fields.error(place(first), Code::YamlLimit, message, "Use patterns, or fewer entries");
    }

    /// Ids of nodes and patterns.
    pub(crate) fn names(&mut self, node: &'t Node, name: &str, kind: NameKind) -> Option<Names> {
        let texts = self.texts(node, name);
        let mut patterns = Vec::new();
        let mut ids = HashSet::new();
        let mut bad = false;
        for (text, at) in &texts {
            if kind == NameKind::Nodes && self.ids.contains(text.as_str()) {
                ids.insert(text.clone());
            } else if kind == NameKind::Nodes && !text.contains(['/', '*', '?', '[', '.']) {
                self.unknown_id(text, at);
                bad = true;
            } else if let Err(error) = PathPattern::new(&[text]) {
                let message = format!("\"{}\" is not a pattern: {error}", shortened(text));
                self.fields.error(place(at), Code::BadValue, message, "Patterns are those of .gitignore");
                bad = true;
            } else {
                patterns.push(text.clone());
            }
        }
        if bad {
            return None;
        }
        let taken_out: Vec<&str> = patterns.iter().filter_map(|text| text.trim().strip_prefix('!')).collect();
        match (PathPattern::new(&patterns), PathPattern::new(&taken_out)) {
            (Ok(pattern), Ok(taken_out)) => {
                let texts = texts.into_iter().map(|(text, _)| text).collect();
                Some(Names { texts, pattern, taken_out, ids })
            }
            (Err(error), _) | (_, Err(error)) => {
                let message = format!("The patterns are too large together: {error}");
                self.fields.error(place(node), Code::BadValue, message, "");
                None
            }
        }
    }

    fn unknown_id(&mut self, id: &str, at: &Node) {
        let message = format!("No node has the id `{}`", shortened(id));
        let hint = self
            .suggester
            .hint(id, self.facts.nodes.iter().map(|node| node.ref_id.as_str()))
            .unwrap_or_else(|| "beadloom graph lists the nodes; a pattern has a / or * in it".to_owned());
        self.fields.error(place(at), Code::NotFound, message, &hint);
    }

    /// Kinds that are known.
    pub(crate) fn kinds(&mut self, node: &'t Node, name: &str, of_edges: bool) -> Vec<String> {
        let texts = self.texts(node, name);
        let facts = self.facts;
        let known = if of_edges { &facts.edge_kinds } else { &facts.node_kinds };
        for (text, at) in &texts {
            if !known.contains(text) {
                let what = if of_edges { "edge" } else { "node" };
                let message = format!("`{}` is not a kind of {what}", shortened(text));
                let hint = self
                    .suggester
                    .hint(text, known.iter().map(String::as_str))
                    .unwrap_or_else(|| format!("Kinds are {}", known.join(", ")));
                self.fields.error(place(at), Code::UnknownKind, message, &hint);
            }
        }
        texts.into_iter().map(|(text, _)| text).collect()
    }

    /// A matcher. `may_be_empty`: whether it may stand for every node.
    pub(crate) fn matcher(&mut self, node: &'t Node, name: &str, may_be_empty: bool) -> Matcher {
        let mut matcher = Matcher::default();
        let entries = self.entries(node, &format!("`{name}`"), MATCHER_KEYS);
        for &(key, _, value) in &entries {
            match key {
                "ref_id" => {
                    for (id, at) in self.texts(value, "ref_id") {
                        if !self.ids.contains(id.as_str()) {
                            self.unknown_id(&id, at);
                        }
                        matcher.ref_id.push(id);
                    }
                }
                "kind" => matcher.kind = self.kinds(value, "kind", false),
                "tag" => matcher.tag = self.texts(value, "tag").into_iter().map(|(tag, _)| tag).collect(),
                "source" => matcher.source = self.names(value, "source", NameKind::Paths),
                _ => matcher.exclude = self.names(value, "exclude", NameKind::Nodes),
            }
        }
        // A key that is not known may be the one that is missing, and is an error already.
        let is_empty = match &node.value {
            Value::Map(all) => all.is_empty(),
            other => matches!(other, Value::Null),
        };
        if !may_be_empty && is_empty {
            let message = format!("`{name}` selects no node");
            let hint = format!("Give one of: {}", MATCHER_KEYS.join(", "));
            self.fields.error(place(node), Code::MissingKey, message, &hint);
        }
        matcher
    }

    /// A whole number.
    pub(crate) fn count(&mut self, node: &Node, name: &str) -> Option<u64> {
        let count = match &node.value {
            Value::Number(number) => number.as_u64(),
            _ => None,
        };
        if count.is_none() {
            self.fields.wrong_type(node, name, "a whole number", "");
        }
        count
    }

    /// A share, 0 to 100.
    pub(crate) fn percent(&mut self, node: &Node, name: &str) -> Option<f64> {
        let share = match &node.value {
            Value::Number(number) => number.as_f64().filter(|share| (0.0..=100.0).contains(share)),
            _ => None,
        };
        if share.is_none() {
            self.fields.wrong_type(node, name, "a number from 0 to 100", "");
        }
        share
    }

    /// True or false.
    pub(crate) fn flag(&mut self, node: &Node, name: &str) -> Option<bool> {
        match &node.value {
            Value::Bool(value) => Some(*value),
            _ => {
                self.fields.wrong_type(node, name, "true or false", "");
                None
            }
        }
    }
}
