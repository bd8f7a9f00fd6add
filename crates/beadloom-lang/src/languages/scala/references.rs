//! Calls, constructions, uses of types, inheritance.

use beadloom_model::ReferenceKind;
use tree_sitter::Node;

use super::super::jvm::{is_dotted, open_anonymous};
use super::{File, bare};
use crate::outline::Outline;
use crate::references::Before;
use crate::vocabulary::named_children;

/// Wrappers around what is looked for, and names in a chain: followed this far.
pub(super) const STEPS: usize = 12;

/// Types and annotations of the language that stand everywhere and say nothing.
fn is_everywhere(name: &str) -> bool {
    matches!(
        name,
        "String"
            | "Int"
            | "Boolean"
            | "Unit"
            | "Any"
            | "AnyRef"
            | "AnyVal"
            | "Long"
            | "Double"
            | "Float"
            | "Char"
            | "Byte"
            | "Short"
            | "Nothing"
            | "Null"
            | "tailrec"
            | "inline"
            | "deprecated"
            | "throws"
            | "unchecked"
            | "nowarn"
            | "main"
    )
}

/// Functions of the language that only look like calls.
fn is_operator(name: &str) -> bool {
    matches!(
        name,
        "classOf" | "asInstanceOf" | "isInstanceOf" | "to" | "until" | "by" | "eq" | "ne" | "this" | "super"
    )
}

/// Whether a name is written like a class or object.
pub(super) fn is_class(name: &str) -> bool {
    name.starts_with(char::is_uppercase)
}

impl File<'_> {
    // Types

    /// The node within a type that names it.
    fn head<'n>(&self, of: Node<'n>) -> Option<Node<'n>> {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let mut of = of;
        for _ in 0..STEPS {
            if kinds.type_identifier.is(of) || kinds.stable_type_identifier.is(of) {
                return Some(of);
            }
            of = if kinds.generic_type.is(of) || kinds.lazy_parameter_type.is(of) {
                fields.r#type.of(of)?
            } else if kinds.compound_type.is(of) {
                fields.base.of(of)?
            } else if kinds.annotated_type.is(of) || kinds.applied_constructor_type.is(of) {
                of.named_child(0)?
            } else {
                return None;
            };
        }
        None
    }

    /// The last name of a type and what stands before it.
    pub(super) fn named<'n, 't>(
        &self,
        of: Node<'n>,
        outline: &Outline<'t>,
    ) -> Option<(Node<'n>, Before<'t>)> {
        let head = self.head(of)?;
        if self.rules.kinds.type_identifier.is(head) {
            return Some((head, Before::Nothing));
        }
        let last = head.named_child((head.named_child_count() as u32).checked_sub(1)?)?;
        let before = outline.text.get(head.start_byte()..last.start_byte())?;
        let before = before.trim_end().strip_suffix('.')?;
        is_dotted(before).then_some((last, Before::Path(before)))
    }

    /// A type as names are bound to it: as written, without type arguments.
    pub(super) fn bound_type<'t>(&self, of: Node<'_>, outline: &Outline<'t>) -> Option<&'t str> {
        outline.name(self.head(of)).filter(|path| is_dotted(path))
    }

    /// What a type extends.
    pub(super) fn inheritance(&mut self, extends: Option<Node<'_>>, outline: &mut Outline<'_>) {
        self.bases(extends, ReferenceKind::Inherit, outline);
    }

    pub(super) fn bases(
        &mut self,
        extends: Option<Node<'_>>,
        kind: ReferenceKind,
        outline: &mut Outline<'_>,
    ) {
        let mut places = Vec::new();
        for base in extends.into_iter().flat_map(named_children) {
            if let Some((name, before)) = self.named(base, outline) {
                outline.reference(kind, Some(name), before);
                places.push(base.start_byte());
            }
        }
        self.claims.add(places);
    }

    pub(super) fn annotation(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let Some(of) = self.rules.fields.name.of(node) else { return };
        if let Some((name, before)) = self.named(of, outline) {
            if !is_everywhere(outline.text(name)) {
                outline.reference(ReferenceKind::Call, Some(name), before);
            }
            self.claims.add([of.start_byte()]);
        }
    }

    pub(super) fn type_name(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let at = node.start_byte();
        if at < self.types_from || self.claims.take(at) || is_everywhere(outline.text(node)) {
            return;
        }
        outline.reference(ReferenceKind::Type, Some(node), Before::Nothing);
    }

    pub(super) fn stable_type_name(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
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

    pub(super) fn construction(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let kinds = &self.rules.kinds;
        if let Some(of) = node.named_child(0)
            && let Some((name, before)) = self.named(of, outline)
        {
            outline.reference(ReferenceKind::Call, Some(name), before);
            self.claims.add([of.start_byte()]);
        }
        if kinds.template_body.child(node).is_some() {
            open_anonymous(node, outline);
        }
    }

    // Calls

    fn refer<'t>(&self, name: Node<'_>, before: Before<'t>, outline: &mut Outline<'t>) {
        if let Some(text) = outline.name(Some(name)).filter(|text| !is_operator(text)) {
            outline.reference_to(ReferenceKind::Call, bare(text), before, name.start_byte());
        }
    }

    /// What is called: the name and the expression before it.
    fn callee<'n>(&self, function: Node<'n>) -> Option<(Node<'n>, Option<Node<'n>>)> {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let mut of = function;
        if kinds.generic_function.is(of) {
            of = fields.function.of(of)?;
        }
        if kinds.identifier.is(of) {
            return Some((of, None));
        }
        if !kinds.field_expression.is(of) {
            return None;
        }
        let name = fields.field.of(of)?;
        kinds.identifier.is(name).then_some((name, fields.value.of(of)))
    }

    pub(super) fn call(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        if let Some(function) = self.rules.fields.function.of(node) {
            self.report(function, outline);
        }
    }

    fn report(&mut self, function: Node<'_>, outline: &mut Outline<'_>) {
        let Some((name, receiver)) = self.callee(function) else { return };
        let before = receiver.map_or(Before::Nothing, |receiver| self.before(receiver, outline));
        self.refer(name, before, outline);
    }

    /// `f[T]`, with or without arguments behind it.
    pub(super) fn generic_function(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        self.report(node, outline);
    }

    /// `a.b` calls `b` if that is a function without parameters: reported where the file says what `a` is.
    pub(super) fn selection(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let fields = &self.rules.fields;
        let (Some(value), Some(name)) = (fields.value.of(node), fields.field.of(node)) else { return };
        if is_class(outline.text(name)) {
            return;
        }
        let before = self.before(value, outline);
        let known = match before {
            Before::This => !outline.is_bound(outline.text(name)),
            Before::Typed(_) | Before::Super | Before::Field(_) => true,
            Before::Path(path) => {
                let head = path.split('.').next().unwrap_or(path).trim();
                is_class(head) || outline.type_of(head).is_some()
            }
            Before::Nothing | Before::Scope(_) | Before::Module(..) | Before::Value => false,
        };
        if known {
            self.refer(name, before, outline);
        }
    }

    pub(super) fn infix(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let (Some(left), Some(name)) = (fields.left.of(node), fields.operator.of(node)) else { return };
        if kinds.identifier.is(name) {
            let before = self.before(left, outline);
            self.refer(name, before, outline);
        }
    }

    pub(super) fn postfix(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let (Some(value), Some(name)) = (node.named_child(0), node.named_child(1)) else { return };
        if self.rules.kinds.identifier.is(name) {
            let before = self.before(value, outline);
            self.refer(name, before, outline);
        }
    }

    /// What an expression is as the receiver of a call.
    pub(super) fn before<'t>(&self, receiver: Node<'_>, outline: &Outline<'t>) -> Before<'t> {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let mut at = receiver;
        for _ in 0..STEPS {
            let inner = if kinds.identifier.is(at) {
                return match outline.text(at) {
                    "this" => Before::This,
                    "super" => Before::Super,
                    name if self.is_self(at, name, outline) => Before::This,
                    name => Before::Path(name),
                };
            } else if kinds.field_expression.is(at) {
                return self.chain(at, outline);
            } else if kinds.string.is(at) {
                return Before::Typed("String");
            } else if kinds.instance_expression.is(at) {
                let of = at.named_child(0).and_then(|of| self.bound_type(of, outline));
                return of.map_or(Before::Value, Before::Typed);
            } else if kinds.call_expression.is(at) {
                let function = fields.function.of(at);
                match function.and_then(|function| self.made_by(function, outline)) {
                    Some(of) => return Before::Typed(of),
                    None => function.filter(|function| kinds.call_expression.is(*function)),
                }
            } else if kinds.generic_function.is(at) {
                return self.cast(at, outline);
            } else if kinds.parenthesized_expression.is(at) {
                at.named_child(0)
            } else {
                None
            };
            let Some(inner) = inner else { break };
            at = inner;
        }
        Before::Value
    }

    /// `x.asInstanceOf[T]`
    fn cast<'t>(&self, generic: Node<'_>, outline: &Outline<'t>) -> Before<'t> {
        let Some((name, Some(_))) = self.callee(generic) else { return Before::Value };
        if outline.text(name) != "asInstanceOf" {
            return Before::Value;
        }
        let arguments = generic.named_child(1).and_then(|arguments| arguments.named_child(0));
        let of = arguments.and_then(|of| self.bound_type(of, outline));
        of.map_or(Before::Value, Before::Typed)
    }

    /// `a.b.c`, `this.a.b`, `Outer.this`
    fn chain<'t>(&self, selection: Node<'_>, outline: &Outline<'t>) -> Before<'t> {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let text = outline.text(selection);
        if !is_dotted(text) || text.contains(['"', '{']) {
            return Before::Value;
        }
        let mut at = selection;
        for _ in 0..STEPS {
            let (Some(value), Some(field)) = (fields.value.of(at), fields.field.of(at)) else { break };
            if outline.text(field) == "this" {
                let whole = at == selection;
                return if whole { Before::Typed(outline.text(value)) } else { Before::Value };
            }
            if kinds.identifier.is(value) {
                let name = outline.text(value);
                if name == "super" {
                    return Before::Value;
                }
                if name == "this" || self.is_self(value, name, outline) {
                    let fields = outline.text.get(field.start_byte()..selection.end_byte());
                    return fields.map_or(Before::Value, Before::Field);
                }
                return Before::Path(text);
            }
            if !kinds.field_expression.is(value) {
                break;
            }
            at = value;
        }
        Before::Value
    }

    /// The class or object that a call makes a value of, as far as its name shows it, or the function.
    fn made_by<'t>(&self, function: Node<'_>, outline: &Outline<'t>) -> Option<&'t str> {
        let (name, receiver) = self.callee(function)?;
        if receiver.is_some() && !is_class(outline.text(name)) {
            return None;
        }
        let from = receiver.unwrap_or(name).start_byte();
        outline.text.get(from..name.end_byte()).filter(|path| is_dotted(path) && !path.contains(['"', '{']))
    }
}
