//! Calls, uses of types, inheritance.

use beadloom_model::ReferenceKind;
use tree_sitter::Node;

use super::super::jvm::mocks::{is_argument, is_of_type_argument, is_receiver};
use super::super::jvm::{is_dotted, open_anonymous};
use super::{File, bare};
use crate::outline::Outline;
use crate::references::Before;
use crate::vocabulary::named_children;

/// Wrappers around what is looked for, and names in a chain: followed this far.
const STEPS: usize = 12;

/// Types and annotations of the language that stand everywhere and say nothing.
fn is_everywhere(name: &str) -> bool {
    matches!(
        name,
        "String"
            | "Int"
            | "Boolean"
            | "Unit"
            | "Any"
            | "Long"
            | "Double"
            | "Float"
            | "Char"
            | "Byte"
            | "Short"
            | "Nothing"
            | "Suppress"
            | "Deprecated"
            | "OptIn"
            | "Throws"
            | "JvmStatic"
            | "JvmField"
            | "JvmName"
            | "JvmInline"
            | "JvmOverloads"
    )
}

/// Infix functions of the language that read like operators.
fn is_operator(name: &str) -> bool {
    matches!(name, "to" | "until" | "downTo" | "step" | "and" | "or" | "xor" | "shl" | "shr" | "ushr")
}

/// Whether a name is written like a class.
pub(super) fn is_class(name: &str) -> bool {
    name.starts_with(char::is_uppercase)
}

/// What a call of a library of mocks gives.
enum Mocked<'n, 't> {
    Type(&'t str),
    /// The type of this expression.
    Value(Node<'n>),
}

impl File<'_> {
    // Types

    /// The last name of a type and what stands before it.
    fn named<'n, 't>(&self, of: Node<'n>, outline: &Outline<'t>) -> Option<(Node<'n>, Before<'t>)> {
        let kinds = &self.rules.kinds;
        let mut first: Option<Node<'n>> = None;
        let mut last: Option<(Node<'n>, usize)> = None;
        for name in named_children(of).filter(|child| kinds.identifier.is(*child)).take(STEPS) {
            let end = last.map_or(name.start_byte(), |(last, _)| last.end_byte());
            first.get_or_insert(name);
            last = Some((name, end));
        }
        let (last, end) = last?;
        let before = outline.text.get(first?.start_byte()..end).filter(|before| !before.is_empty());
        match before {
            None => Some((last, Before::Nothing)),
            Some(before) => is_dotted(before).then_some((last, Before::Path(before))),
        }
    }

    /// The `user_type` of a base, with the invocation around it if it is constructed.
    fn base<'n>(&self, specifier: Node<'n>) -> Option<(Node<'n>, bool)> {
        let kinds = &self.rules.kinds;
        if let Some(of) = kinds.user_type.child(specifier) {
            return Some((of, false));
        }
        if let Some(invocation) = kinds.constructor_invocation.child(specifier) {
            return kinds.user_type.child(invocation).map(|of| (of, true));
        }
        let delegation = kinds.explicit_delegation.child(specifier)?;
        kinds.user_type.child(delegation).map(|of| (of, false))
    }

    /// The short names of what a type extends and implements.
    pub(super) fn base_names(&self, node: Node<'_>, outline: &Outline<'_>) -> Vec<String> {
        let kinds = &self.rules.kinds;
        let specifiers = kinds.delegation_specifiers.child(node).into_iter().flat_map(named_children);
        let bases = specifiers.filter(|of| kinds.delegation_specifier.is(*of));
        let named = |of| Some(outline.text(self.named(self.base(of)?.0, outline)?.0).to_owned());
        bases.filter_map(named).collect()
    }

    /// What a type extends and implements.
    pub(super) fn inheritance(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let kinds = &self.rules.kinds;
        let Some(specifiers) = kinds.delegation_specifiers.child(node) else { return };
        let mut places = Vec::new();
        for specifier in named_children(specifiers).filter(|of| kinds.delegation_specifier.is(*of)) {
            if let Some((base, _)) = self.base(specifier)
                && let Some((name, before)) = self.named(base, outline)
            {
                self.refer(ReferenceKind::Inherit, name, before, outline);
                places.push(base.start_byte());
            }
        }
        self.claims.add(places);
    }

    /// An object without a name constructs its base class.
    pub(super) fn object_literal(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let kinds = &self.rules.kinds;
        let mut places = Vec::new();
        for specifier in kinds.delegation_specifiers.child(node).into_iter().flat_map(named_children) {
            if let Some((base, true)) = self.base(specifier)
                && let Some((name, before)) = self.named(base, outline)
            {
                self.refer(ReferenceKind::Call, name, before, outline);
                places.push(base.start_byte());
            }
        }
        self.claims.add(places);
        open_anonymous(node, outline);
    }

    pub(super) fn annotation(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let kinds = &self.rules.kinds;
        let mut places = Vec::new();
        for child in named_children(node) {
            let of = match kinds.constructor_invocation.is(child) {
                true => kinds.user_type.child(child),
                false => Some(child).filter(|child| kinds.user_type.is(*child)),
            };
            let Some(of) = of else { continue };
            places.push(of.start_byte());
            if let Some((name, before)) = self.named(of, outline)
                && !is_everywhere(outline.text(name))
                && !self.awaits(name)
            {
                self.refer(ReferenceKind::Call, name, before, outline);
            }
        }
        self.claims.add(places);
    }

    pub(super) fn type_use(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        if self.claims.take(node.start_byte()) {
            return;
        }
        if let Some((name, before)) = self.named(node, outline)
            && !is_everywhere(outline.text(name))
        {
            self.refer(ReferenceKind::Type, name, before, outline);
        }
    }

    /// `T::class`
    pub(super) fn class_literal(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let kinds = &self.rules.kinds;
        if node.child(1).is_none_or(|operator| operator.kind() != "::") {
            return;
        }
        let literal = node.child(2).is_some_and(|name| outline.text(name) == "class");
        let Some(of) = node.child(0).filter(|_| literal) else { return };
        if kinds.identifier.is(of) && is_class(outline.text(of)) {
            self.refer(ReferenceKind::Type, of, Before::Nothing, outline);
        }
    }

    fn refer<'t>(&self, kind: ReferenceKind, name: Node<'_>, before: Before<'t>, outline: &mut Outline<'t>) {
        if let Some(text) = outline.name(Some(name)) {
            outline.reference_to(kind, bare(text), before, name.start_byte());
        }
    }

    // Calls

    /// What is called: the name and the expression before it.
    fn callee<'n>(&self, call: Node<'n>) -> Option<(Node<'n>, Option<Node<'n>>)> {
        let kinds = &self.rules.kinds;
        let of = call.named_child(0)?;
        if kinds.identifier.is(of) {
            return Some((of, None));
        }
        if !kinds.navigation_expression.is(of) || of.child(1)?.kind() == "::" {
            return None;
        }
        let name = of.named_child((of.named_child_count() as u32).checked_sub(1)?)?;
        kinds.identifier.is(name).then_some((name, of.named_child(0)))
    }

    pub(super) fn call(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let Some((name, receiver)) = self.callee(node) else { return };
        let before = receiver.map_or(Before::Nothing, |receiver| self.before(receiver, outline));
        self.refer(ReferenceKind::Call, name, before, outline);
    }

    pub(super) fn infix(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let (Some(left), Some(name)) = (node.named_child(0), node.named_child(1)) else { return };
        if self.rules.kinds.identifier.is(name) && !is_operator(outline.text(name)) {
            let before = self.before(left, outline);
            self.refer(ReferenceKind::Call, name, before, outline);
        }
    }

    /// What an expression is as the receiver of a call.
    pub(super) fn before<'t>(&self, receiver: Node<'_>, outline: &Outline<'t>) -> Before<'t> {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let mut at = receiver;
        for _ in 0..STEPS {
            let inner = if kinds.identifier.is(at) {
                return Before::Path(outline.text(at));
            } else if kinds.this_expression.is(at) {
                // A label names a class around, or the function whose receiver is meant.
                return match kinds.identifier.child(at).map(|label| outline.text(label)) {
                    None => Before::This,
                    Some(label) if is_class(label) => Before::Typed(label),
                    Some(_) => Before::Value,
                };
            } else if kinds.super_expression.is(at) {
                return Before::Super;
            } else if kinds.navigation_expression.is(at) {
                return self.chain(at, outline);
            } else if kinds.string_literal.is(at) || kinds.multiline_string_literal.is(at) {
                return Before::Typed("String");
            } else if kinds.as_expression.is(at) {
                let of = fields.right.of(at).and_then(|of| self.bound_type(of, outline));
                return of.map_or(Before::Value, Before::Typed);
            } else if kinds.call_expression.is(at) {
                match (self.mocked(at, outline), self.made_by(at, outline)) {
                    (Some(Mocked::Type(of)), _) | (None, Some(of)) => return Before::Typed(of),
                    (Some(Mocked::Value(value)), _) => Some(value),
                    // What a lambda is given to may be a call in itself.
                    (None, None) => at.named_child(0).filter(|inner| kinds.call_expression.is(*inner)),
                }
            } else if kinds.unary_expression.is(at) {
                let asserts = at.child(1).is_some_and(|operator| operator.kind() == "!!");
                fields.argument.of(at).filter(|_| asserts)
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

    /// What a call of a library of mocks gives.
    fn mocked<'n, 't>(&self, call: Node<'n>, outline: &Outline<'t>) -> Option<Mocked<'n, 't>> {
        let kinds = &self.rules.kinds;
        let (name, receiver) = self.callee(call)?;
        let name = outline.text(name);
        if is_receiver(outline.text, name) {
            return receiver.map(Mocked::Value);
        }
        if let Some(list) = kinds.type_arguments.child(call)
            && is_of_type_argument(outline.text, name)
        {
            let of = list.named_child(0).and_then(|of| of.named_child(0));
            return of.and_then(|of| self.bound_type(of, outline)).map(Mocked::Type);
        }
        if !is_argument(outline.text, name) {
            return None;
        }
        let list = kinds.value_arguments.child(call)?;
        // One with a name is an option.
        let first = named_children(list).take(STEPS).find(|argument| argument.child_count() == 1)?;
        first.named_child(0).map(Mocked::Value)
    }

    /// `a.b`, `a?.b`, `this.a.b`
    fn chain<'t>(&self, navigation: Node<'_>, outline: &Outline<'t>) -> Before<'t> {
        let kinds = &self.rules.kinds;
        let text = outline.text(navigation);
        if !is_dotted(text) || text.contains(':') {
            return Before::Value;
        }
        let mut at = navigation;
        for _ in 0..STEPS {
            let Some(head) = at.named_child(0) else { break };
            if kinds.identifier.is(head) {
                return Before::Path(text);
            }
            if kinds.this_expression.is(head) && kinds.identifier.child(head).is_none() {
                let fields = outline.text.get(head.end_byte()..navigation.end_byte()).unwrap_or("");
                return Before::Field(
                    fields.trim_start_matches(|c: char| c.is_whitespace() || ".?".contains(c)),
                );
            }
            if !kinds.navigation_expression.is(head) {
                break;
            }
            at = head;
        }
        Before::Value
    }

    /// The class that a call constructs, as far as its name shows it, or the function of this file or package.
    fn made_by<'t>(&self, call: Node<'_>, outline: &Outline<'t>) -> Option<&'t str> {
        let (name, receiver) = self.callee(call)?;
        if receiver.is_some() && !is_class(outline.text(name)) {
            return None;
        }
        let from = receiver.unwrap_or(name).start_byte();
        outline.text.get(from..name.end_byte()).filter(|path| is_dotted(path) && !path.contains(['?', '!']))
    }
}

/// `"$total of $LIMIT"`: names that the grammar takes for text.
pub(super) fn template(node: Node<'_>, outline: &mut Outline<'_>) {
    const MAX_NAMES_ITEMS: usize = 200;
    let text = outline.text(node);
    for (at, _) in text.match_indices('$').take(MAX_NAMES_ITEMS) {
        let rest = text.get(at + 1..).unwrap_or("");
        let is_name = |c: char| c.is_alphanumeric() || c == '_';
        let name = rest.get(..rest.len() - rest.trim_start_matches(is_name).len()).unwrap_or("");
        let escaped = text.get(..at).is_some_and(|before| before.ends_with('\\'));
        if !name.is_empty() && name != "this" && !escaped {
            outline.value_to(name, Before::Nothing, node.start_byte() + at + 1);
        }
    }
}
