//! What is called and used.

use beadloom_model::ReferenceKind;
use tree_sitter::Node;

use super::File;
use crate::outline::Outline;
use crate::references::Before;
use crate::vocabulary::named_children;

/// Words of the language itself, sorted.
const FORMS: &[&str] = &[
    "case", "cond", "defoverridable", "for", "if", "quote", "raise", "receive", "reraise", "super", "throw",
    "try", "unless", "unquote", "unquote_splicing", "with",
];

impl File<'_> {
    /// `helper(x)`
    pub(super) fn local_call(&mut self, word: &str, target: Node<'_>, outline: &mut Outline<'_>) {
        let start = target.start_byte();
        if start == self.declared || start == self.attribute || FORMS.binary_search(&word).is_ok() {
            return;
        }
        let in_types = self.types.contains(&start);
        let kind = if in_types { ReferenceKind::Type } else { ReferenceKind::Call };
        outline.reference(kind, Some(target), Before::Nothing);
    }

    /// `Repo.get(x)`, `__MODULE__.get(x)`, `value.get(x)`
    pub(super) fn remote_call(&mut self, node: Node<'_>, target: Node<'_>, outline: &mut Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        if !kinds.dot.is(target) {
            return;
        }
        let (Some(of), Some(name)) = (fields.left.of(target), fields.right.of(target)) else { return };
        let text = outline.name(Some(of)).unwrap_or("");
        let in_types = self.types.contains(&node.start_byte());
        let before = if kinds.alias.is(of) || kinds.atom.is(of) {
            Before::Path(text)
        } else if text == "__MODULE__" {
            Before::This
        } else if let Some(inner) = text.strip_prefix("__MODULE__.").filter(|_| kinds.dot.is(of)) {
            Before::Path(inner)
        } else if self.arguments(node).is_some() {
            Before::Value
        } else {
            // `user.name` reads a field.
            return;
        };
        if in_types && kinds.alias.is(of) {
            self.import_module(of, outline);
            self.taken = self.taken.max(of.end_byte());
        }
        let kind = if in_types { ReferenceKind::Type } else { ReferenceKind::Call };
        outline.reference(kind, Some(name), before);
    }

    /// `apply(Repo, :get, [x])`, `{Repo, :get, [x]}`: a function by its module and name.
    pub(super) fn by_module_and_name(&self, node: Node<'_>, outline: &mut Outline<'_>) {
        const MAX_PARTS: usize = 8;
        let kinds = &self.rules.kinds;
        let parts: Vec<Node<'_>> = named_children(node).take(MAX_PARTS).collect();
        for three in parts.windows(3) {
            let [module, name, arguments] = three else { continue };
            let is_list = kinds.list.is(*arguments) || kinds.identifier.is(*arguments);
            if !kinds.atom.is(*name) || !is_list {
                continue;
            }
            let Some(text) = outline.text(*name).strip_prefix(':') else { continue };
            let module_text = outline.text(*module);
            if kinds.alias.is(*module) {
                outline.value_to(text, Before::Path(module_text), name.start_byte());
            } else if module_text == "__MODULE__" {
                outline.value_to(text, Before::This, name.start_byte());
            }
        }
    }

    /// A module by its name, wherever it stands.
    pub(super) fn module_name(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        if node.start_byte() < self.taken {
            return;
        }
        self.reference_module(ReferenceKind::Type, node, outline);
        self.import_module(node, outline);
    }

    pub(super) fn reference_module(&self, kind: ReferenceKind, node: Node<'_>, outline: &mut Outline<'_>) {
        let Some(path) = outline.name(Some(node)) else { return };
        let start = node.start_byte();
        match path.rsplit_once('.') {
            Some((before, name)) => {
                outline.reference_to(kind, name, Before::Path(before), start);
            }
            None => outline.reference_to(kind, path, Before::Nothing, start),
        }
    }
}
