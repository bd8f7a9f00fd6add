//! The fields that values and patterns of a struct write out.

use tree_sitter::Node;

use super::File;
use crate::outline::Outline;
use crate::references::Before;
use crate::vocabulary::named_children;

/// Fields of one value.
const MAX_FIELDS_ITEMS: usize = 256;

impl File<'_> {
    /// `Order { total: 1, note }`, and the pattern of the same form.
    pub(super) fn struct_literal(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let of = fields.name.of(node).or_else(|| fields.r#type.of(node));
        let Some(of) = of else { return };
        let is_own = outline.text(of) == "Self";
        let of = self.bound_type(of, outline);
        let list = fields.body.of(node).unwrap_or(node);
        for field in named_children(list).take(MAX_FIELDS_ITEMS) {
            let name = if kinds.field_initializer.is(field) {
                fields.field.of(field)
            } else if kinds.shorthand_field_initializer.is(field) {
                kinds.identifier.child(field)
            } else if kinds.field_pattern.is(field) {
                fields.name.of(field)
            } else {
                None
            };
            let Some(name) = name else { continue };
            let before = match of {
                _ if is_own => Before::This,
                Some(of) => Before::Typed(of),
                None => Before::Value,
            };
            outline.value_to(outline.text(name), before, name.start_byte());
        }
    }
}
