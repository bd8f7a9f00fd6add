//! What a Zig file binds, calls and names as types.

use beadloom_model::{ReferenceKind, SymbolKind};
use tree_sitter::Node;

use super::{File, plain};
use crate::definition::{Container, Definition};
use crate::outline::Outline;
use crate::references::Before;
use crate::vocabulary::has_word;

/// Wrappers around an expression or type are looked through this far.
const WRAPPERS: usize = 8;

impl File<'_> {
    pub(super) fn parameter(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let fields = &self.rules.fields;
        let name = fields.name.of(node);
        let Some(of) = fields.r#type.of(node) else { return outline.bind(name, None) };
        if has_word(node, "comptime") && outline.text(of) == "type" {
            return outline.bind_type_parameter(name);
        }
        let known = self.type_name(of, outline);
        // The type around under the name that it has here says no more than `self` does.
        let known = known.filter(|known| !matches!(*known, "Self" | "@This"));
        outline.bind(name, known);
        self.type_use(of, outline);
    }

    pub(super) fn field(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let fields = &self.rules.fields;
        let lists = |form| matches!(form, "enum" | "union");
        if outline.enclosing().is_some_and(|around| lists(around.definition.form)) {
            // A member without a value reads like a type alone.
            let name = fields.name.of(node).or(fields.r#type.of(node));
            self.member(name, "field", node, outline);
        }
        let Some(of) = fields.r#type.of(node) else { return };
        if let Some(known) = self.type_name(of, outline) {
            outline.bind_field(fields.name.of(node), known);
        }
        self.type_use(of, outline);
    }

    /// What an enum, a union or a set of errors lists.
    pub(super) fn member(
        &self,
        name: Option<Node<'_>>,
        form: &'static str,
        node: Node<'_>,
        outline: &mut Outline<'_>,
    ) {
        let name = name.filter(|name| self.rules.kinds.identifier.is(*name));
        let name = outline.name(name).filter(|name| *name != "_" && !outline.in_function());
        let Some(name) = name else { return };
        outline.define(Definition::new(plain(name), SymbolKind::Constant, form, node).part());
    }

    /// What a type is called, below pointers, errors and the like; `List` of `List(u8)`.
    pub(super) fn type_name<'t>(&self, node: Node<'_>, outline: &Outline<'t>) -> Option<&'t str> {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let mut of = node;
        for _ in 0..WRAPPERS {
            if kinds.pointer_type.is(of) || kinds.nullable_type.is(of) {
                of = last_named(of)?;
            } else if kinds.error_union_type.is(of) {
                of = fields.ok.of(of)?;
            } else if kinds.call_expression.is(of) {
                of = fields.function.of(of)?;
            } else {
                return self.path(of, outline);
            }
        }
        None
    }

    /// A name, or names with dots between them.
    fn path<'t>(&self, of: Node<'_>, outline: &Outline<'t>) -> Option<&'t str> {
        let kinds = &self.rules.kinds;
        if !kinds.identifier.is(of) && !kinds.field_expression.is(of) {
            return None;
        }
        outline.name(Some(of)).filter(|path| {
            path.starts_with(|c: char| c.is_alphabetic() || c == '_')
                && path.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.'))
        })
    }

    /// The type of a value that shows it: `T{}`, `T.init()`, `List(u8).init(a)`.
    pub(super) fn made_by<'t>(&self, value: Node<'_>, outline: &Outline<'t>) -> Option<&'t str> {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let mut of = value;
        for _ in 0..WRAPPERS {
            if kinds.try_expression.is(of) {
                of = last_named(of)?;
            } else if kinds.catch_expression.is(of) || kinds.null_coercion_expression.is(of) {
                of = of.named_child(0)?;
            } else if kinds.struct_initializer.is(of) {
                return self.type_name(of.named_child(0)?, outline);
            } else if kinds.call_expression.is(of) {
                let function = fields.function.of(of)?;
                if !kinds.field_expression.is(function) {
                    return None;
                }
                let of = self.type_name(fields.object.of(function)?, outline)?;
                // By convention only types begin in upper case.
                let name = of.rsplit('.').next().unwrap_or(of);
                return name.starts_with(char::is_uppercase).then_some(of);
            } else {
                return None;
            }
        }
        None
    }

    /// Reports the type that a declaration names. Type functions are calls, and seen as such.
    pub(super) fn type_use(&self, node: Node<'_>, outline: &mut Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let mut of = node;
        for _ in 0..WRAPPERS {
            if kinds.pointer_type.is(of)
                || kinds.nullable_type.is(of)
                || kinds.slice_type.is(of)
                || kinds.array_type.is(of)
            {
                let Some(inner) = last_named(of) else { return };
                of = inner;
            } else if kinds.error_union_type.is(of) {
                let Some(inner) = fields.ok.of(of) else { return };
                of = inner;
            } else {
                break;
            }
        }
        if kinds.identifier.is(of) {
            if !matches!(outline.text(of), "Self" | "_") {
                outline.reference(ReferenceKind::Type, Some(of), Before::Nothing);
            }
        } else if kinds.field_expression.is(of)
            && let Some(path) = fields.object.of(of).and_then(|object| self.path(object, outline))
        {
            outline.reference(ReferenceKind::Type, fields.member.of(of), Before::Path(path));
        }
    }

    pub(super) fn call(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let Some(function) = fields.function.of(node) else { return };
        if kinds.identifier.is(function) {
            return outline.reference(ReferenceKind::Call, Some(function), Before::Nothing);
        }
        if !kinds.field_expression.is(function) {
            return;
        }
        // `.init(x)` is a member of a type that only the compiler knows: any guess would be one.
        let Some(object) = fields.object.of(function) else { return };
        let before = self.before(object, outline);
        outline.reference(ReferenceKind::Call, fields.member.of(function), before);
    }

    fn before<'t>(&self, object: Node<'_>, outline: &Outline<'t>) -> Before<'t> {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        if let Some(path) = self.path(object, outline) {
            let (head, rest) = path.split_once('.').unwrap_or((path, ""));
            // A file is a type too; what `self` has there is what the file has.
            let in_type =
                outline.container() != Some(Container::Function) || outline.enclosing_type().is_some();
            return match (head, rest) {
                ("self" | "Self", "") if in_type => Before::This,
                ("self" | "Self", "") => Before::Nothing,
                ("self", field) if in_type => Before::Field(field),
                _ => Before::Path(path),
            };
        }
        if kinds.builtin_function.is(object) && outline.text(object).starts_with("@This(") {
            return Before::This;
        }
        if kinds.call_expression.is(object) || kinds.struct_initializer.is(object) {
            let of = self.made_by(object, outline).or_else(|| {
                // `List(u8).init(a)`
                let function = fields.function.of(object)?;
                let of = self.path(function, outline)?;
                let name = of.rsplit('.').next().unwrap_or(of);
                name.starts_with(char::is_uppercase).then_some(of)
            });
            if let Some(of) = of {
                return Before::Typed(of);
            }
        }
        Before::Value
    }
}

fn last_named(node: Node<'_>) -> Option<Node<'_>> {
    let last = node.named_child_count().checked_sub(1)?;
    node.named_child(u32::try_from(last).ok()?)
}
