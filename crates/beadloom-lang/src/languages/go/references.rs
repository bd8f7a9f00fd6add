//! Calls, uses of types, what is embedded.

use beadloom_model::ReferenceKind;
use tree_sitter::Node;

use super::File;
use crate::definition::Container;
use crate::outline::Outline;
use crate::references::{Before, is_dotted};

/// Types that every file knows, and that are nothing of a project.
fn is_predeclared(name: &str) -> bool {
    matches!(
        name,
        "string"
            | "error"
            | "int"
            | "bool"
            | "any"
            | "byte"
            | "int64"
            | "int32"
            | "uint64"
            | "uint32"
            | "float64"
            | "uint8"
            | "uint"
            | "rune"
            | "comparable"
            | "float32"
            | "int8"
            | "int16"
            | "uint16"
            | "uintptr"
            | "complex64"
            | "complex128"
    )
}

/// Functions that every file knows. Those that came late to the language (`min`, `max`, `clear`) are not among
/// them, because projects have their own.
fn is_builtin(name: &str) -> bool {
    matches!(
        name,
        "len"
            | "append"
            | "make"
            | "new"
            | "panic"
            | "copy"
            | "delete"
            | "close"
            | "cap"
            | "recover"
            | "print"
            | "println"
            | "real"
            | "imag"
            | "complex"
    )
}

impl File<'_> {
    // Types

    pub(super) fn type_name(&self, node: Node<'_>, outline: &mut Outline<'_>) {
        let at = node.start_byte();
        if at < self.types_until || at == self.type_read || is_predeclared(outline.text(node)) {
            return;
        }
        outline.reference(ReferenceKind::Type, Some(node), Before::Nothing);
    }

    /// `pkg.Name`
    pub(super) fn qualified_type(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let seen = std::mem::replace(&mut self.type_read, last_name(node));
        if seen != node.start_byte() && node.start_byte() >= self.types_until {
            qualified(ReferenceKind::Type, node, outline);
        }
    }

    /// An embedded struct or interface: its methods are those of the type around. It is a field as well.
    pub(super) fn embed(&mut self, of: Node<'_>, outline: &mut Outline<'_>) {
        let Some(name) = self.base(of, outline) else { return };
        if let Some(bound) = self.bound_type(of, outline) {
            outline.bind_field_name(name, bound);
        }
    }

    /// What an interface holds besides methods: an interface that it embeds, or the types that it allows.
    pub(super) fn element(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let inherits = outline.container() == Some(Container::Type) && outline.is_below(2);
        if inherits
            && node.named_child_count() == 1
            && let Some(of) = node.named_child(0)
        {
            self.base(of, outline);
        }
    }

    /// Reports a type as a base of the type around, and returns its last name.
    fn base<'t>(&mut self, of: Node<'_>, outline: &mut Outline<'t>) -> Option<&'t str> {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let mut of = of;
        if kinds.pointer_type.is(of) {
            of = of.named_child(0)?;
        }
        if kinds.generic_type.is(of) {
            of = fields.r#type.of(of)?;
        }
        if kinds.qualified_type.is(of) {
            self.type_read = of.start_byte();
            return qualified(ReferenceKind::Inherit, of, outline);
        }
        let name = outline.name(Some(of).filter(|of| kinds.type_identifier.is(*of)))?;
        self.type_read = of.start_byte();
        if !is_predeclared(name) {
            outline.reference(ReferenceKind::Inherit, Some(of), Before::Nothing);
        }
        Some(name)
    }

    // Calls

    pub(super) fn call(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let kinds = &self.rules.kinds;
        let Some(mut function) = node.child(0) else { return };
        if kinds.index_expression.is(function) {
            // `Map[K]()`; with more in the brackets they are the call's own.
            let Some(of) = function.child(0) else { return };
            function = of;
        }
        if self.web.is_some() {
            self.web_call(node, function, outline);
        }
        if kinds.identifier.is(function) {
            let name = outline.text(function);
            if !is_builtin(name) && !is_predeclared(name) {
                outline.reference(ReferenceKind::Call, Some(function), Before::Nothing);
            }
        } else if kinds.selector_expression.is(function) {
            let Some((before, name)) = outline.text(function).rsplit_once('.') else { return };
            let name = name.trim_start();
            let path = before.trim_end();
            let before = if is_dotted(path) {
                Before::Path(path)
            } else {
                function.child(0).map_or(Before::Value, |operand| self.value_of(operand, outline))
            };
            outline.reference_to(ReferenceKind::Call, name, before, function.end_byte() - name.len());
        } else if kinds.parenthesized_expression.is(function) {
            self.pointer_conversion(function, outline);
        }
    }

    /// `(*T)(x)`
    fn pointer_conversion(&self, function: Node<'_>, outline: &mut Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let Some(inner) = function.named_child(0).filter(|inner| kinds.unary_expression.is(*inner)) else {
            return;
        };
        let Some(of) = fields.operand.of(inner) else { return };
        if kinds.identifier.is(of) {
            outline.reference(ReferenceKind::Type, Some(of), Before::Nothing);
        } else if kinds.selector_expression.is(of) {
            qualified(ReferenceKind::Type, of, outline);
        }
    }

    /// `Map[K, V](x)` reads like a conversion, and so does `functions[i](x)`.
    pub(super) fn conversion(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let Some(of) = fields.r#type.of(node).filter(|of| kinds.generic_type.is(*of)) else { return };
        let Some(name) = fields.r#type.of(of) else { return };
        if kinds.qualified_type.is(name) {
            self.type_read = name.start_byte();
            qualified(ReferenceKind::Call, name, outline);
        } else if is_variable(name, outline) || self.is_index(of, outline) {
            self.types_until = of.end_byte();
        } else {
            self.type_read = name.start_byte();
            outline.reference(ReferenceKind::Call, Some(name), Before::Nothing);
        }
    }

    /// Whether what stands in brackets like type arguments is a variable.
    fn is_index(&self, of: Node<'_>, outline: &Outline<'_>) -> bool {
        let kinds = &self.rules.kinds;
        let first = kinds.type_arguments.child(of).and_then(|list| list.named_child(0)?.named_child(0));
        first.is_some_and(|first| kinds.type_identifier.is(first) && is_variable(first, outline))
    }
}

fn is_variable(name: Node<'_>, outline: &Outline<'_>) -> bool {
    let name = outline.text(name);
    outline.is_bound(name) && !outline.is_type_parameter(name)
}

/// Where the last name of a qualified type begins.
fn last_name(node: Node<'_>) -> usize {
    let last = node.child_count().checked_sub(1).and_then(|last| node.child(last));
    last.map_or(usize::MAX, |last| last.start_byte())
}

/// A reference to `pkg.Name`. Returns the name.
fn qualified<'t>(kind: ReferenceKind, node: Node<'_>, outline: &mut Outline<'t>) -> Option<&'t str> {
    let (path, name) = outline.text(node).rsplit_once('.')?;
    let (path, name) = (path.trim_end(), name.trim_start());
    if is_dotted(path) {
        outline.reference_to(kind, name, Before::Path(path), node.end_byte() - name.len());
    }
    Some(name)
}
