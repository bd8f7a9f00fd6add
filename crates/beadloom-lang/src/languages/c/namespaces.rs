//! Namespaces: which hold the whole file, and what the others are.

use beadloom_model::SymbolKind;
use tree_sitter::Node;

use super::File;
use crate::definition::{Container, Definition};
use crate::outline::Outline;
use crate::vocabulary::{has_word, named_children};

/// Namespaces within namespaces that may all hold the whole file.
const LEVELS: usize = 8;
/// A file that goes in and out of its namespace more often than this has none around all of it (places).
const PARTS: usize = 1000;

/// A name of a namespace: `a::inline b` has two.
struct Part {
    name: String,
    /// Whether what is in it is in the namespace around it too.
    inline: bool,
}

/// A namespace of the file, and how many of its names hold the whole file.
struct Opened<'t> {
    node: Node<'t>,
    /// Without those that are inline.
    names: Vec<String>,
    held: usize,
}

/// Where the next names around the whole file stand.
enum Place<'t> {
    /// Right in a body.
    Inside(Node<'t>),
    /// Further on in the same namespace.
    Behind(Opened<'t>),
}

impl File<'_> {
    /// Finds the namespaces that hold everything that the file defines: they are no part of its names, whether they are
    /// written within each other or as one.
    pub(super) fn root(&mut self, node: Node<'_>, outline: &Outline<'_>) {
        if !self.rules.cpp {
            return;
        }
        let mut places = vec![Place::Inside(node)];
        for _ in 0..LEVELS {
            let Some(around) = self.around_all(places, outline) else { return };
            places = Vec::new();
            for mut opened in around {
                opened.held += 1;
                self.file_wide.insert(opened.node.start_byte(), opened.held);
                if opened.held < opened.names.len() {
                    places.push(Place::Behind(opened));
                } else {
                    places.extend(self.rules.fields.body.of(opened.node).map(Place::Inside));
                }
            }
        }
    }

    /// The namespaces at these places, if they go on with the same name and nothing else is defined there.
    fn around_all<'t>(&self, places: Vec<Place<'t>>, outline: &Outline<'_>) -> Option<Vec<Opened<'t>>> {
        let (mut found, mut bodies, mut unnamed) = (Vec::new(), Vec::new(), Vec::new());
        for place in places {
            match place {
                Place::Inside(body) => bodies.push(body),
                Place::Behind(opened) => found.push(opened),
            }
        }
        let mut seen = 0;
        loop {
            while let Some(body) = bodies.pop() {
                for child in named_children(body) {
                    if !self.rules.kinds.namespace_definition.is(child) {
                        if self.defines(child) {
                            return None;
                        }
                        continue;
                    }
                    seen += 1;
                    if seen > PARTS {
                        return None;
                    }
                    let body = self.rules.fields.body.of(child);
                    let Some(parts) = parts_of(child, self, outline) else {
                        // What has no name adds nothing to one.
                        unnamed.extend(body);
                        continue;
                    };
                    // Not the file's own.
                    if parts.first().is_some_and(|part| part.name == "std") {
                        continue;
                    }
                    let names = without_inline(&parts);
                    if names.is_empty() {
                        bodies.extend(body);
                    } else {
                        found.push(Opened { node: child, names, held: 0 });
                    }
                }
            }
            // Beside a namespace with a name, one without holds what only this file uses.
            if !found.is_empty() || unnamed.is_empty() {
                break;
            }
            std::mem::swap(&mut bodies, &mut unnamed);
        }
        let name = |opened: &Opened<'_>| opened.names.get(opened.held).cloned();
        let first = name(found.first()?);
        found.iter().all(|opened| name(opened) == first).then_some(found)
    }

    /// Whether a node beside namespaces gives the file something to call.
    fn defines(&self, node: Node<'_>) -> bool {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        // `template <> struct std::hash<Ledger>` says more of what there is already.
        let specializes =
            || fields.parameters.of(node).is_some_and(|parameters| parameters.named_child_count() == 0);
        kinds.function_definition.is(node)
            || kinds.declaration.is(node)
            || (kinds.template_declaration.is(node) && !specializes())
            || kinds.type_definition.is(node)
            || kinds.alias_declaration.is(node)
            || kinds.concept_definition.is(node)
            || kinds.linkage_specification.is(node)
            || (fields.body.of(node).is_some()
                && (kinds.struct_specifier.is(node)
                    || kinds.class_specifier.is(node)
                    || kinds.union_specifier.is(node)
                    || kinds.enum_specifier.is(node)))
    }

    pub(super) fn namespace(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let Some(parts) = parts_of(node, self, outline) else {
            self.hidden = self.hidden.max(node.end_byte());
            return;
        };
        self.note_names(node, &parts);
        let held = self.file_wide.get(&node.start_byte()).copied().unwrap_or(0);
        let names = without_inline(&parts);
        for around in names.iter().take(held) {
            // No part of the names in the file, but others may write it before them.
            outline.name_of_file(around, "");
        }
        let Some((name, owners)) = names.get(held..).and_then(<[String]>::split_last) else { return };
        let mut definition = Definition::new(name, SymbolKind::Module, "namespace", node)
            .body(self.rules.fields.body.of(node))
            .visible(self.is_reachable(node.start_byte()))
            .opens(Container::Module);
        definition.owner = (!owners.is_empty()).then(|| owners.join("."));
        outline.define(definition);
    }

    /// `namespace a = b::c;`
    pub(super) fn namespace_alias(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let name = self.rules.fields.name.of(node);
        let of = named_children(node).filter(|child| !child.is_extra()).last();
        let Some(of) = of.filter(|of| Some(of.id()) != name.map(|name| name.id())) else { return };
        let Some(name) = outline.name(name) else { return };
        let path = path_of(outline.text(of));
        if !path.is_empty() {
            outline.name_of_file(name, &path);
        }
    }

    /// Notes what the namespace may be called where something of it is defined outside: by all names, or by the last ones.
    fn note_names(&mut self, node: Node<'_>, parts: &[Part]) {
        while self.open.last().is_some_and(|(end, _)| *end <= node.start_byte()) {
            self.open.pop();
        }
        let mut way = self.open.last().map(|(_, way)| way.clone()).unwrap_or_default();
        for part in parts {
            way.push(part.name.clone());
            way.drain(..way.len().saturating_sub(LEVELS));
            for from in 0..way.len() {
                self.namespaces.extend(way.get(from..).map(|names| names.join(".")));
            }
        }
        self.open.push((node.end_byte(), way));
    }
}

/// `using namespace a::b;`, by which all names of it are there, and `using a::b::name;`.
pub(super) fn using(node: Node<'_>, outline: &mut Outline<'_>) {
    let Some(of) = named_children(node).filter(|child| !child.is_extra()).last() else { return };
    let path = path_of(outline.text(of));
    let name = if has_word(node, "namespace") { "" } else { path.rsplit('.').next().unwrap_or("") };
    // A name of its own file is there anyway.
    if !path.is_empty() && name != path {
        outline.name_of_file(name, &path);
    }
}

/// The last names of a qualified name, with dots between them.
fn path_of(qualified: &str) -> String {
    let parts: Vec<&str> =
        qualified.split("::").map(str::trim).filter(|part| !part.is_empty()).take(LEVELS).collect();
    parts.join(".")
}

/// The names of a namespace; `None` for one without.
fn parts_of(node: Node<'_>, file: &File<'_>, outline: &Outline<'_>) -> Option<Vec<Part>> {
    let name = outline.name(file.rules.fields.name.of(node))?;
    let is_inline = has_word(node, "inline");
    let part = |part: &str| {
        let part = part.trim();
        let bare = part.strip_prefix("inline ").map(str::trim);
        let name = bare.unwrap_or(part).to_owned();
        (!name.is_empty()).then_some(Part { name, inline: is_inline || bare.is_some() })
    };
    let parts: Vec<Part> = name.split("::").filter_map(part).collect();
    (!parts.is_empty()).then_some(parts)
}

fn without_inline(parts: &[Part]) -> Vec<String> {
    parts.iter().filter(|part| !part.inline).map(|part| part.name.clone()).collect()
}
