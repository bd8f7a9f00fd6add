//! What types are called, and where they are used.

use std::ops::Range;

use beadloom_model::ReferenceKind;
use tree_sitter::Node;

use super::references::is_collection;
use super::{CSharp, File};
use crate::outline::Outline;
use crate::references::Before;
use crate::vocabulary::named_children;

/// Types around types are followed this far.
const NESTED: usize = 8;
/// Base types that are looked at.
const BASES: usize = 64;
/// Type arguments that are looked at.
const ARGUMENTS: usize = 64;

/// The name of a type and what it is qualified with.
pub(super) struct TypeName<'n, 't> {
    pub(super) node: Node<'n>,
    pub(super) before: Before<'t>,
}

impl CSharp {
    /// The name of a type that has one of its own: `Ledger` of `Shop.Ledger<int>`.
    pub(super) fn type_name<'n, 't>(&self, of: Node<'n>, outline: &Outline<'t>) -> Option<TypeName<'n, 't>> {
        let (kinds, fields) = (&self.kinds, &self.fields);
        if kinds.identifier.is(of) {
            return Some(TypeName { node: of, before: Before::Nothing });
        }
        if kinds.generic_name.is(of) {
            return Some(TypeName { node: of.named_child(0)?, before: Before::Nothing });
        }
        if !kinds.qualified_name.is(of) && !kinds.alias_qualified_name.is(of) {
            return None;
        }
        let last = fields.name.of(of)?;
        let node = if kinds.generic_name.is(last) { last.named_child(0)? } else { last };
        let path = outline.text.get(of.start_byte()..node.start_byte())?;
        let path = path.trim_end_matches(|c: char| matches!(c, '.' | ':') || c.is_whitespace());
        let path = path.strip_prefix("global::").unwrap_or(path);
        let before = match path.split_once('<') {
            _ if path.is_empty() || path == "global" => Before::Nothing,
            None => Before::Scope(path),
            Some(_) => Before::Value,
        };
        Some(TypeName { node, before })
    }

    /// The path of a type as written, without its arguments; `None` for collections and what has no name.
    pub(super) fn type_path<'t>(&self, of: Node<'_>, outline: &Outline<'t>) -> Option<&'t str> {
        outline.text.get(self.type_place(of, outline)?)
    }

    /// Where that path stands.
    fn type_place(&self, of: Node<'_>, outline: &Outline<'_>) -> Option<Range<usize>> {
        let (kinds, fields) = (&self.kinds, &self.fields);
        let mut of = of;
        for _ in 0..NESTED {
            if kinds.nullable_type.is(of) || kinds.ref_type.is(of) || kinds.scoped_type.is(of) {
                of = fields.r#type.of(of)?;
            } else if kinds.predefined_type.is(of) {
                return Some(of.byte_range());
            } else {
                let name = self.type_name(of, outline)?;
                return match name.before {
                    Before::Nothing => Some(name.node.byte_range()),
                    Before::Scope(_) => {
                        let start = of.start_byte();
                        let global = outline.text(of).starts_with("global::");
                        Some(start + if global { "global::".len() } else { 0 }..name.node.end_byte())
                    }
                    _ => None,
                };
            }
        }
        None
    }

    /// What waiting for a value of this type gives: `Ledger` of `Task<Ledger>`; other types are themselves.
    pub(super) fn awaited(&self, of: Node<'_>, outline: &Outline<'_>) -> Option<Range<usize>> {
        if self.kinds.generic_name.is(of) {
            let name = outline.text(of.named_child(0)?);
            if matches!(name, "Task" | "ValueTask") {
                let arguments = self.kinds.type_argument_list.child(of)?;
                return self.type_place(arguments.named_child(0)?, outline);
            }
        }
        self.type_place(of, outline)
    }
}

impl File<'_> {
    /// A type, used.
    pub(super) fn type_use(&self, of: Option<Node<'_>>, outline: &mut Outline<'_>) {
        let Some(of) = of else { return };
        if let Some(name) = self.rules.type_name(of, outline)
            && !is_collection(of, outline.text(name.node))
        {
            outline.reference(ReferenceKind::Type, Some(name.node), name.before);
        }
    }

    pub(super) fn type_arguments(&self, node: Node<'_>, outline: &mut Outline<'_>) {
        for of in named_children(node).take(ARGUMENTS) {
            self.type_use(Some(of), outline);
        }
    }

    /// `x is Foo`: a type, unless it is written like a value.
    pub(super) fn constant_pattern(&self, node: Node<'_>, outline: &mut Outline<'_>) {
        let Some(of) = node.named_child(0) else { return };
        let named = self.rules.kinds.identifier.is(of) && outline.text(of).starts_with(char::is_uppercase);
        if named {
            self.type_use(Some(of), outline);
        }
    }

    /// `: Base<int>, IPoster`
    pub(super) fn bases(&self, node: Node<'_>, outline: &mut Outline<'_>) {
        for base in named_children(node).take(BASES) {
            let base = if self.rules.kinds.primary_constructor_base_type.is(base) {
                self.rules.fields.r#type.of(base).unwrap_or(base)
            } else {
                base
            };
            if let Some(name) = self.rules.type_name(base, outline) {
                outline.reference(ReferenceKind::Inherit, Some(name.node), name.before);
            }
        }
    }
}
