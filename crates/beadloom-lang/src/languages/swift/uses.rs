//! What a Swift file binds, calls and names as types.

use beadloom_model::ReferenceKind;
use tree_sitter::Node;

use super::File;
use crate::outline::Outline;
use crate::references::Before;
use crate::vocabulary::named_children;

/// Wrappers around an expression or type are looked through this far.
const WRAPPERS: usize = 6;

/// Types of the standard library that nobody defines again.
const BUILT_IN: &[&str] = &[
    "Any", "AnyObject", "Bool", "Character", "Double", "Float", "Int", "Int16", "Int32", "Int64", "Int8",
    "Never", "Self", "String", "UInt", "UInt16", "UInt32", "UInt64", "UInt8", "Void",
];

impl File<'_> {
    // What is bound

    /// The names of a declaration with their types; what is stored in a type is a field of it too.
    pub(super) fn bind_variables<'t>(&mut self, node: Node<'_>, outline: &mut Outline<'t>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let mut name = None;
        let mut known = None;
        let mut last = "";
        let mut cursor = node.walk();
        let mut more = cursor.goto_first_child();
        while more {
            let child = cursor.node();
            if kinds.pattern.is(child) {
                if let Some(name) = name.take() {
                    Self::bind_variable(name, known.take(), outline);
                }
                name = fields.bound_identifier.of(child);
                if name.is_none() {
                    // The parts of a tuple are patterns themselves.
                    self.property.range = 0..0;
                }
            } else if kinds.type_annotation.is(child) {
                known = fields.name.of(child).and_then(|of| self.type_name(of, outline));
            } else if last == "=" && known.is_none() {
                known = self.made_by(child, outline);
            }
            last = child.kind();
            more = cursor.goto_next_sibling();
        }
        if let Some(name) = name {
            Self::bind_variable(name, known, outline);
        }
    }

    fn bind_variable<'t>(name: Node<'_>, of: Option<&'t str>, outline: &mut Outline<'t>) {
        outline.bind(Some(name), of);
        if let Some(of) = of {
            outline.bind_field(Some(name), of);
        }
    }

    pub(super) fn parameter(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        // The last name is the one inside; the type stands in a field of the same name.
        let kinds = &self.rules.kinds;
        let mut name = None;
        let mut of = None;
        for child in named_children(node).take(8) {
            if kinds.simple_identifier.is(child) {
                name = Some(child);
            } else if of.is_none() {
                of = self.type_name(child, outline);
            }
        }
        // Its default is read outside the function.
        let default =
            node.next_sibling().filter(|sign| sign.kind() == "=").and_then(|sign| sign.next_sibling());
        outline.own_values.defaults = default.map(|of| node.start_byte()..of.end_byte());
        outline.bind(name, of);
        outline.own_values.defaults = None;
    }

    pub(super) fn type_parameter(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let kinds = &self.rules.kinds;
        let name = kinds.type_identifier.child(node).or_else(|| {
            let pack = kinds.type_parameter_pack.child(node)?;
            kinds.type_identifier.child(kinds.user_type.child(pack)?)
        });
        outline.bind_type_parameter(name);
    }

    pub(super) fn pattern(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let declared =
            outline.depth == self.property.depth + 1 && self.property.range.contains(&node.start_byte());
        if declared || !outline.in_function() {
            return;
        }
        let name = self.rules.fields.bound_identifier.of(node).or_else(|| {
            let only = node.child(0).filter(|_| node.child_count() == 1)?;
            // `case limit:` compares; in brackets a name may be bound.
            if node.parent().is_some_and(|around| around.kind() == "switch_pattern") {
                return None;
            }
            self.rules.kinds.simple_identifier.is(only).then_some(only)
        });
        outline.bind(name, None);
    }

    /// `if let x = …, let y = …`. Without a value the name is that of something known already.
    pub(super) fn condition(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let kinds = &self.rules.kinds;
        let mut cursor = node.walk();
        let mut more = cursor.goto_first_child();
        let mut name = None;
        let mut after_let = false;
        let mut last = "";
        while more {
            let child = cursor.node();
            if after_let && kinds.simple_identifier.is(child) {
                name = Some(child);
            } else if last == "="
                && let Some(name) = name.take()
            {
                let of = self.made_by(child, outline);
                outline.bind(Some(name), of);
            }
            after_let = kinds.value_binding_pattern.is(child);
            last = child.kind();
            more = cursor.goto_next_sibling();
        }
    }

    /// The type of an expression that shows it: a construction, a cast.
    fn made_by<'t>(&self, expression: Node<'_>, outline: &Outline<'t>) -> Option<&'t str> {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let mut of = expression;
        for _ in 0..WRAPPERS {
            if kinds.try_expression.is(of) || kinds.await_expression.is(of) {
                of = fields.expr.of(of)?;
            } else if kinds.postfix_expression.is(of) {
                of = fields.target.of(of)?;
            } else if kinds.tuple_expression.is(of) {
                of = fields.value.of(of).filter(|_| of.named_child_count() == 1)?;
            } else if kinds.as_expression.is(of) {
                return self.type_name(fields.name.of(of)?, outline);
            } else if kinds.constructor_expression.is(of) {
                return self.type_name(fields.constructed_type.of(of)?, outline);
            } else if kinds.call_expression.is(of) && self.is_call(of) {
                let callee = of.child(0)?;
                if kinds.simple_identifier.is(callee) {
                    return outline.name(Some(callee));
                }
                if !kinds.navigation_expression.is(callee) {
                    return None;
                }
                let member = outline.name(self.member(callee))?;
                let path = if member == "init" { fields.target.of(callee)? } else { callee };
                let type_like = member == "init" || member.starts_with(char::is_uppercase);
                return outline.name(Some(path)).filter(|path| type_like && is_plain(path));
            } else {
                return None;
            }
        }
        None
    }

    /// A type's name as written, without arguments and marks for optional values.
    pub(super) fn type_name<'t>(&self, node: Node<'_>, outline: &Outline<'t>) -> Option<&'t str> {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let mut of = node;
        for _ in 0..WRAPPERS {
            if kinds.user_type.is(of) {
                return self.path(of, outline);
            }
            if kinds.optional_type.is(of) {
                of = fields.wrapped.of(of)?;
            } else if kinds.opaque_type.is(of) || kinds.existential_type.is(of) {
                of = of.named_child(0)?;
            } else {
                return None;
            }
        }
        None
    }

    /// `Money.Unit` of a type, up to its first arguments.
    pub(super) fn path<'t>(&self, of: Node<'_>, outline: &Outline<'t>) -> Option<&'t str> {
        let end = self.rules.kinds.type_arguments.child(of).map_or(of.end_byte(), |of| of.start_byte());
        outline.text.get(of.start_byte()..end).map(str::trim).filter(|path| !path.is_empty())
    }

    // What is used

    /// Decorates: macros and wrappers, which are types. What is built in begins in lower case.
    pub(super) fn attribute(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        if matches!(outline.text(node), "@main" | "@UIApplicationMain" | "@NSApplicationMain") {
            outline.entry_point = true;
        }
        let Some(of) = self.rules.kinds.user_type.child(node) else { return };
        self.named = of.start_byte();
        if outline.text(of).starts_with(char::is_uppercase) {
            self.refer(ReferenceKind::Call, of, outline);
        }
    }

    /// A base type; what has been told is not told again when the walk comes to it.
    pub(super) fn base(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let Some(of) = self.rules.fields.inherits_from.of(node) else { return };
        if self.rules.kinds.user_type.is(of) {
            self.named = of.start_byte();
            self.refer(ReferenceKind::Inherit, of, outline);
        }
    }

    pub(super) fn construction(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let Some(of) = self.rules.fields.constructed_type.of(node) else { return };
        if self.rules.kinds.user_type.is(of) {
            self.named = of.start_byte();
            self.refer(ReferenceKind::Call, of, outline);
        }
    }

    pub(super) fn type_use(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        if self.named != node.start_byte() {
            self.refer(ReferenceKind::Type, node, outline);
        }
    }

    /// Reports the last name of a type, with those before it.
    fn refer(&self, kind: ReferenceKind, of: Node<'_>, outline: &mut Outline<'_>) {
        let kinds = &self.rules.kinds;
        let mut name = of.child(0);
        let mut before = of.start_byte();
        if of.child_count() > 1 {
            for part in named_children(of).take(16).filter(|part| kinds.type_identifier.is(*part)) {
                if let Some(name) = name.filter(|name| name.start_byte() < part.start_byte()) {
                    before = name.end_byte();
                }
                name = Some(part);
            }
        }
        if BUILT_IN.binary_search(&name.map_or("", |name| outline.text(name))).is_ok() {
            return;
        }
        let before = match outline.text.get(of.start_byte()..before).filter(|path| !path.is_empty()) {
            Some(path) => {
                outline.reference(ReferenceKind::Type, of.child(0), Before::Nothing);
                Before::Path(path)
            }
            None => Before::Nothing,
        };
        if kind != ReferenceKind::Inherit {
            outline.reference(kind, name, before);
        } else if let Some(node) = name
            && let Some(name) = outline.name(name)
        {
            // An extension may stand apart from its type.
            outline.inherits(name, before, node.start_byte());
        }
    }

    pub(super) fn invocation(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let name = self.rules.kinds.simple_identifier.child(node);
        outline.reference(ReferenceKind::Call, name, Before::Nothing);
    }

    pub(super) fn call(&mut self, node: Node<'_>, outline: &mut Outline<'_>) {
        let (kinds, fields) = (&self.rules.kinds, &self.rules.fields);
        let Some(callee) = node.child(0).filter(|_| self.is_call(node)) else { return };
        if kinds.simple_identifier.is(callee) {
            // The grammar takes `defer { … }` for a call.
            match outline.text(callee) {
                "defer" => {}
                "Self" => {
                    outline.reference_to(ReferenceKind::Call, "init", Before::This, callee.start_byte());
                }
                name => Self::refer_to(name, Before::Nothing, callee, outline),
            }
        } else if kinds.navigation_expression.is(callee) {
            let Some(target) = fields.target.of(callee) else { return };
            let before = self.before(target, outline);
            if let Some(member) = self.member(callee)
                && let Some(name) = outline.name(Some(member))
            {
                Self::refer_to(name, before, member, outline);
            }
        }
        // `.success(1)` is a member of a type that only the compiler knows: any guess would be one.
    }

    /// Reports a call; names that are keywords elsewhere stand in backticks.
    fn refer_to<'t>(name: &'t str, before: Before<'t>, at: Node<'_>, outline: &mut Outline<'t>) {
        outline.reference_to(ReferenceKind::Call, name.trim_matches('`'), before, at.start_byte());
    }

    /// Whether a call has arguments in parentheses or a closure: `a[1]` is the same kind of node.
    fn is_call(&self, node: Node<'_>) -> bool {
        let Some(suffix) = self.rules.kinds.call_suffix.child(node) else { return false };
        match self.rules.kinds.value_arguments.child(suffix).and_then(|arguments| arguments.child(0)) {
            Some(bracket) => bracket.kind() != "[",
            None => true,
        }
    }

    /// `z` of `x.y.z`.
    fn member<'n>(&self, navigation: Node<'n>) -> Option<Node<'n>> {
        let fields = &self.rules.fields;
        let name = fields.suffix.of(fields.suffix.of(navigation)?)?;
        self.rules.kinds.simple_identifier.is(name).then_some(name)
    }

    fn before<'t>(&self, target: Node<'_>, outline: &Outline<'t>) -> Before<'t> {
        let kinds = &self.rules.kinds;
        if kinds.self_expression.is(target) {
            return Before::This;
        }
        if kinds.super_expression.is(target) {
            return Before::Super;
        }
        if kinds.simple_identifier.is(target)
            || kinds.navigation_expression.is(target)
            || kinds.postfix_expression.is(target)
        {
            let text = outline.text(target);
            return match text {
                "Self" => Before::This,
                _ if !is_plain(text) => Before::Value,
                _ => match text.strip_prefix("self.") {
                    Some(field) => Before::Field(field),
                    None => Before::Path(text),
                },
            };
        }
        match self.made_by(target, outline) {
            Some(of) => Before::Typed(of),
            None => Before::Value,
        }
    }
}

/// Whether a text is names with dots, and marks for optional values, between them.
fn is_plain(path: &str) -> bool {
    path.starts_with(|c: char| c.is_alphabetic() || matches!(c, '_' | '`'))
        && path
            .chars()
            .all(|c| c.is_alphanumeric() || c.is_whitespace() || matches!(c, '_' | '.' | '?' | '!' | '`'))
}
