//! Namespaces: which hold the whole file, and what the others are.

use beadloom_model::SymbolKind;
use tree_sitter::Node;

use super::File;
use crate::outline::{Container, Definition, Outline};
use crate::vocabulary::{has_word, named_children};

/// Namespaces within namespaces that may all hold the whole file.
const LEVELS: usize = 8;
/// A file that goes in and out of its namespace more often than this has none around all of it (places).
const PARTS: usize = 1000;

impl File<'_> {
    /// Finds the namespaces that hold everything that the file defines: they are no part of its names.
    pub(super) fn root(&mut self, node: Node<'_>, outline: &Outline<'_>) {
        if !self.rules.cpp {
            return;
        }
        let mut bodies = vec![node];
        for _ in 0..LEVELS {
            let mut name: Option<String> = None;
            let mut found: Vec<Node<'_>> = Vec::new();
            for body in &bodies {
                for child in named_children(*body) {
                    if !self.rules.kinds.namespace_definition.is(child) {
                        if self.defines(child) {
                            return;
                        }
                        continue;
                    }
                    // What has no name adds nothing to one, and `std` is not the file's own.
                    let Some(of) = namespace_name(child, self, outline).filter(|of| of != "std") else {
                        continue;
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
            bodies = found.iter().filter_map(|namespace| self.rules.fields.body.of(*namespace)).collect();
        }
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
        let Some(name) = namespace_name(node, self, outline) else {
            self.hidden = self.hidden.max(node.end_byte());
            return;
        };
        self.namespaces.insert(name.clone());
        if self.file_wide.contains(&node.start_byte()) || has_word(node, "inline") {
            return;
        }
        let (owner, name) = match name.rsplit_once('.') {
            Some((owner, name)) => (Some(owner.to_owned()), name),
            None => (None, name.as_str()),
        };
        let mut definition = Definition::new(name, SymbolKind::Module, "namespace", node)
            .body(self.rules.fields.body.of(node))
            .visible(self.is_reachable(node.start_byte()))
            .opens(Container::Module);
        definition.owner = owner;
        outline.define(definition);
    }
}

/// The name with `.` for `::`; `None` for a namespace without one.
fn namespace_name(node: Node<'_>, file: &File<'_>, outline: &Outline<'_>) -> Option<String> {
    let name = outline.name(file.rules.fields.name.of(node))?;
    let parts: Vec<&str> = name
        .split("::")
        .map(|part| part.trim().trim_start_matches("inline ").trim())
        .filter(|part| !part.is_empty())
        .collect();
    (!parts.is_empty()).then(|| parts.join("."))
}
