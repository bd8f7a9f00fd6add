//! What functions call and types they use.

use beadloom_model::ReferenceKind;
use tree_sitter::Node;

use super::misread::Misread;
use super::names::{is_of_smart_pointer, scope};
use super::{Family, File};
use crate::outline::Outline;
use crate::references::Before;
use crate::vocabulary::named_children;

/// Arguments of a template that are looked at.
const ARGUMENTS: usize = 64;
/// Base classes that are looked at.
const BASES: usize = 64;
/// Fields of fields of a receiver are followed this far.
const CHAIN: usize = 6;

impl File<'_> {
    /// `a::b::Name`: notes what stands before the name of a type.
    pub(super) fn qualified(&mut self, node: Node<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let last = self.rules.last_part(node);
        let name = if kinds.template_type.is(last) { fields.name.of(last) } else { Some(last) };
        if let Some(name) = name.filter(|name| kinds.type_identifier.is(*name)) {
            self.scopes.expect(name.start_byte(), node.start_byte());
        }
    }

    /// A type, used.
    pub(super) fn type_name(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let at = node.start_byte();
        if !self.named.is_empty() && self.named.remove(&at) {
            return;
        }
        match self.misread(node, outline) {
            Misread::Call(before) => outline.reference(ReferenceKind::Call, Some(node), before),
            Misread::Value(before) => outline.value_to(outline.text(node), before, at),
            Misread::MacroArgument => outline.value_to(outline.text(node), Before::Nothing, at),
            Misread::No => {
                let before = self.before(at, outline);
                outline.reference(ReferenceKind::Type, Some(node), before);
            }
        }
    }

    /// `unique_ptr<Store>`: where the grammar takes the type in brackets for a value, it is known by how it is written.
    pub(super) fn template_arguments(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        for argument in named_children(node).take(ARGUMENTS) {
            let name = self.rules.last_part(argument);
            if !self.rules.kinds.identifier.is(name) || !is_camel_case(outline.text(name)) {
                continue;
            }
            let path = outline.text.get(argument.start_byte()..name.start_byte()).unwrap_or("");
            let before = if path.is_empty() { Before::Nothing } else { scope(path) };
            outline.reference(ReferenceKind::Type, Some(name), before);
        }
    }

    fn before<'t>(&self, name: usize, outline: &Outline<'t>) -> Before<'t> {
        match self.scopes.of(name).and_then(|from| outline.text.get(from..name)) {
            Some(path) => scope(path),
            None => Before::Nothing,
        }
    }

    /// `: public Base, private other::Base<int>`
    pub(super) fn bases(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        for base in named_children(node).take(BASES) {
            let last = self.rules.last_part(base);
            let name = if kinds.template_type.is(last) { fields.name.of(last) } else { Some(last) };
            let Some(name) = name.filter(|name| kinds.type_identifier.is(*name)) else { continue };
            let path = outline.text.get(base.start_byte()..name.start_byte()).unwrap_or("");
            let before = if path.is_empty() { Before::Nothing } else { scope(path) };
            outline.reference(ReferenceKind::Inherit, Some(name), before);
            self.named.insert(name.start_byte());
        }
    }

    pub(super) fn new_expression(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let Some(of) = fields.r#type.of(node) else { return };
        let last = self.rules.last_part(of);
        let name = if kinds.template_type.is(last) { fields.name.of(last) } else { Some(last) };
        let Some(name) = name.filter(|name| kinds.type_identifier.is(*name)) else { return };
        let path = outline.text.get(of.start_byte()..name.start_byte()).unwrap_or("");
        let before = if path.is_empty() { Before::Nothing } else { scope(path) };
        outline.reference(ReferenceKind::Call, Some(name), before);
        self.named.insert(name.start_byte());
    }

    /// `: Base(style), size(0)`: what is written like a type constructs the base.
    pub(super) fn base_initializer(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let Some(first) = node.named_child(0) else { return };
        let name = self.rules.called_name(self.rules.last_part(first));
        if !outline.text(name).starts_with(char::is_uppercase) {
            return;
        }
        let path = outline.text.get(first.start_byte()..name.start_byte()).unwrap_or("");
        let before = if path.is_empty() { Before::Nothing } else { scope(path) };
        outline.reference(ReferenceKind::Call, Some(name), before);
    }

    pub(super) fn call(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let Some(function) = fields.function.of(node) else { return };
        if kinds.identifier.is(function) {
            outline.reference(ReferenceKind::Call, Some(function), Before::Nothing);
        } else if kinds.field_expression.is(function) {
            // What a field of C holds may be called, but is no definition.
            if self.rules.cpp {
                self.method_call(function, outline);
            }
        } else if kinds.qualified_identifier.is(function) {
            let last = self.rules.last_part(function);
            let name = self.rules.called_name(last);
            let path = outline.text.get(function.start_byte()..name.start_byte()).unwrap_or("");
            outline.reference(ReferenceKind::Call, Some(name), scope(path));
        } else if kinds.template_function.is(function) {
            let name = self.rules.called_name(function);
            if !outline.text(name).ends_with("_cast") {
                outline.reference(ReferenceKind::Call, Some(name), Before::Nothing);
            }
        }
    }

    /// `a.b()`, `a->b()`
    fn method_call(&self, function: Node<'_>, outline: &mut Outline<'_>) {
        let fields = &self.rules.fields;
        let (Some(of), Some(field)) = (fields.argument.of(function), fields.field.of(function)) else {
            return;
        };
        let name = self.rules.called_name(field);
        let text = outline.text(name);
        let of_pointer = is_of_smart_pointer(text)
            && fields.operator.of(function).is_some_and(|operator| outline.text(operator) == ".");
        let before = if of_pointer { Before::Value } else { self.receiver(of, outline) };
        outline.reference(ReferenceKind::Call, Some(name), before);
    }

    /// What is known of a value before a `.` or `->`.
    fn receiver<'t>(&self, of: Node<'_>, outline: &Outline<'t>) -> Before<'t> {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let mut of = of;
        // `(*a).b()`
        for _ in 0..4 {
            if kinds.parenthesized_expression.is(of) {
                let Some(inner) = of.named_child(0) else { return Before::Value };
                of = inner;
            } else if kinds.pointer_expression.is(of) {
                let Some(inner) = fields.argument.of(of) else { return Before::Value };
                of = inner;
            } else {
                break;
            }
        }
        if of.kind() == "this" {
            return Before::This;
        }
        let mut first = of;
        for _ in 0..CHAIN {
            if !kinds.field_expression.is(first) {
                break;
            }
            let plain = fields.field.of(first).is_some_and(|field| kinds.field_identifier.is(field));
            match fields.argument.of(first).filter(|_| plain) {
                Some(inner) => first = inner,
                None => return Before::Value,
            }
        }
        if kinds.identifier.is(first) {
            let path = outline.text(of);
            // A member of the type around, where nothing nearer has the name.
            return if outline.is_bound(outline.text(first)) {
                Before::Path(path)
            } else {
                Before::Field(path)
            };
        }
        if first.kind() == "this" && first.id() != of.id() {
            let rest = outline.text.get(first.end_byte()..of.end_byte()).unwrap_or("");
            return Before::Field(rest.trim_start_matches(['-', '>', '.', ' ', '\n']));
        }
        match self.rules.made_by(of, outline) {
            Some(path) => Before::Typed(path),
            None => Before::Value,
        }
    }
}

impl Family {
    /// The name of what is called, without template arguments.
    fn called_name<'n>(&self, node: Node<'n>) -> Node<'n> {
        let kinds = &self.kinds;
        if kinds.template_function.is(node) || kinds.template_method.is(node) || kinds.dependent_name.is(node)
        {
            let inner = self.without_arguments(node);
            // `template go<int>`
            return if kinds.template_method.is(inner) || kinds.template_function.is(inner) {
                self.without_arguments(inner)
            } else {
                inner
            };
        }
        node
    }
}

/// `Store`, but not `LIMIT` or `N`.
fn is_camel_case(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_uppercase()) && name.bytes().any(|byte| byte.is_ascii_lowercase())
}
