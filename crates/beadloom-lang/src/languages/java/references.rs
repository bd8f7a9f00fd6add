//! Calls, constructions, uses of types, inheritance.

use beadloom_model::ReferenceKind;
use tree_sitter::Node;

use super::super::jvm::mocks::{is_argument, is_receiver};
use super::super::jvm::{is_dotted, open_anonymous};
use super::File;
use crate::outline::Outline;
use crate::references::Before;
use crate::vocabulary::named_children;

/// Wrappers around what is looked for, and names in a chain: followed this far.
pub(super) const STEPS: usize = 12;

/// Types and annotations of `java.lang` that stand everywhere and say nothing.
fn is_everywhere(name: &str) -> bool {
    matches!(
        name,
        "String"
            | "Object"
            | "Integer"
            | "Long"
            | "Boolean"
            | "Double"
            | "Float"
            | "Character"
            | "Byte"
            | "Short"
            | "Void"
            | "var"
            | "Override"
            | "Deprecated"
            | "SuppressWarnings"
            | "FunctionalInterface"
            | "SafeVarargs"
    )
}

/// Elements of one annotation that are looked at.
const ELEMENTS: usize = 64;

impl File<'_> {
    // Types

    /// What a type extends and implements.
    pub(super) fn inheritance(&mut self, node: Node<'_>, form: &'static str, outline: &mut Outline<'_>) {
        let mut places = Vec::new();
        for base in self.bases(node, form) {
            if let Some((name, before)) = self.named(base, outline) {
                outline.reference(ReferenceKind::Inherit, Some(name), before);
                places.push(place(name, before, base));
            }
        }
        self.claims.add(places);
    }

    /// The types that one extends and implements.
    fn bases<'n>(&self, node: Node<'n>, form: &'static str) -> Vec<Node<'n>> {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let superclass = kinds.superclass.child(node).and_then(|of| of.named_child(0));
        let list = match form {
            "interface" => kinds.extends_interfaces.child(node),
            _ => fields.interfaces.of(node),
        };
        let list = list.and_then(|of| kinds.type_list.child(of));
        superclass.into_iter().chain(list.into_iter().flat_map(named_children)).collect()
    }

    /// Their short names.
    pub(super) fn base_names(
        &self,
        node: Node<'_>,
        form: &'static str,
        outline: &Outline<'_>,
    ) -> Vec<String> {
        let named = |base: Node<'_>| Some(outline.text(self.named(base, outline)?.0).to_owned());
        self.bases(node, form).into_iter().filter_map(named).collect()
    }

    /// The last name of a type and what stands before it.
    fn named<'n, 't>(&self, of: Node<'n>, outline: &Outline<'t>) -> Option<(Node<'n>, Before<'t>)> {
        let kinds = &self.rules.kinds;
        let mut of = of;
        for _ in 0..STEPS {
            if kinds.type_identifier.is(of) {
                return Some((of, Before::Nothing));
            }
            if kinds.scoped_type_identifier.is(of) {
                let last = of.named_child(of.named_child_count().checked_sub(1)? as u32)?;
                let before = outline.text.get(of.start_byte()..last.start_byte())?;
                let before = before.trim_end().strip_suffix('.')?;
                return is_dotted(before).then_some((last, Before::Path(before)));
            }
            of = if kinds.annotated_type.is(of) {
                of.named_child(of.named_child_count().checked_sub(1)? as u32)?
            } else if kinds.generic_type.is(of) {
                of.named_child(0)?
            } else {
                return None;
            };
        }
        None
    }

    /// The type as names are bound to it: without type arguments; `None` for arrays, primitives and `var`.
    pub(super) fn bound_type<'t>(&self, of: Node<'_>, outline: &Outline<'t>) -> Option<&'t str> {
        let kinds = &self.rules.kinds;
        let mut of = of;
        for _ in 0..STEPS {
            if kinds.type_identifier.is(of) || kinds.scoped_type_identifier.is(of) {
                return outline.name(Some(of)).filter(|name| *name != "var" && is_dotted(name));
            }
            of = if kinds.annotated_type.is(of) {
                of.named_child(of.named_child_count().checked_sub(1)? as u32)?
            } else if kinds.generic_type.is(of) {
                of.named_child(0)?
            } else {
                return None;
            };
        }
        None
    }

    pub(super) fn type_name(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let at = node.start_byte();
        if at < self.types_from || self.claims.take(at) || is_everywhere(outline.text(node)) {
            return;
        }
        outline.reference(ReferenceKind::Type, Some(node), Before::Nothing);
    }

    pub(super) fn scoped_type_name(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let at = node.start_byte();
        if at < self.types_from {
            return;
        }
        self.types_from = node.end_byte();
        if self.claims.take(at) {
            return;
        }
        if let Some((name, before)) = self.named(node, outline) {
            outline.reference(ReferenceKind::Type, Some(name), before);
        }
    }

    /// Binds the type parameters of a type before its fields are looked at.
    pub(super) fn bind_type_parameters(&self, node: Node<'_>, outline: &mut Outline<'_>) {
        let kinds = &self.rules.kinds;
        for parameter in self.rules.fields.type_parameters.of(node).into_iter().flat_map(named_children) {
            outline.bind_type_parameter(kinds.type_identifier.child(parameter));
        }
    }

    pub(super) fn type_parameter(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let Some(name) = self.rules.kinds.type_identifier.child(node) else { return };
        self.claims.add([name.start_byte()]);
        outline.bind_type_parameter(Some(name));
    }

    pub(super) fn record_pattern(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let name = self.rules.kinds.identifier.child(node);
        outline.reference(ReferenceKind::Type, name, Before::Nothing);
    }

    pub(super) fn annotation(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let kinds = &self.rules.kinds;
        let Some(name) = self.rules.fields.name.of(node) else { return };
        if let Some(of) = outline.name(Some(name)).filter(|of| is_dotted(of)) {
            let arguments = node.child_by_field_name("arguments");
            for pair in arguments.into_iter().flat_map(named_children).take(ELEMENTS) {
                if let Some(key) = pair.child_by_field_name("key") {
                    outline.value_to(outline.text(key), Before::Typed(of), key.start_byte());
                }
            }
        }
        if kinds.identifier.is(name) {
            if !is_everywhere(outline.text(name)) {
                outline.reference(ReferenceKind::Call, Some(name), Before::Nothing);
            }
        } else if let Some((path, last)) = outline.text(name).rsplit_once('.')
            && is_dotted(path)
        {
            outline.reference_to(ReferenceKind::Call, last.trim(), Before::Path(path), name.start_byte());
        }
    }

    // Calls

    pub(super) fn construction(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let kinds = &self.rules.kinds;
        if let Some(of) = self.rules.fields.r#type.of(node)
            && let Some((name, before)) = self.named(of, outline)
        {
            // `outer.new Inner()` names a member of whatever the value before it is.
            let inner = node.child(0).is_some_and(|first| first.is_named());
            let said = if inner { Before::Value } else { before };
            outline.reference(ReferenceKind::Call, Some(name), said);
            self.claims.add([place(name, before, of)]);
        }
        if kinds.class_body.child(node).is_some() {
            open_anonymous(node, outline);
        }
    }

    pub(super) fn call(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let fields = &self.rules.fields;
        let Some(name) = fields.name.of(node) else { return };
        let before = match fields.object.of(node) {
            Some(_) if self.rules.base.child(node).is_some() => Before::Super,
            Some(object) => self.before(object, outline),
            // Methods may have the names of variables.
            None => Before::Scope(""),
        };
        outline.reference(ReferenceKind::Call, Some(name), before);
    }

    /// What an expression is as the receiver of a call.
    pub(super) fn before<'t>(&self, object: Node<'_>, outline: &Outline<'t>) -> Before<'t> {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let mut object = object;
        for _ in 0..STEPS {
            if kinds.identifier.is(object) {
                return Before::Path(outline.text(object));
            } else if kinds.this.is(object) {
                return Before::This;
            } else if self.rules.base.is(object) {
                return Before::Super;
            } else if kinds.field_access.is(object) {
                return self.chain(object, outline);
            } else if kinds.object_creation_expression.is(object) || kinds.cast_expression.is(object) {
                let of = fields.r#type.of(object).and_then(|of| self.bound_type(of, outline));
                return of.map_or(Before::Value, Before::Typed);
            }
            let inner = if kinds.parenthesized_expression.is(object) {
                object.named_child(0)
            } else if kinds.method_invocation.is(object) {
                self.mocked(object, outline)
            } else {
                None
            };
            let Some(inner) = inner else { break };
            object = inner;
        }
        Before::Value
    }

    /// What a call of a library of mocks stands for.
    fn mocked<'n>(&self, call: Node<'n>, outline: &Outline<'_>) -> Option<Node<'n>> {
        let fields = &self.rules.fields;
        let name = outline.text(fields.name.of(call)?);
        if is_receiver(outline.text, name) {
            return fields.object.of(call);
        }
        let is_given = is_argument(outline.text, name);
        fields.arguments.of(call).filter(|_| is_given)?.named_child(0)
    }

    /// `a.b.c`, `this.a.b`, `Outer.this`.
    fn chain<'t>(&self, access: Node<'_>, outline: &Outline<'t>) -> Before<'t> {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let text = outline.text(access);
        if !is_dotted(text) {
            return Before::Value;
        }
        let mut at = access;
        for _ in 0..STEPS {
            let (Some(object), Some(field)) = (fields.object.of(at), fields.field.of(at)) else { break };
            if kinds.this.is(field) {
                let whole = at == access && (kinds.identifier.is(object) || kinds.field_access.is(object));
                return if whole { Before::Typed(outline.text(object)) } else { Before::Value };
            }
            if kinds.identifier.is(object) {
                return Before::Path(text);
            }
            if kinds.this.is(object) {
                let fields = outline.text.get(field.start_byte()..access.end_byte());
                return fields.map_or(Before::Value, Before::Field);
            }
            if !kinds.field_access.is(object) {
                break;
            }
            at = object;
        }
        Before::Value
    }
}

/// Where the walk will meet a type that has been reported: where its dotted name begins.
fn place(name: Node<'_>, before: Before<'_>, of: Node<'_>) -> usize {
    match before {
        // Annotations and the like stand before the whole type only where it has no dots.
        Before::Path(_) => of.start_byte(),
        _ => name.start_byte(),
    }
}
