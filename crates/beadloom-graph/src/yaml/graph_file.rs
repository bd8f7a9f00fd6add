use beadloom_model::CompactSort as _;
use std::collections::HashSet;

use beadloom_model::{Code, Diagnostic, EdgeSpec, GraphFile, NodeSpec, Place};

use super::contracts::read_contracts;
use super::fields::{Fields, sorted};
use super::others::{EDGE_KEYS, Misspelt, NODE_KEYS, hint};
use super::tree::{Node, Tree, Value, place, shortened};
use crate::suggest::did_you_mean;

/// How large a graph file may be, in bytes: some 20,000 nodes with five edges each, two seconds of parsing.
const MAX_BYTES: usize = 8 << 20;

const TOP_KEYS: &[&str] = &["version", "kinds", "nodes", "edges"];
const KIND_KEYS: &[&str] = &["nodes", "edges"];

/// Whether a file in the graph folder holds a part of the graph: YAML, and not the rules.
///
/// `name` is the file's name or path.
pub fn is_graph_file(name: &str) -> bool {
    let name = name.rsplit(['/', '\\']).next().unwrap_or(name);
    match name.rsplit_once('.') {
        Some((stem, "yml" | "yaml")) => !stem.is_empty() && stem != "rules",
        _ => false,
    }
}

/// Reads one graph file. `path` is relative to the root and names the file in findings.
///
/// What is wrong inside a file is in [`GraphFile::diagnostics`]: a node without a usable `ref_id` or `kind`, or
/// an edge without an end, is left out, any other bad field is left out alone. What only all files together can
/// show (duplicates, unknown kinds and ends) is the business of [`crate::assemble()`].
///
/// # Errors
///
/// The file as a whole cannot be read: it is not YAML ([`Code::YamlSyntax`]), passes a bound
/// ([`Code::YamlLimit`]), holds a merge key ([`Code::YamlMergeKey`]), or is something other than a map
/// ([`Code::WrongType`]). The finding has the place and a hint.
pub fn read_graph_file(path: &str, text: &str) -> Result<GraphFile, Box<Diagnostic>> {
    let tree = Tree::read(path, text, MAX_BYTES)?;
    let mut fields = Fields::new(path, &tree);
    let entries = match &tree.root.value {
        Value::Map(entries) => entries.as_slice(),
        Value::Null => &[],
        other => {
            let message = format!("A graph file must be a map, not {}", other.describe());
            let at = place(&tree.root);
            return Err(Box::new(
                Diagnostic::error(Code::WrongType, message)
                    .at(path, at.line, at.column)
                    .hint("Put the list under `nodes:` or `edges:`"),
            ));
        }
    };

    let mut file = GraphFile { path: path.to_owned(), ..GraphFile::default() };
    for (key, value) in entries {
        let Some(name) = fields.key(key) else { continue };
        match name.as_str() {
            "version" => check_version(&mut fields, value),
            "kinds" => read_kinds(&mut fields, value, &mut file),
            "nodes" => {
                for item in fields.items(value, "nodes", "Begin each node with `- ref_id: …`") {
                    file.nodes.extend(read_node(&mut fields, item));
                }
            }
            "edges" => {
                for item in fields.items(value, "edges", "Begin each edge with `- src: …`") {
                    file.edges.extend(read_edge(&mut fields, item));
                }
            }
            _ => unknown_key(&mut fields, key, &name, TOP_KEYS),
        }
    }
    file.diagnostics = fields.diagnostics;
    file.diagnostics.compact_sort();
    Ok(file)
}

fn unknown_key(fields: &mut Fields<'_>, key: &Node, name: &str, known: &[&str]) {
    let message = format!("The key `{}` is not known here", shortened(name));
    let hint = did_you_mean(name, known.iter().copied())
        .unwrap_or_else(|| format!("Known keys: {}", known.join(", ")));
    fields.warn(place(key), Code::UnknownKey, message, &hint);
}

fn check_version(fields: &mut Fields<'_>, node: &Node) {
    match &node.value {
        Value::Number(version) if version.as_u64() == Some(1) => {}
        Value::Number(_) => {
            let message = format!("Version {} of the graph format is not known", fields.written(node));
            fields.error(place(node), Code::BadValue, message, "This beadloom reads version 1");
        }
        _ => fields.wrong_type(node, "version", "the number 1", ""),
    }
}

fn read_kinds<'t>(fields: &mut Fields<'t>, node: &'t Node, file: &mut GraphFile) {
    for (key, value) in fields.entries(node, "kinds") {
        let Some(name) = fields.key(key) else { continue };
        let kinds = match name.as_str() {
            "nodes" => &mut file.node_kinds,
            "edges" => &mut file.edge_kinds,
            _ => {
                unknown_key(fields, key, &name, KIND_KEYS);
                continue;
            }
        };
        for item in fields.items(value, &format!("kinds.{name}"), "Write a list: [team, queue]") {
            kinds.extend(read_kind_name(fields, item));
        }
    }
}

/// A declared kind. It is also a key of annotations (`beadloom:team=payments`), hence its letters.
fn read_kind_name(fields: &mut Fields<'_>, node: &Node) -> Option<String> {
    let kind = fields.text(node, "kinds")?;
    let fits = kind.chars().count() <= 60
        && kind.starts_with(char::is_alphabetic)
        && kind.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '-');
    if fits {
        return Some(kind);
    }
    let message = format!("\"{}\" cannot be the name of a kind", shortened(&kind));
    let hint = "Use a letter, then letters, digits, `_` and `-`, at most 60";
    fields.error(place(node), Code::BadValue, message, hint);
    None
}

fn read_node<'t>(fields: &mut Fields<'t>, node: &'t Node) -> Option<NodeSpec> {
    let entries = item_entries(fields, node, "A node", "ref_id")?;
    let mut spec = NodeSpec { place: place(node), ..NodeSpec::default() };
    let mut id = Seen::No;
    let mut kind = Seen::No;
    let mut extra = Vec::new();
    for (key, value) in entries {
        let Some(name) = fields.key(key) else { continue };
        match name.as_str() {
            "ref_id" => {
                id = Seen::of(value, fields.id(value, "ref_id"));
                spec.place = place(value);
            }
            "kind" => {
                kind = Seen::of(value, fields.id(value, "kind"));
                spec.kind_place = place(value);
            }
            "summary" => spec.summary = read_summary(fields, value),
            "source" => {
                spec.source = fields.path(value, "source");
                spec.source_place = spec.source.as_ref().map(|_| place(value));
            }
            "docs" => spec.docs = read_docs(fields, value),
            "tags" => spec.tags = read_tags(fields, value),
            "confidence" => {
                let message = "`confidence` is bootstrap's hint to the reader and is not indexed".to_owned();
                let hint = "Check the node, then remove the line";
                fields.warn(place(key), Code::LeftoverConfidence, message, hint);
            }
            _ => {
                if name == "contracts" {
                    spec.contracts = read_contracts(fields, value);
                }
                extra.push((name, fields.json(value)));
            }
        }
    }
    spec.extra = sorted(extra);

    let mut misspelt = Misspelt::among(fields, entries, NODE_KEYS);
    let at = place(node);
    let missing =
        Missing { key: "ref_id", code: Code::MissingId, of: "The node", hint: "Give it a unique one" };
    let id = id.require(fields, at, &missing, &mut misspelt);
    let label = id.as_ref().map_or("The node".to_owned(), |id| format!("The node `{}`", shortened(id)));
    let missing =
        Missing { key: "kind", code: Code::MissingKey, of: &label, hint: "Add `kind: domain`, for example" };
    let kind = kind.require(fields, at, &missing, &mut misspelt);
    misspelt.warn(fields);
    spec.ref_id = id?;
    spec.kind = kind?;
    Some(spec)
}

fn read_edge<'t>(fields: &mut Fields<'t>, node: &'t Node) -> Option<EdgeSpec> {
    let entries = item_entries(fields, node, "An edge", "src")?;
    let mut spec = EdgeSpec { place: place(node), ..EdgeSpec::default() };
    let [mut src, mut dst, mut kind] = [Seen::No, Seen::No, Seen::No];
    let mut extra = Vec::new();
    for (key, value) in entries {
        let Some(name) = fields.key(key) else { continue };
        let (seen, at) = match name.as_str() {
            "src" => (&mut src, &mut spec.src_place),
            "dst" => (&mut dst, &mut spec.dst_place),
            "kind" => (&mut kind, &mut spec.kind_place),
            _ => {
                extra.push((name, fields.json(value)));
                continue;
            }
        };
        *seen = Seen::of(value, fields.id(value, &name));
        *at = place(value);
    }
    spec.extra = sorted(extra);

    let mut misspelt = Misspelt::among(fields, entries, EDGE_KEYS);
    let mut end = |seen: Seen, key: &str| {
        let hint = "An edge needs `src`, `dst` and `kind`";
        let missing = Missing { key, code: Code::MissingKey, of: "The edge", hint };
        seen.require(fields, spec.place, &missing, &mut misspelt)
    };
    let (src, dst, kind) = (end(src, "src"), end(dst, "dst"), end(kind, "kind"));
    spec.src = src?;
    spec.dst = dst?;
    spec.kind = kind?;
    Some(spec)
}

/// What to say of a required field that is not there.
struct Missing<'a> {
    key: &'a str,
    code: Code,
    /// Begins the sentence.
    of: &'a str,
    hint: &'a str,
}

/// What became of a required field.
enum Seen {
    /// The key is missing, or has no value.
    No,
    /// There was a value and it was reported.
    Bad,
    Good(String),
}

impl Seen {
    fn of(node: &Node, value: Option<String>) -> Self {
        match (value, &node.value) {
            (Some(value), _) => Self::Good(value),
            (None, Value::Null) => Self::No,
            (None, _) => Self::Bad,
        }
    }

    /// The value, or an error: at the key that was meant to be this one, else at `at`.
    fn require<'t>(
        self,
        fields: &mut Fields<'t>,
        at: Place,
        missing: &Missing<'_>,
        misspelt: &mut Misspelt<'t>,
    ) -> Option<String> {
        match self {
            Self::Good(value) => return Some(value),
            Self::Bad => {}
            Self::No => {
                let Missing { key, code, of, hint: otherwise } = missing;
                let message = format!("{of} has no `{key}`");
                match misspelt.take(key) {
                    Some(written) => {
                        let name = shortened(fields.key_text(written).unwrap_or_default());
                        let message = format!("{message}; the key `{name}` is not known here");
                        fields.error(place(written), *code, message, &hint(key));
                    }
                    None => fields.error(at, *code, message, otherwise),
                }
            }
        }
        None
    }
}

fn item_entries<'t>(
    fields: &mut Fields<'t>,
    node: &'t Node,
    what: &str,
    first_key: &str,
) -> Option<&'t [(Node, Node)]> {
    if let Value::Map(entries) = &node.value {
        return Some(entries);
    }
    let message = format!("{what} must be a map, not {}", node.value.describe());
    let hint = format!("Begin it with `- {first_key}: …`");
    fields.error(place(node), Code::WrongType, message, &hint);
    None
}

fn read_summary(fields: &mut Fields<'_>, node: &Node) -> String {
    fields.text(node, "summary").map_or_else(String::new, |summary| summary.trim().to_owned())
}

/// One document or a list of them. What is named twice counts once.
fn read_docs(fields: &mut Fields<'_>, node: &Node) -> Vec<(String, Place)> {
    let mut docs: Vec<(String, Place)> = Vec::new();
    let mut seen = HashSet::new();
    for item in one_or_many(node) {
        let Some(path) = fields.path(item, "docs") else {
            if matches!(item.value, Value::Null) {
                fields.wrong_type(item, "docs", "a path or a list of paths", "");
            }
            continue;
        };
        if path.is_empty() || path.ends_with('/') {
            let message = format!("`docs`: \"{}\" names no file", shortened(&path));
            fields.error(place(item), Code::BadValue, message, "Name each document by its own path");
        } else if seen.insert(path.clone()) {
            docs.push((path, place(item)));
        }
    }
    docs
}

/// One tag or a list of them.
fn read_tags(fields: &mut Fields<'_>, node: &Node) -> Vec<String> {
    let mut tags = Vec::new();
    let mut seen = HashSet::new();
    for item in one_or_many(node) {
        if let Some(tag) = fields.name(item, "tags") {
            let tag = tag.trim().to_owned();
            if !tag.is_empty() && seen.insert(tag.clone()) {
                tags.push(tag);
            }
        }
    }
    tags
}

fn one_or_many(node: &Node) -> &[Node] {
    match &node.value {
        Value::List(items) => items,
        Value::Null => &[],
        _ => std::slice::from_ref(node),
    }
}
