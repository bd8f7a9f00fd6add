//! Typed fields out of a YAML tree: each wrong one becomes a finding with its place and is left out alone.

use beadloom_model::CompactSort as _;
use beadloom_model::{Code, Diagnostic, Place};
use serde_json::{Map, Value as Json};

use super::tree::{Node, Tree, Value, place, shortened};
use crate::paths::{self, PathProblem};

/// The longest ref_id, in characters.
const MAX_ID_CHARS: usize = 200;

/// One file while it is read.
pub struct Fields<'t> {
    path: &'t str,
    tree: &'t Tree<'t>,
    /// What was wrong so far.
    pub diagnostics: Vec<Diagnostic>,
}

impl<'t> Fields<'t> {
    /// Begins with no findings.
    pub fn new(path: &'t str, tree: &'t Tree<'t>) -> Self {
        Self { path, tree, diagnostics: Vec::new() }
    }

    /// Adds an error; without a hint where that is empty.
    pub fn error(&mut self, at: Place, code: Code, message: String, hint: &str) {
        self.push(Diagnostic::error(code, message), at, hint);
    }

    /// Adds a warning; without a hint where that is empty.
    pub fn warn(&mut self, at: Place, code: Code, message: String, hint: &str) {
        self.push(Diagnostic::warn(code, message), at, hint);
    }

    fn push(&mut self, finding: Diagnostic, at: Place, hint: &str) {
        let finding = finding.at(self.path, at.line, at.column);
        self.diagnostics.push(if hint.is_empty() { finding } else { finding.hint(hint) });
    }

    /// Says that `name` has the wrong type.
    pub fn wrong_type(&mut self, node: &Node, name: &str, expected: &str, hint: &str) {
        let message = format!("`{name}` must be {expected}, not {}", node.value.describe());
        self.error(place(node), Code::WrongType, message, hint);
    }

    /// A scalar as the file spells it: `0123`, `1.10`.
    pub fn written(&self, node: &Node) -> &'t str {
        self.tree.written(node)
    }

    /// A map's key as text; numbers and booleans as they are written.
    pub fn key(&mut self, key: &Node) -> Option<String> {
        if let Some(text) = self.key_text(key) {
            return Some(text.to_owned());
        }
        let message = format!("A key must be text, not {}", key.value.describe());
        self.error(place(key), Code::WrongType, message, "");
        None
    }

    /// The same without a finding.
    pub(super) fn key_text<'n>(&self, key: &'n Node) -> Option<&'n str>
    where
        't: 'n,
    {
        match &key.value {
            Value::Text(text) => Some(text),
            Value::Number(_) | Value::Bool(_) | Value::Null => Some(self.written(key)),
            Value::List(_) | Value::Map(_) => None,
        }
    }

    /// The entries of a map, or of nothing.
    pub fn entries(&mut self, node: &'t Node, name: &str) -> &'t [(Node, Node)] {
        match &node.value {
            Value::Map(entries) => entries,
            Value::Null => &[],
            _ => {
                self.wrong_type(node, name, "a map", "");
                &[]
            }
        }
    }

    /// The items of a list, or of nothing.
    pub fn items(&mut self, node: &'t Node, name: &str, hint: &str) -> &'t [Node] {
        match &node.value {
            Value::List(items) => items,
            Value::Null => &[],
            _ => {
                self.wrong_type(node, name, "a list", hint);
                &[]
            }
        }
    }

    /// Text; a number or boolean has to be quoted.
    pub fn text(&mut self, node: &Node, name: &str) -> Option<String> {
        match &node.value {
            Value::Text(text) => Some(text.clone()),
            Value::Number(_) | Value::Bool(_) => {
                let hint = format!("Quote it: \"{}\"", shortened(self.written(node)));
                self.wrong_type(node, name, "text", &hint);
                None
            }
            Value::Null => None,
            Value::List(_) | Value::Map(_) => {
                self.wrong_type(node, name, "text", "");
                None
            }
        }
    }

    /// A name: text, or a number as it is written.
    pub fn name(&mut self, node: &Node, name: &str) -> Option<String> {
        match &node.value {
            Value::Number(_) => Some(self.written(node).to_owned()),
            _ => self.text(node, name),
        }
    }

    /// A ref_id. `None` where it is missing (without a finding) or cannot be one (with one).
    pub fn id(&mut self, node: &Node, name: &str) -> Option<String> {
        let id = self.name(node, name)?;
        let problem = if id.trim().is_empty() {
            "is empty"
        } else if id.chars().any(char::is_control) {
            "contains a line break or another control character"
        } else if id.chars().nth(MAX_ID_CHARS).is_some() {
            "has more than 200 characters"
        } else if id.trim() != id {
            "begins or ends with a space"
        } else {
            return Some(id);
        };
        let message = format!("`{name}` {problem}");
        self.error(place(node), Code::BadId, message, "Use a short name on one line, such as PROJ-123");
        None
    }

    /// A path of the project in its one form.
    pub fn path(&mut self, node: &Node, name: &str) -> Option<String> {
        let text = self.text(node, name)?;
        match paths::normalise(&text) {
            Ok(path) => Some(path),
            Err(problem) => {
                self.path_problem(node, name, &text, problem);
                None
            }
        }
    }

    fn path_problem(&mut self, node: &Node, name: &str, text: &str, problem: PathProblem) {
        let message = format!("`{name}`: \"{}\" {problem}", shortened(text));
        self.error(place(node), problem.code(), message, problem.hint());
    }

    /// Any value as JSON. Keys are sorted, so that one file has one form whatever the map type of `serde_json`.
    pub fn json(&mut self, node: &Node) -> Json {
        match &node.value {
            Value::Null => Json::Null,
            Value::Bool(value) => Json::Bool(*value),
            Value::Number(value) => Json::Number(value.clone()),
            Value::Text(value) => Json::String(value.clone()),
            Value::List(items) => items.iter().map(|item| self.json(item)).collect(),
            Value::Map(entries) => {
                let mut pairs = Vec::with_capacity(entries.len());
                for (key, value) in entries {
                    if let Some(key) = self.key(key) {
                        pairs.push((key, self.json(value)));
                    }
                }
                Json::Object(sorted(pairs))
            }
        }
    }
}

/// A JSON map in the order of its keys.
pub fn sorted(mut pairs: Vec<(String, Json)>) -> Map<String, Json> {
    pairs.compact_sort_by(|(a, _), (b, _)| a.cmp(b));
    pairs.into_iter().collect()
}
