//! Specification files as JSON values, and the files that they refer to.

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use beadloom_graph::paths;
use beadloom_graph::yaml::{Node, Tree, Value as Yaml};
use beadloom_model::{Code, Diagnostic};
use serde_json::{Map, Value};

/// Bytes of a specification file.
pub(crate) const MAX_BYTES: usize = 16 << 20;

/// How many other files a specification may refer to.
const MAX_FILES: usize = 500;

/// How often a reference may lead to another one.
const MAX_STEPS: usize = 16;

/// The content of a YAML or JSON file.
pub(crate) fn read(path: &str, text: &str) -> Result<Value, Box<Diagnostic>> {
    if text.len() > MAX_BYTES {
        let message = format!("The file has {} bytes, more than {MAX_BYTES}", text.len());
        return Err(Box::new(Diagnostic::error(Code::TooLarge, message).at(path, 0, 0)));
    }
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.trim_start().starts_with('{') {
        return serde_json::from_str(text).map_err(|error| {
            let (line, column) = (error.line(), error.column());
            let message = error.to_string();
            let message = message.split(" at line ").next().unwrap_or_default().to_owned();
            let place = |number: usize| u32::try_from(number).unwrap_or(0);
            Box::new(Diagnostic::error(Code::BadValue, message).at(path, place(line), place(column)))
        });
    }
    let tree = Tree::read_foreign(path, text, MAX_BYTES)?;
    Ok(json(&tree, &tree.root))
}

/// The depth is bounded by what the tree was read with.
fn json(tree: &Tree<'_>, node: &Node) -> Value {
    match &node.value {
        Yaml::Null => Value::Null,
        Yaml::Bool(value) => Value::Bool(*value),
        Yaml::Number(number) => Value::Number(number.clone()),
        Yaml::Text(text) => Value::String(text.clone()),
        Yaml::List(items) => items.iter().map(|item| json(tree, item)).collect(),
        Yaml::Map(entries) => {
            let mut map = Map::new();
            for (key, value) in entries {
                let key = match &key.value {
                    Yaml::Text(text) => text.clone(),
                    Yaml::List(_) | Yaml::Map(_) => continue,
                    _ => tree.written(key).to_owned(),
                };
                map.insert(key, json(tree, value));
            }
            Value::Object(map)
        }
    }
}

/// The line that a key stands on first, 1-based; 1 where it is not found.
pub(crate) fn line_of(text: &str, key: &str) -> u32 {
    let found = text.lines().enumerate().find(|(_, line)| {
        let line = line.trim_start().trim_start_matches(['{', ' ']);
        let line = line.strip_prefix(['"', '\'']).unwrap_or(line);
        line.strip_prefix(key)
            .is_some_and(|rest| rest.strip_prefix(['"', '\'']).unwrap_or(rest).trim_start().starts_with(':'))
    });
    found.map_or(1, |(index, _)| u32::try_from(index + 1).unwrap_or(1))
}

/// The line that each key stands on first, from line `after` on.
pub(crate) fn lines_of_keys(text: &str, after: u32) -> HashMap<&str, u32> {
    let mut lines = HashMap::new();
    for (index, line) in text.lines().enumerate().skip(usize::try_from(after.saturating_sub(1)).unwrap_or(0))
    {
        let line = line.trim_start().trim_start_matches(['{', ' ']);
        let key = match line.chars().next() {
            Some(quote @ ('"' | '\'')) => line.get(1..).and_then(|rest| rest.split(quote).next()),
            Some(_) if line.ends_with(':') => line.get(..line.len() - 1),
            _ => line.split_once(": ").map(|(key, _)| key),
        };
        if let Some(key) = key {
            lines.entry(key).or_insert(u32::try_from(index + 1).unwrap_or(1));
        }
    }
    lines
}

/// A specification and the files that it refers to, each read once.
pub(crate) struct Documents<'a> {
    loaded: BTreeMap<String, Option<Rc<Value>>>,
    read: &'a dyn Fn(&str) -> Option<String>,
}

/// A value that something refers to. It is not copied: a large one may be referred to often.
pub(crate) struct Found {
    /// The file that it stands in.
    pub(crate) path: String,
    pointer: String,
    document: Rc<Value>,
}

impl Found {
    /// The value.
    pub(crate) fn value(&self) -> &Value {
        self.document.pointer(&self.pointer).unwrap_or(&Value::Null)
    }

    /// The file and the pointer in it: the same for the same value.
    pub(crate) fn id(&self) -> String {
        format!("{}#{}", self.path, self.pointer)
    }
}

impl<'a> Documents<'a> {
    /// Begins with the specification itself. `read` gives the text of a file of the project.
    pub(crate) fn new(path: &str, value: Rc<Value>, read: &'a dyn Fn(&str) -> Option<String>) -> Self {
        Self { loaded: BTreeMap::from([(path.to_owned(), Some(value))]), read }
    }

    /// What `reference` means in the file `from`; None where it leads nowhere or out of the project.
    pub(crate) fn resolve(&mut self, from: &str, reference: &str) -> Option<Found> {
        let (mut from, mut reference) = (from.to_owned(), reference.to_owned());
        for _ in 0..MAX_STEPS {
            let (file, pointer) = reference.split_once('#').unwrap_or((&reference, ""));
            let path = if file.is_empty() { from } else { beside(&from, file)? };
            let document = self.document(&path)?;
            let pointer = pointer.replace("%7B", "{").replace("%7D", "}");
            let next = document.pointer(&pointer)?.get("$ref").and_then(Value::as_str).map(str::to_owned);
            match next {
                Some(next) => (from, reference) = (path, next),
                None => return Some(Found { path, pointer, document }),
            }
        }
        None
    }

    fn document(&mut self, path: &str) -> Option<Rc<Value>> {
        if let Some(known) = self.loaded.get(path) {
            return known.clone();
        }
        if self.loaded.len() > MAX_FILES {
            return None;
        }
        let document = (self.read)(path).and_then(|text| read(path, &text).ok()).map(Rc::new);
        self.loaded.insert(path.to_owned(), document.clone());
        document
    }
}

/// A path as a file beside `from` names it.
fn beside(from: &str, file: &str) -> Option<String> {
    if file.contains("://") || file.starts_with('/') {
        return None;
    }
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in file.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            other => parts.push(other),
        }
    }
    paths::normalise(&parts.join("/")).ok()
}

/// The last part of a reference, as the name of a type: `Order` of `./order.yaml` and of `#/components/schemas/Order`.
pub(crate) fn reference_name(reference: &str) -> &str {
    let (file, pointer) = reference.split_once('#').unwrap_or((reference, ""));
    let last = |text: &'_ str| text.rfind('/').map_or(0, |at| at + 1);
    if pointer.len() > 1 {
        return pointer.get(last(pointer)..).unwrap_or(pointer);
    }
    let name = file.get(last(file)..).unwrap_or(file);
    name.split('.').next().unwrap_or(name)
}
