//! The fields that literals of structs write out.

use tree_sitter::Node;

use super::File;
use crate::outline::Outline;
use crate::references::Before;
use crate::vocabulary::named_children;

/// Fields of the literals within one.
const MAX_FIELDS_ITEMS: usize = 4096;

/// Literals within literals.
const NESTED: usize = 4;

impl File<'_> {
    /// `Order{Total: 1}`, `[]Order{{Total: 1}}`.
    pub(super) fn composite(&self, node: Node<'_>, outline: &mut Outline<'_>) {
        let fields = &self.rules.fields;
        if let (Some(of), Some(body)) = (fields.r#type.of(node), fields.body.of(node)) {
            let mut left = MAX_FIELDS_ITEMS;
            self.literal(of, body, NESTED, &mut left, outline);
        }
    }

    fn literal(
        &self,
        of: Node<'_>,
        body: Node<'_>,
        nested: usize,
        left: &mut usize,
        outline: &mut Outline<'_>,
    ) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let is_list =
            kinds.slice_type.is(of) || kinds.array_type.is(of) || kinds.implicit_length_array_type.is(of);
        let inner = if is_list {
            fields.element.of(of)
        } else if kinds.map_type.is(of) {
            fields.value.of(of)
        } else {
            None
        };
        let typed = if inner.is_none() { self.bound_type(of, outline) } else { None };
        let Some(nested) = nested.checked_sub(1).filter(|_| inner.is_some() || typed.is_some()) else {
            return;
        };
        for entry in named_children(body) {
            let Some(less) = left.checked_sub(1) else { return };
            *left = less;
            let is_keyed = kinds.keyed_element.is(entry);
            if let Some(typed) = typed.filter(|_| is_keyed) {
                let name = fields.key.of(entry).and_then(|key| kinds.identifier.child(key));
                if let Some(name) = name {
                    outline.value_to(outline.text(name), Before::Typed(typed), name.start_byte());
                }
            }
            if let Some(inner) = inner {
                let element = if is_keyed { fields.value.of(entry) } else { Some(entry) };
                // `[]*Order{{Total: 1}}` takes the address by itself.
                if let Some(value) = element.and_then(|element| kinds.literal_value.child(element)) {
                    self.literal(inner, value, nested, left, outline);
                }
            }
        }
    }
}
