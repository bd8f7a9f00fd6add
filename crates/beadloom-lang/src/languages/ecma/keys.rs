//! The keys of objects: they are members of a type, which is written beside the object or known to the checker alone.

use tree_sitter::Node;

use super::File;
use super::file::KeysOf;
use crate::outline::Outline;
use crate::references::Before;
use crate::vocabulary::named_children;

/// Keys of one object.
const MAX_KEYS_ITEMS: usize = 512;

/// Objects with a type that the walk has not reached.
const MAX_TYPED_ITEMS: usize = 64;

impl File<'_> {
    /// An object or a pattern with its type: `const order: Order = { … }`, `({ total }: Order) => …`.
    pub(super) fn type_object(
        &mut self,
        object: Option<Node<'_>>,
        of: Option<Node<'_>>,
        outline: &Outline<'_>,
    ) {
        let kinds = &self.rules.kinds;
        let Some(object) = object.filter(|of| kinds.object.is(*of) || kinds.object_pattern.is(*of)) else {
            return;
        };
        let name = of.and_then(|of| self.type_text(of, outline));
        let offset = |name: &str| (name.as_ptr() as usize).checked_sub(outline.text.as_ptr() as usize);
        if let Some((name, start)) = name.and_then(|name| Some((name, offset(name)?)))
            && self.typed.len() < MAX_TYPED_ITEMS
        {
            self.typed.push((object.start_byte(), KeysOf::Type(start..start + name.len())));
        }
    }

    /// A pattern with the value that it takes apart: `const { total } = order`.
    pub(super) fn keys_of(&mut self, pattern: Node<'_>, of: KeysOf) {
        if self.rules.kinds.object_pattern.is(pattern) && self.typed.len() < MAX_TYPED_ITEMS {
            self.typed.push((pattern.start_byte(), of));
        }
    }

    pub(super) fn keys(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let at = node.start_byte();
        let is_pattern = self.rules.kinds.object_pattern.is(node);
        if !self.rules.typed && !is_pattern {
            return;
        }
        self.typed.retain(|(start, _)| *start >= at);
        let typed = self.typed.iter().find(|(start, _)| *start == at).map(|(_, of)| of.clone());
        let text = outline.text;
        let before = match typed {
            Some(KeysOf::Imported) => return,
            Some(KeysOf::Type(of)) => text.get(of).map_or(Before::Value, Before::Typed),
            Some(KeysOf::Path(of)) => text.get(of).map_or(Before::Value, Before::Path),
            Some(KeysOf::Module(number)) => Before::Module(number, ""),
            None => Before::Value,
        };
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        for entry in named_children(node).take(MAX_KEYS_ITEMS) {
            let key = if kinds.pair.is(entry) || kinds.pair_pattern.is(entry) {
                fields.key.of(entry)
            } else if kinds.object_assignment_pattern.is(entry) {
                fields.left.of(entry)
            } else if kinds.method_definition.is(entry) {
                fields.name.of(entry)
            } else {
                Some(entry)
            };
            let is_key = |of: &Node<'_>| {
                kinds.property_identifier.is(*of)
                    || kinds.shorthand_property_identifier.is(*of)
                    || kinds.shorthand_property_identifier_pattern.is(*of)
            };
            if let Some(key) = key.filter(is_key) {
                let name = outline.text(key);
                if is_pattern {
                    outline.destructured(name, before, key.start_byte());
                } else {
                    outline.value_to(name, before, key.start_byte());
                }
            }
        }
    }
}
