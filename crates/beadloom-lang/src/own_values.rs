//! Names in the values that they are given: in `let depth = depth();` the call is of what the name meant before.
//!
//! The walk notes declarations that have a value before it visits them, so that what is bound to the left of a value does not
//! hold in it. It notes blocks, too, where a language has names that end with them.

use tree_sitter::Node;

use crate::bindings::Extent;
use crate::declarations::{Ahead, Held, OwnValues};
use crate::outline::Outline;

/// Declarations within each other that are looked at for one name.
const MAX_AROUND_ITEMS: usize = 64;
/// Parts of one declaration that are looked at.
const MAX_PARTS_ITEMS: usize = 64;

impl Outline<'_> {
    /// The walk comes to a declaration.
    pub(crate) fn declares(&mut self, held: Held, node: Node<'_>) {
        let seen = self.seen();
        let ahead = &mut self.own_values.ahead;
        while ahead.last().is_some_and(|last| last.value.end <= seen) {
            ahead.pop();
        }
        match held {
            Held::Block => {
                let blocks = &mut self.own_values.blocks;
                while blocks.last().is_some_and(|end| *end <= seen) {
                    blocks.pop();
                }
                blocks.push(node.end_byte());
            }
            Held::Field(field) => {
                if let Some(value) = node.child_by_field_id(field.get()) {
                    let names = node.start_byte()..value.start_byte();
                    let rest = self.text.get(value.end_byte()..node.end_byte()).unwrap_or("");
                    // `let Some(depth) = depth() else { … }` binds nothing in the other case.
                    let has_else = rest.trim_ascii_start().starts_with("else");
                    let end = if has_else { node.end_byte() } else { value.end_byte() };
                    let sign = value.prev_sibling().map_or(value.start_byte(), |sign| sign.end_byte());
                    ahead.push(Ahead { names, value: sign..end });
                }
            }
            Held::Sign => {
                let mut parts = behind_signs(node);
                if parts.is_empty()
                    && let Some(inner) = node.named_child(0)
                {
                    parts = behind_signs(inner);
                }
                // The last ends last, and is left first.
                ahead.extend(parts.into_iter().rev());
            }
        }
    }

    /// Where a name holds that is bound now, within its scope.
    pub(crate) fn extent(&self, name: &str) -> Extent {
        let OwnValues { ahead, blocks, defaults } = &self.own_values;
        let seen = self.seen();
        let end = blocks.iter().rev().copied().find(|end| *end > seen).unwrap_or(usize::MAX);
        if let Some(defaults) = defaults {
            return Extent { value: defaults.clone(), end };
        }
        let at = (name.as_ptr() as usize).checked_sub(self.text.as_ptr() as usize);
        let found =
            at.and_then(|at| ahead.iter().rev().take(MAX_AROUND_ITEMS).find(|one| one.names.contains(&at)));
        Extent { value: found.map_or(0..0, |one| one.value.clone()), end }
    }

    /// Whether a place is in the value that a declaration around gives to a name.
    pub(crate) fn is_given_to(&self, name: &str, at: usize) -> bool {
        let ahead = self.own_values.ahead.iter().rev().take(MAX_AROUND_ITEMS);
        ahead.into_iter().any(|one| {
            let target = self.text.get(one.names.clone()).unwrap_or("");
            one.value.contains(&at)
                && target.strip_prefix(name).is_some_and(|rest| rest.trim_start().starts_with(['=', ':']))
        })
    }
}

/// The values behind `=` right in a node, each with what stands before it.
fn behind_signs(node: Node<'_>) -> Vec<Ahead> {
    let mut parts = Vec::new();
    let mut start = node.start_byte();
    let mut after = false;
    let mut sign = start;
    let mut cursor = node.walk();
    let mut more = cursor.goto_first_child();
    for _ in 0..MAX_PARTS_ITEMS {
        if !more {
            break;
        }
        let part = cursor.node();
        if after && !part.is_extra() {
            parts.push(Ahead { names: start..sign, value: sign..part.end_byte() });
            start = part.end_byte();
            after = false;
        } else if !part.is_named() && part.kind() == "=" {
            after = true;
            sign = part.end_byte();
        }
        more = cursor.goto_next_sibling();
    }
    parts
}
