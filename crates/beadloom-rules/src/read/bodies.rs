//! The bodies of rules.

use std::collections::HashSet;

use beadloom_graph::PathPattern;
use beadloom_graph::yaml::{Node, Value, place, shortened};
use beadloom_model::{Code, Place};

use super::values::{Entry, NameKind, Reader};
use crate::rule::{Body, Layer, Limits, Matcher, Names, Scope};

const BODIES: &[&str] =
    &["deny", "require", "forbid", "layers", "forbid_cycles", "forbid_import", "check", "module_coverage"];

/// Keys that stand beside `layers`.
const BESIDE_LAYERS: &[&str] = &["enforce", "allow_skip", "edge_kind"];

/// The one body of a rule; findings where there is none or more than one.
pub(super) fn body<'t>(reader: &mut Reader<'t, '_>, at: Place, entries: &[Entry<'t>]) -> Option<Body> {
    let mut bodies = entries.iter().filter(|(key, ..)| BODIES.contains(key));
    let first = bodies.next();
    if let (Some((first, ..)), Some((second, key, _))) = (first, bodies.next()) {
        let message = format!("The rule has `{first}` and `{second}`");
        reader.fields.error(place(key), Code::BadValue, message, "Make two rules of it");
        return None;
    }
    let Some(&(name, _, value)) = first else {
        let hint = format!("Give it one of: {}", BODIES.join(", "));
        reader.fields.error(at, Code::MissingKey, "The rule demands nothing".to_owned(), &hint);
        return None;
    };
    if name != "layers" {
        for (key, at, _) in entries.iter().filter(|(key, ..)| BESIDE_LAYERS.contains(key)) {
            let message = format!("The key `{key}` belongs to `layers`, and this is a rule of `{name}`");
            let hint = if *key == "edge_kind" { "Write it inside the rule's body" } else { "Remove it" };
            reader.fields.error(place(at), Code::UnknownKey, message, hint);
        }
    }
    Some(match name {
        "deny" => deny(reader, value),
        "require" => require(reader, value),
        "forbid" => forbid(reader, value),
        "layers" => layers(reader, value, entries),
        "forbid_cycles" => cycles(reader, value),
        "forbid_import" => forbid_import(reader, value)?,
        "check" => check(reader, value),
        _ => coverage(reader, value)?,
    })
}

fn missing(reader: &mut Reader<'_, '_>, node: &Node, body: &str, key: &str) {
    let message = format!("`{body}` has no `{key}`");
    reader.fields.error(place(node), Code::MissingKey, message, "");
}

/// A matcher that has to be there.
fn needed<'t>(
    reader: &mut Reader<'t, '_>,
    node: &'t Node,
    body: &str,
    key: &str,
    entries: &[Entry<'t>],
) -> Matcher {
    match entries.iter().find(|(name, ..)| *name == key) {
        Some((_, _, value)) => reader.matcher(value, key, key == "has_edge_to"),
        None => {
            // A key that is not known may be this one, and is an error already.
            if !has_unknown(node, entries) {
                missing(reader, node, body, key);
            }
            Matcher::default()
        }
    }
}

fn has_unknown(node: &Node, entries: &[Entry<'_>]) -> bool {
    matches!(&node.value, Value::Map(all) if all.len() > entries.len())
}

fn edge_kinds<'t>(reader: &mut Reader<'t, '_>, key: &str, entries: &[Entry<'t>]) -> Vec<String> {
    match entries.iter().find(|(name, ..)| *name == key) {
        Some((_, _, value)) => reader.kinds(value, key, true),
        None => Vec::new(),
    }
}

fn deny<'t>(reader: &mut Reader<'t, '_>, node: &'t Node) -> Body {
    let entries = reader.entries(node, "`deny`", &["from", "to", "unless_edge"]);
    Body::Deny {
        from: needed(reader, node, "deny", "from", &entries),
        to: needed(reader, node, "deny", "to", &entries),
        unless_edge: edge_kinds(reader, "unless_edge", &entries),
    }
}

fn require<'t>(reader: &mut Reader<'t, '_>, node: &'t Node) -> Body {
    let entries = reader.entries(node, "`require`", &["for", "has_edge_to", "edge_kind"]);
    Body::Require {
        nodes: needed(reader, node, "require", "for", &entries),
        has_edge_to: needed(reader, node, "require", "has_edge_to", &entries),
        edge_kind: edge_kinds(reader, "edge_kind", &entries),
    }
}

fn forbid<'t>(reader: &mut Reader<'t, '_>, node: &'t Node) -> Body {
    let entries = reader.entries(node, "`forbid`", &["from", "to", "edge_kind"]);
    Body::Forbid {
        from: needed(reader, node, "forbid", "from", &entries),
        to: needed(reader, node, "forbid", "to", &entries),
        edge_kind: edge_kinds(reader, "edge_kind", &entries),
    }
}

fn layers<'t>(reader: &mut Reader<'t, '_>, node: &'t Node, beside: &[Entry<'t>]) -> Body {
    let began = reader.fields.diagnostics.len();
    let mut layers: Vec<Layer> = Vec::new();
    for item in reader.fields.items(node, "layers", "Write a list of {name, tag}, the top one first") {
        let at = place(item);
        let (mut name, mut tag) = (None, None);
        let before = reader.fields.diagnostics.len();
        for (key, _, value) in reader.entries(item, "A layer", &["name", "tag"]) {
            let text = reader.fields.name(value, key);
            *(if key == "name" { &mut name } else { &mut tag }) = text;
        }
        let Some(tag) = tag else {
            if reader.fields.diagnostics.len() == before {
                missing(reader, item, "layers", "tag");
            }
            continue;
        };
        if layers.iter().any(|layer| layer.tag == tag) {
            let message = format!("The tag `{}` is that of an upper layer, too", shortened(&tag));
            reader.fields.error(at, Code::BadValue, message, "A node is in one layer at most");
        }
        layers.push(Layer { name: name.unwrap_or_else(|| tag.clone()), tag, place: at });
    }
    if layers.len() < 2 && reader.fields.diagnostics.len() == began {
        let message = "`layers` needs two layers or more".to_owned();
        reader.fields.error(place(node), Code::BadValue, message, "List the top layer first");
    }
    let mut allow_skip = true;
    for (key, _, value) in beside {
        match *key {
            "allow_skip" => allow_skip = reader.flag(value, "allow_skip").unwrap_or(true),
            "enforce" => {
                if let Some(order) = reader.fields.text(value, "enforce")
                    && order != "top-down"
                {
                    let message = format!("\"{}\" is not an order of layers", shortened(&order));
                    reader.fields.error(place(value), Code::BadValue, message, "The one order is top-down");
                }
            }
            _ => {}
        }
    }
    Body::Layers { layers, allow_skip, edge_kind: edge_kinds(reader, "edge_kind", beside) }
}

fn cycles<'t>(reader: &mut Reader<'t, '_>, node: &'t Node) -> Body {
    let entries = reader.entries(node, "`forbid_cycles`", &["edge_kind", "scope"]);
    let mut scope = Scope::Nodes;
    for (key, _, value) in &entries {
        if *key != "scope" {
            continue;
        }
        match reader.fields.text(value, "scope").as_deref() {
            Some("nodes") | None => {}
            Some("files") => scope = Scope::Files,
            Some(other) => {
                let message = format!("\"{}\" is not a scope", shortened(other));
                reader.fields.error(place(value), Code::BadValue, message, "One of: nodes, files");
            }
        }
    }
    if scope == Scope::Files
        && let Some((_, key, _)) = entries.iter().find(|(key, ..)| *key == "edge_kind")
    {
        let message = "Files have imports and no edges: `edge_kind` says nothing of them".to_owned();
        reader.fields.error(place(key), Code::BadValue, message, "Remove it, or use scope: nodes");
    }
    Body::ForbidCycles { edge_kind: edge_kinds(reader, "edge_kind", &entries), scope }
}

fn forbid_import<'t>(reader: &mut Reader<'t, '_>, node: &'t Node) -> Option<Body> {
    let entries = reader.entries(node, "`forbid_import`", &["from", "to"]);
    let mut side = |key: &str| -> Option<Names> {
        let Some((_, _, value)) = entries.iter().find(|(name, ..)| *name == key) else {
            if !has_unknown(node, &entries) {
                missing(reader, node, "forbid_import", key);
            }
            return None;
        };
        let names = reader.names(value, key, NameKind::Paths)?;
        if names.texts.is_empty() {
            missing(reader, value, "forbid_import", key);
        }
        Some(names)
    };
    let (from, to) = (side("from"), side("to"));
    Some(Body::ForbidImport { from: from?, to: to? })
}

fn check<'t>(reader: &mut Reader<'t, '_>, node: &'t Node) -> Body {
    const LIMITS: &[&str] = &["max_symbols", "max_files", "max_fan_out", "min_doc_coverage"];
    let entries = reader.entries(
        node,
        "`check`",
        &["for", "max_symbols", "max_files", "max_fan_out", "min_doc_coverage"],
    );
    let mut limits = Limits::default();
    for (key, _, value) in &entries {
        match *key {
            "max_symbols" => limits.max_symbols = reader.count(value, key),
            "max_files" => limits.max_files = reader.count(value, key),
            "max_fan_out" => limits.max_fan_out = reader.count(value, key),
            "min_doc_coverage" => limits.min_doc_coverage = reader.percent(value, key),
            _ => {}
        }
    }
    if !entries.iter().any(|(key, ..)| LIMITS.contains(key)) && !has_unknown(node, &entries) {
        let hint = format!("Give one of: {}", LIMITS.join(", "));
        reader.fields.error(place(node), Code::MissingKey, "`check` has no bound".to_owned(), &hint);
    }
    Body::Check { nodes: needed(reader, node, "check", "for", &entries), limits }
}

fn coverage<'t>(reader: &mut Reader<'t, '_>, node: &'t Node) -> Option<Body> {
    let entries = reader.entries(node, "`module_coverage`", &["source_root", "exempt"]);
    let mut source_root = String::new();
    let nothing = PathPattern::new::<&str>(&[]).ok()?;
    let mut exempt =
        Some(Names { texts: Vec::new(), pattern: nothing.clone(), taken_out: nothing, ids: HashSet::new() });
    for (key, _, value) in &entries {
        if *key == "source_root" {
            let path = reader.fields.path(value, "source_root").unwrap_or_default();
            source_root = if matches!(path.as_str(), "" | "./") { String::new() } else { path };
            if !source_root.is_empty() && !source_root.ends_with('/') {
                source_root.push('/');
            }
        } else if !matches!(value.value, Value::Null) {
            exempt = reader.names(value, "exempt", NameKind::Paths);
        }
    }
    Some(Body::ModuleCoverage { source_root, exempt: exempt? })
}
