//! Namespaces and `using`.

use beadloom_model::{ImportKind, SymbolKind};
use tree_sitter::Node;

use super::File;
use crate::definition::{Container, Definition};
use crate::outline::Outline;
use crate::vocabulary::{has_word, named_children};

/// Namespaces within namespaces that may all hold the whole file.
const LEVELS: usize = 8;
/// A file that goes in and out of its namespace more often than this has none around all of it (places).
const PARTS: usize = 1000;

impl File<'_> {
    /// Finds the namespaces that hold everything that the file defines: they are no part of its names.
    pub(super) fn root(&mut self, node: Node<'_>, outline: &Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let mut bodies = vec![node];
        for _ in 0..LEVELS {
            let mut name: Option<String> = None;
            let mut found: Vec<Node<'_>> = Vec::new();
            for body in &bodies {
                for child in self.conditional_children(*body) {
                    if self.defines(child) {
                        return;
                    }
                    if !kinds.namespace_declaration.is(child) {
                        continue;
                    }
                    let Some(of) = fields.name.of(child).and_then(|name| dotted(name, outline)) else {
                        return;
                    };
                    if name.as_ref().is_some_and(|name| *name != of) || found.len() == PARTS {
                        return;
                    }
                    name = Some(of);
                    found.push(child);
                }
            }
            if found.is_empty() {
                return;
            }
            self.file_wide.extend(found.iter().map(Node::start_byte));
            bodies = found.iter().filter_map(|namespace| fields.body.of(*namespace)).collect();
        }
    }

    /// The children of a node, and those of the conditions among them.
    fn conditional_children<'n>(&self, node: Node<'n>) -> Vec<Node<'n>> {
        const CONDITIONS: usize = 100;
        let kinds = &self.rules.kinds;
        let conditional = |node: Node<'_>| {
            kinds.preproc_if.is(node) || kinds.preproc_else.is(node) || kinds.preproc_elif.is(node)
        };
        let mut children: Vec<Node<'n>> = Vec::new();
        let mut open = vec![node];
        let mut seen = 0;
        while let Some(node) = open.pop() {
            for child in named_children(node) {
                if conditional(child) && seen < CONDITIONS {
                    seen += 1;
                    open.push(child);
                } else {
                    children.push(child);
                }
            }
        }
        children
    }

    /// Whether a node beside namespaces gives the file something to call.
    fn defines(&self, node: Node<'_>) -> bool {
        let kinds = &self.rules.kinds;
        kinds.class_declaration.is(node)
            || kinds.struct_declaration.is(node)
            || kinds.record_declaration.is(node)
            || kinds.interface_declaration.is(node)
            || kinds.enum_declaration.is(node)
            || kinds.delegate_declaration.is(node)
            || kinds.global_statement.is(node)
    }

    pub(super) fn namespace(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        if self.file_wide.contains(&node.start_byte()) {
            return;
        }
        let fields = &self.rules.fields;
        let Some(name) = fields.name.of(node).and_then(|name| dotted(name, outline)) else { return };
        let (owner, name) = match name.rsplit_once('.') {
            Some((owner, name)) => (Some(owner.to_owned()), name),
            None => (None, name.as_str()),
        };
        let mut definition = Definition::new(name, SymbolKind::Module, "namespace", node)
            .body(fields.body.of(node))
            .opens(Container::Module);
        definition.owner = owner;
        outline.define(definition);
    }

    /// `using A.B;`, `using static A.B.C;`, `using X = A.B.C;`, each perhaps `global`.
    pub(super) fn using(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let alias = fields.name.of(node);
        let target = named_children(node).filter(|child| !child.is_extra()).last();
        let named = |of: &Node<'_>| {
            kinds.identifier.is(*of)
                || kinds.qualified_name.is(*of)
                || kinds.alias_qualified_name.is(*of)
                || kinds.generic_name.is(*of)
        };
        let Some(target) = target.filter(named) else { return };
        let Some(specifier) = dotted(target, outline) else { return };
        // A global one holds for every file of the project.
        let kind = if has_word(node, "global") { ImportKind::ReExport } else { ImportKind::Import };
        self.endpoints.import(&specifier);
        self.controllers.import(&specifier);
        match alias.filter(|alias| alias.id() != target.id()).and_then(|alias| outline.name(Some(alias))) {
            Some(alias) => {
                let name = specifier.rsplit('.').next().unwrap_or(&specifier).to_owned();
                let aliases = if alias == name { Vec::new() } else { vec![(alias.to_owned(), name.clone())] };
                outline.import_as(&specifier, vec![name], aliases, kind, node.start_byte());
            }
            // Members of a type.
            None if has_word(node, "static") => {
                let of = specifier.rsplit('.').next().unwrap_or(&specifier);
                outline.import(&specifier, vec![format!("{of}.*")], kind, node.start_byte());
            }
            None => outline.import(&specifier, vec!["*".to_owned()], kind, node.start_byte()),
        }
    }
}

/// A name without white space, comments, type arguments and `global::`.
fn dotted(node: Node<'_>, outline: &Outline<'_>) -> Option<String> {
    let text = outline.text(node);
    let text = text.split('<').next().unwrap_or(text);
    let text: String = text.chars().filter(|c| !c.is_whitespace()).take(1024).collect();
    let name = text.strip_prefix("global::").unwrap_or(&text).replace("::", ".");
    let plain = name.split('.').all(|part| !part.is_empty() && !part.contains(['/', '*']));
    plain.then_some(name)
}
